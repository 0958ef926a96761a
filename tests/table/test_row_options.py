"""Row options name what they read, so that whoever is refused is told what forbids it."""

from functools import cache
from random import Random
from typing import Final, cast

import pytest
from attrs import Factory, define, evolve
from tests.play.referee.random_rounds import random_rules, with_later_options

from pitboss.game.money import Rounding
from pitboss.machine import row_options
from pitboss.machine.row_options import RowOption
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.rules.side_bets import OnNatural, built_in

TAKEN_BY_NATURALS: Final = tuple(
    [evolve(bet, dealer_natural=OnNatural.LOSES) for bet in built_in().values()]
)
"""Side bets that wait until a natural of the dealer is excluded."""

ROW_OPTIONS: Final = {
    name: each for name, each in vars(row_options).items() if isinstance(each, RowOption)
}


def no_names() -> set[str]:
    """Begin with nothing read."""
    return set()


@define
class WatchedRules:
    """Rules that note which of their options are read.

    Attributes:
        watched: the rules that answer.
        read: the options read so far.
    """

    watched: Rules
    read: set[str] = Factory(no_names)

    def __getattr__(self, name: str) -> object:
        """Note an option and give its value."""
        self.read.add(name)
        return getattr(self.watched, name)


def options_read(option: RowOption, rules: Rules) -> set[str]:
    """Return the options that a row option reads of a rule set."""
    watched = WatchedRules(rules)
    option.holds(cast("Rules", watched))
    return watched.read


@cache
def rule_sets() -> tuple[Rules, ...]:
    """Return every preset, and many rule sets over all options."""
    chance = Random(4)
    plain = [with_later_options(chance, random_rules(chance)) for _ in range(500)]
    drawn = [*map(Rules.from_dict, plain)]
    exact = [Rules.from_dict(random_rules(chance) | {"rounding": "exact"}) for _ in range(100)]
    bets = (*built_in().values(), *TAKEN_BY_NATURALS)
    beside = [
        evolve(rules, side_bets=(bets[place % len(bets)],)) for place, rules in enumerate(drawn)
    ]
    return (*map(Rules.preset, PRESETS), *drawn, *exact, *beside)


def test_every_row_option_is_asked_by_a_row() -> None:
    """None stands there for the sake of another alone."""
    asked = {id(option) for row in TABLE for option in row.options}
    assert asked == {id(option) for option in ROW_OPTIONS.values()}


@pytest.mark.parametrize("name", ROW_OPTIONS)
def test_a_row_option_names_exactly_the_options_it_reads(name: str) -> None:
    """Under some rules each of them is read, and under none another."""
    option = ROW_OPTIONS[name]
    read = set[str]().union(*(options_read(option, rules) for rules in rule_sets()))
    assert {*option.names, *option.of_fractions} == read
    assert set(option.names).isdisjoint(option.of_fractions)


@pytest.mark.parametrize("name", ROW_OPTIONS)
def test_where_stakes_are_rounded_all_that_decides_is_told(name: str) -> None:
    """Only that they are rounded is read as well; where they are not, that is told, too."""
    option = ROW_OPTIONS[name]
    for rules in rule_sets():
        told = set(option.told(rules))
        if rules.rounding is Rounding.EXACT:
            assert told == {*option.names, *({"rounding"} & set(option.of_fractions))}
        else:
            assert options_read(option, rules) - {"rounding"} <= told
