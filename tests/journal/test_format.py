"""Every kind of line holds what its description says, and says what the table did."""

import json
import re
from collections import Counter
from hashlib import sha256
from io import BytesIO
from typing import cast

import pytest
from tests.game.shoe.plain_shuffle import plain_commitment, plain_secret, plain_seed, plain_shuffled
from tests.journal.plain_reader import Line, number_in, plain_lines, proved_digests
from tests.replay.recorded import play_round, recorded, seated
from tests.replay.scenarios import SCENARIOS, SECRET, journal_of, tiny_order

from pitboss import Card, Journal, Phase, Rules, Table
from pitboss.game.bets import stake_of
from pitboss.game.cards import CARDS
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.machine.transition_table import TABLE
from pitboss.table.shoes import parse_cards, seeded_shoes
from pitboss.version import VERSION

KEYS = {
    "journal": "seq line schema engine rules rules_digest seed commitment shuffle seats digest",
    "shoe": "seq line shoe commitment position cut_at",
    "reveal": "seq line shoe seed",
    "round": "seq line round moves shoe position balances house",
    "event": "seq line event seat hand moves",
    "end": "seq line round hands digest",
    "trailer": "seq line rounds lines balances house digest",
    "host": "seq line host",
    "join": "seq line seat name balance",
    "leave": "seq line seat balance",
    "deposit": "seq line seat amount balance",
    "withdraw": "seq line seat amount balance",
    "award": "seq line seat amount balance reason",
    "charge": "seq line seat amount balance reason",
    "away": "seq line seat",
    "back": "seq line seat",
    "client_seed": "seq line seat client_seed",
    "commit_seed": "seq line seat commitment",
    "close_seeds": "seq line",
    "open_seed": "seq line seat client_seed",
}

# One letter for each line: a shoe stands before the line that brings it in.
GRAMMAR = re.compile(r"JS[CH]*((SV?)?RH*(S*EH*)*S*EV*X[CH]*)*V?T")
LETTERS = {
    "journal": "J",
    "shoe": "S",
    "reveal": "V",
    "round": "R",
    "event": "E",
    "end": "X",
    "trailer": "T",
    **dict.fromkeys(CHANGE_KINDS, "C"),
    "host": "H",
}

CARD = re.compile(r"[A2-9TJQK][cdhs]")
SHOE_MARK = re.compile(r"shoe [1-9][0-9]*(\.[1-9][0-9]*)?")

SECRET_TAG = b"pitboss secret commitment/2\0"
SHOE_TAG = b"pitboss shoe commitment/2\0"

every_scenario = pytest.mark.parametrize("name", SCENARIOS)


@every_scenario
def test_a_line_is_the_shortest_json_of_its_fields(name: str) -> None:
    """No space, no escape that is not needed, one line feed: there is one way to write a line."""
    for line in plain_lines(journal_of(name)):
        written = json.dumps(line.fields, separators=(",", ":"), ensure_ascii=False)
        assert line.data == written.encode() + b"\n"


@every_scenario
def test_fields_stand_in_the_order_of_their_kind(name: str) -> None:
    """A kind of line has its fields, and an amount or cards only where they belong."""
    for line in plain_lines(journal_of(name)):
        keys = KEYS[line.kind]
        if line.kind == "event" and line.text("event") in {"bet", "insure"}:
            keys = keys.replace("moves", "amount moves")
        if line.kind == "event" and line.text("event") == "side_bet":
            keys = keys.replace("moves", "amount bet moves")
        sender = "".join(f" {name}" for name in ("by", "command") if name in line.fields)
        if line.kind == "event":
            keys = keys.replace(" moves", f"{sender} moves")
        elif line.kind in CHANGE_KINDS:
            keys += sender
        if line.kind == "round" and "seats" in line.fields:
            keys += " seats"
        if line.kind == "end" and "side_bets" in line.fields:
            keys = keys.replace("digest", "side_bets digest")
        for name_of_field in ("client_seeds", "cards"):
            if line.kind == "shoe" and name_of_field in line.fields:
                keys += f" {name_of_field}"
        assert list(line.fields) == keys.split()


@every_scenario
def test_lines_follow_each_other_as_described(name: str) -> None:
    """Header, first shoe, rounds from their first line to their last, trailer."""
    letters = [LETTERS[line.kind] for line in plain_lines(journal_of(name))]
    assert GRAMMAR.fullmatch("".join(letters))


@every_scenario
def test_sequence_numbers_have_no_gap(name: str) -> None:
    """Lines are numbered from 0, and the trailer counts them."""
    lines = plain_lines(journal_of(name))
    assert [line.count("seq") for line in lines] == list(range(len(lines)))
    assert lines[-1].count("lines") == len(lines)


@every_scenario
def test_digests_can_be_worked_out_from_the_bytes(name: str) -> None:
    """Header, every round and trailer are sealed, each digest covering the one before."""
    digests = list(proved_digests(journal_of(name)))
    rounds = plain_lines(journal_of(name))[-1].count("rounds")
    assert len(digests) == rounds + 2
    for stated, worked_out in digests:
        assert stated == worked_out


def test_the_header_says_what_the_table_is() -> None:
    """Versions, every rule with their digest, seed, shuffle and seats stand in it."""
    rules = Rules.preset("lott")
    header = plain_lines(recorded(rules, 1, seed=17))[0]
    canonical = json.dumps(header.fields["rules"], sort_keys=True, separators=(",", ":"))
    assert header.count("schema") == 2
    assert header.text("engine") == VERSION
    assert header.fields["rules"] == rules.to_dict()
    assert header.text("rules_digest") == sha256(canonical.encode()).hexdigest()
    assert header.count("seed") == 17
    assert header.text("commitment") == plain_commitment(SECRET_TAG, plain_secret(17), 17)
    assert header.text("shuffle") == "shake256-fy/2"
    assert header.fields["seats"] == [{"name": "seat 0", "balance": None}]


def test_a_header_without_seed_says_null() -> None:
    """A table of arranged shoes alone has no seed; a seat's opening chips stand beside its name."""
    header = plain_lines(journal_of("void_round"))[0]
    assert (header.fields["seed"], header.fields["commitment"]) == (None, None)
    seats = plain_lines(journal_of("broke_seats"))[0].objects("seats")
    assert [seat["balance"] for seat in seats] == [6_000, 3_000, 0]


@every_scenario
def test_a_shoe_line_is_committed_to_a_seed_or_has_the_cards(name: str) -> None:
    """Shoes count from 1, and their parts within them; what is hidden is revealed once."""
    lines = plain_lines(journal_of(name))
    shoes = [line for line in lines if line.kind == "shoe"]
    last, part = 0, 0
    for line in shoes:
        number, _, of_it = line.text("shoe").partition(".")
        assert (int(number), int(of_it or 0)) in {(last + 1, 0), (last, part + 1)}
        last, part = int(number), int(of_it or 0)
        cards = order_of(line, lines)
        assert 0 <= line.count("position") <= len(cards)
        assert 0 <= line.count("cut_at") <= len(cards)
    revealed = [line.text("shoe") for line in lines if line.kind == "reveal"]
    assert revealed == [line.text("shoe") for line in shoes if line.fields["commitment"]]


@every_scenario
def test_a_seed_that_is_revealed_gives_the_commitment_and_the_cards(name: str) -> None:
    """With the seed of the shoe alone: a viewer does not have the table's secret."""
    lines = plain_lines(journal_of(name))
    commitments = {line.text("shoe"): line for line in lines if line.kind == "shoe"}
    for line in lines:
        if line.kind == "reveal":
            shoe = commitments[line.text("shoe")]
            stated = shoe.text("commitment")
            seed = bytes.fromhex(line.text("seed"))
            assert stated.removeprefix("not secret ") == sha256(SHOE_TAG + seed).hexdigest()
            assert stated.startswith("not secret ") is isinstance(lines[0].fields["seed"], int)
            cards = order_of(shoe, lines)
            assert plain_shuffled(canonical_order(cards), seed, places_of(lines, cards))[0] == cards


def canonical_order(cards: tuple[Card, ...]) -> list[Card]:
    """Return cards deck after deck, what is missing being missing from the last decks."""
    held = Counter(cards)
    return [card for deck in range(max(held.values())) for card in CARDS if held[card] > deck]


def places_of(lines: list[Line], cards: tuple[Card, ...]) -> int:
    """Return how many places the cut card may take in a shoe of these cards."""
    window = rules_of(lines).cut_card
    return min(window.high, len(cards)) - min(window.low, len(cards)) + 1


def rules_of(lines: list[Line]) -> Rules:
    """Return the rules that a header names."""
    return Rules.from_json(json.dumps(lines[0].fields["rules"]))


def order_of(line: Line, lines: list[Line]) -> tuple[Card, ...]:
    """Return the cards of a shoe: those written out, or those that the seed of the table gives."""
    if "cards" in line.fields:
        return parse_cards(line.text("cards"))
    seed = lines[0].fields["seed"]
    assert isinstance(seed, int | str)
    table_seed = bytes.fromhex(seed) if isinstance(seed, str) else seed
    added = tuple(line.texts("client_seeds")) if "client_seeds" in line.fields else ()
    return seeded_shoes(rules_of(lines), table_seed, added).fresh(int(line.text("shoe"))).cards


@pytest.mark.parametrize(
    ("name", "seeds", "written_out"),
    [
        ("six_deck_s17", [True, True], [False, False]),
        ("educative", [True, True], [False, True]),
        ("arranged_shoe", [False, False], [True, True]),
        ("arranged_beside_a_seed", [False, False, True, True], [True, True, True, False]),
        ("arranged_then_shuffled", [False, True, True, True], [True, True, False, False]),
    ],
)
def test_cards_are_written_where_no_seed_gives_them(
    name: str, seeds: list[bool], written_out: list[bool]
) -> None:
    """Of arranged shoes, and of shoes made in mid-round; whole shoes of a seed name it alone."""
    shoes = [line for line in plain_lines(journal_of(name)) if line.kind == "shoe"]
    assert [line.fields["commitment"] is not None for line in shoes] == seeds
    assert ["cards" in line.fields for line in shoes] == written_out


def test_a_shoe_has_a_seed_of_its_own() -> None:
    """It follows from the table's seed and the number of the shoe, and its part."""
    for name, seed, shoes in (
        ("six_deck_s17", 7, [(1, 0), (2, 0)]),
        ("educative", 11, [(1, 0), (1, 1)]),
    ):
        lines = [line for line in plain_lines(journal_of(name)) if line.kind == "reveal"]
        assert [line.text("seed") for line in lines] == [
            plain_seed(seed, *each).hex() for each in shoes
        ]


def test_a_secret_that_is_kept_apart_stands_nowhere() -> None:
    """Its commitment does, in the header; the seeds of shoes are revealed all the same."""
    sinks = [BytesIO(), BytesIO()]
    for sink, secret_apart in zip(sinks, (False, True), strict=True):
        journal = Journal(sink, secret_apart=secret_apart)
        table = Table(Rules.preset("spring"), seats=["Ann"], seed=SECRET, recorder=journal)
        for _ in range(3):
            play_round(table)
        table.close()
    whole, apart = (plain_lines(sink.getvalue()) for sink in sinks)
    assert SECRET.hex().encode() not in sinks[1].getvalue()
    assert (whole[0].fields["seed"], apart[0].fields["seed"]) == (SECRET.hex(), None)
    assert whole[0].fields["commitment"] == apart[0].fields["commitment"]
    assert [line.fields for line in whole if line.kind == "reveal"] == [
        line.fields for line in apart if line.kind == "reveal"
    ]


@every_scenario
def test_balances_are_opening_chips_and_what_hands_brought(name: str) -> None:
    """Each round's first line follows from the last line of the one before, and no chip is lost."""
    lines = plain_lines(journal_of(name))
    balances = [number_in(seat, "balance") if seat["balance"] else 0 for seat in seats_of(lines)]
    house = -sum(balances)
    opening = house
    for line in lines:
        if line.kind in {"join", "leave", "deposit", "withdraw", "award", "charge"}:
            named = number_in(line.fields, "balance") if line.fields["balance"] else 0
            if line.kind == "leave":
                assert balances[line.count("seat")] == named
            amount = {"deposit": 1, "withdraw": -1, "award": 1, "charge": -1}.get(line.kind, 0)
            if amount:
                moved = amount * line.count("amount")
                assert balances[line.count("seat")] + moved == named
                house -= moved if "reason" in line.fields else 0
            balances[line.count("seat")] = 0 if line.kind == "leave" else named
        if line.kind in {"round", "trailer"}:
            assert line.counts("balances") == balances
            assert line.count("house") == house - opening
        if line.kind == "end":
            for hand in line.objects("hands"):
                net = number_in(hand, "net") + number_in(hand, "insurance_net")
                balances[number_in(hand, "seat")] += net
                house -= net
            for bet in line.objects("side_bets") if "side_bets" in line.fields else ():
                balances[number_in(bet, "seat")] += number_in(bet, "net")
                house -= number_in(bet, "net")


def seats_of(lines: list[Line]) -> list[dict[str, object]]:
    """Return the seats that a header names."""
    empty: dict[str, object] = {"name": "", "balance": 0}
    return [cast("dict[str, object]", seat or empty) for seat in lines[0].items("seats")]


@every_scenario
def test_moves_lead_from_state_to_state(name: str) -> None:
    """The names in moves are rows of the table, each leaving the state that the last entered."""
    rows = {row.name: row for row in TABLE}
    phase = Phase.BETTING
    for line in plain_lines(journal_of(name)):
        if line.kind not in {"round", "event"}:
            continue
        word = "open" if line.kind == "round" else line.text("event")
        names = [move for move in line.texts("moves") if move in rows]
        assert [rows[each].event for each in names[1:]] == [None] * (len(names) - 1)
        said = rows[names[0]].event
        assert said is not None
        assert said.value == word
        for each in names:
            assert rows[each].source is phase
            phase = rows[each].destination


@every_scenario
def test_moves_are_rows_cards_and_marks_of_shoes(name: str) -> None:
    """Nothing else stands in them; a mark names the shoe whose line stands right before."""
    rows = {row.name for row in TABLE}
    announced: list[str] = []
    for line in plain_lines(journal_of(name))[2:]:
        if line.kind == "shoe":
            announced.append(f"shoe {line.text('shoe')}")
        if line.kind in {"round", "event"}:
            moves = line.texts("moves")
            others = [move for move in moves if move not in rows and not CARD.fullmatch(move)]
            assert others == announced
            announced.clear()


@every_scenario
def test_cards_come_from_the_shoe_in_its_order(name: str) -> None:
    """The cards in a round's moves are those that its shoes lose; a hole card is named twice."""
    lines = plain_lines(journal_of(name))
    shoes = {line.text("shoe"): line for line in lines if line.kind == "shoe"}
    left: list[str] = []
    again = 0
    for line in lines:
        if line.kind == "round":
            order = order_of(shoes[line.text("shoe")], lines)
            left, again = [card.code for card in order[line.count("position") :]], 0
        for move in line.texts("moves") if line.kind == "event" else []:
            if SHOE_MARK.fullmatch(move):
                assert not left
                left = begun_in_mid_round(shoes[move.removeprefix("shoe ")], lines)
            elif CARD.fullmatch(move):
                again += move not in left[:1]
                left = left if move not in left[:1] else left[1:]
        assert again <= 1


def begun_in_mid_round(line: Line, lines: list[Line]) -> list[str]:
    """Return the cards of a shoe after those that are burned; of an arranged one, none is."""
    order = order_of(line, lines)
    burned = 0 if line.fields["commitment"] is None else min(rules_of(lines).burn, len(order) - 1)
    return [card.code for card in order[burned:]]


@every_scenario
def test_a_round_begins_where_the_last_one_left_the_shoe(name: str) -> None:
    """Between two rounds no card is drawn, and only the opening of a round changes the shoe."""
    shoe, position, last = "", 0, 0
    for line in plain_lines(journal_of(name)):
        if line.kind == "shoe":
            shoe, position = line.text("shoe"), line.count("position")
        if line.kind == "round":
            assert line.count("round") == last + 1
            assert line.text("shoe") == shoe
            assert line.count("position") >= position
            last = line.count("round")


def test_the_last_line_of_a_round_tells_what_became_of_every_hand() -> None:
    """Seat, hand, stake, outcome and net are those of the table, insurance where there was one."""
    sink = BytesIO()
    table = Table(Rules(), seats=seated(Rules(), 5), seed=7, recorder=Journal(sink))
    insured = 0
    for _ in range(20):
        play_round(table)
        end = plain_lines(sink.getvalue())[-1]
        results = table.results()
        assert len(end.objects("hands")) == len(results)
        for hand, result in zip(end.objects("hands"), results, strict=True):
            insurance_minor = stake_of(table.round.seats[result.seat].hands[result.hand].insurance)
            due: dict[str, object] = {
                "seat": result.seat,
                "hand": result.hand,
                "bet": result.bet_minor,
                "outcome": result.outcome.value,
                "net": result.net_minor,
            }
            if insurance_minor:
                insured += 1
                due["insurance"] = insurance_minor
                due["insurance_net"] = result.insurance_net_minor
            assert list(hand.items()) == list(due.items())
    assert insured > 0


def test_balances_in_the_trailer_are_those_of_the_table() -> None:
    """The last line says with what everybody left."""
    sink = BytesIO()
    table = Table(Rules(), seats=seated(Rules(), 2, 50_000), seed=1, recorder=Journal(sink))
    for _ in range(5):
        play_round(table)
    table.close()
    trailer = plain_lines(sink.getvalue())[-1]
    assert trailer.counts("balances") == [seat.balance_minor for seat in table.round.seats]
    assert trailer.count("house") == table.house.balance_minor
    assert trailer.count("rounds") == 5


def test_a_name_is_written_as_it_is() -> None:
    """Letters of any script stand for themselves; quotes and control signs are escaped."""
    header = journal_of("broke_seats").splitlines()[0].decode()
    assert r'"name":"Zoë ♠ \"\\\n"' in header


def test_short_shoes_are_short() -> None:
    """The scenario of tiny shoes brings several in with one event, as its tests rely on."""
    letters = "".join(LETTERS[line.kind] for line in plain_lines(journal_of("tiny_arranged_shoes")))
    assert "SSE" in letters
    assert {len(tiny_order(number)) for number in range(9)} == {1, 2, 3}
