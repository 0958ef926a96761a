"""Seats of a live table, bought with chips of accounts.

The order matters. Chips leave their account first. The bank notes the id of the command that brings
them to the seat; the journal has that id, too. Chips that come back are booked only when the
journal has the line that took them from the seat. The bank notes the number of that line. So after
a crash, the bank and the journal each show what the other lacks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from pitboss.bank.database import BankError, transaction
from pitboss.bank.ledger import Account, InUseError, Ledger, MovementKind
from pitboss.bank.table_journals import (
    COMES,
    GOES,
    ChipsMoved,
    buyer_of,
    identity_of,
    moves_in,
)
from pitboss.errors import brief
from pitboss.game.seat_changes import ChangeKind

_BACK: Final = "refund"
_JOIN: Final = ChangeKind.JOIN


class LiveTable:
    """A table at which accounts sit with chips that they brought.

    Args:
        connection: a connection to the bank's file.
        name: the name of the table.
        journal: the file of the table's journal; the first line must be written already.

    Attributes:
        id: the digest of the first line of the journal.

    Raises:
        BankError: the bank cannot be written.
        OSError: the journal cannot be read.
    """

    def __init__(self, connection: sqlite3.Connection, name: str, journal: Path) -> None:
        self._connection = connection
        self._ledger = Ledger(connection)
        self._journal = journal.resolve()
        self.id = identity_of(journal)
        place = name, str(self._journal)
        with transaction(connection):
            known = self._ledger.rows("SELECT 1 FROM live_table WHERE id = ?", self.id)
            if known:
                query = "UPDATE live_table SET name = ?, journal = ? WHERE id = ?"
                self._ledger.rows(query, *place, self.id)
            else:
                self._ledger.rows("INSERT INTO live_table VALUES (?, ?, ?)", self.id, *place)

    def bring(
        self, account: int, seat: int, amount_minor: int, command: str, kind: ChangeKind = _JOIN
    ) -> None:
        """Take chips from an account for a seat, before the table has them.

        Args:
            account: the id of the account.
            seat: the number of the seat, from 0.
            amount_minor: how many chips, 1 or more.
            command: the id of the command that brings the chips; the account can use the id once.
            kind: `JOIN`, or `DEPOSIT` if the account already has the seat.

        Raises:
            InUseError: the account sits at a table.
            BankError: the account is not active or has too few chips; the seat is taken; a deposit
                is not for the account's seat; the id was used before; the bank cannot be written.
        """
        with transaction(self._connection):
            owner = self._ledger.active(account)
            if owner is None:
                raise BankError("the account is not active", "ask the house")
            if not 1 <= amount_minor <= owner.balance_minor:
                most = f"bring 1 to {owner.balance_minor}, the balance of the account"
                raise BankError(f"the account cannot bring {amount_minor} chips", most)
            query = "SELECT 1 FROM reason WHERE account = ? AND live_table = ? AND command = ?"
            if self._ledger.rows(query, account, self.id, command):
                raise BankError(f"the command {brief(command)} was used", "give it another id")
            there = self.account_at(seat)
            if kind is not _JOIN:
                if there != account:
                    problem = f"seat {seat + 1} does not belong to {owner.name}"
                    raise BankError(problem, "sit down there first")
            elif self._ledger.sits(account):
                raise InUseError(owner.name)
            elif there is not None:
                raise BankError(f"seat {seat + 1} is taken", "choose another")
            else:
                self._ledger.rows("INSERT INTO live_seat VALUES (?, ?, ?)", account, self.id, seat)
            self._buy(account, amount_minor, command, kind)

    def give_back(self, command: str) -> None:
        """Return chips that the table did not accept; a second call books nothing.

        Raises:
            BankError: the bank cannot be written.
        """
        with transaction(self._connection):
            self._give_back(command)

    def book(self, moved: ChipsMoved) -> None:
        """Book the chips that a journal line took from a seat; a second call books nothing.

        Raises:
            BankError: the bank cannot be written.
        """
        account = self.account_at(moved.seat)
        if account is None or moved.kind not in GOES:
            return
        with transaction(self._connection):
            self._cash_out(account, moved)
            if moved.kind is ChangeKind.LEAVE:
                query = "DELETE FROM live_seat WHERE account = ? AND live_table = ?"
                self._ledger.rows(query, account, self.id)

    def account_at(self, seat: int) -> int | None:
        """Return the id of the account that has bought a seat, or `None`."""
        query = "SELECT account FROM live_seat WHERE live_table = ? AND place = ?"
        return self._ledger.number(query, self.id, seat) or None

    def seat_of(self, account: int) -> int | None:
        """Return the seat that an account has bought here, or `None`."""
        query = "SELECT place FROM live_seat WHERE live_table = ? AND account = ?"
        rows = self._ledger.rows(query, self.id, account)
        return int(rows[0][0]) if rows else None

    def settle(self) -> tuple[str, ...]:
        """Make the bank agree with the journal, before anybody plays.

        Chips that left an account but did not reach the seat are returned. Chips that came back
        from a seat are booked. If the bank was restored from a copy, what the copy lacks is
        booked again.

        Returns:
            The differences that remain, each as a sentence.

        Raises:
            JournalError: a line of the journal cannot be read.
            BankError: the bank cannot be written.
            OSError: the journal cannot be read.
        """
        problems: list[str] = []
        with transaction(self._connection):
            at, came = self._gone_through(problems)
            for command in self._commands() - came:
                self._give_back(command)
            self._ledger.rows("DELETE FROM live_seat WHERE live_table = ?", self.id)
            for seat, account in at.items():
                if self._ledger.sits(account):
                    problems.append(f"seat {seat + 1} belongs to an account that sits elsewhere")
                else:
                    query = "INSERT INTO live_seat VALUES (?, ?, ?)"
                    self._ledger.rows(query, account, self.id, seat)
        return tuple(problems)

    def _gone_through(self, problems: list[str]) -> tuple[dict[int, int], set[str]]:
        """Book what the journal has and the bank lacks; add the differences to `problems`.

        Returns:
            The account of each seat, and the ids of the commands that brought chips.
        """
        at: dict[int, int] = {}
        came: set[str] = set()
        lines: set[int] = set()
        for move in moves_in(self._journal):
            if not isinstance(move, ChipsMoved):
                continue
            if move.kind is _JOIN:
                at.pop(move.seat, None)
            if move.kind in COMES:
                account = self._brought_by(move, problems)
                if account is not None:
                    came.add(move.command)
                    at[move.seat] = account
            elif move.kind in GOES and move.seat in at:
                lines.add(move.line)
                self._cash_out(at[move.seat], move)
                if move.kind is ChangeKind.LEAVE:
                    del at[move.seat]
        problems += [
            f"the bank has chips of line {line}, which the journal does not have"
            for line in sorted(self._lines() - lines)
        ]
        return at, came

    def _brought_by(self, move: ChipsMoved, problems: list[str]) -> int | None:
        """Return the account that brought the chips of a journal line; book them if needed."""
        number = buyer_of(move.command)
        if number is None:
            return None
        query = (
            "SELECT -amount_minor FROM reason JOIN movement USING (account, sequence) "
            "WHERE account = ? AND live_table = ? AND command = ? AND words = ?"
        )
        words = move.kind.value
        booked = self._ledger.rows(query, number, self.id, move.command, words)
        where = f"line {move.line}: {brief(move.name or words)} with {move.amount_minor}"
        if booked and booked[0][0] == move.amount_minor:
            return number
        account = self._account(number, move.name)
        if booked or account is None or account.balance_minor < move.amount_minor:
            problems.append(f"{where} differs from what the bank has")
            return number if booked else None
        if move.amount_minor:
            self._buy(number, move.amount_minor, move.command, move.kind)
        return number

    def _account(self, number: int, name: str) -> Account | None:
        """Return the account with an id; `None` if it does not exist or has another name."""
        found = [each for each in self._ledger.accounts() if each.id == number]
        return found[0] if found and name in {"", found[0].name} else None

    def _buy(self, account: int, amount_minor: int, command: str, kind: ChangeKind) -> None:
        self._ledger.move(account, MovementKind.BUY_IN, -amount_minor)
        self._ledger.explain(account, kind.value, self.id, command)

    def _cash_out(self, account: int, moved: ChipsMoved) -> None:
        query = "SELECT 1 FROM reason WHERE live_table = ? AND line = ?"
        if moved.amount_minor > 0 and not self._ledger.rows(query, self.id, moved.line):
            self._ledger.move(account, MovementKind.CASH_OUT, moved.amount_minor)
            self._ledger.explain(account, moved.kind.value, self.id, None, moved.line)

    def _give_back(self, command: str) -> None:
        query = (
            "SELECT account, words, amount_minor FROM reason JOIN movement "
            "USING (account, sequence) WHERE live_table = ? AND command = ? ORDER BY kind"
        )
        rows = self._ledger.rows(query, self.id, command)
        if len(rows) != 1:
            return
        account, words, amount_minor = rows[0]
        self._ledger.move(account, MovementKind.REFUND, -amount_minor)
        self._ledger.explain(account, _BACK, self.id, command)
        if words == _JOIN.value:
            query = "DELETE FROM live_seat WHERE account = ? AND live_table = ?"
            self._ledger.rows(query, account, self.id)

    def _commands(self) -> set[str]:
        query = "SELECT DISTINCT command FROM reason WHERE live_table = ? AND command IS NOT NULL"
        return _first(self._ledger.rows(query, self.id))

    def _lines(self) -> set[int]:
        query = "SELECT line FROM reason WHERE live_table = ? AND line IS NOT NULL"
        return _first(self._ledger.rows(query, self.id))


def _first(rows: Iterable[tuple[Any, ...]]) -> set[Any]:
    return {row[0] for row in rows}
