"""The games of `pitboss run`, which are new or continued, and recorded in a journal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
from attrs import frozen

from pitboss.cli.commands import CommandFailed, os_error_text
from pitboss.cli.console import write
from pitboss.cli.output import STANDARD_OUTPUT, check_apart
from pitboss.cli.parameters import read_secret
from pitboss.errors import TableError
from pitboss.game.shoe import TableSeed
from pitboss.journal import Journal
from pitboss.journal.chains import paths_from
from pitboss.journal.files import JournalFile, Opening
from pitboss.journal.opening import open_journal
from pitboss.journal.secrets import keep_secret
from pitboss.live.checkpoints import CheckpointFile
from pitboss.live.memory import CommandMemory
from pitboss.live.opening import open_table
from pitboss.replay import FinishedError, JournalStepper
from pitboss.rules import Rules
from pitboss.table.driver import AdapterError, Player
from pitboss.table.offer import Offer, View
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import draw_table_seed
from pitboss.table.table import Table
from pitboss.text.terminal import count_text, printable


@frozen
class RecordedGame:
    """A table, and the journal of its game.

    Attributes:
        table: the table at which bots play.
        journal: the journal that is written.
        checkpoints: writes checkpoints between rounds; `None` if this object does not.
        finished_in: the last file of a finished game; `None` if the game is not finished.
    """

    table: Table
    journal: Journal
    checkpoints: CheckpointFile | None = None
    finished_in: str | None = None

    @property
    def path(self) -> str | None:
        """The path of the current file; `None` if the journal goes to standard output."""
        return self.finished_in if self.journal.file is None else self.journal.file.path

    def rest(self) -> None:
        """Between rounds, write a checkpoint if the last one is old enough."""
        if self.checkpoints is not None:
            self.checkpoints.write_if_due(self.table, CommandMemory())

    def rotate(self) -> None:
        """After a round, continue in another file if this one has the round and is unfinished."""
        link = self.journal.link
        begun = link is None or link.rounds != self.table.round.number
        if begun and self.finished_in is None:
            self.journal.rotate(self.table, replace=True)

    def close(self) -> None:
        """Write the last line of the journal."""
        self.table.close()
        if self.checkpoints is not None:
            self.checkpoints.remove()


def secret_of_game(path: Path, seed: TableSeed | None, journal: str, resumed: str | None) -> bytes:
    """Return the secret in a file.

    If there is no file and a new game begins, draw a secret and write it to the file.

    Args:
        path: the path of the secret.
        seed: the seed in the options; it must be `None`.
        journal: the path of the journal of a new game.
        resumed: the path of the journal of a continued game; `None` for a new game.

    Raises:
        UsageError: a seed is given, too, or the secret has the path of a file of the journal.
        CommandFailed: the file cannot be read or written.
    """
    if seed is not None:
        raise click.UsageError("--seed or --secret-file, not both: the file holds the seed")
    written = ("--journal", journal) if resumed is None else ("--resume", resumed)
    check_apart(*written, path)
    if resumed is not None:
        return read_secret(str(path))
    secret = draw_table_seed()
    try:
        keep_secret(path, secret)
    except FileExistsError:
        secret = read_secret(str(path))
    except OSError as error:
        problem = os_error_text(error, path)
        raise CommandFailed(f"the secret cannot be written: {problem}") from error
    # Names that differ only in case may turn out to be the same file.
    check_apart(*written, path)
    return secret


@contextmanager
def begin_game(
    path: str, rules: Rules, plans: Sequence[SeatPlan], seed: TableSeed, *, secret_apart: bool
) -> Generator[RecordedGame]:
    """Begin a new game, and its journal.

    Raises:
        CommandFailed: the journal cannot be written.
    """
    if path == STANDARD_OUTPUT:
        journal = Journal(sys.stdout.buffer, secret_apart=secret_apart)
        yield RecordedGame(Table(rules, seed=seed, seats=plans, recorder=journal), journal)
        return
    with ExitStack() as stack:
        stack.enter_context(naming(path))
        file = JournalFile(path, Opening.REPLACE)
        journal = stack.enter_context(Journal(file, secret_apart=secret_apart))
        table = Table(rules, seed=seed, seats=plans, recorder=journal)
        # A pipe or a device cannot be read again. A checkpoint would show the secret.
        is_file = Path(path).is_file()
        stack.enter_context(_goes_on(path if is_file else None))
        kept = is_file and not secret_apart
        yield RecordedGame(table, journal, CheckpointFile(journal) if kept else None)


@contextmanager
def gone_on(path: str, seed: TableSeed | None) -> Generator[RecordedGame]:
    """Continue an interrupted game; leave a finished game as it is.

    Raises:
        CommandFailed: the journal cannot be read or written, or the game is finished but more
            rounds are wanted.
        JournalInUseError: another process plays the game.
        JournalError: the game cannot be continued.
    """
    try:
        opened = open_table(path, seed=seed)
    except OSError as error:
        problem = os_error_text(error, path)
        raise CommandFailed(f"the journal cannot be continued: {problem}") from error
    except FinishedError as error:
        yield from _finished(error, paths_from(path)[-1])
        return
    with naming(path), _goes_on(path), opened:
        yield RecordedGame(opened.table, opened.journal)


def _finished(found: FinishedError, path: str) -> Generator[RecordedGame]:
    """Yield a finished game, in which nobody can open a further round."""
    table = found.table
    try:
        yield RecordedGame(table, found.journal, finished_in=path)
    except TableError as error:
        rounds = count_text(table.round.number, "round")
        problem = f"the journal is finished after {rounds}; {found.next_step}"
        raise CommandFailed(f"{path}: {problem}") from error
    write(printable(f"{path}: the game is finished."), error=True)


def ask_again(
    path: str, table: Table, players: Mapping[int, Player], progress: Callable[[int], object]
) -> None:
    """Ask players all questions of a journal again, to restore the memory that they had at its end.

    Args:
        path: the path of the journal; for a rotated journal, the path of its first file.
        table: the table at the end of the journal.
        players: the players by their seats; their answers are ignored.
        progress: is called with the sequence number of the table.

    Raises:
        JournalError: the journal cannot be read.
        OSError: the journal cannot be opened.
    """
    asked = -1
    for each in paths_from(path):
        with open_journal(each) as file:
            stepper, goes_on = JournalStepper(file, seed=table.seed), True
            while goes_on and (past := stepper.table).seq < table.seq:
                question, player = past.round.question, players.get(past.round.asked_seat)
                if question is not None and player is not None and past.seq > asked:
                    asked = past.seq
                    view = View.at(past.round, past.round.asked_seat, past.house.shoe)
                    player.decide(view, Offer.at(past.round, question, past.legality))
                    progress(asked)
                goes_on = stepper.forward()


@contextmanager
def _goes_on(path: str | None) -> Generator[None]:
    """If a player fails, add to the error how to continue the game.

    Args:
        path: the path of the journal; `None` if it cannot be read again.
    """
    try:
        yield
    except AdapterError as error:
        if path is None or isinstance(error.__cause__, OSError):
            raise
        problem = f"{error.problem}: fix the player, and continue with --resume {path}"
        raise CommandFailed(problem) from error


@contextmanager
def naming(path: str) -> Generator[None]:
    """Add the path of the journal to errors in writing it."""
    try:
        yield
    except BrokenPipeError:
        # The journal may be a named pipe whose reader has ended.
        raise
    except OSError as error:
        raise CommandFailed(f"the journal {path} cannot be written: {error.strerror}") from error
