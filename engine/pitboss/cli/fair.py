"""``pitboss fair``: say who could choose the shoes of a journal, and what the journal shows."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pitboss.cli.commands import CommandFailed, GivenPath, complain, os_error_text
from pitboss.cli.console import json_line, look_of, write_lines
from pitboss.cli.parameters import json_option, secret_file_option, viewer_named, viewer_option
from pitboss.cli.replay import open_source
from pitboss.errors import ExitCode, JournalError
from pitboss.replay import Fairness, NoJournalError, NotBegunError, ShoeFairness, fairness
from pitboss.text.terminal import count_text, printable


@click.command(epilog="Example: pitboss fair game.jsonl --viewer Ann")
@click.argument("file", type=click.Path())
@viewer_option("The seat whose seeds to look for, by name or by number from 0.")
@click.option(
    "--told",
    "told_file",
    type=GivenPath(path_type=Path),
    metavar="FILE",
    help="A file with the messages that a client received, one on each line, to compare with.",
)
@secret_file_option
@json_option
def fair(
    *,
    file: str,
    viewer: str | None,
    told_file: Path | None,
    secret: bytes | None,
    as_json: bool,
) -> int:
    """Say for each shoe of the journal FILE what the file shows, and who could choose the shoe.

    The journal is replayed; in a viewer's journal, everything that needs no secret is checked
    instead. If something was left out of FILE completely, FILE cannot show this;
    --told compares FILE with the messages of a client.

    The exit code is 1 if something is wrong. Otherwise, it is 0 for a viewer's journal; for any
    other journal, it is the exit code of pitboss replay.
    """
    try:
        told = [] if told_file is None else told_file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        problem = os_error_text(error) if isinstance(error, OSError) else str(error)
        raise CommandFailed(f"the messages cannot be read: {problem}") from error
    if told_file is not None and not told:
        raise CommandFailed(f"the messages cannot be read: {told_file} is empty; name another file")
    try:
        with open_source(file) as source:
            found = fairness(source, seed=secret, told=told)
    except CommandFailed as error:
        return complain(error.message, ExitCode.WRONG_USAGE)
    except (NoJournalError, NotBegunError) as error:
        error.name_file(file)
        is_other = isinstance(error, NoJournalError)
        return complain(str(error), ExitCode.WRONG_USAGE if is_other else ExitCode.INCOMPLETE)
    except JournalError as error:
        # An error without a line number is about the messages, or about how the file was given.
        if error.line_number is not None:
            error.name_file(file)
        raise
    seats = viewer_named(viewer, found.names).seats
    seat = next(iter(seats), None)
    if as_json:
        write_lines([json_line({"file": file, **found.to_document(seat)})])
    else:
        write_lines(_text(found, found.shoes(seat)))
    if found.faults:
        return ExitCode.FAILED
    return ExitCode.DONE if found.verdict is None else found.verdict.exit_code


def _text(found: Fairness, shoes: tuple[ShoeFairness, ...]) -> list[str]:
    look = look_of(sys.stdout)
    verdict = found.verdict
    lines = [f"The secret of the house was fixed by the commitment {found.commitment}."]
    if found.commitment is None:
        lines = ["No commitment fixed the secret of the house."]
    lines.append(
        "A viewer's journal: pitboss replay checks that the cards came from these shoes."
        if verdict is None
        else f"The replay of {count_text(verdict.rounds, 'round')}: {verdict.kind.value}."
    )
    for shoe in shoes:
        lines.append(f"Shoe {shoe.shoe}, line {shoe.line_number}")
        lines += [f"  {sentence}" for sentence in shoe.says]
    lines += [
        f"Wrong at line {each.line_number}: {printable(each.problem)}" for each in found.faults
    ]
    lines.append(look.faint(_DROPPED))
    return lines


_DROPPED = "A file cannot show what was left out of it: compare it with the messages that you got."
