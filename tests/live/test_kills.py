"""A program that runs a durable table may be killed at any moment: no answer is lost.

``LIVE_KILLS=300 pytest tests/live/test_kills.py`` kills more often than the gate does.
"""

import os
from pathlib import Path
from random import Random
from signal import SIGKILL

from tests.live.durable_tables import go_on, play_until_killed
from tests.live.opened import opened, read_whole, state_of
from tests.processes import starter, told_until_the_end
from tests.replay.recorded import verdict_of

from pitboss.errors import JournalInUseError
from pitboss.replay import VerdictKind

KILLS = int(os.environ.get("LIVE_KILLS", "25"))
MOST_TOLD = 120
"""After how many events a process is killed, at the latest."""

START = starter("tests.live.durable_tables")


def killed_at_random(path: Path, told_before: int) -> int:
    """Let a process play on, refuse everybody else meanwhile, and kill it; return the last told."""
    here, there = START.Pipe(duplex=False)
    process = START.Process(target=play_until_killed, args=(path, there))
    process.start()
    there.close()
    told: list[int] = [here.recv() for _ in range(1 + told_before)]
    refused = False
    try:
        opened(path).close()
    except JournalInUseError:
        refused = True
    process.kill()
    told += told_until_the_end(here)
    process.join()
    here.close()
    assert process.exitcode == -SIGKILL
    assert refused
    return max(told)


def test_a_program_that_is_killed_loses_no_answer(tmp_path: Path) -> None:
    """The same question is open, and the game goes on as if nobody had been killed."""
    path, copy, never_killed = (tmp_path / name for name in ("killed", "whole", "never killed"))
    chance = Random(12)
    believed = 0
    with opened(never_killed) as alive:
        for _ in range(KILLS):
            last_told = killed_at_random(path, chance.randint(0, MOST_TOLD))
            data = path.read_bytes()
            state = read_whole(data, copy)
            with opened(path) as found:
                believed += found.from_checkpoint
                assert state_of(found) == state
                # It may have done one thing more than it could tell of.
                assert last_told <= found.table.seq <= last_told + 1
                while alive.table.seq < found.table.seq:
                    go_on(alive)
                assert found.table.offer() == alive.table.offer()
                assert found.table.snapshot() == alive.table.snapshot()
                assert found.memory.to_document() == alive.memory.to_document()
            assert path.read_bytes() == never_killed.read_bytes()
    assert believed > KILLS // 2
    assert verdict_of(path.read_bytes()).kind is VerdictKind.INCOMPLETE
