"""Simulate very many rounds of a rule set, shared among processes or machines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from math import ceil
from time import perf_counter
from typing import Final

from pitboss.arguments import takes
from pitboss.errors import brief
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.shoe import MAX_SEED, TableSeed
from pitboss.processes import MAX_JOBS, hold_interrupts, is_unwanted, processes
from pitboss.rules import Rules
from pitboss.simulation.at_tables import StoppedError
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.results import SimulationResult
from pitboss.simulation.runs import Run, run_of
from pitboss.simulation.sessions import Bankroll
from pitboss.simulation.shoe_ranges import rounds_in_shoe
from pitboss.simulation.strategy import Strategy, StrategyError, is_whole

_AHEAD: Final = 2
"""How many tasks wait for each worker, so that no worker is idle."""

_MOMENT_S: Final = 0.25
"""Tasks of players in Python get more shoes until one task takes this many seconds."""

_ASKED_EVERY_S: Final = 0.1
"""How many seconds pass between two calls of `stopped` while this thread waits for a task."""


@takes(StrategyError)
def simulate(
    rules: Rules,
    strategy: Strategy | str | Sequence[Strategy | str] = "basic",
    *,
    rounds: int,
    seed: TableSeed | None = None,
    seats: int = 1,
    jobs: int = 1,
    executor: Executor | None = None,
    hands: bool = True,
    bankroll: Bankroll | None = None,
    so_far: SimulationResult | None = None,
    first_shoe: int = 1,
    progress: Callable[[SimulationResult], object] | None = None,
) -> SimulationResult:
    """Play whole shoes, from the first on, until they have at least `rounds` rounds.

    The result depends only on rules, strategies, seed, rounds, and the shoes that are skipped or
    were played before. A run may be played in several calls. The result is then the same as after a
    single call, if no earlier call played more rounds than the last call asks for.

    Args:
        rules: the rule set.
        strategy: the strategy of all seats, or one for each; a name is read by `strategy_named`.
        rounds: the least number of rounds to play.
        seed: the seed of the shoes, as for a table; without it, draw a seed.
        seats: the number of seats, if you give one strategy.
        jobs: how many threads play, up to 256; if a player is in Python, how many processes.
        executor: the executor that plays, such as the executor of a cluster; `jobs` is then the
            number of its workers. If the executor breaks, this process plays the rest.
        hands: whether to add up the results by starting hand, too.
        bankroll: a bankroll, if the result should say how often it is lost.
        so_far: an earlier result to add to; only shoes that it lacks are played.
        first_shoe: the first shoe to play.
        progress: called after each part with the result so far.

    Raises:
        UncoveredError: the simulation does not cover the rules.
        StrategyError: a strategy does not fit the rules, or a number is out of range.
        MergeError: `so_far` is of another run, or has other `hands` or another `bankroll`.
        PlayerError: a player is unknown, or cannot be made.
        AdapterError: a player in Python failed.
        ShoeError: the seed is invalid.
    """
    found = simulate_on(
        run_of(rules, strategy, seed=seed, seats=seats),
        rounds,
        jobs=jobs,
        executor=executor,
        hands=hands,
        bankroll=bankroll,
        so_far=so_far,
        first_shoe=first_shoe,
    )
    return _last(found, progress)


def _last(
    found: Iterable[SimulationResult], progress: Callable[[SimulationResult], object] | None
) -> SimulationResult:
    """Return the last result, and call `progress` with each."""
    last: deque[SimulationResult] = deque(maxlen=1)
    for each in found:
        last.append(each)
        if progress is not None:
            progress(each)
    return last[0]


@takes(StrategyError)
def simulate_on(
    run: Run,
    rounds: int,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    hands: bool = True,
    bankroll: Bankroll | None = None,
    so_far: SimulationResult | None = None,
    first_shoe: int = 1,
    stopped: Callable[[], bool] | None = None,
) -> Generator[SimulationResult]:
    """Yield the result so far after each part; the last one is what `simulate` returns.

    You may stop at any time and keep the results so far. If `so_far` is given, it is yielded first,
    because it may already hold enough rounds.

    Args:
        run: the run to play.
        rounds: the least number of rounds to play.
        jobs: as for `simulate`, like all following arguments except `stopped`.
        executor: the executor to use.
        hands: whether to add up the results by starting hand, too.
        bankroll: a bankroll, if the result should say how often it is lost.
        so_far: an earlier result to add to.
        first_shoe: the first shoe to play.
        stopped: called repeatedly, in this thread; when it returns true, nothing more is yielded,
            and waiting tasks are cancelled.

    Raises:
        StrategyError: a number is out of range.
        MergeError: `so_far` is of another run, or has other `hands` or another `bankroll`.
        AdapterError: a player in Python failed.
    """
    _check_numbers(rounds, jobs, first_shoe)
    total = run.nothing(hands=hands, bankroll=bankroll)
    if so_far is not None:
        total += so_far
        yield total
    gaps = _gaps(total, first_shoe)
    with _workers(run, jobs, executor) as workers:
        tasks = _Tasks(run, workers, gaps, hands=hands, bankroll=bankroll, stopped=stopped)
        try:
            while total.rounds < rounds:
                tasks.fill(_AHEAD * jobs, rounds - total.rounds, total)
                total += tasks.next_part(rounds - total.rounds)
                yield total
        except StoppedError:
            return
        finally:
            tasks.cancel()


def _check_numbers(rounds: int, jobs: int, first_shoe: int) -> None:
    if not is_whole(rounds, MAX_NUMBER) or not is_whole(jobs, MAX_JOBS):
        raise StrategyError(
            f"cannot play {brief(rounds)} rounds with {brief(jobs)} jobs",
            f"give at least 1 round, and 1 to {MAX_JOBS} jobs",
        )
    if not is_whole(first_shoe, MAX_SEED):
        raise StrategyError(f"cannot begin at shoe {brief(first_shoe)}", "give a number from 1 on")


def _gaps(found: SimulationResult, first: int) -> Iterator[range]:
    """Yield the shoes that a result lacks, from shoe `first` on, in rising order."""
    for known, last in found.ranges:
        if first < known:
            yield range(first, known)
        first = max(first, last + 1)
    if first <= MAX_SEED:
        yield range(first, MAX_SEED + 1)


@contextmanager
def _workers(run: Run, jobs: int, executor: Executor | None) -> Generator[Executor | None]:
    """Yield the executor that plays; then stop the threads or processes that were started here.

    With one job and a player in Python, yield `None`: then this thread plays, and Ctrl-C can stop
    it.
    """
    if executor is not None:
        yield executor
    elif not run.in_kernel and jobs == 1:
        yield None
    elif run.in_kernel:
        with ThreadPoolExecutor(jobs) as threads:
            yield threads
    else:
        with processes(jobs) as pool:
            yield pool


def _played(
    run: Run,
    shoes: range,
    *,
    hands: bool,
    bankroll: Bankroll | None,
    stopped: Callable[[], bool] | None = is_unwanted,
) -> tuple[SimulationResult, float]:
    """Play a task; return its result, and how many seconds it took."""
    begun = perf_counter()
    part = run.shoes(shoes[0], shoes[-1], hands=hands, bankroll=bankroll, stopped=stopped)
    return part, perf_counter() - begun


def _rather_few(shoes: int) -> int:
    """Return slightly fewer shoes, so that a large task seldom has more rounds than wanted."""
    return shoes - shoes // 64


class _Tasks:
    """Tasks of a run; their results are used in the order of shoes, whichever task ends first."""

    def __init__(
        self,
        run: Run,
        executor: Executor | None,
        gaps: Iterator[range],
        *,
        hands: bool,
        bankroll: Bankroll | None,
        stopped: Callable[[], bool] | None,
    ) -> None:
        self._run = run
        self._executor = executor
        self._hands = hands
        self._bankroll = bankroll
        self._stopped = stopped
        self._waiting: deque[tuple[range, Future[tuple[SimulationResult, float]] | None]] = deque()
        self._kernel_tasks = run.tasks() if run.in_kernel else None
        self._gaps = gaps
        self._gap = range(0)
        self._at_tables = 1

    def fill(self, most: int, rounds: int, so_far: SimulationResult) -> None:
        """Submit tasks until `most` tasks wait, or until the waiting tasks suffice for the rounds.

        Args:
            most: the most tasks that may wait.
            rounds: the number of rounds that the tasks must still play.
            so_far: the result so far.

        Raises:
            StrategyError: no shoes are left to play.
        """
        run = self._run
        in_a_shoe = so_far.rounds_per_shoe or rounds_in_shoe(run.rules, len(run.strategies))
        lacking = ceil(rounds / in_a_shoe) - sum(len(shoes) for shoes, _ in self._waiting)
        while not self._waiting or (lacking > 0 and len(self._waiting) < most):
            shoes = self._next_task(lacking)
            if not shoes and self._waiting:
                return
            if not shoes:
                raise StrategyError("all shoes were played", "begin at an earlier shoe")
            lacking -= len(shoes)
            self._waiting.append((shoes, self._submitted(shoes)))

    def _next_task(self, lacking: int) -> range:
        """Return the shoes of the next task; players in Python may be slow, so they get few.

        The range is empty if no shoes are left.
        """
        if not self._gap:
            gap = next(self._gaps, None)
            if gap is None:
                return self._gap
            self._gap = gap
        if self._kernel_tasks is not None:
            least, most = k.LANES, len(next(self._kernel_tasks))
        else:
            least, most = 1, self._at_tables
        most = max(least, min(most, _rather_few(lacking)))
        shoes, self._gap = self._gap[:most], self._gap[most:]
        return shoes

    def _submitted(self, shoes: range) -> Future[tuple[SimulationResult, float]] | None:
        """Submit a task; return `None` if no executor accepts it."""
        if self._executor is None:
            return None
        try:
            with hold_interrupts():
                return self._executor.submit(
                    _played, self._run, shoes, hands=self._hands, bankroll=self._bankroll
                )
        except BrokenExecutor:
            return None

    def next_part(self, most: int) -> SimulationResult:
        """Return the result of the first task; if it has over `most` rounds, play fewer shoes.

        Raises:
            StoppedError: `stopped` returned true.
        """
        shoes, waiting = self._waiting.popleft()
        try:
            part, seconds = self._played_here(shoes) if waiting is None else self._heard(waiting)
        except BrokenExecutor:
            part, seconds = self._played_here(shoes)
        if seconds < _MOMENT_S and len(shoes) == self._at_tables:
            self._at_tables *= 2
        all_shoes = shoes
        while part.rounds > most and len(shoes) > 1:
            # This task alone has enough rounds, so the later ones are not needed.
            self.cancel()
            shoes = shoes[: max(1, _rather_few(most * len(shoes) // part.rounds))]
            self._gap = all_shoes[len(shoes) :]
            part, _ = self._played_here(shoes)
        return part

    def _heard(
        self, waiting: Future[tuple[SimulationResult, float]]
    ) -> tuple[SimulationResult, float]:
        """Wait for a task to end, or until `stopped` returns true."""
        while self._stopped is not None and not waiting.done():
            self._check_wanted()
            wait([waiting], _ASKED_EVERY_S)
        self._check_wanted()
        return waiting.result()

    def _played_here(self, shoes: range) -> tuple[SimulationResult, float]:
        self._check_wanted()
        return _played(
            self._run, shoes, hands=self._hands, bankroll=self._bankroll, stopped=self._stopped
        )

    def _check_wanted(self) -> None:
        if self._stopped is not None and self._stopped():
            raise StoppedError("the simulation was stopped", "start it again")

    def cancel(self) -> None:
        """Cancel tasks that have not begun, and ignore the results of all others."""
        for _, task in self._waiting:
            if task is not None:
                task.cancel()
        self._waiting.clear()
