"""Where a journal is read from: how many bytes it has, where that can be told."""

import os
from pathlib import Path

from pitboss.journal.source import size_of


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
