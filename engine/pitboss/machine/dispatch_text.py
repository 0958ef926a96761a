"""Writes the dispatch: the table of transitions as functions that a person can read and step into.

What is written comes from the objects of the library's machine, and what is asked from the lines
of the table. ``python -m pitboss.machine`` writes the module `pitboss.machine.dispatch` anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import groupby
from subprocess import run
from typing import Final, cast

from transitions import Transition

from pitboss.events import EventKind
from pitboss.machine.conditions import (
    Begin,
    Condition,
    FromAsked,
    FromHost,
    Kept,
    Mark,
    NothingAsked,
    Offered,
    OfHand,
    OfRound,
    Staked,
    Waits,
)
from pitboss.machine.house_guards import QuestionWaits, RoundGuard
from pitboss.machine.library import HOUSE_TRIGGER, whole_machine
from pitboss.machine.transition_table import TRANSITIONS, Asked, Asking, Row, TransitionTable
from pitboss.round import Phase, Question

_ORDER: Final = (
    Phase.FILLING,
    Phase.BETTING,
    Phase.RESOLVED,
    Phase.SPLIT_OFFERED,
    Phase.INSURANCE_OFFERED,
    Phase.DEALT,
    Phase.DEALER_TURN,
)
"""States in the order in which events are told apart: the most frequent first."""

_RUFF: Final = (sys.executable, "-m", "ruff")
_FROM_INPUT: Final = ("--quiet", "--stdin-filename", "engine/pitboss/machine/dispatch.py", "-")
_SORT_IMPORTS: Final = (*_RUFF, "check", "--select", "I,F401", "--fix", *_FROM_INPUT)
_LAY_OUT: Final = (*_RUFF, "format", *_FROM_INPUT)

_STATE: Final = "flags: Flags, round_: Round, house: House, event: Event"
_GIVEN: Final = "flags, round_, house, event"

_HEAD: Final = '''"""The dispatch: what every event and every move of the house does in each state.

Made by `make machine` from the table of transitions, and not to be changed by hand.

A function named after a row applies it, or says that it does not fit. A function named after a
state asks there, or lets the house move by the first row that fits; it returns true when that led
to an earlier state, where the house goes on.
"""

from __future__ import annotations

from typing import Final

'''

_LIMIT: Final = """

def _endless() -> LimitError:
    return LimitError("MAX_HOUSE_MOVES", MAX_HOUSE_MOVES, "report this rule set")
"""


class DispatchText:
    """The module of the dispatch, being written.

    Args:
        table: the table of transitions.
    """

    def __init__(self, table: TransitionTable) -> None:
        self._table = table
        self._machine = whole_machine(table)
        self._rows = {row.name: row for row in table.rows}
        self._lines: list[str] = []
        self._imports: dict[str, set[str]] = {}
        self._members: set[Phase | Question | EventKind] = set()

    def written(self) -> str:
        """Return the text of the module, not laid out."""
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
            ("events", ("Event", "EventKind")),
            ("machine.flags", ("Flags",)),
            ("machine.scopes", ("Scope", "Waiting", "seats_in")),
            ("trace", ("move",)),
            ("round", ("MAX_HOUSE_MOVES", "Hand", "House", "Phase", "Question", "Round", "Seat")),
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
        moves = [f'{_move(row.name)}: Final = move("{row.name}")\n' for row in self._table.rows]
        scope = "_HAND_AT_TURN: Final = Scope.HAND_AT_TURN\n"
        return _HEAD + imports + "\n" + "".join([*members, *kinds, *moves, scope]) + _LIMIT

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _function(self, name: str, arguments: str, result: str, doc: str) -> None:
        self._lines += ["", "", f"def {name}({arguments}) -> {result}:", f'    """{doc}"""']

    def _named(self, function: Callable[..., object]) -> str:
        """Return the name of a function of another module, and import it."""
        self._imports.setdefault(function.__module__, set()).add(function.__name__)
        return function.__name__

    def _filed(self, trigger: str, phase: Phase) -> list[Transition]:
        return list(self._machine.events[trigger].transitions.get(phase.name, []))

    def _answers(self, phase: Phase) -> list[Row]:
        """Return the rows of a state that an event takes, in the order of the library's machine."""
        filed = [
            (self._row_of(each), each)
            for kind in EventKind
            for each in self._filed(kind.value, phase)
        ]
        return [row for row, _transition in filed]

    def _row_of(self, transition: Transition) -> Row:
        """Return the row from which a transition of the library was made."""
        mark = cast("Begin | Mark", transition.before[0])
        return self._rows[mark.name]

    # What must hold.

    def _write_fits(self, row: Row) -> None:
        """Write the test whether a row fits the hand that is asked, whatever is staked."""
        if not row.hand_guards and row.stake is None:
            return
        arguments = "flags: Flags, round_: Round, seat: Seat, hand: Hand"
        if row.stake is not None:
            arguments = "flags: Flags, seat: Seat"
        doc = f"Say whether `{row.name}` is open to a hand, if its question waits."
        if row.stake is not None:
            doc = f"Say whether `{row.name}` is open to a seat, if its question waits."
        self._function(_fits(row), arguments, "bool", doc)
        self._line(1, f"return {' and '.join([*_options(row), *self._guards(row)])}")

    # Questions.

    def _write_question(self, phase: Phase, place: int, asking: Asking) -> None:
        """Write the function that finds who is asked, where the options of some answer hold."""
        words = " or ".join([question.value.replace("_", " ") for question, _ in asking.questions])
        doc = f"Return the seat that is asked in {phase.value}: {words}."
        arguments = "flags: Flags, round_: Round"
        if asking.asked is Asked.SEATS:
            arguments = "round_: Round"
        self._function(self._question_name(phase, place), arguments, "Waiting | None", doc)
        if asking.asked is Asked.SEATS:
            self._line(1, "for seat in round_.seats:")
            self._line(2, "if not seat.answered:")
            self._line(3, f"return _{asking.questions[0][0].name}, seat.index, 0")
            self._line(1, "return None")
        elif asking.asked is Asked.HAND_AT_TURN:
            self._write_at_turn(1, asking)
        else:
            seats = "round_.seats"
            if asking.asked is not Asked.TABLE:
                scope = f"flags.{asking.asked.name.lower()}"
                self._line(1, f"if {scope} is _HAND_AT_TURN:")
                self._write_at_turn(2, asking)
                seats = f"seats_in({scope}, round_)"
            self._line(1, f"for seat in {seats}:")
            self._line(2, "for number, hand in enumerate(seat.hands):")
            self._write_questions(3, asking, "number")
            self._line(1, "return None")

    def _write_some(self, phase: Phase) -> None:
        """Write the test whether a question of a state waits, for moves that lead there."""
        doc = f"Say whether a question of {phase.value} waits."
        self._function(_some(phase), "flags: Flags, round_: Round", "bool", doc)
        ways: list[str] = []
        for place in range(len(self._table.askings(phase))):
            options, call = self._asks(phase, place)
            if " or " in options:
                options = f"({options})"
            waits = f"{call} is not None"
            ways.append(f"{options} and {waits}" if options else waits)
        self._line(1, f"return {_any_of(ways)}")

    def _question_name(self, phase: Phase, place: int) -> str:
        """Return the name of the function that finds what is asked in a state."""
        number = "" if len(self._table.askings(phase)) == 1 else f"_{place + 1}"
        return f"question_in_{phase.name.lower()}{number}"

    def _write_at_turn(self, depth: int, asking: Asking) -> None:
        self._line(depth, "seat = round_.seats[round_.turn_seat]")
        self._line(depth, "hand = seat.hands[round_.turn_hand]")
        self._write_questions(depth, asking, "round_.turn_hand")
        self._line(depth, "return None")

    def _write_questions(self, depth: int, asking: Asking, number: str) -> None:
        for question, tests in self._fitting(asking):
            self._line(depth, f"if {tests}:")
            self._line(depth + 1, f"return _{question.name}, seat.index, {number}")

    def _fitting(self, asking: Asking) -> Iterable[tuple[Question, str]]:
        """Give each question with what must hold for a hand; options of all stand elsewhere."""
        several = len(asking.questions) > 1
        for question, guard in asking.questions:
            options, tests = self._open_to(asking.source, question)
            if guard is not None:
                tests.append(f"{self._named(guard.test)}(flags, round_, seat, hand)")
            yield question, " and ".join([*(options if several else []), *tests])

    def _open_to(self, phase: Phase, question: Question) -> tuple[list[str], list[str]]:
        """Return the options, and the guards, by which some answer is more than no."""
        rows = self._table.answers_beyond_no(phase, question)
        if not rows or any(not (row.options or row.hand_guards or row.stake) for row in rows):
            return [], []
        first, *others = rows
        if others:
            ways = [" and ".join([*_options(row), *self._guards(row)]) for row in rows]
            return [], [f"({_any_of(ways)})"]
        return _options(first), self._guards(first)

    def _guards(self, row: Row) -> list[str]:
        tests = [f"{self._named(each.test)}(flags, round_, seat, hand)" for each in row.hand_guards]
        if row.stake is not None:
            tests.append(f"{self._named(row.stake.possible)}(flags, seat)")
        return tests

    def _asks(self, phase: Phase, place: int) -> tuple[str, str]:
        """Return the options under which a question can be put, and the call that puts it."""
        asking = self._table.askings(phase)[place]
        name = self._question_name(phase, place)
        if asking.asked is Asked.SEATS:
            return "", f"{name}(round_)"
        ways = [" and ".join(self._open_to(phase, question)[0]) for question, _ in asking.questions]
        options = "" if "" in ways else _any_of(list(dict.fromkeys(ways)))
        return options, f"{name}(flags, round_)"

    def _write_question_that_waits(self) -> None:
        self._function(
            "question_that_waits",
            "flags: Flags, round_: Round",
            "Waiting | None",
            "Return who has to answer what in the state of a round, as the table says.",
        )
        self._line(1, "phase = round_.phase")
        for phase in Phase:
            if self._table.askings(phase):
                self._line(1, f"if phase is _{phase.name}:")
                for tests in self._moves_before_asking(phase):
                    self._line(2, f"if {tests}:")
                    self._line(3, "return None")
                self._line(2, f"return {self._waits_in(phase)}")
        self._line(1, "return None")

    def _waits_in(self, phase: Phase) -> str:
        """Return the expression for the question that waits in a state."""
        asked: list[str] = []
        for place in range(len(self._table.askings(phase))):
            options, call = self._asks(phase, place)
            asked.append(f"({call} if {options} else None)" if options else call)
        return " or ".join(asked)

    def _moves_before_asking(self, phase: Phase) -> Iterable[str]:
        """Give what lets the house move in a state before anybody is asked there."""
        for each in self._filed(HOUSE_TRIGGER, phase):
            conditions = [cast("Condition", held.func) for held in each.conditions]
            if not any(isinstance(condition, NothingAsked) for condition in conditions):
                tests = dict.fromkeys(text for held in conditions for text in self._of_house(held))
                yield " and ".join(tests)

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
        """Write a move of the house; say whether nothing can come after it."""
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

    def _of_house(self, condition: Condition) -> list[str]:
        match condition:
            case Kept(option):
                return [f"flags.{option.flag}"]
            case OfRound(guard):
                return [f"{self._named(guard.test)}(flags, round_)"]
            case Offered(_, phase):
                return self._offered(phase)
            case _:
                return []

    def _offered(self, phase: Phase) -> list[str]:
        """Return the tests whether a question of a state waits."""
        if len(self._table.askings(phase)) > 1:
            return [f"{_some(phase)}(flags, round_)"]
        options, call = self._asks(phase, 0)
        return [*([options] if options else []), f"{call} is not None"]

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
                case _:
                    effect = cast("Callable[..., object]", callback)
                    self._line(depth, f"{self._named(effect)}({_GIVEN})")

    def _write_go_on(self) -> None:
        self._function(
            "_go_on", _STATE, "None", "Let the house move on from an earlier state until it rests."
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
            self._line(1, f"if not {_fits(row)}(flags, round_, seat, hand):")
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
            case Waits(question):
                waits = "None" if question is None else f"_{question.name}"
                return [f"round_.question is {waits}"]
            case FromHost():
                return ["event.seat == 0", "event.hand == 0"]
            case FromAsked():
                return ["event.seat == round_.asked_seat", "event.hand == round_.asked_hand"]
            case Staked(stake):
                seat = "round_.seats[round_.asked_seat]"
                return [f"{self._named(stake.allows)}(flags, {seat}, event.amount_minor)"]
            case OfHand():
                return []
            case _:
                return self._of_house(condition)

    def _write_apply(self) -> None:
        self._function(
            "apply_event",
            _STATE,
            "bool",
            "Apply an event if a row of its state takes it, and let the house move; else say no.",
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
            "Say whether an event of a kind may be applied now, for some amount if it names one.",
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
                    self._line(3, f"return {_any_of(ways)}")
                self._line(2, "return False")
        self._line(1, "return False")

    def _way(self, row: Row) -> str:
        """Return the test whether a row may be taken now."""
        waits = "None" if row.question is None else f"_{row.question.name}"
        tests = [f"question is {waits}"]
        if row.stake is not None:
            tests.append(f"{_fits(row)}(flags, seat)")
        elif row.hand_guards:
            hand = "seat.hands[round_.asked_hand]"
            tests.append(f"{_fits(row)}(flags, round_, seat, {hand})")
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


def _any_of(ways: list[str]) -> str:
    """Return the test whether one of several holds."""
    if len(ways) == 1:
        return ways[0]
    return " or ".join([f"({way})" if " and " in way else way for way in ways])


def _options(row: Row) -> list[str]:
    return [f"flags.{option.flag}" for option in row.options]


def _fits(row: Row) -> str:
    return f"_is_open_{row.name.replace('-', '_')}"


def _waits_for(row: Row, phase: Phase) -> bool:
    """Say whether a row is taken when a question of a state waits."""
    return any(isinstance(each, QuestionWaits) and each.phase is phase for each in row.round_guards)


def _some(phase: Phase) -> str:
    return f"_waits_in_{phase.name.lower()}"


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
        written = run(  # noqa: S603
            command, input=written, capture_output=True, text=True, check=True
        ).stdout
    return written
