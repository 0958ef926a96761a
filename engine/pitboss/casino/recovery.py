"""Recovery: what becomes of a table whose process ended before its session did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from enum import Enum
from pathlib import Path

from attrs import frozen

from pitboss.casino.bank_errors import MismatchError
from pitboss.casino.books import caught_up, journal_path
from pitboss.casino.errors import SessionError
from pitboss.casino.sitting import Sitting
from pitboss.errors import JournalError, UnsupportedError
from pitboss.journal.files import Flush, JournalFile, Opening
from pitboss.replay import Resumed, resume
from pitboss.rules import Rules


class RecoveryChoice(Enum):
    """What is to become of an unfinished round."""

    TAKE_UP = "take_up"
    VOID = "void"


@frozen
class UnfinishedRound:
    """A round that can be taken up from its journal.

    Attributes:
        names: who sits at its table, in the order of play.
        rules: of its table.
        round_number: at its table.
        escrow_minor: what each of them has staked on it.
        same_table: those who sit down now are the same, under the same rules. If not, the round can
            only be voided.
    """

    names: tuple[str, ...]
    rules: Rules
    round_number: int
    escrow_minor: dict[str, int]
    same_table: bool


Decide = Callable[[UnfinishedRound], RecoveryChoice]
"""Says what is to become of a round that can be taken up."""


@frozen
class Voided:
    """A round that was undone, and its stakes given back.

    Attributes:
        names: who sat at its table.
        round_number: at its table.
        escrow_minor: what each of them got back.
        problem: why it could not be taken up; empty if that was nobody's wish.
    """

    names: tuple[str, ...]
    round_number: int
    escrow_minor: dict[str, int]
    problem: str


@frozen
class TakenUp:
    """A table in the middle of a round, with what records it."""

    sitting: Sitting
    resumed: Resumed


def take_up(_unfinished: UnfinishedRound) -> RecoveryChoice:
    """Take every round up; what a session does if it is not told otherwise."""
    return RecoveryChoice.TAKE_UP


def recovered(
    sitting: Sitting, folder: Path, names: Sequence[str], rules: Rules, decide: Decide
) -> TakenUp | Voided | None:
    """Bring a table to an end that its process left, or take up its round.

    Args:
        sitting: at the table; taken over by this process.
        folder: where the journals lie.
        names: who sits down now.
        rules: under which they sit down.
        decide: says what becomes of a round that can be taken up.

    Returns:
        The table in the middle of its round; or what was voided; or none, if no round was open.

    Raises:
        SessionError: the round is to be taken up, but others sit down now, or under other rules.
        BankError: the bank cannot be written.
        JournalInUseError: the journal is being written elsewhere.
        OSError: the journal is there and cannot be read.
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
            # A newer engine can take it up.
            raise
        except (JournalError, MismatchError) as error:
            return _voided(sitting, str(error))
        if resumed is None or sitting.open_round is None:
            if resumed is not None and resumed.table.over:
                resumed.table.close()
            sitting.leave()
            return None
        unfinished = _unfinished(sitting, resumed, names, rules)
        if decide(unfinished) is RecoveryChoice.VOID:
            resumed.journal.note({"void": unfinished.round_number})
            return _voided(sitting, "")
        if not unfinished.same_table:
            raise SessionError(
                f"round {unfinished.round_number} of {', '.join(unfinished.names)} is not over",
                "sit down as before and finish it, or have it voided",
            )
        stack.pop_all()
        return TakenUp(sitting, resumed)


def _unfinished(
    sitting: Sitting, resumed: Resumed, names: Sequence[str], rules: Rules
) -> UnfinishedRound:
    table = resumed.table
    seated = tuple(plan.name for plan in table.plans)
    return UnfinishedRound(
        names=seated,
        rules=table.rules,
        round_number=table.round.number,
        escrow_minor=dict(sitting.escrow_minor),
        same_table=sorted(seated) == sorted(names) and table.rules == rules,
    )


def _voided(sitting: Sitting, problem: str) -> Voided | None:
    """Undo the round that is open, if one is, and let everybody rise."""
    names = tuple(account.name for account in sitting.accounts)
    escrow_minor = dict(sitting.escrow_minor)
    number = sitting.void_round()
    sitting.leave()
    return None if number is None else Voided(names, number, escrow_minor, problem)
