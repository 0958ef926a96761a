"""``pitboss diff``: the first difference of two journals."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from pitboss.cli.commands import complain, os_error_text
from pitboss.cli.console import json_line, write_lines
from pitboss.cli.parameters import json_option
from pitboss.cli.replay import STANDARD_INPUT
from pitboss.errors import ExitCode, JournalError
from pitboss.journal.opening import unpack
from pitboss.replay import JournalDifference, NotBegunError, first_difference
from pitboss.text.terminal import printable


@click.command(epilog="Example: pitboss diff kept.jsonl found.jsonl && echo they are equal")
@click.argument("one", metavar="A", type=click.Path(allow_dash=True))
@click.argument("other", metavar="B", type=click.Path(allow_dash=True))
@json_option
def diff(*, one: str, other: str, as_json: bool) -> int:
    """Show the first difference of the journals A and B: the line, the round, the field.

    The journals are only read, not replayed. To find out which one was changed, use pitboss replay.

    The exit code is 0 if they are equal, 1 if they differ, 2 if a file is no journal or cannot be
    read, and 4 if a file is empty. A or B may be - for standard input.
    """
    if one == other == STANDARD_INPUT:
        raise click.UsageError("only one of the two can be standard input")
    try:
        found = first_difference(_source(one), _source(other))
    except NotBegunError:
        raise
    except JournalError as error:
        return complain(str(error), ExitCode.WRONG_USAGE)
    except OSError as error:
        sentence = f"the journal cannot be read: {os_error_text(error, STANDARD_INPUT)}"
        return complain(sentence, ExitCode.WRONG_USAGE)
    write_lines([_record(found)] if as_json else _text(one, other, found))
    return ExitCode.DONE if found is None else ExitCode.FAILED


def _source(file: str) -> str | BinaryIO:
    return unpack(sys.stdin.buffer, "standard input") if file == STANDARD_INPUT else file


def _record(found: JournalDifference | None) -> str:
    if found is None:
        return json_line({"equal": True})
    return json_line(
        {
            "equal": False,
            "line": found.line_number,
            "round": found.round_number,
            "field": found.field,
            "one": found.one,
            "other": found.other,
        }
    )


def _text(one: str, other: str, found: JournalDifference | None) -> list[str]:
    if found is None:
        return ["They are equal, byte for byte."]
    round_ = f", round {found.round_number}" if found.round_number else ""
    field = printable(found.field or "the whole line")
    absent = "no such field" if found.field else "the journal has ended"
    return [
        f"They differ at line {found.line_number}{round_}: {field}",
        f"  {printable(one)}: {found.one or absent}",
        f"  {printable(other)}: {found.other or absent}",
    ]
