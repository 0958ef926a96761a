"""How the dealer's hand ends, exactly, for any cards that have left the shoe before.

Drawn without replacement, a set of cards is equally likely in every order. So the sets of cards on
which the dealer ends are listed once for an up card, each with the number of orders in which the
dealer draws it, and the chance of an end in any shoe is a sum of products over that list.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from math import perm
from typing import Final

from attrs import frozen
from tests.odds.exact_odds import ACE, POINTS, TEN, Counts

BUST: Final = 5
NATURAL: Final = 6
ENDS: Final = 7
"""Totals of 17 to 21, then a bust and a natural: the places in a list of chances."""

Chances = tuple[float, ...]
"""The chance of each end, a natural among them: before anybody looks at the hole card."""


@frozen
class DealerHands:
    """Every set of cards on which the dealer can end under an up card.

    Attributes:
        steps: sets of cards, each as the place of the set with one card less, the points of that
            card and how many of them the smaller set holds; the empty set stands before them.
        ends: by the number of cards drawn, the sets on which the hand ends: place of the set, end
            and number of orders.
    """

    steps: tuple[tuple[int, int, int], ...]
    ends: tuple[tuple[int, tuple[tuple[int, int, int], ...]], ...]

    def chances(self, left: Counts) -> Chances:
        """Return the chance of each end when the dealer draws from what is left of a shoe."""
        products = [1.0]
        for smaller, points, held in self.steps:
            products.append(products[smaller] * (left[points - 1] - held))
        cards = sum(left)
        found = [0.0] * ENDS
        for drawn, ends in self.ends:
            orders = [0.0] * ENDS
            for place, end, ways in ends:
                orders[end] += ways * products[place]
            for end in range(ENDS):
                found[end] += orders[end] / perm(cards, drawn)
        return tuple(found)


@lru_cache(maxsize=20)
def dealer_hands(up_points: int, *, hits_soft_17: bool) -> DealerHands:
    """List the sets of cards on which the dealer can end.

    Args:
        up_points: of the up card, 1 for an ace.
        hits_soft_17: whether the dealer draws to a soft 17.
    """
    open_sets: dict[Counts, int] = {(0,) * len(POINTS): 1}
    ends: list[tuple[int, tuple[tuple[int, int, int], ...]]] = []
    places: dict[Counts, int] = {(0,) * len(POINTS): 0}
    steps: list[tuple[int, int, int]] = []
    drawn = 0
    while open_sets:
        drawn += 1
        ways: defaultdict[Counts, int] = defaultdict(int)
        for cards, orders in open_sets.items():
            for points in POINTS:
                ways[with_card(cards, points)] += orders
        found = {cards: _end(cards, up_points, hits_soft_17=hits_soft_17) for cards in ways}
        ended = tuple(
            (_placed(cards, places, steps), end, ways[cards])
            for cards, end in found.items()
            if end is not None
        )
        ends.append((drawn, ended))
        open_sets = {cards: orders for cards, orders in ways.items() if found[cards] is None}
    return DealerHands(tuple(steps), tuple(ends))


def with_card(cards: Counts, points: int) -> Counts:
    """Return the counts after one card of so many points has come."""
    return (*cards[: points - 1], cards[points - 1] + 1, *cards[points:])


@cache
def total_of(cards: Counts) -> tuple[int, bool]:
    """Return the best total of a hand, and whether an ace in it counts eleven."""
    hard = sum(points * held for points, held in zip(POINTS, cards, strict=True))
    soft = cards[ACE - 1] > 0 and hard + 10 <= 21
    return (hard + 10, True) if soft else (hard, False)


def _end(drawn: Counts, up_points: int, *, hits_soft_17: bool) -> int | None:
    """Return how a hand ends on these cards beside the up card; None while the dealer draws."""
    total, soft = total_of(with_card(drawn, up_points))
    if total > 21:
        return BUST
    if total < 17 or (total == 17 and soft and hits_soft_17):
        return None
    if sum(drawn) == 1 and {up_points, 1 + drawn.index(1)} == {ACE, TEN}:
        return NATURAL
    return total - 17


def _placed(cards: Counts, places: dict[Counts, int], steps: list[tuple[int, int, int]]) -> int:
    """Return the place of a set of cards, which it and those it grows from get if they lack one."""
    if cards not in places:
        points = max(points for points in POINTS if cards[points - 1])
        held = cards[points - 1] - 1
        smaller = (*cards[: points - 1], held, *cards[points:])
        steps.append((_placed(smaller, places, steps), points, held))
        places[cards] = len(steps)
    return places[cards]
