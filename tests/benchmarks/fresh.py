"""The measurements that are no slices: imports, lengths of play, memory, bytes, parallel replay."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Final, cast

from tests.benchmarks.contenders import COMPANIES, FULL_TABLE, ONE_SEAT, Company
from tests.benchmarks.interleaving import ROOT, Hear, Plan, surroundings
from tests.benchmarks.machine import CORE_DEPENDENCIES
from tests.benchmarks.record import Line, figure, missing, sample

IMPORTS: Final[Mapping[str, str]] = {
    "import dependencies": f"import {', '.join(CORE_DEPENDENCIES)}",
    "import pitboss": "import pitboss",
    "import names": "from pitboss import Table, Journal",
}

TIMED_IMPORT: Final = """
import time
began, spent = time.perf_counter(), time.process_time()
{statement}
print([time.perf_counter() - began, time.process_time() - spent])
"""

JOURNAL_ROUNDS: Final = 10_000
FURTHER_TABLES: Final = 1_000


def imports(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Time imports in fresh interpreters, without their start; the first ones do not count."""
    for run in range(-1, 3 * plan.runs):
        for key, statement in IMPORTS.items():
            hear(f"importing: {statement}")
            out = _output([sys.executable, "-c", TIMED_IMPORT.format(statement=statement)])
            seconds, cpu_seconds = cast("list[float]", json.loads(out))
            if run >= 0:
                yield sample(key, 1, seconds, cpu_seconds)


def first_tables(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Time the first table of a process, and further ones."""
    for _ in range(plan.runs):
        hear("setting up tables")
        measured = alone("tables", ONE_SEAT, FURTHER_TABLES)
        for which, count in (("first", 1), ("further", FURTHER_TABLES)):
            seconds, cpu_seconds = measured[f"{which}_seconds"], measured[f"{which}_cpu_seconds"]
            yield sample(f"table {which}", count, seconds, cpu_seconds)


def lengths(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Time play of different lengths, and weigh the process that plays."""
    for _ in range(plan.runs):
        for count in plan.round_counts:
            hear(f"playing {count:,} rounds")
            measured = alone("rounds", ONE_SEAT, count)
            key = f"rounds {count}"
            yield sample(key, count, measured["seconds"], measured["cpu_seconds"])
            yield _figure(f"{key} peak", measured, "peak_bytes")


def weights(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Weigh journals, live rounds and live tables."""
    for company in COMPANIES:
        hear(f"weighing a journal: {company.title}")
        measured = alone("journal", company, JOURNAL_ROUNDS)
        yield figure(f"journal bytes {company.key}", measured["bytes"])
        yield figure(f"journal lines {company.key}", measured["lines"])
    for company in (ONE_SEAT, FULL_TABLE):
        hear(f"weighing live rounds: {company.title}")
        measured = alone("live-rounds", company, plan.live // 10)
        yield figure(f"live round {company.key}", measured["bytes"])
    hear(f"weighing {plan.live:,} live tables")
    yield figure("live tables", plan.live)
    yield _figure("live tables grown", alone("live-tables", ONE_SEAT, plan.live), "bytes")
    measured = alone("live-tables-traced", ONE_SEAT, plan.live)
    yield figure("live tables traced", measured["bytes"])


def alone(name: str, company: Company, count: int) -> Mapping[str, float]:
    """Run a measurement in a process of its own."""
    module = [sys.executable, "-m", "tests.benchmarks.alone"]
    out = _output([*module, name, company.key, str(count)])
    return cast("Mapping[str, float]", json.loads(out))


def _figure(key: str, measured: Mapping[str, float], name: str) -> Line:
    if name in measured:
        return figure(key, measured[name])
    return missing(key, "this system does not tell")


def _output(command: list[str]) -> str:
    return subprocess.run(
        command, cwd=ROOT, env=surroundings(), stdout=subprocess.PIPE, text=True, check=True
    ).stdout
