"""The rows taken in play are exactly the rows that a rule set keeps."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from tests.play.referee.random_rounds import random_rules
from tests.table.random_play import RICH_RANKS, RichShoes, random_round

from pitboss.game.shoe import ShoeSource
from pitboss.game.trace import codes
from pitboss.machine.transition_table import TABLE, rows_kept
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.table import Table
from pitboss.table.shoes import seeded_shoes

MOST_ROUNDS: Final = 20_000
ROUNDS_AT_A_TABLE: Final = 10

ROW_NAMES: Final = frozenset(row.name for row in TABLE)

# What the rarest rows need: pairs and naturals; aces that become naturals when split; many cards.
RANKS: Final = (RICH_RANKS, "AAAATTTTK95", "AAA22234")


def rows_taken(rules: Rules, shoes: ShoeSource, chance: Random) -> Iterator[frozenset[str]]:
    """Play some rounds with few seats or many, and yield the rows of each event."""
    seats = chance.randint(1, min(3, rules.max_seats))
    table = Table(rules, seats=[f"seat {seat}" for seat in range(seats)], shoes=shoes)
    for _ in range(ROUNDS_AT_A_TABLE):
        for _event in random_round(chance, table):
            yield ROW_NAMES.intersection(codes(table.house.trace))


def kept_by(rules: Rules) -> frozenset[str]:
    """Name the rows that a rule set keeps."""
    return frozenset(row.name for row in rows_kept(rules))


def rows_never_taken(rules: Rules, kept: frozenset[str], chance: Random, rounds: int) -> set[str]:
    """Play until every row of those kept was taken, or so many rounds; return what is left.

    Raises:
        AssertionError: a row was taken that is none of those kept.
    """
    left = set(kept)
    for played in range(0, rounds, ROUNDS_AT_A_TABLE):
        shoes = RichShoes(chance, RANKS[played // ROUNDS_AT_A_TABLE % len(RANKS)])
        for taken in rows_taken(rules, shoes, chance):
            assert taken <= kept
            left -= taken
        if not left:
            break
    return left


@pytest.mark.untraced
@pytest.mark.parametrize("name", PRESETS)
def test_every_row_of_a_preset_is_taken_in_play(name: str) -> None:
    """And none that it does not keep."""
    rules = Rules.preset(name)
    assert rows_never_taken(rules, kept_by(rules), Random(name), MOST_ROUNDS) == set()


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(4))
def test_every_row_of_any_rules_is_taken_in_play(part: int) -> None:
    """Rule sets over all options; whatever they keep can happen."""
    chance = Random(part)
    for _ in range(50):
        rules = Rules.from_dict(random_rules(chance))
        assert rows_never_taken(rules, kept_by(rules), chance, MOST_ROUNDS) == set(), rules


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["six_deck_s17", "educative", "cpsc386"])
def test_real_shoes_lead_to_the_same_rows(name: str) -> None:
    """Rare rows need no cards that a shoe of whole decks does not hold."""
    rules, chance = Rules.preset(name), Random(name)
    left = set(kept_by(rules))
    for _ in range(MOST_ROUNDS // ROUNDS_AT_A_TABLE):
        for taken in rows_taken(rules, seeded_shoes(rules, chance.randrange(2**60)), chance):
            left -= taken
        if not left:
            break
    assert left == set()


def test_a_row_that_cannot_be_taken_or_is_not_kept_is_found() -> None:
    """A row too many is left over, and one too few is missed; else the search proves nothing."""
    rules, chance = Rules(), Random(1)
    kept = kept_by(rules)
    too_many = kept | {"dealer-second_card"}
    assert rows_never_taken(rules, too_many, chance, 2_000) == {"dealer-second_card"}
    with pytest.raises(AssertionError):
        rows_never_taken(rules, kept - {"dealer-draw"}, chance, 2_000)
