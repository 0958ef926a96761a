"""The file of a game without a bank: new or taken up, and played at one terminal at a time."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final

from pitboss.cli.commands import Refused, told_of
from pitboss.evening.books import SyncedFile

if sys.platform != "win32":
    import fcntl

_STEM: Final = "pitboss"


@contextmanager
def new_journal(path: str | None) -> Generator[tuple[BinaryIO, str]]:
    """Make a new file, of the first free name if none is given; none that exists is touched.

    Raises:
        Refused: the file exists already, or it cannot be written.
    """
    names = (f"{_STEM}{'' if n == 1 else f'-{n}'}.jsonl" for n in count(1))
    for where in names if path is None else [path]:
        try:
            file = SyncedFile(Path(where), "x+")
        except FileExistsError as error:
            if path is None:
                continue
            hint = "go on with it by --resume, or name another file"
            raise Refused(f"the journal {path} exists already: {hint}") from error
        except OSError as error:
            raise Refused(f"the journal cannot be written: {told_of(error)}") from error
        with _played_here(file, where):
            yield file, where
        return


@contextmanager
def existing_journal(path: str) -> Generator[BinaryIO]:
    """Open the file of a game that was left.

    Raises:
        Refused: the file cannot be read and written, or another process plays the game.
    """
    try:
        file = SyncedFile(Path(path), "r+")
    except OSError as error:
        raise Refused(f"the journal cannot be taken up: {told_of(error)}") from error
    with _played_here(file, path):
        yield file


@contextmanager
def _played_here(file: SyncedFile, where: str) -> Generator[None]:
    """Keep other processes from a journal, and name it if it cannot be written."""
    try:
        with file:
            if not _locked(file):
                elsewhere = "is played at another terminal: leave that first"
                raise Refused(f"the journal {where} {elsewhere}")
            yield
    except OSError as error:
        if error.filename != str(file.path):
            raise
        raise Refused(
            f"the journal {where} cannot be written: {error.strerror or error}; "
            "what it holds can be taken up by --resume"
        ) from error


def _locked(file: SyncedFile) -> bool:
    """Lock the file itself until it is closed, whatever it is called; no if a process has it."""
    if sys.platform == "win32":
        # There a lock keeps even its owner from other handles, such as that of a reader beside him.
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # Not every file system knows locks; a game there is better than none.
        return True
    return True
