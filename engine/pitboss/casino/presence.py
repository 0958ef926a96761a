"""Presence: that the process which plays at a table is still alive.

Every table in play has a small file of its own, and the process that plays there holds a lock of
the operating system on it. Such a lock vanishes with its process, however that ends, and leaves
nothing behind that could keep an account from its owner. SQLite is how the lock is taken, for it
knows how on every system and is at hand anyway; the file stays empty.
"""

from __future__ import annotations

import sqlite3
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from pitboss.casino.bank_errors import BankError
from pitboss.casino.schema import make_for_owner

_TRIES: Final = 5
_KIND_OF_ERROR: Final = 0xFF


class Presence:
    """The lock on a table's file, held until it is released or the process ends.

    Args:
        connection: that holds the lock.
        path: the file.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @classmethod
    def taken(cls, path: Path) -> Presence | None:
        """Take the lock; none if a process that is alive has it.

        Raises:
            BankError: the file cannot be made.
        """
        for _ in range(_TRIES):
            try:
                return cls._taken(path)
            except BankError as error:
                # Whoever played there has just ended the table, and its file is gone.
                cause = error.__cause__
                if getattr(cause, "sqlite_errorcode", 0) & _KIND_OF_ERROR != sqlite3.SQLITE_IOERR:
                    raise
        return cls._taken(path)

    @classmethod
    def _taken(cls, path: Path) -> Presence | None:
        connection: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(stat.S_IRWXU, exist_ok=True)
            make_for_owner(path)
            connection = sqlite3.connect(path, timeout=0, isolation_level=None)
            connection.execute("BEGIN EXCLUSIVE")
        except (OSError, sqlite3.Error) as error:
            if connection is not None:
                connection.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                return None
            raise BankError(f"no seat can be kept ({error})", f"see to {path.parent}") from error
        return cls(connection, path)

    def release(self) -> None:
        """Give the lock back and leave the file for whoever comes next."""
        self._connection.close()

    def end(self) -> None:
        """Give the lock back for good: nobody plays at this table any more."""
        self._connection.close()
        # Somebody may be about to find out that the table is over, and have the file open.
        with suppress(OSError):
            self._path.unlink()
