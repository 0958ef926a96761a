"""The conditions in the bank's file itself: no program that writes to it gets round them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.bank import Bank, RoundAmounts, RoundState


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a bank: Ann and Ben at a table in round 2, Cid at none, round 1 settled."""
    path = tmp_path_factory.mktemp("conditions") / "session.bank"
    with Bank(path) as bank:
        sitting = bank.sit(["Ann", "Ben"], opening_minor=1_000)
        settled = [RoundAmounts(100, 200, 1_100), RoundAmounts(0, 0, 1_000)]
        sitting.book(1, settled, RoundState.SETTLED, lines=8)
        amounts = [RoundAmounts(100, 0, 1_000), RoundAmounts(0, 0, 1_000)]
        sitting.book(2, amounts, RoundState.OPEN, lines=10)
        bank.sit(["Cid"], opening_minor=1_000).leave()
        sitting.release()
    return path


@pytest.fixture
def file(path: Path) -> Iterator[sqlite3.Connection]:
    """Copy the bank, for a test to do with it what it likes."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        with closing(sqlite3.connect(path)) as original:
            original.backup(copy)
        copy.execute("PRAGMA foreign_keys = ON")
        yield copy


def table_of(file: sqlite3.Connection) -> str:
    """Return the table at which Ann and Ben sit."""
    (table,) = file.execute("SELECT sitting FROM seat WHERE account = 1").fetchone()
    return str(table)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE movement SET amount_minor = 5",
        "UPDATE movement SET kind = 'gift' WHERE kind = 'opening'",
        "DELETE FROM movement",
        "DELETE FROM round",
        "DELETE FROM seat",
        "DELETE FROM account WHERE name = 'Ann'",
        "UPDATE round SET state = 'open' WHERE number = 1",
        "UPDATE round SET state = 'void' WHERE number = 1",
        "UPDATE round SET state = 'lost' WHERE number = 2",
        "INSERT INTO round VALUES (:table, 3, 'open')",
        "INSERT INTO round VALUES (:table, 3, 'settled')",
        "INSERT INTO round VALUES ('elsewhere', 1, 'open')",
        "INSERT INTO account VALUES (9, 'Ann', 'active')",
        "INSERT INTO account VALUES (9, 'Dot', 'rich')",
        "INSERT INTO seat VALUES (1, :table, 7)",
        "INSERT INTO seat VALUES (3, :table, 0)",
        "INSERT INTO seat VALUES (9, :table, 7)",
        "UPDATE sitting SET lines = 'many'",
        # A history that is not continued: a sequence, a balance, an opening that is not the first.
        "INSERT INTO movement VALUES (3, 3, 'gift', 5, 1005, NULL, NULL)",
        "INSERT INTO movement VALUES (3, 2, 'gift', 5, 1006, NULL, NULL)",
        "INSERT INTO movement VALUES (3, 2, 'opening', 5, 1005, NULL, NULL)",
        "INSERT INTO movement VALUES (3, 2, 'gift', 0, 1000, NULL, NULL)",
        "INSERT INTO movement VALUES (3, 2, 'gift', -5, 995, NULL, NULL)",
        "INSERT INTO movement VALUES (3, 2, 'gift', 0.5, 1000.5, NULL, NULL)",
        "INSERT INTO movement VALUES (3, 2, 'theft', 5, 1005, NULL, NULL)",
        "INSERT INTO movement VALUES (9, 1, 'opening', 5, 5, NULL, NULL)",
        # Stakes and returns of no round, of a round that is over, of a table where one is not.
        "INSERT INTO movement VALUES (3, 2, 'stake', -5, 995, NULL, NULL)",
        "INSERT INTO movement VALUES (2, 2, 'stake', -5, 995, :table, 1)",
        "INSERT INTO movement VALUES (2, 2, 'stake', 5, 1005, :table, 2)",
        "INSERT INTO movement VALUES (2, 2, 'stake', -1001, -1, :table, 2)",
        "INSERT INTO movement VALUES (2, 2, 'returned', -5, 995, :table, 2)",
        "INSERT INTO movement VALUES (2, 2, 'void', 0, 1000, :table, 2)",
        "INSERT INTO movement VALUES (2, 2, 'gift', 5, 1005, :table, 2)",
        "INSERT INTO movement VALUES (2, 2, 'stake', -5, 995, :table, NULL)",
        "INSERT INTO movement VALUES (3, 2, 'stake', -5, 995, :table, 2)",
    ],
)
def test_the_file_holds_no_book_that_does_not_balance(
    file: sqlite3.Connection, statement: str
) -> None:
    """A statement that would break the books is refused, and changes nothing."""
    before = list(file.iterdump())
    with pytest.raises(sqlite3.IntegrityError):
        file.execute(statement, {"table": table_of(file)})
    assert list(file.iterdump()) == before


def test_the_file_takes_what_does_balance(file: sqlite3.Connection) -> None:
    """The conditions are not so strict that nothing gets in at all."""
    table = table_of(file)
    file.execute("INSERT INTO movement VALUES (2, 2, 'stake', -5, 995, ?, 2)", (table,))
    file.execute("INSERT INTO movement VALUES (2, 3, 'returned', 5, 1000, ?, 2)", (table,))
    file.execute("INSERT INTO movement VALUES (3, 2, 'gift', 5, 1005, NULL, NULL)")
    file.execute("UPDATE round SET state = 'settled' WHERE number = 2")
