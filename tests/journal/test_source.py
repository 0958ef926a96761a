"""Where a journal is read from: how many bytes it has, and its name where it cannot be read."""

import os
from io import BytesIO
from pathlib import Path

import pytest

from pitboss.journal.opening import size_of
from pitboss.journal.source import Lines


def test_a_file_has_a_size(tmp_path: Path) -> None:
    """By its path, or opened."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"12345")
    assert size_of(str(path)) == 5
    with path.open("rb") as opened:
        assert size_of(opened) == 5


def test_what_is_no_file_has_none(tmp_path: Path) -> None:
    """A pipe, a folder and what is not there."""
    reading, writing = os.pipe()
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        assert size_of(pipe) == 0
    assert size_of(str(tmp_path)) == 0
    assert size_of(str(tmp_path / "none")) == 0


class Failing(BytesIO):
    """A file of which nothing can be read; like some it may have no name, or a number for one."""

    def __init__(self, name: str | int | None) -> None:
        super().__init__()
        if name is not None:
            self.name = name

    def readline(self, _size: int | None = -1, /) -> bytes:
        """Fail as a disk does."""
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize(("name", "named"), [("game.jsonl", "game.jsonl"), (3, None), (None, None)])
def test_what_cannot_be_read_is_named(name: str | int | None, named: str | None) -> None:
    """The system knows an open file only by its number."""
    with pytest.raises(OSError, match="Input/output error") as failed:
        next(Lines(Failing(name)))
    assert failed.value.filename == named


def test_lines_are_looked_at_ahead_without_reading_on() -> None:
    """Up to a mark, to the end, or as far as may be."""
    data = b"one\ntwo\nthree\nfour"
    for mark, most_bytes, found in ((b"w", 99, 2), (b"x", 99, 3), (b"x", 5, 2), (b"x", 4, 1)):
        lines = Lines(BytesIO(data))
        assert [*lines.ahead_to(mark, most_bytes)] == data.splitlines(keepends=True)[:found]
        assert b"".join(raw.data for raw in lines) == data
