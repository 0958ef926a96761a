"""The files of a journal that is rotated: how each names the one that it follows, and its name."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen


@frozen
class Link:
    """The end of a file that another one follows.

    Attributes:
        file: its number in the chain, counted from 1.
        lines: how many it has.
        digest: with which its last line ends, and which covers all of it.
        rounds: rounds up to its end, those of the files before it included.
    """

    file: int
    lines: int
    digest: str
    rounds: int


def next_path(path: str, number: int) -> str:
    """Return the path of the file that follows one: of `game.jsonl` it is `game.2.jsonl`.

    Args:
        path: the path of the file.
        number: the number of the file, counted from 1.
    """
    file = Path(path)
    stem = file.stem.removesuffix(f".{number}") if number > 1 else file.stem
    return str(file.with_name(f"{stem}.{number + 1}{file.suffix}"))


def path_before(path: str, number: int) -> str:
    """Return the path of the file that one follows; of `game.2.jsonl` it is `game.jsonl`.

    Args:
        path: the path of the file.
        number: the number of the file, 2 or more.
    """
    file = Path(path)
    stem = file.stem.removesuffix(f".{number}")
    before = "" if number == 2 else f".{number - 1}"
    return str(file.with_name(f"{stem}{before}{file.suffix}"))
