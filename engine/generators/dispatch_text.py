"""Writes the dispatch: the table of transitions as functions that a person can read and step into.

This module writes answers and moves from the objects of the library's machine, and questions from
the lines of the table. ``make machine`` writes the module `pitboss.machine.dispatch` anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import groupby
from subprocess import run
from typing import Final, cast

from transitions import Transition

from pitboss.game.events import EventKind
from pitboss.game.round import Phase, Question
from pitboss.machine.conditions import (
    Answers,
    Begin,
    Condition,
    Mark,
    NothingAsked,
    OfHand,
    OfRound,
    Staked,
)
from pitboss.machine.guards import NamedStakeGuard
from pitboss.machine.house_guards import QuestionWaits, RoundGuard
from pitboss.machine.transition_table import TRANSITIONS, Asked, Row, TransitionTable
from pitboss.machine.transitions_machine import HOUSE_TRIGGER
from question_text import (
    QuestionText,
    any_of,
    fits_name,
)

_ORDER: Final = (
    Phase.FILLING,
    Phase.BETTING,
    Phase.RESOLVED,
    Phase.SPLIT_OFFERED,
    Phase.INSURANCE_OFFERED,
    Phase.DEALT,
    Phase.DEALER_TURN,
)
"""The states in the order in which the dispatch checks them: the most frequent first."""

_RUFF: Final = (sys.executable, "-m", "ruff")
_FROM_INPUT: Final = ("--quiet", "--stdin-filename", "engine/pitboss/machine/dispatch.py", "-")
_SORT_IMPORTS: Final = (*_RUFF, "check", "--select", "I,F401", "--fix", *_FROM_INPUT)
_LAY_OUT: Final = (*_RUFF, "format", *_FROM_INPUT)

_STATE: Final = "flags: Flags, round_: Round, house: House, event: Event"
_GIVEN: Final = "flags, round_, house, event"

_HEAD: Final = '''"""The dispatch: what every event and every move of the house does in each state.

`make machine` writes this module from the table of transitions. Do not change it by hand.

A function that is named after a row applies the row, or returns false if the row does not fit. A
function that is named after a state asks a question there, or lets the house move by the first row
that fits. It returns true if a move led to an earlier state, in which the house must go on.
"""

from __future__ import annotations

from typing import Final

'''

_LIMIT: Final = """

def _endless() -> LimitError:
    return LimitError("MAX_HOUSE_MOVES", MAX_HOUSE_MOVES, "report this rule set")
"""


class DispatchText(QuestionText):
    """Writes the module of the dispatch.

    Args:
        table: the table of transitions.
    """

    def written(self) -> str:
        """Return the text of the module, before the formatter lays it out."""
        for phase in Phase:
            for row in self._answers(phase):
                self._write_fits(row)
            for place, asking in enumerate(self._table.askings(phase)):
                self._write_question(phase, place, asking)
            waits = any(_waits_for(row, phase) for row in self._table.rows)
            if waits and len(self._table.askings(phase)) > 1:
                self._write_some(phase)
        for phase in Phase:
            self._write_state(phase)
        self._write_go_on()
        for phase in Phase:
            for row in self._answers(phase):
                self._write_event(row)
        self._write_apply()
        self._write_may_answer()
        self._write_question_that_waits()
        return self._head() + "\n".join(self._lines) + "\n"

    def _head(self) -> str:
        for module, names in (
            ("errors", ("LimitError",)),
            ("game.events", ("Event", "EventKind")),
            ("machine.flags", ("Flags", "Scope")),
            ("machine.guards", ("Waiting", "seats_in")),
            ("game.trace", ("row_taken",)),
            (
                "game.round",
                ("MAX_HOUSE_MOVES", "Hand", "House", "Phase", "Question", "Round", "Seat"),
            ),
        ):
            self._imports.setdefault(f"pitboss.{module}", set()).update(names)
        imports = "".join(
            f"from {module} import {', '.join(sorted(names))}\n"
            for module, names in sorted(self._imports.items())
        )
        members = [
            f"_{each.name}: Final = {type(each).__name__}.{each.name}\n"
            for kind in (Phase, Question)
            for each in kind
        ]
        kinds = [f"_SAYS_{each.name}: Final = EventKind.{each.name}\n" for each in EventKind]
        taken = [
            f'{_move(row.name)}: Final = row_taken("{row.name}")\n' for row in self._table.rows
        ]
        scope = "_HAND_AT_TURN: Final = Scope.HAND_AT_TURN\n"
        return _HEAD + imports + "\n" + "".join([*members, *kinds, *taken, scope]) + _LIMIT

    # The house.

    def _write_state(self, phase: Phase) -> None:
        rows = [(self._row_of(each), each) for each in self._filed(HOUSE_TRIGGER, phase)]
        if not rows and not self._table.askings(phase):
            return
        self._function(
            _state(phase),
            _STATE,
            "bool",
            f"Ask in {phase.value}, or let the house move from there.",
        )
        stays = any(row.destination is phase for row, _ in rows)
        depth = 1
        if stays:
            self._line(1, "while True:")
            depth = 2
        asked: set[int] = set()
        always = False
        for row, transition in rows:
            conditions = [cast("Condition", each.func) for each in transition.conditions]
            for at, asking in enumerate(self._table.askings(phase)):
                waits_first = any(
                    isinstance(each, NothingAsked) and asking in each.askings for each in conditions
                )
                if waits_first and at not in asked:
                    asked.add(at)
                    self._write_ask(depth, phase, at)
            always = self._write_move(depth, phase, row, transition, conditions)
        if not always:
            self._line(depth, "return False")

    def _write_ask(self, depth: int, phase: Phase, place: int) -> None:
        """Write how somebody is asked before the house moves on."""
        asking = self._table.askings(phase)[place]
        if asking.asked is Asked.HAND_AT_TURN:
            self._line(depth, "seat = round_.seats[round_.turn_seat]")
            self._line(depth, "hand = seat.hands[round_.turn_hand]")
            for question, tests in self._fitting(asking):
                self._line(depth, f"if {tests}:")
                self._line(depth + 1, f"round_.question = _{question.name}")
                self._line(depth + 1, "round_.asked_seat = round_.turn_seat")
                self._line(depth + 1, "round_.asked_hand = round_.turn_hand")
                self._line(depth + 1, "return False")
            return
        options, call = self._asks(phase, place)
        if options:
            self._line(depth, f"if {options}:")
            depth += 1
        self._line(depth, f"waiting = {call}")
        self._line(depth, "if waiting is not None:")
        asked = "round_.question, round_.asked_seat, round_.asked_hand"
        self._line(depth + 1, f"{asked} = waiting")
        self._line(depth + 1, "return False")

    def _write_move(
        self,
        depth: int,
        phase: Phase,
        row: Row,
        transition: Transition,
        conditions: list[Condition],
    ) -> bool:
        """Write a move of the house; say whether it is always taken, so that nothing follows it."""
        tests = list(dict.fromkeys(text for each in conditions for text in self._of_house(each)))
        if tests:
            self._line(depth, f"if {' and '.join(tests)}:")
            depth += 1
        self._write_changes(depth, transition)
        if row.destination is phase:
            self._line(depth, "if len(house.trace) < MAX_HOUSE_MOVES:")
            self._line(depth + 1, "continue")
            self._line(depth, "raise _endless()")
        else:
            self._write_arrival(depth, phase, row.destination)
        return not tests

    def _write_arrival(self, depth: int, phase: Phase, destination: Phase) -> None:
        self._line(depth, f"round_.phase = _{destination.name}")
        order = list(Phase)
        if order.index(destination) < order.index(phase):
            self._line(depth, "return True")
        elif self._moves_or_asks(destination):
            self._line(depth, f"return {_state(destination)}({_GIVEN})")
        else:
            self._line(depth, "return False")

    def _moves_or_asks(self, phase: Phase) -> bool:
        return bool(self._filed(HOUSE_TRIGGER, phase)) or bool(self._table.askings(phase))

    def _write_changes(self, depth: int, transition: Transition) -> None:
        for callback in cast("list[object]", transition.before):
            match callback:
                case Mark(name):
                    self._line(depth, f"house.trace.append({_move(name)})")
                case Begin(name):
                    self._line(depth, "round_.question = None")
                    self._line(depth, f"house.trace = [{_move(name)}]")
                    self._line(depth, "if house.new_shoes:")
                    self._line(depth + 1, "house.new_shoes = []")
                    self._line(depth, "if house.facts:")
                    self._line(depth + 1, "house.facts = []")
                case _:
                    effect = cast("Callable[..., object]", callback)
                    self._line(depth, f"{self._named(effect)}({_GIVEN})")

    def _write_go_on(self) -> None:
        self._function(
            "_go_on",
            _STATE,
            "None",
            "Let the house go on from an earlier state until it has no move.",
        )
        self._line(1, "for _ in range(MAX_HOUSE_MOVES):")
        self._line(2, "phase = round_.phase")
        earlier = [phase for phase in Phase if self._is_returned_to(phase)]
        for place, phase in enumerate(earlier):
            word = "if" if place == 0 else "elif"
            self._line(2, f"{word} phase is _{phase.name}:")
            self._line(3, f"again = {_state(phase)}({_GIVEN})")
        self._line(2, "else:")
        self._line(3, "return")
        self._line(2, "if not again:")
        self._line(3, "return")
        self._line(1, "raise _endless()")

    def _is_returned_to(self, phase: Phase) -> bool:
        order = list(Phase)
        return any(
            row.of_house
            and row.destination is phase
            and order.index(row.source) > order.index(phase)
            for row in self._table.rows
        )

    # Events.

    def _write_event(self, row: Row) -> None:
        transition = next(
            each
            for kind in EventKind
            for each in self._filed(kind.value, row.source)
            if self._row_of(each) is row
        )
        self._function(function_name(row), _STATE, "bool", row.why)
        conditions = [cast("Condition", each.func) for each in transition.conditions]
        hand_guards = [each for each in conditions if isinstance(each, OfHand)]
        tests = [text for each in conditions for text in self._of_event(each)]
        if hand_guards:
            tests = [test for test in tests if not test.startswith("flags.")]
        self._line(1, f"if not ({' and '.join(tests)}):")
        self._line(2, "return False")
        if hand_guards:
            self._line(1, "seat = round_.seats[round_.asked_seat]")
            self._line(1, "hand = seat.hands[round_.asked_hand]")
            self._line(1, f"if not {fits_name(row)}(flags, round_, seat, hand):")
            self._line(2, "return False")
        self._write_changes(1, transition)
        if row.destination is not row.source:
            self._line(1, f"round_.phase = _{row.destination.name}")
        if self._moves_or_asks(row.destination):
            self._line(1, f"if {_state(row.destination)}({_GIVEN}):")
            self._line(2, f"_go_on({_GIVEN})")
        self._line(1, "return True")

    def _of_event(self, condition: Condition) -> list[str]:
        match condition:
            case Answers(question):
                if question is None:
                    return ["round_.question is None", "event.seat == 0", "event.hand == 0"]
                asked = ["event.seat == round_.asked_seat", "event.hand == round_.asked_hand"]
                return [f"round_.question is _{question.name}", *asked]
            case Staked(stake):
                seat = "round_.seats[round_.asked_seat]"
                name = "event.bet_name, " if isinstance(stake, NamedStakeGuard) else ""
                return [f"{self._named(stake.allows)}(flags, {seat}, {name}event.amount_minor)"]
            case OfHand():
                return []
            case _:
                return self._of_house(condition)

    def _write_apply(self) -> None:
        self._function(
            "apply_event",
            _STATE,
            "bool",
            "Apply an event, then let the house move; return false if no row takes the event.",
        )
        self._line(1, "phase = round_.phase")
        self._line(1, "kind = event.kind")
        for phase in _ORDER:
            answers = self._answers(phase)
            if answers:
                self._line(1, f"if phase is _{phase.name}:")
                for kind, rows in _by_kind(answers):
                    calls = " or ".join([f"{function_name(row)}({_GIVEN})" for row in rows])
                    self._line(2, f"if kind is _SAYS_{kind.name}:")
                    self._line(3, f"return {calls}")
                self._line(2, "return False")
        self._line(1, "return False")

    def _write_may_answer(self) -> None:
        self._function(
            "may_answer",
            "flags: Flags, round_: Round, kind: EventKind",
            "bool",
            "Say whether an event of a kind may be applied now, with some amount if it names one.",
        )
        self._line(1, "phase = round_.phase")
        self._line(1, "question = round_.question")
        self._line(1, "seat = round_.seats[round_.asked_seat]")
        for phase in _ORDER:
            answers = self._answers(phase)
            if answers:
                self._line(1, f"if phase is _{phase.name}:")
                for kind, rows in _by_kind(answers):
                    ways = [self._way(row) for row in rows]
                    self._line(2, f"if kind is _SAYS_{kind.name}:")
                    self._line(3, f"return {any_of(ways)}")
                self._line(2, "return False")
        self._line(1, "return False")

    def _way(self, row: Row) -> str:
        """Return the test whether a row may be taken now."""
        waits = "None" if row.question is None else f"_{row.question.name}"
        tests = [f"question is {waits}"]
        if row.stake is not None:
            tests.append(f"{fits_name(row)}(flags, seat)")
        elif row.hand_guards:
            hand = "seat.hands[round_.asked_hand]"
            tests.append(f"{fits_name(row)}(flags, round_, seat, {hand})")
        else:
            tests += [f"flags.{option.flag}" for option in row.options]
            for guard in row.round_guards:
                if isinstance(guard, RoundGuard):
                    tests += self._of_house(OfRound(guard))
        return " and ".join(tests)


def function_name(row: Row) -> str:
    """Return the name of the function that applies a row of an event."""
    return f"_{row.name.replace('-', '_')}"


def _move(name: str) -> str:
    return f"_{name.replace('-', '_').upper()}"


def _waits_for(row: Row, phase: Phase) -> bool:
    """Say whether a row is taken when a question of a state waits."""
    return any(isinstance(each, QuestionWaits) and each.phase is phase for each in row.round_guards)


def _state(phase: Phase) -> str:
    return f"_in_{phase.name.lower()}"


def _by_kind(rows: Iterable[Row]) -> Iterable[tuple[EventKind, list[Row]]]:
    for kind, alike in groupby(rows, key=lambda row: row.event):
        if kind is not None:
            yield kind, list(alike)


def dispatch_text(table: TransitionTable = TRANSITIONS) -> str:
    """Return the text of the dispatch of a table, as the formatter lays it out."""
    written = DispatchText(table).written()
    for command in (_SORT_IMPORTS, _LAY_OUT):
        # The commands are written out above.
        written = run(command, input=written, capture_output=True, text=True, check=True).stdout
    return written
