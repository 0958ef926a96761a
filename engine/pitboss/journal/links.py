"""The files of a rotated journal: their names, and the link from each to the previous file."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen


@frozen
class Link:
    """The end of a file that another file follows.

    Attributes:
        file: the number of the file in the chain, counted from 1.
        lines: the number of its lines.
        digest: the digest at the end of its last line, which covers the whole file.
        rounds: the number of rounds in this file and all files before it.
    """

    file: int
    lines: int
    digest: str
    rounds: int


def next_path(path: str, number: int) -> str:
    """Return the path of the next file: `game.2.jsonl` for `game.jsonl`.

    Args:
        path: the path of the file.
        number: the number of the file, counted from 1.
    """
    return _split(path, number).with_number(number + 1)


def path_before(path: str, number: int) -> str:
    """Return the path of the previous file: `game.jsonl` for `game.2.jsonl`.

    Args:
        path: the path of the file.
        number: the number of the file, 2 or more.
    """
    return _split(path, number).with_number(number - 1)


def may_follow(path: str, first: str) -> bool:
    """Say whether a path has the form of a second or later file in the chain of another file.

    Args:
        path: the path.
        first: the path of that other file, which may be a later file itself.
    """
    chains = {_split(first, number) for number in (1, *_numbers_in(first))}
    return any(_split(path, number) in chains for number in _numbers_in(path))


@frozen
class _Chain:
    """What the paths of all files of a chain share.

    Attributes:
        folder: the folder of the files.
        stem: what stands before the number of a file.
        suffix: what stands after the number.
    """

    folder: Path
    stem: str
    suffix: str

    def with_number(self, number: int) -> str:
        """Return the path of a file of the chain; the first file has no number in its name."""
        mark = f".{number}" if number > 1 else ""
        return str(self.folder.joinpath(f"{self.stem}{mark}{self.suffix}"))


def _split(path: str, number: int) -> _Chain:
    """Return the chain of a file that has this number."""
    file = Path(path)
    mark = f".{number}" if number > 1 else ""
    # In the name of a journal without a suffix, the number stands at the end.
    suffix = "" if file.suffix[1:].isdecimal() else file.suffix
    return _Chain(file.parent, file.name.removesuffix(suffix).removesuffix(mark), suffix)


def _numbers_in(path: str) -> list[int]:
    """Return the numbers above 1 after dots in a file's name; each may be its number in a chain."""
    numbers = map(int, re.findall(r"\.([0-9]{1,18})(?![^.])", Path(path).name))
    return [number for number in numbers if number > 1]
