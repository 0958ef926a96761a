"""The exact chance of each end of the dealer's hand, from a shoe in which cards may be missing.

Cards are drawn without replacement, so all orders of a set of cards are equally likely. For each up
card (or for both cards, if both lie face up), this module lists all final hands of the dealer as
sets of cards. Each set has the number of orders in which it can be drawn. A cache keeps these
lists. An end is a final total, a bust or a natural. Its chance in any shoe is the sum of the
chances of all sets with this end; the chance of a set is a product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from threading import Lock
from typing import Final

import numpy as np
from attrs import frozen

from pitboss.exact.hands import NOTHING, POINTS, Counts, Floats, Ints, total_of, with_card
from pitboss.game.arithmetic import DEALER_STANDS_ON, FIRST_CARDS, TWENTY_ONE

Held = tuple[int, ...]
"""The points of the dealer's cards that lie face up: one card, or two."""

Draws = frozenset[tuple[int, bool]]
"""The totals to which the dealer draws, each with whether it is soft."""

BUSTED: Final = 6
NATURAL: Final = 7
ENDS: Final = 8
"""The number of ends: totals of 17 to 22, a larger total, and a natural, in this order."""

_ROWS_AT_ONCE: Final = 256
"""How many shoes are computed together; more would not fit in a processor's cache."""

_BASE: Final = 64
"""The base of the keys for missing cards; no key counts so many cards of equal points."""


@frozen(eq=False)
class EndingSets:
    """The final hands of the dealer that have the same number of cards, sorted by their end.

    Attributes:
        drawn: the number of drawn cards.
        places: the row of each set in the array `products` of `DealerHands._chances`.
        orders: in how many orders the dealer draws each set.
        ends: the ends that occur.
        starts: the place in `places` at which the sets of each end begin.
    """

    drawn: int
    places: Ints
    orders: Floats
    ends: Ints
    starts: Ints


@frozen(eq=False)
class GrownSets:
    """All sets of n cards, each given by a set of n - 1 cards and the card added to it.

    Attributes:
        start: the row of the first set in the array `products` of `DealerHands._chances`; the
            others follow it.
        smaller: the rows of the sets with one card less.
        cards: the places of the added cards in `DealerHands.cards`.
    """

    start: int
    smaller: Ints
    cards: Ints


@frozen(eq=False)
class DealerHands:
    """All final hands of the dealer as sets of drawn cards, for one or two cards that lie face up.

    Attributes:
        sets: the sets of one card, of two cards and so on, without the empty set.
        cards: the added cards that occur. Each is a row of two numbers: the points of the card, and
            how many cards with these points the set held before.
        ends: the sets of the final hands, the smallest sets first.
        stands: how the hand ends if the dealer draws no card; `None` if the dealer draws.
    """

    sets: tuple[GrownSets, ...]
    cards: Ints
    ends: tuple[EndingSets, ...]
    stands: int | None = None

    def chances(self, left: Ints) -> Floats:
        """Return the chance of each end, including a natural, for each shoe.

        Args:
            left: the cards left in the shoes, one row for each shoe.
        """
        if self.stands is not None:
            return np.repeat(np.eye(ENDS)[self.stands : self.stands + 1], len(left), axis=0)
        parts = [
            self._chances(left[start : start + _ROWS_AT_ONCE])
            for start in range(0, len(left), _ROWS_AT_ONCE)
        ]
        return np.concatenate(parts)

    def _chances(self, left: Ints) -> Floats:
        held = left.T.astype(np.float64)
        last = self.sets[-1]
        products = np.empty((last.start + len(last.smaller), len(left)))
        products[0] = 1
        still = held[self.cards[:, 0] - 1] - self.cards[:, 1, np.newaxis]
        for larger in self.sets:
            grown = products[larger.start : larger.start + len(larger.smaller)]
            # The mode `clip` skips a check of the places; the check would need one more array.
            np.take(products, larger.smaller, axis=0, out=grown, mode="clip")
            grown *= still[larger.cards]
        drawn = np.arange(self.ends[-1].drawn)[:, np.newaxis]
        cards: Floats = np.maximum(held.sum(axis=0) - drawn, 1)
        draws = cards.cumprod(axis=0)
        found = np.zeros((ENDS, len(left)))
        for sets in self.ends:
            ways = sets.orders[:, np.newaxis] * products[sets.places]
            found[sets.ends] += np.add.reduceat(ways, sets.starts) / draws[sets.drawn - 1]
        return found.T


@lru_cache(maxsize=20)
def dealer_hands(held: Held, draws: Draws) -> DealerHands:
    """List all final hands of the dealer as sets of cards.

    Args:
        held: the points of the up card, 1 for an ace, or of both cards if both lie face up.
        draws: the totals to which the dealer draws.
    """
    stands = _end(NOTHING, held, draws) if len(held) == FIRST_CARDS else None
    if stands is not None:
        return DealerHands((), np.zeros((0, 2), np.int64), (), stands)
    open_sets: dict[Counts, int] = {NOTHING: 1}
    ended: list[list[tuple[int, Counts, int]]] = []
    while open_sets:
        ways: defaultdict[Counts, int] = defaultdict(int)
        for cards, orders in open_sets.items():
            for points in POINTS:
                ways[with_card(cards, points)] += orders
        found = {cards: _end(cards, held, draws) for cards in ways}
        ended.append(
            sorted((end, cards, ways[cards]) for cards, end in found.items() if end is not None)
        )
        open_sets = {cards: orders for cards, orders in ways.items() if found[cards] is None}
    places, sets, grown_by = _grown(cards for some in ended for _, cards, _ in some)
    ends = [_ending(drawn, some, places) for drawn, some in enumerate(ended, 1) if some]
    return DealerHands(sets, grown_by, tuple(ends))


def _ending(
    drawn: int, ended: Sequence[tuple[int, Counts, int]], places: Mapping[Counts, int]
) -> EndingSets:
    """Return the final hands with this number of drawn cards, each with its number of orders."""
    which, starts = np.unique([end for end, _, _ in ended], return_index=True)
    reached = np.array([places[cards] for _, cards, _ in ended], np.int64)
    orders = np.array([orders for _, _, orders in ended], np.float64)
    return EndingSets(drawn, reached, orders, which, starts)


def _grown(wanted: Iterable[Counts]) -> tuple[dict[Counts, int], tuple[GrownSets, ...], Ints]:
    """Return the places of sets, these sets by size, and the added cards.

    Each wanted set has a place. If its greatest cards are taken away one by one, each set that is
    left has a place, too.
    """
    smaller: dict[Counts, tuple[Counts, int, int]] = {}
    for each in wanted:
        cards = each
        while cards != NOTHING and cards not in smaller:
            smaller[cards] = _without_greatest(cards)
            cards = smaller[cards][0]
    in_order = sorted(smaller, key=sum)
    places = {NOTHING: 0} | {cards: place for place, cards in enumerate(in_order, 1)}
    grown_by = sorted({grown[1:] for grown in smaller.values()})
    number_of = {grown: number for number, grown in enumerate(grown_by)}
    sets: list[GrownSets] = []
    for _, group in groupby(in_order, key=sum):
        same = list(group)
        before = np.array([places[smaller[cards][0]] for cards in same], np.int64)
        by_card = np.array([number_of[smaller[cards][1:]] for cards in same], np.int64)
        sets.append(GrownSets(places[same[0]], before, by_card))
    return places, tuple(sets), np.array(grown_by, np.int64)


def _without_greatest(cards: Counts) -> tuple[Counts, int, int]:
    """Return a set without its greatest card, the card's points, and how many such cards stay."""
    points = max(points for points in POINTS if cards[points - 1])
    held = cards[points - 1] - 1
    return (*cards[: points - 1], held, *cards[points:]), points, held


def _end(drawn: Counts, held: Held, draws: Draws) -> int | None:
    """Return how a hand of the held and the drawn cards ends; `None` while the dealer draws."""
    cards = with_card(drawn, *held)
    total, soft = total_of(cards)
    if total > TWENTY_ONE:
        return min(total - DEALER_STANDS_ON, BUSTED)
    if (total, soft) in draws:
        return None
    if sum(cards) == FIRST_CARDS and total == TWENTY_ONE:
        return NATURAL
    return total - DEALER_STANDS_ON


class DealerOdds:
    """The chances of each end of the dealer's hand from one shoe; cached by the missing cards.

    Args:
        shoe: the cards left in the shoe without the dealer's cards that lie face up.
        held: the points of the dealer's cards that lie face up.
        draws: the totals to which the dealer draws.
    """

    def __init__(self, shoe: Counts, held: Held, draws: Draws) -> None:
        self.shoe = np.array(shoe, np.int64)
        self._hands = dealer_hands(held, draws)
        self._place_of: dict[int, int] = {}
        self._known = np.zeros((0, ENDS))
        self._lock = Lock()

    def chances(self, gone: Ints) -> Floats:
        """Return the chance of each end after some cards have left the shoe.

        Args:
            gone: the cards that have left, one row for each case. If a number is greater than the
                number of such cards in the shoe, no such card is left to draw.
        """
        keys = gone @ _BASE ** np.arange(len(POINTS), dtype=np.int64)
        new, first = np.unique(keys, return_index=True)
        with self._lock:
            lacking = {
                key: place
                for key, place in zip(new.tolist(), first.tolist(), strict=True)
                if key not in self._place_of
            }
            if lacking:
                left = np.maximum(self.shoe - gone[list(lacking.values())], 0)
                start = len(self._known)
                # Rows come first: an interrupt may leave rows without a place, never the reverse.
                self._known = np.concatenate([self._known, self._hands.chances(left)])
                self._place_of.update(zip(lacking, range(start, len(self._known)), strict=True))
            return self._known[[self._place_of[key] for key in keys.tolist()]]


@lru_cache(maxsize=40)
def dealer_odds(shoe: Counts, held: Held, draws: Draws) -> DealerOdds:
    """Return the odds from a shoe that lacks the held cards; a cache keeps the last 40 results."""
    return DealerOdds(shoe, held, draws)
