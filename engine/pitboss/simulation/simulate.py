"""Simulating: very many rounds of a rule set, shared among processes or machines."""

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
from pitboss.replay.processes import MAX_JOBS, interrupts_held, is_unwanted, processes
from pitboss.rules import Rules
from pitboss.simulation.at_tables import StoppedError
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.results import SimulationResult
from pitboss.simulation.runs import Run, run_of
from pitboss.simulation.sessions import Bankroll
from pitboss.simulation.shoe_ranges import rounds_in_shoe
from pitboss.simulation.strategy import Strategy, StrategyError, is_whole

_AHEAD: Final = 2
"""Tasks that wait for each worker, so that none stands idle."""

_MOMENT_S: Final = 0.25
"""Players in Python are given more shoes at a time until these take so long."""

_ASKED_EVERY_S: Final = 0.1
"""How often somebody is asked whether to stop, while a task is waited for."""


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
    """Play the fewest whole shoes, from the first on, that hold so many rounds.

    What is found depends on nothing but rules, strategies, seed, rounds, and which shoes are left
    out or were played before. Who goes on from the first shoes of a run, of which no more rounds
    are known than are wanted, finds the same as who plays all at once.

    Args:
        rules: the rule set.
        strategy: the strategy of all seats, or one for each; a name is read by `strategy_named`.
        rounds: how many are played at least.
        seed: the seed of the shoes, as of a table; one is drawn if none is given.
        seats: how many play, if one strategy is given.
        jobs: how many play at once, up to 256: threads, or processes if a player is in Python.
        executor: what plays instead of them, such as that of a cluster; `jobs` is then how many
            workers it has. What a broken one leaves undone is played here.
        hands: sums by starting hand are wanted.
        bankroll: how often it is lost is wanted.
        so_far: what was found before, to which is added; only shoes that it lacks are played.
        first_shoe: no shoe before this one is played.
        progress: is called with all that was found so far, again and again.

    Raises:
        UncoveredError: the simulation does not cover the rules.
        StrategyError: a strategy does not fit the rules, or a number is out of range.
        MergeError: what was found before is of another run, or was not asked for the same.
        PlayerError: a player is not known, or cannot be made.
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
    """Return the last result, and tell of each."""
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
    """Give what `simulate` has found so far, again and again, and last what it returns.

    Stop at any time; partial results are kept. If there is an earlier result, it comes first, for
    it may hold all that is wanted.

    Args:
        run: what is played.
        rounds: how many are played at least.
        jobs: as for `simulate`, and so are all others.
        executor: what plays.
        hands: sums by starting hand are wanted.
        bankroll: how often it is lost is wanted.
        so_far: what was found before.
        first_shoe: no shoe before this one is played.
        stopped: is asked again and again, from this thread, whether to give nothing more; shoes
            that are being played are then cancelled.

    Raises:
        StrategyError: a number is out of range.
        MergeError: what was found before is of another run, or was not asked for the same.
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
            f"{brief(rounds)} rounds by {brief(jobs)} jobs",
            f"give 1 or more rounds, and 1 to {MAX_JOBS} jobs",
        )
    if not is_whole(first_shoe, MAX_SEED):
        raise StrategyError(f"shoe {brief(first_shoe)} as the first", "give a number from 1 on")


def _gaps(found: SimulationResult, first: int) -> Iterator[range]:
    """Give the shoes that a result lacks, from one on, in rising order."""
    for known, last in found.ranges:
        if first < known:
            yield range(first, known)
        first = max(first, last + 1)
    if first <= MAX_SEED:
        yield range(first, MAX_SEED + 1)


@contextmanager
def _workers(run: Run, jobs: int, executor: Executor | None) -> Generator[Executor | None]:
    """Give what plays; all that was begun here has ended when it is left.

    One player in Python at a time plays in this very thread, which an interrupt can end.
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
    """Play a task, and return how many seconds that took."""
    begun = perf_counter()
    part = run.shoes(shoes[0], shoes[-1], hands=hands, bankroll=bankroll, stopped=stopped)
    return part, perf_counter() - begun


def _rather_few(shoes: int) -> int:
    """Return a little less, so that many shoes do not hold more rounds than is expected of them."""
    return shoes - shoes // 64


class _Tasks:
    """Tasks of a run, in the order of their shoes, not in that of their ends."""

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
        """Hand out tasks until so many wait, or as many as some rounds need.

        Args:
            most: so many wait at most.
            rounds: are wanted.
            so_far: what was found until now.

        Raises:
            StrategyError: all shoes were played.
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
        """Return the shoes of the next task; players in Python, who may be slow, get few.

        There are none when all shoes were handed out.
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
        """Hand out a task; `None` if nobody takes it."""
        if self._executor is None:
            return None
        try:
            with interrupts_held():
                return self._executor.submit(
                    _played, self._run, shoes, hands=self._hands, bankroll=self._bankroll
                )
        except BrokenExecutor:
            return None

    def next_part(self, most: int) -> SimulationResult:
        """Return what the first task found, or of that no more shoes than have so many rounds.

        Raises:
            StoppedError: nothing more is to be given.
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
            # No later task is needed: the shoes of this one hold enough.
            self.cancel()
            shoes = shoes[: max(1, _rather_few(most * len(shoes) // part.rounds))]
            self._gap = all_shoes[len(shoes) :]
            part, _ = self._played_here(shoes)
        return part

    def _heard(
        self, waiting: Future[tuple[SimulationResult, float]]
    ) -> tuple[SimulationResult, float]:
        """Wait for a task, but no longer than it is wanted."""
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
            raise StoppedError("the simulation was stopped", "simulate more rounds")

    def cancel(self) -> None:
        """Cancel those that have not begun, and ignore the results of others."""
        for _, task in self._waiting:
            if task is not None:
                task.cancel()
        self._waiting.clear()
