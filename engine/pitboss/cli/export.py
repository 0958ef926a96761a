"""``pitboss export``: write the rounds of a journal as a table, for other programs."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

import click

from pitboss.cli.commands import read_on
from pitboss.cli.console import Progress, write
from pitboss.cli.output import STANDARD_OUTPUT, check_not_read, open_output
from pitboss.cli.parameters import (
    OneOf,
    format_option,
    output_option,
    secret_file_option,
)
from pitboss.cli.replay import chain_option, open_source
from pitboss.journal.opening import size_of
from pitboss.players import COUNTING_SYSTEMS
from pitboss.records import (
    SEEN_COLUMNS,
    FileFormat,
    JournalRecords,
    RecordedRound,
    RecordTable,
    columns_of,
    count_columns,
    provenance_columns,
    write_table,
)
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
    type=OneOf("table", _TABLES),
    metavar="|".join(_TABLES),
    default=RecordTable.ROUNDS.word,
    show_default=True,
    help="What each row is: a round, a hand, a side bet, a question with its answer, a change of a "
    "seat, or a line of the host.",
)
@format_option(_FORMATS, "csv")
@click.option(
    "--count",
    type=OneOf("count", COUNTING_SYSTEMS),
    metavar="|".join(COUNTING_SYSTEMS),
    help="Add to decisions the counts of a counting system, and the columns of --seen.",
)
@click.option(
    "--seen", is_flag=True, help="Add to decisions the cards that everybody had seen by then."
)
@click.option(
    "--provenance",
    is_flag=True,
    help="Add to each row the engine, the rules, the header's digest and the seed. The metadata of "
    "Parquet always has them.",
)
@output_option
@chain_option
@secret_file_option
def export(
    *,
    file: str,
    table: str,
    form: str | None,
    count: str | None,
    seen: bool,
    provenance: bool,
    output: str,
    chain: bool,
    secret: bytes | None,
) -> None:
    """Write the rounds of the journal FILE as a table, for other programs.

    Each round is played again and compared with the journal before it is written. The table is for
    auditors: it has the hole card and everybody's stakes. An unfinished round is left out. Amounts
    are in minor units. Parquet needs the extra pitboss[records]; csv and jsonl need none.

    If the journal is damaged, --output writes no file, but standard output gets the rounds before
    the damage. FILE may be - for standard input.
    """
    wanted, written = _TABLES[table], _format(form, output)
    seen = seen or count is not None
    if seen and wanted is not RecordTable.DECISIONS:
        raise click.UsageError("--seen and --count are for decisions: give --table decisions")
    shown = _is_terminal(output)
    if shown and written is FileFormat.PARQUET:
        raise click.UsageError("a terminal cannot show Parquet: give --output FILE")
    with open_source(file, chain=chain) as source:
        check_not_read(output, file, chain=chain)
        progress = Progress("exporting", None if shown or chain else size_of(source))
        heard = progress.reached if progress.wanted else None
        with progress:
            records = JournalRecords(source, wanted.kind, seed=secret, progress=heard, seen=seen)
            columns = [*columns_of(wanted), *(SEEN_COLUMNS if seen else ())]
            if count is not None:
                columns += count_columns(COUNTING_SYSTEMS[count], records.header.rules.decks)
            if provenance:
                columns += provenance_columns(records.provenance)
            with open_output(output, _OWNERS_ALONE) as sink:
                write_table(
                    read_on(records, file),
                    wanted,
                    written,
                    _Terminal(sink) if shown else sink,
                    columns=columns,
                    provenance=records.provenance,
                )
    if records.open_round is not None and wanted.kind is RecordedRound:
        write(f"Round {records.open_round} is not over, and is left out.", error=True)


def _is_terminal(output: str) -> bool:
    """Say whether the output is a terminal: as standard output, or as a path such as `/dev/tty`."""
    if output == STANDARD_OUTPUT:
        return sys.stdout.isatty()
    path = Path(output)
    try:
        # Open only character devices: opening a file of another kind for writing could change it.
        if not path.is_char_device():
            return False
        with path.open("wb", buffering=0) as device:
            return device.isatty()
    except OSError:
        return False


def _format(form: str | None, output: str) -> FileFormat:
    """Return the given format, or the format that the ending of the file name gives.

    Raises:
        UsageError: the format is unknown.
    """
    if form is not None:
        return _FORMATS[form]
    if output == STANDARD_OUTPUT:
        return FileFormat.CSV
    found = _OF_SUFFIX.get(Path(output).suffix.lower())
    if found is None:
        hint = f"give --format {'|'.join(_FORMATS)}"
        raise click.UsageError(f"the ending of {output!r} names no format: {hint}")
    return found


class _Terminal(BytesIO):
    """Shows a table on a terminal; no name in the table can control the terminal.

    Args:
        sink: the terminal.
    """

    def __init__(self, sink: BinaryIO) -> None:
        super().__init__()
        self._sink = sink

    def write(  # type: ignore[override]  # the protocol of buffers has no name in Python 3.11
        self, data: bytes, /
    ) -> int:
        """Write whole lines."""
        lines = data.decode().split("\n")
        encoding = sys.stdout.encoding or "ascii"
        self._sink.write("\n".join(map(printable, lines)).encode(encoding, "replace"))
        self._sink.flush()
        return len(data)
