"""Playing ranges of shoes: what the kernel finds in one, as whole numbers."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import evolve, frozen

from pitboss.rules import Rules
from pitboss.rules.values import Shuffle
from pitboss.simulation.kernel import places as k
from pitboss.simulation.kernel.shoes import play_shoes
from pitboss.simulation.numbers import Numbers

HANDS: Final = 1_000
"""Starting hands under all up cards, each by three numbers of points."""

_MOST_SHOES: Final = 1 << 20
_ROUNDS_IN_A_TASK: Final = 1 << 20


@frozen
class Found:
    """What was found in a range of shoes, as arrays of the kernel.

    Attributes:
        first: the first shoe.
        by_count: by seat and count the sums.
        by_hand: by seat, up card and starting hand the sums; empty if they were not wanted.
        shoes: of each shoe its rounds, its cards, and the net of all seats.
        rounds: of each round its cards, the net of each seat, and their stakes; empty likewise.
    """

    first: int
    by_count: k.Whole
    by_hand: k.Whole
    shoes: k.Whole
    rounds: k.Whole

    @property
    def played(self) -> int:
        """How many rounds were played."""
        return int(self.shoes[:, 0].sum())


def play_range(
    numbers: Numbers, first: int, shoes: int, *, hands: bool = False, rounds: int = 0
) -> Found:
    """Play shoes from the first to the last round of each.

    Args:
        numbers: what is played by; they are not written to.
        first: the number of the first shoe.
        shoes: how many are played.
        hands: sums by starting hand are wanted.
        rounds: of so many rounds each is wanted.
    """
    own = evolve(
        numbers, t=numbers.t.copy(), cards=numbers.cards.copy(), longs=numbers.longs.copy()
    )
    seats = int(own.t[k.SEATS])
    by_count = np.zeros(seats * k.COUNTS * k.SUMS, np.int64)
    by_hand = np.zeros(seats * HANDS * k.SUMS if hands else 0, np.int64)
    of_shoes = np.zeros(3 * shoes, np.int64)
    of_rounds = np.zeros(rounds * (1 + 2 * seats), np.int64)
    played = play_shoes(own.t, own.cards, own.longs, first, by_count, by_hand, of_shoes, of_rounds)
    return Found(
        first,
        by_count.reshape(seats, k.COUNTS, k.SUMS),
        by_hand.reshape(-1, HANDS, k.SUMS),
        of_shoes.reshape(shoes, 3),
        of_rounds.reshape(rounds, 1 + 2 * seats)[:played],
    )


def shoes_in_task(rules: Rules, seats: int, task: int) -> int:
    """Return how many shoes a task of a run plays: few at first, then as many as take a moment.

    Args:
        rules: the rule set.
        seats: how many play.
        task: its number, from 0.
    """
    cards = 52 * rules.decks - rules.cut_card.high
    in_a_shoe = 1 if rules.shuffle is Shuffle.EVERY_ROUND else max(1, cards // (3 * seats + 3))
    most = max(k.LANES, _ROUNDS_IN_A_TASK // in_a_shoe // k.LANES * k.LANES)
    return min(k.LANES << min(task + 4, 20), most, _MOST_SHOES)
