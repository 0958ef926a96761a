"""``pitboss play``: let people play at this terminal."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager, nullcontext, redirect_stdout
from itertools import count
from pathlib import Path
from shlex import quote
from typing import Final, TextIO

import click

from pitboss.cli.bank_game import BankGame, ask_names
from pitboss.cli.commands import CommandFailed, GivenPath, os_error_text
from pitboss.cli.console import YOU, Console, name_problem, write_lines
from pitboss.cli.parameters import (
    balance_option,
    check_seats,
    json_option,
    rules_option,
    seats_option,
    secret_file_option,
    seed_option,
)
from pitboss.errors import ExitCode, PlayerLeft
from pitboss.game.shoe import TableSeed
from pitboss.journal import Journal
from pitboss.journal.files import Flush
from pitboss.replay import resume
from pitboss.rules import Rules
from pitboss.story import Recorders
from pitboss.table.driver import Stop, play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table
from pitboss.text import normalise
from pitboss.text.names import name_key
from pitboss.text.terminal import printable

_OPENING_UNITS: Final = 1000
"""The chips of a player, in units of money, if neither the rules nor the user set them."""

_DEFAULT_BANK: Final = "pitboss.bank"


@click.command(epilog="Example: pitboss play --name Ann --name Ben --rules atlantic_city")
@rules_option
@click.option(
    "--name",
    "names",
    type=normalise,
    metavar="NAME",
    multiple=True,
    help="A person's name; give the option once for each seat.  [default: You, or Player 1, "
    "Player 2, ...]",
)
@seats_option("one for each name, or 1")
@balance_option("as in the rules, else 1,000.00")
@seed_option
@click.option(
    "--bank",
    type=GivenPath(path_type=Path),
    metavar="FILE",
    help="The file that keeps the chips of each name between sessions; it is created if it does "
    "not exist. The rules must have an opening balance, which new people get.  [default: "
    f"{_DEFAULT_BANK} if the rules have an opening balance; no bank with --balance or --journal]",
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
    help="Continue an unfinished game, with the rules, seats and chips of its journal.",
)
@secret_file_option
@json_option
@click.pass_context
def play(
    context: click.Context,
    *,
    rules: Rules,
    names: tuple[str, ...],
    seats: int | None,
    balance: int | str | None,
    seed: TableSeed | None,
    bank: Path | None,
    path: str | None,
    resumed: str | None,
    secret: bytes | None,
    as_json: bool,
) -> int:
    """Play at this terminal, alone or with others who take turns.

    Every answer is written to the journal at once. You can leave with Ctrl-C or at the end of the
    input, and continue the same round later with --resume. If a bank keeps the chips, the round
    continues when the same people play again. The journals are then in a folder next to the bank.

    With --json, every event goes to standard output, and the text for people to standard error.
    """
    if resumed is not None:
        _only_resume(context)
    else:
        if secret is not None:
            raise click.UsageError("--secret-file is for --resume: a new journal holds its secret")
        _check_names(rules, names, seats)
    records = sys.stdout if as_json else None
    # Programs read standard output, so text for people goes to standard error.
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        if resumed is not None:
            return _go_on(resumed, secret, records)
        if bank is None and (
            rules.opening_balance is None or balance is not None or path is not None
        ):
            plans = _plans(rules, names, seats, balance)
            return _play_new(rules, plans, seed, path, records)
        if rules.opening_balance is None:
            raise click.UsageError(
                "--bank needs rules with an opening balance, which new people get"
            )
        if balance is not None or path is not None:
            raise click.UsageError(
                "--bank cannot be used with --balance or --journal: the bank keeps both"
            )
        if isinstance(seed, bytes):
            raise click.UsageError(
                "--seed must be a number with a bank, got a secret: each table draws a secret"
            )
        players = ask_names(names, seats, rules.max_seats)
        return BankGame(bank or Path(_DEFAULT_BANK), rules, players, seed, records).play()


def _check_names(rules: Rules, names: tuple[str, ...], seats: int | None) -> None:
    """Refuse too many names or seats, and names that are not allowed."""
    check_seats(rules, seats or len(names) or 1, len(names), "names")
    for name in names:
        problem = name_problem(name)
        if problem:
            raise click.UsageError(problem)
    _check_distinct(names)


def _check_distinct(names: tuple[str, ...]) -> None:
    if len(set(map(name_key, names))) < len(names):
        raise click.UsageError("two names are the same: give each seat a different name")


def _only_resume(context: click.Context) -> None:
    """Refuse options that the journal already decides."""
    given = click.core.ParameterSource.COMMANDLINE
    for name in context.params:
        if (
            name not in {"resumed", "secret", "as_json"}
            and context.get_parameter_source(name) is given
        ):
            raise click.UsageError("--resume takes no other options: the journal decides them")


def _plans(
    rules: Rules, names: tuple[str, ...], seats: int | None, balance: int | str | None
) -> list[SeatPlan]:
    """Return who sits down, and with how many chips."""
    if seats in {None, 1} and not names:
        names = (YOU,)
    names += tuple(f"Player {seat + 1}" for seat in range(len(names), seats or 1))
    _check_distinct(names)
    opening = (
        _OPENING_UNITS * rules.minor_per_unit
        if rules.opening_balance is None
        else rules.opening_balance
    )
    if balance is not None:
        return [SeatPlan(name, balance if isinstance(balance, int) else None) for name in names]
    return [SeatPlan(name, opening) for name in names]


def _play_new(
    rules: Rules,
    plans: list[SeatPlan],
    seed: TableSeed | None,
    path: str | None,
    records: TextIO | None,
) -> int:
    """Play a new game; return the exit code."""
    with _new_journal(path) as (journal, where):
        console = Console(rules, tuple(plan.name for plan in plans), records)
        table = Table(
            rules, seed=seed, seats=plans, recorder=Recorders((journal, console.narrator))
        )
        return _play_on(table, console, where)


def _go_on(where: str, secret: bytes | None, records: TextIO | None) -> int:
    """Continue a game that was interrupted; return the exit code.

    Raises:
        CommandFailed: the file cannot be read and written.
        JournalInUseError: another process plays the game.
        JournalError: the game cannot be continued.
    """
    try:
        resumed = resume(where, seed=secret, flush=Flush.EACH_EVENT, sync=True)
    except OSError as error:
        problem = os_error_text(error, where)
        raise CommandFailed(f"the journal cannot be continued: {problem}") from error
    table = resumed.table
    with _closing(resumed.journal, where):
        console = Console(table.rules, tuple(plan.name for plan in table.plans), records)
        table.record_with(Recorders((resumed.journal, console.narrator)))
        console.show(table)
        return _play_on(table, console, where)


def _play_on(table: Table, console: Console, where: str) -> int:
    """Play rounds of a game without a bank, until it ends; return the exit code."""
    names = [plan.name for plan in table.plans]
    players = console.players(names)
    try:
        while play_rounds(table, players, 1).stop is not Stop.NOBODY_CAN_BET:
            if not console.plays_again(names[0]):
                break
        else:
            console.write("Nobody can bet any more, so the game is over.")
    except (KeyboardInterrupt, PlayerLeft) as left:
        console.write("")
        write_lines(
            [
                "",
                f"The game so far is in {printable(where)}; continue it with:",
                f"  pitboss play --resume {printable(quote(where))}",
            ]
        )
        return ExitCode.INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    table.close()
    write_lines(["", f"The whole game is in {printable(where)}."])
    return 0


@contextmanager
def _new_journal(path: str | None) -> Generator[tuple[Journal, str]]:
    """Create a new file, by default with the first free name; an existing file is never changed.

    Raises:
        CommandFailed: the file exists already, or it cannot be written.
    """
    names = (f"pitboss{'' if n == 1 else f'-{n}'}.jsonl" for n in count(1))
    for where in names if path is None else [path]:
        try:
            journal = Journal.create(where, replace=False, flush=Flush.EACH_EVENT, sync=True)
        except FileExistsError as error:
            if path is None:
                continue
            hint = "continue it with --resume, or name another file"
            raise CommandFailed(f"the journal {path} exists already: {hint}") from error
        except OSError as error:
            raise CommandFailed(f"the journal cannot be written: {os_error_text(error)}") from error
        with _closing(journal, where):
            yield journal, where
        return


@contextmanager
def _closing(journal: Journal, where: str) -> Generator[None]:
    """Close a journal at the end of the block; errors in writing it name the journal."""
    try:
        with journal:
            yield
    except OSError as error:
        if error.filename != where:
            raise
        left = "the recorded rounds can be continued with --resume"
        if not _has_begun(Path(where)):
            Path(where).unlink()
            left = "nothing was dealt"
        raise CommandFailed(
            f"the journal {where} cannot be written: {error.strerror or error}; {left}"
        ) from error


def _has_begun(path: Path) -> bool:
    """Return whether a journal has its header and its first shoe, so that it can be continued."""
    with path.open("rb") as file:
        file.readline()
        return file.readline().endswith(b"\n")
