"""Keeps the bank up to date with the journal of a table, in play and after a crash.

The order matters. First, the journal's line is written to the disk. Then the bank books the chips
that the line moved. Only then are other recorders called. If the process is killed before the bank
has booked, the bank is one event behind the journal. Reading the journal again brings the bank up
to date.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from enum import Enum
from pathlib import Path
from typing import BinaryIO, cast

from attrs import frozen

from pitboss.bank.ledger import MismatchError, RoundAmounts, RoundState, SessionError
from pitboss.bank.sitting import Sitting
from pitboss.errors import JournalError, UnsupportedError
from pitboss.game.events import Event
from pitboss.game.round import Round
from pitboss.game.seat_changes import CHANGE_KINDS, NAMED_AMOUNTS, SeatChange
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.files import Flush, JournalFile, Opening
from pitboss.journal.reader import read_change
from pitboss.replay import JournalStepper, Resumed, resume
from pitboss.rules import Rules
from pitboss.table.recorders import QuietRecorder
from pitboss.table.table import Table


def journal_path(folder: Path, sitting: Sitting) -> Path:
    """Return the file that holds the journal of a table."""
    return folder.joinpath(f"{sitting.id}.jsonl")


class Books(QuietRecorder):
    """Tells the bank the state of a round whenever it changes.

    The table calls its journal before this recorder, so the journal has every event first.

    Args:
        sitting: the accounts at the table.
        lines: returns how many lines the journal has.
    """

    def __init__(self, sitting: Sitting, lines: Callable[[], int]) -> None:
        self._sitting = sitting
        self._lines = lines
        self._last: object = None
        self._open = sitting.open_round is not None

    def applied(self, table: Table, _event: Event) -> None:
        """Book a changed state, if chips are staked or if the booked round is still open.

        Raises:
            MismatchError: the amounts contradict what is already booked for the round.
            BankError: the bank cannot be written; the journal already has the event.
        """
        self.state(table)

    def changed(self, _table: Table, change: SeatChange) -> None:
        """Book chips that the host moved to a seat, or from it.

        Raises:
            BankError: the bank cannot be written; the journal already has the change.
        """
        if change.kind in NAMED_AMOUNTS:
            lines = self._lines()
            self._sitting.book_change(change.seat, change.moved_minor, change.reason, lines=lines)

    def state(self, table: Table) -> None:
        """Book the state as `applied` does; a caller may do this at any time."""
        number, amounts, state = stated = _statement(table)
        staked = any(each.staked_minor for each in amounts)
        # If a seat has staked only side bets and then sits out, it gets them back. No chips are
        # staked then, but the booked round is still open.
        if stated != self._last and (staked or self._open):
            self._sitting.book(number, amounts, state, lines=self._lines())
            self._last, self._open = stated, state is RoundState.OPEN


def caught_up(sitting: Sitting, file: BinaryIO) -> bool:
    """Bring the bank up to date with a journal, event by event.

    Returns:
        Whether the journal is complete: its last line is a trailer.

    Raises:
        JournalError: the journal cannot be played; the events before the fault are booked.
        MismatchError: the journal belongs to another table, or a part of it is missing.
        BankError: the bank cannot be written.
    """
    stepper = JournalStepper(file)
    names = tuple(plan.name for plan in stepper.table.plans)
    seated = tuple(account.name for account in sitting.accounts)
    if names != seated:
        raise MismatchError(f"the journal has the players {names}, and the bank {seated}")
    booked_lines = sitting.lines
    books = Books(sitting, lambda: stepper.seq + 1)
    while stepper.forward():
        if stepper.seq + 1 >= booked_lines:
            line = cast("RawLine", stepper.line)
            record = decode(line)
            if record["line"] in CHANGE_KINDS:
                books.changed(stepper.table, read_change(line, record))
            books.state(stepper.table)
    if stepper.seq + 1 < booked_lines:
        raise MismatchError(f"the journal has {stepper.seq + 1} of {booked_lines} booked lines")
    number, amounts, state = _statement(stepper.table)
    if number:
        # After this call the bank agrees with the table, whatever was booked before.
        sitting.book(number, amounts, state, lines=stepper.seq + 1)
    last = stepper.line
    return last is not None and decode(last)["line"] == "trailer"


def _statement(table: Table) -> tuple[int, tuple[RoundAmounts, ...], RoundState]:
    """Return the number of a table's round, the amounts of each seat, and its progress."""
    seats = table.round.seats
    amounts = tuple(
        [RoundAmounts(seat.staked_minor, seat.returned_minor, seat.balance_minor) for seat in seats]
    )
    return table.round.number, amounts, _state_of(table.round)


def _state_of(round_: Round) -> RoundState:
    if not round_.over:
        return RoundState.OPEN
    return RoundState.VOID if round_.void else RoundState.SETTLED


class RecoveryChoice(Enum):
    """What happens to an unfinished round."""

    TAKE_UP = "take_up"
    VOID = "void"


@frozen
class UnfinishedRound:
    """A round that can be continued from its journal.

    Attributes:
        names: the players at the round's table, in the order of play.
        rules: the rules of the round's table.
        round_number: the number of the round at the table.
        escrow_minor: the unsettled stakes of each player in the round, by name.
        same_table: whether the same players sit down now, in any order, with the same rules. If
            not, the round can only be voided.
    """

    names: tuple[str, ...]
    rules: Rules
    round_number: int
    escrow_minor: dict[str, int]
    same_table: bool


Decide = Callable[[UnfinishedRound], RecoveryChoice]
"""Chooses whether to continue or to void a round that can be continued."""


@frozen
class Voided:
    """A round that was undone; its stakes were returned.

    Attributes:
        names: the players at the round's table.
        round_number: the number of the round at the table.
        escrow_minor: the stakes that each player got back, by name.
        problem: why the round could not be continued; empty if it was voided by choice.
    """

    names: tuple[str, ...]
    round_number: int
    escrow_minor: dict[str, int]
    problem: str


def take_up(_unfinished: UnfinishedRound) -> RecoveryChoice:
    """Continue every round; the default of a session."""
    return RecoveryChoice.TAKE_UP


def recover(
    sitting: Sitting, folder: Path, names: Sequence[str], rules: Rules, decide: Decide
) -> Resumed | Voided | None:
    """End a table that an earlier process left, or continue its round.

    Args:
        sitting: the accounts at the table; this process takes them over.
        folder: the folder of the journals.
        names: the players who sit down now.
        rules: the rules of the table at which these players sit down.
        decide: chooses whether to continue or to void a round that can be continued.

    Returns:
        The table in its open round, or the open round that was voided. `None` if no round was open.

    Raises:
        SessionError: `decide` chose to continue the round, but players or rules are not the same.
        BankError: the bank cannot be written.
        JournalInUseError: the journal is being written elsewhere.
        OSError: the journal exists but cannot be read.
    """
    path = journal_path(folder, sitting)
    if not path.exists():
        return _voided(sitting, "its journal is gone")
    with ExitStack() as stack:
        file = stack.enter_context(JournalFile(path, Opening.GO_ON, sync=True))
        try:
            with file.read_through() as source:
                finished = caught_up(sitting, source)
            resumed = None if finished else resume(file, flush=Flush.EACH_EVENT)
        except UnsupportedError:
            # Do not void the round: a newer engine can continue this journal.
            raise
        except (JournalError, MismatchError) as error:
            return _voided(sitting, str(error))
        if resumed is None or sitting.open_round is None:
            if resumed is not None and resumed.table.over:
                resumed.table.close()
            sitting.leave()
            return None
        unfinished = _unfinished(sitting, resumed.table, names, rules)
        if decide(unfinished) is RecoveryChoice.VOID:
            resumed.journal.host({"void": unfinished.round_number})
            return _voided(sitting, "")
        if not unfinished.same_table:
            raise SessionError(
                f"round {unfinished.round_number} of {', '.join(unfinished.names)} is not over",
                "sit down as before and finish it, or have it voided",
            )
        stack.pop_all()
        return resumed


def _unfinished(
    sitting: Sitting, table: Table, names: Sequence[str], rules: Rules
) -> UnfinishedRound:
    seated = tuple(plan.name for plan in table.plans)
    return UnfinishedRound(
        names=seated,
        rules=table.rules,
        round_number=table.round.number,
        escrow_minor=dict(sitting.escrow_minor),
        same_table=sorted(seated) == sorted(names) and table.rules == rules,
    )


def _voided(sitting: Sitting, problem: str) -> Voided | None:
    """Undo the open round, if there is one; all players leave the table."""
    names = tuple(account.name for account in sitting.accounts)
    escrow_minor = dict(sitting.escrow_minor)
    number = sitting.void_round()
    sitting.leave()
    return None if number is None else Voided(names, number, escrow_minor, problem)
