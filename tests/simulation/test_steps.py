"""A round of one seat is played by a table of steps as it is played hand by hand."""

from random import Random

import numpy as np
import pytest
from attrs import evolve
from tests.scale import scaled
from tests.simulation.any_game import Game, any_chart, any_game
from tests.simulation.both_sides import covered_presets, first_difference

from pitboss.players import HI_LO, BetRamp, CountingStrategy, chart
from pitboss.rules import Rules
from pitboss.simulation import ByCount
from pitboss.simulation.encoding import numbers_of
from pitboss.simulation.one_seat_table import steps_of
from pitboss.simulation.shoe_ranges import play_range

NONE = steps_of(Rules.of(), 2, [])


def differing(game: Game, shoes: int) -> list[str]:
    """Name what is found otherwise when the same shoes are played hand by hand."""
    numbers = numbers_of(game.rules, game.strategies, 9)
    by_steps, by_hands = (
        play_range(each, 1, shoes, hands=True, rounds=1_000)
        for each in (numbers, evolve(numbers, steps=NONE))
    )
    names = ("by_count", "by_hand", "shoes", "rounds")
    return [
        name
        for name in names
        if not np.array_equal(getattr(by_steps, name), getattr(by_hands, name))
    ]


def at_every_count(rules: Rules) -> ByCount:
    """Return a strategy that plays another chart, drawn at random, at each count."""
    random = Random(4)
    charts = tuple((count, any_chart(random)) for count in range(-39, 41))
    return ByCount(ByCount.basic(rules).chart, BetRamp(100), charts=charts, count=HI_LO)


def at_some_counts(rules: Rules) -> ByCount:
    """Return a strategy that plays by two charts that were drawn at random."""
    strategy = at_every_count(rules)
    return evolve(strategy, charts=strategy.charts[38:40])


@pytest.mark.untraced
@pytest.mark.parametrize(
    "name", [name for name in covered_presets() if not chart(Rules.preset(name)).others]
)
def test_everything_is_found_alike(name: str) -> None:
    """For a seat that counts as for one that does not, and for a fresh shoe for each round.

    Under each preset with one chart: only these are played card by card.
    """
    rules = Rules.preset(name, insurance="ace")
    counting = ByCount.counting(rules, CountingStrategy.hi_lo())
    assert len(numbers_of(rules, [counting], 9).steps)
    assert not differing(Game(rules, (ByCount.basic(rules),)), 600)
    assert not differing(Game(rules, (counting,)), 600)
    fresh = Rules.preset(name, insurance="ace", shuffle="every_round")
    assert not differing(Game(fresh, (counting,)), 3_000)


@pytest.mark.untraced
def test_everything_is_found_alike_in_any_game() -> None:
    """In those that one seat plays card by card, three hundred of very many, or a share of them."""
    wanted, by_steps = scaled(scaled(300), least=5), 0
    for game in map(any_game, range(100 * wanted)):
        if len(game.strategies) == 1 and len(numbers_of(game.rules, game.strategies, 9).steps):
            by_steps += 1
            assert not differing(game, 50)
        if by_steps == wanted:
            break
    assert by_steps == wanted


def test_charts_that_make_the_table_too_long_are_played_hand_by_hand() -> None:
    """Eighty-one charts, and two of these."""
    rules = Rules.of()
    many = at_every_count(rules)
    two = evolve(many, charts=many.charts[:1])
    assert len(numbers_of(rules, [two], 9).steps)
    assert not len(numbers_of(rules, [many], 9).steps)
    assert first_difference(rules, [many], 9, 200) is None


@pytest.mark.parametrize("options", [{"deal": "blocks"}, {"up_card": "second"}])
def test_rules_that_deal_in_another_order_have_no_table(options: dict[str, object]) -> None:
    """Nor have two seats."""
    rules = Rules.of()
    assert len(numbers_of(rules, [ByCount.basic(rules)], 9).steps)
    assert not len(numbers_of(rules, [ByCount.basic(rules)] * 2, 9).steps)
    other = Rules.of(**options)
    assert not len(numbers_of(other, [ByCount.basic(other)], 9).steps)


@pytest.mark.parametrize("charlie", [4, 5, 7])
def test_hands_of_one_total_that_go_on_apart_have_no_table(charlie: int) -> None:
    """The number of their cards is not in the table."""
    rules = Rules.of(charlie=charlie)
    assert not len(numbers_of(rules, [ByCount.basic(rules)], 9).steps)


@pytest.mark.untraced
@pytest.mark.parametrize(
    "options",
    [
        {"surrender": "early"},
        {"dealer_draws": "always"},
        {"peek": "never"},
        {"bust_settles": "at_end"},
        {"natural_settles": "showdown", "natural_beats_21": False},
        {"auto_stand_21": False},
        {"hole_card": "none", "surrender": "early"},
        {"charlie": 3},
        {"dealer_22_pushes": True},
        {"free_doubles": True, "free_splits": True},
        {"ties": "lose", "natural_settles": "showdown"},
    ],
)
def test_rules_that_end_rounds_otherwise_are_asked_of_the_machine(
    options: dict[str, object],
) -> None:
    """Everything is found alike, also by a seat that counts."""
    rules = Rules.of(insurance="ace", **options)
    for strategy in (ByCount.counting(rules, CountingStrategy.hi_lo()), at_some_counts(rules)):
        assert len(numbers_of(rules, [strategy], 9).steps)
        assert not differing(Game(rules, (strategy,)), 600)
