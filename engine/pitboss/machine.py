"""The machine: `transitions`' own objects, built from the table and compiled once for a rule set.

This is the only importer of `transitions`. A stock `Machine` walks through some forty Python calls
for every trigger; `TableMachine` is that same `Machine`, whose `freeze` reads the library's own
`Event`, `Transition` and `Condition` objects once and writes one function from them for each state
and trigger: conditions, trace, effect, new state. `stock_machine` builds the library's unchanged
machine from the same rows, as the oracle that the compiled one is held against.
"""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, TypedDict, cast

from attrs import define
from transitions import Machine, Transition

from pitboss.conditions import (
    Asked,
    Begin,
    Condition,
    FromAsked,
    FromHost,
    Mark,
    OfHand,
    Staked,
    conditions_of,
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
from pitboss.questions import Asker, ask_nothing, askers
from pitboss.round import MAX_HOUSE_MOVES, House, Phase, Round
from pitboss.rules import Rules
from pitboss.transition_table import Row, rows_kept

HOUSE_TRIGGER: Final = "house"
"""All moves of the house share one trigger, so that the order of the rows is their priority."""

Fire = Callable[[Round, House, Event], bool]
"""Says whether a word of play may be said; if so, it is, and the house moves until it rests."""

Advance = Callable[[Round, House, Event], "Advance | None"]
"""Lets the house move from one state on; at rest it returns nothing, else what moves it further."""

Says = dict[Phase, dict[EventKind, Fire]]


def trigger_of(row: Row) -> str:
    """Return the trigger under which a row is filed."""
    return HOUSE_TRIGGER if row.event is None else row.event.value


class _Settings(TypedDict):
    model: None
    states: type[Phase]
    initial: Phase
    auto_transitions: bool
    model_attribute: str
    transitions: list[dict[str, object]]


def _settings(rules: Rules) -> _Settings:
    rows: list[dict[str, object]] = [
        {
            "trigger": trigger_of(row),
            "source": row.source,
            "dest": row.destination,
            "conditions": conditions_of(row, rules),
            "before": [
                Mark(row.name) if row.of_house else Begin(row.name),
                row.effect.make(rules),
            ],
        }
        for row in rows_kept(rules)
    ]
    return {
        "model": None,
        "states": Phase,
        "initial": Phase.BETTING,
        "auto_transitions": False,
        "model_attribute": "phase",
        "transitions": rows,
    }


def stock_machine(rules: Rules) -> Machine:
    """Build the library's unchanged machine from the rows that a rule set keeps."""
    return Machine(**_settings(rules))


class TableMachine(Machine):
    """The library's machine with a `freeze` that compiles its transitions."""

    def freeze(self, title: str, ask: dict[Phase, Asker], *, inlined: bool) -> Says:
        """Write a function for every word in every state, and compile them.

        Args:
            title: what tracebacks call the text.
            ask: for each state, what finds who is asked what.
            inlined: guards and effects are written in, and not called.

        Returns:
            What fires each word of play.
        """
        house = {phase: (self._filed(phase, HOUSE_TRIGGER), ask[phase]) for phase in Phase}
        text = _Text(house, inlined=inlined)
        words: dict[Phase, dict[EventKind, str]] = {phase: {} for phase in Phase}
        for phase in Phase:
            text.write_advance(phase)
        for phase in Phase:
            for kind in EventKind:
                filed = self._filed(phase, kind.value)
                if filed:
                    words[phase][kind] = text.write_say(phase, kind, filed)
        functions = text.compiled(title)
        return {
            phase: {kind: cast(Fire, functions[name]) for kind, name in filed.items()}
            for phase, filed in words.items()
        }

    def _filed(self, phase: Phase, trigger: str) -> list[Transition]:
        if trigger not in self.events:
            return []
        return self.events[trigger].transitions.get(phase.name, [])


_MOST_LINES_WRITTEN_IN: Final = 64
"""Moves of the house that take more lines are called after a word: to write them takes time."""

_ARGUMENTS: Final = ("round_", "house", "event")
_CALLED: Final = "(round_, house, event)"


class _Within(Enum):
    """The function in which moves of the house stand; the value is what it returns at rest."""

    WORD = "True"
    ADVANCE = "None"


class _Text:
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

        Returns:
            Its name.
        """
        name = f"say_{phase.name}_{kind.name}"
        self._line(0, f"def {name}{_CALLED}:")
        for transition in transitions:
            depth = self._conditions(1, transition)
            self._changes(depth, transition)
            self._follow(depth, Phase[str(transition.dest)])
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
        if any(each.dest == each.source for each in transitions):
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
            self._go_on(deeper, phase, Phase[str(transition.dest)], within)
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
        for each in transition.conditions:
            condition = cast("Condition", each.func)
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
        for callback in transition.before:
            if isinstance(callback, Mark):
                self._line(depth, f"house.trace.append({callback.name!r})")
            elif isinstance(callback, Begin):
                self._line(depth, "round_.question = None")
                self._line(depth, f"house.trace = [{callback.name!r}]")
                self._line(depth, "if house.new_shoes:")
                self._line(depth + 1, "house.new_shoes = []")
            elif callback is not change_nothing:
                self._does(depth, callback, _ARGUMENTS)
        if transition.dest != transition.source:
            destination = Phase[str(transition.dest)]
            self._line(depth, f"round_.phase = {self._names.name(destination)}")


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


@define(eq=False)
class RuleMachine:
    """The machine of one rule set; it fires words and lets the house move until it rests.

    One is made for a rule set and shared by all its tables; it holds nothing of any round.

    Attributes:
        rules: the rule set.
        says: for each state and kind of event, what fires it.
        rounds_opened: at tables that go over to the inlined machine when there were many.
    """

    rules: Rules
    says: Says
    rounds_opened: int = 0


def compiled_machine(rules: Rules, *, inlined: bool) -> RuleMachine:
    """Make a machine of a rule set, whether or not there is one already; see `machine_for`."""
    machine = TableMachine(**_settings(rules))
    title = f"<pitboss machine {rules.digest[:16]}{' inlined' if inlined else ''}>"
    made = RuleMachine(rules, machine.freeze(title, askers(rules), inlined=inlined))
    # Its lines are kept for tracebacks for as long as it can be run, and no longer.
    weakref.finalize(made, linecache.cache.pop, title, None).atexit = False
    return made


_kept: Final = lru_cache(maxsize=256)(compiled_machine)

INLINED: Final[weakref.WeakValueDictionary[Rules, RuleMachine]] = weakref.WeakValueDictionary()
"""The inlined machines there are."""


def machine_for(rules: Rules, *, inlined: bool = False) -> RuleMachine:
    """Return the compiled machine of a rule set; the last 256 used are kept.

    Args:
        rules: the rule set.
        inlined: guards and effects are written into its functions. It takes some twenty times as
            long to make such a machine, and a sixth less time to play with it.
    """
    if not inlined:
        return _kept(rules, inlined=False)
    machine = INLINED.get(rules)
    if machine is None:
        INLINED[rules] = machine = _kept(rules, inlined=True)
    return machine


def oracle_for(rules: Rules) -> RuleMachine:
    """Return a machine of a rule set that fires every transition through the stock library."""
    machine = stock_machine(rules)
    ask = askers(rules)

    def through(trigger: str) -> Fire:
        event_of_library = machine.events[trigger]

        def fire(round_: Round, house: House, event: Event) -> bool:
            return event_of_library.trigger(round_, round_, house, event)

        return fire

    def and_on(fire: Fire) -> Fire:
        def say(round_: Round, house: House, event: Event) -> bool:
            said = fire(round_, house, event)
            if said:
                run_on(advances[round_.phase], round_, house, event)
            return said

        return say

    def files(trigger: str, phase: Phase) -> bool:
        return trigger in machine.events and phase.name in machine.events[trigger].transitions

    advances: dict[Phase, Advance] = {}

    def advance_in(phase: Phase) -> Advance:
        fire = through(HOUSE_TRIGGER) if files(HOUSE_TRIGGER, phase) else None

        def advance(round_: Round, house: House, event: Event) -> Advance | None:
            ask[phase](round_)
            if round_.question is not None or fire is None or not fire(round_, house, event):
                return None
            return advances[round_.phase]

        return advance

    advances |= {phase: advance_in(phase) for phase in Phase}
    says = {
        phase: {kind: and_on(through(kind.value)) for kind in EventKind if files(kind.value, phase)}
        for phase in Phase
    }
    return RuleMachine(rules, says)
