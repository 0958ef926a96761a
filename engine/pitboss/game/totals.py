"""Totals: the points of some cards, and whether an ace counts eleven.

These are plain functions of cards. The machine updates its totals card by card; tests compare its
totals with these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from pitboss.game.arithmetic import FIRST_CARDS, TWENTY_ONE, add_card, best_total
from pitboss.game.cards import TEN_POINTS, Card

SOFT: Final = 32
"""What is added to the points of a soft total when a total is written as one number."""

AFTER: Final = tuple(
    tuple(
        add_card(min(points, TWENTY_ONE), soft, card)
        for soft in (False, True)
        for points in range(SOFT)
    )
    for card in range(TEN_POINTS + 1)
)
"""The total after one more card, by the points of the card and the old total as one number.

A total has its points, and whether an ace counts eleven. In code that is not compiled, a look-up
takes a third of the time of a call of `add_card`.
"""


@frozen
class Total:
    """The total of a hand.

    Attributes:
        points: the best total: the highest that is not bust, else the lowest.
        soft: whether an ace counts eleven.
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
    """Say whether the cards are an ace and a card worth ten, and no others [001 Blackjack].

    The rule set decides whether such a hand is a natural after a split, too.
    """
    return len(cards) == FIRST_CARDS and total_of(cards).points == TWENTY_ONE
