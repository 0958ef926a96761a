"""What must hold for a transition, and what it leaves in the trace, as `transitions` calls them.

The library hands every condition and callback the same three things: the round, what the house
keeps hidden, and the event. A condition here is a small object that can be called so, and that
says what it asks, so that the machine can also write it into a function of its own.
"""

from __future__ import annotations

from attrs import frozen

from pitboss.events import Event, EventKind
from pitboss.guards import AMOUNT_TESTS, AmountTest, HandTest
from pitboss.questions import RoundTest
from pitboss.round import House, Question, Round
from pitboss.rules import Rules
from pitboss.transition_table import Row


@frozen(eq=False)
class Asked:
    """Condition: a certain question waits, or none."""

    question: Question | None

    def __call__(self, round_: Round, _house: House, _event: Event) -> bool:
        """Say whether it waits."""
        return round_.question is self.question


@frozen(eq=False)
class FromHost:
    """Condition: the host says it, who has no seat."""

    def __call__(self, _round: Round, _house: House, event: Event) -> bool:
        """Say whether it does."""
        return event.seat == 0 and event.hand == 0


@frozen(eq=False)
class FromAsked:
    """Condition: the seat that is asked says it, of the hand that is asked about."""

    def __call__(self, round_: Round, _house: House, event: Event) -> bool:
        """Say whether it does."""
        return event.seat == round_.asked_seat and event.hand == round_.asked_hand


@frozen(eq=False)
class Staked:
    """Condition: the seat that is asked may stake the amount."""

    test: AmountTest

    def __call__(self, round_: Round, _house: House, event: Event) -> bool:
        """Say whether it may."""
        return self.test(round_.seats[round_.asked_seat], event.amount_minor)


@frozen(eq=False)
class OfHand:
    """Condition: a guard holds of the hand that is asked."""

    test: HandTest

    def __call__(self, round_: Round, _house: House, _event: Event) -> bool:
        """Say whether it holds."""
        seat = round_.seats[round_.asked_seat]
        return self.test(round_, seat, seat.hands[round_.asked_hand])


@frozen(eq=False)
class OfRound:
    """Condition: a guard holds of the round."""

    test: RoundTest

    def __call__(self, round_: Round, _house: House, _event: Event) -> bool:
        """Say whether it holds."""
        return self.test(round_)


@frozen(eq=False)
class Begin:
    """Callback of a word: its question is answered, and a new trace begins with its row's name."""

    name: str

    def __call__(self, round_: Round, house: House, _event: Event) -> None:
        """Begin it; what followed the last event is forgotten."""
        round_.question = None
        house.trace = [self.name]
        house.new_shoes = []


@frozen(eq=False)
class Mark:
    """Callback of a move of the house: the name of its row goes into the trace."""

    name: str

    def __call__(self, _round: Round, house: House, _event: Event) -> None:
        """Leave the name."""
        house.trace.append(self.name)


Condition = Asked | FromHost | FromAsked | Staked | OfHand | OfRound


def conditions_of(row: Row, rules: Rules) -> list[Condition]:
    """Make the conditions of a row for a rule set: that it is addressed well, then its guards."""
    of_hand: list[Condition] = [OfHand(guard.make(rules)) for guard in row.hand_guards]
    of_round: list[Condition] = [OfRound(guard.make(rules)) for guard in row.round_guards]
    if row.event is None:
        return of_round
    asked: list[Condition] = [
        Asked(row.question),
        FromHost() if row.event is EventKind.OPEN else FromAsked(),
    ]
    if row.event in AMOUNT_TESTS:
        asked.append(Staked(AMOUNT_TESTS[row.event](rules)))
    return asked + of_hand + of_round
