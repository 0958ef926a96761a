"""The files of a rotated journal: their names, and the link from each to the previous file."""

from __future__ import annotations

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
    file = Path(path)
    stem = file.stem.removesuffix(f".{number}") if number > 1 else file.stem
    return str(file.with_name(f"{stem}.{number + 1}{file.suffix}"))


def may_follow(path: str, first: str) -> bool:
    """Say whether a path has the form of a second or later file in the chain of another file.

    Args:
        path: the path.
        first: the path of that other file, which may be a later file itself.
    """
    other, file = Path(path), Path(first)
    stem, _, number = other.stem.rpartition(".")
    before, _, own = file.stem.rpartition(".")
    stems = {file.stem, before if own.isdecimal() else file.stem}
    same = (other.parent, other.suffix) == (file.parent, file.suffix)
    return same and number.isdecimal() and stem in stems


def path_before(path: str, number: int) -> str:
    """Return the path of the previous file: `game.jsonl` for `game.2.jsonl`.

    Args:
        path: the path of the file.
        number: the number of the file, 2 or more.
    """
    file = Path(path)
    stem = file.stem.removesuffix(f".{number}")
    before = "" if number == 2 else f".{number - 1}"
    return str(file.with_name(f"{stem}{before}{file.suffix}"))
