"""The files of a bank: the database, defined by ``schema.sql``, and the locks of its tables."""

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
"""How many seconds to wait for another process that is booking."""

SYNCHRONOUS: Final = "FULL"
"""A transaction is on the disk when it ends, so that not even a power cut can undo it."""

_FROM_A_COPY: Final = "restore the file from a copy"
_OUT_OF_REACH: Final = ("cannot be read or written", "check the file, its folder and your rights")
_IN_USE: Final = ("is in use by another process", "try again")
_FLAWS: Final = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_FULL: ("found no space on the disk", "free some space and try again"),
    sqlite3.SQLITE_CANTOPEN: _OUT_OF_REACH,
    sqlite3.SQLITE_IOERR: _OUT_OF_REACH,
    sqlite3.SQLITE_PERM: _OUT_OF_REACH,
    sqlite3.SQLITE_READONLY: _OUT_OF_REACH,
    sqlite3.SQLITE_NOTADB: ("is not a bank", "name another file"),
}
"""What is wrong with a file and what to do, for each kind of SQLite error."""

_TRIES: Final = 5
"""How often to try a lock again if another process deletes its file at that moment."""

_KIND_OF_ERROR: Final = 0xFF
"""The lowest byte of an SQLite error code is the kind of error; the other bytes add detail."""

_LAID_OUT: Final = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"

_SCHEMA: Final = Path(__file__).with_name("schema.sql")


class BankError(PitbossError):
    """A bank refused or could not do something; nothing was booked."""


def make_for_owner(path: Path) -> None:
    """Make an empty file that only its owner can read and write; keep an existing file.

    Raises:
        OSError: the file cannot be made.
    """
    # Do not open an existing file: closing it would release this process's locks on it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR))


def connect(path: Path) -> sqlite3.Connection:
    """Open a bank's file, and make it if it does not exist.

    Raises:
        BankError: the file cannot be opened, is in use, is damaged, is not a bank, or has an
            unknown version.
    """
    with explain(str(path)), ExitStack() as stack:
        try:
            make_for_owner(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BankError(f"{path} cannot be made ({reason})", "name another file") from error
        # A server opens a bank in one thread, and then uses it only in another.
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
    """Return whether a file is a bank of the current version; an empty or older file is not.

    Raises:
        BankError: the file is something else.
    """
    # Tables are read before the id. If the id were read first, another process could make the
    # bank between the two reads, and it would look like another kind of file.
    laid_out = connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID:
        if not _FIRST_VERSION <= version <= SCHEMA_VERSION:
            raise BankError(f"{path} is a bank of version {version}", "use a newer engine")
        return bool(version == SCHEMA_VERSION)
    if application or laid_out:
        raise BankError(f"{path} is not a bank", "name another file")
    return False


@cache
def _due() -> frozenset[tuple[str, str]]:
    """Return the name and the SQL of each table and trigger that a bank must have."""
    with closing(sqlite3.connect(":memory:", timeout=0, isolation_level=None)) as model:
        _lay_out(model)
        return frozenset(model.execute(_LAID_OUT))


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Check that all tables and triggers exist, and that the data are intact.

    Raises:
        BankError: the file is damaged.
    """
    missing = _due() - set(connection.execute(_LAID_OUT))
    flaws = [f"{name} is missing or changed" for name, _ in sorted(missing)]
    if not flaws:
        checked = connection.execute("PRAGMA integrity_check(1)").fetchone()
        flaws += [flaw for flaw in checked if flaw != "ok"]
        strays = connection.execute("PRAGMA foreign_key_check").fetchall()
        flaws += [f"{table} refers to a row that is missing" for table, *_ in strays]
    if flaws:
        raise BankError(f"{path} is damaged ({flaws[0]})", _FROM_A_COPY)


def _taken_down(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Move the tables of an older version to temporary tables, inside a transaction.

    Returns:
        The names of the tables; no names if the file is empty.
    """
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        return ()
    for name in _TABLES_OF_OLD:
        connection.execute(f"CREATE TEMP TABLE old_{name} AS SELECT * FROM main.{name}")  # noqa: S608  a name from above
        connection.execute(f"DROP TABLE main.{name}")
    return _TABLES_OF_OLD


def _lay_out(connection: sqlite3.Connection, put_by: Iterable[str] = ()) -> None:
    """Make the tables, inside a transaction, and copy back the rows of an older version."""
    statement, waiting = "", [*put_by]
    for line in _SCHEMA.read_text("utf-8").splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            if "CREATE TRIGGER" in statement:
                # Copy old rows before the first trigger exists, because triggers are only for new
                # rows.
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
    """Do everything in the block or nothing; no other process can book during the block.

    Raises:
        BankError: the bank is busy, or the file cannot be read or written.
    """
    with explain("nothing was booked: the bank"):
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
    """Raise a `BankError` about the subject if a file cannot be read or written."""
    try:
        yield
    except (sqlite3.Error, UnicodeError) as error:
        kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _KIND_OF_ERROR
        flaw, next_step = _FLAWS.get(kind, ("is damaged", _FROM_A_COPY))
        raise BankError(f"{subject} {flaw} ({error})", next_step) from error


class TableLock:
    """The lock on a table's file, held until it is released or the process ends.

    While the lock is held, the process that plays at the table is running. The operating system
    releases the lock when the process ends, even by a crash. So no account stays in use for ever.
    SQLite takes the lock, because it can do so on every system. The file stays empty.

    Args:
        connection: the connection that holds the lock.
        path: the file.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @classmethod
    def taken(cls, path: Path) -> TableLock | None:
        """Take the lock, or return `None` if a running process holds it.

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
                # Another process has just ended the table and deleted its file.
                if code & _KIND_OF_ERROR == sqlite3.SQLITE_IOERR and tries:
                    tries -= 1
                    continue
                problem = f"the table cannot be locked ({error})"
                raise BankError(problem, f"check that {path.parent} may be written") from error
            return cls(connection, path)

    def release(self) -> None:
        """Release the lock and leave the file for the next process."""
        self._connection.close()

    def end(self) -> None:
        """Release the lock and delete the file: nobody plays at this table any more."""
        self._connection.close()
        # Another process may have the file open, to find out whether the table has ended.
        with suppress(OSError):
            self._path.unlink()
