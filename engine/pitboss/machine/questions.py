"""Which question of a state waits, read from the table line by line.

The dispatch has the same written out; a machine of the library asks here.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.game.round import Hand, Round, Seat
from pitboss.machine.flags import Flags
from pitboss.machine.scopes import Scope, Waiting, seats_in
from pitboss.machine.transition_table import Asked, Asking, Row, TransitionTable


def waiting_question(
    table: TransitionTable, askings: tuple[Asking, ...], flags: Flags, round_: Round
) -> Waiting | None:
    """Return the question that waits, if one of those waits.

    Args:
        table: the table of transitions.
        askings: what is asked, in the order in which it is asked.
        flags: of the rule set.
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


def _is_open(row: Row, flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """Say whether a hand may answer by a row, whatever it stakes."""
    return (
        all(getattr(flags, option.flag) for option in row.options)
        and all(guard.test(flags, round_, seat, hand) for guard in row.hand_guards)
        and (row.stake is None or row.stake.possible(flags, seat))
    )
