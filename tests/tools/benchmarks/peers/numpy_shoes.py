"""What NumPy alone can do: a round at each of many shoes at once, a step for each card.

A round: one seat, basic strategy, doubles, no splits; six decks, a cut card; only mean and
variance; no record; seeded.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from tests.tools.benchmarks.peers.whole_shoes import (
    DOUBLE,
    MEASURED_SHOES,
    SHOES_AT_ONCE,
    STAND,
    Points,
    WholeShoes,
)

from pitboss.rules import Rules

Totals = NDArray[np.int64]
Flags = NDArray[np.bool_]


def _add(totals: Totals, soft: Flags, cards: Points, where: Flags) -> None:
    """Add a card to the totals where one is drawn; an ace counts eleven where it can."""
    drawn = np.where(where, cards, 0)
    totals += drawn
    aces = (drawn == 1) & (totals <= 11)
    totals += 10 * aces
    soft |= aces
    over = soft & (totals > 21)
    totals -= 10 * over
    soft &= ~over


def _two(one: Points, other: Points) -> tuple[Totals, Flags]:
    soft = (one == 1) | (other == 1)
    return one + other + 10 * soft, soft


def _rounds(shoes: Points, at: Totals, tables: WholeShoes) -> tuple[NDArray[np.float64], Totals]:
    """Play a round at each shoe; return what each wins, and where the next one begins."""
    rows = np.arange(len(shoes))
    one, up, other, hole = (shoes[rows, at + place] for place in range(4))
    at = at + 4
    totals, soft = _two(one, other)
    natural, house = totals == 21, np.abs(up - hole) == 9
    playing, first, stakes = ~natural & ~house, 1, np.ones(len(rows))
    while playing.any():
        does = tables.actions[first, soft.astype(np.int64), np.minimum(totals, 21), up]
        playing &= does != STAND
        _add(totals, soft, shoes[rows, at], playing)
        at += playing
        stakes[playing & (does == DOUBLE)] = 2.0
        playing &= (does != DOUBLE) & (totals <= 21)
        first = 0
    dealers, dealers_soft = _two(up, hole)
    drawing = ~natural & ~house & (totals <= 21)
    while (drawing := drawing & (dealers < 17)).any():
        _add(dealers, dealers_soft, shoes[rows, at], drawing)
        at += drawing
    wins, loses = (dealers > 21) | (totals > dealers), totals < dealers
    won = np.where(wins, stakes, np.where(loses, -stakes, 0))
    won = np.where(totals > 21, -stakes, won)
    won = np.where(natural, np.where(house, 0.0, 1.5), np.where(house, -1.0, won))
    return won, at


def play_shoes(tables: WholeShoes, shoes: int, seed: int) -> tuple[int, float, float]:
    """Play shoes; return rounds, the sum of what they won, and that of its squares."""
    rows, at = tables.shuffled(shoes, seed), np.zeros(shoes, np.int64)
    rounds, total, squares = 0, 0.0, 0.0
    while len(rows):
        won, at = _rounds(rows, at, tables)
        rounds, total, squares = rounds + len(won), total + won.sum(), squares + (won * won).sum()
        left = at <= tables.cut
        rows, at = rows[left], at[left]
    return rounds, total, squares


def start() -> Callable[[int], None]:
    """Return what plays about so many rounds, in whole shoes."""
    tables = WholeShoes.of(Rules())
    in_a_shoe = play_shoes(tables, MEASURED_SHOES, 0)[0] / MEASURED_SHOES

    def play(rounds: int) -> None:
        shoes = max(1, round(rounds / in_a_shoe))
        for first in range(0, shoes, SHOES_AT_ONCE):
            play_shoes(tables, min(SHOES_AT_ONCE, shoes - first), rounds + first)

    return play
