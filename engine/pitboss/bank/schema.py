"""The tables of a bank, and the conditions that no program can get round.

A balance is not stored beside the movements: it is what the last movement says, and a trigger lets
no movement in that does not continue the one before. Movements are neither changed nor deleted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from pitboss.bank.errors import BankError

APPLICATION_ID: Final = 0x70626E6B
SCHEMA_VERSION: Final = 1
PATIENCE_S: Final = 10
"""How long another process is waited for that is booking."""

SYNCHRONOUS: Final = "FULL"
"""A transaction is on the disk when it is done, so that not even a power cut takes it back."""

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


def connected(path: Path) -> sqlite3.Connection:
    """Open a bank's file; one that does not exist is made.

    Raises:
        BankError: the file cannot be opened, is no bank, or of a version that is not known.
    """
    with ExitStack() as stack:
        try:
            connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
            stack.callback(connection.close)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            if not _is_bank(connection, path):
                with transaction(connection):
                    if not _is_bank(connection, path):
                        _lay_out(connection)
        except sqlite3.Error as error:
            raise BankError(f"{path} is no bank ({error})", "name another file") from error
        stack.pop_all()
        return connection


def _is_bank(connection: sqlite3.Connection, path: Path) -> bool:
    """Say whether a file is a bank; no, if it is empty.

    Raises:
        BankError: it is something else.
    """
    application = number_of(connection, "PRAGMA application_id")
    version = number_of(connection, "PRAGMA user_version")
    if application == APPLICATION_ID:
        if version != SCHEMA_VERSION:
            raise BankError(f"{path} is a bank of version {version}", "use a newer engine")
        return True
    if application or number_of(connection, "SELECT count(*) FROM sqlite_master"):
        raise BankError(f"{path} is no bank", "name another file")
    return False


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
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    except sqlite3.Error as error:
        raise BankError(f"nothing was booked ({error})", "try again") from error


def number_of(
    connection: sqlite3.Connection, query: str, values: tuple[int | str, ...] = ()
) -> int:
    """Return the whole number that a query gives; 0 if it gives none."""
    row = connection.execute(query, values).fetchone()
    return 0 if row is None else int(row[0])
