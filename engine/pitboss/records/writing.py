"""Tables of records as files: CSV, JSON Lines, and Parquet, which needs the extra `records`."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import BinaryIO, Final

from pitboss.game.enumerations import Enumeration
from pitboss.records.columns import (
    AnyColumn,
    Cell,
    ColumnType,
    RecordTable,
    columns_of,
    in_lots,
    rows_of,
)
from pitboss.records.parquet import write_parquet
from pitboss.records.values import RecordedRound

_ROWS_AT_ONCE: Final = 1 << 10


class FileFormat(Enumeration):
    """How a table of records is written."""

    PARQUET = "parquet"
    CSV = "csv"
    JSONL = "jsonl"


def write_table(
    rounds: Iterable[RecordedRound], table: RecordTable, form: FileFormat, file: BinaryIO
) -> None:
    """Write rounds as a table, while they are read; memory does not grow with their number.

    Args:
        rounds: what `pitboss.records.rounds` gives, for one.
        table: which of the tables.
        form: how it is written.
        file: where to, opened in binary mode; it stays open.

    Raises:
        RecordsError: it is to be Parquet, and the library that this takes is not installed.
    """
    _WRITERS[form](columns_of(table), rows_of(table, rounds), file)


_SPELT: Final[dict[Cell, str]] = {True: "true", False: "false"}


def _write_csv(columns: Sequence[AnyColumn], rows: Iterator[list[Cell]], file: BinaryIO) -> None:
    """Write CSV [RFC 4180], but with a line feed alone at the end of each line."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    flags = [place for place, each in enumerate(columns) if each.kind is ColumnType.YES_OR_NO]
    for some in in_lots(rows, _ROWS_AT_ONCE):
        for row in some:
            for place in flags:
                row[place] = _SPELT[row[place]]
        writer.writerows(some)
        file.write(text.getvalue().encode())
        text.seek(0)
        text.truncate()


def _write_json_lines(
    columns: Sequence[AnyColumn], rows: Iterator[list[Cell]], file: BinaryIO
) -> None:
    """Write an object for each row, in ASCII, which steers no terminal."""
    names = [column.name for column in columns]
    encode = json.JSONEncoder(separators=(",", ":")).encode
    for some in in_lots(rows, _ROWS_AT_ONCE):
        lines = [encode(dict(zip(names, row, strict=True))) + "\n" for row in some]
        file.write("".join(lines).encode())


_WRITERS: Final = {
    FileFormat.PARQUET: write_parquet,
    FileFormat.CSV: _write_csv,
    FileFormat.JSONL: _write_json_lines,
}
