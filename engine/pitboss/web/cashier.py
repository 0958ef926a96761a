"""Moves chips between the accounts of a bank and the seats of tables on the web."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from pitboss.arguments import takes
from pitboss.bank import BankError, LiveTable
from pitboss.bank.table_journals import GOES, ChipsMoved
from pitboss.errors import EventError
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.game.money import format_minor
from pitboss.game.round import Presence, Seat
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Journal
from pitboss.live import CommandError
from pitboss.table import QuietRecorder, Recorders, Table
from pitboss.table.seat_changes import ChangeRefusedError
from pitboss.table.table import Recorder
from pitboss.text.names import name_key
from pitboss.web.hosting import TableHost
from pitboss.web.keys import Identity


@frozen
class BuyIn:
    """How many chips a player may sit down with, in minor units.

    Attributes:
        least_minor: the least, 1 or more.
        most_minor: the most; while a seat has fewer chips, its player may bring more, up to this
            amount. Chips that wait for the end of the round count.
    """

    least_minor: int = 1
    most_minor: int = MAX_TOTAL_MINOR


class Cashier(QuietRecorder):
    """Moves chips between the accounts of a bank and the seats of one table.

    Let the table record with the attribute `recorder`, so that the bank books what the journal has.

    Args:
        live: the table in the bank; call its `settle` first.
        journal: the journal of the table.
        sync: waits until the disk has the journal, as `OpenTable.sync` does.
        recorder: the recorder that the table had until now: its journal.
        limits: how many chips a player may sit down with.

    Attributes:
        live: as given.
        limits: as given.
        recorder: the recorder for the table: first the journal, then the bank.
    """

    @takes()
    def __init__(
        self,
        live: LiveTable,
        journal: Journal,
        sync: Callable[[], object],
        recorder: Recorder,
        limits: BuyIn | None = None,
    ) -> None:
        self.live = live
        self.limits = limits or BuyIn()
        self.recorder = Recorders((recorder, self))
        self._journal = journal
        self._sync = sync
        self._under_way: dict[str, SeatChange] = {}

    def changed(self, _table: Table, change: SeatChange) -> None:
        """Book chips that a change returns to an account.

        Raises:
            BankError: the bank cannot be written; the journal has the change.
            OSError: the journal cannot be synced to the disk.
        """
        self._under_way.pop(change.command or "", None)
        if change.kind in GOES and self.live.account_at(change.seat) is not None:
            # The bank must not book a change that the journal may lose in a power cut.
            self._sync()
            line, amount_minor = self._journal.seq - 1, change.amount_minor or 0
            self.live.book(ChipsMoved(line, change.kind, change.seat, amount_minor))

    def sit_down(self, host: TableHost, identity: Identity, seat: int, amount_minor: int) -> None:
        """Let an account buy a seat; in mid-round, the player sits down when the round is over.

        Call it in the event loop.

        Args:
            host: the host of the table.
            identity: the identity of the account.
            seat: the seat, from 0.
            amount_minor: how many chips the account brings, in minor units.

        Raises:
            PitbossError: the account or the table does not allow this; nothing was changed.
            TableError: the table has stopped.
        """
        least_minor, most_minor = self.limits.least_minor, self.limits.most_minor
        if not least_minor <= amount_minor <= most_minor:
            most = f"bring {_told(host, least_minor)} to {_told(host, most_minor)} here"
            raise BankError(f"you cannot sit down with {_told(host, amount_minor)}", most)
        seats = host.session.table.round.seats
        if not 0 <= seat < len(seats) or seats[seat].presence is not Presence.EMPTY:
            raise BankError(f"seat {seat + 1} is taken, or does not exist", "choose another")
        if name_key(identity.name) in {name_key(each.name) for each in seats}:
            raise BankError(f"another player is called {identity.name}", "choose another table")
        self._bring(host, identity, SeatChange.join(seat, identity.name, amount_minor))

    def bring_more(self, host: TableHost, identity: Identity, amount_minor: int) -> None:
        """Let an account bring more chips to its seat; the seat gets them between rounds.

        Call it in the event loop.

        Raises:
            PitbossError: the account or the table does not allow this; nothing was changed.
            TableError: the table has stopped.
        """
        seat = host.seat_of(identity.account)
        if seat is None:
            raise BankError(f"{identity.name} has no seat here", "sit down")
        there = host.session.table.round.seats[seat]
        coming = [each for each in self._under_way.values() if each.seat == seat]
        room_minor = self.limits.most_minor - chips_of(there)
        room_minor -= sum(each.moved_minor for each in coming)
        if not 1 <= amount_minor <= room_minor:
            room = f"bring up to {_told(host, room_minor)}" if room_minor > 0 else "use your chips"
            raise BankError(f"you cannot bring {_told(host, amount_minor)} more", room)
        self._bring(host, identity, SeatChange.deposit(seat, amount_minor))

    def _bring(self, host: TableHost, identity: Identity, change: SeatChange) -> None:
        # The bank must not book chips for a table that will neither take them nor refuse them.
        host.check_running()
        command = identity.new_join_id()
        brings, amount_minor = change.sent(command=command), change.amount_minor or 0
        self.live.bring(int(identity.account), change.seat, amount_minor, command, change.kind)
        self._under_way[command] = brings
        try:
            host.change(brings)
        except (ChangeRefusedError, CommandError, EventError):
            self.give_back(brings)
            raise

    def give_back(self, change: SeatChange) -> None:
        """Return chips to an account, because the table has refused the change.

        Raises:
            BankError: the bank cannot be written.
        """
        if change.command is not None:
            self._under_way.pop(change.command, None)
            self.live.give_back(change.command)


def _told(host: TableHost, amount_minor: int) -> str:
    return format_minor(amount_minor, host.session.table.rules.minor_per_unit)


def chips_of(seat: Seat) -> int:
    """Return how many chips a seat has, including its bets that are not settled."""
    return seat.balance_minor + seat.staked_minor - seat.returned_minor
