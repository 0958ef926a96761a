"""The tables to which records are exported: the kind of their records, and their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from pitboss.arguments import takes
from pitboss.errors import brief, type_name, with_article
from pitboss.game.enumerations import Enumeration
from pitboss.records.columns import (
    CHANGES,
    DECISIONS,
    HANDS,
    HOST,
    ROUNDS,
    SIDE_BETS,
    Cell,
    Column,
)
from pitboss.records.values import (
    RecordedChange,
    RecordedDecision,
    RecordedHand,
    RecordedHostLine,
    RecordedRound,
    RecordedSideBet,
    RecordsError,
)

AnyColumn = (
    Column[RecordedRound]
    | Column[RecordedHand]
    | Column[RecordedSideBet]
    | Column[RecordedDecision]
    | Column[RecordedChange]
    | Column[RecordedHostLine]
)
AnyRecord = RecordedRound | RecordedChange | RecordedHostLine


class RecordTable(Enumeration):
    """The tables that records can be exported to."""

    ROUNDS = "rounds"
    HANDS = "hands"
    SIDE_BETS = "side_bets"
    DECISIONS = "decisions"
    CHANGES = "changes"
    HOST = "host"

    @property
    def kind(self) -> type[AnyRecord]:
        """The kind of records in a table."""
        return _KINDS.get(self, RecordedRound)


_KINDS: Final[dict[RecordTable, type[AnyRecord]]] = {
    RecordTable.CHANGES: RecordedChange,
    RecordTable.HOST: RecordedHostLine,
}

_COLUMNS: Final[dict[RecordTable, Sequence[AnyColumn]]] = {
    RecordTable.ROUNDS: ROUNDS,
    RecordTable.HANDS: HANDS,
    RecordTable.SIDE_BETS: SIDE_BETS,
    RecordTable.DECISIONS: DECISIONS,
    RecordTable.CHANGES: CHANGES,
    RecordTable.HOST: HOST,
}


_CHOOSE: Final = "choose from columns_of(table), or make a Column"


def check_columns(columns: Sequence[object]) -> None:
    """Check that there are columns, that they are values of `Column`, and that their names differ.

    Raises:
        RecordsError: an item is something else, such as the name of a column; there is no item; or
            two columns have the same name.
    """
    if not columns:
        raise RecordsError("columns must hold at least one column, got none", _CHOOSE)
    names = set[str]()
    for each in columns:
        if not isinstance(each, Column):
            raise RecordsError(f"columns must hold Column values, got {brief(each)}", _CHOOSE)
        if each.name in names:
            problem = f"columns must have different names, got {brief(each.name)} twice"
            raise RecordsError(problem, "leave one out, or give it another name")
        names.add(each.name)


@takes()
def columns_of(table: RecordTable) -> Sequence[AnyColumn]:
    """Return the default columns of a table, from left to right."""
    return _COLUMNS[table]


def rows_of(
    table: RecordTable, columns: Sequence[AnyColumn], records: Iterable[AnyRecord]
) -> Iterator[list[Cell]]:
    """Yield the rows of a table, each with a cell for each column.

    Raises:
        RecordsError: a record is not of the table's kind, or lacks a value that a column needs; or
            a cell does not fit its column.
    """
    known: Iterator[Any] = _checked(table, records)
    # The default columns are not checked: that would take time for each cell.
    own = columns_of(table)
    reads: list[Callable[[Any], Any]]
    reads = [each.read if each in own else each.cell for each in columns]
    if table is RecordTable.HANDS:
        known = chain.from_iterable(each.hands for each in known)
    elif table is RecordTable.SIDE_BETS:
        known = chain.from_iterable(each.side_bets for each in known)
    elif table is RecordTable.DECISIONS:
        known = chain.from_iterable(each.decisions for each in known)
    return _rows(columns, reads, known)


def _checked(table: RecordTable, records: Iterable[AnyRecord]) -> Iterator[Any]:
    kind = table.kind
    for record in records:
        if type(record) is not kind:
            raise RecordsError(
                f"there is {with_article(type_name(record))} in a table of {table.word}",
                f"give only {kind.__name__}",
            )
        yield record


def _rows(
    columns: Sequence[AnyColumn], reads: Sequence[Callable[[Any], Any]], records: Iterable[Any]
) -> Iterator[list[Cell]]:
    for record in records:
        try:
            row = [read(record) for read in reads]
        except Exception:  # noqa: BLE001  a column of the host may raise anything
            # Read the row again with all checks, so that the error names the column.
            readers: list[Callable[[Any], Cell]] = [each.cell for each in columns]
            row = [read(record) for read in readers]
        yield row


def in_lots(rows: Iterator[list[Cell]], most: int) -> Iterator[list[list[Cell]]]:
    """Yield rows in lists of up to `most` rows; if reading fails, first yield the rows so far."""
    some: list[list[Cell]] = []
    try:
        for row in rows:
            some.append(row)
            if len(some) == most:
                yield some
                some = []
    except Exception:
        yield some
        raise
    yield some
