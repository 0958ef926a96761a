"""Running the kernel: what it finds, as arrays."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from pitboss.simulation import kernel as k
from pitboss.simulation.numbers import Numbers


@frozen
class Found:
    """What the kernel adds up, see `kernel.play_shoes`."""

    by_count: k.Whole
    by_hand: k.Whole
    shoes: k.Whole
    rounds: k.Whole


def room(seats: int, shoes: int, *, hands: bool = False, rounds: int = 0) -> Found:
    """Return room for results."""
    return Found(
        np.zeros(seats * k.COUNTS * k.SUMS, np.int64),
        np.zeros((seats if hands else 0) * 1000 * k.SUMS, np.int64),
        np.zeros(shoes * 3, np.int64),
        np.zeros(rounds * (1 + 2 * seats), np.int64),
    )


def play_shoes(numbers: Numbers, first: int, found: Found) -> int:
    """Play shoes; return how many rounds that were."""
    return k.play_shoes(
        numbers.t,
        numbers.cards,
        numbers.longs,
        first,
        found.by_count,
        found.by_hand,
        found.shoes,
        found.rounds,
    )
