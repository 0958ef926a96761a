"""Whatever the rules are, what was played can be played again."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules
from tests.replay.recorded import (
    any_answer,
    lines_of,
    play_on,
    play_round,
    recorded,
    resealed,
    seated,
    verdict_of,
)
from tests.scale import scaled

from pitboss import Journal, Rules, Table, resume
from pitboss.game.shoe import MAX_SEED
from pitboss.replay import VerdictKind, verify_round
from pitboss.rules.presets import PRESETS

BULK_ROUNDS = 300

seeds = st.integers(min_value=0, max_value=MAX_SEED)
balances = st.one_of(st.none(), st.integers(min_value=0, max_value=20_000))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.untraced
def test_hundreds_of_rounds_under_a_preset_match(name: str) -> None:
    """A full table, any legal play, and more than one shoe; also a round alone here and there."""
    rules = Rules.preset(name)
    data = recorded(rules, BULK_ROUNDS, seats=rules.max_seats, seed=31)
    verdict = verdict_of(data)
    assert (verdict.kind, verdict.rounds) == (VerdictKind.MATCH, BULK_ROUNDS)
    for number in (1, BULK_ROUNDS // 3, BULK_ROUNDS):
        assert verify_round(BytesIO(data), number).matches


@given(rules=valid_rules(), seats=st.integers(1, 7), seed=seeds, balance_minor=balances)
def test_rounds_under_any_rules_match(
    rules: Rules, seats: int, seed: int, balance_minor: int | None
) -> None:
    """Whole and round by round, with funds that end and funds that do not."""
    data = recorded(rules, 4, seats=seated(rules, seats, balance_minor), seed=seed)
    verdict = verdict_of(data)
    assert (verdict.kind, verdict.problem) == (VerdictKind.MATCH, "")
    assert resealed(lines_of(data)) == data
    for number in range(1, 5):
        assert verify_round(BytesIO(data), number).matches


@given(rules=valid_rules(), seats=st.integers(1, 7), seed=seeds, data=st.data())
@settings(max_examples=scaled(50, least=20))
def test_a_journal_under_any_rules_is_taken_up_where_it_stopped(
    rules: Rules, seats: int, seed: int, data: st.DataObject
) -> None:
    """Cut off at any byte after the first shoe, it is finished to the same bytes."""
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(rules, seats=seated(rules, seats), seed=seed, recorder=journal)
    for _ in range(3):
        play_round(table)
    table.close()
    due = sink.getvalue()
    lines = lines_of(due)
    cut = data.draw(st.integers(len(lines[0] + lines[1]), len(due) - len(lines[-1])))
    file = BytesIO(due[:cut])
    resumed = resume(file).table
    play_on(resumed, any_answer)
    while resumed.round.number < 3:
        play_round(resumed)
    resumed.close()
    assert lines_of(file.getvalue()) == lines
    assert verdict_of(file.getvalue()).matches


@given(
    rules=valid_rules(),
    seed=seeds,
    at=st.floats(min_value=0, max_value=1, exclude_max=True),
    bit=st.integers(0, 7),
)
def test_a_bit_turned_over_under_any_rules_is_seen(
    rules: Rules, seed: int, at: float, bit: int
) -> None:
    """Anywhere in the file."""
    changed = bytearray(recorded(rules, 2, seats=2, seed=seed))
    changed[int(at * len(changed))] ^= 1 << bit
    verdict = verdict_of(bytes(changed))
    assert verdict.kind is not VerdictKind.MATCH
    assert verdict.line_number is not None
