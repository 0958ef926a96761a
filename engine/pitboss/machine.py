"""The machine: `transitions`' own objects, built from the table and compiled once for a rule set.

This is the only importer of `transitions`. `TableMachine` is the library's `Machine`, whose
`freeze` reads the library's own `Event`, `Transition` and `Condition` objects once and has a
function written from them for each state and word, by `machine_text`. Which machine runs a table is
decided here, too: one is kept for a rule set and shared by its tables, with guards and effects
called or, where many rounds are played, written in.
"""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypedDict, cast

from attrs import define
from transitions import Machine
from transitions import Transition as LibraryTransition

from pitboss.conditions import Begin, Condition, Mark, conditions_of
from pitboss.events import Event, EventKind
from pitboss.machine_text import MachineText, Transition
from pitboss.questions import Asker, askers
from pitboss.round import House, Phase, Round
from pitboss.rules import Rules
from pitboss.transition_table import Row, rows_kept

HOUSE_TRIGGER: Final = "house"
"""All moves of the house share one trigger, so that the order of the rows is their priority."""

Fire = Callable[[Round, House, Event], bool]
"""Says whether a word of play may be said; if so, it is, and the house moves until it rests."""

Says = dict[Phase, dict[EventKind, Fire]]


def trigger_of(row: Row) -> str:
    """Return the trigger under which a row is filed."""
    return HOUSE_TRIGGER if row.event is None else row.event.value


class Settings(TypedDict):
    """What a machine of the library is made from."""

    model: None
    states: type[Phase]
    initial: Phase
    auto_transitions: bool
    model_attribute: str
    transitions: list[dict[str, object]]


def settings_for(rules: Rules) -> Settings:
    """Return what the library's machine of a rule set is made from: the rows that the rules keep.

    The library's unchanged `Machine` takes them as well, which is how ours is held against it.
    """
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
        text = MachineText(house, inlined=inlined)
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
        return list(map(_read, self.events[trigger].transitions.get(phase.name, [])))


def _read(transition: LibraryTransition) -> Transition:
    """Return what an object of the library holds."""
    return Transition(
        source=Phase[str(transition.source)],
        destination=Phase[str(transition.dest)],
        conditions=tuple([cast("Condition", each.func) for each in transition.conditions]),
        callbacks=tuple(transition.before),
    )


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
    machine = TableMachine(**settings_for(rules))
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
