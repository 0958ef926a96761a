"""What is wrong with a bank's file is said truly, and the file is only its owner's."""

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.bank import Bank, BankError, RoundAmounts, RoundState, Sitting, database

OPENING = 1_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Make a bank in which Ann has played a round."""
    path = tmp_path / "session.bank"
    with Bank(path) as bank:
        sitting = bank.sit(["Ann"], opening_minor=OPENING)
        sitting.book(1, [RoundAmounts(100, 250, 1_150)], RoundState.SETTLED, lines=5)
        sitting.leave()
    return path


def altered(path: Path, *statements: str) -> bytes:
    """Change a bank as only somebody can who wants to; return what the file holds then."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA writable_schema = ON")
        triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        # What keeps others from it is taken away, and put back.
        kept = connection.execute(triggers).fetchall() if statements[0][:4] != "DROP" else []
        for statement in (
            *(f"DROP TRIGGER {name}" for name, _ in kept),
            *statements,
            *(sql for _, sql in kept),
        ):
            connection.execute(statement)
    return path.read_bytes()


def test_a_bank_that_lacks_a_part_is_damaged(path: Path) -> None:
    """Each table, index and trigger is needed: the part is named, and the file stays as it was."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'"
        parts = connection.execute(query).fetchall()
    assert len(parts) > 10
    whole = path.read_bytes()
    for kind, name in parts:
        path.write_bytes(whole)
        data = altered(path, f"DROP {kind} {name}")
        with pytest.raises(BankError, match=r"session\.bank is damaged \(\w+ is mis") as damaged:
            Bank(path)
        assert "a copy" in damaged.value.next_step
        assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("statements", "flaw"),
    [
        (["UPDATE account SET status = 'frozen'"], "CHECK constraint failed in account"),
        (["UPDATE account SET name = x'ff'"], "CHECK constraint failed in account"),
        (["UPDATE sitting SET lines = 'many'"], "CHECK constraint failed in sitting"),
        (["UPDATE movement SET amount_minor = 'x'"], "CHECK constraint failed in movement"),
        (["UPDATE round SET state = 'lost'"], "CHECK constraint failed in round"),
        (["UPDATE movement SET kind = 'theft'"], "CHECK constraint failed in movement"),
        (["INSERT INTO seat VALUES (77, 'nowhere', 0)"], "seat refers to a row that is missing"),
        (
            ["UPDATE sqlite_master SET sql = replace(sql, '''closed''', '''frozen''')"],
            "account is missing or changed",
        ),
    ],
)
def test_a_bank_that_holds_what_none_writes_is_damaged(
    path: Path, statements: list[str], flaw: str
) -> None:
    """An unknown status, say: it is said when the bank is opened, and nothing is changed."""
    data = altered(path, *statements)
    with pytest.raises(BankError, match="is damaged") as damaged:
        Bank(path)
    assert flaw in damaged.value.problem
    assert path.read_bytes() == data


def test_a_file_with_any_byte_changed_is_a_bank_or_refused(path: Path) -> None:
    """Wherever it is: nothing but the error of a bank comes of it."""
    data = path.read_bytes()
    refused = 0
    for at in range(0, len(data), 61):
        spoilt = bytearray(data)
        spoilt[at] ^= 0xFF
        path.write_bytes(spoilt)
        try:
            with Bank(path) as bank:
                bank.accounts()
                bank.history("Ann")
        except BankError:
            refused += 1
        path.unlink()
    assert refused > 20


ASKED: dict[str, Callable[[Bank], object]] = {
    "accounts": Bank.accounts,
    "account": lambda bank: bank.account("Ann"),
    "history": lambda bank: bank.history("Ann"),
    "left_behind": lambda bank: bank.left_behind(["Ann"]),
    "sit": lambda bank: bank.sit(["Ann"], opening_minor=OPENING),
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_bank_that_another_holds_is_in_use(
    path: Path, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens or asks it is told so after some patience, and not that it is none."""
    monkeypatch.setattr(database, "PATIENCE_S", 0)
    with Bank(path) as bank, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BankError, match=r"session\.bank is in use by another") as busy:
            Bank(path)
        assert busy.value.next_step == "try again"
        with pytest.raises(BankError, match="is in use by another"):
            ASKED[asked](bank)
        other.execute("ROLLBACK")
        ASKED[asked](bank)


@pytest.mark.parametrize("asked", ASKED)
def test_a_table_that_is_dropped_while_a_bank_is_open_is_an_error_of_the_bank(
    path: Path, asked: str
) -> None:
    """Whatever is asked of it then."""
    with Bank(path) as bank:
        altered(path, "DROP TABLE account")
        with pytest.raises(BankError, match=r"is damaged \(no such table"):
            ASKED[asked](bank)


def test_a_full_disk_is_no_damage(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What found no space is not booked, and the balance is what was booked."""
    connection = database.connect(path)

    def connected(_path: Path) -> sqlite3.Connection:
        return connection

    with monkeypatch.context() as patch:
        patch.setattr("pitboss.bank.bank.connect", connected)
        bank = Bank(path)
    with bank:
        sitting = bank.sit(["Ann"], opening_minor=OPENING)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(BankError, match="the bank found no space on the disk"):
            book_rounds(sitting, 10_000)
    with Bank(path) as bank:
        history = bank.history("Ann")
        assert 3 < len(history) < 20_003
        # The opening, and a stake with what came back for each round.
        assert len(history) % 2 == 1
        assert bank.accounts()[0].balance_minor == history[-1].balance_minor == 1_147 + len(history)


def book_rounds(sitting: Sitting, rounds: int) -> None:
    """Book rounds that win two each."""
    for number in range(1, rounds + 1):
        amounts = RoundAmounts(1, 3, 1_150 + 2 * number)
        sitting.book(number, [amounts], RoundState.SETTLED, lines=number)


@pytest.mark.skipif(os.name != "posix", reason="files have modes there")
@pytest.mark.parametrize("mask", [0, 0o022])
def test_a_bank_and_all_beside_it_are_their_owners_alone(tmp_path: Path, mask: int) -> None:
    """Whatever the process lets new files be."""
    before = os.umask(mask)
    try:
        with Bank(tmp_path / "session.bank") as bank:
            sitting = bank.sit(["Ann"], opening_minor=OPENING)
            modes = {path.suffix: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
            sitting.leave()
    finally:
        os.umask(before)
    # The last one belongs to the lock that is held.
    assert modes == {".bank": 0o600, ".tables": 0o700, ".lock": 0o600, ".lock-journal": 0o600}


@pytest.mark.parametrize("name", ["nowhere/session.bank", "a\0b"])
def test_a_bank_that_cannot_be_made_says_why(tmp_path: Path, name: str) -> None:
    """With one sentence."""
    with pytest.raises(BankError, match=r"cannot be (made|reached)"):
        Bank(tmp_path / name)


def test_a_path_that_leads_in_a_circle_says_so(tmp_path: Path) -> None:
    """It leads nowhere."""
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    with pytest.raises(BankError, match=r"cannot be (made|reached)"):
        Bank(tmp_path / "one")
