"""Replay of one long journal by one process and by two, as the command line does it."""

import json
import resource
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.tools.benchmarks.contenders import BUILDS, ONE_SEAT, key_in
from tests.tools.benchmarks.interleaving import Hear, Place, Plan, output
from tests.tools.benchmarks.machine import cores
from tests.tools.benchmarks.record import Line, missing, sample
from tests.tools.benchmarks.rounds import write_journal

JOBS: Final = (1, 2)


def parallel(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Time the replay of a long journal, commands and their start included."""
    homes = plan.engines(*BUILDS)
    if len(cores()) < max(JOBS):
        for home, jobs in product(homes, JOBS):
            yield missing(key_in(home, f"jobs {jobs}"), f"fewer than {max(JOBS)} cores")
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        hear(f"writing a journal of {plan.long_journal:,} rounds")
        write_journal(path, ONE_SEAT, plan.long_journal)
        for _, home, jobs in product(range(plan.runs), homes, JOBS):
            hear(f"replaying {plan.long_journal:,} rounds, jobs: {jobs}")
            times = replay(plan.places[home], path, jobs)
            yield sample(key_in(home, f"jobs {jobs}"), plan.long_journal, *times)


def replay(place: Place, path: Path, jobs: int) -> tuple[float, float]:
    """Return the seconds that one replay of a journal takes, and those of all processors.

    Raises:
        RuntimeError: it does not come out the same.
    """
    spent, began = _spent(), time.perf_counter()
    replayed = ["-m", "pitboss", "replay", str(path), "--json", "--jobs", str(jobs)]
    printed = output(place, replayed, check=False)
    seconds, cpu_seconds = time.perf_counter() - began, _spent() - spent
    if not printed or json.loads(printed)["verdict"] != "MATCH":
        raise RuntimeError(f"the journal was not replayed: {printed}")
    return seconds, cpu_seconds


def _spent() -> float:
    """Return the seconds of processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
