"""The books of a table: its journal, and behind it the bank.

The order is what keeps them whole. First the journal has its line, safe on the disk; then the bank
books what the line moved; only then does anybody hear of it. A process killed in between leaves a
bank that is one event behind its journal, which `caught_up` mends.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Final

from pitboss.casino.bank_errors import MismatchError
from pitboss.casino.sitting import Sitting
from pitboss.casino.values import RoundState, SeatStanding
from pitboss.game.events import Event
from pitboss.game.round import Round, Seat
from pitboss.journal import Journal
from pitboss.journal.reader import decode
from pitboss.replay import Stepper
from pitboss.table.table import Recorder, Table

_SUFFIX: Final = ".jsonl"


def journal_path(folder: Path, sitting: Sitting) -> Path:
    """Return the file that holds the journal of a table."""
    return folder.joinpath(f"{sitting.id}{_SUFFIX}")


class _Statements:
    """Tells the bank how a round stands, whenever that has changed."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._last: object = None

    def state(self, table: Table, lines: int) -> None:
        """State how the round stands, if that is news and chips are in it.

        Raises:
            MismatchError: it cannot follow from what is booked.
            BankError: the bank cannot be written.
        """
        number, standings, state = stated = _statement(table)
        if stated != self._last and any(standing.staked_minor for standing in standings):
            self._sitting.book(number, standings, state, lines=lines)
            self._last = stated


class Books:
    """Records what a table does: in its journal, in the bank, and then with whoever listens.

    Args:
        journal: of the table; hands every line on at once.
        sitting: the accounts at the table.
        listener: hears everything that is booked.
    """

    def __init__(self, journal: Journal, sitting: Sitting, listener: Recorder | None) -> None:
        self._journal = journal
        self._statements = _Statements(sitting)
        self._listener = listener

    def opened(self, table: Table) -> None:
        """Write the beginning of the journal."""
        self._journal.opened(table)
        if self._listener is not None:
            self._listener.opened(table)

    def joined(self, table: Table) -> None:
        """Go on with the journal of a table that was taken up."""
        self._journal.joined(table)
        if self._listener is not None:
            self._listener.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Write an event, and book what it moved.

        Raises:
            BankError: it cannot be booked; the journal has it.
        """
        self._journal.applied(table, event)
        self._statements.state(table, self._journal.seq)
        if self._listener is not None:
            self._listener.applied(table, event)

    def closed(self, table: Table) -> None:
        """Write the end of the journal."""
        self._journal.closed(table)
        if self._listener is not None:
            self._listener.closed(table)


def caught_up(sitting: Sitting, file: BinaryIO) -> bool:
    """Bring the bank up to date with a journal, event by event.

    Returns:
        The journal is finished: it has its last line.

    Raises:
        JournalError: the journal cannot be played; what came before is booked.
        MismatchError: it is not the journal of this table, or a part of it is lost.
        BankError: the bank cannot be written.
    """
    stepper = Stepper(file)
    names = tuple(plan.name for plan in stepper.table.plans)
    seated = tuple(account.name for account in sitting.accounts)
    if names != seated:
        raise MismatchError(f"the journal seats {names} and the bank {seated}")
    booked_lines = sitting.lines
    statements = _Statements(sitting)
    while stepper.forward():
        if stepper.seq + 1 >= booked_lines:
            statements.state(stepper.table, stepper.seq + 1)
    if stepper.seq + 1 < booked_lines:
        raise MismatchError(f"the journal has {stepper.seq + 1} of {booked_lines} booked lines")
    number, standings, state = _statement(stepper.table)
    if number:
        # Whatever was booked or not: what stands on the table now is what the bank has.
        sitting.book(number, standings, state, lines=stepper.seq + 1)
    last = stepper.line
    return last is not None and decode(last)["line"] == "trailer"


def _statement(table: Table) -> tuple[int, tuple[SeatStanding, ...], RoundState]:
    """Return the number of a table's round, how it stands for each seat, and how far it is."""
    standings = tuple(_standing(seat) for seat in table.round.seats)
    return table.round.number, standings, _state_of(table.round)


def _state_of(round_: Round) -> RoundState:
    if not round_.over:
        return RoundState.OPEN
    return RoundState.VOID if round_.void else RoundState.SETTLED


def _standing(seat: Seat) -> SeatStanding:
    return SeatStanding(
        staked_minor=sum(hand.bet_minor + hand.insurance_minor for hand in seat.hands),
        returned_minor=sum(
            hand.returned_minor + hand.insurance_returned_minor for hand in seat.hands
        ),
        balance_minor=seat.balance_minor,
    )
