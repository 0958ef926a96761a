"""The tables of a bank, and the conditions that no program can get round.

A balance is not stored beside the movements: it is what the last movement says, and a trigger lets
no movement in that does not continue the one before. Movements are neither changed nor deleted.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from pitboss.casino.bank_errors import BankError

APPLICATION_ID: Final = 0x70626E6B
SCHEMA_VERSION: Final = 1
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
    sqlite3.SQLITE_FULL: ("finds no room on the disk", "make room and try again"),
    sqlite3.SQLITE_CANTOPEN: _OUT_OF_REACH,
    sqlite3.SQLITE_IOERR: _OUT_OF_REACH,
    sqlite3.SQLITE_PERM: _OUT_OF_REACH,
    sqlite3.SQLITE_READONLY: _OUT_OF_REACH,
    sqlite3.SQLITE_NOTADB: ("is no bank", "name another file"),
}
"""What is wrong with a file, and what to do, by the library's kind of error."""

_LAID_OUT: Final = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"

# What a file holds is compared with this text: whoever changes it counts the version up.
_SCHEMA: Final = """
CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
        CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 100),
    status TEXT NOT NULL CHECK (status IN ('active', 'closed'))
);

-- Accounts at one table, whose journal bears the same id.
CREATE TABLE sitting (
    id TEXT NOT NULL PRIMARY KEY CHECK (typeof(id) = 'text' AND length(id) > 0),
    -- How many lines the journal had when the last booking was made.
    lines INTEGER NOT NULL DEFAULT 0 CHECK (typeof(lines) = 'integer' AND lines >= 0)
);

-- Who sits there now: an account at one table only.
CREATE TABLE seat (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES account (id),
    sitting TEXT NOT NULL REFERENCES sitting (id),
    place INTEGER NOT NULL CHECK (typeof(place) = 'integer' AND place >= 0),
    UNIQUE (sitting, place)
);

CREATE TABLE round (
    sitting TEXT NOT NULL REFERENCES sitting (id),
    number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND number > 0),
    state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'void')),
    PRIMARY KEY (sitting, number)
);

CREATE UNIQUE INDEX one_open_round ON round (sitting) WHERE state = 'open';

CREATE TABLE movement (
    account INTEGER NOT NULL REFERENCES account (id),
    sequence INTEGER NOT NULL CHECK (typeof(sequence) = 'integer'),
    kind TEXT NOT NULL CHECK (kind IN ('opening', 'gift', 'stake', 'returned', 'void')),
    amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer'),
    balance_minor INTEGER NOT NULL CHECK (
        typeof(balance_minor) = 'integer' AND balance_minor BETWEEN 0 AND 4611686018427387904
    ),
    sitting TEXT,
    round INTEGER,
    PRIMARY KEY (account, sequence),
    FOREIGN KEY (sitting, round) REFERENCES round (sitting, number),
    CHECK (CASE kind
        WHEN 'opening' THEN sequence = 1 AND amount_minor >= 0
        WHEN 'stake' THEN amount_minor < 0
        WHEN 'void' THEN amount_minor <> 0
        ELSE amount_minor > 0 END),
    CHECK ((kind = 'opening') = (sequence = 1)),
    CHECK ((kind IN ('opening', 'gift')) = (sitting IS NULL)),
    CHECK ((sitting IS NULL) = (round IS NULL))
);

CREATE INDEX movement_of_round ON movement (sitting, round) WHERE sitting IS NOT NULL;

CREATE TRIGGER movement_continues BEFORE INSERT ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement does not continue the history of its account')
    WHERE (NEW.sequence, NEW.balance_minor - NEW.amount_minor) IS NOT (
        SELECT coalesce(max(sequence), 0) + 1, coalesce((
            SELECT balance_minor FROM movement
            WHERE account = NEW.account ORDER BY sequence DESC LIMIT 1
        ), 0)
        FROM movement WHERE account = NEW.account
    );
    SELECT RAISE(ABORT, 'a movement belongs to a round that is not open')
    WHERE NEW.sitting IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM round
        WHERE sitting = NEW.sitting AND number = NEW.round AND state = 'open'
    );
    SELECT RAISE(ABORT, 'a movement belongs to a table at which its account does not sit')
    WHERE NEW.sitting IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM seat WHERE sitting = NEW.sitting AND account = NEW.account
    );
END;

CREATE TRIGGER movement_stays BEFORE UPDATE ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement is never changed');
END;

CREATE TRIGGER movement_is_kept BEFORE DELETE ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement is never deleted');
END;

CREATE TRIGGER round_begins_open BEFORE INSERT ON round WHEN NEW.state <> 'open' BEGIN
    SELECT RAISE(ABORT, 'a round begins open');
END;

CREATE TRIGGER round_ends_once BEFORE UPDATE ON round WHEN OLD.state <> 'open' BEGIN
    SELECT RAISE(ABORT, 'a round that is over is never changed');
END;

CREATE TRIGGER round_is_kept BEFORE DELETE ON round BEGIN
    SELECT RAISE(ABORT, 'a round is never deleted');
END;

CREATE TRIGGER seat_stays BEFORE DELETE ON seat WHEN EXISTS (
    SELECT 1 FROM round WHERE sitting = OLD.sitting AND state = 'open'
) BEGIN
    SELECT RAISE(ABORT, 'nobody leaves while a round is open');
END;
"""


def make_for_owner(path: Path) -> None:
    """Make an empty file that only its owner reads and writes, unless there is one.

    Raises:
        OSError: it cannot be made.
    """
    # One that exists is not opened: to close it again would undo this process's locks on it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR))


def connected(path: Path) -> sqlite3.Connection:
    """Open a bank's file; one that does not exist is made.

    Raises:
        BankError: the file cannot be opened, is in use, damaged, no bank, or of a version that is
            not known.
    """
    with _told(str(path)), ExitStack() as stack:
        try:
            make_for_owner(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BankError(f"{path} cannot be made ({reason})", "name another file") from error
        connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        stack.callback(connection.close)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        if not _is_bank(connection, path):
            with transaction(connection):
                if not _is_bank(connection, path):
                    _lay_out(connection)
        _check_whole(connection, path)
        stack.pop_all()
        return connection


def _is_bank(connection: sqlite3.Connection, path: Path) -> bool:
    """Say whether a file is a bank; no, if it is empty.

    Raises:
        BankError: it is something else.
    """
    # Asked first: whoever lays the tables out meanwhile gives the file its id at the same time.
    laid_out = connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID:
        if version != SCHEMA_VERSION:
            raise BankError(f"{path} is a bank of version {version}", "use a newer engine")
        return True
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


def _lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables, inside a transaction."""
    statement = ""
    for line in _SCHEMA.splitlines():
        statement += f"{line}\n"
        if sqlite3.complete_statement(statement):
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
    with _told("nothing was booked, for the bank"):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def rows_of(
    connection: sqlite3.Connection, query: str, values: tuple[int | str | None, ...] = ()
) -> list[tuple[Any, ...]]:
    """Return all that a query gives.

    Raises:
        BankError: the bank is busy, or the file cannot be read or written.
    """
    with _told("the bank"):
        return connection.execute(query, values).fetchall()


def number_of(
    connection: sqlite3.Connection, query: str, values: tuple[int | str, ...] = ()
) -> int:
    """Return the whole number that a query gives; 0 if it gives none.

    Raises:
        BankError: the bank is busy, or the file cannot be read or written.
    """
    rows = rows_of(connection, query, values)
    return int(rows[0][0]) if rows else 0


@contextmanager
def _told(subject: str) -> Generator[None]:
    """Tell what goes wrong with a file in a sentence about the subject."""
    try:
        yield
    except (sqlite3.Error, UnicodeError) as error:
        # The lower byte is the kind of error, the upper ones say more about it.
        kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        flaw, next_step = _FLAWS.get(kind, ("is damaged", _FROM_A_COPY))
        raise BankError(f"{subject} {flaw} ({error})", next_step) from error
