"""The slices of rounds: unlogged, logged and replayed, by the names of `pitboss` alone.

That is why an engine of before plays them, too.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.tools.benchmarks.contenders import Company
from tests.tools.benchmarks.players import PLAYERS

import pitboss
from pitboss import Journal, Rules, Table, play_rounds, verify

if TYPE_CHECKING:
    from pitboss.table.protocols import EventMachine
from pitboss.table.table import Recorder

RULES: Final = Rules()
SEED: Final = 7
BUFFER_BYTES: Final = 1 << 16

Slice = Callable[[], object]
"""What is timed."""

Slices = Callable[[int], Slice]
"""Prepares a slice of so many units, which is not timed, and returns it."""


def table_of(
    company: Company, recorder: "Recorder | None" = None, machine: "EventMachine | None" = None
) -> Table:
    """Return a table with unlimited funds at every seat."""
    names = [f"seat {number}" for number in range(company.seats)]
    return Table(RULES, seats=names, seed=SEED, recorder=recorder, machine=machine)


def play(table: Table, company: Company, rounds: int) -> None:
    """Play whole rounds."""
    players = [PLAYERS[company.player]() for _ in range(company.seats)]
    play_rounds(table, players, rounds)


def write_journal(path: Path, company: Company, rounds: int, *, bulk: bool = True) -> None:
    """Play rounds into a journal file, from the header to the trailer.

    Args:
        path: of the file.
        company: who sits at the table.
        rounds: how many.
        bulk: write when the buffer is full, not at the end of each round.
    """
    with opened(path, bulk=bulk) as journal:
        table = table_of(company, journal)
        play(table, company, rounds)
        table.close()


@contextmanager
def opened(path: Path, *, bulk: bool) -> Generator[Journal]:
    """Open a journal as its engine documents it for many rounds, or as it does by itself."""
    if not hasattr(pitboss, "Flush"):
        with path.open("wb", BUFFER_BYTES) as file:
            yield Journal(file)
        return
    flush = pitboss.Flush.WHEN_FULL if bulk else pitboss.Flush.EACH_ROUND
    with Journal.create(path, flush=flush) as journal:
        yield journal


def check_journal(path: Path) -> None:
    """Play a journal again and compare every byte.

    Raises:
        RuntimeError: it does not come out the same.
    """
    with path.open("rb") as file:
        verdict = verify(file)
    if not verdict.matches:
        raise RuntimeError(f"the journal was not replayed: {verdict.problem}")


def unlogged(company: Company, machine: "EventMachine | None", rounds: int) -> Slice:
    """Prepare rounds of which nothing is recorded."""
    return lambda: play(table_of(company, machine=machine), company, rounds)


def logged(company: Company, folder: Path, rounds: int, *, bulk: bool = True) -> Slice:
    """Prepare rounds whose journal is written to a file."""
    return partial(write_journal, folder / "logged.jsonl", company, rounds, bulk=bulk)


def replayed(company: Company, folder: Path, rounds: int) -> Slice:
    """Prepare the replay of a journal; one that is there already is used again."""
    path = folder / f"{rounds}.jsonl"
    if not path.exists():
        write_journal(path, company, rounds)
    return partial(check_journal, path)


def rounds_of(way: str, company: Company, folder: Path) -> Slices:
    """Return what prepares rounds that are played in one of the ways.

    Args:
        way: one of `WAYS`.
        company: who sits at the table.
        folder: where journals may be written.
    """
    makers: Mapping[str, Slices] = {
        "unlogged": partial(unlogged, company, None),
        "logged": partial(logged, company, folder),
        "flushed": partial(logged, company, folder, bulk=False),
        "replayed": partial(replayed, company, folder),
    }
    return makers[way]
