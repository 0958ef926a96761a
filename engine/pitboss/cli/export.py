"""``pitboss export``: the rounds of a journal as a table, for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import click

from pitboss.cli.commands import CommandFailed, os_error_text
from pitboss.cli.console import Progress, write
from pitboss.cli.output import STANDARD_OUTPUT, check_not_read, opened_output
from pitboss.cli.parameters import format_option, one_of, output_option, secret_file_option
from pitboss.cli.replay import opened
from pitboss.journal.source import size_of
from pitboss.records import FileFormat, JournalRounds, RecordedRound, RecordTable, write_table
from pitboss.text.terminal import printable

_TABLES: Final = {each.word: each for each in RecordTable}
_FORMATS: Final = {each.word: each for each in FileFormat}
_OF_SUFFIX: Final = {f".{word}": form for word, form in _FORMATS.items()}
_OWNERS_ALONE: Final = 0o600


@click.command(
    epilog="Examples: pitboss export game.jsonl --table hands --output hands.csv; "
    "pitboss export game.jsonl --table decisions --output decisions.parquet"
)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--table",
    type=one_of("table", _TABLES),
    metavar="|".join(_TABLES),
    default=RecordTable.ROUNDS.word,
    show_default=True,
    help="What each row is: a round, a hand, or a question with its answer.",
)
@format_option(_FORMATS, "csv")
@output_option
@secret_file_option
def export(*, file: str, table: str, form: str | None, output: str, secret: bytes | None) -> None:
    """Write the rounds of the journal FILE as a table, for other programs.

    What is written has been played again and compared with the journal. It is for auditors: the
    hole card and everybody's stakes are in it. A round that is not over is left out. Amounts are in
    minor units. Parquet needs the extra pitboss[records]; csv and jsonl need nothing.

    If the journal is damaged, a file is not written at all, and on standard output the rounds
    before the damage are. FILE may be - for standard input.
    """
    check_not_read(output, file)
    wanted = _format(form, output)
    shown = output == STANDARD_OUTPUT and sys.stdout.isatty()
    if shown and wanted is FileFormat.PARQUET:
        raise click.UsageError("a terminal cannot show Parquet: give --output FILE")
    with opened(file) as source:
        progress = Progress("exporting", None if shown else size_of(source))
        heard = progress.reached if progress.wanted else None
        with progress:
            rounds = JournalRounds(source, seed=secret, progress=heard)
            with opened_output(output, _OWNERS_ALONE) as sink:
                whither = _Terminal() if shown else sink
                write_table(_readable(rounds, file), _TABLES[table], wanted, whither)
    if rounds.open_round is not None:
        write(f"Round {rounds.open_round} is not over, and is left out.", error=True)


def _format(form: str | None, output: str) -> FileFormat:
    """Return the format that was named, or that the name of the file tells.

    Raises:
        UsageError: nothing tells the format.
    """
    if form is not None:
        return _FORMATS[form]
    if output == STANDARD_OUTPUT:
        return FileFormat.CSV
    found = _OF_SUFFIX.get(Path(output).suffix.lower())
    if found is None:
        hint = f"give --format {'|'.join(_FORMATS)}"
        raise click.UsageError(f"the name {output} tells no format: {hint}")
    return found


def _readable(rounds: JournalRounds, path: str) -> Iterator[RecordedRound]:
    """Give the rounds of a journal as far as the operating system can read it.

    Raises:
        CommandFailed: it cannot.
    """
    try:
        yield from rounds
    except OSError as error:
        raise CommandFailed(f"the journal cannot be read: {os_error_text(error, path)}") from error


class _Terminal(BytesIO):
    """Shows a table on a terminal, which no name in it can steer."""

    def write(  # type: ignore[override]  # the protocol of buffers has no name in Python 3.11
        self, data: bytes, /
    ) -> int:
        """Write whole lines."""
        lines = data.decode().split("\n")
        write("\n".join([printable(line) for line in lines]), ends="")
        return len(data)
