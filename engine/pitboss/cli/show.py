"""``pitboss show``: a journal told as a story, or the table as it stood at one of its lines."""

from __future__ import annotations

import sys

import click

from pitboss.cli.commands import CommandFailed
from pitboss.cli.console import Progress, json_line, look_of, write_lines
from pitboss.cli.parameters import (
    MAX_COUNT,
    json_option,
    number_option,
    round_option,
    secret_file_option,
    viewer_named,
    viewer_option,
)
from pitboss.cli.replay import opened
from pitboss.replay import Stepper
from pitboss.story import Page, Story, standing, standing_record


@click.command(
    epilog="Example: pitboss show game.jsonl --round 3 --viewer auditor",
)
@click.argument("file", type=click.Path(allow_dash=True))
@round_option("Only this round, counted from 1.  [default: the whole journal]")
@viewer_option(
    "Who is told. A seat, by name or by number from 0, also knows its own chips; an auditor "
    "knows everything: the seed, the hole card before its time, all chips."
)
@number_option(
    "--at",
    "seq",
    least=0,
    most=MAX_COUNT,
    metavar="SEQ",
    text="Draw the table as it stood after the line with this sequence number instead.",
)
@click.option(
    "--why",
    "explains",
    is_flag=True,
    help="After each round, print why each bet was settled so: the option that decided, its value "
    "and the document that says so.",
)
@secret_file_option
@json_option
def show(
    *,
    file: str,
    number: int | None,
    viewer: str | None,
    seq: int | None,
    explains: bool,
    secret: bytes | None,
    as_json: bool,
) -> None:
    """Print the journal FILE for people to read, round by round.

    Each row shows a hand, then what was asked, answered and settled. What is printed has been
    played again and compared with the journal. The output ends where the two differ. With --round
    nothing else is checked. An auditor is also told the lines of the host, and the id that a client
    gave a command, which its seat is told as well.

    FILE may be - for standard input.
    """
    if seq is not None and (number is not None or explains):
        other = "--why" if number is None else "--round"
        raise click.UsageError(f"give {other} or --at, not both", click.get_current_context())
    with opened(file) as source:
        if seq is not None:
            if not source.seekable():
                raise CommandFailed("--at needs a file that can be read more than once, not a pipe")
            _show_table(Stepper(source, seed=secret), viewer, seq, as_json=as_json)
        else:
            story = Story(source, seed=secret)
            _tell(story, viewer, number, explains=explains, as_json=as_json)


def _tell(
    story: Story, viewer: str | None, number: int | None, *, explains: bool, as_json: bool
) -> None:
    rounds = story.rounds(viewer_named(viewer, story.names), number, explains=explains)
    look = look_of(sys.stdout)
    page = Page(look, story.header.rules, story.names)
    for events in rounds:
        if as_json:
            lines = [json_line(event.record()) for event in events]
        else:
            lines = [*page.lines(*events), *page.rest()]
        write_lines(lines)
    if number is not None and not as_json:
        only = f"Round {number} alone was checked; pitboss replay checks the whole journal."
        write_lines(["", f" {look.faint(only)}"])


def _show_table(stepper: Stepper, viewer: str | None, seq: int, *, as_json: bool) -> None:
    """Draw the table as it stood after a line."""
    with Progress("replaying", seq) as progress:
        stepper.go_to(seq, progress.reached)
    table = stepper.table
    who = viewer_named(viewer, tuple(plan.name for plan in table.plans))
    if as_json:
        record = {"seq": stepper.seq, **standing_record(table, who)}
        write_lines([json_line(record)])
    else:
        write_lines(standing(table, who, look_of(sys.stdout)))
