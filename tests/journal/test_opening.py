"""Journals that were packed by gzip are read like any other, and a damaged one is named."""

import errno
import gzip
import os
from collections.abc import Callable
from io import SEEK_END, BytesIO, UnsupportedOperation
from pathlib import Path

import pytest
from tests.replay.recorded import recorded

from pitboss import Rules, Verdict, verify
from pitboss.journal import opening
from pitboss.journal.opening import PackedError, open_journal, size_of, unpack
from pitboss.records import rounds
from pitboss.replay import (
    JournalStepper,
    VerdictKind,
    fairness,
    verify_each,
    verify_files,
    verify_round,
)

JOURNAL = recorded(Rules(), 40)


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """Return the path of a packed journal."""
    path = tmp_path / "game.jsonl.gz"
    path.write_bytes(gzip.compress(JOURNAL))
    return path


def test_a_packed_journal_is_replayed_like_any_other(packed: Path, tmp_path: Path) -> None:
    """Whole, one round, line by line, and beside one that is not packed."""
    plain = tmp_path / "game.jsonl"
    plain.write_bytes(JOURNAL)
    assert list(verify_files([packed, plain])) == [verify(BytesIO(JOURNAL))] * 2
    with open_journal(packed) as file:
        assert verify_round(file, 30).matches
    with open_journal(packed) as file:
        assert fairness(file).faults == ()
    with open_journal(packed) as file:
        stepper = JournalStepper(file)
        stepper.go_to(60)
        stepper.go_to(20)
        assert stepper.seq == 20
    assert list(rounds(packed)) == list(rounds(BytesIO(JOURNAL)))


def test_verify_takes_a_path(packed: Path, tmp_path: Path) -> None:
    """As `rounds` and `Journal.create` do; the file may be packed."""
    plain = tmp_path / "game.jsonl"
    plain.write_bytes(JOURNAL)
    for path in (plain, str(plain), packed):
        assert verify(path) == verify(BytesIO(JOURNAL))
        assert verify_round(path, 30).matches
    with pytest.raises(FileNotFoundError, match=r"none\.jsonl"):
        verify(tmp_path / "none.jsonl")


def test_what_is_packed_in_pieces_is_one_journal(packed: Path) -> None:
    """As by a program that packs a log a piece at a time."""
    packed.write_bytes(gzip.compress(JOURNAL[:999]) + gzip.compress(JOURNAL[999:]))
    assert next(verify_files([packed])).matches


def test_a_packed_journal_comes_through_a_pipe(packed: Path) -> None:
    """It is read once; nobody can go back in it."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(packed.read_bytes())
    with os.fdopen(reading, "rb") as pipe:
        file = unpack(pipe, "pipe")
        assert not file.seekable()
        assert verify(file).matches
    with os.fdopen(os.open(packed, os.O_RDONLY), "rb", buffering=0) as unbuffered:
        assert verify(unpack(unbuffered, "file")).matches


class Once(BytesIO):
    """A file that can be read once."""

    def seekable(self) -> bool:
        """Say that it cannot be read again."""
        return False


def test_what_cannot_be_looked_at_first_is_taken_as_it_is() -> None:
    """Nothing is read from it that somebody else would miss."""
    file = Once(JOURNAL)
    assert unpack(file, "once") is file
    assert verify(file).matches


def test_the_size_of_a_packed_journal_is_not_known(packed: Path) -> None:
    """Nor where it ends."""
    assert size_of(str(packed)) == 0
    with open_journal(packed) as file:
        assert size_of(file) == 0
        with pytest.raises(UnsupportedOperation):
            file.seek(0, SEEK_END)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[:-100],
    "cut off in its header": lambda data: data[:5],
    "another checksum": lambda data: data[:-8] + bytes(8),
    "something behind it": lambda data: data + b"behind",
    "another way to pack": lambda data: data[:2] + b"\x09" + data[3:],
}


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_packed_file_is_named(how: str, packed: Path, tmp_path: Path) -> None:
    """It gets no verdict, and those behind it get theirs."""
    plain = tmp_path / "game.jsonl"
    plain.write_bytes(JOURNAL)
    packed.write_bytes(DAMAGES[how](packed.read_bytes()))
    found, behind = verify_each([packed, plain])
    assert isinstance(found, PackedError)
    assert found.path == str(packed)
    assert str(found).startswith(f"{packed}: the packed file is damaged or cut off: ")
    assert isinstance(behind, Verdict)
    with pytest.raises(PackedError):
        list(rounds(packed))


@pytest.mark.parametrize("place", range(0, 9_000, 750))
def test_a_packed_file_with_another_byte_never_matches(place: int, packed: Path) -> None:
    """What it is unpacked into is damaged, or it cannot be unpacked, or it is packed no more."""
    data = packed.read_bytes()
    packed.write_bytes(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
    (found,) = verify_each([packed])
    kind = found.kind if isinstance(found, Verdict) else None
    assert isinstance(found, PackedError) or kind in {VerdictKind.DAMAGED, VerdictKind.NO_JOURNAL}


class Failing(BytesIO):
    """A file that cannot be read."""

    def read(self, _size: int | None = -1, /) -> bytes:
        """Fail.

        Raises:
            OSError: always.
        """
        raise OSError(errno.EIO, "no")


def test_a_file_that_cannot_be_read_is_not_said_to_be_packed() -> None:
    """The error comes when it is read."""
    file = Failing(JOURNAL)
    assert unpack(file, "file") is file


def test_no_more_is_unpacked_than_is_allowed(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a few thousand bytes may hold keeps nobody busy for hours."""
    monkeypatch.setattr(opening, "MAX_UNPACKED_BYTES", len(JOURNAL))
    assert next(verify_files([packed])).matches
    monkeypatch.setattr(opening, "MAX_UNPACKED_BYTES", len(JOURNAL) - 1)
    with pytest.raises(PackedError, match=r"holds more than \d+ bytes; unpack it, and give"):
        next(verify_files([packed]))


def test_a_packed_line_that_never_ends_is_no_line(packed: Path) -> None:
    """Of a file of zeros no more is unpacked than a line may be long."""
    packed.write_bytes(gzip.compress(bytes(1 << 24)))
    found = next(verify_files([packed]))
    assert "longer than" in found.problem
