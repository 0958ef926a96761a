"""Accounts: an id, a name, a status, and a history that sums to the balance."""

import sqlite3
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from pitboss.bank import (
    MAX_BALANCE_MINOR,
    Account,
    AccountStatus,
    Bank,
    BankError,
    InUseError,
    Movement,
    MovementKind,
    RoundAmounts,
    RoundState,
    database,
)
from pitboss.bank.database import APPLICATION_ID
from pitboss.cli.console import name_problem

OPENING = 1_000_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a bank that does not exist."""
    return tmp_path / "session.bank"


def test_a_new_name_is_given_an_account(path: Path) -> None:
    """With an id of its own, an active status and the opening balance as its first movement."""
    with Bank(path) as bank:
        assert bank.accounts() == ()
        assert bank.account("Ann") is None
        bank.sit(["Ann", "Ben"], opening_minor=OPENING).leave()
        ann, ben = bank.accounts()
        assert ann == Account(ann.id, "Ann", AccountStatus.ACTIVE, OPENING)
        assert ann.id != ben.id
        assert bank.account("Ben") == ben
        opening = Movement(1, MovementKind.OPENING, OPENING, OPENING, None, None)
        assert bank.history("Ann") == (opening,)


def test_an_account_is_opened_once(path: Path) -> None:
    """Whoever comes back finds what he left, whatever newcomers begin with by then."""
    with Bank(path) as bank:
        bank.sit(["Ann"], opening_minor=OPENING).leave()
    with Bank(path) as bank:
        bank.sit(["Ann"], opening_minor=5).leave()
        (ann,) = bank.accounts()
        assert ann.balance_minor == OPENING
        assert len(bank.history("Ann")) == 1


@pytest.mark.parametrize("name", ["", " Ann", "A\nn", "\x1b[2J", "\udcff", "x" * 41, "DEALER"])
def test_what_is_no_name_gets_no_account(path: Path, name: str) -> None:
    """Nor does anybody who wanted to sit down beside it."""
    with Bank(path) as bank:
        with pytest.raises(BankError, match="is not a name"):
            bank.sit(["Ann", name], opening_minor=OPENING)
        assert bank.accounts() == ()
        assert list(bank.folder.iterdir()) == []


@pytest.mark.parametrize("opening_minor", [-1, MAX_BALANCE_MINOR + 1])
def test_what_is_no_amount_opens_no_account(path: Path, opening_minor: int) -> None:
    """An account begins with something between nothing and the most that one may hold."""
    with Bank(path) as bank:
        with pytest.raises(BankError, match="opening balance"):
            bank.sit(["Ann"], opening_minor=opening_minor)
        assert bank.accounts() == ()
        bank.sit(["Ann"], opening_minor=0).leave()
        bank.sit(["Ben"], opening_minor=MAX_BALANCE_MINOR).leave()


def test_a_closed_account_cannot_sit_down(path: Path) -> None:
    """Until it is active again; its history stays."""
    with Bank(path) as bank:
        bank.sit(["Ann"], opening_minor=OPENING).leave()
        bank.set_status("Ann", AccountStatus.CLOSED)
        (ann,) = bank.accounts()
        assert (ann.status, ann.balance_minor) == (AccountStatus.CLOSED, OPENING)
        with pytest.raises(BankError, match="closed"):
            bank.sit(["Ann"], opening_minor=OPENING)
        bank.set_status("Ann", AccountStatus.ACTIVE)
        bank.sit(["Ann"], opening_minor=OPENING).leave()


def test_nobody_closes_an_account_that_sits_at_a_table(path: Path) -> None:
    """Nor one that does not exist, and that has no history either."""
    with Bank(path) as bank:
        sitting = bank.sit(["Ann"], opening_minor=OPENING)
        with pytest.raises(InUseError):
            bank.set_status("Ann", AccountStatus.CLOSED)
        sitting.leave()
        with pytest.raises(BankError, match="no account"):
            bank.set_status("Ben", AccountStatus.CLOSED)
        with pytest.raises(BankError, match="no account"):
            bank.history("Ben")


def test_a_history_tells_every_movement(path: Path) -> None:
    """With its kind, its amount, the balance after it, and the round that it belongs to."""
    with Bank(path) as bank:
        sitting = bank.sit(["Ann"], opening_minor=500)
        sitting.book(1, [RoundAmounts(500, 0, 0)], RoundState.OPEN, lines=3)
        sitting.book(1, [RoundAmounts(500, 0, 0)], RoundState.SETTLED, lines=6)
        fresh = sitting.give([0], 700, least_minor=100)
        fresh.book(1, [RoundAmounts(300, 450, 850)], RoundState.SETTLED, lines=4)
        fresh.leave()
        assert bank.history("Ann") == (
            Movement(1, MovementKind.OPENING, 500, 500, None, None),
            Movement(2, MovementKind.STAKE, -500, 0, sitting.id, 1),
            Movement(3, MovementKind.GIFT, 700, 700, None, None),
            Movement(4, MovementKind.STAKE, -300, 400, fresh.id, 1),
            Movement(5, MovementKind.RETURNED, 450, 850, fresh.id, 1),
        )
        assert sum(each.amount_minor for each in bank.history("Ann")) == 850


def test_a_link_to_a_bank_leads_to_the_same_locks(path: Path, tmp_path: Path) -> None:
    """Whoever comes by another name to the same file meets who is there."""
    link = tmp_path / "link.bank"
    link.symlink_to(path)
    with Bank(path) as bank, Bank(link) as other:
        assert other.folder == bank.folder
        sitting = bank.sit(["Ann"], opening_minor=OPENING)
        with pytest.raises(InUseError):
            other.left_behind(["Ann"])
        sitting.leave()


def test_a_file_that_is_no_bank_is_refused(tmp_path: Path) -> None:
    """Whether it is no database, somebody else's, or one of a later version; it stays as it was."""
    text = tmp_path / "text"
    text.write_text("Dear diary, today I lost 10,000.00 at the tables. " * 100)
    theirs = tmp_path / "theirs"
    with closing(sqlite3.connect(theirs)) as connection:
        connection.execute("CREATE TABLE cats (name TEXT)")
    later = tmp_path / "later"
    with closing(sqlite3.connect(later)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 3")
    for path, problem in ((text, "not a bank"), (theirs, "not a bank"), (later, "version 3")):
        before = path.read_bytes()
        with pytest.raises(BankError, match=problem):
            Bank(path)
        assert path.read_bytes() == before
    with pytest.raises(BankError, match="No such file or directory"):
        Bank(tmp_path / "nowhere" / "session.bank")


@pytest.mark.parametrize("name", ["x" * 40, "x" * 41, "한" * 20, "한" * 21, "A\u00a0B", "\u0301"])
def test_an_account_can_play_at_a_terminal(path: Path, name: str) -> None:
    """A name that `pitboss play` refuses gets no account, and any other name gets one."""
    problem = name_problem(name)
    with Bank(path) as bank:
        if problem:
            with pytest.raises(BankError, match=problem.partition(": ")[2]):
                bank.open_account(name, OPENING)
        else:
            assert bank.open_account(name, OPENING).name == name


def test_an_account_with_a_longer_name_stays_usable(path: Path) -> None:
    """Accounts with names of up to 100 letters could be opened before."""
    name = "x" * 100
    with Bank(path) as bank:
        bank.open_account("Ann", OPENING)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE account SET name = ?", (name,))
    with Bank(path) as bank:
        bank.sit([name], opening_minor=5).leave()
        assert [each.name for each in bank.accounts()] == [name]


def test_names_and_amounts_have_a_limit_in_the_file(path: Path) -> None:
    """What the bank refuses, its tables refuse as well."""
    with Bank(path) as bank:
        bank.sit(["Ann"], opening_minor=MAX_BALANCE_MINOR).leave()
    with closing(sqlite3.connect(path)) as connection:
        for name in ("", "x" * 101):
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute("INSERT INTO account VALUES (7, ?, 'active')", (name,))
        connection.execute("INSERT INTO account VALUES (7, 'Eve', 'active')")
        for amount in (-1, MAX_BALANCE_MINOR + 1, 2.5, "lots"):
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(
                    "INSERT INTO movement VALUES (7, 1, 'opening', ?, ?, NULL, NULL)",
                    (amount, amount),
                )


def test_a_bank_may_be_made_by_two_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second finds the tables laid out, and uses them."""
    transaction = database.transaction

    def after_another(connection: sqlite3.Connection) -> AbstractContextManager[None]:
        monkeypatch.setattr(database, "transaction", transaction)
        with Bank(path) as first:
            first.sit(["Ann"], opening_minor=OPENING).leave()
        return transaction(connection)

    monkeypatch.setattr(database, "transaction", after_another)
    with Bank(path) as second:
        assert [account.name for account in second.accounts()] == ["Ann"]
