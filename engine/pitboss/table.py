"""A table: many rounds on one shoe after another, driven by whoever holds it.

Everything that happens goes through `Table.apply`: legality first, effect after, record last. A
refused event changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from attrs import frozen

from pitboss.cards import CARDS, Card
from pitboss.errors import EventError, LimitError, ShoeError, TableError
from pitboss.events import Event, EventKind
from pitboss.legality import Menu, legality_for
from pitboss.limits import MAX_TOTAL_MINOR
from pitboss.machine import INLINED, Fire, RuleMachine, machine_for
from pitboss.offers import Offer
from pitboss.round import (
    House,
    Outcome,
    Phase,
    Round,
    Seat,
    SeatPlan,
)
from pitboss.rules import Rules
from pitboss.shoe import MAX_SEED, ArrangedShoes, Shoe, ShoeSource, seeded_shoes
from pitboss.snapshot import Snapshot
from pitboss.views import View

__all__ = ["HandResult", "Recorder", "SeatPlan", "Table"]


@frozen
class HandResult:
    """What became of one hand.

    Attributes:
        seat: whose.
        hand: which of the seat's hands.
        cards: its cards.
        bet_minor: the final stake.
        outcome: how the bet was settled.
        net_minor: what the bet brought.
        insurance_net_minor: what the insurance bet brought.
    """

    seat: int
    hand: int
    cards: tuple[Card, ...]
    bet_minor: int
    outcome: Outcome
    net_minor: int
    insurance_net_minor: int


class Recorder(Protocol):
    """Hears everything that a table does, after it was done; a journal is one."""

    def opened(self, table: Table, /) -> None:
        """Hear that a table was set up."""
        ...

    def joined(self, table: Table, /) -> None:
        """Hear that it records from now on a table that stands in the middle of its game."""
        ...

    def applied(self, table: Table, event: Event, /) -> None:
        """Hear that an event was applied; ``table.house.trace`` tells what followed it."""
        ...

    def closed(self, table: Table, /) -> None:
        """Hear that the host is done with the table."""
        ...


_OPEN: Final = EventKind.OPEN
_OPENING: Final = Event.open()

CLOSED: Final = "the table is closed"
UNDER_WAY: Final = "an event is under way"
CUT_SHORT: Final = "an earlier event was cut short"
_NEXT_STEPS: Final = {
    CLOSED: "set up a new table",
    UNDER_WAY: "wait until `apply` has returned",
    CUT_SHORT: "take the journal up again, or restore a snapshot",
}

WARM_UP_ROUNDS: Final = 20_000
"""With so many rounds under a rule set it begins to pay to make its inlined machine.

By then the plain machine has cost tables of one seat about as much more as it takes to make the
other, see `machine_for`; whether they go on for longer nobody knows.
"""

MAX_NAME_LETTERS: Final = 200
"""No seat's name is longer."""

_ANY_SHOES: Final = ArrangedShoes([CARDS])


def check_seed(seed: object) -> None:
    """See that a seed, if there is one, can stand in a journal.

    Raises:
        ShoeError: it is no whole number from 0 to `MAX_SEED`.
    """
    if seed is not None and not _is_whole(seed, MAX_SEED):
        raise ShoeError(f"seed {seed!r}"[:100], f"give a whole number from 0 to {MAX_SEED}")


class Table:
    """A blackjack table under one rule set.

    A host opens a round, reads the offer, and applies events until the round is over::

        table = Table(seed=7, seats=["Ann"])
        table.open_round()
        table.apply(table.offer().bet(1000))

    Args:
        rules: the rule set; the default table without one.
        seed: from which every shoe is shuffled, 0 to 2**63 - 1; may be left out with `shoes`.
        seats: names, or plans with an opening balance each; a name alone has unlimited funds. Names
            are kept as they are and need not differ: at the table a seat goes by its number.
        shoes: where shoes come from instead of the seed: `ArrangedShoes` by hand. A journal wants
            what comes after those to be of the seed, if there is one, and of the rules.
        recorder: hears everything, such as a journal.
        machine: what runs the rounds; by default the compiled machine of the rule set, and its
            inlined one once its tables have played for long.

    Raises:
        TableError: no rules, no seat, too many seats, a balance out of range, neither seed nor
            shoes, or a machine of other rules.
        ShoeError: the seed is out of range.
        JournalError: the recorder is a journal that has a table, or no replay would find the shoes.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seats: Sequence[str | SeatPlan],
        seed: int | None = None,
        shoes: ShoeSource | None = None,
        recorder: Recorder | None = None,
        machine: RuleMachine | None = None,
    ) -> None:
        self.rules = _known_rules(rules)
        check_seed(seed)
        self.seed = seed
        self.plans = tuple(_planned(self.rules, seats))
        if shoes is None:
            if seed is None:
                raise TableError("no seed", "give a seed, or shoes arranged by hand")
            shoes = seeded_shoes(self.rules, seed)
        self.round = Round(
            Phase.BETTING, [_seated(seat, plan) for seat, plan in enumerate(self.plans)]
        )
        self.house = House(shoes, shoes.fresh(1))
        self.legality = legality_for(self.rules)
        if machine is not None and machine.rules != self.rules:
            raise TableError("a machine of other rules", "give machine_for(rules), or none")
        machine = machine or INLINED.get(self.rules)
        self.machine = machine_for(self.rules) if machine is None else machine
        self._warms_up = machine is None
        self._says = self.machine.says
        self._recorder = recorder
        self._stopped = ""
        if recorder is not None:
            _check_recorder(recorder)
            recorder.opened(self)

    @property
    def shoe(self) -> Shoe:
        """The shoe in use; a host's secret."""
        return self.house.shoe

    @property
    def over(self) -> bool:
        """The host may open the next round."""
        return self.round.over

    def open_round(self) -> None:
        """Clear the table for the next round.

        Raises:
            RefusedError: the round is not over.
        """
        self.apply(_OPENING)

    def record_with(self, recorder: Recorder) -> None:
        """Let a recorder hear everything from now on, beginning with `joined`.

        Raises:
            JournalError: the recorder is a journal that does not stand where the table does.
        """
        _check_recorder(recorder)
        recorder.joined(self)
        self._recorder = recorder

    def menu(self) -> Menu:
        """Return what may be said now."""
        return self.legality.menu(self.round)

    def legal(self) -> tuple[Event, ...]:
        """Return the legal events; a stake stands with its least amount (see `menu`)."""
        return self.menu().events()

    def offer(self) -> Offer | None:
        """Return the question that waits; none when the round is over."""
        offer = self.glance()
        return None if offer is None else offer.look()

    def glance(self) -> Offer | None:
        """Return the question that waits as `offer` does, to be looked at before the next event."""
        question = self.round.question
        return None if question is None else Offer(self.round, question, self.legality)

    def view(self, seat: int | None) -> View:
        """Return what a seat may see, or a spectator for none.

        Raises:
            TableError: there is no such seat.
        """
        if seat is not None and not 0 <= seat < len(self.round.seats):
            raise TableError(f"no seat {seat}", f"seats are 0 to {len(self.round.seats) - 1}")
        return View(self.round, seat).look()

    def apply(self, event: Event) -> None:
        """Apply one event and let the house move until the next question.

        Raises:
            RefusedError: the event is illegal now; nothing was changed.
            EventError: it is no event at all.
            TableError: the table is closed, an event is under way, or an earlier one was cut short
                by an interrupt or by a journal that could not be written, so that nothing after it
                can be trusted.
            LimitError: so much was won or lost that a further round might not fit a journal.
        """
        round_ = self.round
        try:
            say = self._says[round_.phase].get(event.kind)
        except (AttributeError, TypeError) as error:
            raise EventError(f"{event!r}"[:100], "apply what an offer or Event makes") from error
        # In mid-event, what the state takes from nobody is refused as ever; the rest has to wait.
        if self._stopped and (say is not None or self._stopped != UNDER_WAY):
            raise TableError(self._stopped, _NEXT_STEPS[self._stopped])
        if say is None:
            raise self.legality.refusal(round_, event)
        try:
            if event.kind is _OPEN:
                said = self._opened(say, event)
            else:
                self._stopped = UNDER_WAY
                said = say(round_, self.house, event)
            if said:
                round_.moment += 1
                if self._recorder is not None:
                    self._recorder.applied(self, event)
        except BaseException:
            if self._stopped:
                self._stopped = CUT_SHORT
                # What was handed out before it no longer shows the table as it stands.
                round_.moment += 1
            raise
        self._stopped = ""
        if not said:
            raise self.legality.refusal(round_, event)

    def _opened(self, say: Fire, event: Event) -> bool:
        """Open a round, unless there is no shoe for it; then nothing else was changed either."""
        if self.round.question is not None:
            return False
        house = self.house
        within = -MAX_TOTAL_MINOR <= house.balance_minor <= MAX_TOTAL_MINOR
        for seat in self.round.seats:
            within = within and -MAX_TOTAL_MINOR <= seat.balance_minor <= MAX_TOTAL_MINOR
        if not within:
            raise LimitError(
                "MAX_TOTAL_MINOR", MAX_TOTAL_MINOR, "close this table and begin another"
            )
        trace, new_shoes = house.trace, house.new_shoes
        self._stopped = UNDER_WAY
        try:
            said = say(self.round, house, event)
        except ShoeError:
            house.trace, house.new_shoes = trace, new_shoes
            self._stopped = ""
            raise
        if said and self._warms_up:
            self._warm_up()
        return said

    def _warm_up(self) -> None:
        """Count a round; with the last of the warm-up the inlined machine takes over."""
        self.machine.rounds_opened += 1
        if self.machine.rounds_opened >= WARM_UP_ROUNDS:
            self._warms_up = False
            self.machine = machine_for(self.rules, inlined=True)
            self._says = self.machine.says

    def results(self) -> tuple[HandResult, ...]:
        """Return what became of every hand whose bet is settled, in the order of the seats."""
        return tuple(
            HandResult(
                seat=seat.index,
                hand=number,
                cards=tuple(hand.cards),
                bet_minor=hand.bet_minor,
                outcome=hand.outcome,
                net_minor=hand.net_minor,
                insurance_net_minor=hand.insurance_net_minor,
            )
            for seat in self.round.seats
            for number, hand in enumerate(seat.hands)
            if hand.outcome is not None
        )

    def snapshot(self) -> Snapshot:
        """Return the whole table as it stands, as a value; it tells what is hidden.

        Raises:
            SnapshotError: the table's shoes come from neither a seed nor an arrangement.
        """
        return Snapshot.of(self.rules, self.seed, self.plans, self.round, self.house)

    @classmethod
    def restore(cls, snapshot: Snapshot, *, recorder: Recorder | None = None) -> Table:
        """Return a new table that goes on where a snapshot was taken.

        Args:
            snapshot: of any table, in any state.
            recorder: hears everything from now on, beginning with `joined`.

        Raises:
            JournalError: the recorder is a journal that does not stand where the snapshot does.
            TableError: the snapshot, or the recorder, is none.
        """
        _check_snapshot(snapshot)
        round_, house = snapshot.thawed()
        # The shoe in use is in the snapshot; its source need not have the first one any more.
        table = cls(snapshot.rules, seats=snapshot.plans, seed=snapshot.seed, shoes=_ANY_SHOES)
        table.round, table.house = round_, house
        if recorder is not None:
            table.record_with(recorder)
        return table

    def close(self) -> None:
        """Say that no further round follows; a journal gets its last line.

        Raises:
            TableError: the round is not over, an event is under way, or one was cut short.
        """
        if self._stopped == CLOSED:
            return
        if self._stopped:
            raise TableError(self._stopped, _NEXT_STEPS[self._stopped])
        if not self.round.over:
            raise TableError("a round is open", "finish it before you close the table")
        # What a recorder holds that did not hear of it to the end cannot be trusted.
        self._stopped = CUT_SHORT
        if self._recorder is not None:
            self._recorder.closed(self)
        self._stopped = CLOSED


def _check_snapshot(snapshot: object) -> None:
    if not isinstance(snapshot, Snapshot):
        raise TableError(f"a snapshot {snapshot!r}"[:100], "give Snapshot.from_json(text)")


def _check_recorder(recorder: object) -> None:
    for name in ("opened", "joined", "applied", "closed"):
        if not callable(getattr(recorder, name, None)):
            raise TableError(
                f"a recorder without `{name}`", "give one that has it, as a Journal has"
            )


def _known_rules(rules: object) -> Rules:
    if rules is None:
        return Rules()
    if isinstance(rules, Rules):
        return rules
    raise TableError(f"rules {rules!r}"[:100], "give Rules.preset(name) or Rules.of(...), or none")


def _planned(rules: Rules, seats: Sequence[str | SeatPlan]) -> list[SeatPlan]:
    plans = [SeatPlan(seat) if isinstance(seat, str) else seat for seat in seats]
    if isinstance(seats, str):
        raise TableError(f"seats {seats!r}"[:100], "give a list of names")
    if not 1 <= len(plans) <= rules.max_seats:
        raise TableError(
            f"{len(plans)} seats", f"give a list of 1 to {rules.max_seats} (max_seats)"
        )
    for plan in plans:
        _check_plan(plan)
    return plans


def _check_plan(plan: SeatPlan) -> None:
    name: object = plan.name
    balance: object = plan.balance_minor
    if not _is_name(name):
        raise TableError(
            f"a seat called {name!r}"[:100], f"a name is text of at most {MAX_NAME_LETTERS} letters"
        )
    if balance is not None and not _is_whole(balance, MAX_TOTAL_MINOR):
        raise TableError(
            f"a balance of {balance!r}"[:100],
            f"give 0 to {MAX_TOTAL_MINOR} minor units, or none",
        )


def _is_whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_name(name: object) -> bool:
    if not isinstance(name, str) or len(name) > MAX_NAME_LETTERS:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _seated(index: int, plan: SeatPlan) -> Seat:
    return Seat(index, plan.name, plan.balance_minor or 0, plan.balance_minor is None)
