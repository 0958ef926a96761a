"""Tables of records as Parquet; this needs the extra `records`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Final

from pitboss.errors import require_extra
from pitboss.records.added_columns import provenance_texts
from pitboss.records.columns import Cell, ColumnType
from pitboss.records.tables import AnyColumn, in_lots
from pitboss.records.values import Provenance

_ROWS_OF_A_GROUP: Final = 1 << 15
"""How many rows are kept in memory before they are written."""


def write_parquet(
    columns: Sequence[AnyColumn],
    rows: Iterator[list[Cell]],
    file: BinaryIO,
    provenance: Provenance | None,
) -> None:
    """Write rows; the metadata of a column holds its unit and its meaning.

    Args:
        columns: the columns from left to right.
        rows: the rows, with a cell for each column.
        file: the file to write.
        provenance: the origin of the records, for the metadata of the file.

    Raises:
        MissingExtraError: the library is not installed.
    """
    arrow, parquet = _libraries()
    types = {
        ColumnType.NUMBER: arrow.int64(),
        ColumnType.TEXT: arrow.string(),
        ColumnType.YES_OR_NO: arrow.bool_(),
    }
    schema = arrow.schema(
        [
            arrow.field(
                each.name,
                types[each.kind],
                nullable=each.nullable,
                metadata={"unit": each.unit.word, "meaning": each.meaning},
            )
            for each in columns
        ],
        metadata=None if provenance is None else _metadata(provenance),
    )
    with parquet.ParquetWriter(arrow.PythonFile(file, "w"), schema) as writer:
        for some in filter(None, in_lots(rows, _ROWS_OF_A_GROUP)):
            arrays = [
                arrow.array(column, types[each.kind])
                for each, column in zip(columns, zip(*some, strict=True), strict=True)
            ]
            writer.write_batch(arrow.record_batch(arrays, schema=schema))


def _metadata(provenance: Provenance) -> dict[str, str]:
    """Return the origin of records, under keys that no other program uses."""
    texts = provenance_texts(provenance).items()
    return {f"pitboss.{name}": text for name, text in texts if text is not None}


def _libraries() -> tuple[Any, Any]:
    """Return `pyarrow` and `pyarrow.parquet`, which have no types.

    Raises:
        MissingExtraError: the modules are not installed.
    """
    # Import these modules only here, because everything else must work without this extra.
    with require_extra("records", "Parquet"):
        import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415  it has no types
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415
    return pa, parquet
