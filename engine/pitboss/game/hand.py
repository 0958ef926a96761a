"""Totals: what a few cards are worth.

Plain functions over cards. The machine keeps running totals of its own and is held to these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from pitboss.game.cards import Card

TWENTY_ONE: Final = 21
"""The most points a hand may have without being bust [001 Points]."""

FIRST_CARDS: Final = 2
"""How many cards a hand is dealt; only these make a natural or a pair."""

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
        return self.points > TWENTY_ONE


def hard_points(cards: Sequence[Card]) -> int:
    """Return the points of the cards with every ace counted as one."""
    return sum(card.points for card in cards)


def total_of(cards: Sequence[Card]) -> Total:
    """Return the best total of the cards and whether it is soft."""
    hard = hard_points(cards)
    soft = hard + ACE_EXTRA_POINTS <= TWENTY_ONE and any(card.is_ace for card in cards)
    return Total(hard + ACE_EXTRA_POINTS if soft else hard, soft)


def is_natural(cards: Sequence[Card]) -> bool:
    """Say whether the cards are two that make 21: an ace and a ten-point card [001 Blackjack].

    Whether such a hand is a natural after a split too is for the rule set to say.
    """
    return len(cards) == FIRST_CARDS and total_of(cards).points == TWENTY_ONE
