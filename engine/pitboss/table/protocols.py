"""What a table is doing, and the protocol of the machine that runs the rounds of a table."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Protocol

from pitboss.arguments import takes
from pitboss.errors import TableError
from pitboss.game.events import Event
from pitboss.game.round import House, Round
from pitboss.machine.flags import Flags
from pitboss.rules import Rules

ApplyEvent = Callable[[Flags, Round, House, Event], bool]
"""Applies an event and the moves of the house after it; returns false if no row takes the event."""


class EventMachine(Protocol):
    """An object that can run the rounds of a table; it keeps no state of a round."""

    @property
    def rules(self) -> Rules:
        """Return the rules that the machine plays by."""
        ...

    def apply_event(self, flags: Flags, round_: Round, house: House, event: Event, /) -> bool:
        """Apply an event and the house's moves after it; return false if no row takes the event."""
        ...


class State(Enum):
    """What a table is doing; if this blocks calls, the value says why and what to do."""

    READY = "ready", ""
    MOVING = "an event is under way", "wait until `apply` has returned"
    RECORDING = "an event is recorded", ""
    CUT_SHORT = "an earlier event was cut short", "resume from the journal, or restore a snapshot"
    CLOSED = "the table is closed", "set up a new table"


def check_recorder(recorder: object) -> None:
    """Check that an object can record a table.

    Raises:
        TableError: the recorder lacks one of its methods.
    """
    for name in ("opened", "joined", "applied", "changed", "closed"):
        if not callable(getattr(recorder, name, None)):
            raise TableError(
                f"a recorder needs `{name}`", "give a recorder that has it, such as a Journal"
            )


@takes(TableError, of="Table")
def applied_by(machine: EventMachine | None, rules: Rules) -> ApplyEvent | None:
    """Return the `apply_event` of a machine with the table's rules; `None` without a machine.

    Raises:
        TableError: the machine has other rules than the table.
    """
    if machine is None:
        return None
    if machine.rules != rules:
        raise TableError(
            "the machine has other rules than the table", "give library_machine(rules), or None"
        )
    return machine.apply_event
