"""Tables of records as files: CSV, JSON Lines, and Parquet, which needs the extra `records`."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import BinaryIO, Final

from pitboss.arguments import takes
from pitboss.game.enumerations import Enumeration
from pitboss.records.columns import Cell, ColumnType
from pitboss.records.parquet import write_parquet
from pitboss.records.tables import (
    AnyColumn,
    AnyRecord,
    RecordTable,
    columns_of,
    in_lots,
    rows_of,
)
from pitboss.records.values import Provenance, RecordsError

_ROWS_AT_ONCE: Final = 1 << 10


class FileFormat(Enumeration):
    """How a table of records is written."""

    PARQUET = "parquet"
    CSV = "csv"
    JSONL = "jsonl"


@takes(RecordsError)
def write_table(
    records: Iterable[AnyRecord],
    table: RecordTable,
    form: FileFormat,
    file: BinaryIO,
    *,
    columns: Sequence[AnyColumn] | None = None,
    provenance: Provenance | None = None,
) -> None:
    """Write records as a table, while they are read; memory does not grow with their number.

    Args:
        records: what `rounds`, `seat_changes` or `host_lines` of `pitboss.records` gives, for one.
        table: which of the tables.
        form: how it is written.
        file: where to, opened in binary mode; it stays open.
        columns: those that are written; those of `columns_of` without.
        provenance: where the records come from, for the metadata of Parquet.

    Raises:
        RecordsError: it is to be Parquet, and the library that this takes is not installed; or the
            table is made of records of another kind, or of such as have nothing in a column.
    """
    wanted = columns_of(table) if columns is None else columns
    rows = rows_of(table, wanted, records)
    if form is FileFormat.PARQUET:
        write_parquet(wanted, rows, file, provenance)
    else:
        _WRITERS[form](wanted, rows, file)


_SPELT: Final[dict[Cell, str]] = {True: "true", False: "false"}


def _write_csv(columns: Sequence[AnyColumn], rows: Iterator[list[Cell]], file: BinaryIO) -> None:
    """Write CSV [RFC 4180], but with a line feed alone at the end of each line."""
    lines: list[str] = []
    # With this end of a line a field is quoted if a part of it is in the field.
    writer = csv.writer(_Appending(lines), lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    flags = [place for place, each in enumerate(columns) if each.kind is ColumnType.YES_OR_NO]
    foreign = [place for place, each in enumerate(columns) if each.foreign]
    for some in in_lots(rows, _ROWS_AT_ONCE):
        for row in some:
            for place in flags:
                row[place] = _SPELT[row[place]]
            for place in foreign:
                row[place] = _harmless(row[place])
        writer.writerows(some)
        file.write("".join([f"{line[:-2]}\n" for line in lines]).encode())
        lines.clear()


class _Appending:
    """What `csv` writes to: each line goes to the end of a list.

    Args:
        lines: the list.
    """

    def __init__(self, lines: list[str]) -> None:
        self.write = lines.append


_FORMULA: Final = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""How a text begins that a spreadsheet takes for a formula, or that looks like a guarded one."""

_STEERS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters, but for a tabulator and ends of lines, which belong to CSV."""


@lru_cache(maxsize=1 << 12)
def _harmless(text: Cell) -> Cell:
    """Return text of strangers as no spreadsheet takes it for a formula, and no terminal obeys it.

    One apostrophe more in front of it is the guard of OWASP. A control character is named.
    """
    if not isinstance(text, str):
        return text
    guarded = f"'{text}" if _FORMULA.match(text) else text
    return _STEERS.sub(lambda found: f"\\x{ord(found[0]):02x}", guarded)


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
    FileFormat.CSV: _write_csv,
    FileFormat.JSONL: _write_json_lines,
}
