"""``pitboss find``: find rounds in journals by players, events, times and results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import click
from attrs import define, field

from pitboss.cli.commands import CommandFailed, code_of, complain, read_on
from pitboss.cli.console import json_line, write
from pitboss.cli.parameters import OneOf, json_option, no_such
from pitboss.cli.replay import open_source
from pitboss.errors import ExitCode, JournalError
from pitboss.game.reasons import Outcome
from pitboss.journal.reader import SPEAKERS
from pitboss.replay import FoundRound, find_rounds
from pitboss.replay.finding import are_in_order
from pitboss.text import normalise
from pitboss.text.terminal import outcome_text, printable

_OUTCOMES: Final = {outcome.value: outcome for outcome in Outcome}
_BETWEEN: Final = ".."
_MAX_NAMES: Final = 20
"""The most names that a sentence lists."""


def _read_times(text: str) -> tuple[str | None, str | None]:
    """Read a first and a last time; either may be left out.

    Raises:
        BadParameter: the text is not two times.
    """
    since, between, until = text.partition(_BETWEEN)
    if not between or not (since or until) or _BETWEEN in until:
        raise click.BadParameter(f"{text!r} is not two times: write A..B, A.. or ..B")
    if since and until and not are_in_order(since, until):
        raise click.BadParameter(f"{text!r} ends before it begins: write the earlier time first")
    return since or None, until or None


@click.command(
    epilog="Example: pitboss find game.jsonl --seat Ann --outcome bust",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--seat",
    metavar="SEAT",
    help="The seat that answered or was changed, by number from 0 or by name.",
)
@click.option("--command", metavar="ID", help="The id that a client gave its command.")
@click.option(
    "--by",
    type=OneOf("by", SPEAKERS),
    metavar="|".join(SPEAKERS),
    help="Who acted in place of a seat: answered for it, or changed it.",
)
@click.option(
    "--outcome",
    type=OneOf("outcome", _OUTCOMES),
    metavar="|".join(_OUTCOMES),
    help="The outcome of a hand.",
)
@click.option(
    "--time",
    "times",
    type=_read_times,
    metavar="A..B",
    help="The time, in the form in which the host writes it; A or B may be left out. Texts are "
    "compared letter by letter; times that begin with the text of B are included. Whole numbers "
    "are compared as numbers.",
)
@click.option(
    "--time-field",
    default="time",
    show_default=True,
    metavar="NAME",
    help="The field of the host's lines that has the time.",
)
@json_option
def find(
    *,
    files: tuple[str, ...],
    seat: str | None,
    command: str | None,
    by: str | None,
    outcome: str | None,
    times: tuple[str | None, str | None] | None,
    time_field: str,
    as_json: bool,
) -> int:
    """List the rounds of each journal FILE that match all options.

    A round begins right after the end of the round before. So if a player joins between two
    rounds, this change belongs to the later round. The digests are checked; to play the rounds
    again, use pitboss replay.

    On a terminal, each round is one line of text; elsewhere, and with --json, one line of JSON.

    The exit code is 1 if a FILE is not a journal, or cannot be read; the other files are still
    searched. It is also 1 if no FILE has the seat, 3 if a newer engine wrote a FILE, and 4 if a
    FILE is empty. FILE may be - for standard input.
    """
    since, until = times or (None, None)
    as_json = as_json or not sys.stdout.isatty()
    codes: set[int] = set()
    wanted = int(seat) if seat is not None and _is_number(seat) else seat
    seats = _Seats()
    for file in files:
        try:
            with open_source(file) as source:
                rounds = find_rounds(
                    source,
                    seat=wanted,
                    command=command,
                    by=None if by is None else SPEAKERS[by],
                    outcome=None if outcome is None else _OUTCOMES[outcome],
                    since=since,
                    until=until,
                    time_field=time_field,
                    names=seats.hear,
                )
                for found in read_on(rounds, file):
                    write(_record(file, found) if as_json else _text(file, found))
        except (JournalError, CommandFailed) as error:
            if isinstance(error, JournalError):
                error.name_file(file)
            codes.add(complain(str(error), code_of(error)))
    # A file that could not be read to its end may have the seat.
    if wanted is not None and not codes and seats.count and not seats.has(wanted):
        return complain(seats.lack(str(wanted)), ExitCode.FAILED)
    return min(codes, default=ExitCode.DONE)


@define
class _Seats:
    """The seats of all journals that were read.

    Attributes:
        count: the most seats of a journal.
        names: every name at a seat of the journals, by its normalised form.
    """

    count: int = 0
    names: dict[str, str] = field(factory=dict[str, str])

    def hear(self, names: Sequence[str]) -> None:
        """Note the names at the seats of a journal."""
        self.count = max(self.count, len(names))
        self.names |= {normalise(name): name for name in names if name}

    def has(self, seat: int | str) -> bool:
        """Say whether a journal has a seat, by number or by name."""
        return seat < self.count if isinstance(seat, int) else normalise(seat) in self.names

    def lack(self, seat: str) -> str:
        """Write that no journal has a seat, and which seats can be chosen."""
        names = [*self.names.values()]
        known = "choose 0" if self.count == 1 else f"choose 0 to {self.count - 1}"
        if names:
            more = ", ..." if len(names) > _MAX_NAMES else ""
            known += f", or a name: {', '.join(names[:_MAX_NAMES])}{more}"
        return no_such("seat", seat, names, known)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len("0000")


def _record(file: str, found: FoundRound) -> str:
    return json_line(
        {
            "file": file,
            "round": found.number,
            "line": found.line_number,
            "seq": found.seq,
            "over": found.over,
            "times": found.times,
            "hands": [
                {
                    "seat": hand.seat,
                    "name": hand.name,
                    "hand": hand.hand,
                    "outcome": hand.outcome.value,
                    "net": hand.net_minor,
                }
                for hand in found.hands
            ],
        }
    )


def _text(file: str, found: FoundRound) -> str:
    at = "" if found.times is None else ", " + " to ".join(dict.fromkeys(map(str, found.times)))
    hands = ", ".join(f"{hand.name} {outcome_text(hand.outcome)}" for hand in found.hands)
    what = hands or ("nobody plays" if found.over else "not over")
    return printable(f"{file}: round {found.number}, line {found.line_number}{at}: {what}")
