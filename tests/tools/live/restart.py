"""How long a table takes to open again, with its checkpoint and without.

    python -m tests.tools.live.restart --rounds 200000

The checkpoint is the oldest there can be: just before the next one would be written.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from pitboss.live import open_table
from pitboss.live.checkpoints import CHECKPOINT_EVENTS
from pitboss.players import DealersRule
from pitboss.table.driver import play_round, play_rounds

SEATS: Final = ("Ann", "Ben", "Cid")
_TIMES: Final = 7
_OPEN: Final = "from pitboss.live import open_table; open_table({path!r}).close()"


def written(path: Path, rounds: int) -> int:
    """Play some rounds at a table in a file; return how many it has after the last checkpoint."""
    players = [DealersRule() for _ in SEATS]
    beside = Path(f"{path}.checkpoint")
    with open_table(path, seats=SEATS, seed=7) as opened:
        table = opened.table
        play_rounds(table, players, rounds)
        before = beside.stat().st_mtime_ns, table.seq
        while beside.stat().st_mtime_ns == before[0]:
            before = before[0], table.seq
            play_round(table, players)
        since = table.seq
        while table.seq < since + CHECKPOINT_EVENTS - 20:
            play_round(table, players)
        return table.round.number


def opened_in(path: Path, *, checkpoints: bool) -> float:
    """Return how long the table takes to open, in seconds."""
    begun = perf_counter()
    with open_table(path, seats=SEATS, checkpoints=checkpoints) as opened:
        seconds = perf_counter() - begun
        if opened.from_checkpoint is not checkpoints:
            sys.exit("the checkpoint was not believed")
    return seconds


def process_in(path: Path) -> float:
    """Return how long a new process takes to open the table and to end, in seconds."""
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", _OPEN.format(path=str(path))], check=True)
    return perf_counter() - begun


def told(line: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Measure, and write what was found."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200_000)
    rounds = parser.parse_args().rounds
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.jsonl")
        there = written(path, rounds)
        size_mb = path.stat().st_size / 1_000_000
        told(f"{there:,} rounds of {len(SEATS)} seats, {size_mb:,.0f} MB")
        short = median(opened_in(path, checkpoints=True) for _ in range(_TIMES))
        told(f"with a checkpoint: {short:.3f} s")
        process = median(process_in(path) for _ in range(_TIMES))
        told(f"a new process, from its start to its end: {process:.3f} s")
        told(f"without one: {opened_in(path, checkpoints=False):.1f} s")


if __name__ == "__main__":
    main()
