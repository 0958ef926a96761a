"""A file that somebody deletes, renames, cuts or changes while it is written is missed."""

import os
from collections.abc import Callable
from errno import EIO
from pathlib import Path

import pytest
from tests.replay.recorded import play_round

from pitboss import Flush, Journal, Table
from pitboss.errors import JournalError
from pitboss.journal.files import JournalFile, Opening


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a journal that does not exist."""
    return tmp_path / "game.jsonl"


def replaced(path: Path) -> None:
    """Let another file take the place of one."""
    other = path.with_name("other")
    other.write_bytes(b"not a journal")
    other.replace(path)


@pytest.mark.parametrize("sync", [False, True])
@pytest.mark.parametrize("flush", Flush)
@pytest.mark.parametrize("gone", [Path.unlink, replaced])
def test_a_journal_that_was_deleted_is_missed(
    path: Path, flush: Flush, gone: Callable[[Path], None], *, sync: bool
) -> None:
    """When its table is closed, and when the journal is; nobody is told that all is well."""
    for closes_table in (True, False):
        journal = Journal.create(path, flush=flush, sync=sync)
        table = Table(seats=["Ann"], seed=21, recorder=journal)
        gone(path)
        problem = r"game\.jsonl was deleted while it was written"
        if closes_table:
            with pytest.raises(JournalError, match=problem):
                table.close()
        with pytest.raises(JournalError, match=problem):
            journal.close()
        with pytest.raises(JournalError, match=r"is closed|earlier write failed"):
            journal.host({"once": "more"})


def test_the_file_is_named_once(path: Path) -> None:
    """Also where an error passes what names it otherwise."""

    def write_to_nowhere() -> None:
        with JournalFile(path, Opening.NEW, sync=True) as file:
            path.unlink()
            file.write(b"lost")

    with pytest.raises(JournalError) as lost:
        write_to_nowhere()
    assert (lost.value.path, str(lost.value).count("game.jsonl")) == (str(path), 1)


def renamed(path: Path) -> None:
    """Take the name of a file away, as logrotate does."""
    path.rename(path.with_name("game.jsonl.1"))


def cut(path: Path) -> None:
    """Take all from a file that it holds, as logrotate does with copytruncate."""
    os.truncate(path, 0)


def added_to(path: Path) -> None:
    """Write to a file that somebody else has locked."""
    with path.open("ab") as file:
        file.write(b"{}\n")


@pytest.mark.parametrize("flush", [Flush.EACH_EVENT, Flush.EACH_ROUND])
@pytest.mark.parametrize(
    ("lose", "problem"),
    [
        (Path.unlink, "was deleted"),
        (replaced, "was deleted"),
        (renamed, "was moved"),
        (cut, "was cut or changed"),
        (added_to, "was cut or changed"),
    ],
)
def test_a_synced_journal_that_was_lost_is_missed_at_once(
    path: Path,
    flush: Flush,
    lose: Callable[[Path], None],
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before anybody relies on what was written last, and again when it is closed."""
    monkeypatch.chdir(path.parent)
    journal = Journal.create(path.name, flush=flush, sync=True)
    table = Table(seats=["Ann"], seed=21, recorder=journal)
    monkeypatch.chdir("/")
    play_round(table)
    lose(path)
    with pytest.raises(JournalError, match=rf"^the journal game\.jsonl {problem}") as lost:
        play_round(table)
    assert (table.round.number, lost.value.path) == (2, "game.jsonl")
    with pytest.raises(JournalError, match=problem):
        journal.close()


def test_a_disk_that_does_not_take_a_journal_is_told_with_its_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for it in another thread learns which file it is."""

    def fail(_descriptor: int) -> None:
        raise OSError(EIO, "no such luck")

    with JournalFile(path, Opening.NEW) as file:
        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="no such luck") as raised:
            file.wait_for_disk()
        monkeypatch.undo()
    assert raised.value.filename == str(path)
