"""Totals: what a few cards are worth.

Plain functions over cards. The machine keeps running totals of its own and is held to these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from pitboss.game.arithmetic import FIRST_CARDS, TWENTY_ONE, add_card, best_total
from pitboss.game.cards import TEN_POINTS, Card

_CARDS: Final = range(TEN_POINTS + 1)

AFTER: Final = [
    [[add_card(points, soft, card) for card in _CARDS] for points in range(TWENTY_ONE + 1)]
    for soft in (False, True)
]
"""By whether a total is soft, its points and those of one more card: what `add_card` returns.

To look it up takes uncompiled code a third of the time of a call.
"""


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
    points = best_total(hard, any(card.is_ace for card in cards))
    return Total(points, points != hard)


def is_natural(cards: Sequence[Card]) -> bool:
    """Say whether the cards are two that make 21: an ace and a ten-point card [001 Blackjack].

    Whether such a hand is a natural after a split too is for the rule set to say.
    """
    return len(cards) == FIRST_CARDS and total_of(cards).points == TWENTY_ONE
