"""A game to export, and what its tables have to hold."""

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from io import BytesIO
from typing import cast

import attrs
import orjson
from tests.records.witness import witnessed
from tests.replay.test_seat_changes import a_game

from pitboss import Card, Journal, Rules, SeatPlan, Table, play_rounds
from pitboss.players import RandomLegal, WithSideBets
from pitboss.records import (
    AnyRecord,
    JournalRecords,
    RecordedChange,
    RecordedDecision,
    RecordedHand,
    RecordedHostLine,
    RecordedRound,
    RecordedSideBet,
    RecordTable,
)

NAMES = ("", 'Ann "A", of\nParis', "Zoë ♠\u202e")

Cell = int | str | bool | None
Record = (
    RecordedRound
    | RecordedHand
    | RecordedSideBet
    | RecordedDecision
    | RecordedChange
    | RecordedHostLine
)


def game_of(table: RecordTable) -> bytes:
    """Return a journal in which every column of a table has something in it."""
    if table is RecordTable.SIDE_BETS:
        return game_with_side_bets()
    return game() if table.kind is RecordedRound else a_game(11, 600)[0]


def records_in(data: bytes, table: RecordTable) -> list[AnyRecord]:
    """Return the records of which a table is made."""
    return list(JournalRecords(BytesIO(data), table.kind))


@lru_cache
def game(*, rounds_played: int = 150) -> bytes:
    """Return a journal of rounds in which every column has something in it."""
    rules = Rules.preset("six_deck_s17", soft_17="hit", surrender="late")
    seats = [SeatPlan(name, None if name else 10**9) for name in NAMES]
    return witnessed(rules, seats, rounds_played, 11)[0]


@lru_cache
def game_with_side_bets() -> bytes:
    """Return a journal of rounds in which seats have placed side bets, some of which paid."""
    names = ["21+3", "perfect_pairs", "super_sevens"]
    rules = Rules.preset("six_deck_s17", side_bets=names)
    sink = BytesIO()
    seats = [SeatPlan(name, None) for name in NAMES]
    table = Table(rules, seats=seats, seed=11, recorder=Journal(sink))
    stakes = dict.fromkeys(names, 100)
    players = [WithSideBets(RandomLegal(11, seat), stakes) for seat in range(len(seats))]
    play_rounds(table, players, 60)
    table.close()
    return sink.getvalue()


def parts_of(table: RecordTable, records: Sequence[AnyRecord]) -> Sequence[Record]:
    """Return the records that are the rows of a table."""
    played = [each for each in records if isinstance(each, RecordedRound)]
    if table is RecordTable.HANDS:
        return [each for record in played for each in record.hands]
    if table is RecordTable.SIDE_BETS:
        return [each for record in played for each in record.side_bets]
    if table is RecordTable.DECISIONS:
        return [each for record in played for each in record.decisions]
    return records


def told(table: RecordTable, records: Sequence[AnyRecord]) -> list[dict[str, Cell]]:
    """Return the rows of a table, made without the list of columns that the engine has."""
    return [row_of(part) for part in parts_of(table, records)]


def row_of(part: Record) -> dict[str, Cell]:
    """Return what a record says, with the names of columns."""
    fields: dict[str, object] = {
        field.name: getattr(part, field.name) for field in attrs.fields(type(part))
    }
    if isinstance(part, RecordedRound):
        fields["seats"] = len([seat for seat in part.seats if seat.stake_minor])
        fields["hands"], fields["decisions"] = len(part.hands), len(part.decisions)
        fields["stake_minor"], fields["net_minor"] = part.stake_minor, part.net_minor
        fields["round"] = fields.pop("number")
        # Side bets stand in a table of their own alone.
        del fields["side_bets"]
    if isinstance(part, RecordedSideBet | RecordedHand):
        fields["pay_class"] = part.pay_class or None
    if isinstance(part, RecordedHand):
        fields["bonus"] = part.bonus or None
    if isinstance(part, RecordedDecision):
        fields["decision"] = fields.pop("number")
        fields["up_points"] = part.up_points
        # It has columns on request.
        del fields["seen"]
    return {name: cell_of(value) for name, value in fields.items()}


def cell_of(value: object) -> Cell:
    """Return a field as a table holds it."""
    if isinstance(value, tuple):
        words = [str(cell_of(each)) for each in cast("tuple[object, ...]", value)]
        return " ".join(words) or None
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, dict):
        return orjson.dumps(value).decode()
    assert value is None or isinstance(value, int | str)
    return value
