"""Measurements that need a fresh process each.

``python -m tests.tools.benchmarks.alone NAME ARGUMENTS`` takes one,
which writes one JSON object. Memory is weighed twice: as Python accounts for it, and as the system
does, where the system tells.
"""

import gc
import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.tools.benchmarks.contenders import COMPANY_OF, WAYS, Company
from tests.tools.benchmarks.machine import memory_bytes
from tests.tools.benchmarks.players import MimicPlayer
from tests.tools.benchmarks.rounds import RULES, rounds_of, table_of, write_journal

from pitboss import Question, Table

Measured = Mapping[str, float]


def rounds(way: str, company: Company, count: int) -> Measured:
    """Play rounds, after some to warm up, and say the most memory that was held."""
    with TemporaryDirectory() as folder:
        slices = rounds_of(way, company, Path(folder))
        slices(100)()
        times = _timed("", slices(count))
    held = memory_bytes("VmHWM")
    return times if held is None else {**times, "peak_bytes": held}


def tables(company: Company, count: int) -> Measured:
    """Set up a table, for which the flags of its rules are worked out, and then some more."""

    def further() -> None:
        for _ in range(count):
            table_of(company)

    return {
        **_timed("first_", lambda: table_of(company)),
        **_timed("further_", further),
    }


def _timed(name: str, what: Callable[[], object]) -> Measured:
    began, spent = time.perf_counter(), time.process_time()
    what()
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - spent
    return {f"{name}seconds": seconds, f"{name}cpu_seconds": cpu_seconds}


def journal(company: Company, count: int) -> Measured:
    """Weigh the journal of some rounds."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        write_journal(path, company, count)
        data = path.read_bytes()
    return {"bytes": len(data) / count, "lines": data.count(b"\n") / count}


def table_in_play(company: Company, seed: int) -> Table:
    """Return a table at which all have bet, cards are dealt and a hand is being played."""
    plans = table_of(company).plans
    table = Table(RULES, seats=plans, seed=seed)
    players = [MimicPlayer() for _ in plans]
    while True:
        offer = table.offer()
        if offer is None:
            table.open_round()
        elif offer.question is Question.PLAY:
            return table
        else:
            table.apply(players[offer.seat].decide(table.view(offer.seat), offer))


def live_rounds(company: Company, count: int) -> Measured:
    """Hold rounds in play, without their tables and shoes, and weigh one."""
    table_in_play(company, 0)
    held: list[object] = [None] * count
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for seed in range(count):
        held[seed] = table_in_play(company, seed).round
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {"bytes": (after - before) / count}


def live_tables(company: Company, count: int) -> Measured:
    """Hold tables in play, each with its own shoe, and say by how much the process grew."""
    held = [table_in_play(company, seed) for seed in range(10)]
    gc.collect()
    before = memory_bytes("VmRSS")
    held += [table_in_play(company, seed) for seed in range(10, 10 + count)]
    after = memory_bytes("VmRSS")
    return {} if before is None or after is None else {"bytes": after - before}


def live_tables_traced(company: Company, count: int) -> Measured:
    """Hold tables in play, each with its own shoe, and say what Python allocated for them."""
    held = [table_in_play(company, seed) for seed in range(10)]
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    held += [table_in_play(company, seed) for seed in range(10, 10 + count)]
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {"bytes": after - before}


MEASURES: Final[Mapping[str, Callable[[Company, int], Measured]]] = {
    **{f"rounds-{way}": partial(rounds, way) for way in WAYS},
    "tables": tables,
    "journal": journal,
    "live-rounds": live_rounds,
    "live-tables": live_tables,
    "live-tables-traced": live_tables_traced,
}


def main() -> None:
    """Measure what the arguments name."""
    name, company, count = sys.argv[1:]
    sys.stdout.write(json.dumps(MEASURES[name](COMPANY_OF[company], int(count))))


if __name__ == "__main__":
    main()
