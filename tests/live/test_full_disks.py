"""A disk that is full or fails: an error says so, and nothing is told that is not there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from errno import EFBIG, EIO, ENOSPC
from io import FileIO
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from tests.live.opened import opened, play, read_whole, state_of, step
from tests.scale import share_of

from pitboss.errors import TableError
from pitboss.live import OpenTable, checkpoints
from pitboss.live.checkpoints import checkpoint_path

if sys.platform != "win32":
    import resource

STEPS = 60


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a checkpoint be written after some fifteen events."""
    monkeypatch.setattr(checkpoints, "CHECKPOINT_EVENTS", 15)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a journal that does not exist."""
    return tmp_path / "table.jsonl"


@contextmanager
def room_for(size: int) -> Generator[None]:
    """Let no file grow beyond a size, in bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def played_until_it_fails(path: Path, *, durable: bool) -> tuple[OSError | None, int, object]:
    """Play; return what failed, with the sequence number and the memory that were told before."""
    seq, commands = 0, dict[str, object]()
    found: OpenTable | None = None
    try:
        found = opened(path, durable=durable)
        chance = Random(1)
        for _ in range(STEPS):
            seq, commands = found.table.seq, found.memory.to_document()
            step(found.table, chance)
    except OSError as error:
        if found is not None:
            # Nothing more can be done at the table, and the command is not taken for applied.
            assert found.memory.to_document() == commands
            with pytest.raises(TableError):
                found.table.open_round()
            found.close()
        return error, seq, commands
    found.close()
    return None, found.table.seq, found.memory.to_document()


def whole_journal(folder: Path) -> bytes:
    """Return the journal of a game whose disk does not fail."""
    path = folder / "whole.jsonl"
    with opened(path) as found:
        play(found.table, STEPS, Random(1))
    return path.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
@pytest.mark.parametrize("durable", [False, True])
def test_a_full_disk_is_named_and_loses_nothing(tmp_path: Path, *, durable: bool) -> None:
    """Wherever in a line it gets full; with more space the table goes on where it stood."""
    due = whole_journal(tmp_path)
    for number, size in enumerate(share_of(range(0, len(due), 23))):
        path = tmp_path / f"{number}.jsonl"
        with room_for(size):
            error, seq, commands = played_until_it_fails(path, durable=durable)
        assert error is not None
        assert (error.errno, error.filename) == (EFBIG, str(path))
        state = read_whole(path.read_bytes(), tmp_path / "copy")
        with opened(path) as found:
            assert state_of(found)[:5] == state[:5]
            assert seq <= found.table.seq <= seq + 1
            if found.table.seq == seq:
                assert found.memory.to_document() == commands
            assert path.read_bytes() == due[: path.stat().st_size]


def test_a_disk_that_cannot_synchronise_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it may not have is not told; it may be there all the same."""
    due = whole_journal(path.parent)
    calls = 0
    for failing in range(1, 40):
        calls = 0

        def sync(_descriptor: int, failing: int = failing) -> None:
            nonlocal calls
            calls += 1
            if calls == failing:
                raise OSError(EIO, "Input/output error")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", sync)
            error, seq, _ = played_until_it_fails(path, durable=True)
        if error is not None:
            assert (error.errno, error.filename) == (EIO, str(path))
        with opened(path) as found:
            assert seq <= found.table.seq <= seq + (error is not None)
        assert due.startswith(path.read_bytes())
        path.unlink()
        Path(checkpoint_path(str(path))).unlink(missing_ok=True)


def fail(*_arguments: object, **_options: object) -> NoReturn:
    """Fail as a full disk does."""
    raise OSError(ENOSPC, "No space left on device")


def no_new_file(patch: pytest.MonkeyPatch) -> None:
    """Let no file be made whose name ends as that of a checkpoint that is written."""
    open_it = os.open

    def open_few(path: str, flags: int, mode: int = 0o777) -> int:
        return fail() if str(path).endswith(".new") else open_it(path, flags, mode)

    patch.setattr(os, "open", open_few)


def no_renaming(patch: pytest.MonkeyPatch) -> None:
    """Let no file take another name."""
    patch.setattr(os, "replace", fail)


def no_sync(patch: pytest.MonkeyPatch) -> None:
    """Let the disk not say that it has a checkpoint."""
    sync = os.fsync

    def sync_few(descriptor: int) -> None:
        name = Path(f"/proc/self/fd/{descriptor}")
        return fail() if name.exists() and ".new" in str(name.readlink()) else sync(descriptor)

    patch.setattr(os, "fsync", sync_few)


def half_a_write(patch: pytest.MonkeyPatch) -> None:
    """Let a file be full in the middle of a checkpoint."""

    class Full(FileIO):
        """Takes a half, and then nothing."""

        def write(self, data: bytes, /) -> int:  # type: ignore[override]  # as JournalFile has it
            return super().write(data[:100]) if self.tell() == 0 else fail()

    patch.setattr("pitboss.journal.files.FileIO", Full)


@pytest.mark.parametrize("failure", [no_new_file, no_renaming, no_sync, half_a_write])
def test_a_checkpoint_that_cannot_be_written_is_only_missing(
    path: Path, monkeypatch: pytest.MonkeyPatch, failure: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """The table goes on, and says what failed; the last one stays as it was."""
    beside = Path(checkpoint_path(str(path)))
    chance = Random(2)
    with opened(path, durable=True) as found:
        play(found.table, 30, chance)
        before, failed = beside.read_bytes(), found.recorder.failure
        assert failed is None
        with monkeypatch.context() as patch:
            failure(patch)
            play(found.table, 40, chance)
        assert isinstance(found.recorder.failure, OSError)
        assert beside.read_bytes() == before
        play(found.table, 40, chance)
        assert beside.read_bytes() != before
        state = state_of(found)
    with opened(path) as found:
        assert found.from_checkpoint
        assert state_of(found)[:4] == state[:4]


def test_a_table_whose_snapshot_is_too_long_has_no_checkpoint(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table goes on."""
    monkeypatch.setattr("pitboss.table.snapshot.MAX_SNAPSHOT_BYTES", 10)
    with opened(path) as found:
        play(found.table, 40, Random(3))
        assert "is longer than 10 bytes" in str(found.recorder.failure)
    assert [*path.parent.iterdir()] == [path]
