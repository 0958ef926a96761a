"""Rounds as records: what was asked, answered, dealt and won, as values and as tables."""

from pitboss.records.columns import Column, ColumnType, RecordTable, Unit, columns_of
from pitboss.records.parquet import RecordsError
from pitboss.records.reading import JournalRounds, rounds
from pitboss.records.values import (
    AnsweredBy,
    RecordedDecision,
    RecordedHand,
    RecordedRound,
    RecordedSeat,
)
from pitboss.records.writing import FileFormat, write_table

__all__ = [
    "AnsweredBy",
    "Column",
    "ColumnType",
    "FileFormat",
    "JournalRounds",
    "RecordTable",
    "RecordedDecision",
    "RecordedHand",
    "RecordedRound",
    "RecordedSeat",
    "RecordsError",
    "Unit",
    "columns_of",
    "rounds",
    "write_table",
]
