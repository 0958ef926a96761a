"""Arranged rounds: known cards and known decisions, settled with nobody at the table."""

from pitboss.arranged.lines import MAX_DECISIONS, MAX_LINE_LENGTH, settle_line, settle_stream
from pitboss.arranged.rounds import ArrangedResult, ArrangedRound, play_arranged
from pitboss.arranged.words import ArrangedError, ArrangedErrorKind

__all__ = [
    "MAX_DECISIONS",
    "MAX_LINE_LENGTH",
    "ArrangedError",
    "ArrangedErrorKind",
    "ArrangedResult",
    "ArrangedRound",
    "play_arranged",
    "settle_line",
    "settle_stream",
]
