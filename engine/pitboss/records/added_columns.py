"""Optional columns: the origin of records, the cards that were seen, and counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from pitboss.arguments import takes
from pitboss.players import CountingSystem
from pitboss.records.columns import Cell, Column, ColumnType, Unit
from pitboss.records.values import Provenance, RecordedDecision, RecordsError, ShoeSeen

_MEANINGS: Final = {
    "engine": "the version of the engine that wrote the journal",
    "rules": "every option of the rules, as a JSON object",
    "header_digest": "the digest of the first line of the journal",
    "seed": "the seed of all shoes, a number or 64 hexadecimal digits; "
    "null if the journal does not hold it",
}


def provenance_texts(provenance: Provenance) -> dict[str, str | None]:
    """Return the origin of records as texts; each key is the name of a column."""
    seed = provenance.seed
    return {
        "engine": provenance.engine,
        "rules": json.dumps(provenance.rules.to_dict(), separators=(",", ":")),
        "header_digest": provenance.header_digest,
        "seed": seed.hex() if isinstance(seed, bytes) else None if seed is None else str(seed),
    }


@takes()
def provenance_columns(provenance: Provenance) -> tuple[Column[Any], ...]:
    """Return columns for any table, with the origin of the records in each row."""
    texts = provenance_texts(provenance)
    return tuple(
        [
            Column(name, ColumnType.TEXT, Unit.NONE, meaning, _always(texts[name]))
            for name, meaning in _MEANINGS.items()
        ]
    )


def _always(cell: Cell) -> Callable[[object], Cell]:
    return lambda _row: cell


def _seen(row: RecordedDecision) -> ShoeSeen:
    if row.seen is None:
        raise RecordsError("the decisions do not say which cards were seen", "read with seen=True")
    return row.seen


SEEN_COLUMNS: Final[tuple[Column[RecordedDecision], ...]] = (
    Column(
        "cards_seen",
        ColumnType.NUMBER,
        Unit.CARDS,
        "how many cards of the shoe in use had been seen by everybody when the seat was asked",
        lambda row: _seen(row).cards.total,
    ),
    Column(
        "ranks_seen",
        ColumnType.TEXT,
        Unit.NONE,
        "how many of these cards have each rank: ace, two to ten, jack, queen, king",
        lambda row: " ".join(map(str, _seen(row).cards.counts)),
        plain=True,
    ),
    Column(
        "cards_unseen",
        ColumnType.NUMBER,
        Unit.CARDS,
        "how many cards of the shoe had not been seen: cards left, burned cards, a card face down",
        lambda row: _seen(row).unseen,
    ),
)
"""Columns for decisions that were read with `seen=True`: the cards that everybody had seen."""


@takes()
def count_columns(system: CountingSystem, decks: int) -> tuple[Column[RecordedDecision], ...]:
    """Return the columns with the counts of a system, for decisions read with `seen=True`.

    Args:
        system: the counting system.
        decks: the number of decks in the rules of the table.
    """

    def running(row: RecordedDecision) -> int:
        return system.running_of(_seen(row).cards, decks)

    def true(row: RecordedDecision) -> int | None:
        return system.at(running(row), _seen(row).unseen) if system.divided else None

    return (
        Column(
            "running_count",
            ColumnType.NUMBER,
            Unit.COUNT,
            "the running count when the seat was asked",
            running,
        ),
        Column(
            "true_count",
            ColumnType.NUMBER,
            Unit.COUNT,
            "52 times the running count, divided by the number of unseen cards, and rounded "
            "down; null if the system uses only the running count",
            true,
        ),
    )
