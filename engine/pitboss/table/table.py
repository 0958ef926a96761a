"""A table, at which a host plays many rounds, with one shoe after another.

Every event goes through `Table.apply`, which checks it, applies it and records it. A refused event
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NoReturn, Protocol, TypeVar

from pitboss.errors import EventError, ShoeError, TableError, type_name
from pitboss.game.cards import CARDS
from pitboss.game.events import Event, EventKind
from pitboss.game.results import HandResult, hand_results
from pitboss.game.round import House, Phase, Round
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import MAX_SEED, Shoe, ShoeSource, TableSeed, check_range, secret_commitment
from pitboss.machine.dispatch import apply_event
from pitboss.notebooks import in_notebook
from pitboss.rules import Rules
from pitboss.table.cloning import deal_anew
from pitboss.table.legality import legality_for
from pitboss.table.menu import Menu
from pitboss.table.offer import Offer, View
from pitboss.table.openings import carry_out_opening, check_opening, seeds_are_due
from pitboss.table.protocols import ApplyEvent, EventMachine, State, applied_by, check_recorder
from pitboss.table.seat_changes import StaleError, carry_out, check_change, take_client_seeds
from pitboss.table.seating import SeatPlan, check_rules, check_viewer, new_seats, plan_seats
from pitboss.table.shoes import ArrangedShoes, source_of
from pitboss.table.snapshot import Snapshot, check_snapshot
from pitboss.unchecked import Unchecked


class Recorder(Protocol):
    """An object that a table calls after everything that it does; a journal is a recorder."""

    def opened(self, table: Table, /) -> None:
        """Record that a table was set up."""

    def joined(self, table: Table, /) -> None:
        """Begin to record a table that is in the middle of its game."""

    def applied(self, table: Table, event: Event, /) -> None:
        """Record that an event was applied; ``table.house.trace`` holds what the house did."""

    def changed(self, table: Table, change: SeatChange, /) -> None:
        """Record that a seat was changed between two rounds."""

    def closed(self, table: Table, /) -> None:
        """Record that the host has closed the table."""


_OPEN: Final = EventKind.OPEN
_OPENING: Final = Event.open()
# These names save time: in Python 3.11, access to an enumeration's member runs Python code.
_READY: Final = State.READY
_MOVING: Final = State.MOVING
_RECORDING: Final = State.RECORDING
_CUT_SHORT: Final = State.CUT_SHORT
_CLOSED: Final = State.CLOSED
_Result = TypeVar("_Result")
_ANY_SHOES: Final = ArrangedShoes([CARDS])


class Table:
    """A blackjack table under one rule set.

    A host opens a round, reads the offer, and applies events until the round is over::

        table = Table(seed=7, seats=["Ann"])
        table.open_round()
        table.apply(table.offer().bet(1000))

    Only one thread at a time may use a table; a second thread gets a `TableError`. A table cannot
    be copied or pickled, but its `snapshot` can.

    Args:
        rules: the rule set; by default the default rules.
        seed: the seed of all shoes: a secret of 32 bytes, or for tests a number from 0 to 2**63 -
            1. Without `seed` and `shoes`, a secret is drawn from the operating system.
        seats: names, or plans with an opening balance; a name alone means unlimited funds. Names
            need not differ, because a seat is identified by its number. `None` is an empty seat,
            which a player may join.
        shoes: a source of shoes instead of the seed, such as `ArrangedShoes`. With a journal, shoes
            that are not arranged must come from the table's own seed and rules.
        recorder: an object that the table calls after each event and change, such as a journal.
        machine: runs the rounds in place of the engine, such as ``library_machine(rules)``.

    Raises:
        TableError: an argument is invalid, or the machine has other rules.
        ShoeError: the seed is out of range, or the shoes have seeds of clients for other seats.
        JournalError: the recorder is another table's journal, or a replay could not make the shoes.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seats: Sequence[str | SeatPlan | None],
        seed: Unchecked[TableSeed] | None = None,
        shoes: ShoeSource | None = None,
        recorder: Recorder | None = None,
        machine: EventMachine | None = None,
    ) -> None:
        self.rules = check_rules(rules)
        self.plans = tuple(plan_seats(self.rules, seats))
        shoes, self.seed = source_of(self.rules, seed, shoes)
        seated = new_seats(self.plans)
        take_client_seeds(seated, shoes)
        self.legality = legality_for(self.rules)
        self.flags = self.legality.flags
        self.round = Round(Phase.BETTING, seated, self.flags.cut_window)
        self.house = House(shoes, shoes.fresh(1))
        self.paid: set[tuple[int, str]] | None = set()
        self.house.brought_minor = sum([seat.balance_minor for seat in seated])
        self._apply_event: ApplyEvent = applied_by(machine, self.rules) or apply_event
        self._recorder = recorder
        self._state = _READY
        # A fast lock: only one thread can remove the second item. The list keeps its memory.
        self._turn = [_READY, _READY]
        if recorder is not None:
            check_recorder(recorder)
            recorder.opened(self)

    @classmethod
    def at_shoe(
        cls,
        number: Unchecked[int],
        rules: Rules | None = None,
        *,
        seats: Sequence[str | SeatPlan | None],
        seed: Unchecked[TableSeed] | None = None,
        shoes: ShoeSource | None = None,
        recorder: Recorder | None = None,
        machine: EventMachine | None = None,
    ) -> Table:
        """Return a table that begins with the given shoe, to play the rounds of this shoe again.

        Args:
            number: the number of the shoe, counted from 1.
            rules: the rules of the table.
            seats: the seats, as for `Table`.
            seed: the seed of the table.
            shoes: a source of shoes in place of the seed; `seeded_shoes` takes seeds of clients.
            recorder: an object that the table calls after each event and change.
            machine: runs the rounds in place of the engine.

        Raises:
            ShoeError: there is no shoe of that number.
        """
        table = cls(rules, seats=seats, seed=seed, shoes=shoes, machine=machine)
        table.house.shoe = table.house.shoes.fresh(check_range("shoe number", number, 1, MAX_SEED))
        if recorder is not None:
            check_recorder(recorder)
            table._recorder = recorder
            recorder.opened(table)
        return table

    @property
    def shoe(self) -> Shoe:
        """The shoe in use; only the host may see it."""
        return self.house.shoe

    @property
    def seq(self) -> int:
        """The sequence number: how many events and changes of seats there were at the table."""
        return self.round.event_count

    @property
    def commitment(self) -> str | None:
        """The commitment to the table's secret, for all who join; `None` if there is no secret."""
        return None if self.seed is None else secret_commitment(self.seed)

    @property
    def takes_seeds(self) -> bool:
        """Whether seats can add seeds to the next shoe; see `SeatChange.commit_seed`."""
        return seeds_are_due(self.flags, self.round, self.house)

    @property
    def over(self) -> bool:
        """Whether the host may open the next round."""
        return self._state is not _MOVING and self.round.over

    @property
    def cut_short(self) -> bool:
        """Whether an event was cut short; then it may be missing in the journal."""
        return self._state is _CUT_SHORT

    def open_round(self) -> None:
        """Open the next round; the cards of the last round are cleared away.

        Raises:
            RefusedError: the round is not over. Most other errors are as for `apply`.
            TableError, ShoeError: every seat is empty or away; there is no shoe for the round.
        """
        self.apply(_OPENING)

    def change(self, change: Unchecked[SeatChange], at: Unchecked[int] | None = None) -> None:
        """Change a seat between two rounds; the shoe in use is kept.

        The cards stay on the table, unless a player joins at a seat that played in the last round.

        Args:
            change: the change, made by a method of `SeatChange`.
            at: refuse the change unless the table is at this sequence number; see `seq`.

        Raises:
            ChangeRefusedError: the change is not allowed now, for example in mid-round.
            StaleError: the table is at another sequence number; nothing was changed.
            EventError: the argument is not a change of seats.
            TableError: as for `apply`.
        """
        if type(change) is not SeatChange:
            raise EventError(type_name(change), "give what a method of SeatChange makes")
        self._take()
        try:
            check_change(self.flags, self.round, self.house, change, at=at, paid=self.paid)
            self._state = _MOVING
            done = carry_out(self.round, self.house, change, self.paid)
            if self._recorder is not None:
                self._state = _RECORDING
                self._recorder.changed(self, done)
            self._state = _READY
        finally:
            self._leave()

    def record_with(self, recorder: Recorder) -> None:
        """Set the recorder, and call its `joined` first.

        Raises:
            JournalError: the recorder is a journal in another state than the table.
            TableError: the argument is not a recorder, or an event is under way.
        """
        check_recorder(recorder)
        self._take()
        try:
            recorder.joined(self)
            self._recorder = recorder
        finally:
            self._leave()

    def menu(self) -> Menu:
        """Return the legal answers to the open question."""
        return self._read(lambda: self.legality.menu(self.round))

    def legal(self) -> tuple[Event, ...]:
        """Return the legal events; an event with a stake has the least stake (see `menu`)."""
        return self.menu().events()

    def offer(self) -> Offer | None:
        """Return the open question with its legal answers; `None` when the round is over."""
        offer = self.glance()
        return None if offer is None else offer.look()

    def glance(self) -> Offer | None:
        """Return the offer without filling it in; read it before the next event."""

        def read() -> Offer | None:
            question = self.round.question
            return None if question is None else Offer.at(self.round, question, self.legality)

        return self._read(read)

    def view(self, seat: Unchecked[int] | None) -> View:
        """Return what a seat may see; for `None`, what a spectator may see.

        Raises:
            TableError: there is no such seat, or an event is under way.
        """
        viewer = check_viewer(self.round, seat)
        return self._read(lambda: View.at(self.round, viewer, self.house.shoe).look())

    def apply(self, event: Unchecked[Event], at: Unchecked[int] | None = None) -> None:
        """Apply one event, and all moves of the house until the next question.

        Args:
            event: the event, made by an offer or by `Event`.
            at: refuse the event unless this is the sequence number of the table, see `seq`.

        Raises:
            RefusedError: the event is illegal now; nothing was changed.
            StaleError: the table is at another sequence number; nothing was changed.
            EventError: the argument is not an event.
            TableError: the table is closed, an event is under way, or an earlier event was cut
                short by an interrupt or by a journal that could not be written.
            LimitError: so much was won or lost that another round might exceed a journal's limits.
        """
        if type(event) is not Event:
            raise EventError(type_name(event), "apply what an offer or Event makes")
        try:
            kind = event.kind
            self._turn.pop(1)
        except IndexError:
            raise self._stopped() from None
        except AttributeError:
            raise EventError("it has no contents", "apply what an offer or Event makes") from None
        round_ = self.round
        event_count = round_.event_count
        if at is not None and (type(at) is not int or at != event_count):
            self._turn.append(_READY)
            raise StaleError(at, event_count)
        try:
            if kind is _OPEN:
                heard = self._opened(event)
            else:
                self._state = _MOVING
                # Earlier views and offers are now out of date.
                round_.event_count = event_count + 1
                heard = self._apply_event(self.flags, round_, self.house, event)
            if heard and self._recorder is not None:
                self._state = _RECORDING
                self._recorder.applied(self, event)
        except BaseException:
            self._leave()
            raise
        self._state = _READY
        if heard:
            self._turn.append(_READY)
            return
        round_.event_count = event_count
        try:
            raise self.legality.refusal(round_, event)
        finally:
            self._turn.append(_READY)

    def _opened(self, event: Event) -> bool:
        """Open a round; if there is no shoe for it, change nothing."""
        if self.round.question is not None:
            return False
        check_opening(self.round, self.house)
        self._state, apply = _MOVING, self._apply_event
        try:
            return carry_out_opening(apply, self.flags, self.round, self.house, event)
        except ShoeError:
            self._state = _READY
            raise

    def _stopped(self) -> TableError:
        """Return the error that says what blocks the table."""
        return TableError(*(_MOVING if (now := self._state) in {_READY, _RECORDING} else now).value)

    def _leave(self) -> None:
        """Let other threads use the table, unless it is closed or an event was interrupted."""
        if self._state is _READY:
            self._turn.append(_READY)
        elif self._state is not _CLOSED:
            self._state = _CUT_SHORT

    def _take(self) -> None:
        """Block other threads until `_leave`; raise an error if the table cannot be used."""
        try:
            self._turn.pop(1)
        except IndexError:
            raise self._stopped() from None

    def _read(self, read: Callable[[], _Result]) -> _Result:
        """Read the table with a function; raise a `TableError` if the table changes meanwhile.

        A recorder may read the table when it is called, because then the event is complete.
        """
        event_count = self.round.event_count
        if self._state is _MOVING:
            raise self._stopped()
        try:
            return read()
        finally:
            if self.round.event_count != event_count:
                raise TableError(*_MOVING.value)

    def results(self) -> tuple[HandResult, ...]:
        """Return the results of all hands whose bets are settled, in the order of the seats."""
        return self._read(lambda: hand_results(self.round))

    def snapshot(self) -> Snapshot:
        """Return the whole state of the table as a value, with hidden cards and the seed.

        Raises:
            SnapshotError: the table's shoes come neither from a seed nor from an arrangement.
            TableError: another thread applies an event.
        """
        return self._read(
            lambda: Snapshot(self.rules, self.seed, self.plans, self.round, self.house)
        )

    def clone(self, *, hidden_from: Unchecked[int] | None, seed: Unchecked[TableSeed]) -> Table:
        """Return a copy of the table, without a recorder, with all unseen cards dealt again.

        Args:
            hidden_from: the seat that has not seen these cards; `None` for a spectator.
            seed: the seed of the copy's cards and shoes.

        Raises:
            TableError: there is no such seat, or an event is under way.
            ShoeError: the seed is out of range.
        """
        check_viewer(self.round, hidden_from)
        clone = Table(self.rules, seats=self.plans, shoes=_ANY_SHOES)
        state = self._read(lambda: deal_anew(self.rules, self.round, self.house, seed))
        clone.seed, clone.round, clone.house = state
        return clone

    def _repr_html_(self) -> str | None:
        """Return the table as HTML, for a notebook."""
        return in_notebook(self)

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled; a recorder and the shoes belong to one table only."""
        instead = "take its snapshot(), and give it to Table.restore"
        raise TableError("a table cannot be copied or pickled", instead)

    @classmethod
    def restore(cls, snapshot: Snapshot, *, recorder: Recorder | None = None) -> Table:
        """Return a new table that continues from a snapshot.

        Args:
            snapshot: a snapshot of any table, in any state.
            recorder: the recorder; its `joined` is called first.

        Raises:
            JournalError: the recorder is a journal in another state than the snapshot.
            TableError: an argument is not a snapshot, or not a recorder.
        """
        check_snapshot(snapshot)
        # The snapshot holds the shoe in use; the source may no longer have the first shoe.
        table = cls(snapshot.rules, seats=snapshot.plans, shoes=_ANY_SHOES)
        table.seed, table.round, table.house = snapshot.seed, snapshot.round, snapshot.house
        if recorder is not None:
            table.record_with(recorder)
        return table

    def close(self) -> None:
        """Close the table: no further round follows, and a journal gets its last line.

        Raises:
            TableError: the round is not over, an event is under way, or one was cut short.
        """
        if self._state is _CLOSED:
            return
        self._take()
        try:
            if not self.round.over:
                raise TableError("the round is not over", "finish it before you close the table")
            # If this fails, the record may be incomplete.
            self._state = _RECORDING
            if self._recorder is not None:
                self._recorder.closed(self)
            self._state = _CLOSED
        finally:
            self._leave()
