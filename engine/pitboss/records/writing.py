"""Tables of records as files: CSV, JSON Lines, and Parquet, which needs the extra `records`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from json.encoder import encode_basestring_ascii
from typing import BinaryIO, Final

from pitboss.arguments import takes
from pitboss.game.enumerations import Enumeration
from pitboss.records.columns import Cell, ColumnType
from pitboss.records.parquet import write_parquet
from pitboss.records.tables import (
    AnyColumn,
    AnyRecord,
    RecordTable,
    check_columns,
    columns_of,
    in_lots,
    rows_of,
)
from pitboss.records.values import Provenance, RecordsError

_ROWS_AT_ONCE: Final = 1 << 10

_Spelling = Callable[[Cell], str]


class FileFormat(Enumeration):
    """The file format of a table of records."""

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
    """Write records as a table while they are read; memory does not grow with their number.

    Args:
        records: the records, such as those that `rounds`, `seat_changes` or `host_lines` yields.
        table: the table.
        form: the file format.
        file: the file to write, opened in binary mode; it stays open.
        columns: the columns to write; by default the result of `columns_of`.
        provenance: the origin of the records, for the metadata of Parquet.

    Raises:
        MissingExtraError: the format is Parquet, and its library is not installed.
        RecordsError: the table needs records of another kind; a column needs a value that these
            records do not have, or returns a value of another type; `columns` is empty, has an
            item that is not a `Column`, or has two columns of the same name; or the file was opened
            as text.
    """
    wanted = columns_of(table) if columns is None else columns
    check_columns(wanted)
    rows = rows_of(table, wanted, records)
    if form is FileFormat.PARQUET:
        write_parquet(wanted, rows, file, provenance)
    else:
        _WRITERS[form](wanted, rows, file)


def _write_csv(columns: Sequence[AnyColumn], rows: Iterator[list[Cell]], file: BinaryIO) -> None:
    """Write CSV [RFC 4180], but end each line with only a line feed."""
    # The module `csv` takes twice as long, and leaves "\r" unquoted.
    file.write((",".join([_harmless(column.name) for column in columns]) + "\n").encode())
    form = ",".join(["%s"] * len(columns)) + "\n"
    spellings = [_in_csv(column) for column in columns]
    _write_lines(form, [_alone(*spellings)] if len(columns) == 1 else spellings, rows, file)


def _write_json_lines(
    columns: Sequence[AnyColumn], rows: Iterator[list[Cell]], file: BinaryIO
) -> None:
    """Write an object for each row, in ASCII, so that no text can control a terminal."""
    names = [json.dumps(column.name).replace("%", "%%") for column in columns]
    form = "{" + ",".join([f"{name}:%s" for name in names]) + "}\n"
    _write_lines(form, [_in_json(column) for column in columns], rows, file)


def _write_lines(
    form: str, spellings: Sequence[_Spelling | None], rows: Iterator[list[Cell]], file: BinaryIO
) -> None:
    """Write a line for each row.

    Args:
        form: the format of a line, with a place for each cell.
        spellings: the function that spells the cells of each column; `None` for no change.
        rows: the rows, with a cell for each column.
        file: the file to write.
    """
    spelt = [(place, spell) for place, spell in enumerate(spellings) if spell is not None]
    for some in in_lots(rows, _ROWS_AT_ONCE):
        for row in some:
            for place, spell in spelt:
                row[place] = spell(row[place])
        file.write("".join([form % tuple(row) for row in some]).encode())


def _in_csv(column: AnyColumn) -> _Spelling | None:
    """Return the function that spells the cells of a column in CSV."""
    if column.kind is ColumnType.YES_OR_NO:
        return _SPELT.__getitem__
    if column.kind is ColumnType.TEXT and not column.plain:
        return _harmless
    return _or_nothing if column.nullable else None


def _alone(spell: _Spelling | None) -> _Spelling:
    """Return the function that spells the cells of a table's only column, so that no line is empty.

    Readers of CSV skip empty lines.
    """
    whole = spell or _or_nothing
    return lambda cell: whole(cell) or '""'


def _in_json(column: AnyColumn) -> _Spelling | None:
    """Return the function that spells the cells of a column in JSON."""
    if column.kind is ColumnType.YES_OR_NO:
        return _SPELT.__getitem__
    return _json if column.nullable or column.kind is ColumnType.TEXT else None


def _json(cell: Cell) -> str:
    if isinstance(cell, str):
        return encode_basestring_ascii(cell)
    return "null" if cell is None else str(cell)


_SPELT: Final[dict[Cell, str]] = {True: "true", False: "false"}

_SHORT: Final = 256
"""The length of the longest text that is cached; longer texts are unlikely to be repeated."""

_QUOTED: Final = re.compile('[,"\r\n]')

_FORMULA: Final = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""The beginning of a text that a spreadsheet could treat as a formula.

Apostrophes may come before it.
"""

_STEERS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters, except the tab and the ends of lines, which CSV allows."""


def _or_nothing(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _harmless(cell: Cell) -> str:
    """Return a text as a field that cannot be a formula in a spreadsheet or control a terminal."""
    text = _or_nothing(cell)
    return _guarded(text) if len(text) <= _SHORT else _guarded.__wrapped__(text)


@lru_cache(maxsize=1 << 12)
def _guarded(text: str) -> str:
    """Put an apostrophe before a formula, as OWASP advises, and escape control characters."""
    shown = _STEERS.sub(
        lambda found: f"\\x{ord(found[0]):02x}", f"'{text}" if _FORMULA.match(text) else text
    )
    return '"' + shown.replace('"', '""') + '"' if _QUOTED.search(shown) else shown


_WRITERS: Final = {
    FileFormat.CSV: _write_csv,
    FileFormat.JSONL: _write_json_lines,
}
