"""The conditions and callbacks of transitions, in the form that the library `transitions` calls.

The library calls every condition and callback with the same four arguments: the flags of the rule
set, the round, the house with its hidden cards, and the event. A condition here is a small object:
the library calls it, and the generator of the dispatch reads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from pitboss.game.events import Event
from pitboss.game.round import Hand, House, Phase, Question, Round, Seat
from pitboss.game.trace import row_taken
from pitboss.machine.flags import Flags, Scope
from pitboss.machine.guards import HandGuard, NamedStakeGuard, StakeGuard, Waiting, seats_in
from pitboss.machine.house_guards import QuestionWaits, RoundGuard
from pitboss.machine.row_options import RowOption
from pitboss.machine.transition_table import Asked, Asking, Row, TransitionTable


@frozen(eq=False)
class Kept:
    """Condition: the row exists under the rule set."""

    option: RowOption

    def __call__(self, flags: Flags, _round: Round, _house: House, _event: Event) -> bool:
        """Say whether the row exists."""
        kept: bool = getattr(flags, self.option.flag)
        return kept


@frozen(eq=False)
class Answers:
    """Condition: this question is open, and the event names the asked seat and hand.

    Attributes:
        question: the question; `None` for an event of the host, for which no question may be open.
    """

    question: Question | None

    def __call__(self, _flags: Flags, round_: Round, _house: House, event: Event) -> bool:
        """Say whether the event answers what is asked."""
        if round_.question is not self.question:
            return False
        if self.question is None:
            return event.seat == event.hand == 0
        return event.seat == round_.asked_seat and event.hand == round_.asked_hand


@frozen(eq=False)
class Staked:
    """Condition: the seat that is asked may stake the amount."""

    stake: StakeGuard | NamedStakeGuard

    def __call__(self, flags: Flags, round_: Round, _house: House, event: Event) -> bool:
        """Say whether the seat may stake the amount of the event."""
        seat = round_.seats[round_.asked_seat]
        if isinstance(self.stake, NamedStakeGuard):
            return self.stake.allows(flags, seat, event.bet_name, event.amount_minor)
        return self.stake.allows(flags, seat, event.amount_minor)


@frozen(eq=False)
class OfHand:
    """Condition: a guard holds for the hand that is asked."""

    guard: HandGuard

    def __call__(self, flags: Flags, round_: Round, _house: House, _event: Event) -> bool:
        """Say whether the guard holds."""
        seat = round_.seats[round_.asked_seat]
        return self.guard.test(flags, round_, seat, seat.hands[round_.asked_hand])


@frozen(eq=False)
class OfRound:
    """Condition: a guard holds for the round."""

    guard: RoundGuard

    def __call__(self, flags: Flags, round_: Round, _house: House, _event: Event) -> bool:
        """Say whether the guard holds."""
        return self.guard.test(flags, round_)


def waiting_question(
    table: TransitionTable, askings: tuple[Asking, ...], flags: Flags, round_: Round
) -> Waiting | None:
    """Return the next question to ask, if there is one among `askings`.

    This reads the table line by line; the dispatch has the same logic in generated code.

    Args:
        table: the table of transitions.
        askings: the questions, in the order in which they are asked.
        flags: the flags of the rule set.
        round_: the round, in the state of the askings.
    """
    for asking in askings:
        if asking.asked is Asked.SEATS:
            for seat in round_.seats:
                if not seat.answered:
                    return asking.questions[0][0], seat.index, 0
        else:
            for seat, number in _places(flags, round_, asking.asked):
                hand = seat.hands[number]
                for question, guard in asking.questions:
                    answers = table.answers_beyond_no(asking.source, question)
                    fits = guard is None or guard.test(flags, round_, seat, hand)
                    if fits and any(_is_open(row, flags, round_, seat, hand) for row in answers):
                        return question, seat.index, number
    return None


def _places(flags: Flags, round_: Round, asked: Asked) -> Iterator[tuple[Seat, int]]:
    """Yield the hands that may be asked, each with its seat."""
    scope = {
        Asked.TABLE: Scope.WHOLE_TABLE,
        Asked.SPLIT_SCOPE: flags.split_scope,
        Asked.INSURANCE_SCOPE: flags.insurance_scope,
    }.get(asked, Scope.HAND_AT_TURN)
    if scope is Scope.HAND_AT_TURN:
        yield round_.seats[round_.turn_seat], round_.turn_hand
        return
    for seat in seats_in(scope, round_):
        for number in range(len(seat.hands)):
            yield seat, number


def _is_open(row: Row, flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """Say whether a hand may answer by this row, with any stake."""
    return (
        all(getattr(flags, option.flag) for option in row.options)
        and all(guard.test(flags, round_, seat, hand) for guard in row.hand_guards)
        and (row.stake is None or row.stake.possible(flags, seat))
    )


@frozen(eq=False)
class Offered:
    """Condition: there is a question to ask in the state `phase`."""

    table: TransitionTable
    phase: Phase

    def __call__(self, flags: Flags, round_: Round, _house: House, _event: Event) -> bool:
        """Say whether there is a question."""
        askings = self.table.askings(self.phase)
        return waiting_question(self.table, askings, flags, round_) is not None


@frozen(eq=False)
class NothingAsked:
    """Condition: no question above the row, in the row's state, has to be asked."""

    table: TransitionTable
    askings: tuple[Asking, ...]

    def __call__(self, flags: Flags, round_: Round, _house: House, _event: Event) -> bool:
        """Say whether there is no question."""
        return waiting_question(self.table, self.askings, flags, round_) is None


Condition = Kept | Answers | Staked | OfHand | OfRound | Offered | NothingAsked


def conditions_of(row: Row, table: TransitionTable) -> list[Condition]:
    """Return the conditions of a row: it exists, its turn has come, and its guards hold."""
    conditions: list[Condition] = [Kept(option) for option in row.options]
    of_round = [
        Offered(table, guard.phase) if isinstance(guard, QuestionWaits) else OfRound(guard)
        for guard in row.round_guards
    ]
    if row.event is None:
        before = table.askings(row.source, row)
        turn = [NothingAsked(table, before)] if before else []
        return [*turn, *conditions, *of_round]
    staked = [] if row.stake is None else [Staked(row.stake)]
    of_hand = [OfHand(guard) for guard in row.hand_guards]
    return [*conditions, Answers(row.question), *staked, *of_hand, *of_round]


@frozen(eq=False)
class Begin:
    """Callback of an event: close the open question, and begin a new trace with this row."""

    name: str

    def __call__(self, _flags: Flags, round_: Round, house: House, _event: Event) -> None:
        """Begin the trace; drop the trace, new shoes and facts of the earlier event."""
        round_.question = None
        house.trace = [row_taken(self.name)]
        house.new_shoes = []
        house.facts = []


@frozen(eq=False)
class Mark:
    """Callback of a move of the house: add the name of its row to the trace."""

    name: str

    def __call__(self, _flags: Flags, _round: Round, house: House, _event: Event) -> None:
        """Add the name of the row to the trace."""
        house.trace.append(row_taken(self.name))
