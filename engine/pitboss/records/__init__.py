"""Rounds as records: what was asked, answered, dealt and won, as values and as tables."""

from pitboss.records.reading import JournalRounds, rounds
from pitboss.records.values import (
    AnsweredBy,
    RecordedDecision,
    RecordedHand,
    RecordedRound,
    RecordedSeat,
)

__all__ = [
    "AnsweredBy",
    "JournalRounds",
    "RecordedDecision",
    "RecordedHand",
    "RecordedRound",
    "RecordedSeat",
    "rounds",
]
