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

from pitboss.errors import LimitError
from pitboss.events import Event, EventKind
from pitboss.guards import HandTest
from pitboss.questions import Asker, RoundTest, askers
from pitboss.round import MAX_HOUSE_MOVES, House, Phase, Question, Round
from pitboss.rules import Rules
from pitboss.transition_table import Row, rows_kept

HOUSE_TRIGGER: Final = "house"
"""All moves of the house share one trigger, so that the order of the rows is their priority."""

Fire = Callable[[Round, House, Event], bool]
"""Do what a trigger does in the present state, and say whether anything was done."""


@frozen(eq=False)
class Asked:
    """Condition: a certain question waits."""

    question: Question

    def __call__(self, round_: Round, _house: House, _event: Event) -> bool:
        return round_.question is self.question


@frozen(eq=False)
class OfHand:
    """Condition: a guard holds of the hand that is asked."""

    test: HandTest

    def __call__(self, round_: Round, _house: House, _event: Event) -> bool:
        seat = round_.seats[round_.asked_seat]
        return self.test(round_, seat, seat.hands[round_.asked_hand])


@frozen(eq=False)
class OfRound:
    """Condition: a guard holds of the round."""

    test: RoundTest

    def __call__(self, round_: Round, _house: House, _event: Event) -> bool:
        return self.test(round_)


@frozen(eq=False)
class Mark:
    """Callback: the name of the row goes into the trace."""

    name: str

    def __call__(self, _round: Round, house: House, _event: Event) -> None:
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
            "before": [Mark(row.name), row.effect.make(rules)],
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

    def freeze(self) -> dict[Phase, dict[str, Fire]]:
        """Write one function for each state and trigger from the transitions filed there."""
        compiled: dict[Phase, dict[str, Fire]] = {}
        for phase in Phase:
            compiled[phase] = {
                name: _compiled(event.transitions[phase.name])
                for name, event in self.events.items()
                if phase.name in event.transitions
            }
        return compiled


def _compiled(transitions: list[Transition]) -> Fire:
    """Write the function that fires the first of some transitions whose conditions hold."""
    names: dict[str, object] = {}
    lines = ["def fire(round_, house, event):"]

    def known_as(value: object) -> str:
        name = f"_{len(names)}"
        names[name] = value
        return name

    for transition in transitions:
        tests = [_test(condition.func, known_as) for condition in transition.conditions]
        lines.append(f"    if {' and '.join(tests) or 'True'}:")
        for callback in transition.before:
            if isinstance(callback, Mark):
                lines.append(f"        house.trace.append({callback.name!r})")
            else:
                lines.append(f"        {known_as(callback)}(round_, house, event)")
        destination = Phase[str(transition.dest)]
        lines.append(f"        round_.phase = {known_as(destination)}")
        lines.append("        return True")
    lines.append("    return False")
    exec("\n".join(lines), names)  # noqa: S102  the text is made here, from the table alone
    return cast(Fire, names["fire"])


def _test(condition: object, known_as: Callable[[object], str]) -> str:
    """Write a condition as an expression that calls its guard straight."""
    if isinstance(condition, Asked):
        return f"round_.question is {known_as(condition.question)}"
    if isinstance(condition, OfRound):
        return f"{known_as(condition.test)}(round_)"
    return f"{known_as(condition)}(round_, house, event)"


@frozen(eq=False)
class RuleMachine:
    """The machine of one rule set: it fires words and runs the house to rest.

    One is made for a rule set and shared by all its tables; it holds nothing of any round.

    Attributes:
        rules: the rule set.
        fire_word: for each state and kind of event, what fires it.
        fire_house: for each state, what makes the first move of the house that may be made.
        ask: for each state, what finds who is asked what.
    """

    rules: Rules
    fire_word: dict[Phase, dict[EventKind, Fire]]
    fire_house: dict[Phase, Fire]
    ask: dict[Phase, Asker]

    def run_house(self, round_: Round, house: House, event: Event) -> None:
        """Let the house move until a question waits or no move is left.

        Raises:
            LimitError: the house does not come to rest; the table of transitions is at fault.
        """
        for _ in range(MAX_HOUSE_MOVES):
            phase = round_.phase
            self.ask[phase](round_)
            if round_.question is not None or not self.fire_house[phase](round_, house, event):
                return
        raise LimitError("MAX_HOUSE_MOVES", MAX_HOUSE_MOVES, "report this rule set")


def _nothing(_round: Round, _house: House, _event: Event) -> bool:
    return False


def _rule_machine(rules: Rules, fire: dict[Phase, dict[str, Fire]]) -> RuleMachine:
    return RuleMachine(
        rules=rules,
        fire_word={
            phase: {
                kind: fire[phase][kind.value] for kind in EventKind if kind.value in fire[phase]
            }
            for phase in Phase
        },
        fire_house={phase: fire[phase].get(HOUSE_TRIGGER, _nothing) for phase in Phase},
        ask=askers(rules),
    )


@lru_cache(maxsize=256)
def machine_for(rules: Rules) -> RuleMachine:
    """Return the compiled machine of a rule set; one is kept for each of the last 256 used."""
    return _rule_machine(rules, TableMachine(**_settings(rules)).freeze())


def oracle_for(rules: Rules) -> RuleMachine:
    """Return a machine of a rule set that fires every transition through the stock library."""
    machine = stock_machine(rules)

    def through(name: str) -> Fire:
        trigger = machine.events[name].trigger

        def fire(round_: Round, house: House, event: Event) -> bool:
            return trigger(round_, round_, house, event)

        return fire

    return _rule_machine(
        rules,
        {
            phase: {
                name: through(name)
                for name, event in machine.events.items()
                if phase.name in event.transitions
            }
            for phase in Phase
        },
    )
