"""The file of a game without a bank: new or taken up, and written at one terminal at a time."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from pitboss.cli.commands import Refused, told_of
from pitboss.journal import Journal
from pitboss.journal.files import Flush
from pitboss.replay import Resumed, resume

_STEM: Final = "pitboss"


@contextmanager
def new_journal(path: str | None) -> Generator[tuple[Journal, str]]:
    """Make a new file, of the first free name if none is given; none that exists is touched.

    Raises:
        Refused: the file exists already, or it cannot be written.
    """
    names = (f"{_STEM}{'' if n == 1 else f'-{n}'}.jsonl" for n in count(1))
    for where in names if path is None else [path]:
        try:
            journal = Journal.create(where, replace=False, flush=Flush.EACH_EVENT, sync=True)
        except FileExistsError as error:
            if path is None:
                continue
            hint = "go on with it by --resume, or name another file"
            raise Refused(f"the journal {path} exists already: {hint}") from error
        except OSError as error:
            raise Refused(f"the journal cannot be written: {told_of(error)}") from error
        with _named(journal, where):
            yield journal, where
        return


@contextmanager
def existing_journal(path: str) -> Generator[Resumed]:
    """Take up the game that was left in a file.

    Raises:
        Refused: the file cannot be read and written.
        JournalInUseError: the game is played elsewhere.
        JournalError: it cannot be taken up.
    """
    try:
        resumed = resume(path, flush=Flush.EACH_EVENT, sync=True)
    except OSError as error:
        raise Refused(f"the journal cannot be taken up: {told_of(error)}") from error
    with _named(resumed.journal, path):
        yield resumed


@contextmanager
def _named(journal: Journal, where: str) -> Generator[None]:
    """Close a journal in the end, and name it if it cannot be written."""
    try:
        with journal:
            yield
    except OSError as error:
        if error.filename != where:
            raise
        left = "what it holds can be taken up by --resume"
        if not _has_begun(Path(where)):
            Path(where).unlink()
            left = "nothing was dealt"
        raise Refused(
            f"the journal {where} cannot be written: {error.strerror or error}; {left}"
        ) from error


def _has_begun(path: Path) -> bool:
    """Say whether a journal has its header and its first shoe, so that it can be taken up."""
    with path.open("rb") as file:
        file.readline()
        return file.readline().endswith(b"\n")
