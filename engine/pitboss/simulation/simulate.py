"""Simulating: very many rounds of a rule set, by whoever plays them, in whatever order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager

from pitboss.errors import brief
from pitboss.game.shoe import TableSeed
from pitboss.replay.processes import processes
from pitboss.rules import Rules
from pitboss.simulation.results import Simulated
from pitboss.simulation.runs import Run, run_of
from pitboss.simulation.sessions import Bankroll
from pitboss.simulation.strategy import Strategy, StrategyError

_AHEAD = 2
"""Tasks that wait for each worker, so that none stands idle."""


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
    progress: Callable[[Simulated], object] | None = None,
) -> Simulated:
    """Play the fewest whole shoes, from the first on, that hold so many rounds.

    What is found depends on nothing but rules, strategies, seed and rounds.

    Args:
        rules: the rule set.
        strategy: of all seats, or one for each; a name is read by `strategy_named`.
        rounds: how many are played at least.
        seed: of the shoes, as of a table; one is drawn if none is given.
        seats: how many play, if one strategy is given.
        jobs: how many play at once: threads, or processes if a player is in Python.
        executor: what plays instead of them, such as that of a cluster; `jobs` is then how many
            workers it has. What a broken one leaves undone is played here.
        hands: sums by starting hand are wanted.
        bankroll: how often it is lost is wanted.
        progress: is called with all that was found so far, again and again.

    Raises:
        UncoveredError: the simulation does not cover the rules.
        StrategyError: a strategy does not fit the rules, or a number is out of range.
        PlayerError: a player is not known, or cannot be made.
        AdapterError: a player in Python failed.
        ShoeError: the seed is none.
    """
    run = run_of(rules, strategy, seed=seed, seats=seats)
    last: deque[Simulated] = deque(maxlen=1)
    for so_far in simulate_on(
        run, rounds, jobs=jobs, executor=executor, hands=hands, bankroll=bankroll
    ):
        last.append(so_far)
        if progress is not None:
            progress(so_far)
    return last[0]


def simulate_on(
    run: Run,
    rounds: int,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    hands: bool = True,
    bankroll: Bankroll | None = None,
) -> Generator[Simulated]:
    """Give what `simulate` has found so far, again and again, and last what it returns.

    Whoever stops to ask keeps what was counted.

    Args:
        run: what is played.
        rounds: how many are played at least.
        jobs: as for `simulate`, and so are all others.
        executor: what plays.
        hands: sums by starting hand are wanted.
        bankroll: how often it is lost is wanted.

    Raises:
        StrategyError: a number is out of range.
        AdapterError: a player in Python failed.
    """
    if rounds < 1 or jobs < 1:
        raise StrategyError(
            f"{brief(rounds)} rounds by {brief(jobs)} jobs", "give 1 or more of both"
        )
    with _workers(run, jobs, executor) as workers:
        tasks = _Tasks(run, workers, hands=hands, bankroll=bankroll)
        try:
            total: Simulated | None = None
            while total is None or total.rounds < rounds:
                tasks.fill(_AHEAD * jobs)
                part = tasks.next_part(rounds - (0 if total is None else total.rounds))
                total = part if total is None else total + part
                yield total
        finally:
            tasks.cancel()


@contextmanager
def _workers(run: Run, jobs: int, executor: Executor | None) -> Generator[Executor]:
    """Give what plays; all that was begun here has ended when it is left."""
    if executor is not None:
        yield executor
    elif run.in_kernel or jobs == 1:
        with ThreadPoolExecutor(jobs) as threads:
            yield threads
    else:
        with processes(jobs) as pool:
            yield pool


class _Tasks:
    """Tasks of a run, in the order of their shoes, whoever finishes first."""

    def __init__(
        self, run: Run, executor: Executor, *, hands: bool, bankroll: Bankroll | None
    ) -> None:
        self._run = run
        self._executor = executor
        self._hands = hands
        self._bankroll = bankroll
        self._waiting: deque[tuple[range, Future[Simulated] | None]] = deque()
        self._shoes = run.tasks()

    def fill(self, most: int) -> None:
        """Hand out tasks until so many wait."""
        while len(self._waiting) < most:
            shoes = next(self._shoes)
            self._waiting.append((shoes, self._submitted(shoes)))

    def _submitted(self, shoes: range) -> Future[Simulated] | None:
        """Hand out a task; `None` if nobody takes it any more."""
        try:
            return self._executor.submit(
                self._run.shoes, shoes[0], shoes[-1], hands=self._hands, bankroll=self._bankroll
            )
        except BrokenExecutor:
            return None

    def next_part(self, most: int) -> Simulated:
        """Return what the first task found, or of that the fewest shoes with so many rounds."""
        shoes, waiting = self._waiting.popleft()
        try:
            part = None if waiting is None else waiting.result()
        except BrokenExecutor:
            part = None
        if part is None:
            part = self._played_here(shoes)
        if part.rounds > most:
            shoe, _ = self._run.place_in(shoes, most)
            part = self._played_here(range(shoes[0], shoe + 1))
        return part

    def _played_here(self, shoes: range) -> Simulated:
        return self._run.shoes(shoes[0], shoes[-1], hands=self._hands, bankroll=self._bankroll)

    def cancel(self) -> None:
        """Give up those that have not begun."""
        for _, waiting in self._waiting:
            if waiting is not None:
                waiting.cancel()
