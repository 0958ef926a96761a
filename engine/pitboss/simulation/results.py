"""The results of a simulation: exact sums in whole numbers, and figures computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import inf, sqrt
from typing import Final, TypeVar

import numpy as np
from attrs import evolve, field, frozen

from pitboss.arguments import takes
from pitboss.errors import PitbossError
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.sessions import Bankroll, Sessions, sessions_in
from pitboss.simulation.shoe_ranges import RangeResult
from pitboss.simulation.side_bets import SideBetTimes, added_times
from pitboss.simulation.strategy import MAX_COUNT

DealtPoints = tuple[int, int, int]
"""The points of the up card and of a hand's first two cards, the lower first; an ace has 1."""

MAX_WORST: Final = 100
"""A result names at most this many of the shoes with the worst rounds."""


class MergeError(PitbossError):
    """Two results cannot be added.

    They are of different runs, have different kinds of sums, or have a shoe in common.
    """


@frozen
class Sums:
    """Sums over the rounds of a seat; all sums are exact.

    Attributes:
        rounds: how many rounds the seat played.
        hands: how many hands it played, split hands included.
        bets_minor: the sum of its opening bets.
        stakes_minor: the sum of all its stakes, not only of opening bets.
        net_minor: what it won; negative for a loss.
        squares: the sum of the squared net of each round, in square minor units.
    """

    rounds: int = 0
    hands: int = 0
    bets_minor: int = 0
    stakes_minor: int = 0
    net_minor: int = 0
    squares: int = 0

    @takes(MergeError)
    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.rounds + other.rounds,
            self.hands + other.hands,
            self.bets_minor + other.bets_minor,
            self.stakes_minor + other.stakes_minor,
            self.net_minor + other.net_minor,
            self.squares + other.squares,
        )

    @property
    def mean_minor(self) -> float:
        """What a round wins on average, in minor units."""
        return self.net_minor / self.rounds if self.rounds else 0.0

    @property
    def edge(self) -> float:
        """What the seat wins per unit of opening bets: the house edge with the opposite sign."""
        return self.net_minor / self.bets_minor if self.bets_minor else 0.0

    @property
    def variance(self) -> float:
        """The variance of a round, in square minor units."""
        if self.rounds < 2:
            return 0.0
        spread = self.squares - Fraction(self.net_minor**2, self.rounds)
        return float(spread / (self.rounds - 1))

    @property
    def standard_error_minor(self) -> float:
        """The standard error of the mean, in minor units, as if rounds were independent.

        Rounds of one shoe are not independent; `SimulationResult.standard_error_minor` allows for
        that.
        """
        return sqrt(self.variance / self.rounds) if self.rounds else 0.0

    @property
    def n0(self) -> float:
        """The number of rounds after which the expected total equals its standard deviation."""
        return self.variance / self.mean_minor**2 if self.net_minor else inf


def _sums(line: Iterable[int]) -> Sums:
    """Return the sums from a line of the kernel, which has the sum of squares in two halves."""
    rounds, hands, bets, stakes, net, low, high, *_ = line
    return Sums(rounds, hands, bets, stakes, net, low + (high << 32))


@frozen
class ShoeSums:
    """Sums over shoes, of all their rounds and all seats; all sums are exact.

    Attributes:
        shoes: how many shoes; a shoe made in mid-round counts as part of the shoe that ran out.
        rounds: how many rounds these shoes had.
        cards: how many cards were drawn from these shoes, without burned cards.
        net_minor: what all seats won.
        rounds_squared: the sum, over shoes, of the squared number of rounds.
        net_squared: the sum, over shoes, of the squared net of all seats.
        net_by_rounds: the sum, over shoes, of the net of all seats times the number of rounds.
    """

    shoes: int = 0
    rounds: int = 0
    cards: int = 0
    net_minor: int = 0
    rounds_squared: int = 0
    net_squared: int = 0
    net_by_rounds: int = 0

    @takes(MergeError)
    def __add__(self, other: ShoeSums) -> ShoeSums:
        return ShoeSums(
            self.shoes + other.shoes,
            self.rounds + other.rounds,
            self.cards + other.cards,
            self.net_minor + other.net_minor,
            self.rounds_squared + other.rounds_squared,
            self.net_squared + other.net_squared,
            self.net_by_rounds + other.net_by_rounds,
        )


_HALF: Final = 20
"""How many bits of a net are multiplied at a time, so that no sum of products is too large."""


def _shoe_sums(shoes: k.Whole) -> ShoeSums:
    rounds, cards, net = shoes[:, k.SHOE_ROUNDS], shoes[:, k.SHOE_CARDS], shoes[:, k.SHOE_NET]
    high, low = net >> _HALF, net & ((1 << _HALF) - 1)
    high_high, high_low, low_low = (
        int(np.dot(high, high)),
        int(np.dot(high, low)),
        int(np.dot(low, low)),
    )
    return ShoeSums(
        len(shoes),
        int(rounds.sum()),
        int(cards.sum()),
        (int(high.sum()) << _HALF) + int(low.sum()),
        int(np.dot(rounds, rounds)),
        (high_high << 2 * _HALF) + (high_low << (_HALF + 1)) + low_low,
        (int(np.dot(high, rounds)) << _HALF) + int(np.dot(low, rounds)),
    )


Ranges = tuple[tuple[int, int], ...]
"""The first and last shoe of each range, in rising order; there are gaps between ranges."""


@frozen
class SimulationResult:
    """The result of some shoes of a run.

    Add two results of one run with ``+``; the sums are exact.

    Attributes:
        run: the digest of the rules, the strategies and the seed.
        ranges: the shoes that were played.
        by_count: the sums of each seat, by its count at the bet.
        by_hand: the sums of each seat, by starting hand; empty if not wanted.
        of_shoes: sums over shoes.
        sessions: how often the bankroll was lost; `None` without a bankroll.
        worst_shoes: up to `MAX_WORST` shoes with the worst rounds, the worst first; for each, the
            net of all seats in its worst round, and the number of the shoe.
        whole_shoe: how many cards a whole shoe has.
        side_bets: for each seat and side bet, how often each class was paid, then how often the bet
            lost and how often it was returned; empty without side bets. `Run.side_bets` says what
            the bets won.
    """

    run: str
    ranges: Ranges
    by_count: tuple[Mapping[int, Sums], ...] = field(repr=False)
    by_hand: tuple[Mapping[DealtPoints, Sums], ...] = field(repr=False)
    of_shoes: ShoeSums
    sessions: Sessions | None = None
    worst_shoes: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    whole_shoe: int = 0
    side_bets: SideBetTimes = field(default=(), repr=False)

    @takes(MergeError)
    def __add__(self, other: SimulationResult) -> SimulationResult:
        if self._of() != other._of():
            raise MergeError(
                "the results are of two runs", "add results of the same rules, players and seed"
            )
        if self._bankroll() != other._bankroll():
            raise MergeError("the results have two bankrolls", "give one bankroll to all, or none")
        if len(self.by_hand) != len(other.by_hand):
            raise MergeError(
                "only one of two results has sums of starting hands",
                "give the same `hands` for all shoes",
            )
        return SimulationResult(
            self.run,
            _joined(self.ranges, other.ranges),
            tuple(_added(*both) for both in zip(self.by_count, other.by_count, strict=True)),
            tuple(_added(*both) for both in zip(self.by_hand, other.by_hand, strict=True)),
            self.of_shoes + other.of_shoes,
            None if not self.sessions or not other.sessions else self.sessions + other.sessions,
            tuple(sorted((*self.worst_shoes, *other.worst_shoes))[:MAX_WORST]),
            self.whole_shoe,
            added_times(self.side_bets, other.side_bets),
        )

    def _of(self) -> tuple[object, ...]:
        """Return the fields that must be equal in two results that are added."""
        side_bets = [[len(times) for times in seat] for seat in self.side_bets]
        return self.run, self.whole_shoe, len(self.by_count), side_bets

    def _bankroll(self) -> Bankroll | None:
        return None if self.sessions is None else self.sessions.bankroll

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.of_shoes.rounds

    @property
    def seats(self) -> tuple[Sums, ...]:
        """The sums of each seat."""
        return tuple(sum(by_count.values(), Sums()) for by_count in self.by_count)

    @property
    def seats_dealt(self) -> tuple[Sums, ...]:
        """The sums of each seat over all rounds; a round that it sat out has a net of 0."""
        return tuple(evolve(sums, rounds=self.rounds) for sums in self.seats)

    @property
    def mean_minor(self) -> float:
        """What all seats together win in a round on average, in minor units."""
        return self.of_shoes.net_minor / self.rounds if self.rounds else 0.0

    @property
    def standard_error_minor(self) -> float:
        """The standard error of `mean_minor`, in minor units, as if shoes were independent.

        It is the error of a ratio of two sums over shoes [Cochran, Sampling Techniques, 2.11].
        """
        sums = self.of_shoes
        if sums.shoes < 2:
            return 0.0
        mean = Fraction(sums.net_minor, sums.rounds)
        spread = (
            sums.net_squared - 2 * mean * sums.net_by_rounds + mean * mean * sums.rounds_squared
        )
        return sqrt(spread * sums.shoes / (sums.shoes - 1)) / sums.rounds

    @property
    def rounds_per_shoe(self) -> float:
        """How many rounds a shoe has on average."""
        return self.rounds / self.of_shoes.shoes if self.of_shoes.shoes else 0.0

    @property
    def hands_per_shoe(self) -> float:
        """How many hands a shoe has on average, split hands included."""
        hands = sum(sums.hands for sums in self.seats)
        return hands / self.of_shoes.shoes if self.of_shoes.shoes else 0.0

    @property
    def penetration(self) -> float:
        """The share of a shoe that is drawn on average.

        Cards drawn from shoes that were made in mid-round are included.
        """
        drawn = self.of_shoes.shoes * self.whole_shoe
        return self.of_shoes.cards / drawn if drawn else 0.0

    @property
    def cards_per_round(self) -> float:
        """How many cards a round uses on average."""
        return self.of_shoes.cards / self.rounds if self.rounds else 0.0


def result_of(
    run: str, whole_shoe: int, found: RangeResult, bankroll: Bankroll | None
) -> SimulationResult:
    """Return the results of some shoes as a `SimulationResult`.

    Args:
        run: the digest of the run.
        whole_shoe: how many cards a whole shoe has.
        found: what the kernel or the tables counted for the shoes.
        bankroll: the bankroll of sessions; `None` for no sessions.
    """
    return SimulationResult(
        run,
        ((found.first, found.first + len(found.shoes) - 1),),
        tuple(_by_count(seat) for seat in found.by_count),
        tuple(_by_hand(seat) for seat in found.by_hand),
        _shoe_sums(found.shoes),
        None if bankroll is None else sessions_in(bankroll, found.first, found.shoes),
        _worst_shoes(found),
        whole_shoe,
        found.side_bets,
    )


def _worst_shoes(found: RangeResult) -> tuple[tuple[int, int], ...]:
    """Return the nets of the worst losing rounds, each with the number of its shoe."""
    worst = found.shoes[:, k.SHOE_WORST]
    most = min(MAX_WORST, len(worst)) - 1
    least = np.flatnonzero(worst <= np.partition(worst, most)[most])
    bad: list[int] = least[np.argsort(worst[least], kind="stable")][: most + 1].tolist()
    return tuple((int(worst[at]), found.first + at) for at in bad if worst[at] < 0)


def _by_count(lines: k.Whole) -> Mapping[int, Sums]:
    played = np.flatnonzero(lines[:, k.ROUNDS]).tolist()
    return {place - MAX_COUNT: _sums(lines[place].tolist()) for place in played}


def _by_hand(lines: k.Whole) -> Mapping[DealtPoints, Sums]:
    played = np.flatnonzero(lines[:, k.ROUNDS]).tolist()
    return {
        (place // 100 + 1, place // 10 % 10 + 1, place % 10 + 1): _sums(lines[place].tolist())
        for place in played
    }


_Key = TypeVar("_Key")


def _added(one: Mapping[_Key, Sums], other: Mapping[_Key, Sums]) -> Mapping[_Key, Sums]:
    total = dict(one)
    for key, sums in other.items():
        total[key] = total[key] + sums if key in total else sums
    return total


def _joined(one: Ranges, other: Ranges) -> Ranges:
    """Return two lists of ranges as one.

    Raises:
        MergeError: a shoe is in both lists.
    """
    joined: list[tuple[int, int]] = []
    for first, last in sorted((*one, *other)):
        if joined and first <= joined[-1][1]:
            raise MergeError(f"shoe {first} is counted twice", "add results of different shoes")
        if joined and first == joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return tuple(joined)
