"""The measurements that are no slices: imports, lengths of play, memory, bytes, parallel replay."""

import json
from collections.abc import Iterator, Mapping
from typing import Final, cast

from tests.tools.benchmarks.contenders import COMPANIES, FULL_TABLE, ONE_SEAT, WAYS, Company, key_in
from tests.tools.benchmarks.interleaving import Hear, Place, Plan, output
from tests.tools.benchmarks.machine import CORE_DEPENDENCIES
from tests.tools.benchmarks.record import Line, figure, missing, sample

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

LENGTHS: Final[Mapping[str, str]] = {
    "logged": "rounds",
    "unlogged": "unlogged rounds",
    "replayed": "replayed rounds",
}
"""The ways whose cost is measured at several lengths of play, and how records name them."""

JOURNAL_ROUNDS: Final = 10_000
FURTHER_TABLES: Final = 1_000


def imports(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Time imports in fresh interpreters, without their start; the first ones do not count."""
    for run in range(-1, 3 * plan.runs):
        for key, statement in IMPORTS.items():
            for home in plan.engines():
                hear(f"importing: {statement}")
                timed = ["-c", TIMED_IMPORT.format(statement=statement)]
                seconds, cpu_seconds = json.loads(output(plan.places[home], timed))
                if run >= 0:
                    yield sample(key_in(home, key), 1, seconds, cpu_seconds)


def first_tables(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Time the first table of a process, and further ones."""
    for _ in range(plan.runs):
        for home in plan.engines():
            hear("setting up tables")
            measured = alone(plan.places[home], "tables", ONE_SEAT, FURTHER_TABLES)
            for which, count in (("first", 1), ("further", FURTHER_TABLES)):
                times = measured[f"{which}_seconds"], measured[f"{which}_cpu_seconds"]
                yield sample(key_in(home, f"table {which}"), count, *times)


def lengths(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Time play of different lengths, and weigh the process that plays."""
    for _ in range(plan.runs):
        for count in plan.round_counts:
            for way, key in LENGTHS.items():
                for home in plan.engines():
                    hear(f"{count:,} rounds {WAYS[way]}")
                    place = plan.places[home]
                    measured = alone(place, f"rounds-{way}", ONE_SEAT, count)
                    name = key_in(home, f"{key} {count}")
                    yield sample(name, count, measured["seconds"], measured["cpu_seconds"])
                    yield _figure(f"{name} peak", measured, "peak_bytes")


def weights(plan: Plan, hear: Hear) -> Iterator[Line]:
    """Weigh journals, live rounds and live tables."""
    for home in plan.engines():
        place = plan.places[home]
        for company in COMPANIES:
            hear(f"weighing a journal: {company.title}")
            measured = alone(place, "journal", company, JOURNAL_ROUNDS)
            yield figure(key_in(home, f"journal bytes {company.key}"), measured["bytes"])
            yield figure(key_in(home, f"journal lines {company.key}"), measured["lines"])
        for company in (ONE_SEAT, FULL_TABLE):
            hear(f"weighing live rounds: {company.title}")
            measured = alone(place, "live-rounds", company, plan.live // 10)
            yield figure(key_in(home, f"live round {company.key}"), measured["bytes"])
        hear(f"weighing {plan.live:,} live tables")
        yield figure(key_in(home, "live tables"), plan.live)
        measured = alone(place, "live-tables", ONE_SEAT, plan.live)
        yield _figure(key_in(home, "live tables grown"), measured, "bytes")
        measured = alone(place, "live-tables-traced", ONE_SEAT, plan.live)
        yield figure(key_in(home, "live tables traced"), measured["bytes"])


def alone(place: Place, name: str, company: Company, count: int) -> Mapping[str, float]:
    """Run a measurement in a process of its own."""
    module = ["-m", "tests.tools.benchmarks.alone"]
    printed = output(place, [*module, name, company.key, str(count)])
    return cast("Mapping[str, float]", json.loads(printed))


def _figure(key: str, measured: Mapping[str, float], name: str) -> Line:
    if name in measured:
        return figure(key, measured[name])
    return missing(key, "this system does not tell")
