"""Sessions: named players play at a table for chips that a bank keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from enum import Enum
from pathlib import Path
from typing import Protocol, Self

from pitboss.arguments import takes
from pitboss.bank.bank import Bank
from pitboss.bank.bookkeeping import (
    Books,
    Decide,
    Voided,
    journal_path,
    recover,
    take_up,
)
from pitboss.bank.ledger import SessionError
from pitboss.bank.sitting import Sitting
from pitboss.game.shoe import TableSeed
from pitboss.journal import Journal
from pitboss.journal.files import Flush
from pitboss.machine.guards import can_bet
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.replay import Resumed
from pitboss.rules import Rules
from pitboss.table.driver import RAISE_AT_ONCE, AdapterError, FaultPolicy, Player, play_round
from pitboss.table.recorders import Recorders
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import draw_table_seed
from pitboss.table.table import Recorder, Table
from pitboss.text import normalise

DrawSeed = Callable[[], TableSeed]


class BankSession:
    """Named players who play round after round for chips that a bank keeps.

    When a player stakes chips, the bank subtracts them from the player's balance in the same step.
    If a crash interrupts a round, the next session of the same players continues it. Between
    rounds, players who are broke may be given new chips. The bank adds no chips to the table of a
    session, so all players then move to a new table with a fresh shoe.

    Use a session as a context manager: at its end, the accounts leave the table. If chips are still
    staked on an unfinished round, the accounts stay at the table until that round is finished.

    Args:
        bank: the bank of the accounts; it stays open.
        names: the names in the order of play; an account is opened for a new name.
        rules: the rules of the tables; their `opening_balance` is a new account's first balance.
        listener: a recorder of everything at the tables; it is called after the bank has booked.
        draw_seed: returns the seed of a new table.
        decide: chooses whether to continue or to void an unfinished round that can be continued.

    Attributes:
        table: the table at which the players sit now.
        journals: all journal files of the session; the last one belongs to the present table.
        voided: rounds that were undone when the session began; their stakes were returned.
        taken_up: whether the table continued a round that an earlier session left.

    Raises:
        SessionError: the rules have no opening balance, there are no names or too many, two names
            are the same, or an unfinished round belongs to other players or other rules.
        InUseError: an account sits at a table of another process.
        JournalInUseError: the journal of an unfinished round is being written elsewhere.
        BankError: an account is closed, a name is invalid, or the bank cannot be written.
        OSError: a journal cannot be read or written.
    """

    @takes(SessionError)
    def __init__(
        self,
        bank: Bank,
        names: Sequence[str],
        rules: Rules,
        *,
        listener: Recorder | None = None,
        draw_seed: DrawSeed = draw_table_seed,
        decide: Decide = take_up,
    ) -> None:
        names = [normalise(name) for name in names]
        self._stake_minor = _checked(names, rules)
        self.rules = rules
        self._folder = bank.folder
        self._listener = listener
        self._draw_seed = draw_seed
        self._whole = True
        self.journals: tuple[Path, ...] = ()
        self.voided: tuple[Voided, ...] = ()
        with ExitStack() as stack:
            left = bank.left_behind(names)
            for sitting in left:
                stack.callback(sitting.release)
            found = [recover(each, self._folder, names, rules, decide) for each in left]
            self.voided = tuple(each for each in found if isinstance(each, Voided))
            waiting = [
                (sitting, each)
                for sitting, each in zip(left, found, strict=True)
                if isinstance(each, Resumed)
            ]
            if waiting:
                # An account sits at one table only, and all these accounts sit at this table.
                self._take_up(*waiting[0])
            else:
                self._sit_down(bank.sit(names, opening_minor=self._stake_minor))
            self.taken_up = bool(waiting)
            stack.pop_all()

    def _take_up(self, sitting: Sitting, resumed: Resumed) -> None:
        self._sitting, self._journal, self.table = sitting, resumed.journal, resumed.table
        self.journals = (journal_path(self._folder, sitting),)
        self.table.record_with(self._recorder(resumed.journal, sitting))

    def _recorder(self, journal: Journal, sitting: Sitting) -> Recorder:
        """Return the recorder of a table: its journal, then the bank, then the listener."""
        listeners = () if self._listener is None else (self._listener,)
        return Recorders((journal, Books(sitting, lambda: journal.seq), *listeners))

    def _sit_down(self, sitting: Sitting) -> None:
        """Set up a new table with its own journal."""
        path = journal_path(self._folder, sitting)
        with ExitStack() as stack:
            stack.callback(sitting.release)
            journal = stack.enter_context(
                Journal.create(path, replace=False, flush=Flush.EACH_EVENT, sync=True)
            )
            table = Table(
                self.rules,
                seats=[SeatPlan(each.name, each.balance_minor) for each in sitting.accounts],
                seed=self._draw_seed(),
                recorder=self._recorder(journal, sitting),
            )
            stack.pop_all()
        self._sitting, self._journal, self.table = sitting, journal, table
        self.journals = (*self.journals, path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in the order of play."""
        return tuple(plan.name for plan in self.table.plans)

    @property
    def unfinished(self) -> bool:
        """Whether chips are staked on a round that is not over."""
        staked = any(seat.staked_minor for seat in self.table.round.seats)
        return not self.table.over and staked

    @property
    def broke(self) -> tuple[int, ...]:
        """The seats with fewer chips than the least bet."""
        flags, seats = self.table.flags, self.table.round.seats
        return tuple(seat.index for seat in seats if not can_bet(flags, seat))

    def play_round(self, players: Sequence[Player], policy: FaultPolicy = RAISE_AT_ONCE) -> None:
        """Play one round to its end: a new round, or the rest of an unfinished one.

        After any error except an `AdapterError`, the session cannot continue, because the bank or
        the journal may be incomplete. Close the session, and begin another.

        Args:
            players: one for each name, in the order of `names`.
            policy: what happens when a player fails.

        Raises:
            AdapterError: a player failed, and the policy let no other player answer.
            SessionError: an earlier call raised another error.
            BankError: the bank cannot be written.
        """
        self._check_whole()
        self._whole = False
        try:
            play_round(self.table, players, policy)
        except AdapterError:
            self._whole = True
            raise
        self._whole = True

    def give(self, seats: Sequence[int]) -> None:
        """Give new chips to some broke players, and move everybody to a new table.

        Args:
            seats: the seats that take the gift, counted from 0.

        Raises:
            SessionError: the rules allow no gift, a seat is not broke, or a round is not over.
            BankError: the bank cannot be written.
            OSError: the new journal cannot be written.
        """
        self._check_whole()
        if not self.rules.top_up or not self._stake_minor:
            raise SessionError(
                "no gift is allowed", "the rules need top_up = true and an opening balance"
            )
        if not self.table.over:
            raise SessionError("a round is open", "finish it before you give chips")
        if not seats or not set(seats) <= set(self.broke):
            raise SessionError(
                f"seats {list(seats)} cannot all get a gift",
                f"only seats {list(self.broke)} are broke",
            )
        least_minor = limits_of_any_bet(self.rules).least_minor
        self._whole = False
        self.table.close()
        self._journal.close()
        self._sit_down(self._sitting.give(seats, self._stake_minor, least_minor=least_minor))
        self._whole = True

    def _check_whole(self) -> None:
        if not self._whole:
            raise SessionError("an error has ended the session", "close it and begin another")

    def close(self) -> None:
        """End the session: the journal gets its last line, and all players leave the table.

        If chips are staked on an open round, the players stay; a later session can continue it.

        Raises:
            BankError: the bank cannot be written.
            OSError: the journal cannot be written.
        """
        try:
            if self._whole:
                if self.table.over:
                    self.table.close()
                if self._sitting.open_round is None:
                    self._sitting.leave()
        finally:
            self._whole = False
            self._sitting.release()
            self._journal.close()


def _checked(names: Sequence[str], rules: Rules) -> int:
    """Return the first balance of a new account.

    Raises:
        SessionError: the rules have no opening balance, or the names do not fit the table.
    """
    if rules.opening_balance is None:
        raise SessionError("the rules have no opening balance", "give them an opening_balance")
    if not 1 <= len(names) <= rules.max_seats:
        raise SessionError(f"there are {len(names)} players", f"1 to {rules.max_seats} may play")
    if len(set(names)) < len(names):
        raise SessionError("two players have the same name", "give each player a different name")
    return rules.opening_balance


class Host(Protocol):
    """Asks the players the questions between rounds."""

    def takes_gift(self, name: str, amount_minor: int) -> bool:
        """Ask a player who is broke whether they take the gift."""
        ...

    def plays_again(self, name: str) -> bool:
        """Ask the first player whether to play another round."""
        ...


class Ending(Enum):
    """Why a session ended."""

    FIRST_PLAYER = "first_player"
    NOBODY_CAN_BET = "nobody_can_bet"


@takes(SessionError)
def play_session(
    session: BankSession, players: Sequence[Player], host: Host, policy: FaultPolicy = RAISE_AT_ONCE
) -> Ending:
    """Play until the first player wants to stop, or nobody has enough chips for a bet.

    If the rules allow a gift, players who are broke are offered it: before the first round, and
    after each round. A player who refuses the gift sits out; only the next session offers it again.

    Args:
        session: a new session, which may continue an unfinished round.
        players: one for each name, in the order of `session.names`.
        host: asks the questions between rounds.
        policy: what happens when a player fails.

    Raises:
        AdapterError: a player failed, and the policy let no other player answer.
        BankError: the bank cannot be written.
    """
    refused: set[int] = set()
    if session.table.over:
        _offer_gifts(session, host, refused)
    while not session.table.over or _somebody_can_bet(session):
        session.play_round(players, policy)
        _offer_gifts(session, host, refused)
        if _somebody_can_bet(session) and not host.plays_again(session.names[0]):
            return Ending.FIRST_PLAYER
    return Ending.NOBODY_CAN_BET


def _somebody_can_bet(session: BankSession) -> bool:
    return len(session.broke) < len(session.names)


def _offer_gifts(session: BankSession, host: Host, refused: set[int]) -> None:
    """Offer the gift to every player who is broke and has not refused it."""
    stake_minor = session.rules.opening_balance
    if not session.rules.top_up or not stake_minor:
        return
    takers: list[int] = []
    for seat in session.broke:
        if seat not in refused:
            if host.takes_gift(session.names[seat], stake_minor):
                takers.append(seat)
            else:
                refused.add(seat)
    if takers:
        session.give(takers)
