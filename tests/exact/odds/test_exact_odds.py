"""The exact chances are those that others have published."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Final, TypedDict

import pytest
from tests.exact.odds.exact_odds import (
    ACE,
    POINTS,
    TEN,
    Chances,
    DealerOutcome,
    after_the_peek,
    chance,
    dealer_outcomes,
    full_shoe,
    insurance_return,
    natural_chance,
)

PUBLISHED: Final = (
    Path(__file__).parents[3] / "fixtures" / "odds" / "published_dealer_outcomes.json"
)
SIX_DECKS: Final = full_shoe(6)
POINTS_OF_SYMBOL: Final = dict(zip("A23456789T", POINTS, strict=True))
COLUMNS: Final = {str(outcome.value): outcome for outcome in DealerOutcome}

# One of 200 published figures is rounded the wrong way, by a hundredth of its last digit.
ROUNDING: Final = Fraction(51, 100)


class Table(TypedDict):
    """A published table: chances in `unit` parts, to `last_digit`, by up card and outcome."""

    source: str
    decks: int
    hits_soft_17: bool
    stated: str
    unit: str
    last_digit: str
    columns: list[str]
    rows: dict[str, list[str]]


TABLES: Final[list[Table]] = json.loads(PUBLISHED.read_text(encoding="utf-8"))


def as_stated(table: Table, up_points: int) -> Chances:
    """Return the exact chances for an up card, conditioned as the table states them."""
    counts = full_shoe(table["decks"])
    chances = dealer_outcomes(counts, up_points, hits_soft_17=table["hits_soft_17"])
    if table["stated"] == "after_the_peek":
        return after_the_peek(chances)
    if table["stated"] == "with_the_up_card":
        return {outcome: chance(counts, up_points) * share for outcome, share in chances.items()}
    return chances


@pytest.mark.parametrize("table", TABLES, ids=[table["source"].split(",")[0] for table in TABLES])
def test_the_dealers_outcomes_are_the_published_ones(table: Table) -> None:
    """Every figure of every published table is the exact one, rounded to the digits printed."""
    allowed = ROUNDING * Fraction(table["last_digit"])
    unit = Fraction(table["unit"])
    for symbol, row in table["rows"].items():
        exact = as_stated(table, POINTS_OF_SYMBOL[symbol])
        for column, printed in zip(table["columns"], row, strict=True):
            difference = exact[COLUMNS[column]] * unit - Fraction(printed)
            assert abs(difference) <= allowed, (symbol, column, printed)


def test_every_up_card_leads_to_some_end() -> None:
    """At six decks the chances of the seven ends add up to one under every up card."""
    for points in POINTS:
        assert sum(dealer_outcomes(SIX_DECKS, points).values()) == 1


def test_a_natural_comes_192_times_in_4043() -> None:
    """Two cards of six decks are 24 aces with 96 tens, in two orders, of 312 times 311."""
    assert natural_chance(SIX_DECKS) == Fraction(2 * 24 * 96, 312 * 311) == Fraction(192, 4043)


def test_the_dealers_natural_is_as_likely_as_the_players() -> None:
    """The up cards, weighted, give the dealer the chance of a natural that two cards have."""
    by_up_card = sum(
        chance(SIX_DECKS, points) * dealer_outcomes(SIX_DECKS, points)[DealerOutcome.NATURAL]
        for points in (ACE, TEN)
    )
    assert by_up_card == natural_chance(SIX_DECKS)


def test_insurance_loses_23_units_in_311() -> None:
    """Of 311 unseen cards 96 win two units each and 215 lose one."""
    assert insurance_return(SIX_DECKS) == Fraction(2 * 96 - 215, 311) == Fraction(-23, 311)


def test_a_tiny_shoe_leaves_the_dealer_one_way_to_end() -> None:
    """An ace up and nothing but sixes left: soft 17, or, where it is hit, hard 13 and then 19."""
    ace_and_sixes = (1, 0, 0, 0, 0, 3, 0, 0, 0, 0)
    stands = dealer_outcomes(ace_and_sixes, ACE)
    hits = dealer_outcomes(ace_and_sixes, ACE, hits_soft_17=True)
    assert stands[DealerOutcome.SEVENTEEN] == 1
    assert hits[DealerOutcome.NINETEEN] == 1
