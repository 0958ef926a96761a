"""Which question of a state waits, read from the table line by line.

The dispatch has the same written out; a machine of the library asks here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.events import EventKind
from pitboss.machine.flags import Flags
from pitboss.machine.guards import HandGuard
from pitboss.machine.scopes import Scope, Waiting, seats_in
from pitboss.machine.transition_table import LINES, TABLE, Asked, Asking, Row
from pitboss.round import Phase, Question, Round, Seat

ASKINGS: Final = {
    phase: tuple(line for line in LINES if isinstance(line, Asking) and line.source is phase)
    for phase in Phase
}
"""What is asked in each state, in the order of the table."""


def answers_beyond_no(phase: Phase, question: Question) -> tuple[Row, ...]:
    """Return the rows that answer a question of a state with more than no."""
    return tuple(
        row
        for row in TABLE
        if row.source is phase
        and row.question is question
        and row.event is not EventKind.DECLINE
    )


def waiting_question(flags: Flags, round_: Round, askings: tuple[Asking, ...]) -> Waiting | None:
    """Return the question that waits, if one of those waits.

    Args:
        flags: of the rule set.
        round_: the round, in the state of the askings.
        askings: what is asked, in the order in which it is asked.
    """
    for asking in askings:
        if asking.asked is Asked.SEATS:
            for seat in round_.seats:
                if not seat.answered:
                    return asking.questions[0][0], seat.index, 0
        else:
            for seat, number in _places(flags, round_, asking.asked):
                for question, guard in asking.questions:
                    if _fits(flags, round_, seat, number, asking.source, question, guard):
                        return question, seat.index, number
    return None


def _places(flags: Flags, round_: Round, asked: Asked) -> Iterator[tuple[Seat, int]]:
    """Give the hands that are asked, each with its seat."""
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


def _fits(  # noqa: PLR0917  the parts of the state, then what is asked of them
    flags: Flags,
    round_: Round,
    seat: Seat,
    number: int,
    phase: Phase,
    question: Question,
    guard: HandGuard | None,
) -> bool:
    """Say whether a question fits a hand, and some answer to it is open."""
    hand = seat.hands[number]
    if guard is not None and not guard.test(flags, round_, seat, hand):
        return False
    return any(
        all(getattr(flags, option.flag) for option in row.options)
        and all(each.test(flags, round_, seat, hand) for each in row.hand_guards)
        and (row.stake is None or row.stake.possible(flags, seat))
        for row in answers_beyond_no(phase, question)
    )
