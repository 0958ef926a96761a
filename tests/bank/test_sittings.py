"""Sittings: who may book for a table, what is booked of its rounds, and what never is."""

import secrets
import sqlite3
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path

import pytest
from tests.bank.plain_audit import audited
from tests.bank.quick_disk import DURABLE
from tests.bank.scenes import balances

from pitboss.bank import (
    Bank,
    BankError,
    InUseError,
    MismatchError,
    MovementKind,
    RoundAmounts,
    RoundState,
    Sitting,
    database,
)
from pitboss.bank.database import TableLock

OPENING = 1_000


@pytest.fixture
def sitting(bank: Bank) -> Sitting:
    """Seat Ann and Ben."""
    return bank.sit(["Ann", "Ben"], opening_minor=OPENING)


def kinds(bank: Bank, name: str) -> list[MovementKind]:
    """Return why the balance of an account moved, from the first time to the last."""
    return [movement.kind for movement in bank.history(name)]


BOTH_BET = (RoundAmounts(100, 0, 900), RoundAmounts(300, 0, 700))
ANN_WON = (RoundAmounts(100, 200, 1_100), RoundAmounts(300, 0, 700))


def test_stakes_lie_in_escrow_from_when_they_are_made(bank: Bank, sitting: Sitting) -> None:
    """They are out of the balance, and the table says whose they are."""
    assert (sitting.open_round, sitting.escrow_minor) == (None, {})
    sitting.book(
        1, [RoundAmounts(100, 0, 900), RoundAmounts(0, 0, 1_000)], RoundState.OPEN, lines=4
    )
    assert balances(bank) == [900, 1_000]
    assert (sitting.open_round, sitting.escrow_minor) == (1, {"Ann": 100})
    sitting.book(1, BOTH_BET, RoundState.OPEN, lines=5)
    assert balances(bank) == [900, 700]
    assert sitting.escrow_minor == {"Ann": 100, "Ben": 300}
    assert sitting.lines == 5


def test_a_round_is_settled_for_all_seats_at_once(bank: Bank, sitting: Sitting) -> None:
    """What came back is one movement each, and nothing lies on the table any more."""
    sitting.book(1, BOTH_BET, RoundState.OPEN, lines=5)
    sitting.book(1, ANN_WON, RoundState.SETTLED, lines=8)
    assert balances(bank) == [1_100, 700]
    assert kinds(bank, "Ann") == [
        MovementKind.OPENING,
        MovementKind.STAKE,
        MovementKind.RETURNED,
    ]
    assert kinds(bank, "Ben") == [MovementKind.OPENING, MovementKind.STAKE]
    assert (sitting.open_round, sitting.escrow_minor) == (None, {})


def test_to_state_the_same_again_books_nothing(bank: Bank, sitting: Sitting) -> None:
    """A round may be stated from its beginning any number of times."""
    for _ in range(3):
        sitting.book(1, BOTH_BET, RoundState.OPEN, lines=5)
    for _ in range(3):
        sitting.book(1, ANN_WON, RoundState.SETTLED, lines=8)
    assert balances(bank) == [1_100, 700]
    assert len(bank.history("Ann")) == 3
    assert sitting.lines == 8


def test_an_event_that_stakes_and_settles_is_booked_as_both(bank: Bank, sitting: Sitting) -> None:
    """A double that ends the round is a stake and what came back, in one transaction."""
    sitting.book(1, BOTH_BET, RoundState.OPEN, lines=5)
    doubled = (RoundAmounts(200, 400, 1_200), RoundAmounts(300, 0, 700))
    sitting.book(1, doubled, RoundState.SETTLED, lines=9)
    amounts = [movement.amount_minor for movement in bank.history("Ann")]
    assert amounts == [1_000, -100, -100, 400]


def test_who_sits_out_has_side_bets_back(bank: Bank, sitting: Sitting) -> None:
    """Of which the table tells nothing more, however often it is asked."""
    ann_placed = (RoundAmounts(100, 0, 900), RoundAmounts(0, 0, 1_000))
    sitting.book(1, ann_placed, RoundState.OPEN, lines=4)
    nothing = (RoundAmounts(0, 0, 1_000), RoundAmounts(0, 0, 1_000))
    for _ in range(2):
        sitting.book(1, nothing, RoundState.OPEN, lines=5)
        assert sitting.escrow_minor == {"Ann": 0}
    for _ in range(2):
        sitting.book(1, nothing, RoundState.SETTLED, lines=6)
    assert [each.amount_minor for each in bank.history("Ann")] == [1_000, -100, 100]
    assert (balances(bank), sitting.open_round) == ([1_000, 1_000], None)


def test_a_round_without_stakes_leaves_no_trace(bank: Bank, sitting: Sitting) -> None:
    """Nobody played, so there is nothing to tell of it."""
    nothing = (RoundAmounts(0, 0, 1_000), RoundAmounts(0, 0, 1_000))
    sitting.book(1, nothing, RoundState.OPEN, lines=3)
    sitting.book(1, nothing, RoundState.SETTLED, lines=6)
    assert [len(bank.history(name)) for name in ("Ann", "Ben")] == [1, 1]
    sitting.book(2, ANN_WON, RoundState.SETTLED, lines=9)
    assert balances(bank) == [1_100, 700]


@pytest.mark.parametrize(
    ("number", "amounts", "state"),
    [
        (1, [RoundAmounts(50, 0, 950), RoundAmounts(300, 0, 700)], RoundState.OPEN),
        (1, [RoundAmounts(100, 0, 901), RoundAmounts(300, 0, 700)], RoundState.OPEN),
        (1, [RoundAmounts(100, 0, 900)], RoundState.OPEN),
        (2, BOTH_BET, RoundState.OPEN),
        (2, [RoundAmounts(0, 100, 1_000), RoundAmounts(0, 300, 1_000)], RoundState.SETTLED),
    ],
    ids=["stake taken back", "other balance", "seat missing", "round skipped", "from nowhere"],
)
def test_what_cannot_follow_is_refused_as_a_whole(
    bank: Bank,
    sitting: Sitting,
    number: int,
    amounts: list[RoundAmounts],
    state: RoundState,
) -> None:
    """Not one of its movements is booked, and the round stands as it stood."""
    sitting.book(1, BOTH_BET, RoundState.OPEN, lines=5)
    with pytest.raises(MismatchError):
        sitting.book(number, amounts, state, lines=7)
    assert balances(bank) == [900, 700]
    assert (sitting.open_round, sitting.lines) == (1, 5)


def test_less_came_back_than_was_booked_is_refused(bank: Bank, sitting: Sitting) -> None:
    """Chips that were paid out in mid-round are only taken back when the round is void."""
    paid = (RoundAmounts(100, 250, 1_150), RoundAmounts(300, 0, 700))
    sitting.book(1, paid, RoundState.OPEN, lines=6)
    with pytest.raises(MismatchError):
        sitting.book(1, BOTH_BET, RoundState.OPEN, lines=7)
    nothing_moved = (RoundAmounts(100, 100, 1_000), RoundAmounts(300, 300, 1_000))
    sitting.book(1, nothing_moved, RoundState.VOID, lines=7)
    assert balances(bank) == [1_000, 1_000]
    assert kinds(bank, "Ann")[-1] is MovementKind.VOID
    assert audited(bank.path).void == {(sitting.id, 1)}


def test_a_round_that_is_over_is_booked_no_more(bank: Bank, sitting: Sitting) -> None:
    """Whatever is stated of it later must be what was stated before."""
    sitting.book(1, ANN_WON, RoundState.SETTLED, lines=8)
    with pytest.raises(MismatchError, match="booked with other amounts"):
        sitting.book(1, [RoundAmounts(100, 300, 1_200), ANN_WON[1]], RoundState.SETTLED, lines=9)
    assert balances(bank) == [1_100, 700]


def test_no_stake_is_larger_than_the_balance(bank: Bank, sitting: Sitting) -> None:
    """Whoever states one, the balance is never below nothing, and nothing at all is booked."""
    with pytest.raises(BankError, match="below 0"):
        sitting.book(
            1, [RoundAmounts(100, 0, 900), RoundAmounts(1_001, 0, -1)], RoundState.OPEN, lines=5
        )
    assert balances(bank) == [1_000, 1_000]
    assert sitting.open_round is None


def test_a_void_round_is_as_if_it_had_never_been(bank: Bank, sitting: Sitting) -> None:
    """Every stake goes back, and what was paid out is taken back."""
    paid = (RoundAmounts(100, 250, 1_150), RoundAmounts(300, 0, 700))
    sitting.book(1, paid, RoundState.OPEN, lines=6)
    assert sitting.void_round() == 1
    assert balances(bank) == [1_000, 1_000]
    assert sitting.void_round() is None
    even = (RoundAmounts(100, 100, 1_000), RoundAmounts(0, 0, 1_000))
    sitting.book(2, even, RoundState.OPEN, lines=8)
    assert sitting.void_round() == 2
    assert kinds(bank, "Ann")[-1] is MovementKind.RETURNED


def test_nobody_leaves_while_a_round_is_open(bank: Bank, sitting: Sitting) -> None:
    """Nor is anybody given anything."""
    sitting.book(
        1, [RoundAmounts(1_000, 0, 0), RoundAmounts(0, 0, 1_000)], RoundState.OPEN, lines=5
    )
    with pytest.raises(BankError, match="round is open"):
        sitting.leave()
    with pytest.raises(BankError, match="round is open"):
        sitting.give([0], OPENING, least_minor=100)
    assert balances(bank) == [0, 1_000]
    assert [account.name for account in sitting.accounts] == ["Ann", "Ben"]
    assert audited(bank.path).escrow == {"Ann": 1_000, "Ben": 0}


def test_a_gift_is_for_those_who_are_broke(bank: Bank, sitting: Sitting) -> None:
    """Everybody goes to a new table with it, in the same order; at the old one nobody plays."""
    sitting.book(
        1, [RoundAmounts(950, 0, 50), RoundAmounts(0, 0, 1_000)], RoundState.SETTLED, lines=9
    )
    with pytest.raises(BankError, match="Ben is not broke"):
        sitting.give([0, 1], OPENING, least_minor=100)
    assert balances(bank) == [50, 1_000]
    fresh = sitting.give([0], OPENING, least_minor=100)
    assert balances(bank) == [1_050, 1_000]
    assert fresh.id != sitting.id
    assert [account.name for account in fresh.accounts] == ["Ann", "Ben"]
    with pytest.raises(BankError, match="nobody sits"):
        sitting.book(
            2, [RoundAmounts(0, 0, 1_050), RoundAmounts(1, 0, 999)], RoundState.OPEN, lines=12
        )
    with pytest.raises(BankError, match="nobody sits"):
        sitting.give([0], OPENING, least_minor=5_000)
    fresh.leave()
    assert list(bank.folder.iterdir()) == []


def test_an_account_sits_at_one_table_only(bank: Bank, sitting: Sitting) -> None:
    """At no other, until it leaves the first."""
    for names in (["Ben"], ["Cid", "Ann"]):
        with pytest.raises(InUseError) as refused:
            bank.sit(names, opening_minor=OPENING)
        assert refused.value.name == names[-1]
    assert [account.name for account in bank.accounts()] == ["Ann", "Ben"]
    bank.sit(["Cid"], opening_minor=OPENING).leave()
    sitting.leave()
    bank.sit(["Ben", "Dot"], opening_minor=OPENING).leave()


@pytest.mark.parametrize("names", [[], ["Dot", "Dot"]])
def test_a_table_seats_somebody_and_nobody_twice(bank: Bank, names: list[str]) -> None:
    """Or it would be over before it began, or one account would play against itself."""
    before = bank.accounts()
    with pytest.raises(BankError, match="name one account or more, each once"):
        bank.sit(names, opening_minor=OPENING)
    assert bank.accounts() == before


def test_a_table_whose_process_lives_is_not_taken_over(bank: Bank, sitting: Sitting) -> None:
    """Not even by one who sits down with others whose process has ended."""
    left = bank.sit(["Cid"], opening_minor=OPENING)
    left.release()
    with pytest.raises(InUseError) as refused:
        bank.left_behind(["Cid", "Ben"])
    assert refused.value.name == "Ben"
    (taken,) = bank.left_behind(["Cid", "Dot"])
    assert taken.id == left.id
    with pytest.raises(InUseError):
        bank.left_behind(["Cid"])
    taken.leave()
    assert bank.left_behind(["Cid", "Dot"]) == ()
    sitting.leave()


def test_a_table_of_several_is_taken_over_once(bank: Bank, sitting: Sitting) -> None:
    """Whoever asks for all who sat there gets one table, with what lies on it."""
    sitting.book(1, BOTH_BET, RoundState.OPEN, lines=5)
    sitting.release()
    (taken,) = bank.left_behind(["Ben", "Ann"])
    assert (taken.id, taken.open_round, taken.lines) == (sitting.id, 1, 5)
    taken.book(1, ANN_WON, RoundState.SETTLED, lines=8)
    taken.leave()
    assert balances(bank) == [1_100, 700]


def test_the_id_of_a_table_in_play_is_not_drawn_again(
    bank: Bank, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If chance gives it all the same, it is asked once more."""
    draws = chain([sitting.id], repeat("0123456789abcdef"))

    def drawn(_bytes: int) -> str:
        return next(draws)

    monkeypatch.setattr(secrets, "token_hex", drawn)
    assert bank.sit(["Cid"], opening_minor=OPENING).id == "0123456789abcdef"


def test_seats_cannot_be_kept_where_no_lock_can_be_made(tmp_path: Path) -> None:
    """The bank says so, and nobody sits down."""
    (tmp_path / "session.bank.tables").write_text("in the way")
    with Bank(tmp_path / "session.bank") as bank:
        with pytest.raises(BankError, match="the table cannot be locked"):
            bank.sit(["Ann"], opening_minor=OPENING)
        assert bank.accounts() == ()
    (tmp_path / "taken.lock").mkdir()
    with pytest.raises(BankError, match="the table cannot be locked"):
        TableLock.taken(tmp_path / "taken.lock")


def test_a_bank_that_stays_busy_books_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some patience it says so, and the same can be tried again."""
    monkeypatch.setattr(database, "PATIENCE_S", 0)
    with Bank(tmp_path / "session.bank") as bank:
        sitting = bank.sit(["Ann", "Ben"], opening_minor=OPENING)
        with closing(sqlite3.connect(bank.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(BankError, match="nothing was booked"):
                sitting.book(1, BOTH_BET, RoundState.OPEN, lines=5)
            with pytest.raises(BankError, match="nothing was booked"):
                sitting.leave()
            other.execute("ROLLBACK")
        assert balances(bank) == [1_000, 1_000]
        sitting.book(1, ANN_WON, RoundState.SETTLED, lines=5)
        sitting.leave()


def test_what_breaks_off_inside_a_transaction_is_undone(
    bank: Bank, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even what is no error of the bank's, such as an interruption from the keyboard."""

    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    sitting.book(1, BOTH_BET, RoundState.OPEN, lines=5)
    monkeypatch.setattr(sitting, "_end", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sitting.book(1, ANN_WON, RoundState.SETTLED, lines=8)
    monkeypatch.undo()
    assert balances(bank) == [900, 700]
    sitting.book(1, ANN_WON, RoundState.SETTLED, lines=8)
    assert balances(bank) == [1_100, 700]


def test_what_the_file_has_undone_by_itself_is_not_undone_twice(bank: Bank) -> None:
    """After some errors, such as a full disk, no transaction is left to be rolled back."""

    def undone_by_itself(connection: sqlite3.Connection) -> None:
        with database.transaction(connection):
            connection.execute("ROLLBACK")
            raise sqlite3.OperationalError("database or disk is full")

    with (
        closing(database.connect(bank.path)) as connection,
        pytest.raises(BankError, match="full"),
    ):
        undone_by_itself(connection)


def test_a_transaction_shuts_others_out_from_its_beginning(bank: Bank) -> None:
    """What it reads before it writes is still so when it writes."""
    with (
        closing(sqlite3.connect(bank.path, timeout=0, isolation_level=None)) as other,
        closing(database.connect(bank.path)) as connection,
        database.transaction(connection),
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("BEGIN IMMEDIATE")


def test_a_bank_asks_all_that_there_is_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk has a transaction when it is done, and references are looked after."""
    monkeypatch.setattr(database, "SYNCHRONOUS", DURABLE)
    with closing(database.connect(tmp_path / "bank")) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert [path.name for path in tmp_path.iterdir()] == ["bank"]


def test_a_lock_whose_file_has_just_gone_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever ends a table deletes its file, maybe while another is about to lock it."""
    connect = sqlite3.connect
    failed: list[Path] = []

    class Gone(sqlite3.Connection):
        def execute(self, *_arguments: object) -> sqlite3.Cursor:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error

    def failing(path: Path, *, timeout: int, isolation_level: None) -> sqlite3.Connection:
        if len(failed) < times:
            failed.append(path)
            return Gone(path)
        return connect(path, timeout=timeout, isolation_level=isolation_level)

    monkeypatch.setattr(sqlite3, "connect", failing)
    times = 1
    presence = TableLock.taken(tmp_path / "locks" / "one")
    assert presence is not None
    presence.end()
    times = 99
    with pytest.raises(BankError, match="disk I/O error"):
        TableLock.taken(tmp_path / "locks" / "two")
