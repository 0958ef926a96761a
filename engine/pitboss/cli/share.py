"""``pitboss share``: write a journal with only what one viewer may know."""

from __future__ import annotations

from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import Final

import click

from pitboss.cli.commands import CommandFailed
from pitboss.cli.output import check_not_read, open_output
from pitboss.cli.parameters import (
    output_option,
    rounds_option,
    secret_file_option,
    viewer_named,
    viewer_option,
)
from pitboss.cli.replay import chain_option, open_source
from pitboss.journal.source import Lines
from pitboss.replay import viewer_journal
from pitboss.replay.starts import read_first

_KEPT_BYTES: Final = 1 << 24
"""Rounds with more bytes than this are kept in a file until all of them are there."""


@click.command(epilog="Example: pitboss share game.jsonl --viewer Ann --output ann.jsonl")
@click.argument("file", type=click.Path())
@viewer_option(
    "Who may read the new file. A seat is given by its name or its number from 0, and also knows "
    "its own chips."
)
@rounds_option(
    "Only this round or these rounds, with the state of the table before them.  "
    "[default: all rounds]"
)
@output_option
@chain_option
@secret_file_option
def share(
    *,
    file: str,
    viewer: str | None,
    rounds: tuple[int, int] | None,
    output: str,
    chain: bool,
    secret: bytes | None,
) -> None:
    """Write what one viewer may know of the journal FILE, as a new journal.

    The new file has the same lines, without the secret, hidden cards, the chips and commands of
    other seats, and what the host wrote. FILE is also played again and compared. If FILE differs
    from what this engine writes, the command fails and writes no file.

    pitboss replay and pitboss fair read such a file. They check what it shows, and list what it
    hides.
    """
    first, last = rounds or (0, 0)
    with open_source(file, chain=chain, whole=rounds is None) as source:
        check_not_read(output, file, chain=chain)
        if not source.seekable():
            raise CommandFailed("a journal to be shared is read twice: give a file, not a pipe")
        header, _ = read_first(Lines(source))
        who = viewer_named(viewer, tuple(seat.name for seat in header.seats))
        if who.audits:
            raise click.UsageError("an auditor may know everything: pass on the journal itself")
        source.seek(0)
        seat = min(who.seats, default=None)
        lines = viewer_journal(source, seat, first=first, last=last, seed=secret)
        with open_output(output) as shared, SpooledTemporaryFile(_KEPT_BYTES) as part:
            # Standard output gets no part of the wanted rounds if the last one is missing.
            written = shared if rounds is None else part
            written.writelines(lines)
            part.seek(0)
            copyfileobj(part, shared)
