"""The text of a machine: a function for each word in each state, written and compiled.

A stock `Machine` of `transitions` walks through some forty Python calls for every trigger. Such a
function asks the conditions of its transitions one within the other; for the first that holds it
leaves a name in the trace, does the effect, sets the new state and lets the house move on, by a
function for each state that finds who is asked next. Guards and effects are called in them, or
written in by `inlining`. Nothing here knows the library: `machine` reads its objects and hands over
what they hold.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from attrs import frozen

from pitboss.conditions import (
    Asked,
    Begin,
    Condition,
    FromAsked,
    FromHost,
    Mark,
    OfHand,
    Staked,
)
from pitboss.effects import change_nothing
from pitboss.errors import LimitError
from pitboss.events import Event, EventKind
from pitboss.inlining import (
    Names,
    Written,
    written_call,
    written_expression,
    written_statements,
)
from pitboss.questions import Asker, ask_nothing
from pitboss.round import MAX_HOUSE_MOVES, House, Phase, Round

Advance = Callable[[Round, House, Event], "Advance | None"]
"""Lets the house move from one state on; at rest it returns nothing, else what moves it further."""


@frozen
class Transition:
    """What a function of the text fires.

    Attributes:
        source: the state in which it may be fired.
        destination: the state in which it ends.
        conditions: all must hold, and are asked in this order.
        callbacks: are called in this order, before the state is changed.
    """

    source: Phase
    destination: Phase
    conditions: tuple[Condition, ...]
    callbacks: tuple[object, ...]


_MOST_LINES_WRITTEN_IN: Final = 64
"""Moves of the house that take more lines are called after a word: to write them takes time."""

_ARGUMENTS: Final = ("round_", "house", "event")
_CALLED: Final = "(round_, house, event)"


class _Within(Enum):
    """The function in which moves of the house stand; the value is what it returns at rest."""

    WORD = "True"
    ADVANCE = "None"


class MachineText:
    """The functions of a machine, being written.

    Args:
        house: for each state the moves of the house, and what finds who is asked what.
        inlined: guards and effects are written in, and not called.
    """

    def __init__(
        self, house: dict[Phase, tuple[list[Transition], Asker]], *, inlined: bool
    ) -> None:
        self._house = house
        self._inlined = inlined
        self._lines: list[str] = []
        self._lengths: dict[Phase, int] = {}
        self._names = Names()

    def compiled(self, title: str) -> dict[str, object]:
        """Compile the text and return its functions; tracebacks show its lines."""
        text = "".join([f"{line}\n" for line in self._lines])
        linecache.cache[title] = len(text), None, text.splitlines(keepends=True), title
        names = dict(self._names.values)
        exec(compile(text, title, "exec"), names)  # noqa: S102  written here, from the table alone
        return names

    def write_say(self, phase: Phase, kind: EventKind, transitions: list[Transition]) -> str:
        """Write the function that fires a word in a state, if its conditions hold.

        The moves of the house were written before: how long they are decides what follows.

        Returns:
            Its name.
        """
        name = f"say_{phase.name}_{kind.name}"
        self._line(0, f"def {name}{_CALLED}:")
        for transition in transitions:
            depth = self._conditions(1, transition)
            self._changes(depth, transition)
            self._follow(depth, transition.destination)
        self._line(1, "return False")
        return name

    def _follow(self, depth: int, phase: Phase) -> None:
        """Write the moves of the house that follow a word in the state to which it led.

        They are called if they are many, and always where guards and effects are.
        """
        if self._inlined and self._lengths[phase] <= _MOST_LINES_WRITTEN_IN:
            self._house_moves(depth, phase, _Within.WORD)
        else:
            self._go_to(depth, phase, f"advance_{phase.name}{_CALLED}", _Within.WORD)

    def write_advance(self, phase: Phase) -> None:
        """Write the function that lets the house move in a state.

        What moves the house in an earlier state it returns, so that a circle cannot run for ever.
        """
        before = len(self._lines)
        self._line(0, f"def advance_{phase.name}{_CALLED}:")
        self._house_moves(1, phase, _Within.ADVANCE)
        self._lengths[phase] = len(self._lines) - before

    def _house_moves(self, depth: int, phase: Phase, within: _Within) -> None:
        """Write how the house moves in a state, until it rests.

        It asks who has to answer; while nobody has, it fires the first transition whose conditions
        hold. To a later state it goes on straight.
        """
        transitions, ask = self._house[phase]
        if any(each.destination is each.source for each in transitions):
            self._line(depth, "moves = 0")
            self._line(depth, "while True:")
            depth += 1
        if ask is not ask_nothing:
            self._does(depth, ask, ["round_"])
            self._line(depth, "if round_.question is not None:")
            self._line(depth + 1, f"return {within.value}")
        for transition in transitions:
            deeper = self._conditions(depth, transition)
            self._changes(deeper, transition)
            self._go_on(deeper, phase, transition.destination, within)
            if deeper == depth:
                # A move without conditions is always made, so that nothing comes after it.
                return
        self._line(depth, f"return {within.value}")

    def _go_on(self, depth: int, phase: Phase, destination: Phase, within: _Within) -> None:
        """Write how the house goes on from a state."""
        if destination is phase:
            self._line(depth, "moves += 1")
            self._line(depth, f"if moves == {MAX_HOUSE_MOVES}:")
            self._line(depth + 1, f"raise {self._names.name(_endless)}()")
            self._line(depth, "continue")
            return
        later = _PLACES[destination] > _PLACES[phase]
        move = f"advance_{destination.name}{_CALLED if later else ''}"
        self._go_to(depth, destination, move, within)

    def _go_to(self, depth: int, phase: Phase, move: str, within: _Within) -> None:
        """Write how the house goes on in a state by the text of a move, if it ever moves there."""
        if self._house[phase] == ([], ask_nothing):
            self._line(depth, f"return {within.value}")
        elif within is _Within.ADVANCE:
            self._line(depth, f"return {move}")
        else:
            self._line(depth, f"move = {move}")
            self._line(depth, "if move is not None:")
            self._line(depth + 1, f"{self._names.name(run_on)}(move, round_, house, event)")
            self._line(depth, f"return {within.value}")

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _does(self, depth: int, function: object, arguments: Sequence[str]) -> None:
        """Write what a function does, or its call."""
        if self._inlined:
            for line in written_statements(function, arguments, self._names):
                self._line(depth, line)
        else:
            self._line(depth, written_call(function, arguments, self._names))

    def _tells(self, test: object, arguments: Sequence[str]) -> Written:
        """Write what a test tells, or its call."""
        if self._inlined:
            return written_expression(test, arguments, self._names)
        return Written((), written_call(test, arguments, self._names))

    def _conditions(self, depth: int, transition: Transition) -> int:
        """Write the conditions of a transition, one within the other; return how deep they go."""
        looks_at: type[object] = Asked
        for condition in transition.conditions:
            if isinstance(condition, OfHand | Staked) and type(condition) is not looks_at:
                looks_at = type(condition)
                self._line(depth, "seat = round_.seats[round_.asked_seat]")
                if looks_at is OfHand:
                    self._line(depth, "hand = seat.hands[round_.asked_hand]")
            written = self._condition(condition)
            for line in written.before:
                self._line(depth, line)
            if written.result != "True":
                self._line(depth, f"if {written.result}:")
                depth += 1
        return depth

    def _condition(self, condition: Condition) -> Written:
        match condition:
            case Asked(question):
                waits = "None" if question is None else self._names.name(question)
                return Written((), f"round_.question is {waits}")
            case FromHost():
                return Written((), "event.seat == 0 and event.hand == 0")
            case FromAsked():
                same = "event.seat == round_.asked_seat and event.hand == round_.asked_hand"
                return Written((), same)
            case Staked(test):
                staked = self._tells(test, ["seat", "amount_minor"])
                amount = "amount_minor = event.amount_minor"
                return Written((amount, *staked.before), staked.result)
            case OfHand(test):
                return self._tells(test, ["round_", "seat", "hand"])
            case _:
                return self._tells(condition.test, ["round_"])

    def _changes(self, depth: int, transition: Transition) -> None:
        """Write what a transition does: the callbacks before the change, then the new state."""
        for callback in transition.callbacks:
            if isinstance(callback, Mark):
                self._line(depth, f"house.trace.append({callback.name!r})")
            elif isinstance(callback, Begin):
                self._line(depth, "round_.question = None")
                self._line(depth, f"house.trace = [{callback.name!r}]")
                self._line(depth, "if house.new_shoes:")
                self._line(depth + 1, "house.new_shoes = []")
            elif callback is not change_nothing:
                self._does(depth, callback, _ARGUMENTS)
        if transition.destination is not transition.source:
            self._line(depth, f"round_.phase = {self._names.name(transition.destination)}")


_PLACES: Final = {phase: place for place, phase in enumerate(Phase)}


def run_on(move: Advance, round_: Round, house: House, event: Event) -> None:
    """Let the house move on from a state to which it came back.

    Raises:
        LimitError: it does not come to rest; the table of transitions is at fault.
    """
    for _ in range(MAX_HOUSE_MOVES):
        following = move(round_, house, event)
        if following is None:
            return
        move = following
    raise _endless()


def _endless() -> LimitError:
    return LimitError("MAX_HOUSE_MOVES", MAX_HOUSE_MOVES, "report this rule set")
