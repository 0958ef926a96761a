"""Simulating: very many rounds of a rule set, and any of them again at a table of the engine."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import cached_property
from hashlib import sha256
from itertools import accumulate

from attrs import field, frozen

from pitboss.errors import brief
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.shoe import MAX_SEED, TableSeed, checked_seed, secret_of
from pitboss.rules import Rules
from pitboss.simulation.numbers import Numbers, numbers_of
from pitboss.simulation.player import StrategyPlayer
from pitboss.simulation.results import Simulated, simulated
from pitboss.simulation.running import Found, play_range, shoes_in_task
from pitboss.simulation.strategy import ByCount, StrategyError
from pitboss.table.driver import play_rounds
from pitboss.table.shoes import drawn_seed
from pitboss.table.table import Recorder, Table

_AHEAD = 2
"""Tasks that wait for each worker, so that none stands idle."""


@frozen(kw_only=True)
class Run:
    """Everything that decides how every round of a simulation goes.

    Attributes:
        rules: the rule set.
        strategies: of each seat.
        seed: from which all shoes are made, as by a table of this seed.

    Raises:
        UncoveredError: the simulation does not cover the rules.
        StrategyError: a strategy does not fit the rules.
        ShoeError: the seed is none.
    """

    rules: Rules
    strategies: tuple[ByCount, ...] = field(repr=False)
    seed: TableSeed = field(repr=False)

    def __attrs_post_init__(self) -> None:
        checked_seed(self.seed)
        numbers_of(self.rules, self.strategies, self.seed)

    @property
    def numbers(self) -> Numbers:
        """What the kernel plays by."""
        return numbers_of(self.rules, self.strategies, self.seed)

    @cached_property
    def digest(self) -> str:
        """SHA-256 in hexadecimal over rules, strategies and seed."""
        parts = [self.rules.digest.encode(), secret_of(self.seed)]
        parts += [strategy.text().encode() for strategy in self.strategies]
        return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()

    def shoes(self, first: int, last: int, *, hands: bool = True) -> Simulated:
        """Play the shoes from one number to another; add results of other shoes with ``+``.

        Args:
            first: the number of the first shoe, from 1.
            last: the number of the last shoe.
            hands: sums by starting hand are wanted.

        Raises:
            StrategyError: the range is none.
        """
        if not 1 <= first <= last <= MAX_SEED:
            raise StrategyError(f"shoes {brief(first)} to {brief(last)}", "give a range from 1 on")
        return simulated(
            self.digest, play_range(self.numbers, first, last - first + 1, hands=hands)
        )

    def place_of(self, number: int) -> tuple[int, int]:
        """Return in which shoe a round is played, and as which of its rounds.

        Args:
            number: of the round, counted from 1 over all shoes.

        Raises:
            StrategyError: there is no round of that number.
        """
        if not 1 <= number <= MAX_NUMBER:
            raise StrategyError(f"round {brief(number)}", "give a number from 1 on")
        before = 0
        search = self._found()
        found = next(search)
        while before + found.played < number:
            before += found.played
            found = next(search)
        return _place_in(found, number - before)

    def play_again(self, number: int, recorder: Recorder | None = None) -> Table:
        """Return a table of the engine at which a round was played once more.

        It begins with the shoe of that round; the last round that was played there is this one.

        Args:
            number: of the round, counted from 1 over all shoes.
            recorder: is called after everything; with a journal the table is to be closed.

        Raises:
            StrategyError: there is no round of that number.
        """
        shoe, place = self.place_of(number)
        names = [f"seat {seat + 1}" for seat in range(len(self.strategies))]
        table = Table.at_shoe(shoe, self.rules, seats=names, seed=self.seed, recorder=recorder)
        players = [StrategyPlayer(self.rules, strategy) for strategy in self.strategies]
        play_rounds(table, players, place)
        return table

    def _found(self) -> Iterator[Found]:
        """Play one task after another."""
        numbers, first, task = self.numbers, 1, 0
        while True:
            shoes = shoes_in_task(self.rules, len(self.strategies), task)
            yield play_range(numbers, first, shoes)
            first, task = first + shoes, task + 1


def _place_in(found: Found, number: int) -> tuple[int, int]:
    """Return the shoe of a round, and which of its rounds it is, of those that were found."""
    of_shoes: list[int] = found.shoes[:, 0].tolist()
    before = [0, *accumulate(of_shoes)]
    shoe = bisect_left(before, number) - 1
    return found.first + shoe, number - before[shoe]


def simulate(
    rules: Rules,
    strategy: ByCount | Sequence[ByCount] | None = None,
    *,
    rounds: int,
    seed: TableSeed | None = None,
    seats: int = 1,
    jobs: int = 1,
    executor: Executor | None = None,
    hands: bool = True,
) -> Simulated:
    """Play the fewest whole shoes, from the first on, that hold so many rounds.

    What is found depends on nothing but rules, strategies, seed and rounds.

    Args:
        rules: the rule set.
        strategy: of all seats, or one for each; basic strategy without one.
        rounds: how many are played at least.
        seed: of the shoes, as of a table; one is drawn if none is given.
        seats: how many play, if one strategy is given.
        jobs: how many threads play.
        executor: what plays instead of them, such as a pool of processes.
        hands: sums by starting hand are wanted.

    Raises:
        UncoveredError: the simulation does not cover the rules.
        StrategyError: a strategy does not fit the rules, or a number is out of range.
        ShoeError: the seed is none.
    """
    run = run_of(rules, strategy, seed=seed, seats=seats)
    *_, last = simulate_on(run, rounds, jobs=jobs, executor=executor, hands=hands)
    return last


def run_of(
    rules: Rules,
    strategy: ByCount | Sequence[ByCount] | None = None,
    *,
    seed: TableSeed | None = None,
    seats: int = 1,
) -> Run:
    """Return the run that `simulate` plays, with the same arguments."""
    if strategy is None:
        strategy = ByCount.basic(rules)
    strategies = (strategy,) * seats if isinstance(strategy, ByCount) else tuple(strategy)
    return Run(rules=rules, strategies=strategies, seed=drawn_seed() if seed is None else seed)


def simulate_on(
    run: Run,
    rounds: int,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    hands: bool = True,
) -> Iterator[Simulated]:
    """Give what `simulate` has found so far, again and again, and last what it returns.

    Whoever stops to ask keeps what was counted.

    Args:
        run: what is played.
        rounds: how many are played at least.
        jobs: how many threads play.
        executor: what plays instead of them.
        hands: sums by starting hand are wanted.

    Raises:
        StrategyError: a number is out of range.
    """
    if rounds < 1 or jobs < 1:
        raise StrategyError(f"{rounds} rounds by {jobs} jobs", "give 1 or more")
    with ExitStack() as stack:
        if executor is None:
            executor = stack.enter_context(ThreadPoolExecutor(jobs))
        tasks = _Tasks(run, executor, hands=hands)
        stack.callback(tasks.cancel)
        total: Simulated | None = None
        while total is None or total.rounds < rounds:
            tasks.fill(_AHEAD * jobs)
            found = tasks.next_found()
            missing = rounds - (0 if total is None else total.rounds)
            if found.played > missing:
                shoe, _ = _place_in(found, missing)
                shoes = shoe - found.first + 1
                found = play_range(tasks.numbers, found.first, shoes, hands=hands)
            part = simulated(run.digest, found)
            total = part if total is None else total + part
            yield total


class _Tasks:
    """Tasks of a run, in the order of their shoes, whoever finishes first."""

    def __init__(self, run: Run, executor: Executor, *, hands: bool) -> None:
        self.numbers = run.numbers
        self._run = run
        self._executor = executor
        self._hands = hands
        self._waiting: deque[Future[Found]] = deque()
        self._task = 0
        self._first = 1

    def fill(self, most: int) -> None:
        """Hand out tasks until so many wait."""
        while len(self._waiting) < most:
            shoes = shoes_in_task(self._run.rules, len(self._run.strategies), self._task)
            self._waiting.append(
                self._executor.submit(
                    play_range, self.numbers, self._first, shoes, hands=self._hands
                )
            )
            self._task += 1
            self._first += shoes

    def next_found(self) -> Found:
        """Return what the first of them found."""
        return self._waiting.popleft().result()

    def cancel(self) -> None:
        """Give up those that have not begun."""
        for waiting in self._waiting:
            waiting.cancel()
