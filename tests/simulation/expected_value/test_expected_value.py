"""The measurement of the house edge, in small: near the exact figures, and the engine's rounds."""

from statistics import stdev

import numpy as np
import pytest
from tests.tools.expected_value import measuring
from tests.tools.expected_value.measuring import (
    BET_MINOR,
    ROUNDS_IN_A_CHUNK,
    Estimate,
    Exact,
    house_won,
    measure,
    play_chunk,
    summed,
)
from tests.tools.expected_value.published import RuleSet, published

from pitboss import Rules, Table, play_round
from pitboss.players import ChartStrategy, published_chart

RULE_SETS = published()


def ignore(_rounds: int) -> None:
    """Hear of progress and say nothing."""


@pytest.mark.untraced
@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_a_short_run_comes_near_every_exact_figure(rule_set: RuleSet) -> None:
    """A million rounds of each: no house edge and no difference lies six standard errors off."""
    estimates = measure(rule_set, 1, 1, ignore)
    assert [estimate.name for estimate in estimates] == list(rule_set.names)
    for estimate in estimates:
        assert estimate.sums.rounds == ROUNDS_IN_A_CHUNK
        assert abs(estimate.standard_errors_off) < 6, estimate


@pytest.mark.untraced
def test_two_threads_find_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sums are the same to the last minor unit, however many threads play."""
    monkeypatch.setattr(measuring, "ROUNDS_IN_A_CHUNK", 1_024)
    rule_set = RULE_SETS["single_deck_6to5"]
    heard: list[int] = []
    two = measure(rule_set, 9_000, 2, heard.append)
    assert heard == [1_024 * number for number in range(1, 10)]
    assert two == measure(rule_set, 9_000, 1, ignore)


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_the_rounds_are_those_of_a_table(rule_set: RuleSet) -> None:
    """The same seed, rules and chart at a table of the engine win the house the same, by round."""
    table = Table(rule_set.rules, seats=["Ann"], seed=rule_set.seed)
    player = ChartStrategy(rule_set.rules, published_chart(rule_set.rules), BET_MINOR)
    won: list[int] = []
    for _ in range(300):
        before = table.house.balance_minor
        play_round(table, [player])
        won.append(table.house.balance_minor - before)
    assert house_won(rule_set.rules, rule_set.seed, 1, 300).tolist() == won


def test_a_difference_is_taken_round_by_round() -> None:
    """Both rule sets of a difference are dealt the same cards."""
    rule_set = RULE_SETS["six_deck_h17_ls"]
    edge, *rises = play_chunk(rule_set, 65, 2_000)
    assert edge == summed(house_won(rule_set.rules, rule_set.seed, 65, 2_000))
    for rise, each in zip(rises, rule_set.differences, strict=True):
        before, after = (
            house_won(rules, rule_set.seed, 65, 2_000) for rules in (each.before, each.after)
        )
        assert rise == summed(after - before)
        assert 0 < rise.squares < edge.squares


def test_the_standard_error_is_the_spread_between_rounds() -> None:
    """It agrees with the statistics module."""
    won = [3_000, -5_000, 0, 12_000, -1_000, 7_000]
    published_figure = RULE_SETS["single_deck_6to5"].published
    estimate = Estimate("", (), 1, summed(np.array(won)), Exact(1.25, 0.0), published_figure)
    per_bet = [each / BET_MINOR for each in won]
    assert estimate.percent == pytest.approx(100 * sum(per_bet) / len(won))
    expected = 100 * stdev(per_bet) / len(won) ** 0.5
    assert estimate.standard_error_percent == pytest.approx(expected)
    assert estimate.percent - estimate.standard_errors_off * expected == pytest.approx(1.25)


def test_rule_sets_are_dealt_from_seeds_of_their_own() -> None:
    """So the measured figures are independent of each other, but for differences."""
    assert len({rule_set.seed for rule_set in RULE_SETS.values()}) == len(RULE_SETS)


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_what_is_measured_is_the_preset(rule_set: RuleSet) -> None:
    """Nothing is changed but the shuffle, which comes before every round."""
    preset = Rules.preset(rule_set.name)
    assert rule_set.rules.changes(preset) == {"shuffle": "every_round"}
    for difference in rule_set.differences:
        assert rule_set.rules in {difference.before, difference.after}
        assert len(difference.after.changes(difference.before)) == 1


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_sources_agree_with_each_other(rule_set: RuleSet) -> None:
    """Whoever else published a figure differs from it by less than 0.005 percent."""
    for figure in (rule_set.published, *(each.published for each in rule_set.differences)):
        assert figure.source
        assert figure.cause
        for source, percent in figure.also.items():
            assert source != figure.source
            assert abs(percent - figure.percent) < 0.005
