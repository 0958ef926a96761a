"""The dispatch does what the library's own machine does, transition by transition."""

from contextlib import suppress
from random import Random
from typing import Final

import pytest
from tests.machine.settlement.side_round import LibraryRound, SideRound, random_side_round
from tests.machine.side_by_side import SideBySide, plans_for
from tests.play.referee.random_rounds import random_rules
from tests.scale import scaled
from tests.table.random_play import random_round, rich_cards

from pitboss import Rules, Table
from pitboss.errors import ShoeError
from pitboss.game.round import DealerNatural, contents
from pitboss.machine.transitions_machine import library_machine
from pitboss.rules.presets import PRESETS
from pitboss.table.invariants import flaws
from pitboss.table.shoes import ArrangedShoes, seeded_shoes

ROUNDS_OF_A_PRESET: Final = 1_000
ROUNDS_UNDER_RANDOM_RULES: Final = 9_000
PARTS: Final = 6
RULE_SETS_OF_A_PART: Final = 100
ROUNDS_UNDER_ONE_RULE_SET: Final = 50


@pytest.mark.untraced
@pytest.mark.parametrize("name", PRESETS)
def test_both_machines_take_the_same_transitions_under_a_preset(name: str) -> None:
    """Traces after every event, menus, refusals, and whole snapshots after every round."""
    chance = Random(name)
    for _ in range(scaled(ROUNDS_OF_A_PRESET // 100)):
        tables = SideBySide.under(Rules.preset(name), chance)
        tables.play_rounds(chance, 100)


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(PARTS))
def test_both_machines_take_the_same_transitions_under_any_rules(part: int) -> None:
    """Rule sets over every option, each for some rounds."""
    chance = Random(part)
    for _ in range(scaled(ROUNDS_UNDER_RANDOM_RULES // PARTS // ROUNDS_UNDER_ONE_RULE_SET)):
        tables = SideBySide.under(Rules.from_dict(random_rules(chance)), chance)
        tables.play_rounds(chance, ROUNDS_UNDER_ONE_RULE_SET)


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(PARTS))
def test_the_librarys_own_machine_keeps_what_must_hold(part: int) -> None:
    """It asks each line of the table by itself, which the dispatch writes out."""
    chance = Random(100 + part)
    for _ in range(scaled(RULE_SETS_OF_A_PART)):
        rules = Rules.from_dict(random_rules(chance))
        plans = plans_for(rules, chance)
        shoe = rich_cards(chance, chance.choice((8, 16, 30, 90)))
        then = chance.choice((None, seeded_shoes(rules, part)))
        shoes = ArrangedShoes([shoe], then)
        table = Table(rules, seats=plans, shoes=shoes, machine=library_machine(rules))
        # Where no shoe follows the last round is void, or there is no shoe for another.
        with suppress(ShoeError):
            for _round in range(12):
                for _event in random_round(chance, table):
                    found = flaws(rules, table.seed, table.plans, table.round, table.house)
                    assert next(found, None) is None


def test_twenty_thousand_rounds_are_compared() -> None:
    """The shares above add up to them, played in full on a compiled build."""
    assert len(PRESETS) * ROUNDS_OF_A_PRESET + ROUNDS_UNDER_RANDOM_RULES >= 20_000


def test_a_machine_of_other_rules_is_found_out() -> None:
    """The comparison sees a machine that differs in one option; else it would prove nothing."""
    chance = Random(5)
    tables = SideBySide.under(Rules.of(soft_17="stand"), chance)
    other = SideBySide.under(Rules.of(soft_17="hit"), chance)
    tables.stock = other.stock
    with pytest.raises(AssertionError):
        tables.play_rounds(chance, 100)


def test_what_a_peek_tells_is_told_by_both() -> None:
    """A last look: the round's own knowledge, which no trace shows, is the same as well."""
    chance = Random(7)
    tables = SideBySide.under(Rules(), chance)
    known: set[DealerNatural] = set()
    for _ in range(100):
        tables.play_round(chance)
        assert tables.own.round.dealer_natural is tables.stock.round.dealer_natural
        known.add(tables.own.round.dealer_natural)
    assert {DealerNatural.EXCLUDED, DealerNatural.SEEN} <= known


def test_both_machines_play_rounds_with_side_bets_alike() -> None:
    """The same rows, facts and chips, from the same answers."""
    met: set[str] = set()
    for seed in range(scaled(300)):
        rounds = [random_side_round(Random(seed), kind) for kind in (SideRound, LibraryRound)]
        for each in rounds:
            each.play_at_random(Random(seed))
        ours, theirs = rounds
        assert (ours.rows, ours.facts) == (theirs.rows, theirs.facts)
        assert contents(ours.round) == contents(theirs.round)
        met |= ours.rows
    assert {"betting-side_bet", "dealt-side_bets", "dealer-side_bets"} <= met
