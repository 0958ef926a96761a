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
    columns_of,
    in_lots,
    rows_of,
)
from pitboss.records.values import Provenance, RecordsError

_ROWS_AT_ONCE: Final = 1 << 10

_Spelling = Callable[[Cell], str]


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
        MissingExtraError: it is to be Parquet, and the library that this takes is not installed.
        RecordsError: the table is made of records of another kind, or a column needs a value
            that they do not have.
    """
    wanted = columns_of(table) if columns is None else columns
    rows = rows_of(table, wanted, records)
    if form is FileFormat.PARQUET:
        write_parquet(wanted, rows, file, provenance)
    else:
        _WRITERS[form](wanted, rows, file)


def _write_csv(columns: Sequence[AnyColumn], rows: Iterator[list[Cell]], file: BinaryIO) -> None:
    """Write CSV [RFC 4180], but with a line feed alone at the end of each line."""
    # Python's own writer takes twice as long, and leaves a carriage return unquoted.
    file.write((",".join([_harmless(column.name) for column in columns]) + "\n").encode())
    form = ",".join(["%s"] * len(columns)) + "\n"
    spellings = [_in_csv(column) for column in columns]
    _write_lines(form, [_alone(*spellings)] if len(columns) == 1 else spellings, rows, file)


def _write_json_lines(
    columns: Sequence[AnyColumn], rows: Iterator[list[Cell]], file: BinaryIO
) -> None:
    """Write an object for each row, in ASCII, which steers no terminal."""
    names = [json.dumps(column.name).replace("%", "%%") for column in columns]
    form = "{" + ",".join([f"{name}:%s" for name in names]) + "}\n"
    _write_lines(form, [_in_json(column) for column in columns], rows, file)


def _write_lines(
    form: str, spellings: Sequence[_Spelling | None], rows: Iterator[list[Cell]], file: BinaryIO
) -> None:
    """Write a line for each row.

    Args:
        form: of a line, with a place for each cell.
        spellings: what spells the cells of each column; `None` writes them as they are.
        rows: with a cell for each column.
        file: where to.
    """
    spelt = [(place, spell) for place, spell in enumerate(spellings) if spell is not None]
    for some in in_lots(rows, _ROWS_AT_ONCE):
        for row in some:
            for place, spell in spelt:
                row[place] = spell(row[place])
        file.write("".join([form % tuple(row) for row in some]).encode())


def _in_csv(column: AnyColumn) -> _Spelling | None:
    """Return what spells the cells of a column in CSV."""
    if column.kind is ColumnType.YES_OR_NO:
        return _SPELT.__getitem__
    if column.kind is ColumnType.TEXT and not column.plain:
        return _harmless
    return _or_nothing if column.nullable else None


def _alone(spell: _Spelling | None) -> _Spelling:
    """Return what spells the cells of a line with one alone; readers pass over an empty line."""
    whole = spell or _or_nothing
    return lambda cell: whole(cell) or '""'


def _in_json(column: AnyColumn) -> _Spelling | None:
    """Return what spells the cells of a column in JSON."""
    if column.kind is ColumnType.YES_OR_NO:
        return _SPELT.__getitem__
    return _json if column.nullable or column.kind is ColumnType.TEXT else None


def _json(cell: Cell) -> str:
    if isinstance(cell, str):
        return encode_basestring_ascii(cell)
    return "null" if cell is None else str(cell)


_SPELT: Final[dict[Cell, str]] = {True: "true", False: "false"}

_SHORT: Final = 256
"""Texts that are longer are not likely to come again, and are not kept in memory."""

_QUOTED: Final = re.compile('[,"\r\n]')

_FORMULA: Final = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""How a text begins that a spreadsheet takes for a formula, or that looks like a guarded one."""

_STEERS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters, but for a tabulator and ends of lines, which belong to CSV."""


def _or_nothing(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _harmless(cell: Cell) -> str:
    """Return any text as a field that no spreadsheet takes for a formula, and no terminal obeys."""
    text = _or_nothing(cell)
    return _guarded(text) if len(text) <= _SHORT else _guarded.__wrapped__(text)


@lru_cache(maxsize=1 << 12)
def _guarded(text: str) -> str:
    """Put one apostrophe more in front, as OWASP advises, and name control characters."""
    shown = _STEERS.sub(
        lambda found: f"\\x{ord(found[0]):02x}", f"'{text}" if _FORMULA.match(text) else text
    )
    return '"' + shown.replace('"', '""') + '"' if _QUOTED.search(shown) else shown


_WRITERS: Final = {
    FileFormat.CSV: _write_csv,
    FileFormat.JSONL: _write_json_lines,
}
