"""Totals: what a few cards are worth.

Plain functions over cards. The machine keeps running totals of its own and is held to these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

from pitboss.cards import TEN_POINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.cards import Card

BEST_POINTS: Final = 21
"""The most points a hand may have without being bust [001 Points]."""

ACE_EXTRA_POINTS: Final = 10
"""What an ace that counts eleven adds to its one point [001 Points]."""


@frozen
class Total:
    """The worth of a hand.

    Attributes:
        points: the best total: the highest that is not bust, else the lowest.
        soft: whether one ace counts eleven in it; a second ace never can.
    """

    points: int
    soft: bool

    @property
    def bust(self) -> bool:
        """Whether the hand is over 21."""
        return self.points > BEST_POINTS


def hard_points(cards: Sequence[Card]) -> int:
    """Return the points of the cards with every ace counted as one."""
    return sum(card.points for card in cards)


def total_of(cards: Sequence[Card]) -> Total:
    """Return the best total of the cards and whether it is soft."""
    hard = hard_points(cards)
    soft = hard + ACE_EXTRA_POINTS <= BEST_POINTS and any(card.is_ace for card in cards)
    return Total(hard + ACE_EXTRA_POINTS if soft else hard, soft)


def is_natural(cards: Sequence[Card]) -> bool:
    """Say whether the cards are an ace and a ten-point card, and nothing else [001 Blackjack].

    Whether such a hand is a natural after a split too is for the rule set to say.
    """
    if len(cards) != 2:
        return False
    first, second = cards
    return (first.is_ace and second.points == TEN_POINTS) or (
        second.is_ace and first.points == TEN_POINTS
    )


def is_pair_by_rank(cards: Sequence[Card]) -> bool:
    """Say whether the cards are two of one rank, such as two kings [000 Split]."""
    return len(cards) == 2 and cards[0].rank is cards[1].rank


def is_pair_by_value(cards: Sequence[Card]) -> bool:
    """Say whether the cards are two of one value, such as a king and a ten."""
    return len(cards) == 2 and cards[0].points == cards[1].points
