"""Several recorders at one table, which has one place for a recorder."""

from __future__ import annotations

from attrs import frozen

from pitboss.game.events import Event
from pitboss.game.seat_changes import SeatChange
from pitboss.table.table import Recorder, Table


@frozen
class Recorders:
    """Several recorders at one table, which has one place for a recorder.

    Attributes:
        recorders: each is called after everything, in this order.
    """

    recorders: tuple[Recorder, ...]

    def opened(self, table: Table) -> None:
        """Tell all recorders that a table was set up."""
        for each in self.recorders:
            each.opened(table)

    def joined(self, table: Table) -> None:
        """Tell all recorders that they record from now on a table in the middle of its game."""
        for each in self.recorders:
            each.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Tell all recorders that an event was applied."""
        for each in self.recorders:
            each.applied(table, event)

    def changed(self, table: Table, change: SeatChange) -> None:
        """Tell all recorders that a seat was changed."""
        for each in self.recorders:
            each.changed(table, change)

    def closed(self, table: Table) -> None:
        """Tell all recorders that no further round follows."""
        for each in self.recorders:
            each.closed(table)
