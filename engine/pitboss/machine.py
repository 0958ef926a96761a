"""The machine: `transitions`' own objects, built from the table and compiled once for a rule set.

This is the only importer of `transitions`. A stock `Machine` walks through some forty Python calls
for every trigger; `TableMachine` is that same `Machine`, whose `freeze` reads the library's own
`Event`, `Transition` and `Condition` objects once and writes one function from them for each state
and trigger: conditions, trace, effect, new state. `stock_machine` builds the library's unchanged
machine from the same rows, as the oracle that the compiled one is held against.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypedDict, cast

from attrs import frozen
from transitions import Machine, Transition

from pitboss.effects import change_nothing
from pitboss.errors import LimitError
from pitboss.events import Event, EventKind
from pitboss.guards import HandTest
from pitboss.questions import Asker, RoundTest, ask_nothing, askers
from pitboss.round import MAX_HOUSE_MOVES, House, Phase, Question, Round
from pitboss.rules import Rules
from pitboss.transition_table import Row, rows_kept

HOUSE_TRIGGER: Final = "house"
"""All moves of the house share one trigger, so that the order of the rows is their priority."""

Fire = Callable[[Round, House, Event], bool]
"""Does what a word of play does, and says whether it may be said."""

Advance = Callable[[Round, House, Event], "Advance | None"]
"""Lets the house move in one state; returns what moves it in the next, or nothing at rest."""

Says = dict[Phase, dict[EventKind, Fire]]
Advances = dict[Phase, Advance]


@frozen(eq=False)
class Asked:
    """Condition: a certain question waits."""

    question: Question

    def __call__(self, round_: Round, _house: House, _event: Event) -> bool:
        """Say whether it waits."""
        return round_.question is self.question


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
    """Callback of a word: a new trace begins with the name of its row."""

    name: str

    def __call__(self, _round: Round, house: House, _event: Event) -> None:
        """Begin it; what followed the last event is forgotten."""
        house.trace = [self.name]
        house.new_shoes = []


@frozen(eq=False)
class Mark:
    """Callback of a move of the house: the name of its row goes into the trace."""

    name: str

    def __call__(self, _round: Round, house: House, _event: Event) -> None:
        """Leave the name."""
        house.trace.append(self.name)


Condition = Asked | OfHand | OfRound


def trigger_of(row: Row) -> str:
    """Return the trigger under which a row is filed."""
    return HOUSE_TRIGGER if row.event is None else row.event.value


def conditions_of(row: Row, rules: Rules) -> list[Condition]:
    """Make the conditions of a row for a rule set: the question it answers, then its guards."""
    asked: list[Condition] = [] if row.question is None else [Asked(row.question)]
    of_hand: list[Condition] = [OfHand(guard.make(rules)) for guard in row.hand_guards]
    of_round: list[Condition] = [OfRound(guard.make(rules)) for guard in row.round_guards]
    return asked + of_hand + of_round


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

    def freeze(self, ask: dict[Phase, Asker]) -> tuple[Says, Advances]:
        """Write the functions of every state from the transitions that are filed there.

        Args:
            ask: for each state, what finds who is asked what.

        Returns:
            What fires each word of play, and what moves the house.
        """
        says: Says = {phase: {} for phase in Phase}
        advances: Advances = {}
        for phase in Phase:
            for kind in EventKind:
                filed = self._filed(phase, kind.value)
                if filed:
                    says[phase][kind] = _say_function(phase, kind, filed)
            moves = self._filed(phase, HOUSE_TRIGGER)
            advances[phase] = _advance_function(phase, moves, ask[phase], advances)
        return says, advances

    def _filed(self, phase: Phase, trigger: str) -> list[Transition]:
        if trigger not in self.events:
            return []
        return self.events[trigger].transitions.get(phase.name, [])


class _Source:
    """A function being written: its lines, and the objects that it names."""

    def __init__(self, head: str) -> None:
        self._lines = [head]
        self._names: dict[str, object] = {}

    def line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def name(self, value: object) -> str:
        """Return the name under which the function knows an object."""
        for name, known in self._names.items():
            if known is value:
                return name
        name = f"_{len(self._names)}_{getattr(value, '__name__', type(value).__name__)}"
        self._names[name] = value
        return name

    def test(self, conditions: list[object]) -> str:
        """Write conditions as one expression that calls their guards straight."""
        tests: list[str] = []
        for condition in conditions:
            if isinstance(condition, Asked):
                tests.append(f"round_.question is {self.name(condition.question)}")
            elif isinstance(condition, OfRound):
                tests.append(f"{self.name(condition.test)}(round_)")
            else:
                tests.append(f"{self.name(condition)}(round_, house, event)")
        return " and ".join(tests) or "True"

    def fire(self, depth: int, transition: Transition) -> None:
        """Write what a transition does: the callbacks before the change, then the new state."""
        for callback in transition.before:
            if isinstance(callback, Mark):
                self.line(depth, f"house.trace.append({callback.name!r})")
            elif isinstance(callback, Begin):
                self.line(depth, f"house.trace = [{callback.name!r}]")
                self.line(depth, "house.new_shoes = []")
            elif callback is not change_nothing:
                self.line(depth, f"{self.name(callback)}(round_, house, event)")
        if transition.dest != transition.source:
            destination = Phase[str(transition.dest)]
            self.line(depth, f"round_.phase = {self.name(destination)}")

    def made(self) -> object:
        """Compile the text and return the function."""
        text = "\n".join(self._lines)
        names = dict(self._names)
        exec(text, names)  # noqa: S102  the text is written here, from the table alone
        return names[self._lines[0].split()[1].partition("(")[0]]


def _say_function(phase: Phase, kind: EventKind, transitions: list[Transition]) -> Fire:
    """Write the function that fires a word of play in a state, if its conditions hold."""
    source = _Source(f"def say_{phase.name}_{kind.name}(round_, house, event):")
    for transition in transitions:
        source.line(1, f"if {source.test([each.func for each in transition.conditions])}:")
        source.fire(2, transition)
        source.line(2, "return True")
    source.line(1, "return False")
    return cast(Fire, source.made())


def _advance_function(
    phase: Phase, transitions: list[Transition], ask: Asker, advances: Advances
) -> Advance:
    """Write the function that lets the house move in a state.

    It asks who has to answer; while nobody has, it fires the first transition whose conditions
    hold. It returns what moves the house in the next state, or nothing at rest.
    """
    source = _Source(f"def advance_{phase.name}(round_, house, event):")
    source.line(1, f"for _ in {source.name(range(MAX_HOUSE_MOVES))}:")
    if ask is not ask_nothing:
        source.line(2, f"{source.name(ask)}(round_)")
        source.line(2, "if round_.question is not None:")
        source.line(3, "return None")
    for transition in transitions:
        source.line(2, f"if {source.test([each.func for each in transition.conditions])}:")
        source.fire(3, transition)
        destination = Phase[str(transition.dest)]
        stays = destination is phase
        source.line(3, "continue" if stays else f"return {source.name(advances)}[round_.phase]")
    source.line(2, "return None")
    source.line(1, f"raise {source.name(_endless)}()")
    return cast(Advance, source.made())


def _endless() -> LimitError:
    return LimitError("MAX_HOUSE_MOVES", MAX_HOUSE_MOVES, "report this rule set")


@frozen(eq=False)
class RuleMachine:
    """The machine of one rule set: it fires words and runs the house to rest.

    One is made for a rule set and shared by all its tables; it holds nothing of any round.

    Attributes:
        rules: the rule set.
        says: for each state and kind of event, what fires it.
        advances: for each state, what lets the house move.
    """

    rules: Rules
    says: Says
    advances: Advances

    def run_house(self, round_: Round, house: House, event: Event) -> None:
        """Let the house move until a question waits or no move is left.

        Raises:
            LimitError: the house does not come to rest; the table of transitions is at fault.
        """
        advance = self.advances[round_.phase]
        for _ in range(MAX_HOUSE_MOVES):
            following = advance(round_, house, event)
            if following is None:
                return
            advance = following
        raise _endless()


@lru_cache(maxsize=256)
def machine_for(rules: Rules) -> RuleMachine:
    """Return the compiled machine of a rule set; one is kept for each of the last 256 used."""
    says, advances = TableMachine(**_settings(rules)).freeze(askers(rules))
    return RuleMachine(rules, says, advances)


def oracle_for(rules: Rules) -> RuleMachine:
    """Return a machine of a rule set that fires every transition through the stock library."""
    machine = stock_machine(rules)
    ask = askers(rules)

    def through(trigger: str) -> Fire:
        event_of_library = machine.events[trigger]

        def fire(round_: Round, house: House, event: Event) -> bool:
            return event_of_library.trigger(round_, round_, house, event)

        return fire

    def files(trigger: str, phase: Phase) -> bool:
        return trigger in machine.events and phase.name in machine.events[trigger].transitions

    def advance_in(phase: Phase) -> Advance:
        fire = through(HOUSE_TRIGGER) if files(HOUSE_TRIGGER, phase) else None

        def advance(round_: Round, house: House, event: Event) -> Advance | None:
            ask[phase](round_)
            if round_.question is not None or fire is None or not fire(round_, house, event):
                return None
            return advances[round_.phase]

        return advance

    says = {
        phase: {kind: through(kind.value) for kind in EventKind if files(kind.value, phase)}
        for phase in Phase
    }
    advances = {phase: advance_in(phase) for phase in Phase}
    return RuleMachine(rules, says, advances)
