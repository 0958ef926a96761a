"""Measures what records cost beside a replay: ``python -m tests.tools.records_cost [ROUNDS]``.

Both read the same journal in this process, one after the other, three times. Of the processor time
of each the least counts; records are to take at most three times as long.
"""

import sys
from collections import deque
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import process_time

from pitboss import BasicStrategy, Flush, Journal, Rules, Table, play_rounds, verify
from pitboss.records import rounds

ROUNDS = 200_000
TIMES = 3


def recorded(path: Path, count: int) -> None:
    """Write the journal of a seat that plays basic strategy."""
    rules = Rules()
    with Journal.create(path, flush=Flush.WHEN_FULL) as journal:
        table = Table(rules, seats=["basic"], seed=7, recorder=journal)
        play_rounds(table, [BasicStrategy(rules)], count)
        table.close()


def replay_seconds(path: Path) -> float:
    """Return the processor time of a replay."""
    begun = process_time()
    with path.open("rb") as file:
        assert verify(file).matches
    return process_time() - begun


def records_seconds(path: Path) -> float:
    """Return the processor time of reading every record."""
    begun = process_time()
    deque(rounds(path), maxlen=0)
    return process_time() - begun


def main(count: int) -> None:
    """Measure and print."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        recorded(path, count)
        pairs = [(replay_seconds(path), records_seconds(path)) for _ in range(TIMES)]
    replayed, read = (min(each) for each in zip(*pairs, strict=True))
    sys.stdout.write(
        f"{count:,} rounds: replay {replayed:.2f} s, records {read:.2f} s, "
        f"{read / replayed:.2f} times as long; "
        f"at most {getrusage(RUSAGE_SELF).ru_maxrss // 1024} MiB in use\n"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
