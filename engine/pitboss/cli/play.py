"""``pitboss play``: people play at this terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from typing import BinaryIO, Final

import click

from pitboss.cli.commands import INTERRUPTED, Refused, told_of
from pitboss.cli.parameters import (
    UNLIMITED,
    read_balance,
    rules_option,
    whole,
)
from pitboss.cli.screen import look_of, write_lines
from pitboss.driver import Stop, play_rounds
from pitboss.journal import Journal
from pitboss.narration import Both, Moment, Page, Teller, Viewer, standing
from pitboss.narration.moments import Answered
from pitboss.players import Person
from pitboss.replay import resume
from pitboss.round import MAX_SEATS
from pitboss.rules import Rules
from pitboss.shoe import MAX_SEED
from pitboss.table import SeatPlan, Table
from pitboss.terminal import columns_of, printable

_OPENING_UNITS: Final = 1000
"""Units of money that a person begins with where neither the rules nor the user say how many."""

_LONGEST_NAME: Final = 40
_JOURNAL_STEM: Final = "pitboss"


@click.command(epilog="Example: pitboss play --name Ann --name Ben --rules atlantic_city")
@rules_option
@click.option(
    "--name",
    "names",
    multiple=True,
    help="A person's name; give it once for each seat.  [default: You, or Player 1, Player 2, ...]",
)
@click.option(
    "--seats",
    type=whole(1, MAX_SEATS),
    metavar="N",
    help="How many seats, 1 to 7.  [default: one for each name, or one]",
)
@click.option(
    "--balance",
    type=read_balance,
    metavar=f"{UNLIMITED}|N",
    help="Opening chips of each seat in minor units.  [default: what the rules say, or 1,000.00]",
)
@click.option(
    "--seed",
    type=whole(0, MAX_SEED),
    metavar="N",
    help="From which every shoe is shuffled, 0 to 2**63 - 1.  [default: one is drawn and recorded]",
)
@click.option(
    "--journal",
    "path",
    type=click.Path(),
    help="A new file for the journal.  [default: the first of pitboss.jsonl, pitboss-2.jsonl, ... "
    "that does not exist]",
)
@click.option(
    "--resume",
    "resumed",
    type=click.Path(),
    help="Go on with a game that was left; its rules, seats and chips are those of its journal.",
)
@click.pass_context
def play(
    context: click.Context,
    *,
    rules: Rules,
    names: tuple[str, ...],
    seats: int | None,
    balance: int | str | None,
    seed: int | None,
    path: str | None,
    resumed: str | None,
) -> int:
    """Play at this terminal, alone or with others who take turns at it.

    Every answer is written to the journal at once. Leave with Ctrl-C or at the end of the input:
    the round can be taken up again, where it stood, with --resume.
    """
    if resumed is not None:
        _only_resume(context)
        with _existing_journal(resumed) as file:
            return _go_on(file, resumed)
    plans = _plans(rules, names, seats, balance)
    drawn = secrets.randbelow(MAX_SEED + 1) if seed is None else seed
    with _new_journal(path) as (file, where):
        journal = Journal(file, each_line=True)
        evening = _Evening(rules, tuple(plan.name for plan in plans), where)
        table = Table(rules, seed=drawn, seats=plans, recorder=Both(journal, evening.teller))
        return evening.play(table)


def _plans(
    rules: Rules, names: tuple[str, ...], seats: int | None, balance: int | str | None
) -> list[SeatPlan]:
    """Return who sits down, and with what."""
    many = seats if seats is not None else len(names) or 1
    if many > rules.max_seats:
        raise _wrong(f"{many} seats are too many: this rule set seats {rules.max_seats} at most")
    if len(names) > many:
        raise _wrong(f"{len(names)} names do not fit {many} seats")
    for name in names:
        if not name.strip() or name != printable(name) or columns_of(name) > _LONGEST_NAME:
            raise _wrong(f"{name!r} is no name: write 1 to {_LONGEST_NAME} letters")
    if len(set(names)) < len(names):
        raise _wrong("two names are the same: give each seat its own")
    given = [*names, *(f"Player {seat + 1}" for seat in range(len(names), many))]
    if many == 1 and not names:
        given = ["You"]
    return [SeatPlan(name, _opening_minor(rules, balance)) for name in given]


def _opening_minor(rules: Rules, balance: int | str | None) -> int | None:
    """Return the opening chips of a seat; none for unlimited funds."""
    if balance is not None:
        return balance if isinstance(balance, int) else None
    return _OPENING_UNITS * rules.minor_per_unit if rules.stake is None else rules.stake


def _wrong(sentence: str) -> click.UsageError:
    return click.UsageError(sentence, click.get_current_context())


def _only_resume(context: click.Context) -> None:
    """Refuse options that a journal has decided already."""
    given = click.core.ParameterSource.COMMANDLINE
    for name in context.params:
        if name != "resumed" and context.get_parameter_source(name) is given:
            raise _wrong("--resume goes alone: the journal says what table it was")


@contextmanager
def _new_journal(path: str | None) -> Generator[tuple[BinaryIO, str]]:
    """Make a new file; none that exists is touched."""
    names = (f"{_JOURNAL_STEM}{'' if n == 1 else f'-{n}'}.jsonl" for n in count(1))
    for where in names if path is None else [path]:
        try:
            file = open(where, "xb")  # noqa: PTH123, SIM115  a path may be bytes that are no text
        except FileExistsError as error:
            if path is None:
                continue
            hint = "go on with it by --resume, or name another file"
            raise Refused(f"the journal {path} exists already: {hint}") from error
        except OSError as error:
            raise Refused(f"the journal cannot be written: {told_of(error)}") from error
        with file:
            yield file, where
        return


@contextmanager
def _existing_journal(path: str) -> Generator[BinaryIO]:
    try:
        with open(path, "r+b") as file:  # noqa: PTH123  a path may be bytes that are no text
            yield file
    except OSError as error:
        raise Refused(f"the journal cannot be taken up: {told_of(error)}") from error


def _go_on(file: BinaryIO, where: str) -> int:
    """Take a game up where it was left."""
    resumed = resume(file)
    table = resumed.table
    evening = _Evening(table.rules, tuple(plan.name for plan in table.plans), where)
    table.record_with(Both(resumed.journal, evening.teller))
    evening.join(table)
    return evening.play(table)


class _Evening:
    """People at this terminal, until they have had enough."""

    def __init__(self, rules: Rules, names: tuple[str, ...], where: str) -> None:
        self._rules = rules
        self._names = names
        self._where = where
        self._look = look_of(sys.stdout)
        self._page = Page(self._look, rules, names)
        self._viewer = Viewer.at(*range(len(names)))
        self.teller = Teller(self._viewer, self._hear)

    def join(self, table: Table) -> None:
        """Show a table that was left, as it stands."""
        write_lines(standing(table, self._viewer, self._look))
        self.teller.join(table)

    def play(self, table: Table) -> int:
        """Play round after round; return the exit code."""
        try:
            self._play_rounds(table)
        except (KeyboardInterrupt, EOFError) as left:
            write_lines(["", *self._page.rest(), *self._how_to_go_on()])
            return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
        table.close()
        write_lines(["", f"The whole game is in {self._where}."])
        return 0

    def _play_rounds(self, table: Table) -> None:
        people = [
            Person(
                name,
                read=self._read,
                write=self._write,
                minor_per_unit=self._rules.minor_per_unit,
                draw=lambda _view: "",
            )
            for name in self._names
        ]
        while play_rounds(table, people, 1).stop is not Stop.NOBODY_CAN_BET:
            if not self._another_round():
                return
        self._write("Nobody can bet any more, so the game is over.")

    def _another_round(self) -> bool:
        while True:
            question = f"{printable(self._names[0])}, another round?"
            answer = self._read(f"\n{question} (Enter or y yes, n no) > ").strip().lower()
            if answer in {"", "y", "yes"}:
                return True
            if answer in {"n", "no"}:
                return False

    def _hear(self, moment: Moment) -> None:
        if not isinstance(moment, Answered):
            lines = self._page.lines(moment)
            if lines:
                write_lines(lines)

    def _write(self, text: str) -> None:
        lines = [*self._page.rest(), *([text] if text else [])]
        if lines:
            write_lines(lines)

    def _read(self, prompt: str) -> str:
        """Ask at the terminal.

        Raises:
            EOFError: there is no more input.
        """
        self._write("")
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            click.echo(printable(line.rstrip("\n")))
        return line

    def _how_to_go_on(self) -> list[str]:
        return [
            f"The game so far is in {self._where}; go on with it by:",
            f"  pitboss play --resume {self._where}",
        ]
