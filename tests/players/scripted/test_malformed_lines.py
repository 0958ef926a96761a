"""A malformed line of any kind gets an error line, and the next line is still served."""

import json
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players.scripted.settling import ORDINARY, kind_of, message_of, read
from tests.scale import scaled

from pitboss.teaching import ScriptedErrorKind, settle_line, settle_stream

ORDINARY_LINE = json.dumps(ORDINARY)
ORDINARY_ANSWER = settle_line(ORDINARY_LINE)
KINDS = {kind.value for kind in ScriptedErrorKind}
THOUSAND = settings(max_examples=scaled(1_000))
HUNDREDS = settings(max_examples=scaled(300))

# What JSON can hold, and two things that it cannot but that Python writes: NaN and infinity.
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
words = st.sampled_from(
    ["hit", "stand", "double", "split", "decline", "surrender", "even_money", "insure", "insure:7"]
)
ranks = st.sampled_from("A23456789TJQK")


def wrong(name: str, value: object) -> bool:
    """Say whether a value of a field can be no part of a round, whatever the other fields say."""
    match name, value:
        case "id", str():
            return any("\ud800" <= letter <= "\udfff" for letter in value)
        case "id", int():
            return isinstance(value, bool)
        case "bet", int():
            return isinstance(value, bool) or not 1 <= value <= 10**12
        case "cards" | "decisions", list():
            return True
        case "rules", {}:
            return bool(value)
        case _:
            return True


def answered_with_an_error(line: str | bytes) -> str:
    """Settle a line between two good ones, and return the kind of its error."""
    before, answer, after = settle_stream([ORDINARY_LINE, line, ORDINARY_LINE])
    assert before == after == ORDINARY_ANSWER
    assert "\n" not in answer
    settled = read(answer)
    assert set(settled) == {"id", "error"}
    assert message_of(settled)
    return kind_of(settled)


@HUNDREDS
@given(st.text() | st.binary())
def test_text_and_bytes_that_are_no_round_get_an_error(line: str | bytes) -> None:
    """Nothing that anybody types stops the stream."""
    assert answered_with_an_error(line) in {"bad_json", "bad_field"}


@HUNDREDS
@given(values)
def test_json_that_is_no_round_gets_an_error(value: object) -> None:
    """A line may be JSON and say nothing that can be settled."""
    assert answered_with_an_error(json.dumps(value)) in {"bad_json", "bad_field"}


@THOUSAND
@given(st.sampled_from(sorted(ORDINARY)), values)
def test_one_wrong_field_gets_an_error(name: str, value: object) -> None:
    """Everything else in the line is as it should be."""
    if not wrong(name, value):
        value = {"no": "field is like this"}
    kind = answered_with_an_error(json.dumps({**ORDINARY, name: value}))
    assert kind in KINDS


@HUNDREDS
@given(st.integers(0, len(ORDINARY_LINE) - 1), st.integers(0, len(ORDINARY_LINE) - 1))
def test_a_line_with_a_piece_cut_out_is_served(one: int, other: int) -> None:
    """Cut anywhere it is an error, or, rarely, another round that can be settled."""
    start, end = sorted((one, other))
    answer = settle_line(ORDINARY_LINE[:start] + ORDINARY_LINE[end + 1 :])
    assert {"error", "net"} & set(read(answer))


@HUNDREDS
@given(st.lists(ranks, max_size=12), st.lists(words | st.text(max_size=3), max_size=8))
def test_any_cards_and_any_words_are_served(cards: list[str], decisions: list[str]) -> None:
    """Every round is settled or refused for a reason of play."""
    settled = read(settle_line(json.dumps({**ORDINARY, "cards": cards, "decisions": decisions})))
    if "error" in settled:
        assert kind_of(settled).endswith(("_of_cards", "_decision", "_decisions"))
    else:
        assert settled["cards_used"] <= len(cards)


def test_every_kind_of_error_is_met_and_no_line_is_lost() -> None:
    """One stream of all kinds of faults, each between two good lines, in order."""
    faults: list[tuple[str, dict[str, object]]] = [
        ("bad_field", {"bet": "1000"}),
        ("bad_rules", {"rules": {"soft_17": "maybe"}}),
        ("bad_card", {"cards": ["T", "6", "9", "1"]}),
        ("out_of_cards", {"cards": ["T", "6", "9"]}),
        ("missing_decision", {"decisions": []}),
        ("illegal_decision", {"decisions": ["split"]}),
        ("unused_decisions", {"decisions": ["stand", "stand"]}),
    ]
    lines = ["not JSON at all"]
    lines += [json.dumps({**ORDINARY, **change}) for _kind, change in faults]
    lines = [text for line in lines * 125 for text in (line, ORDINARY_LINE)]
    answers = list(settle_stream(lines))
    assert answers[1::2] == [ORDINARY_ANSWER] * 1000
    kinds = Counter(kind_of(read(answer)) for answer in answers[::2])
    assert kinds == dict.fromkeys(KINDS, 125)
