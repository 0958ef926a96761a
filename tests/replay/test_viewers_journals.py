"""A viewer's journal is played again: what it shows must come out, and what it hides is listed."""

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import Any

import orjson
import pytest
from tests.replay.recorded import (
    any_answer,
    lines_of,
    play_round,
    recorded,
    resealed,
    verdict_of,
)
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss import Event, Offer, Question
from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Journal
from pitboss.replay import NoSuchRoundError, VerdictKind, verify_round, viewer_journal
from pitboss.replay.viewer_shoes import Laying
from pitboss.rules import Rules
from pitboss.table import SeatPlan, Table
from pitboss.table.shoes import ArrangedShoes, parse_cards

Record = dict[str, Any]


@lru_cache
def shared(name: str, seat: int | None) -> bytes:
    """Return the journal of a scenario as a viewer may know it."""
    return b"".join(viewer_journal(BytesIO(journal_of(name)), seat))


def records_of(name: str, seat: int | None) -> list[Record]:
    """Return its lines."""
    return [orjson.loads(line) for line in lines_of(shared(name, seat))]


def written(records: list[Record]) -> bytes:
    """Return lines as a journal, with digests that hold."""
    return resealed([orjson.dumps(each) + b"\n" for each in records])


def seats_of(name: str) -> range:
    """Return the numbers of the seats of a scenario."""
    return range(len(orjson.loads(lines_of(journal_of(name))[0])["seats"]))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_viewers_journal_is_consistent_as_it_was_written(name: str) -> None:
    """For the public and for each seat, whatever shoes come in, in any round."""
    for seat in (None, *seats_of(name)):
        data = shared(name, seat)
        verdict = verdict_of(data)
        assert (verdict.kind, verdict.problem) == (VerdictKind.CONSISTENT, "")
        assert verdict.rounds == SCENARIOS[name].rounds
        assert verdict.lines == len(lines_of(data))
        assert verdict.exit_code == 5
        assert not verdict.matches


def test_a_round_of_it_is_played_with_those_before_it() -> None:
    """Nothing in its lines says where the round began; one that is not there is named."""
    data = shared("six_deck_s17", 1)
    verdict = verify_round(BytesIO(data), 3)
    assert (verdict.kind, verdict.rounds) == (VerdictKind.CONSISTENT, 3)
    with pytest.raises(NoSuchRoundError, match="no round 21"):
        verify_round(BytesIO(data), 21)
    lines = lines_of(data)
    end = [at for at, line in enumerate(lines) if b'"line":"end"' in line][1]
    verdict = verify_round(BytesIO(b"".join(lines[:end])), 2)
    assert (verdict.kind, verdict.problem) == (VerdictKind.INCOMPLETE, "round 2 is not finished")


def test_one_that_is_cut_off_anywhere_is_incomplete() -> None:
    """All its whole lines come out the same, in the middle of a round, too."""
    for name in ("educative", "seeds_committed_to"):
        lines = lines_of(shared(name, 0))
        for count in range(2, len(lines)):
            verdict = verdict_of(b"".join(lines[:count]))
            assert verdict.kind is VerdictKind.INCOMPLETE, (name, count, verdict)


def test_what_stays_hidden_is_listed() -> None:
    """What the viewer may not know, and the shoes that nobody revealed."""
    hidden = verdict_of(shared("host_lines", 1)).hidden
    assert hidden[0] == "the chips of seat 0, and the ids of commands from these seats"
    assert "what the host wrote in 15 lines" in hidden
    assert not any("order of" in each for each in hidden)
    arranged = verdict_of(shared("tiny_arranged_shoes", None)).hidden
    assert any(each.startswith("the order of ") for each in arranged)
    assert not any("secret" in each for each in arranged)
    assert not any("chips" in each for each in verdict_of(shared("shoe_for_every_round", 0)).hidden)
    cut = lines_of(shared("six_deck_s17", None))[:100]
    unseen = verdict_of(b"".join(cut)).hidden
    assert any("hole cards that were never turned" in each for each in unseen)


# Each changes the lines of a viewer's journal.


def first(records: list[Record], kind: str, skip: int = 0, **having: object) -> Record:
    """Return a line of a kind."""
    found = [
        each
        for each in records
        if each["line"] == kind and all(each.get(name) == value for name, value in having.items())
    ]
    return found[skip]


Edit = Callable[[list[Record]], object]


def put(kind: str, field: str, value: object, skip: int = 0, **having: object) -> Edit:
    """Write another value into a field."""
    return lambda records: first(records, kind, skip, **having).update({field: value})


def more(kind: str, field: str, skip: int = 0, **having: object) -> Edit:
    """Add one to a field."""

    def edit(records: list[Record]) -> None:
        first(records, kind, skip, **having)[field] += 1

    return edit


def drop(kind: str, skip: int = 0, **having: object) -> Edit:
    """Leave a line out, and number those behind it anew."""

    def edit(records: list[Record]) -> None:
        records.remove(first(records, kind, skip, **having))
        numbered(records)

    return edit


def numbered(records: list[Record]) -> None:
    """Number lines as they stand."""
    for seq, each in enumerate(records):
        each["seq"] = seq
    records[-1]["lines"] = len(records)


def twice(records: list[Record]) -> None:
    """Let a seat answer twice."""
    stood = first(records, "event", event="stand")
    records.insert(records.index(stood), {**stood})
    numbered(records)


def exchanged(records: list[Record]) -> None:
    """Let two answers come in the other order."""
    at = records.index(first(records, "event", event="bet"))
    records[at], records[at + 1] = records[at + 1], records[at]
    numbered(records)


def card(row: str, place: int, skip: int = 0) -> Edit:
    """Name another card behind a row."""

    def edit(records: list[Record]) -> None:
        moves = [each["moves"] for each in records if row in each.get("moves", ())][skip]
        at = moves.index(row) + place
        assert len(moves[at]) == 2
        moves[at] = next(code for code in ("3c", "4d") if code != moves[at])

    return edit


def suit(row: str, place: int) -> Edit:
    """Name a card of another suit behind a row."""

    def edit(records: list[Record]) -> None:
        moves = next(each["moves"] for each in records if row in each.get("moves", ()))
        at = moves.index(row) + place
        moves[at] = moves[at][0] + ("c" if moves[at][1] != "c" else "d")

    return edit


def row(old: str, new: str | None) -> Edit:
    """Name another row, or none."""

    def edit(records: list[Record]) -> None:
        moves = next(each["moves"] for each in records if old in each.get("moves", ()))
        at = moves.index(old)
        moves[at : at + 1] = [] if new is None else [new]

    return edit


def hand(field: str, value: object, skip: int = 0) -> Edit:
    """Write something else of a hand into the end of a round."""
    return lambda records: first(records, "end", skip)["hands"][0].update({field: value})


def other_balance(kind: str, seat: int, value: object) -> Edit:
    """Write something else in the place of the chips of a seat."""

    def edit(records: list[Record]) -> None:
        first(records, kind)["balances"][seat] = value

    return edit


def seat_of_header(field: str, value: object, seat: int = 0) -> Edit:
    """Write something else of a seat into the header."""
    return lambda records: records[0]["seats"][seat].update({field: value})


def rule(name: str, value: object) -> Edit:
    """Write another rule."""
    return lambda records: records[0]["rules"].update({name: value})


def early(records: list[Record]) -> None:
    """Reveal a shoe while it is in use."""
    reveal = first(records, "reveal")
    records.remove(reveal)
    records.insert(records.index(first(records, "round", 1)), reveal)
    numbered(records)


def order(records: list[Record]) -> None:
    """Write the fields of a line in another order."""
    at = records.index(first(records, "end"))
    records[at] = {"line": "end", **records[at]}


SIX, CHANGE, SEEDS = ("six_deck_s17", 0), ("seats_change", 0), ("seeds_committed_to", 0)
EDUCATIVE = "educative", 0
OTHER = "0" * 64


def window(records: list[Record]) -> None:
    """Let the cut card lie elsewhere by the rules."""
    header = records[0]
    header["rules"]["cut_card"] = "150..200"
    header["rules_digest"] = Rules.from_dict(header["rules"]).digest


def marked(records: list[Record]) -> None:
    """Leave a shoe out, and where it came in."""
    row("shoe 1.1", None)(records)
    drop("shoe", 1)(records)


CHANGES: dict[str, tuple[tuple[str, int], Edit]] = {
    "header: a rule": (SIX, rule("decks", 5)),
    "header: the digest of the rules": (SIX, put("journal", "rules_digest", OTHER)),
    "header: a commitment that nobody could try": (SIX, put("journal", "commitment", OTHER)),
    "header: no commitment": (SIX, put("journal", "commitment", None)),
    "header: the viewer's chips": (CHANGE, seat_of_header("balance", 60_001)),
    "header: another's chips": (SIX, seat_of_header("balance", 5, seat=1)),
    "header: a further seat": (SIX, lambda records: records[0]["seats"].append(None)),
    "header: for whom it is": (SIX, put("journal", "viewer", {"seat": 9})),
    "header: where the cut card may lie": (SIX, window),
    "header: its seal": (SIX, put("journal", "seal", "x")),
    "shoe: its name": (SIX, put("shoe", "shoe", "2")),
    "shoe: its commitment": (SIX, put("shoe", "commitment", f"not secret {OTHER}")),
    "shoe: no commitment": (SIX, put("shoe", "commitment", None, 1)),
    "shoe: what is not a commitment": (SIX, put("shoe", "commitment", OTHER)),
    "shoe: its position": (SIX, more("shoe", "position")),
    "shoe: seeds of seats": (SEEDS, put("shoe", "client_seeds", ["", "", OTHER], 1)),
    "shoe: left out": (SIX, drop("shoe", 1)),
    "shoe: left out with its mark": (EDUCATIVE, marked),
    "reveal: the seed": (SIX, put("reveal", "seed", OTHER)),
    "reveal: of another shoe": (SIX, put("reveal", "shoe", "7")),
    "reveal: left out": (SIX, drop("reveal")),
    "reveal: left out in mid-round": (EDUCATIVE, drop("reveal")),
    "reveal: no seed, in mid-round": (EDUCATIVE, put("reveal", "seed", "x")),
    "reveal: too early": (SIX, early),
    "round: its number": (SIX, more("round", "round", 2)),
    "round: the shoe": (SIX, put("round", "shoe", "3", 2)),
    "round: the position": (SIX, more("round", "position", 2)),
    "round: the viewer's chips": (SIX, other_balance("round", 0, -1)),
    "round: another's chips": (SIX, other_balance("round", 1, 7)),
    "round: who sits there": (SIX, put("round", "seats", [None] * 5)),
    "round: what is hidden": (SIX, put("round", "house", 0)),
    "event: another answer": (SIX, put("event", "event", "hit", event="stand")),
    "event: another seat": (SIX, more("event", "seat", event="stand")),
    "event: another hand": (SIX, more("event", "hand", event="stand")),
    "event: a double of a hand that is not there": (SIX, put("event", "hand", 9, event="double")),
    "event: another stake": (SIX, more("event", "amount", seat=1, event="bet")),
    "event: left out": (SIX, drop("event", event="stand")),
    "event: doubled": (SIX, twice),
    "event: out of its order": (SIX, exchanged),
    "event: an unknown field": (SIX, put("event", "extra", 1)),
    "moves: a first card": (SIX, card("betting-deal", 2)),
    "moves: the suit of a first card": (SIX, suit("betting-deal", 2)),
    "moves: the up card": (SIX, card("betting-deal", 6)),
    "moves: a card that was drawn": (SIX, card("filling-hit", 1)),
    "moves: a card of the dealer": (SIX, card("dealer-draw", 1)),
    "moves: the suit of the hole card": (SIX, suit("dealer-hole_card", 1)),
    "moves: a row": (SIX, row("dealer-settle", "dealer-shows")),
    "moves: a row left out": (SIX, row("dealt-fill", None)),
    "moves: a shoe left out": (EDUCATIVE, row("shoe 1.1", None)),
    "end: an outcome": (SIX, hand("outcome", "void")),
    "end: a payment": (SIX, hand("net", 12_345)),
    "end: a stake": (SIX, hand("bet", 1)),
    "end: a hand left out": (SIX, lambda records: first(records, "end")["hands"].pop()),
    "end: its fields in another order": (SIX, order),
    "end: its seal": (SIX, put("end", "seal", OTHER[1:])),
    "end: left out": (SIX, drop("end")),
    "change: the viewer's deposit": (CHANGE, more("deposit", "amount")),
    "change: the viewer's balance": (CHANGE, more("deposit", "balance")),
    "change: another's balance": (CHANGE, put("leave", "balance", 0)),
    "change: left out": (CHANGE, drop("away")),
    "change: a seat that is not there": (CHANGE, put("leave", "seat", 9)),
    "seeds: a commitment": (SEEDS, put("commit_seed", "commitment", OTHER, 1)),
    "seeds: an opening": (SEEDS, put("open_seed", "client_seed", OTHER)),
    "seeds: the closing left out": (SEEDS, drop("close_seeds")),
    "trailer: the rounds": (SIX, more("trailer", "rounds")),
    "trailer: the lines": (SIX, more("trailer", "lines")),
    "trailer: the viewer's chips": (SIX, other_balance("trailer", 0, 0)),
    "host: what it wrote": (("host_lines", 0), put("host", "host", {})),
    "a number": (SIX, more("event", "seq")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_what_is_shown_is_found(change: str) -> None:
    """Also under digests that hold; without them, the file is damaged."""
    (name, seat), edit = CHANGES[change]
    records = records_of(name, seat)
    edit(records)
    data = written(records)
    assert data != shared(name, seat)
    verdict = verdict_of(data)
    assert verdict.kind in {VerdictKind.DIVERGED, VerdictKind.DAMAGED}
    assert verdict.line_number is not None
    if records[0] == records_of(name, seat)[0]:
        assert verdict.kind is VerdictKind.DIVERGED
        unsealed = b"".join(orjson.dumps(each) + b"\n" for each in records)
        assert verdict_of(unsealed).kind is VerdictKind.DAMAGED


UNSEEN: dict[str, tuple[tuple[str, int], Edit]] = {
    "who spoke for a seat": (SIX, put("event", "by", "clock", event="stand")),
    "the name of a seat": (SIX, seat_of_header("name", "Zed", seat=1)),
    "a commitment to another's chips": (SIX, other_balance("round", 1, OTHER)),
    "a seal": (SIX, put("end", "seal", OTHER)),
    "a line of the host": (("host_lines", 0), drop("host")),
    "the version of the engine": (SIX, put("journal", "engine", "9.9.9")),
}


@pytest.mark.parametrize("change", UNSEEN)
def test_what_nothing_else_depends_on_may_be_anything(change: str) -> None:
    """Of an auditor's journal it would be the same, or it is listed as hidden."""
    (name, seat), edit = UNSEEN[change]
    records = records_of(name, seat)
    edit(records)
    assert verdict_of(written(ordered(records))).kind is VerdictKind.CONSISTENT


def ordered(records: list[Record]) -> list[Record]:
    """Return lines of which `moves` come last in an answer."""
    for each in records:
        if each["line"] == "event":
            each["moves"] = each.pop("moves")
    return records


def consistent(data: bytes, seat: int | None = 0) -> list[Record]:
    """Return the lines of a viewer's journal, which is consistent."""
    lines = [*viewer_journal(BytesIO(data), seat)]
    assert verdict_of(b"".join(lines)).kind is VerdictKind.CONSISTENT
    return [orjson.loads(line) for line in lines]


def test_a_natural_that_was_looked_at_and_kept_quiet_is_found() -> None:
    """The dealer looked beside an ace that was named in place of a ten."""
    records = consistent(recorded(Rules.of(decks=1, insurance="off"), 1, seats=1, seed=15))
    moves = first(records, "event")["moves"]
    assert moves[3][0] in "TJQK"
    moves[3] = f"A{moves[3][1]}"
    assert "has other cards" in verdict_of(written(records)).problem


def test_a_shoe_may_be_made_while_a_card_that_nobody_sees_lies_on_the_table() -> None:
    """It is known which, when the shoe is revealed from which that came."""
    rules = Rules.of(decks=1, shuffle="when_empty")
    consistent(recorded(rules, 10, seats=3, seed=6))


@pytest.mark.parametrize("cards", ["8c9dTh", "8c9dThTs", "8c9d"])
def test_the_hole_card_lies_in_the_shoe_from_which_it_was_drawn(cards: str) -> None:
    """The last of one or the first of the next, as that says how many cards left it."""
    order = parse_cards(cards), parse_cards("7h6d5s"), CARDS
    for rules in (Rules(), Rules.of(deal="blocks"), Rules.of(up_card="second")):
        for answer in (any_answer, standing):
            shoes = ArrangedShoes(order)
            consistent(recorded(rules, 2, seats=1, seed=None, shoes=shoes, answer=answer))


def standing(table: Table, offer: Offer) -> Event:
    """Bet, and stand."""
    if offer.question is Question.BET:
        return any_answer(table, offer)
    return offer.stand() if offer.question is Question.PLAY else offer.decline()


def test_no_shoe_comes_without_a_line_that_names_it() -> None:
    """Neither a whole one, nor one in mid-round when all cards lie on the table."""
    laying = Laying(Rules(), None, None)
    with pytest.raises(ShoeError, match="no line"):
        laying.source().fresh(1)
    seeded = Laying(Rules.of(decks=1), 0, None).source()
    assert seeded.remade(1, 1, CARDS) is None
    with pytest.raises(ShoeError, match="no line"):
        seeded.remade(1, 1, CARDS[1:])


def test_funds_without_limit_show_in_no_line_of_a_round() -> None:
    """Who sits there as in the header, but for that, is not named again."""
    sink = BytesIO()
    table = Table(seats=[SeatPlan("Ann"), SeatPlan("Bo", 5_000)], seed=1, recorder=Journal(sink))
    table.change(SeatChange.leave(1))
    table.change(SeatChange.join(1, "Bo"))
    play_round(table)
    table.close()
    assert "seats" in orjson.loads(lines_of(sink.getvalue())[4])
    for seat in (0, None):
        assert "seats" not in first(consistent(sink.getvalue(), seat), "round")
    assert "seats" in first(consistent(sink.getvalue(), 1), "round")
