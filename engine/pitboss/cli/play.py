"""``pitboss play``: people play at this terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from shlex import quote
from typing import Final, TextIO

import click

from pitboss.cli.banked import BankedGame, ask_names
from pitboss.cli.journal_files import existing_journal, new_journal
from pitboss.cli.parameters import (
    UNLIMITED,
    json_option,
    read_balance,
    rules_option,
    whole,
)
from pitboss.cli.people import YOU, People, name_problem
from pitboss.cli.screen import write_lines
from pitboss.errors import PlayerLeft
from pitboss.exit_codes import INTERRUPTED
from pitboss.game.limits import MAX_SEATS
from pitboss.game.shoe import MAX_SEED
from pitboss.replay import Resumed
from pitboss.rules import Rules
from pitboss.story import Recorders
from pitboss.table.driver import Stop, play_rounds
from pitboss.table.shoes import drawn_seed
from pitboss.table.table import SeatPlan, Table
from pitboss.text.names import normalised
from pitboss.text.terminal import printable

_OPENING_UNITS: Final = 1000
"""Units of money that a person begins with where neither the rules nor the user say how many."""

DEFAULT_BANK: Final = "pitboss.bank"


@click.command(epilog="Example: pitboss play --name Ann --name Ben --rules atlantic_city")
@rules_option
@click.option(
    "--name",
    "names",
    type=normalised,
    metavar="NAME",
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
    "--bank",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file in which chips are kept by name from one session to the next; it is made if "
    "there is none. The rules have to name a stake, and those who are new begin with it. "
    f"[default: {DEFAULT_BANK} if the rules name one, none with --balance or --journal]",
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
@json_option
@click.pass_context
def play(
    context: click.Context,
    *,
    rules: Rules,
    names: tuple[str, ...],
    seats: int | None,
    balance: int | str | None,
    seed: int | None,
    bank: Path | None,
    path: str | None,
    resumed: str | None,
    as_json: bool,
) -> int:
    """Play at this terminal, alone or with others who take turns at it.

    Every answer is written to the journal at once. Leave with Ctrl-C or at the end of the input:
    the round can be taken up again, where it stood, with --resume. Where a bank keeps the chips,
    it is taken up when the same people play again, and the journals lie in a folder beside it.

    With --json every moment goes to standard output, and what people read to standard error.
    """
    if resumed is not None:
        _only_resume(context)
    else:
        _check_names(rules, names, seats)
    records = sys.stdout if as_json else None
    # Programs read standard output; what is for people then goes to standard error.
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        if resumed is not None:
            with existing_journal(resumed) as taken_up:
                return _go_on(taken_up, resumed, records)
        if bank is not None or (rules.stake is not None and balance is None and path is None):
            if rules.stake is None:
                raise _wrong("--bank is for rules with a stake, the balance that a newcomer has")
            if balance is not None or path is not None:
                raise _wrong("--bank goes without --balance and --journal: the bank keeps both")
            players = ask_names(names, seats, rules.max_seats)
            return BankedGame(bank or Path(DEFAULT_BANK), rules, players, seed, records).play()
        plans = _plans(rules, names, seats, balance)
        drawn = drawn_seed() if seed is None else seed
        with new_journal(path) as (journal, where):
            game = _Game(rules, tuple(plan.name for plan in plans), where, records)
            table = Table(
                rules, seed=drawn, seats=plans, recorder=Recorders((journal, game.people.narrator))
            )
            return game.play(table)


def _check_names(rules: Rules, names: tuple[str, ...], seats: int | None) -> None:
    """Refuse names and seats that are too many, and names that are none."""
    many = seats if seats is not None else len(names) or 1
    if many > rules.max_seats:
        raise _wrong(f"{many} seats are too many: this rule set seats {rules.max_seats} at most")
    if len(names) > many:
        raise _wrong(f"{len(names)} names do not fit {many} seats")
    for name in names:
        problem = name_problem(name)
        if problem:
            raise _wrong(problem)
    _check_distinct(names)


def _check_distinct(names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        raise _wrong("two names are the same: give each seat its own")


def _plans(
    rules: Rules, names: tuple[str, ...], seats: int | None, balance: int | str | None
) -> list[SeatPlan]:
    """Return who sits down, and with what."""
    many = seats if seats is not None else len(names) or 1
    given = [*names, *(f"Player {seat + 1}" for seat in range(len(names), many))]
    if many == 1 and not names:
        given = [YOU]
    _check_distinct(given)
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
        if name not in {"resumed", "as_json"} and context.get_parameter_source(name) is given:
            raise _wrong("--resume goes alone: the journal says what table it was")


def _go_on(resumed: Resumed, where: str, records: TextIO | None) -> int:
    """Play a game on that was left."""
    table = resumed.table
    game = _Game(table.rules, tuple(plan.name for plan in table.plans), where, records)
    table.record_with(Recorders((resumed.journal, game.people.narrator)))
    game.people.show(table)
    return game.play(table)


class _Game:
    """A game without a bank, of people at this terminal."""

    def __init__(
        self, rules: Rules, names: tuple[str, ...], where: str, records: TextIO | None
    ) -> None:
        self._where = where
        self.people = People(rules, names, records)

    def play(self, table: Table) -> int:
        """Play round after round; return the exit code."""
        try:
            self._play_rounds(table)
        except (KeyboardInterrupt, PlayerLeft) as left:
            self.people.write("")
            write_lines(["", *self._how_to_go_on()])
            return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
        table.close()
        write_lines(["", f"The whole game is in {printable(self._where)}."])
        return 0

    def _play_rounds(self, table: Table) -> None:
        names = [plan.name for plan in table.plans]
        players = self.people.players(names)
        while play_rounds(table, players, 1).stop is not Stop.NOBODY_CAN_BET:
            if not self.people.plays_again(names[0]):
                return
        self.people.write("Nobody can bet any more, so the game is over.")

    def _how_to_go_on(self) -> list[str]:
        return [
            f"The game so far is in {printable(self._where)}; go on with it by:",
            f"  pitboss play --resume {printable(quote(self._where))}",
        ]
