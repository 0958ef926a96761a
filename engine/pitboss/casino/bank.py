"""The bank: one file with the accounts of everybody who plays, and all that ever moved them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from pitboss.casino.database import TableLock, connected, transaction
from pitboss.casino.ledger import Ledger
from pitboss.casino.sitting import Sitting, lock_path, sat_down
from pitboss.casino.values import Account, AccountStatus, BankError, InUseError, Movement
from pitboss.errors import brief


class Bank:
    """Accounts kept in a file, safe against a crash at any moment and against other processes.

    An account goes by its name in any form of Unicode: `Zoë` is the same account whether its
    last letter is one character or two. Names are kept in the normal form NFC.

    Beside the file lies a folder of the same name with ``.tables`` added. It holds the locks of the
    tables in play, and their journals.

    Args:
        path: of the file; one that does not exist is made, for its owner only.

    Raises:
        BankError: the file cannot be opened, is in use, damaged, no bank, or of a version that is
            not known.
    """

    def __init__(self, path: Path) -> None:
        # Another path to the same file has to lead to the same locks.
        try:
            self.path = path.resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise BankError(f"{path} cannot be reached ({error})", "name another file") from error
        self.folder = self.path.with_name(f"{self.path.name}.tables")
        self._connection = connected(self.path)
        self._ledger = Ledger(self._connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing can be asked or booked any more."""
        self._connection.close()

    def account(self, name: str) -> Account | None:
        """Return the account of a name; None if there is none."""
        return self._ledger.account(name)

    def accounts(self) -> tuple[Account, ...]:
        """Return all accounts in the order in which they were opened."""
        return self._ledger.accounts()

    def history(self, name: str) -> tuple[Movement, ...]:
        """Return every movement of an account; they sum to its balance.

        Raises:
            BankError: there is no such account.
        """
        return self._ledger.history(self._known(name).id)

    def set_status(self, name: str, status: AccountStatus) -> None:
        """Close an account, or make it active again.

        Raises:
            BankError: there is no such account, it sits at a table, or the bank cannot be written.
        """
        with transaction(self._connection):
            account = self._known(name)
            if self._ledger.sitting_of(account.id) is not None:
                raise InUseError(name)
            query = "UPDATE account SET status = ? WHERE id = ?"
            self._ledger.rows(query, status.value, account.id)

    def _known(self, name: str) -> Account:
        account = self._ledger.account(name)
        if account is None:
            raise BankError(
                f"there is no account of {brief(name)}", "it is opened when it sits down"
            )
        return account

    def sit(self, names: Sequence[str], *, opening_minor: int) -> Sitting:
        """Seat accounts at a new table; names that are new are given an account.

        Args:
            names: in the order of the seats.
            opening_minor: with what an account is opened.

        Raises:
            InUseError: one of them sits at a table already.
            BankError: an account is closed, a name is no name, or the bank cannot be written.
        """
        return sat_down(self._connection, self.folder, names, opening_minor)

    def left_behind(self, names: Sequence[str]) -> tuple[Sitting, ...]:
        """Take over the tables at which accounts sit whose process has ended.

        The caller brings the bank up to date from the journal of each, finishes or voids what is
        open, and leaves the table.

        Raises:
            InUseError: an account sits at a table whose process is alive.
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
