"""A sitting: the accounts at one table; only one process may book for them."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from attrs import evolve

from pitboss.bank.database import BankError, TableLock, transaction
from pitboss.bank.ledger import (
    Account,
    Ledger,
    MismatchError,
    MovementKind,
    RoundAmounts,
    RoundState,
)

_ID_BYTES: Final = 8


class Sitting:
    """The accounts at one table; only this process may book for them.

    Args:
        connection: a connection to the bank's file.
        folder: the folder with the locks of the tables.
        sitting: the id of the table and of its journal.
        lock: the lock that this process holds.
    """

    def __init__(
        self, connection: sqlite3.Connection, folder: Path, sitting: str, lock: TableLock
    ) -> None:
        self._connection = connection
        self._folder = folder
        self._ledger = Ledger(connection)
        self._lock = lock
        self.id = sitting

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The accounts in the order of the seats, as they are now; empty if the sitting is over."""
        return self._ledger.seated(self.id)

    @property
    def lines(self) -> int:
        """How many lines the journal had when the last booking was made."""
        return self._ledger.number("SELECT lines FROM sitting WHERE id = ?", self.id)

    @property
    def open_round(self) -> int | None:
        """The number of the round that is not over; `None` if no round is open."""
        query = "SELECT number FROM round WHERE sitting = ? AND state = 'open'"
        return self._ledger.number(query, self.id) or None

    @property
    def escrow_minor(self) -> Mapping[str, int]:
        """The unsettled stakes of the open round, by name; empty without an open round."""
        number = self.open_round
        if number is None:
            return {}
        booked = self._booked(number)
        names = {account.id: account.name for account in self.accounts}
        return {names[account]: staked - back for account, (staked, back) in booked.items()}

    def book(
        self, number: int, amounts: Sequence[RoundAmounts], state: RoundState, *, lines: int
    ) -> None:
        """Book the state of a round: the difference from what is already booked for it.

        Everything is booked in one transaction. A second call with the same values books nothing,
        so a journal may be read more than once.

        Args:
            number: the number of the round, from 1.
            amounts: for each seat in order, the amounts since the round began.
            state: the state of the round.
            lines: how many lines the journal has now; if it has no more lines than at the last
                booking, no chips may move.

        Raises:
            MismatchError: these amounts contradict what is already booked.
            BankError: the table is over, or the bank cannot be written.
        """
        with transaction(self._connection):
            accounts = self._checked_accounts()
            if len(accounts) != len(amounts):
                problem = f"there are {len(amounts)} seats for {len(accounts)} accounts"
                raise MismatchError(problem)
            waits = self.open_round
            if waits not in {None, number}:
                raise MismatchError(f"round {number} cannot be booked while round {waits} is open")
            query = "SELECT state FROM round WHERE sitting = ? AND number = ?"
            found = self._ledger.rows(query, self.id, number)
            known = RoundState(found[0][0]) if found else None
            if known is None and any(each.staked_minor for each in amounts):
                known = RoundState.OPEN
                query = "INSERT INTO round VALUES (?, ?, ?)"
                self._ledger.rows(query, self.id, number, known.value)
            booked = self._booked(number)
            for account, stated in zip(accounts, amounts, strict=True):
                staked, returned = booked.get(account.id, (0, 0))
                # If a seat sits out, it gets its side bets back, and the table shows no stake.
                back = evolve(stated, staked_minor=staked, returned_minor=staked)
                booking = stated if stated.staked_minor else back
                moved = booking.staked_minor - staked, booking.returned_minor - returned
                if any(moved) and (known is not RoundState.OPEN or lines <= self.lines):
                    raise MismatchError(f"round {number} was booked with other amounts")
                kind = MovementKind.VOID if state is RoundState.VOID else MovementKind.RETURNED
                self._move(account, number, (-moved[0], moved[1]), kind, booking)
            if known is RoundState.OPEN and state is not RoundState.OPEN:
                self._end(number, state)
            query = "UPDATE sitting SET lines = max(lines, ?) WHERE id = ?"
            self._ledger.rows(query, lines, self.id)

    def book_change(self, seat: int, moved_minor: int, reason: str, *, lines: int) -> None:
        """Book chips that the host gave a seat between two rounds, or took from it.

        A second call for the same line of the journal books nothing.

        Args:
            seat: the seat, from 0.
            moved_minor: how many chips; negative if the host took chips.
            reason: why, in at most 200 letters; may be empty.
            lines: how many lines the journal has now.

        Raises:
            BankError: the table is over, or the bank cannot be written.
        """
        with transaction(self._connection):
            account = self._checked_accounts()[seat]
            if lines <= self.lines:
                return
            kind = MovementKind.DEPOSIT if moved_minor > 0 else MovementKind.WITHDRAWAL
            self._ledger.move(account.id, kind, moved_minor)
            self._ledger.explain(account.id, reason)
            self._ledger.rows("UPDATE sitting SET lines = ? WHERE id = ?", lines, self.id)

    def _booked(self, number: int) -> Mapping[int, tuple[int, int]]:
        """Return for each account what it has staked in a round and what it has got back."""
        query = (
            "SELECT account, -sum(CASE kind WHEN 'stake' THEN amount_minor ELSE 0 END), "
            "sum(CASE kind WHEN 'stake' THEN 0 ELSE amount_minor END) "
            "FROM movement WHERE sitting = ? AND round = ? GROUP BY account"
        )
        rows = self._ledger.rows(query, self.id, number)
        return {account: (staked, returned) for account, staked, returned in rows}

    def _checked_accounts(self) -> tuple[Account, ...]:
        accounts = self.accounts
        if not accounts:
            raise BankError("nobody sits at this table any more", "sit down again")
        return accounts

    def _end(self, number: int, state: RoundState) -> None:
        query = "UPDATE round SET state = ? WHERE sitting = ? AND number = ?"
        self._ledger.rows(query, state.value, self.id, number)

    def _move(
        self,
        account: Account,
        number: int,
        amounts_minor: tuple[int, int],
        back: MovementKind,
        booking: RoundAmounts,
    ) -> None:
        """Book a stake and what was returned, and check the balance after it."""
        balance_minor = account.balance_minor
        stake_minor, back_minor = amounts_minor
        if stake_minor > 0 or (back_minor < 0 and back is not MovementKind.VOID):
            less = f"the amounts of {account.name} in round {number} are lower than booked"
            raise MismatchError(less)
        for kind, amount_minor in ((MovementKind.STAKE, stake_minor), (back, back_minor)):
            if amount_minor:
                balance_minor = self._ledger.move(account.id, kind, amount_minor, self.id, number)
        if balance_minor != booking.balance_minor:
            raise MismatchError(
                f"{account.name} has {booking.balance_minor} at the table "
                f"and {balance_minor} in the bank"
            )

    def void_round(self) -> int | None:
        """Undo the open round and return its number; `None` if no round is open.

        Raises:
            BankError: the bank cannot be written.
        """
        with transaction(self._connection):
            number = self.open_round
            if number is None:
                return None
            for account, (staked, returned) in self._booked(number).items():
                if staked != returned:
                    void = MovementKind.VOID
                    self._ledger.move(account, void, staked - returned, self.id, number)
            self._end(number, RoundState.VOID)
        return number

    def give(self, seats: Sequence[int], amount_minor: int, *, least_minor: int) -> Sitting:
        """Book a gift to accounts that are broke, and move all accounts to a new table.

        A gift is not added to the present table; a new table begins in the same transaction.

        Args:
            seats: the seats that get the gift, counted from 0.
            amount_minor: the gift to each seat.
            least_minor: an account with this amount or more is not broke.

        Raises:
            BankError: an account is not broke, a round is open, or the bank cannot be written.
        """
        with new_table(self._folder) as (fresh, lock):
            with transaction(self._connection):
                accounts = self._checked_accounts()
                if self.open_round is not None:
                    raise BankError("a round is open", "finish it before you give chips")
                for account in (accounts[seat] for seat in seats):
                    if account.balance_minor >= least_minor:
                        raise BankError(
                            f"{account.name} is not broke",
                            f"a gift is for accounts with less than {least_minor}",
                        )
                    self._ledger.move(account.id, MovementKind.GIFT, amount_minor)
                self._ledger.rows("INSERT INTO sitting (id) VALUES (?)", fresh)
                query = "UPDATE seat SET sitting = ? WHERE sitting = ?"
                self._ledger.rows(query, fresh, self.id)
            self._lock.end()
            return Sitting(self._connection, self._folder, fresh, lock)

    def leave(self) -> None:
        """End the sitting: all accounts leave the table.

        Raises:
            BankError: a round is open, or the bank cannot be written.
        """
        with transaction(self._connection):
            if self.open_round is not None:
                raise BankError("a round is open", "finish it, or void it, before you leave")
            self._ledger.rows("DELETE FROM seat WHERE sitting = ?", self.id)
        self._lock.end()

    def release(self) -> None:
        """Leave the table as it is, so that another process can continue it."""
        self._lock.release()


@contextmanager
def new_table(folder: Path) -> Generator[tuple[str, TableLock]]:
    """Draw the id of a new table and take its lock, before another process can know of it.

    The lock is removed if the block fails.
    """
    fresh = secrets.token_hex(_ID_BYTES)
    while (lock := TableLock.taken(lock_path(folder, fresh))) is None:
        fresh = secrets.token_hex(_ID_BYTES)
    try:
        yield fresh, lock
    except BaseException:
        lock.end()
        raise


def lock_path(folder: Path, sitting: str) -> Path:
    """Return the lock file of a table; while a process plays there, the file is locked."""
    return folder.joinpath(f"{sitting}.lock")
