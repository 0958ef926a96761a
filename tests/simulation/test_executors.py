"""Whoever plays a run, in whatever parts and order: the same totals, to the last minor unit."""

import os
import signal
from collections.abc import Callable, Generator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    as_completed,
)
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, ParamSpec, TypeVar

import dask.config
import distributed
import pytest
from tests.cli.command_line import HANGS_AFTER_S

from pitboss.rules import Rules
from pitboss.simulation import Bankroll, Run, SimulationResult, run_of, simulate, simulate_on

RULES = Rules.preset("six_deck_h17_ls")
BANKROLL = Bankroll(30_000, 50)
SHOES = 600

DASK: Final[Any] = distributed
DASK_CONFIG: Final[Any] = dask.config
"""The libraries are typed in part."""

P = ParamSpec("P")
T = TypeVar("T")


@cache
def run_of_two() -> Run:
    """Return a run of two seats."""
    return run_of(RULES, ["hi-lo", "basic"], seed=2)


@contextmanager
def cluster() -> Generator[Executor]:
    """Give the executor of a cluster of two workers in processes of their own."""
    # By default, whoever does not answer for half a minute counts as lost, and a port that another
    # cluster has is warned of.
    patience = dict.fromkeys(("connect", "tcp"), f"{HANGS_AFTER_S}s")
    with (
        DASK_CONFIG.set({"distributed.comm.timeouts": patience}),
        DASK.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as workers,
        DASK.Client(workers) as client,
    ):
        yield client.get_executor()


@contextmanager
def processes() -> Generator[Executor]:
    """Give two processes."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


@contextmanager
def threads() -> Generator[Executor]:
    """Give two threads."""
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture(scope="module")
def whole() -> SimulationResult:
    """Play all shoes at once, here."""
    return run_of_two().shoes(1, SHOES, bankroll=BANKROLL)


def parts_of(shoes: int, parts: int) -> list[tuple[int, int]]:
    """Part shoes anywhere, and put the parts into any order."""
    random = Random(parts)
    ends = [0, *sorted(random.sample(range(1, shoes), parts - 1)), shoes]
    ranges = [(first + 1, last) for first, last in pairwise(ends)]
    random.shuffle(ranges)
    return ranges


def added(futures: list[Future[SimulationResult]]) -> SimulationResult:
    """Add results as they come."""
    total: SimulationResult | None = None
    for future in as_completed(futures):
        total = future.result() if total is None else total + future.result()
    assert total is not None
    return total


@pytest.mark.untraced
@pytest.mark.parametrize("pool", [threads, processes, cluster])
def test_a_run_in_parts_has_the_same_totals(
    pool: Callable[[], AbstractContextManager[Executor]], whole: SimulationResult
) -> None:
    """In 1, 7 and 64 of them, played and added in any order."""
    with pool() as executor:
        for parts in (1, 7, 64):
            futures = [
                executor.submit(run_of_two().shoes, first, last, bankroll=BANKROLL)
                for first, last in parts_of(SHOES, parts)
            ]
            assert added(futures) == whole
        last: SimulationResult | None = None
        for last in simulate_on(
            run_of_two(), whole.rounds, jobs=2, executor=executor, bankroll=BANKROLL
        ):
            assert last.run == run_of_two().digest
        assert last == whole


def dies_once(mark: str, run: Run, first: int, last: int) -> SimulationResult:
    """Play some shoes; whoever is the first to do so is killed in the middle of it."""
    before = run.shoes(first, first)
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return before + run.shoes(first + 1, last)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


@pytest.mark.untraced
def test_what_a_killed_worker_leaves_others_of_the_cluster_play(tmp_path: Path) -> None:
    """The scheduler hands its part to another."""
    expected = run_of_two().shoes(1, SHOES)
    with cluster() as executor:
        futures = [
            executor.submit(dies_once, str(tmp_path / "killed"), run_of_two(), first, last)
            for first, last in parts_of(SHOES, 7)
        ]
        assert added(futures) == expected
    assert (tmp_path / "killed").exists()


class Dying(Executor):
    """Hands on to processes, and kills one of them when the third task comes."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool
        self.tasks = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand on, and kill."""
        self.tasks += 1
        if self.tasks == 3:
            self._pool.submit(os._exit, 1)
        return self._pool.submit(fn, *args, **kwargs)


def test_what_broken_processes_leave_is_played_here() -> None:
    """When one of them is killed, the pool takes and gives nothing more."""
    expected = simulate(RULES, ["hi-lo", "basic"], rounds=400_000, seed=2, bankroll=BANKROLL)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        dying = Dying(pool)
        found = simulate(
            RULES,
            ["hi-lo", "basic"],
            rounds=400_000,
            seed=2,
            bankroll=BANKROLL,
            jobs=2,
            executor=dying,
        )
        with pytest.raises(BrokenExecutor):
            pool.submit(os.getpid).result()
    assert dying.tasks > 3
    assert found == expected
