"""Exact chances of a few events at the table, as fractions, drawing without replacement.

Nothing here uses the engine: a shoe is ten counts, and what the dealer draws is followed card by
card to every end there is. Frequencies of played rounds are compared with these figures.
"""

from enum import Enum
from fractions import Fraction
from functools import cache

ACE = 1
TEN = 10
POINTS = range(ACE, TEN + 1)

Counts = tuple[int, ...]
"""How many cards of one point, of two points and so on up to ten a shoe holds."""


class DealerOutcome(Enum):
    """How the dealer's hand can end; the value is the total where there is one."""

    SEVENTEEN = 17
    EIGHTEEN = 18
    NINETEEN = 19
    TWENTY = 20
    TWENTY_ONE = 21
    BUST = "bust"
    NATURAL = "natural"


Chances = dict[DealerOutcome, Fraction]


def full_shoe(decks: int) -> Counts:
    """Return the counts of a full shoe: four cards of each number a deck, and sixteen tens."""
    return (*[4 * decks] * 9, 16 * decks)


def without(counts: Counts, points: int) -> Counts:
    """Return the counts after one card of so many points has left."""
    left = list(counts)
    left[points - 1] -= 1
    return tuple(left)


def chance(counts: Counts, points: int) -> Fraction:
    """Return the chance that the next card has so many points."""
    return Fraction(counts[points - 1], sum(counts))


def natural_chance(counts: Counts) -> Fraction:
    """Return the chance that two cards are an ace and a ten, in either order."""
    ace_first = chance(counts, ACE) * chance(without(counts, ACE), TEN)
    ten_first = chance(counts, TEN) * chance(without(counts, TEN), ACE)
    return ace_first + ten_first


def insurance_return(counts: Counts) -> Fraction:
    """Return what one unit of insurance at 2:1 wins on average when only the ace is seen."""
    ten_in_the_hole = chance(without(counts, ACE), TEN)
    return 2 * ten_in_the_hole - (1 - ten_in_the_hole)


def dealer_outcomes(counts: Counts, up_points: int, *, hits_soft_17: bool = False) -> Chances:
    """Return the chance of every end of the dealer's hand, when only his up card is seen.

    A natural is one of the ends: these are the chances before anybody looks at the hole card.

    Args:
        counts: the shoe before the up card was drawn.
        up_points: of the up card, 1 for an ace.
        hits_soft_17: whether the dealer draws to a soft 17.
    """
    soft_stands_from = 18 if hits_soft_17 else 17

    @cache
    def ends(left: Counts, hard: int, cards: int) -> Chances:
        # An ace has been drawn when the hand lacks one of the aces that the shoe began with.
        soft = left[ACE - 1] < counts[ACE - 1] and hard + 10 <= 21
        total = hard + 10 if soft else hard
        if cards >= 2 and total >= (soft_stands_from if soft else 17):
            return {_outcome(total, cards): Fraction(1)}
        chances: Chances = {}
        for points in POINTS:
            if left[points - 1]:
                after = ends(without(left, points), hard + points, cards + 1)
                for outcome, share in after.items():
                    so_far = chances.get(outcome, Fraction(0))
                    chances[outcome] = so_far + chance(left, points) * share
        return chances

    found = ends(without(counts, up_points), up_points, 1)
    return {outcome: found.get(outcome, Fraction(0)) for outcome in DealerOutcome}


def after_the_peek(chances: Chances) -> Chances:
    """Return the chances that are left when a look at the hole card has shown no natural."""
    others = 1 - chances[DealerOutcome.NATURAL]
    return {
        outcome: share / others
        for outcome, share in chances.items()
        if outcome is not DealerOutcome.NATURAL
    }


def _outcome(total: int, cards: int) -> DealerOutcome:
    if total > 21:
        return DealerOutcome.BUST
    if total == 21 and cards == 2:
        return DealerOutcome.NATURAL
    return DealerOutcome(total)
