"""Processes that play at a durable table, and are killed while they do."""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest
from tests.bank.quick_disk import make_disk_quick
from tests.live.opened import opened, step

from pitboss.live import OpenTable, checkpoints

EVERY = 20


def go_on(found: OpenTable) -> None:
    """Let one thing happen at a table; what it is depends on nothing but where the table stands."""
    step(found.table, Random(found.table.seq))


def play_until_killed(path: Path, there: Connection) -> None:
    """Play for ever, and tell the sequence number of the table each time when something is done."""
    with pytest.MonkeyPatch.context() as patch:
        # Whoever is killed leaves what the system has, whether the disk has it or not.
        make_disk_quick(patch)
        patch.setattr(checkpoints, "CHECKPOINT_EVENTS", EVERY)
        with opened(path, durable=True) as found:
            there.send(found.table.seq)
            while True:
                go_on(found)
                there.send(found.table.seq)
