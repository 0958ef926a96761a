"""Writes the part of the dispatch that finds the question to ask, and the seat and hand to ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from transitions import Machine, Transition

from pitboss import EventKind, Phase, Question
from pitboss.machine.conditions import Begin, Condition, Kept, Mark, NothingAsked, Offered, OfRound
from pitboss.machine.transition_table import Asked, Asking, Row, TransitionTable
from pitboss.machine.transitions_machine import HOUSE_TRIGGER, machine_of


def whole_machine(table: TransitionTable) -> Machine:
    """Return a machine of the library that holds every row, under any rules."""
    return machine_of(table.rows, table)


class QuestionText:
    """Writes the part of the module that finds questions.

    Args:
        table: the table of transitions.
    """

    def __init__(self, table: TransitionTable) -> None:
        self._table = table
        self._machine = whole_machine(table)
        self._rows = {row.name: row for row in table.rows}
        self._lines: list[str] = []
        self._imports: dict[str, set[str]] = {}

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
        """Return the rows of a state that events take, in the order of the library's machine."""
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
        if _is_one_guard(row):
            self._named(row.hand_guards[0].test)
            return
        arguments = "flags: Flags, round_: Round, seat: Seat, hand: Hand"
        if row.stake is not None:
            arguments = "flags: Flags, seat: Seat"
        doc = f"Say whether a hand may answer by the row `{row.name}`."
        if row.stake is not None:
            doc = f"Say whether a seat may answer by the row `{row.name}`, with some amount."
        self._function(fits_name(row), arguments, "bool", doc)
        self._line(1, f"return {' and '.join([*options_of(row), *self._guards(row)])}")

    # Questions.

    def _write_question(self, phase: Phase, place: int, asking: Asking) -> None:
        """Write the function that finds who is asked; its callers check the options of answers."""
        words = " or ".join([question.value.replace("_", " ") for question, _ in asking.questions])
        doc = f"Return the question that waits in {phase.value}, if any: {words}."
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
        self._function(waits_name(phase), "flags: Flags, round_: Round", "bool", doc)
        ways: list[str] = []
        for place in range(len(self._table.askings(phase))):
            options, call = self._asks(phase, place)
            if " or " in options:
                options = f"({options})"
            waits = f"{call} is not None"
            ways.append(f"{options} and {waits}" if options else waits)
        self._line(1, f"return {any_of(ways)}")

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
        """Yield each question with its test; the callers check the options of a single question."""
        several = len(asking.questions) > 1
        for question, guard in asking.questions:
            options, tests = self._open_to(asking.source, question)
            if guard is not None:
                tests.append(f"{self._named(guard.test)}(flags, round_, seat, hand)")
            yield question, " and ".join([*(options if several else []), *tests])

    def _open_to(self, phase: Phase, question: Question) -> tuple[list[str], list[str]]:
        """Return the options and the guards of the answers other than declining."""
        rows = self._table.answers_beyond_no(phase, question)
        if not rows or any(not (row.options or row.hand_guards or row.stake) for row in rows):
            return [], []
        first, *others = rows
        if others:
            ways = [" and ".join([*options_of(row), *self._guards(row)]) for row in rows]
            return [], [f"({any_of(ways)})"]
        return options_of(first), self._guards(first)

    def _guards(self, row: Row) -> list[str]:
        tests = [f"{self._named(each.test)}(flags, round_, seat, hand)" for each in row.hand_guards]
        if row.stake is not None:
            tests.append(f"{self._named(row.stake.possible)}(flags, seat)")
        return tests

    def _asks(self, phase: Phase, place: int) -> tuple[str, str]:
        """Return the options under which a question can be asked, and the call that finds it."""
        asking = self._table.askings(phase)[place]
        name = self._question_name(phase, place)
        if asking.asked is Asked.SEATS:
            return "", f"{name}(round_)"
        ways = [" and ".join(self._open_to(phase, question)[0]) for question, _ in asking.questions]
        options = "" if "" in ways else any_of(list(dict.fromkeys(ways)))
        return options, f"{name}(flags, round_)"

    def _write_question_that_waits(self) -> None:
        self._function(
            "question_that_waits",
            "flags: Flags, round_: Round",
            "Waiting | None",
            "Return the question that waits in the state of a round, and who is asked.",
        )
        self._line(1, "phase = round_.phase")
        for phase in Phase:
            if self._table.askings(phase):
                self._line(1, f"if phase is _{phase.name}:")
                for tests in self._moves_before_asking(phase):
                    self._line(2, f"if {tests or True}:")
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
        """Yield the test of each move that comes before all questions of a state."""
        for each in self._filed(HOUSE_TRIGGER, phase):
            conditions = [cast("Condition", held.func) for held in each.conditions]
            if not any(isinstance(condition, NothingAsked) for condition in conditions):
                tests = dict.fromkeys(text for held in conditions for text in self._of_house(held))
                yield " and ".join(tests)

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
            return [f"{waits_name(phase)}(flags, round_)"]
        options, call = self._asks(phase, 0)
        return [*([options] if options else []), f"{call} is not None"]


def any_of(ways: list[str]) -> str:
    """Return the test that at least one of several tests holds."""
    if len(ways) == 1:
        return ways[0]
    return " or ".join([f"({way})" if " and " in way else way for way in ways])


def options_of(row: Row) -> list[str]:
    """Return the flags of the options of a row."""
    return [f"flags.{option.flag}" for option in row.options]


def _is_one_guard(row: Row) -> bool:
    return len(row.hand_guards) == 1 and not row.options and row.stake is None


def fits_name(row: Row) -> str:
    """Return the name of the test whether a row is open; a single guard is this test itself."""
    if _is_one_guard(row):
        return row.hand_guards[0].test.__name__
    return f"_is_open_{row.name.replace('-', '_')}"


def waits_name(phase: Phase) -> str:
    """Return the name of the test whether a question of a state waits."""
    return f"_waits_in_{phase.name.lower()}"
