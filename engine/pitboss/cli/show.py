"""``pitboss show``: print a journal for people, or draw the table after one of its lines."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from pitboss.cli.commands import CommandFailed
from pitboss.cli.console import Progress, json_line, look_of, write_lines
from pitboss.cli.output import check_not_read, open_output
from pitboss.cli.parameters import (
    MAX_COUNT,
    json_option,
    number_option,
    rounds_option,
    secret_file_option,
    viewer_of,
    viewer_option,
)
from pitboss.cli.replay import chain_option, open_source
from pitboss.replay import JournalStepper
from pitboss.story import Page, Story, round_page, standing, standing_record


@click.command(
    epilog="Example: pitboss show game.jsonl --round 3 --viewer auditor",
)
@click.argument("file", type=click.Path(allow_dash=True))
@rounds_option(
    "Only this round, counted from 1; with --output also several, written as 3..7.  "
    "[default: the whole journal]"
)
@viewer_option(
    "Who reads the output. A seat is given by its name or its number from 0, and also knows its "
    "own chips. An auditor knows everything: the seed, the hole card before it is turned, all "
    "chips."
)
@number_option(
    "--at",
    "seq",
    least=0,
    most=MAX_COUNT,
    metavar="SEQ",
    text="Instead, draw the table after the line with this sequence number.",
)
@click.option(
    "--why",
    "explains",
    is_flag=True,
    help="After each round, print what decided the result of each bet: the option, its value, and "
    "the document that it comes from.",
)
@click.option(
    "--output",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Instead, write a page that shows the rounds step by step in a browser; it needs no "
    "other file, and has only what the viewer may know.",
)
@chain_option
@secret_file_option
@json_option
def show(
    *,
    file: str,
    rounds: tuple[int, int] | None,
    viewer: str | None,
    seq: int | None,
    explains: bool,
    output: str | None,
    chain: bool,
    secret: bytes | None,
    as_json: bool,
) -> None:
    """Print the journal FILE for people to read, round by round.

    Each row shows a hand, then its questions, answers and results. Each round is played again and
    compared with the journal; the output ends at the first difference. With --round, other rounds
    are not checked. An auditor also sees the lines of the host, and the ids that clients gave their
    commands. A seat sees the ids of its own commands.

    FILE may be - for standard input.
    """
    _check_together(rounds, seq, output, explains=explains, as_json=as_json)
    if chain and seq is not None:
        raise click.UsageError("--at is a line of one file: name that file, and leave out --chain")
    number = None if rounds is None else rounds[0]
    with open_source(file, chain=chain, whole=rounds is None) as source:
        if output is not None and rounds is not None:
            check_not_read(output, file, chain=chain)
            _write_page(source, output, rounds, viewer, secret)
        elif seq is not None:
            if not source.seekable():
                raise CommandFailed("--at needs a file that can be read more than once, not a pipe")
            _show_table(JournalStepper(source, seed=secret), viewer, seq, as_json=as_json)
        else:
            story = Story(source, seed=secret)
            _tell(story, viewer, number, explains=explains, as_json=as_json)


def _check_together(
    rounds: tuple[int, int] | None,
    seq: int | None,
    output: str | None,
    *,
    explains: bool,
    as_json: bool,
) -> None:
    """Check that the given options can be combined.

    Raises:
        UsageError: the options cannot be combined.
    """
    problem = ""
    if output is not None and (rounds is None or seq is not None or as_json):
        problem = (
            "--output writes a page of rounds: give --round with it, and neither --at nor --json"
        )
    elif seq is not None and (rounds is not None or explains):
        problem = f"give {'--why' if rounds is None else '--round'} or --at, not both"
    elif output is None and rounds is not None and rounds[0] != rounds[1]:
        problem = "several rounds are written as a page: give --output, too"
    if problem:
        raise click.UsageError(problem, click.get_current_context())


def _write_page(
    source: BinaryIO,
    output: str,
    rounds: tuple[int, int],
    viewer: str | None,
    secret: bytes | None,
) -> None:
    """Write rounds as a page for a browser."""
    if not source.seekable():
        raise CommandFailed("--output needs a file that can be read more than once, not a pipe")
    who = viewer_of(viewer, Story(source, seed=secret).header)
    source.seek(0)
    page = round_page(source, *rounds, viewer=who, seed=secret)
    with open_output(output) as file:
        file.write(page.html.encode())


def _tell(
    story: Story, viewer: str | None, number: int | None, *, explains: bool, as_json: bool
) -> None:
    rounds = story.rounds(viewer_of(viewer, story.header), number, explains=explains)
    look = look_of(sys.stdout)
    page = Page(look, story.header.rules, story.names)
    for events in rounds:
        if as_json:
            lines = [json_line(event.record()) for event in events]
        else:
            lines = [*page.lines(*events), *page.rest()]
        write_lines(lines)
    if number is not None and not as_json and story.header.viewer is None:
        only = f"Round {number} alone was checked; pitboss replay checks the whole journal."
        write_lines(["", f" {look.faint(only)}"])


def _show_table(stepper: JournalStepper, viewer: str | None, seq: int, *, as_json: bool) -> None:
    """Draw the table in its state after a line."""
    with Progress("replaying", seq) as progress:
        stepper.go_to(seq, progress.reached)
    table = stepper.table
    who = viewer_of(viewer, stepper.header)
    if as_json:
        record = {"seq": stepper.seq, **standing_record(table, who)}
        write_lines([json_line(record)])
    else:
        write_lines(standing(table, who, look_of(sys.stdout)))
