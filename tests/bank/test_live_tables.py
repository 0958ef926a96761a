"""Seats of live tables, bought with chips of accounts: bank and journal after a crash."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import define

from pitboss import MimicPlayer, SeatPlan, play_rounds
from pitboss.bank import AccountStatus, Bank, BankError, Cost, InUseError, LiveTable, MovementKind
from pitboss.bank.table_journals import ChipsMoved, rounds_of
from pitboss.game.seat_changes import ChangeKind
from pitboss.live import OpenTable, open_table
from pitboss.table import SeatChange

CHEAP = Cost(1, 1, 1)


@define
class House:
    """A bank with Ann and Ben, and one live table.

    Attributes:
        folder: where both lie.
        bank: with 1,000 chips of each.
        opened: the table.
        live: the table as the bank has it.
    """

    folder: Path
    bank: Bank
    opened: OpenTable
    live: LiveTable

    def join(self, account: int, seat: int, chips: int, *, booked: bool = True) -> str:
        """Let an account sit down, with a command that the journal has; return that."""
        name, command = ("Ann", "Ben")[account - 1], f"{account}:join-{self.opened.journal.seq}"
        if booked:
            self.live.bring(account, seat, chips, command)
        self.opened.table.change(SeatChange.join(seat, name, chips).sent(command=command))
        return command

    def leave(self, seat: int) -> ChipsMoved:
        """Let somebody leave, of which the bank does not hear; return the line."""
        chips = self.opened.table.round.seats[seat].balance_minor
        self.opened.table.change(SeatChange.leave(seat))
        return ChipsMoved(self.opened.journal.seq - 1, ChangeKind.LEAVE, seat, chips)

    def owned(self) -> list[int]:
        """Return what the accounts have."""
        return [each.balance_minor for each in self.bank.accounts()]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Open a bank and a table."""
    path = tmp_path / "low.jsonl"
    seats = [None, None, SeatPlan("Robo", 1_000)]
    with (
        Bank(tmp_path / "house.bank", cost=CHEAP) as bank,
        open_table(path, seats=seats, seed=7) as opened,
    ):
        for name in ("Ann", "Ben"):
            bank.open_account(name, 1_000)
        yield House(tmp_path, bank, opened, bank.live_table("low", path))


def test_chips_go_to_a_seat_and_come_back_once(house: House) -> None:
    """However often the line is told; rounds at the table change nothing that is lost."""
    house.join(1, 0, 400)
    house.live.bring(1, 0, 100, "1:more", ChangeKind.DEPOSIT)
    house.opened.table.change(SeatChange.deposit(0, 100).sent(command="1:more"))
    house.opened.table.change(SeatChange.award(0, 30, "a prize"))
    house.opened.table.change(SeatChange.charge(0, 10, "a fee"))
    assert (house.owned(), house.live.seat_of(1)) == ([500, 1_000], 0)
    play_rounds(house.opened.table, [MimicPlayer()] * 3, 5)
    played = [each.number for each in rounds_of(house.folder / "low.jsonl", 1)]
    assert played == [1, 2, 3, 4, 5]
    found = house.bank.check()
    assert (found.holds, found.accounts_minor) == (True, 1_500)
    line = house.leave(0)
    problems = house.bank.check().problems
    assert any("Ann has seat 1 of table low only in the bank" in each for each in problems)
    for _ in range(2):
        house.live.book(line)
    assert house.owned() == [500 + line.amount_minor, 1_000]
    assert house.bank.check().holds
    assert (house.live.seat_of(1), house.live.settle()) == (None, ())


def test_nobody_has_two_seats_and_no_seat_has_two(house: House) -> None:
    """Nor does somebody bring what they do not have, or to a seat that is not theirs."""
    house.join(1, 0, 400)
    with pytest.raises(InUseError):
        house.live.bring(1, 1, 100, "1:again")
    with pytest.raises(BankError, match="seat 1 is taken"):
        house.live.bring(2, 0, 100, "2:there")
    with pytest.raises(BankError, match="1 to 1000"):
        house.live.bring(2, 1, 1_001, "2:more")
    with pytest.raises(BankError, match="seat 1 does not belong to Ben"):
        house.live.bring(2, 0, 1, "2:more", ChangeKind.DEPOSIT)
    house.bank.set_status("Ben", AccountStatus.BLOCKED)
    with pytest.raises(BankError, match="not active"):
        house.live.bring(2, 1, 1, "2:more")
    with pytest.raises(InUseError):
        house.bank.set_status("Ann", AccountStatus.CLOSED)
    with pytest.raises(InUseError):
        house.bank.sit(["Ann"], opening_minor=5)


def test_what_the_table_does_not_have_goes_back(house: House) -> None:
    """Once; also after a crash between the two."""
    house.live.bring(1, 0, 400, "1:a")
    assert house.bank.check().under_way_minor == 400
    for _ in range(2):
        house.live.give_back("1:a")
    assert (house.owned(), house.live.account_at(0)) == ([1_000, 1_000], None)
    with pytest.raises(BankError, match="'1:a' was used"):
        house.live.bring(1, 0, 400, "1:a")
    house.live.bring(1, 0, 300, "1:b")
    house.join(2, 1, 50)
    house.live.bring(2, 1, 20, "2:b", ChangeKind.DEPOSIT)
    for _ in range(2):
        assert house.live.settle() == ()
        assert (house.owned(), house.live.account_at(1)) == ([1_000, 950], 2)
    assert [each.kind for each in house.bank.history("Ann")][-1] is MovementKind.REFUND


def test_what_the_journal_alone_has_is_booked(house: House) -> None:
    """After a crash, or with an older copy of the bank; guests are nobody's accounts."""
    copy = house.folder / "copy.bank"
    house.bank.copy_to(copy)
    house.opened.table.change(SeatChange.join(1, "Guest", 70).sent(command="a-token"))
    house.join(1, 0, 400)
    house.opened.table.change(SeatChange.withdraw(0, 100))
    house.leave(0)
    house.leave(1)
    house.live.settle()
    house.join(2, 0, 250)
    assert (house.owned(), house.live.account_at(0)) == ([1_000, 750], 2)
    with Bank(copy, cost=CHEAP) as older:
        live = older.live_table("low", house.folder / "low.jsonl")
        assert live.settle() == ()
        assert [each.balance_minor for each in older.accounts()] == [1_000, 750]
        assert older.check().holds
    with pytest.raises(BankError, match="exists already"):
        house.bank.copy_to(copy)
    with pytest.raises(BankError, match="cannot be made"):
        house.bank.copy_to(house.folder / "none" / "copy.bank")


def test_what_cannot_be_brought_together_is_named(house: House) -> None:
    """Other amounts, names and accounts, lines that are gone, and seats elsewhere."""
    house.bank.open_account("Cleo", 10)
    house.join(1, 0, 1_400, booked=False)
    house.join(2, 1, 300, booked=False)
    [problem] = house.live.settle()
    assert problem.startswith("line 2: 'Ann' with 1400 differs")
    house.leave(0)
    house.leave(1)
    house.live.settle()
    assert house.owned() == [1_000, 1_000, 10]
    other = house.folder / "other.jsonl"
    with open_table(other, seats=[None], seed=8) as opened:
        high = house.bank.live_table("high", other)
        high.bring(1, 0, 5, "1:z")
        opened.table.change(SeatChange.join(0, "Ann", 6).sent(command="1:z"))
        high.settle()
        assert "differs from what the bank has" in high.settle()[0]
        house.join(1, 0, 0, booked=False)
        assert "sits elsewhere" in house.live.settle()[-1]
        high.book(ChipsMoved(9, ChangeKind.WITHDRAW, 0, 2))
        assert any("chips of line 9, which" in each for each in high.settle())
        found = house.bank.check()
        assert not found.holds
        assert any(
            "table high has 6 chips of Ann according to its journal" in each
            for each in found.problems
        )
    other.unlink()
    problems = house.bank.check().problems
    assert any("the journal of table high cannot be read" in each for each in problems)


def test_a_journal_in_which_chips_vanish_is_named(house: House) -> None:
    """Whoever left with fewer chips than the seat had; what a host gives counts."""
    house.join(1, 0, 400)
    house.opened.table.change(SeatChange.deposit(0, 25))
    assert (house.bank.check().holds, house.bank.check().given_minor) == (True, 2_025)
    house.leave(0)
    house.live.settle()
    path = house.folder / "low.jsonl"
    path.write_text(path.read_text("utf-8").replace('"balance":425}', '"balance":405}'), "utf-8")
    assert any("has 20 chips but no account" in each for each in house.bank.check().problems)


def test_a_gift_is_for_whoever_is_broke(house: House) -> None:
    """And sits nowhere, where they may have chips."""
    with pytest.raises(BankError, match="less than 100"):
        house.bank.give("Ann", 500, least_minor=100)
    house.join(1, 0, 1_000)
    with pytest.raises(InUseError):
        house.bank.give("Ann", 500, least_minor=100)
    house.bank.bring("Ben", -950)
    assert house.bank.give("Ben", 500, least_minor=100) == 550
    assert house.bank.sits("Ann")
