"""What a line says, and what comes back for it."""

import json
from collections.abc import Iterator

import pytest
from tests.players.scripted.settling import (
    ORDINARY,
    kind_of,
    line_with,
    line_without,
    message_of,
    nets,
    read,
    settle,
)

from pitboss.machine import flags
from pitboss.rules import Rules
from pitboss.teaching import MAX_DECISIONS, MAX_LINE_LENGTH, settle_line, settle_stream


def test_a_round_is_settled_as_the_format_says() -> None:
    """Every field, in its order."""
    assert settle_line(json.dumps(ORDINARY)) == (
        '{"id": "a", "net": 1000, "insurance_net": 0, "hands": [{"seat": 0, "cards": ["T", "9"], '
        '"bet": 1000, "net": 1000, "outcome": "win"}], "dealer": ["6", "T", "9"], "cards_used": 5}'
    )


def test_an_error_has_an_id_a_kind_and_a_message() -> None:
    """And nothing else."""
    settled = read(settle_line(line_with(bet=0)))
    assert set(settled) == {"id", "error"}
    assert settled["id"] == "a"
    assert kind_of(settled) == "bad_field"
    assert "bet_min = 1" in message_of(settled)


def test_bytes_are_read_as_utf_8() -> None:
    """The id comes back as it was."""
    line = json.dumps({**ORDINARY, "id": "Zürich"}, ensure_ascii=False).encode("utf-8")
    assert read(settle_line(line))["id"] == "Zürich"
    assert kind_of(read(settle_line(line.decode("utf-8").encode("latin-1")))) == "bad_json"


def test_cards_come_back_as_they_were_given() -> None:
    """A rank stays a rank beside the same rank with a suit."""
    settled = settle("T Td Th T", "decline stand")
    assert settled["hands"][0]["cards"] == ["T", "Th"]
    assert settled["dealer"] == ["Td", "T"]


def test_a_pair_is_a_pair_whether_suits_are_given_or_not() -> None:
    """Two ranks, one of them with a suit, may be split by rank."""
    settled = settle("8 6 8h T 2 T 3 T 9", "split stand stand", rules={"split": "rank"})
    assert [hand["cards"] for hand in settled["hands"]] == [["8", "2"], ["8h", "T"]]


def test_spare_cards_are_no_error_and_are_not_counted() -> None:
    """Only those drawn are used."""
    assert settle("T 6 9 T 9 2 2 2", "stand")["cards_used"] == 5


def test_cards_are_not_held_against_the_decks() -> None:
    """Five cards of one rank and suit come out of one deck."""
    settled = settle("Ts Ts Ts Ts Ts", "decline stand", rules={"decks": 1})
    assert nets(settled) == [(0, "push")]


def test_nothing_is_burned() -> None:
    """The cards are given as they are drawn."""
    assert settle("T 6 9 T 9", "stand", rules={"burn": 5}) == settle("T 6 9 T 9", "stand")


@pytest.mark.parametrize(
    ("rules", "dealer"), [({}, ["5", "6"]), ({"up_card": "second"}, ["5", "6"])]
)
def test_a_hole_card_that_was_never_turned_is_listed_where_it_was_drawn(
    rules: dict[str, object], dealer: list[str]
) -> None:
    """All hands are bust, and the dealer shows nothing more."""
    assert settle("T 5 6 6 T", "hit", rules=rules)["dealer"] == dealer


def test_without_a_hole_card_the_dealer_has_drawn_one() -> None:
    """The second is drawn only when it is needed."""
    settled = settle("T 5 6 T", "hit", rules={"hole_card": "none"})
    assert (settled["dealer"], settled["cards_used"]) == (["5"], 4)


def test_several_seats_stand_in_their_order_and_a_split_hand_after_its_parent() -> None:
    """Each hand names its seat."""
    settled = settle("8 T 6 8 9 T 3 T T T", "split hit stand stand", bets=[1000, 500])
    assert [(hand["seat"], hand["cards"]) for hand in settled["hands"]] == [
        (0, ["8", "3", "T"]),
        (0, ["8", "T"]),
        (1, ["T", "9"]),
    ]
    assert settled["net"] == 2500


@pytest.mark.parametrize("bust_settles", ["at_once", "at_end"])
@pytest.mark.parametrize("dealer_draws", ["if_live_hand", "always"])
@pytest.mark.parametrize(
    ("takes", "due"), [("original", [-1000, 0]), ("original_and_busted", [-1000, -1000])]
)
def test_busts_under_a_natural_found_late_cost_the_same_in_company(
    takes: str, due: list[int], dealer_draws: str, bust_settles: str
) -> None:
    """Eights split against a ten, both bust, and an ace comes: alone, and beside a live seat."""
    rules: dict[str, object] = {
        "preset": "european_original",
        "dealer_blackjack_takes": takes,
        "dealer_draws": dealer_draws,
        "bust_settles": bust_settles,
    }
    alone = settle("8 T 8 T T T T A", "split hit hit", rules=rules)
    bets = [1000, 1000]
    beside = settle("8 T T 8 9 T T T T A", "split hit hit stand", bets=bets, rules=rules)
    lost = [(net, "bust") for net in due]
    assert nets(alone) == lost
    assert nets(beside) == [*lost, (-1000, "loss")]


def test_the_net_counts_hands_and_insurance() -> None:
    """The ante is lost, the insurance is won."""
    settled = settle("T A 9 T", "insure")
    assert (settled["net"], settled["insurance_net"]) == (0, 1000)
    assert nets(settled) == [(-1000, "loss")]


def test_balances_limit_what_is_offered() -> None:
    """Without any, funds are unlimited; with one, a split must be covered."""
    assert kind_of(settle("8 6 8 T 2 3 T T T", "split stand stand")) == "none"
    short = settle("8 6 8 T 9", "split stand", balances=[1999])
    assert kind_of(short) == "illegal_decision"
    assert nets(settle("8 6 8 T 9", "stand", balances=[1999])) == [(1000, "win")]


def test_without_rules_the_default_table_is_played() -> None:
    """An empty object and none at all are the same."""
    bare = read(settle_line(line_without("rules")))
    assert bare == read(settle_line(line_with(rules={})))
    assert bare == read(settle_line(line_with(rules={"preset": "six_deck_s17"})))


def test_decisions_may_be_left_out_where_none_is_asked() -> None:
    """A natural plays itself."""
    line = json.dumps({"id": "a", "bet": 1000, "cards": ["A", "6", "T", "T"]})
    assert nets(read(settle_line(line))) == [(1500, "natural")]


def test_rules_may_list_side_bets_and_bonuses() -> None:
    """No side bet is placed, and a bonus is paid."""
    own: dict[str, object] = {
        "decided_by": "first_two",
        "name": "own",
        "title": "Own",
        "source": "ours",
    }
    own["classes"] = [{"name": "pair", "title": "Pair", "pays": "9:1", "same_rank": True}]
    settled = settle(
        "Ah 6 Th T",
        rules={"side_bets": ["21+3", own], "bonuses": ["suited_natural"]},
    )
    assert nets(settled) == [(2000, "natural")]


def test_a_refused_balance_speaks_of_nothing_that_is_no_json() -> None:
    """What Python calls None is left out in JSON."""
    message = message_of(settle("T 6 9 T 9", "stand", balances=[-1]))
    assert "or leave them out for unlimited funds" in message
    assert "None" not in message


def test_a_whole_number_may_be_an_id() -> None:
    """It comes back as a number."""
    assert read(settle_line(line_with(id=7)))["id"] == 7


def test_the_greatest_amounts_stay_whole() -> None:
    """Seven insured seats win a thousand times as much; nobody may stake more."""
    rules = {"insurance_amount": "up_to_balance", "insurance_pays": "1000:1"}
    most = 10**12
    settled = settle(
        "T T T T T T T A 9 9 9 9 9 9 9 T",
        " ".join([f"insure:{most}"] * 7),
        bets=[most] * 7,
        rules=rules,
    )
    assert settled["insurance_net"] == 7_000 * most
    assert settled["net"] == 7_000 * most - 7 * most


def test_a_table_without_money_settles_bets_of_nothing() -> None:
    """Every net is nothing, and the outcome counts."""
    settled = settle("A 9 K 5", bet=0, rules={"preset": "spring"})
    assert nets(settled) == [(0, "natural")]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("[]", "bad_json"),
        ("7", "bad_json"),
        ("null", "bad_json"),
        ("[" * 5000, "bad_json"),
        ("9" * 5000, "bad_json"),
        ('{"id": "a", "id": "b"}', "bad_json"),
        ('{"id": "a", "rules": {"decks": 1, "decks": 2}}', "bad_json"),
        ('{"id": "a", "bet": NaN}', "bad_json"),
        ('{"id": "a", "bet": -Infinity}', "bad_json"),
        ('{"id": "a"} {}', "bad_json"),
        ("\ufeff{}", "bad_json"),
        (" " * (MAX_LINE_LENGTH + 1), "bad_json"),
        (line_without("id"), "bad_field"),
        (line_with(id=None), "bad_field"),
        (line_with(id=True), "bad_field"),
        (line_with(id=1.5), "bad_field"),
        (line_with(id=["a"]), "bad_field"),
        (line_with(id="\ud800"), "bad_field"),
    ],
)
def test_where_the_id_cannot_be_read_it_is_null(line: str, kind: str) -> None:
    """The error is told all the same."""
    settled = read(settle_line(line))
    assert (settled["id"], kind_of(settled)) == (None, kind)


FAULTS: dict[str, dict[str, list[object]]] = {
    "bad_field": {
        "source": ["a book"],
        "bets": [[1000]],
        "bet": [None, "1000", 1e3, True, -1, 0, [1000], 10**12 + 1, 10**30, {}],
        "cards": [None, "T6", {}, ["T"] * 833],
        "decisions": [None, "stand", {}, [None], [1], ["hit"] * (MAX_DECISIONS + 1)],
        "rules": [None, "lott", [], 5],
        "balances": [None, 5000, [None], [5e3], [-1], [999], [10**17 + 1], [5000, 5000]],
    },
    "bad_rules": {
        "rules": [
            {"preset": "lot"},
            {"preset": None},
            {"preset": ["lott"]},
            {"soft17": "hit"},
            {"soft_17": "hits"},
            {"soft_17": {"hit": True}},
            {"decks": [6]},
            {"decks": 6.0},
            {"decks": True},
            {"decks": 0},
            {"insurance": "off", "even_money": True},
        ],
    },
    "bad_card": {
        "cards": [[""], ["10"], ["t"], ["TH"], ["Thh"], ["1"], ["X"], ["T", None], [9], [["T"]]]
    },
    "out_of_cards": {"cards": [[], ["T"], ["T", "6"], ["T", "6", "9"], ["T", "6", "9", "T"]]},
}
"""For each kind of error the values of a field that cause it."""


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (kind, name, value)
        for kind, fields in FAULTS.items()
        for name, values in fields.items()
        for value in values
    ],
)
def test_a_fault_behind_the_id_keeps_the_id(kind: str, name: str, value: object) -> None:
    """Each has its kind."""
    settled = read(settle_line(line_with(**{name: value})))
    assert (settled["id"], kind_of(settled)) == ("a", kind)


@pytest.mark.parametrize("name", ["bet", "cards"])
def test_a_field_without_which_there_is_no_round_must_be_there(name: str) -> None:
    """What is missing is named."""
    settled = read(settle_line(line_without(name)))
    assert kind_of(settled) == "bad_field"
    assert name in message_of(settled)


@pytest.mark.parametrize(
    "bets", [[], [1000] * 8, [1000, None], [1000, 1.5], [1000, True], {"0": 1000}, None]
)
def test_bets_must_be_whole_numbers_one_for_each_seat_there_is(bets: object) -> None:
    """A seat that sits out is simply not there."""
    assert kind_of(settle("T 6 9 T 9", "stand", bets=bets)) == "bad_field"


def test_all_reasons_against_rules_are_told_at_once() -> None:
    """Whoever wrote them mends them in one go."""
    message = message_of(settle("T", rules={"soft_17": "hits", "decks": 99, "spilt": "off"}))
    assert all(word in message for word in ("soft_17", "decks", "spilt"))


def test_a_long_fault_is_not_told_at_length() -> None:
    """A message stays short however long a card, a word or an option is."""
    endless = "x" * 60_000
    for settled in (
        settle(endless),
        settle("T 6 9 T 9", endless),
        settle("A 6 T T 9", endless),
        settle("T", rules={endless: 1}),
        settle("T", rules={"soft_17": endless}),
        settle("T", **{endless: 1}),
    ):
        assert len(message_of(settled)) < 300


def test_a_stream_answers_each_line_before_it_reads_the_next() -> None:
    """Whoever waits for an answer before asking again is not kept waiting."""
    read_so_far: list[str] = []

    def lines() -> Iterator[str]:
        for number in range(3):
            read_so_far.append(f"line {number}")
            yield line_with(id=number)

    for number, answer in enumerate(settle_stream(lines())):
        assert read(answer)["id"] == number
        assert len(read_so_far) == number + 1


@pytest.mark.pure
def test_lines_with_the_same_rules_have_them_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rules are read, and their flags are worked out, for the first line that has them."""
    read_texts: list[str] = []
    made: list[Rules] = []
    read_rules, make = Rules.from_json, flags.Flags

    def reading(text: str) -> Rules:
        read_texts.append(text)
        return read_rules(text)

    def making(rules: Rules) -> flags.Flags:
        made.append(rules)
        return make(rules)

    monkeypatch.setattr(Rules, "from_json", reading)
    monkeypatch.setattr(flags, "Flags", making)
    seldom = {"decks": 11, "burn": 19}
    for number in range(100):
        assert "error" not in read(settle_line(line_with(id=number, rules=seldom)))
    assert len(read_texts) == len(made) == 1
