"""The files of a bank: the database, laid out as in ``schema.sql``, and the locks of its tables."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Generator, Iterable
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from pitboss.errors import PitbossError

APPLICATION_ID: Final = 0x70626E6B
SCHEMA_VERSION: Final = 2
_FIRST_VERSION: Final = 1
_TABLES_OF_OLD: Final = ("account", "sitting", "seat", "round", "movement")
PATIENCE_S: Final = 10
"""How long another process is waited for that is booking."""

SYNCHRONOUS: Final = "FULL"
"""A transaction is on the disk when it is done, so that not even a power cut takes it back."""

_FROM_A_COPY: Final = "take the file from where a copy of it is kept"
_OUT_OF_REACH: Final = ("cannot be read or written", "see to the file and its folder")
_IN_USE: Final = ("is in use by another", "try again")
_FLAWS: Final = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_FULL: ("finds no space on the disk", "free some space and try again"),
    sqlite3.SQLITE_CANTOPEN: _OUT_OF_REACH,
    sqlite3.SQLITE_IOERR: _OUT_OF_REACH,
    sqlite3.SQLITE_PERM: _OUT_OF_REACH,
    sqlite3.SQLITE_READONLY: _OUT_OF_REACH,
    sqlite3.SQLITE_NOTADB: ("is no bank", "name another file"),
}
"""What is wrong with a file, and what to do, by the library's kind of error."""

_TRIES: Final = 5
"""How often a lock is tried for whose file another process is just deleting."""

_KIND_OF_ERROR: Final = 0xFF
"""The lower byte of an error code of SQLite is the kind of error, the upper ones say more."""

_LAID_OUT: Final = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"

_SCHEMA: Final = Path(__file__).with_name("schema.sql")


class BankError(PitbossError):
    """A bank refuses, or cannot do, what it is asked; nothing was booked."""


def make_for_owner(path: Path) -> None:
    """Make an empty file that only its owner reads and writes, unless there is one.

    Raises:
        OSError: it cannot be made.
    """
    # One that exists is not opened: to close it again would undo this process's locks on it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR))


def connect(path: Path) -> sqlite3.Connection:
    """Open a bank's file; one that does not exist is made.

    Raises:
        BankError: the file cannot be opened, is in use, damaged, no bank, or of a version that is
            not known.
    """
    with explain(str(path)), ExitStack() as stack:
        try:
            make_for_owner(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BankError(f"{path} cannot be made ({reason})", "name another file") from error
        # A server opens a bank before its loop runs in another thread; one at a time uses it.
        connection = sqlite3.connect(
            path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False
        )
        stack.callback(connection.close)
        connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        if not _is_bank(connection, path):
            with transaction(connection):
                if not _is_bank(connection, path):
                    _lay_out(connection, _taken_down(connection))
        connection.execute("PRAGMA foreign_keys = ON")
        _check_whole(connection, path)
        stack.pop_all()
        return connection


def _is_bank(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether a file is a bank of today; no, if it is empty, or one of an older version.

    Raises:
        BankError: it is something else.
    """
    # Asked first: a process that lays the tables out gives the file its id at the same time.
    laid_out = connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID:
        if not _FIRST_VERSION <= version <= SCHEMA_VERSION:
            raise BankError(f"{path} is a bank of version {version}", "use a newer engine")
        return bool(version == SCHEMA_VERSION)
    if application or laid_out:
        raise BankError(f"{path} is no bank", "name another file")
    return False


@cache
def _due() -> frozenset[tuple[str, str]]:
    """Return the tables and conditions of a bank as a file holds them."""
    with closing(sqlite3.connect(":memory:", timeout=0, isolation_level=None)) as model:
        _lay_out(model)
        return frozenset(model.execute(_LAID_OUT))


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """See that all tables and conditions are there, and that everything in the file meets them.

    Raises:
        BankError: the file is damaged.
    """
    missing = _due() - set(connection.execute(_LAID_OUT))
    flaws = [f"{name} is missing or changed" for name, _ in sorted(missing)]
    if not flaws:
        checked = connection.execute("PRAGMA integrity_check(1)").fetchone()
        flaws += [flaw for flaw in checked if flaw != "ok"]
        strays = connection.execute("PRAGMA foreign_key_check").fetchall()
        flaws += [f"{table} refers to what is not there" for table, *_ in strays]
    if flaws:
        raise BankError(f"{path} is damaged ({flaws[0]})", _FROM_A_COPY)


def _taken_down(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Take the tables of an older version down, inside a transaction, with what they hold put by.

    Returns:
        The names of the tables; none if the file is empty.
    """
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        return ()
    for name in _TABLES_OF_OLD:
        connection.execute(f"CREATE TEMP TABLE old_{name} AS SELECT * FROM main.{name}")  # noqa: S608  a name from above
        connection.execute(f"DROP TABLE main.{name}")
    return _TABLES_OF_OLD


def _lay_out(connection: sqlite3.Connection, put_by: Iterable[str] = ()) -> None:
    """Make the tables, inside a transaction, and put back what tables held of an older version."""
    statement, waiting = "", [*put_by]
    for line in _SCHEMA.read_text("utf-8").splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            if "CREATE TRIGGER" in statement:
                # The conditions are on what is added from now on.
                for name in waiting:
                    connection.execute(f"INSERT INTO main.{name} SELECT * FROM temp.old_{name}")  # noqa: S608  as above
                    connection.execute(f"DROP TABLE temp.old_{name}")
                waiting.clear()
            connection.execute(statement)
            statement = ""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Generator[None]:
    """Do everything inside, or nothing; no other process books meanwhile.

    Raises:
        BankError: the bank is busy, or the file cannot be read or written.
    """
    with explain("nothing was booked, for the bank"):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextmanager
def explain(subject: str) -> Generator[None]:
    """Turn what goes wrong with a file into a sentence about the subject."""
    try:
        yield
    except (sqlite3.Error, UnicodeError) as error:
        kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _KIND_OF_ERROR
        flaw, next_step = _FLAWS.get(kind, ("is damaged", _FROM_A_COPY))
        raise BankError(f"{subject} {flaw} ({error})", next_step) from error


class TableLock:
    """The lock on a table's file, held until it is released or the process ends.

    It says that the process which plays at the table is still alive. The operating system gives
    such a lock back when its process ends, however that ends, and nothing is left behind that could
    keep an account from its owner. SQLite takes the lock, because it knows how on every system. The
    file stays empty.

    Args:
        connection: that holds the lock.
        path: the file.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @classmethod
    def taken(cls, path: Path) -> TableLock | None:
        """Take the lock; `None` if a process that is alive has it.

        Raises:
            BankError: the file cannot be made.
        """
        tries = _TRIES
        while True:
            connection: sqlite3.Connection | None = None
            try:
                path.parent.mkdir(stat.S_IRWXU, exist_ok=True)
                make_for_owner(path)
                connection = sqlite3.connect(path, timeout=0, isolation_level=None)
                connection.execute("BEGIN EXCLUSIVE")
            except (OSError, sqlite3.Error) as error:
                if connection is not None:
                    connection.close()
                code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
                if code == sqlite3.SQLITE_BUSY:
                    return None
                # Another process has just ended the table, and its file is gone.
                if code & _KIND_OF_ERROR == sqlite3.SQLITE_IOERR and tries:
                    tries -= 1
                    continue
                problem = f"no seat can be kept ({error})"
                raise BankError(problem, f"see to {path.parent}") from error
            return cls(connection, path)

    def release(self) -> None:
        """Give the lock back and leave the file for the next process."""
        self._connection.close()

    def end(self) -> None:
        """Give the lock back for good: nobody plays at this table any more."""
        self._connection.close()
        # Somebody may be about to find out that the table is over, and have the file open.
        with suppress(OSError):
            self._path.unlink()
