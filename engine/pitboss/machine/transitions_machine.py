"""The table of transitions as a machine of the library `transitions`.

Only this module of the engine imports `transitions`. In the machines that it makes, the
options of a row are conditions, like its guards. The dispatch is generated from the objects of such
a machine. The functions of `transitions` can inspect and draw the machine. If a host wants the
callbacks of `transitions`, the machine can run a table: the games are the same, but slower.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from transitions import Machine

from pitboss.errors import LimitError, TableError
from pitboss.game.events import Event
from pitboss.game.round import MAX_HOUSE_MOVES, House, Phase, Round
from pitboss.machine.conditions import Begin, Mark, conditions_of, waiting_question
from pitboss.machine.flags import Flags
from pitboss.machine.transition_table import TRANSITIONS, Row, TransitionTable
from pitboss.rules import Rules

HOUSE_TRIGGER: Final = "house"
"""The moves of the house share one trigger (event of the library); it tries earlier rows first."""


def trigger_of(row: Row) -> str:
    """Return the trigger of a row, that is, the event of the library that takes it."""
    return HOUSE_TRIGGER if row.event is None else row.event.value


def machine_of(rows: Iterable[Row], table: TransitionTable) -> Machine:
    """Return a machine of the library with some rows of a table."""
    return Machine(
        model=None,
        states=Phase,
        initial=Phase.BETTING,
        auto_transitions=False,
        model_attribute="phase",
        transitions=[
            {
                "trigger": trigger_of(row),
                "source": row.source,
                "dest": row.destination,
                "conditions": conditions_of(row, table),
                "before": [
                    Mark(row.name) if row.of_house else Begin(row.name),
                    *([] if row.effect is None else [row.effect]),
                ],
            }
            for row in rows
        ],
    )


def machine_for(rules: Rules, table: TransitionTable = TRANSITIONS) -> Machine:
    """Return a machine of the library with the rows that exist under a rule set."""
    return machine_of(table.rows_kept(rules), table)


class LibraryMachine:
    """Runs a table through a machine of the library.

    Args:
        rules: the rules of the table.
        machine: what `machine_for` returns for these rules; callbacks may be added to its states,
            events and transitions. Subclasses of the library's machine work as well, except
            asynchronous ones.
        table: the table of transitions that the machine was made from.

    Raises:
        TableError: transitions were added or removed.
    """

    def __init__(
        self, rules: Rules, machine: Machine | None = None, table: TransitionTable = TRANSITIONS
    ) -> None:
        self.rules = rules
        self.machine = machine_for(rules, table) if machine is None else machine
        self._table = table
        due = [(trigger_of(row), row.source, row.destination) for row in table.rows_kept(rules)]
        if sorted(map(str, _held(self.machine))) != sorted(map(str, due)):
            raise TableError(
                "the transitions of the machine are not those of its rules",
                "add callbacks to machine_for(rules), and no transitions",
            )

    def apply_event(self, flags: Flags, round_: Round, house: House, event: Event) -> bool:
        """Apply an event, if a row of the table allows it, and then make the moves of the house.

        Raises:
            LimitError: the house never stops moving, because the table of transitions is wrong.
        """
        if not self._fire(event.kind.value, flags, round_, house, event):
            return False
        for _ in range(MAX_HOUSE_MOVES):
            if not self._fire(HOUSE_TRIGGER, flags, round_, house, event):
                askings = self._table.askings(round_.phase)
                waiting = waiting_question(self._table, askings, flags, round_)
                if waiting is not None:
                    round_.question, round_.asked_seat, round_.asked_hand = waiting
                return True
        raise LimitError("MAX_HOUSE_MOVES", MAX_HOUSE_MOVES, "report this rule set")

    def _fire(self, trigger: str, flags: Flags, round_: Round, house: House, event: Event) -> bool:
        fires = self.machine.events.get(trigger)
        if fires is None or round_.phase.name not in fires.transitions:
            return False
        return fires.trigger(round_, flags, round_, house, event)


def _held(machine: Machine) -> list[tuple[str, Phase, Phase]]:
    """Return the transitions of a machine: trigger, source and destination of each."""
    return [
        (trigger, Phase[str(each.source)], Phase[str(each.dest)])
        for trigger, event in machine.events.items()
        for filed in event.transitions.values()
        for each in filed
    ]


def library_machine(rules: Rules) -> LibraryMachine:
    """Return an object that runs a table through the library's machine, see `Table`."""
    return LibraryMachine(rules)
