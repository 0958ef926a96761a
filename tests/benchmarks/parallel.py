"""Replay of one long journal by one process and by two, as the command line does it."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.benchmarks.contenders import ONE_SEAT
from tests.benchmarks.interleaving import ROOT, Hear, Plan, surroundings
from tests.benchmarks.machine import cores
from tests.benchmarks.record import Line, missing, sample
from tests.benchmarks.slices import write_journal

JOBS: Final = (1, 2)
REPLAY: Final = (sys.executable, "-m", "pitboss", "replay")


def parallel(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Time the replay of a long journal, commands and their start included."""
    problem = _problem()
    if problem:
        yield from (missing(f"jobs {jobs}", problem) for jobs in JOBS)
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        hear(f"writing a journal of {plan.long_journal:,} rounds")
        write_journal(path, ONE_SEAT, plan.long_journal)
        for _ in range(plan.runs):
            for jobs in JOBS:
                hear(f"replaying {plan.long_journal:,} rounds, jobs: {jobs}")
                yield replay(path, jobs, plan.long_journal)


def replay(path: Path, jobs: int, rounds: int) -> Line:
    """Time one replay of a journal.

    Raises:
        RuntimeError: it does not come out the same.
    """
    spent, began = _spent(), time.perf_counter()
    done = subprocess.run(
        [*REPLAY, str(path), "--json", "--jobs", str(jobs)],
        cwd=ROOT,
        env=surroundings(),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    seconds, cpu_seconds = time.perf_counter() - began, _spent() - spent
    if done.returncode or json.loads(done.stdout)["verdict"] != "MATCH":
        raise RuntimeError(f"the journal was not replayed: {done.stdout}")
    return sample(f"jobs {jobs}", rounds, seconds, cpu_seconds)


def _problem() -> str:
    """Say why parallel replay cannot be measured here; nothing if it can."""
    if len(cores()) < max(JOBS):
        return f"fewer than {max(JOBS)} cores"
    told = subprocess.run(
        [*REPLAY, "--help"],
        cwd=ROOT,
        env=surroundings(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    return "" if "--jobs" in told else "this pitboss replays with one job only"


def _spent() -> float:
    """Return the seconds of processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
