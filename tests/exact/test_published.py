"""Exact values beside figures that others published, and beside rounds that were simulated."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.scale import scaled, share_of
from tests.tools.expected_value.published import FIXTURES, RuleSet, published
from tests.tools.expected_value.results import Result, read

from pitboss.errors import ShoeError
from pitboss.exact import Method, value
from pitboss.exact import chart as best_chart
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.players.chart import chart, published_chart
from pitboss.rules import Rules
from pitboss.simulation import simulate

RULE_SETS = published()
SHARE = list(share_of(RULE_SETS.values()))
NAMES = [name for rule_set in SHARE for name in rule_set.names]
RESULTS = [result for result in read(FIXTURES / "results.jsonl") if result["name"] in NAMES]
MAX_STANDARD_ERRORS_OFF = 4

CUT_CARD_PERCENT = 0.003
"""By so much the calculator misses, whose figures for a fresh shoe are made from others."""

DIGITS_PERCENT = 0.0006
"""By so much three digits miss, and what else others round."""


def percent(rules: Rules) -> float:
    """Return the house edge of the published chart."""
    return -100 * value(rules, published_chart(rules)).value


def percents(rule_set: RuleSet) -> dict[str, float]:
    """Return the house edge of a rule set, and what its differences raise it by."""
    rises = {each.name: percent(each.after) - percent(each.before) for each in rule_set.differences}
    return {rule_set.name: percent(rule_set.rules), **rises}


@pytest.fixture(scope="module")
def exact() -> dict[str, float]:
    """Return every figure of these rule sets that is published."""
    return {name: figure for each in SHARE for name, figure in percents(each).items()}


@pytest.mark.parametrize("rule_set", SHARE, ids=lambda rule_set: rule_set.name)
def test_every_published_figure_is_met(rule_set: RuleSet, exact: dict[str, float]) -> None:
    """Each source's figure, for a rule set and for what one option changes, to its digits."""
    figures = {rule_set.name: rule_set.published}
    figures |= {each.name: each.published for each in rule_set.differences}
    for name, figure in figures.items():
        close = CUT_CARD_PERCENT if name == rule_set.name else DIGITS_PERCENT
        assert exact[name] == pytest.approx(float(figure.percent), abs=close), name
        for source, other in figure.also.items():
            assert exact[name] == pytest.approx(float(other), abs=DIGITS_PERCENT), source


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result["name"])
def test_a_billion_rounds_were_held_against_this_value(
    result: Result, exact: dict[str, float]
) -> None:
    """The record of them has the value that is worked out today."""
    assert result["exact_percent"] == pytest.approx(exact[result["name"]], abs=1e-6)


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["six_deck_h17_ls", "single_deck_6to5", "european_all"])
def test_rounds_of_basic_strategy_come_to_the_exact_value(name: str) -> None:
    """With our corrections, from fresh shoes, they lie within four standard errors."""
    rules = RULE_SETS[name].rules
    seat, *_ = simulate(rules, rounds=scaled(4_000_000), seed=1, hands=False).seats
    found = value(rules, chart(rules))
    error = seat.standard_error_minor / DEFAULT_BET_MINOR
    assert abs(seat.edge - found.value) <= MAX_STANDARD_ERRORS_OFF * error
    assert found.method is Method.CHART


def test_a_value_is_the_mean_of_what_starting_hands_win() -> None:
    """Their chances add up to one, and so do the up cards'."""
    rules = Rules.of(decks=1)
    found = value(rules, chart(rules))
    assert sum(hand.chance for hand in found.hands) == pytest.approx(1)
    up_cards = {up: sum(h.chance for h in found.hands if h.up_points == up) for up in range(1, 11)}
    by_up_card = found.by_up_card
    mean = sum(up_cards[up] * by_up_card[up] for up in up_cards)
    assert found.value == pytest.approx(mean)
    # An ace is the worst card to play against, a six the best.
    assert min(by_up_card, key=lambda up: by_up_card[up]) == 1
    assert max(by_up_card, key=lambda up: by_up_card[up]) == 6


@pytest.mark.untraced
def test_more_hands_than_are_followed_are_told_by_the_estimate() -> None:
    """Splits without limit are followed to eight hands; what lies beyond is estimated."""
    rules = {most: Rules.of(max_hands=most) for most in (8, None)}
    followed, unlimited = (value(each, chart(each)) for each in rules.values())
    assert unlimited.value == pytest.approx(followed.value, abs=1e-15)
    assert followed.estimated_error < 1e-11
    assert 1e-11 < unlimited.estimated_error < 1e-4


@pytest.mark.untraced
def test_a_shoe_of_other_cards_has_its_own_value() -> None:
    """More tens are worth more, more fives less; nothing else is said of the shoe."""
    full = [4] * 9 + [16]
    rules = Rules.of(decks=1)
    played = chart(rules)
    values = {}
    for name, points in (("tens", 10), ("fives", 5)):
        shoe = list(full)
        shoe[points - 1] += 2
        values[name] = value(rules, played, shoe=shoe).value
    assert values["fives"] < value(rules, played).value < values["tens"]
    assert value(rules, played, shoe=full) == value(rules, played)
    spanish = Rules.of(decks=1, deck="spanish")
    assert value(spanish, played) == value(rules, played, shoe=[4] * 9 + [12])


@pytest.mark.parametrize(
    "shoe",
    [[4] * 9, [4] * 8 + [-1, 16], [0] * 9 + [9], [4] * 9 + [16.5], "4444444446"],
    ids=str,
)
def test_what_is_no_shoe_is_refused(shoe: Any) -> None:  # noqa: ANN401  of any wrong type
    """It has ten whole counts, none below zero, and cards enough for a round."""
    with pytest.raises(ShoeError, match="are not the cards of a shoe"):
        value(Rules(), shoe=shoe)


@pytest.mark.parametrize("shoe", [[6, 6, *[0] * 8], [0, 4, 4, 4, *[0] * 6]], ids=str)
def test_a_shoe_that_is_too_small_for_the_dealers_hand_is_refused(shoe: list[int]) -> None:
    """For the best play, for a chart, and where a chart is looked for."""
    rules = Rules.of(decks=1)
    calls: list[Callable[[], object]] = [
        lambda: value(rules, shoe=shoe),
        lambda: value(rules, chart(rules), shoe=shoe),
        lambda: best_chart(rules, shoe=shoe),
    ]
    for call in calls:
        with pytest.raises(ShoeError, match="runs out before a round has ended: add cards"):
            call()
