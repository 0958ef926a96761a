"""Play ranges of shoes in the kernel, and return its sums, which are whole numbers."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import evolve, frozen

from pitboss.machine.flags import flags_for
from pitboss.rules import Rules
from pitboss.simulation.compiling import record_at
from pitboss.simulation.encoding import Numbers
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.records import SEAT
from pitboss.simulation.kernel.shoes import play_shoes
from pitboss.simulation.side_bets import SideBetTimes, times_of

HANDS: Final = 1_000
"""The number of combinations of points (1 to 10) of the up card and a seat's two cards."""

_MAX_SHOES: Final = 1 << 20


@frozen
class RangeResult:
    """The results of a range of shoes, as the arrays that the kernel writes.

    Attributes:
        first: the number of the first shoe.
        by_count: the sums by seat and count.
        by_hand: the sums by seat, up card and starting hand; empty if they were not wanted.
        shoes: for each shoe, its rounds, its cards, the net of all seats, the lowest point of that
            net, and the net of its worst round.
        rounds: for each round, its cards, the net of each seat, and the stakes of each seat; empty
            if they were not wanted.
        side_bets: how often each class of each side bet happened; empty without side bets.
    """

    first: int
    by_count: k.Whole
    by_hand: k.Whole
    shoes: k.Whole
    rounds: k.Whole
    side_bets: SideBetTimes = ()

    @property
    def played(self) -> int:
        """How many rounds were played."""
        return int(self.shoes[:, 0].sum())


def nothing_found(seats: int, first: int, shoes: int, *, hands: bool, rounds: int) -> RangeResult:
    """Return arrays of zeros for the results; for the arguments, see `play_range`."""
    return RangeResult(
        first,
        np.zeros((seats, k.COUNTS, k.SUMS), np.int64),
        np.zeros((seats if hands else 0, HANDS, k.SUMS), np.int64),
        np.zeros((shoes, k.OF_SHOE), np.int64),
        np.zeros((rounds, 1 + 2 * seats), np.int64),
    )


def play_range(
    numbers: Numbers, first: int, shoes: int, *, hands: bool = False, rounds: int = 0
) -> RangeResult:
    """Play every round of some shoes.

    Args:
        numbers: the rules, strategies and seed of the run; they stay unchanged.
        first: the number of the first shoe.
        shoes: the number of shoes.
        hands: whether to add up the results by starting hand, too.
        rounds: how many rounds to return one by one, besides the sums.
    """
    own = evolve(
        numbers, t=numbers.t.copy(), cards=numbers.cards.copy(), longs=numbers.longs.copy()
    )
    found = nothing_found(int(own.t[k.SEATS]), first, shoes, hands=hands, rounds=rounds)
    sums = (found.by_count, found.by_hand, found.shoes, found.rounds)
    played = play_shoes(
        own.t, own.cards, own.longs, own.steps, first, *[each.reshape(-1) for each in sums]
    )
    for seat, by_hand in enumerate(found.by_hand):
        if not record_at(own.t, k.SEATS_AT + seat * k.SEAT_SIZE, SEAT).counting:
            # If results by starting hand are wanted, the kernel leaves out the sums by count of a
            # player who does not count. All rounds of this player belong to the count 0.
            found.by_count[seat, k.COUNTS // 2] = by_hand.sum(axis=0)
    return evolve(found, rounds=found.rounds[:played], side_bets=times_of(own.t))


def rounds_in_shoe(rules: Rules, seats: int) -> int:
    """Return a low estimate of the number of rounds in a shoe.

    Args:
        rules: the rule set.
        seats: the number of seats.
    """
    if flags_for(rules).shuffles_every_round:
        return 1
    cards = rules.cards_in_shoe - rules.cut_card.high
    return max(1, cards // (3 * seats + 3))


def shoes_in_task(rules: Rules, seats: int, task: int, rounds: int) -> int:
    """Return how many shoes a task plays: few at first, then enough for about `rounds` rounds.

    Args:
        rules: the rule set.
        seats: the number of seats.
        task: its number, from 0.
        rounds: about how many rounds a later task should have.
    """
    most = max(k.LANES, rounds // rounds_in_shoe(rules, seats) // k.LANES * k.LANES)
    return min(k.LANES << min(task + 4, 20), most, _MAX_SHOES)
