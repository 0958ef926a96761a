"""Runs: everything that decides the rounds of a simulation; any round can be played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import islice

import numpy as np
from attrs import field, frozen

from pitboss.arguments import check_fields, takes
from pitboss.errors import brief
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.shoe import MAX_SEED, TableSeed, check_seed, secret_of
from pitboss.rules import Rules
from pitboss.simulation.at_tables import StoppedError, play_at_tables, play_shoe
from pitboss.simulation.encoding import Numbers, check_covered, numbers_of
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.results import MAX_WORST, ShoeSums, SimulationResult, result_of
from pitboss.simulation.sessions import Bankroll, Sessions
from pitboss.simulation.shoe_ranges import RangeResult, play_range, shoes_in_task
from pitboss.simulation.side_bets import SideBetCounts, SideBetSums, place_side_bets
from pitboss.simulation.strategy import (
    ByCount,
    Strategy,
    StrategyError,
    is_whole,
    strategy_named,
)
from pitboss.table.shoes import draw_table_seed
from pitboss.table.table import Recorder, Table

_KERNEL_ROUNDS = 1 << 22
_TABLE_ROUNDS = 1 << 11
"""About how many rounds a task has at tables; a task in the kernel has about `_KERNEL_ROUNDS`.

The kernel plays a task in a fraction of a second."""

_RUNS_AT_HAND = 16

MAX_KEPT_ROUNDS = 10_000_000
"""The most rounds that a call of `Run.nets` may return."""


@frozen
class RoundAt:
    """A round of a run.

    Attributes:
        shoe: the number of its shoe.
        place: its number among the rounds of that shoe, from 1.
        net_minor: what all seats together won; negative for a loss.
    """

    shoe: int
    place: int
    net_minor: int


@frozen(kw_only=True, eq=False)
class Run:
    """Everything that decides the rounds of a simulation; equal runs have the same digest.

    A run with a player in Python plays a first round when it is created, so that errors of the
    player are raised here.

    Attributes:
        rules: the rule set.
        strategies: the strategy of each seat.
        seed: the seed of all shoes; a table with this seed has the same shoes.

    Raises:
        UncoveredError: the simulation does not cover the rules.
        StrategyError: a strategy does not fit the rules.
        PlayerError: a player cannot be made.
        ShoeError: the seed is invalid.
    """

    rules: Rules
    strategies: tuple[Strategy, ...] = field(repr=False)
    seed: TableSeed = field(repr=False)

    def __attrs_post_init__(self) -> None:
        check_fields(self, StrategyError)
        check_seed(self.seed)
        check_covered(self.rules, at_tables=not self.in_kernel)
        for strategy in self.strategies:
            place_side_bets(self.rules, strategy.side_bets)
        if not 1 <= len(self.strategies) <= self.rules.max_seats:
            raise StrategyError(
                f"a run cannot have {len(self.strategies)} seats",
                f"give strategies for 1 to {self.rules.max_seats}",
            )
        if self.in_kernel:
            _ = self.numbers
        else:
            next(play_shoe(self.rules, self.strategies, self.seed, 1))

    @property
    def in_kernel(self) -> bool:
        """Whether the kernel plays the run; if a strategy is not a `ByCount`, tables play it."""
        return all(isinstance(strategy, ByCount) for strategy in self.strategies)

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Run) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def numbers(self) -> Numbers:
        """The numbers that the kernel plays by; the kernel works on a copy."""
        return _numbers_of(self)

    @cached_property
    def digest(self) -> str:
        """SHA-256 in hexadecimal over rules, strategies and seed."""
        parts = [self.rules.digest.encode(), secret_of(self.seed)]
        parts += [strategy.text().encode() for strategy in self.strategies]
        return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()

    @takes(StrategyError)
    def shoes(
        self,
        first: int,
        last: int,
        *,
        hands: bool = True,
        bankroll: Bankroll | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> SimulationResult:
        """Play the shoes from `first` to `last`; add results of other shoes with ``+``.

        Args:
            first: the number of the first shoe, from 1.
            last: the number of the last shoe.
            hands: whether to add up the results by starting hand, too.
            bankroll: a bankroll, if the result should say how often it is lost.
            stopped: called between rounds of Python players; returns true to cancel.

        Raises:
            StrategyError: the range is invalid.
            StoppedError: `stopped` returned true.
            AdapterError: a player in Python failed.
        """
        found = self._found(_range(first, last), hands=hands, stopped=stopped)
        return result_of(self.digest, self._whole_shoe, found, bankroll)

    @takes(StrategyError)
    def nothing(self, *, hands: bool = True, bankroll: Bankroll | None = None) -> SimulationResult:
        """Return a result without shoes, to which results of shoes can be added.

        Args:
            hands: whether to add up the results by starting hand, too.
            bankroll: a bankroll, if the result should say how often it is lost.

        Raises:
            StrategyError: an argument is of a wrong type.
        """
        return SimulationResult(
            self.digest,
            (),
            tuple({} for _ in self.strategies),
            tuple({} for _ in self.strategies) if hands else (),
            ShoeSums(),
            None if bankroll is None else Sessions(bankroll),
            whole_shoe=self._whole_shoe,
            side_bets=self._side_bet_counts.found,
        )

    @property
    def _side_bet_counts(self) -> SideBetCounts:
        return SideBetCounts(self.rules, [strategy.side_bets for strategy in self.strategies])

    @property
    def _whole_shoe(self) -> int:
        return self.rules.cards_in_shoe

    @takes(StrategyError)
    def nets(self, first: int, last: int) -> list[int]:
        """Play the shoes from `first` to `last`, and return what each round won.

        Args:
            first: the number of the first shoe, from 1.
            last: the number of the last shoe.

        Returns:
            What all seats together won in each round, in minor units; negative for a loss.

        Raises:
            StrategyError: the range is invalid, or has more than `MAX_KEPT_ROUNDS` rounds.
            AdapterError: a player in Python failed.
        """
        shoes = _range(first, last)
        # A shoe has at least one round.
        rounds = len(shoes)
        if rounds <= MAX_KEPT_ROUNDS:
            rounds = self._rounds_in(shoes)
        if rounds > MAX_KEPT_ROUNDS:
            raise StrategyError(
                f"the rounds of {len(shoes)} shoes are too many to keep",
                f"give shoes with at most {MAX_KEPT_ROUNDS} rounds in total",
            )
        found = self._found(shoes, rounds=rounds)
        nets: list[int] = found.rounds[:, 1 : 1 + len(self.strategies)].sum(axis=1).tolist()
        return nets

    def tasks(self) -> Iterator[range]:
        """Divide all shoes into tasks: small tasks first, then larger ones of equal length."""
        first, task = 1, 0
        seats = len(self.strategies)
        rounds = _KERNEL_ROUNDS // seats if self.in_kernel else _TABLE_ROUNDS
        while True:
            shoes = shoes_in_task(self.rules, seats, task, rounds)
            yield range(first, first + shoes)
            first, task = first + shoes, task + 1

    @takes(StrategyError)
    def place_of(
        self,
        number: int,
        shoe: int | None = None,
        *,
        stopped: Callable[[], bool] | None = None,
    ) -> tuple[int, int]:
        """Return the shoe of a round, and which round of that shoe it is.

        If the shoe is not given, all shoes up to that round are played.

        Args:
            number: the number of the round, counted from 1: over all shoes, or in `shoe` if given.
            shoe: the number of the shoe, if it is known.
            stopped: called repeatedly; returns true to cancel.

        Raises:
            StrategyError: there is no round of that number.
            StoppedError: `stopped` returned true.
        """
        if not is_whole(number, MAX_NUMBER):
            raise StrategyError(f"there is no round {brief(number)}", "give a number from 1")
        if shoe is not None:
            if not is_whole(shoe, MAX_SEED):
                raise StrategyError(f"there is no shoe {brief(shoe)}", "give a number from 1")
            rounds = self._rounds_in(range(shoe, shoe + 1))
            if number > rounds:
                raise StrategyError(f"shoe {shoe} has no round {number}", f"give 1 to {rounds}")
            return shoe, number
        tasks = self.tasks()
        shoes, before, played = range(0), 0, np.zeros(1, np.int64)
        while before + played[-1] < number:
            if stopped is not None and stopped():
                raise StoppedError("the search was stopped", "search for the round again")
            shoes, before = next(tasks), before + int(played[-1])
            played = self._found(shoes, stopped=stopped).shoes[:, k.SHOE_ROUNDS].cumsum()
        of_task = number - before
        at = int(played.searchsorted(of_task))
        return shoes[at], of_task - int(played[at - 1] if at else 0)

    def play_again(
        self,
        number: int,
        recorder: Recorder | None = None,
        *,
        shoe: int | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> Table:
        """Play a round again at a table, and return the table.

        The table begins with the shoe of that round, and that round is the last one played.

        Args:
            number: the number of the round, counted from 1: over all shoes, or in `shoe` if given.
            recorder: records the table; if it is a journal, close the table afterwards.
            shoe: the number of the shoe, if it is known; the round is then found at once.
            stopped: called repeatedly during the search; returns true to cancel.

        Raises:
            StrategyError: there is no round of that number.
            StoppedError: `stopped` returned true.
        """
        shoe, place = self.place_of(number, shoe, stopped=stopped)
        played = play_shoe(self.rules, self.strategies, self.seed, shoe, recorder)
        table, _ = next(islice(played, place - 1, None))
        return table

    @takes(StrategyError)
    def worst(self, found: SimulationResult, rounds: int = 10) -> list[RoundAt]:
        """Return the losing rounds that lost most, the worst first.

        Args:
            found: a result of this run.
            rounds: how many rounds to return, up to `MAX_WORST`.

        Raises:
            StrategyError: the result is of another run, or the number is out of range.
        """
        if found.run != self.digest or not is_whole(rounds, MAX_WORST):
            raise StrategyError(
                f"cannot find {brief(rounds)} rounds in a result of run {found.run[:8]}",
                f"give a result of this run, and 1 to {MAX_WORST} rounds",
            )
        # `worst_shoes` is sorted by the worst round, so its first N shoes hold the N worst rounds.
        lost = [each for _, shoe in found.worst_shoes[:rounds] for each in self._rounds_of(shoe)]
        return sorted(lost, key=_badness)[:rounds]

    @takes(StrategyError)
    def side_bets(self, found: SimulationResult) -> tuple[tuple[SideBetSums, ...], ...]:
        """Return what each seat won with each of its side bets.

        Args:
            found: a result of this run.

        Raises:
            StrategyError: the result is of another run.
        """
        if found.run != self.digest:
            raise StrategyError(
                f"this is a result of run {found.run[:8]}", "give a result of this run"
            )
        bets = [place_side_bets(self.rules, strategy.side_bets) for strategy in self.strategies]
        return tuple(
            [
                tuple(
                    [
                        SideBetSums.of(bet, stake, self.rules, each)
                        for (bet, stake), each in zip(of_seat, often, strict=True)
                    ]
                )
                for of_seat, often in zip(bets, found.side_bets or [()] * len(bets), strict=True)
            ]
        )

    def _rounds_of(self, shoe: int) -> Iterator[RoundAt]:
        """Yield the losing rounds of a shoe."""
        for place, net in enumerate(self.nets(shoe, shoe), 1):
            if net < 0:
                yield RoundAt(shoe, place, net)

    def _rounds_in(self, shoes: range) -> int:
        return self._found(shoes).played

    def _found(
        self,
        shoes: range,
        *,
        hands: bool = False,
        rounds: int = 0,
        stopped: Callable[[], bool] | None = None,
    ) -> RangeResult:
        if self.in_kernel:
            return play_range(self.numbers, shoes[0], len(shoes), hands=hands, rounds=rounds)
        return play_at_tables(
            self.rules,
            self.strategies,
            self.seed,
            shoes,
            hands=hands,
            rounds=rounds,
            stopped=stopped,
        )


@lru_cache(maxsize=_RUNS_AT_HAND)
def _numbers_of(run: Run) -> Numbers:
    """Return the numbers of a run; cache them, because each task of a process copies the run."""
    by_count = [each for each in run.strategies if isinstance(each, ByCount)]
    return numbers_of(run.rules, by_count, run.seed)


def _range(first: int, last: int) -> range:
    if not is_whole(last, MAX_SEED) or not is_whole(first, last):
        raise StrategyError(
            f"there are no shoes {brief(first)} to {brief(last)}", "give a range from 1"
        )
    return range(first, last + 1)


def _badness(each: RoundAt) -> tuple[int, int, int]:
    return each.net_minor, each.shoe, each.place


@takes(StrategyError)
def run_of(
    rules: Rules,
    strategy: Strategy | str | Sequence[Strategy | str] = "basic",
    *,
    seed: TableSeed | None = None,
    seats: int = 1,
) -> Run:
    """Return the run that `simulate` plays with the same arguments."""
    if not is_whole(seats, rules.max_seats):
        raise StrategyError(
            f"a run cannot have {brief(seats)} seats", f"give 1 to {rules.max_seats}"
        )
    given = (strategy,) * seats if isinstance(strategy, Strategy | str) else tuple(strategy)
    return Run(
        rules=rules,
        strategies=tuple(
            strategy_named(each, rules) if isinstance(each, str) else each for each in given
        ),
        seed=draw_table_seed() if seed is None else seed,
    )
