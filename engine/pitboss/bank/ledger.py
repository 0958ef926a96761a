"""The ledger: accounts, rounds and movements, in transactions that the caller begins and ends."""

from __future__ import annotations

import sqlite3
from enum import Enum
from typing import Any, Final

from attrs import frozen

from pitboss.bank.database import BankError, explain
from pitboss.errors import PitbossError, brief
from pitboss.game.seat_changes import is_seat_name
from pitboss.text import normalise
from pitboss.text.terminal import chosen_name_refusal

MAX_BALANCE_MINOR: Final = 2**62
"""The largest balance of an account; so no sum of its movements overflows 64 bits."""


class AccountStatus(Enum):
    """Whether an account can be used."""

    ACTIVE = "active"
    BLOCKED = "blocked"
    """Nobody can sign in to it or sit down with it until it is opened again."""

    CLOSED = "closed"
    """Nobody can sign in to it or sit down with it."""


class MovementKind(Enum):
    """What moved the chips of an account."""

    OPENING = "opening"
    GIFT = "gift"
    STAKE = "stake"
    RETURNED = "returned"
    """Settled stakes were returned, with their winnings."""

    VOID = "void"
    """The stakes of a void round were returned."""

    DEPOSIT = "deposit"
    """The operator gave chips."""

    WITHDRAWAL = "withdrawal"
    """The operator took chips."""

    BUY_IN = "buy_in"
    """Chips went to a seat of a live table."""

    REFUND = "refund"
    """Chips came back because the seat did not get them."""

    CASH_OUT = "cash_out"
    """Chips came back from a seat of a live table."""


class RoundState(Enum):
    """The progress of a round."""

    OPEN = "open"
    SETTLED = "settled"
    VOID = "void"


@frozen
class Account:
    """A player's account, with its balance at one moment.

    Attributes:
        id: a number that no other account ever gets.
        name: a name that no other account has, in the normal form NFC.
        status: whether the account can be used.
        balance_minor: the sum of all movements of the account; open stakes are already subtracted.
    """

    id: int
    name: str
    status: AccountStatus
    balance_minor: int

    @property
    def may_sit(self) -> bool:
        """Whether the account may sit down at a table."""
        return self.status is AccountStatus.ACTIVE


@frozen
class Movement:
    """One movement of a balance; it is never changed.

    Attributes:
        sequence: the place of the movement in the history of the account, from 1 without a gap.
        kind: the kind of the movement.
        amount_minor: the chips that were added; negative for chips that left.
        balance_minor: the balance after the movement.
        sitting: the table; `None` for a movement outside of rounds.
        round_number: the round at that table; `None` for a movement outside of rounds.
        reason: the reason that was given; empty if no reason was given.
        live_table: the name of the live table; empty for any other movement.
        command: the id of the command that moved the chips to the live table, or empty. A `REFUND`
            of these chips has the same id.
        line: the number of the journal line that took the chips from the live table; otherwise
            `None`.
    """

    sequence: int
    kind: MovementKind
    amount_minor: int
    balance_minor: int
    sitting: str | None
    round_number: int | None
    reason: str = ""
    live_table: str = ""
    command: str = ""
    line: int | None = None


@frozen
class RoundAmounts:
    """The amounts of a round for one account: all that it has staked and got back so far.

    Attributes:
        staked_minor: all stakes of the round.
        returned_minor: all that the account got back for these stakes, with winnings.
        balance_minor: the free chips that are left; the account's balance must be the same.
    """

    staked_minor: int
    returned_minor: int
    balance_minor: int


class InUseError(BankError):
    """An account already sits at a table.

    Attributes:
        name: the name of the account.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} sits at a table", "leave that table first")


class MismatchError(BankError):
    """A round contradicts what is already booked for it."""

    def __init__(self, problem: str) -> None:
        super().__init__(
            f"{problem}, so bank and journal do not belong together",
            "take both from the same copy",
        )


class SessionError(PitbossError):
    """A session cannot begin or continue."""


_BALANCE = """coalesce((
    SELECT balance_minor FROM movement WHERE account = account.id ORDER BY sequence DESC LIMIT 1
), 0)"""


class Ledger:
    """Reads and writes the accounts of a bank.

    Args:
        connection: a connection to the bank's file; the caller begins and ends transactions.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, query: str, *values: int | str | bytes | None) -> list[tuple[Any, ...]]:
        """Return all rows of a query.

        Raises:
            BankError: the bank is busy, or the file cannot be read or written.
        """
        with explain("the bank"):
            return self._connection.execute(query, values).fetchall()

    def number(self, query: str, *values: int | str | bytes) -> int:
        """Return the whole number in the first row of a query; 0 if there is no row.

        Raises:
            BankError: the bank is busy, or the file cannot be read or written.
        """
        rows = self.rows(query, *values)
        return int(rows[0][0]) if rows else 0

    def account(self, name: str) -> Account | None:
        """Return the account with this name, in any Unicode form, or else `None`."""
        known = normalise(name)
        found = self._accounts("WHERE name = ?", known) if is_seat_name(known) else ()
        return found[0] if found else None

    def accounts(self) -> tuple[Account, ...]:
        """Return all accounts in the order in which they were opened."""
        return self._accounts("")

    def seated(self, sitting: str) -> tuple[Account, ...]:
        """Return the accounts at a table, in the order of its seats; empty if the table is over."""
        return self._accounts(
            "JOIN seat ON seat.account = account.id WHERE seat.sitting = ? ORDER BY place", sitting
        )

    def _accounts(self, which: str, *values: int | str) -> tuple[Account, ...]:
        query = f"SELECT id, name, status, {_BALANCE} FROM account {which}"  # noqa: S608  no input
        return tuple(
            Account(number, name, AccountStatus(status), balance_minor)
            for number, name, status, balance_minor in self.rows(query, *values)
        )

    def history(self, account: int) -> tuple[Movement, ...]:
        """Return every movement of an account, the oldest first."""
        query = (
            "SELECT movement.sequence, kind, amount_minor, balance_minor, sitting, round, "
            "iif(reason.live_table IS NULL, coalesce(words, ''), ''), coalesce(name, ''), "
            "coalesce(command, ''), line FROM movement "
            "LEFT JOIN reason USING (account, sequence) "
            "LEFT JOIN live_table ON live_table.id = reason.live_table "
            "WHERE movement.account = ? ORDER BY movement.sequence"
        )
        rows = self.rows(query, account)
        return tuple(Movement(row[0], MovementKind(row[1]), *row[2:]) for row in rows)

    def sitting_of(self, account: int) -> str | None:
        """Return the table at which an account sits; `None` if it sits at no table."""
        query = "SELECT sitting FROM seat WHERE account = ?"
        rows = self.rows(query, account)
        return str(rows[0][0]) if rows else None

    def sits(self, account: int) -> bool:
        """Return whether an account sits at a terminal's table or at a live table."""
        query = "SELECT 1 FROM live_seat WHERE account = ?"
        return self.sitting_of(account) is not None or bool(self.rows(query, account))

    def active(self, account: int) -> Account | None:
        """Return the account with an id if it is active, or `None`."""
        found = self._accounts("WHERE id = ? AND status = 'active'", account)
        return found[0] if found else None

    def sign_out(self, account: int) -> None:
        """Sign everybody out of an account."""
        self.rows("DELETE FROM token WHERE account = ?", account)

    def opened(self, name: str, opening_minor: int) -> Account:
        """Open an account.

        Args:
            name: a name that no account has, as `normalise` returns it.
            opening_minor: the first balance.

        Raises:
            BankError: the name or the amount is invalid.
        """
        refusal = chosen_name_refusal(name)
        if refusal or name != name.strip():
            raise BankError(f"{brief(name)} is not a name", refusal or "leave out blanks around it")
        if not 0 <= opening_minor <= MAX_BALANCE_MINOR:
            problem = f"an account cannot have an opening balance of {opening_minor}"
            raise BankError(problem, f"give 0 to {MAX_BALANCE_MINOR}")
        status = AccountStatus.ACTIVE
        self.rows("INSERT INTO account (name, status) VALUES (?, ?)", name, status.value)
        number = self.number("SELECT last_insert_rowid()")
        self.move(number, MovementKind.OPENING, opening_minor)
        return Account(number, name, status, opening_minor)

    def move(
        self,
        account: int,
        kind: MovementKind,
        amount_minor: int,
        sitting: str | None = None,
        round_number: int | None = None,
    ) -> int:
        """Add a movement and return the balance after it.

        Raises:
            BankError: the balance would be below 0 or above `MAX_BALANCE_MINOR`.
        """
        last = "SELECT {} FROM movement WHERE account = ? ORDER BY sequence DESC LIMIT 1"
        sequence = self.number(last.format("sequence"), account)
        before_minor = self.number(last.format("balance_minor"), account)
        balance_minor = before_minor + amount_minor
        if not 0 <= balance_minor <= MAX_BALANCE_MINOR:
            raise BankError(
                f"cannot add {amount_minor} to a balance of {before_minor}",
                f"no balance is below 0 or above {MAX_BALANCE_MINOR}",
            )
        place = account, sequence + 1, kind.value, amount_minor, balance_minor
        query = "INSERT INTO movement VALUES (?, ?, ?, ?, ?, ?, ?)"
        self.rows(query, *place, sitting, round_number)
        return balance_minor

    def explain(
        self,
        account: int,
        words: str,
        live_table: str | None = None,
        command: str | None = None,
        line: int | None = None,
    ) -> None:
        """Add the reason to the last movement of an account.

        Args:
            account: the id of the account.
            words: the reason; for a live table, a word that says how the chips moved.
            live_table: the id of the live table.
            command: the id of the command that moved the chips to the live table.
            line: the number of the journal's line that took the chips from the live table.
        """
        last = self.number("SELECT max(sequence) FROM movement WHERE account = ?", account)
        query = "INSERT INTO reason VALUES (?, ?, ?, ?, ?, ?)"
        self.rows(query, account, last, words, live_table, command, line)
