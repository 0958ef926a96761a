"""How the dealer's hand ends, exactly, whatever cards have left the shoe before.

Drawn without replacement, a set of cards is equally likely in every order. So the sets of cards on
which the dealer ends are listed once for an up card, each with the number of orders in which the
dealer draws it, and the chance of an end in any shoe is a sum of products over that list.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Final

import numpy as np
from attrs import frozen

from pitboss.exact.hands import NOTHING, POINTS, Counts, Floats, Ints, total_of, with_card
from pitboss.game.arithmetic import DEALER_STANDS_ON, TWENTY_ONE, make_natural

Draws = frozenset[tuple[int, bool]]
"""Totals to which the dealer draws, and whether they are soft."""

BUSTED: Final = 5
NATURAL: Final = 6
ENDS: Final = 7
"""Totals of 17 to 21, then a bust and a natural: the places in a list of chances."""

_ROWS_AT_ONCE: Final = 512
"""How many shoes are worked out together; more would not fit a processor's cache."""

_BASE: Final = 64
"""More than the cards of one number of points that can leave a shoe in one hand."""


@frozen(eq=False)
class EndingSets:
    """The sets of so many cards on which the dealer ends, one end after the other.

    Attributes:
        drawn: number of cards.
        places: of the sets.
        orders: in how many orders the dealer draws each.
        ends: the ends there are.
        starts: of each of them, where its sets begin.
    """

    drawn: int
    places: Ints
    orders: Floats
    ends: Ints
    starts: Ints


@frozen(eq=False)
class DealerHands:
    """Every set of cards on which the dealer can end under an up card.

    Attributes:
        steps: sets of cards, each as the place of the set with one card less, the points of that
            card and how many of them the smaller set holds; the empty set stands before them.
        ends: the sets on which the hand ends, those of fewer cards first.
    """

    steps: tuple[tuple[int, int, int], ...]
    ends: tuple[EndingSets, ...]

    def chances(self, left: Ints) -> Floats:
        """Return the chance of each end, a natural among them, for each of some shoes.

        Args:
            left: what is left of each shoe, a row each.
        """
        parts = [
            self._chances(left[start : start + _ROWS_AT_ONCE])
            for start in range(0, len(left), _ROWS_AT_ONCE)
        ]
        return np.concatenate(parts)

    def _chances(self, left: Ints) -> Floats:
        held = left.T.astype(np.float64)
        products = np.empty((len(self.steps) + 1, len(left)))
        products[0] = 1
        still = {
            drawn: held[drawn[0] - 1] - drawn[1] for drawn in {step[1:] for step in self.steps}
        }
        for place, (smaller, points, less) in enumerate(self.steps, 1):
            np.multiply(products[smaller], still[points, less], out=products[place])
        drawn = np.arange(self.ends[-1].drawn)[:, np.newaxis]
        cards: Floats = np.maximum(held.sum(axis=0) - drawn, 1)
        draws = cards.cumprod(axis=0)
        found = np.zeros((ENDS, len(left)))
        for sets in self.ends:
            ways = sets.orders[:, np.newaxis] * products[sets.places]
            found[sets.ends] += np.add.reduceat(ways, sets.starts) / draws[sets.drawn - 1]
        return found.T


@lru_cache(maxsize=20)
def dealer_hands(up_points: int, draws: Draws) -> DealerHands:
    """List the sets of cards on which the dealer can end.

    Args:
        up_points: of the up card, 1 for an ace.
        draws: the totals to which the dealer draws.
    """
    open_sets: dict[Counts, int] = {NOTHING: 1}
    places: dict[Counts, int] = {NOTHING: 0}
    steps: list[tuple[int, int, int]] = []
    ends: list[EndingSets] = []
    drawn = 0
    while open_sets:
        drawn += 1
        ways: defaultdict[Counts, int] = defaultdict(int)
        for cards, orders in open_sets.items():
            for points in POINTS:
                ways[with_card(cards, points)] += orders
        found = {cards: _end(cards, up_points, draws) for cards in ways}
        ended = sorted((end, cards) for cards, end in found.items() if end is not None)
        if ended:
            which, starts = np.unique([end for end, _ in ended], return_index=True)
            reached = np.array([_placed(cards, places, steps) for _, cards in ended], np.int64)
            times = np.array([ways[cards] for _, cards in ended], np.float64)
            ends.append(EndingSets(drawn, reached, times, which, starts))
        open_sets = {cards: orders for cards, orders in ways.items() if found[cards] is None}
    return DealerHands(tuple(steps), tuple(ends))


def _end(drawn: Counts, up_points: int, draws: Draws) -> int | None:
    """Return how a hand ends on these cards beside the up card; None while the dealer draws."""
    total, soft = total_of(with_card(drawn, up_points))
    if total > TWENTY_ONE:
        return BUSTED
    if (total, soft) in draws:
        return None
    if sum(drawn) == 1 and make_natural(up_points, 1 + drawn.index(1)):
        return NATURAL
    return total - DEALER_STANDS_ON


def _placed(cards: Counts, places: dict[Counts, int], steps: list[tuple[int, int, int]]) -> int:
    """Return the place of a set of cards, which it and those it grows from get if they lack one."""
    if cards not in places:
        points = max(points for points in POINTS if cards[points - 1])
        held = cards[points - 1] - 1
        smaller = (*cards[: points - 1], held, *cards[points:])
        steps.append((_placed(smaller, places, steps), points, held))
        places[cards] = len(steps)
    return places[cards]


class DealerOdds:
    """The chances of the dealer's ends from one shoe, remembered by what has left it.

    Args:
        shoe: what is left after the up card.
        up_points: of the up card, 1 for an ace.
        draws: the totals to which the dealer draws.
    """

    def __init__(self, shoe: Counts, up_points: int, draws: Draws) -> None:
        self.shoe = np.array(shoe, np.int64)
        self._hands = dealer_hands(up_points, draws)
        self._place_of: dict[int, int] = {}
        self._known = np.zeros((0, ENDS))

    def chances(self, gone: Ints) -> Floats:
        """Return the chance of each end after some cards have left the shoe.

        Args:
            gone: the cards that have left, a row for each case; a card more than there is counts
                as one that cannot come.
        """
        keys = gone @ _BASE ** np.arange(len(POINTS), dtype=np.int64)
        new, first = np.unique(keys, return_index=True)
        lacking = [
            place
            for key, place in zip(new.tolist(), first.tolist(), strict=True)
            if key not in self._place_of
        ]
        if lacking:
            for place in lacking:
                self._place_of[int(keys[place])] = len(self._place_of)
            left = np.maximum(self.shoe - gone[lacking], 0)
            self._known = np.concatenate([self._known, self._hands.chances(left)])
        return self._known[[self._place_of[key] for key in keys.tolist()]]


@lru_cache(maxsize=40)
def dealer_odds(shoe: Counts, up_points: int, draws: Draws) -> DealerOdds:
    """Return the odds from a shoe without the up card; those of the last four shoes are kept."""
    return DealerOdds(shoe, up_points, draws)
