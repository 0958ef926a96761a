"""Tells in sentences what happens at a live table, if the host wants that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pitboss.game.events import Event
from pitboss.game.seat_changes import SeatChange
from pitboss.table.table import Table


class Teller(Protocol):
    """Tells a table in sentences, each a document of the type ``told``."""

    def applied(self, table: Table, event: Event) -> Sequence[str]:
        """Return the sentences of an event that was applied."""
        ...

    def changed(self, table: Table, change: SeatChange) -> Sequence[str]:
        """Return the sentences of a seat that was changed."""
        ...
