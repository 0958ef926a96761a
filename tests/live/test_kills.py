"""A program that runs a durable table may be killed at any moment: no answer is lost.

``LIVE_KILLS=300 pytest tests/live/test_kills.py`` kills more often than the gate does.
"""

import os
from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.live.durable_tables import go_on, play_until_killed
from tests.live.opened import opened, read_whole, state_of
from tests.processes import killed_when_told, starter
from tests.replay.recorded import verdict_of

from pitboss.errors import JournalInUseError
from pitboss.replay import VerdictKind

KILLS = int(os.environ.get("LIVE_KILLS", "25"))
MAX_TOLD = 120
"""After how many events a process is killed, at the latest."""

START = starter("tests.live.durable_tables")


def refuse_others(path: Path) -> None:
    """See that nobody else can open the table."""
    with pytest.raises(JournalInUseError):
        opened(path)


def test_a_program_that_is_killed_loses_no_answer(tmp_path: Path) -> None:
    """The same question is open, and the game goes on as if nobody had been killed."""
    path, copy, never_killed = (tmp_path / name for name in ("killed", "whole", "never killed"))
    chance = Random(12)
    believed = 0
    with opened(never_killed) as alive:
        for _ in range(KILLS):
            told = killed_when_told(
                START,
                play_until_killed,
                path,
                times=1 + chance.randint(0, MAX_TOLD),
                meanwhile=partial(refuse_others, path),
            )
            data = path.read_bytes()
            state = read_whole(data, copy)
            with opened(path) as found:
                believed += found.from_checkpoint
                assert state_of(found) == state
                # It may have done one thing more than it could tell of.
                assert max(told) <= found.table.seq <= max(told) + 1
                while alive.table.seq < found.table.seq:
                    go_on(alive)
                assert found.table.offer() == alive.table.offer()
                assert found.table.snapshot() == alive.table.snapshot()
                assert found.memory.to_document() == alive.memory.to_document()
            assert path.read_bytes() == never_killed.read_bytes()
    assert believed > KILLS // 2
    assert verdict_of(path.read_bytes()).kind is VerdictKind.INCOMPLETE
