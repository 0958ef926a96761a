"""Every two option values that may stand together, in play.

PAIR_ROUNDS=2000 pytest -n auto tests/play/rule_play    plays so many rounds under each rule set

A few rule sets hold all pairs between them, see `tests.play.rule_play.covering`; so many rounds
under each of them are at least so many with each pair.
"""

import os
from functools import cache
from itertools import combinations

import pytest
from tests.play.rule_play.bulk import play_until_all_taken, play_watched
from tests.play.rule_play.covering import (
    Pair,
    allowed_pairs,
    covering_rules,
    refused_pairs,
    value_of,
)
from tests.scale import scaled
from tests.tools.refused_pairs import text_of

from pitboss.errors import RulesError
from pitboss.machine.transition_table import rows_kept
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS

ROUNDS = int(os.environ.get("PAIR_ROUNDS", str(scaled(200, least=25))))
PARTS = 8


@cache
def rule_sets() -> tuple[Rules, ...]:
    """Make the rule sets once for all tests."""
    return tuple(covering_rules())


def written(pair: Pair) -> frozenset[tuple[str, str]]:
    """Write a pair of values down as they stand in a rule file."""
    return frozenset((choice[0], text_of(choice[0], value_of(choice))) for choice in pair)


def pairs_of(rules: Rules) -> set[frozenset[tuple[str, str]]]:
    """Return every two values of a rule set, as they stand in a rule file."""
    values = [(name, text_of(name, getattr(rules, name))) for name in OPTIONS]
    return {frozenset(pair) for pair in combinations(values, 2)}


def test_the_rule_sets_hold_every_pair_that_is_not_refused() -> None:
    """Every two values stand in some rule set, except those that no table can have."""
    held = set[frozenset[tuple[str, str]]]().union(*(pairs_of(rules) for rules in rule_sets()))
    assert {written(pair) for pair in allowed_pairs()} <= held
    assert not held & {written(pair) for pair in refused_pairs()}


def test_the_pairs_that_are_left_out_are_refused() -> None:
    """No pair is left out for another reason than that the engine refuses it."""
    for pair in refused_pairs():
        with pytest.raises(RulesError):
            Rules.of(**{choice[0]: value_of(choice) for choice in pair})


@pytest.mark.parametrize("part", range(PARTS))
def test_every_pair_of_values_plays(part: int) -> None:
    """Chips, cards and the journal hold after random rounds; the rows taken are those kept.

    Where a row was not taken, more rounds are played until it is.
    """
    for number, rules in list(enumerate(rule_sets()))[part::PARTS]:
        kept = {row.name for row in rows_kept(rules)}
        played = play_until_all_taken(rules, kept, ROUNDS, f"pair {number}")
        assert played.dealt >= ROUNDS, rules
        assert set(played.rows) == kept, rules


def test_at_a_table_that_takes_no_bet_everybody_sits_out() -> None:
    """Where the only bet would make a fraction, there is nothing else to do."""
    rules = Rules.of(bet_min=99, bet_max=99, rounding="exact")
    played = play_watched(rules, ROUNDS, "idle")
    assert set(played.rows) == {row.name for row in rows_kept(rules)}
    assert set(played.rows) == {"betting-open", "betting-sit_out"}
    assert played.opened >= ROUNDS
