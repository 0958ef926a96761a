"""The bank: one file with the accounts of all players, and every movement of their chips."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final, Self

from pitboss.arguments import takes
from pitboss.bank.checking import Checked, check_bank
from pitboss.bank.database import (
    BankError,
    TableLock,
    connect,
    explain,
    make_for_owner,
    transaction,
)
from pitboss.bank.ledger import (
    Account,
    AccountStatus,
    InUseError,
    Movement,
    MovementKind,
)
from pitboss.bank.live_table import LiveTable
from pitboss.bank.passwords import Cost
from pitboss.bank.sign_ins import SignIns
from pitboss.bank.sitting import Sitting, lock_path, new_table
from pitboss.text import normalise

_STRONG: Final = Cost()


def now_ms() -> int:
    """Return the time by the clock of this machine, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Bank(SignIns):
    """Accounts in a file that several processes may share; a crash at any time does no harm.

    A name finds its account in every form of Unicode: the `ë` of `Zoë` may be one character or
    two. Names are stored in the normal form NFC.

    A folder next to the file holds the journals of sessions, and the locks of their tables. It has
    the file's name with ``.tables`` added. Live tables have their journals elsewhere.

    Args:
        path: the path of the file; a missing file is made, and only its owner can read it.
        cost: the settings of scrypt for each password that this object stores.
        clock_ms: returns the time in milliseconds since 1970.

    Raises:
        BankError: the file cannot be opened, is in use, is damaged, is not a bank, or has an
            unknown version.
    """

    @takes(BankError)
    def __init__(
        self, path: Path, *, cost: Cost = _STRONG, clock_ms: Callable[[], int] = now_ms
    ) -> None:
        # Another path to the same file must lead to the same locks.
        try:
            self.path = path.resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise BankError(f"{path} cannot be reached ({error})", "name another file") from error
        self.folder = self.path.with_name(f"{self.path.name}.tables")
        super().__init__(connect(self.path), cost, clock_ms)

    def again(self) -> Bank:
        """Open the same file again for another thread: only one thread may use a `Bank`.

        Raises:
            BankError: as for `Bank`.
        """
        return Bank(self.path, cost=self._cost, clock_ms=self._now_ms)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; the bank cannot be used afterwards."""
        self._connection.close()

    @takes(BankError)
    def account(self, name: str) -> Account | None:
        """Return the account with a name; `None` if no account has the name."""
        return self._ledger.account(name)

    def check(self) -> Checked:
        """Return where all chips are, and where the bank and the journals of live tables disagree.

        Raises:
            BankError: the bank cannot be read.
        """
        return check_bank(self._ledger)

    @takes(BankError)
    def copy_to(self, path: Path) -> None:
        """Write a copy of the bank, as it is at one moment, into a new file.

        Copy the journals afterwards. The next start with these copies books what is in the journals
        but not in the copied bank.

        Raises:
            BankError: the file exists already, or cannot be written.
        """
        if path.exists():
            raise BankError(f"{path} exists already", "name a new file")
        with explain(str(path)):
            try:
                make_for_owner(path)
            except OSError as error:
                raise BankError(f"{path} cannot be made ({error})", "name another file") from error
            with closing(sqlite3.connect(path)) as copy:
                self._connection.backup(copy)

    def accounts(self) -> tuple[Account, ...]:
        """Return all accounts in the order in which they were opened."""
        return self._ledger.accounts()

    @takes(BankError)
    def sits(self, name: str) -> bool:
        """Return whether an account sits at any table.

        Raises:
            BankError: there is no such account.
        """
        return self._ledger.sits(self._known(name).id)

    @takes(BankError)
    def history(self, name: str) -> tuple[Movement, ...]:
        """Return every movement of an account; the amounts add up to its balance.

        Raises:
            BankError: there is no such account.
        """
        return self._ledger.history(self._known(name).id)

    @takes(BankError)
    def set_status(self, name: str, status: AccountStatus) -> None:
        """Block or close an account, or make it active again; everybody is signed out of it.

        A blocked account may continue to play at its table, but cannot sit down elsewhere.

        Raises:
            BankError: there is no such account, the account is to be closed but sits at a table, or
                the bank cannot be written.
        """
        with transaction(self._connection):
            account = self._known(name)
            if status is AccountStatus.CLOSED and self._ledger.sits(account.id):
                raise InUseError(name)
            self._ledger.sign_out(account.id)
            query = "UPDATE account SET status = ? WHERE id = ?"
            self._ledger.rows(query, status.value, account.id)

    @takes(BankError)
    def open_account(self, name: str, opening_minor: int) -> Account:
        """Open an account without a password, as the operator.

        Raises:
            BankError: the name is taken, the name or the amount is invalid, or the bank cannot be
                written.
        """
        known = normalise(name)
        with transaction(self._connection):
            if self._ledger.account(known) is not None:
                raise BankError(f"{known} has an account", "give another name")
            return self._ledger.opened(known, opening_minor)

    @takes(BankError)
    def bring(self, name: str, amount_minor: int, reason: str = "") -> int:
        """Add chips to an account as the operator, or take chips; return the new balance.

        Args:
            name: the name of the account.
            amount_minor: how many chips; negative to take chips.
            reason: the reason that the statement shows; only the first 200 letters are stored.

        Raises:
            BankError: there is no such account, the account has too few chips, or the bank cannot
                be written.
        """
        if not amount_minor:
            raise BankError("0 chips", "give another amount")
        kind = MovementKind.DEPOSIT if amount_minor > 0 else MovementKind.WITHDRAWAL
        with transaction(self._connection):
            account = self._known(name)
            balance_minor = self._ledger.move(account.id, kind, amount_minor)
            self._ledger.explain(account.id, reason[:200])
        return balance_minor

    @takes(BankError)
    def sit(self, names: Sequence[str], *, opening_minor: int) -> Sitting:
        """Seat accounts at a new table; a new name gets a new account.

        Args:
            names: the names of the accounts, in the order of the seats.
            opening_minor: the first balance of a new account.

        Raises:
            InUseError: an account already sits at a table.
            BankError: no name is given, a name comes twice or is invalid, an account is closed or
                blocked, or the bank cannot be written.
        """
        known = [normalise(name) for name in names]
        if not known or len(set(known)) < len(known):
            raise BankError(
                f"a table cannot have the accounts {list(names)}"[:100],
                "name one account or more, each once",
            )
        ledger = self._ledger
        with new_table(self.folder) as (fresh, lock):
            with transaction(self._connection):
                ledger.rows("INSERT INTO sitting (id) VALUES (?)", fresh)
                for place, name in enumerate(known):
                    account = ledger.account(name) or ledger.opened(name, opening_minor)
                    if not account.may_sit:
                        status = account.status.value
                        raise BankError(f"the account of {name} is {status}", "take another name")
                    if ledger.sits(account.id):
                        raise InUseError(name)
                    ledger.rows("INSERT INTO seat VALUES (?, ?, ?)", account.id, fresh, place)
            return Sitting(self._connection, self.folder, fresh, lock)

    @takes(BankError)
    def live_table(self, name: str, journal: Path) -> LiveTable:
        """Return a table to which accounts bring chips; call its `settle` before anything else.

        Args:
            name: the name of the table.
            journal: the file of the table's journal; the first line must be written already.

        Raises:
            BankError: the bank cannot be written.
            OSError: the journal cannot be read.
        """
        return LiveTable(self._connection, name, journal)

    @takes(BankError)
    def give(self, name: str, amount_minor: int, *, least_minor: int) -> int:
        """Give chips to an account that is broke; return the new balance.

        Args:
            name: the name of the account.
            amount_minor: how many chips, 1 or more.
            least_minor: an account with fewer chips is broke.

        Raises:
            InUseError: the account sits at a table, where it may have chips.
            BankError: the account is not active or not broke, or the bank cannot be written.
        """
        with transaction(self._connection):
            account = self._known(name)
            if self._ledger.sits(account.id):
                raise InUseError(account.name)
            if not account.may_sit or account.balance_minor >= least_minor:
                problem = f"{account.name} cannot get a gift"
                step = f"a gift is for active accounts with less than {least_minor}"
                raise BankError(problem, step)
            return self._ledger.move(account.id, MovementKind.GIFT, amount_minor)

    @takes(BankError)
    def left_behind(self, names: Sequence[str]) -> tuple[Sitting, ...]:
        """Take over tables at which accounts still sit although the tables' processes have ended.

        For each table, the caller must then bring the bank up to date from the journal, finish or
        void an open round, and leave the table.

        Raises:
            InUseError: an account sits at a table of a process that still runs.
            BankError: the locks cannot be reached.
        """
        taken: dict[str, Sitting] = {}
        with ExitStack() as stack:
            for name in names:
                account = self._ledger.account(name)
                sitting = None if account is None else self._ledger.sitting_of(account.id)
                if sitting is None or sitting in taken:
                    continue
                lock = TableLock.taken(lock_path(self.folder, sitting))
                if lock is None:
                    raise InUseError(name)
                stack.callback(lock.release)
                taken[sitting] = Sitting(self._connection, self.folder, sitting, lock)
            stack.pop_all()
        return tuple(taken.values())
