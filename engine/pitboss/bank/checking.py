"""Checks whether a bank and the journals of its live tables agree about all chips."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

from pitboss.bank.ledger import Ledger
from pitboss.bank.table_journals import ChipsMoved, SeatsSettled, buyer_of, moves_in
from pitboss.errors import JournalError
from pitboss.game.seat_changes import ChangeKind

_TERMINAL: Final = "kind IN ('stake', 'returned', 'void')"


@frozen
class Checked:
    """Where all chips of a bank are, in minor units.

    Attributes:
        given_minor: the chips that the operator gave, including opening balances and gifts, less
            the chips that the operator took.
        accounts_minor: chips in accounts.
        stakes_minor: chips staked in unfinished rounds at a terminal.
        seats_minor: chips at seats of live tables.
        under_way_minor: chips that left an account but did not reach a seat;
            `LiveTable.settle` returns them.
        house_minor: what the house has won; below 0 for a loss.
        problems: the differences between the bank and the journals, each as a sentence.
    """

    given_minor: int
    accounts_minor: int
    stakes_minor: int
    seats_minor: int
    under_way_minor: int
    house_minor: int
    problems: tuple[str, ...]

    @property
    def missing_minor(self) -> int:
        """How many chips are missing; below 0 if there are too many."""
        there = self.accounts_minor + self.stakes_minor + self.seats_minor + self.under_way_minor
        return self.given_minor - there - self.house_minor

    @property
    def holds(self) -> bool:
        """Whether `missing_minor` is 0, and the bank and the journals agree."""
        return not self.missing_minor and not self.problems


@define
class _Seats:
    """The seats of a live table, from its journal.

    Attributes:
        at: for each bought seat, the id of the account that bought it.
        chips: the chips of each bought seat.
        brought: the chips that each account brought to seats, less the chips that came back to it.
        commands: the ids of the commands that brought chips.
        house: what the house has won from bought seats.
        elsewhere: chips that came to bought seats, but not from an account.
    """

    at: dict[int, int] = field(factory=dict[int, int])
    chips: Counter[int] = field(factory=Counter[int])
    brought: Counter[int] = field(factory=Counter[int])
    commands: set[str] = field(factory=set[str])
    house: int = 0
    elsewhere: int = 0

    def take(self, move: ChipsMoved | SeatsSettled) -> None:
        """Count the chips that one line of the journal moved."""
        if isinstance(move, SeatsSettled):
            for seat, net_minor in move.nets_minor.items():
                self._win(seat, net_minor)
            return
        seat, amount_minor = move.seat, move.amount_minor
        buyer = buyer_of(move.command)
        if move.kind is ChangeKind.JOIN and buyer is not None:
            self.at[seat] = buyer
        if seat not in self.at:
            return
        if move.kind in {ChangeKind.JOIN, ChangeKind.DEPOSIT}:
            self.chips[seat] += amount_minor
            if buyer is None:
                self.elsewhere += amount_minor
            else:
                self.brought[buyer] += amount_minor
                self.commands.add(move.command)
        elif move.kind in {ChangeKind.LEAVE, ChangeKind.WITHDRAW}:
            self.chips[seat] -= amount_minor
            self.brought[self.at[seat]] -= amount_minor
            if move.kind is ChangeKind.LEAVE:
                del self.at[seat]
        else:
            self._win(seat, amount_minor if move.kind is ChangeKind.AWARD else -amount_minor)

    def _win(self, seat: int, net_minor: int) -> None:
        if seat in self.at:
            self.chips[seat] += net_minor
            self.house -= net_minor


def check_bank(ledger: Ledger) -> Checked:
    """Compare a bank with the journals of its live tables, without changing anything.

    While a server runs, a change may already be in the journal but not yet in the bank, or the
    reverse.

    Raises:
        BankError: the bank cannot be read.
    """
    number = ledger.number
    total = "SELECT coalesce(sum(amount_minor), 0) FROM movement"
    given_minor = number(f"{total} WHERE kind IN ('opening', 'gift', 'deposit', 'withdrawal')")
    rounds = f"{total} JOIN round ON movement.sitting = round.sitting AND round = number"
    stakes_minor = -number(f"{rounds} WHERE {_TERMINAL} AND state = 'open'")
    house_minor = -number(f"{rounds} WHERE {_TERMINAL} AND state <> 'open'")
    accounts_minor = sum(each.balance_minor for each in ledger.accounts())
    seats_minor = under_way_minor = 0
    problems: list[str] = []
    for table, name, journal in ledger.rows("SELECT id, name, journal FROM live_table"):
        seats = _Seats()
        try:
            for move in moves_in(Path(journal)):
                seats.take(move)
        except (JournalError, OSError) as error:
            problems.append(f"the journal of table {name} cannot be read ({error})")
        under_way = _under_way(ledger, table, seats)
        problems += _disagreements(ledger, table, name, seats, under_way)
        seats_minor += seats.chips.total()
        under_way_minor += under_way.total()
        house_minor += seats.house
        given_minor += seats.elsewhere
    return Checked(
        given_minor,
        accounts_minor,
        stakes_minor,
        seats_minor,
        under_way_minor,
        house_minor,
        tuple(problems),
    )


def _under_way(ledger: Ledger, table: str, seats: _Seats) -> Counter[int]:
    """Return the chips that left each account for a table, but neither arrived nor came back."""
    query = (
        "SELECT account, command, -sum(amount_minor) FROM reason "
        "JOIN movement USING (account, sequence) "
        "WHERE live_table = ? AND command IS NOT NULL GROUP BY account, command"
    )
    found: Counter[int] = Counter()
    for account, command, amount_minor in ledger.rows(query, table):
        if command not in seats.commands:
            found[account] += amount_minor
    return found


def _disagreements(
    ledger: Ledger, table: str, name: str, seats: _Seats, under_way: Counter[int]
) -> list[str]:
    query = (
        "SELECT account, -sum(amount_minor) FROM reason JOIN movement USING (account, sequence) "
        "WHERE live_table = ? GROUP BY account"
    )
    booked = Counter(dict[int, int](ledger.rows(query, table)))
    names = {each.id: each.name for each in ledger.accounts()}
    problems = [
        f"table {name} has {seats.brought[each]} chips of {names.get(each, each)} according to its "
        f"journal, and {booked[each] - under_way[each]} according to the bank"
        for each in sorted(seats.brought.keys() | booked.keys())
        if seats.brought[each] != booked[each] - under_way[each]
    ]
    query = "SELECT place, account FROM live_seat WHERE live_table = ?"
    for seat, account in ledger.rows(query, table):
        if seats.at.get(seat) != account and not under_way[account]:
            who = names[account]
            problems.append(f"{who} has seat {seat + 1} of table {name} only in the bank")
    problems += [
        f"seat {seat + 1} of table {name} has {chips} chips but no account"
        for seat, chips in sorted(seats.chips.items())
        if chips and seat not in seats.at
    ]
    return problems
