"""Nothing that was acknowledged is lost by a power cut, at whatever moment it comes.

``POWER_CUTS=1000 pytest tests/live/test_power_cuts.py`` cuts the power more often than the gate
does.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final

import pytest
from attrs import define, field
from tests.live.forgetful_disk import ForgetfulDisk, PowerCutError
from tests.live.opened import opened, read_whole, state_of, step
from tests.scale import scaled

from pitboss.live import checkpoints

CUTS: Final = int(os.environ.get("POWER_CUTS", str(scaled(1_000, 125))))
MAX_STEPS: Final = 250
LIVES: Final = 3
"""How often the power is cut at one table."""


@define
class Promise:
    """What a host has told its clients.

    Attributes:
        journal: what the file held then.
        seq: the sequence number of the table.
        commands: that were applied, with the number of each.
    """

    journal: bytes = b""
    seq: int = 0
    commands: Mapping[str, object] = field(factory=dict[str, object])

    def give(self, path: Path, seq: int, commands: Mapping[str, object]) -> None:
        """Tell clients of what has happened."""
        self.journal = path.read_bytes()
        self.seq, self.commands = seq, commands


def live_until_the_cut(
    disk: ForgetfulDisk, promise: Promise, *, durable: bool, apart: bool = False
) -> None:
    """Open the table and play until the power is cut; tell of everything when it is done."""
    path = disk.folder / "table.jsonl"
    # The files are closed behind the disk's back: nothing that happens then reaches it.
    with ExitStack() as closing, disk.beneath():
        found = opened(path, durable=durable, sync_apart=apart)
        closing.callback(found.close)
        while True:
            if apart:
                found.sync()
            promise.give(path, found.table.seq, found.memory.to_document())
            disk.step()
            step(found.table, disk.chance)


def kept(folder: Path, promise: Promise) -> bool:
    """Open a table after the power is back; return whether all that was promised is there."""
    path = folder / "table.jsonl"
    if not path.exists():
        return promise.seq == 0
    data = path.read_bytes()
    state = read_whole(data, folder / "whole.jsonl")
    (folder / "whole.jsonl").unlink()
    with opened(path) as found:
        # A checkpoint may have outlived what it stands for, or the other way round.
        assert state_of(found) == state
        commands = found.memory.to_document()
        there = path.read_bytes().startswith(promise.journal)
        return there and (found.table.seq > promise.seq or commands == promise.commands)


def lives(tmp_path: Path, seed: int, *, durable: bool, apart: bool = False) -> tuple[bool, int]:
    """Cut the power some times; return whether all promises were kept, and how far it went.

    Args:
        tmp_path: where the table lives.
        seed: of what happens.
        durable: as for `open_table`.
        apart: as for `open_table`; the host waits for the disk before it tells anything.
    """
    chance = Random(seed)
    promise = Promise()
    folder = tmp_path / f"{seed}-0"
    folder.mkdir()
    for life in range(1, LIVES + 1):
        disk = ForgetfulDisk(folder, chance)
        # A program that is killed loses nothing of what the disk does not have yet, and the next
        # one tells of it: so it has to see to it that the disk has it by then.
        for _ in range(chance.randint(1, 2)):
            disk.cut_at = disk.steps + chance.randint(1, chance.choice((8, MAX_STEPS)))
            with pytest.raises(PowerCutError):
                live_until_the_cut(disk, promise, durable=durable, apart=apart)
        folder = tmp_path / f"{seed}-{life}"
        folder.mkdir()
        disk.after_the_cut(folder)
        if not kept(folder, promise):
            return False, promise.seq
    return True, promise.seq


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a checkpoint be written after some ten events."""
    monkeypatch.setattr(checkpoints, "CHECKPOINT_EVENTS", 10)


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Of what a durable table has told, through several power cuts."""
    seqs: list[int] = []
    for seed in range(max(2, -(-CUTS // LIVES))):
        all_kept, seq = lives(tmp_path, seed, durable=True, apart=seed % 2 == 1)
        assert all_kept, seed
        seqs.append(seq)
    assert sum(seqs) > 30 * len(seqs)


def test_the_disk_forgets(tmp_path: Path) -> None:
    """A table that waits for no disk does lose what it has told, and still comes out whole."""
    lost = [seed for seed in range(40) if not lives(tmp_path, seed, durable=False)[0]]
    assert len(lost) > 30


@pytest.mark.parametrize("killed_at", range(1, 61))
def test_what_a_killed_program_wrote_is_safe_before_it_is_told(
    tmp_path: Path, killed_at: int
) -> None:
    """The next one finds it in the file, though the disk may not have it yet."""
    promise = Promise()
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    disk = ForgetfulDisk(before, Random(killed_at), killed_at)
    with pytest.raises(PowerCutError):
        live_until_the_cut(disk, promise, durable=True)
    with disk.beneath(), opened(before / "table.jsonl", durable=True) as found:
        promise.give(before / "table.jsonl", found.table.seq, found.memory.to_document())
    disk.after_the_cut(after)
    assert kept(after, promise)
