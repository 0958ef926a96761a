"""Rounds as records: questions, answers, cards and results, as values and as tables."""

from pitboss.records.added_columns import SEEN_COLUMNS, count_columns, provenance_columns
from pitboss.records.columns import Column, ColumnType, Unit
from pitboss.records.reading import JournalRecords, host_lines, rounds, seat_changes
from pitboss.records.tables import AnyColumn, AnyRecord, RecordTable, columns_of
from pitboss.records.values import (
    AnsweredBy,
    Provenance,
    RecordedChange,
    RecordedDecision,
    RecordedHand,
    RecordedHostLine,
    RecordedRound,
    RecordedSeat,
    RecordedSideBet,
    RecordsError,
    ShoeSeen,
)
from pitboss.records.writing import FileFormat, write_table

__all__ = [
    "SEEN_COLUMNS",
    "AnsweredBy",
    "AnyColumn",
    "AnyRecord",
    "Column",
    "ColumnType",
    "FileFormat",
    "JournalRecords",
    "Provenance",
    "RecordTable",
    "RecordedChange",
    "RecordedDecision",
    "RecordedHand",
    "RecordedHostLine",
    "RecordedRound",
    "RecordedSeat",
    "RecordedSideBet",
    "RecordsError",
    "ShoeSeen",
    "Unit",
    "columns_of",
    "count_columns",
    "host_lines",
    "provenance_columns",
    "rounds",
    "seat_changes",
    "write_table",
]
