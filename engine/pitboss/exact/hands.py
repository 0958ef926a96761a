"""A table of every hand that is not bust; a hand is given by the counts of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from pitboss.game.arithmetic import FIRST_CARDS, TWENTY_ONE, best_total
from pitboss.players.chart import ROWS, ChartRow, HandKind

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

Counts = tuple[int, ...]
"""How many aces, twos and so on, up to cards worth ten."""

Shape = tuple[int, bool, int]
"""The best total of a hand, whether it is soft, and its number of cards."""

ACE: Final = 1
TEN: Final = 10
POINTS: Final = range(ACE, TEN + 1)
NOTHING: Final[Counts] = (0,) * len(POINTS)

BUST: Final = -1
"""The place of any hand that is not in the table."""

PLACE_OF_ROW: Final = {row: place for place, row in enumerate(ROWS)}
"""The place of each row of a chart in `ROWS`."""


@frozen(eq=False)
class Hands:
    """A table of hands, sorted by size; every attribute except `shapes` has an entry for each hand.

    Attributes:
        cards: how many cards of each points value the hand has.
        size: number of cards.
        total: the best total.
        soft: whether an ace in it counts eleven.
        after: the place of the hand with one more card, by the points of that card, or `BUST`.
        row: the place of its total in `ROWS`; `BUST` for a single card.
        pair: the points of each card of a pair; 0 for any other hand.
        shape: the place of its shape in `shapes`.
        shapes: every shape; many hands have the same shape.
    """

    cards: Ints
    size: Ints
    total: Ints
    soft: Flags
    after: Ints
    row: Ints
    pair: Ints
    shape: Ints
    shapes: Sequence[Shape]

    def part(self, kept: Flags) -> Hands:
        """Return a table of the kept hands; in `after`, `BUST` replaces hands that are not kept."""
        places = np.append(np.where(kept, np.cumsum(kept) - 1, BUST), BUST)
        return Hands(
            self.cards[kept],
            self.size[kept],
            self.total[kept],
            self.soft[kept],
            places[self.after[kept]],
            self.row[kept],
            self.pair[kept],
            self.shape[kept],
            self.shapes,
        )

    @property
    def levels(self) -> list[slice]:
        """The places of the hands of each size, the smallest first."""
        ends = [int(end) for end in np.flatnonzero(np.diff(self.size)) + 1]
        return [
            slice(*ends_of) for ends_of in zip([0, *ends], [*ends, len(self.size)], strict=True)
        ]


@cache
def all_hands() -> Hands:
    """Return the table of every hand of one card or more that is not bust."""
    level: list[Counts] = [with_card(NOTHING, points) for points in POINTS]
    listed: list[Counts] = []
    while level:
        listed += level
        grown = {with_card(hand, points): None for hand in level for points in POINTS}
        level = [hand for hand in grown if total_of(hand)[0] <= TWENTY_ONE]
    places = {hand: place for place, hand in enumerate(listed)}
    totals = [total_of(hand) for hand in listed]
    shape_of = [(*total, sum(hand)) for total, hand in zip(totals, listed, strict=True)]
    shapes = list(dict.fromkeys(shape_of))
    after = [[places.get(with_card(hand, points), BUST) for points in POINTS] for hand in listed]
    return Hands(
        cards=np.array(listed, np.int64),
        size=np.array([sum(hand) for hand in listed], np.int64),
        total=np.array([total for total, _ in totals], np.int64),
        soft=np.array([soft for _, soft in totals], np.bool_),
        after=np.array(after, np.int64),
        row=np.array([_row(hand) for hand in listed], np.int64),
        pair=np.array([_pair(hand) for hand in listed], np.int64),
        shape=np.array([shapes.index(shape) for shape in shape_of], np.int64),
        shapes=shapes,
    )


def with_card(cards: Counts, *points: int) -> Counts:
    """Return the counts with one more card of each of these points."""
    more = list(cards)
    for come in points:
        more[come - 1] += 1
    return tuple(more)


def without(cards: Counts, *points: int) -> Counts:
    """Return the counts without one card of each of these points."""
    left = list(cards)
    for gone in points:
        left[gone - 1] -= 1
    return tuple(left)


def total_of(cards: Counts) -> tuple[int, bool]:
    """Return the best total of a hand, and whether an ace in it counts eleven."""
    hard = sum(points * held for points, held in zip(POINTS, cards, strict=True))
    points = best_total(hard, cards[0] > 0)
    return points, points != hard


def _row(cards: Counts) -> int:
    """Return the place of a hand's total in `ROWS`; `BUST` for one card."""
    if sum(cards) < FIRST_CARDS:
        return BUST
    total, soft = total_of(cards)
    return PLACE_OF_ROW[ChartRow(HandKind.SOFT if soft else HandKind.HARD, total)]


def _pair(cards: Counts) -> int:
    """Return the points of each card of a pair; 0 for any other hand."""
    return cards.index(2) + 1 if sum(cards) == FIRST_CARDS and max(cards) == FIRST_CARDS else 0
