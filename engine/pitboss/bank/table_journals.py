"""Reads the journal of a live table, and finds what moved the chips of its seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.source import Lines, digest_of
from pitboss.journal.writer import MAX_LINE_BYTES

_MOVES: Final = re.compile(
    rb'\{"seq":([0-9]+),"line":"(join|leave|deposit|withdraw|award|charge|end)"'
)
_STATED: Final = {ChangeKind.JOIN: "balance", ChangeKind.LEAVE: "balance"}
"""The field that holds the number of moved chips, by kind; for other kinds it is ``amount``."""

COMES: Final = frozenset({ChangeKind.JOIN, ChangeKind.DEPOSIT})
"""The changes that bring chips of accounts to a seat."""

GOES: Final = frozenset({ChangeKind.LEAVE, ChangeKind.WITHDRAW})
"""The changes that take chips of a seat back to an account."""


@frozen
class ChipsMoved:
    """A line of a journal that brought chips to a seat, or took chips from the seat.

    Attributes:
        line: the number of the line in the journal.
        kind: the kind of the change.
        seat: the seat, from 0.
        amount_minor: how many chips.
        name: the name of a player who joins; else empty.
        command: the id of the command that asked for the change; empty if there is no id.
    """

    line: int
    kind: ChangeKind
    seat: int
    amount_minor: int
    name: str = ""
    command: str = ""


@frozen
class SeatsSettled:
    """The end of a round.

    Attributes:
        number: the number of the round.
        nets_minor: the net result of each seat that had bet, by the number of the seat.
    """

    number: int
    nets_minor: dict[int, int] = field(repr=False)


def identity_of(journal: Path) -> str:
    """Return the id of a table: the digest of the first line of its journal.

    Raises:
        OSError: the journal cannot be read.
    """
    with journal.open("rb") as file:
        return digest_of(file.readline(MAX_LINE_BYTES))


def buyer_of(command: str) -> int | None:
    """Return the id of the account that sent a command; `None` if no account did."""
    number = command.rpartition(":")[0]
    return int(number) if number.isdecimal() and len(number) < _MAX_DIGITS else None


_MAX_DIGITS: Final = 19


def moves_in(journal: Path) -> Iterator[ChipsMoved | SeatsSettled]:
    """Yield what moved the chips of seats, line by line; no round is played again.

    Raises:
        JournalError: a line cannot be read.
        OSError: the file cannot be read.
    """
    with journal.open("rb") as file:
        yield from moves_of(Lines(file))


def moves_of(lines: Iterable[RawLine]) -> Iterator[ChipsMoved | SeatsSettled]:
    """Yield what moved the chips of seats in some lines of a journal.

    Raises:
        JournalError: a line cannot be read.
    """
    for raw in lines:
        found = _MOVES.match(raw.data)
        if found is None or not raw.whole:
            continue
        record: dict[str, Any] = decode(raw)
        kind = CHANGE_KINDS.get(found[2].decode())
        if kind is None:
            yield _ended(record)
            continue
        amount_minor = record.get(_STATED.get(kind, "amount")) or 0
        name, command = record.get("name", ""), record.get("command") or ""
        yield ChipsMoved(int(found[1]), kind, record["seat"], amount_minor, name, command)


def _ended(record: dict[str, Any]) -> SeatsSettled:
    nets_minor: dict[int, int] = {}
    for bet in (*record["hands"], *record.get("side_bets", ())):
        won_minor = (bet.get("net") or 0) + (bet.get("insurance_net") or 0)
        nets_minor[bet["seat"]] = nets_minor.get(bet["seat"], 0) + won_minor
    return SeatsSettled(record["round"], nets_minor)


@frozen
class PlayedRound:
    """A round that an account played at a live table.

    Attributes:
        number: the number of the round.
        seat: the seat that the account had, from 0.
        net_minor: the net result of the account.
    """

    number: int
    seat: int
    net_minor: int


def rounds_of(journal: Path, account: int) -> Iterator[PlayedRound]:
    """Yield the rounds that an account has played, the oldest first.

    Args:
        journal: the journal of the table.
        account: the id of the account.

    Raises:
        JournalError: a line cannot be read.
        OSError: the file cannot be read.
    """
    seats: set[int] = set()
    for move in moves_in(journal):
        if isinstance(move, SeatsSettled):
            for seat in sorted(seats & move.nets_minor.keys()):
                yield PlayedRound(move.number, seat, move.nets_minor[seat])
        elif move.kind is ChangeKind.JOIN and buyer_of(move.command) == account:
            seats.add(move.seat)
        elif move.kind in {ChangeKind.JOIN, ChangeKind.LEAVE}:
            seats.discard(move.seat)
