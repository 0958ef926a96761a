"""Recorders: one does nothing, one calls several others, and one cannot stop a game."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from pitboss.game.events import Event
from pitboss.game.seat_changes import SeatChange
from pitboss.table.protocols import check_recorder
from pitboss.table.table import Recorder, Table


class QuietRecorder:
    """A recorder that does nothing; subclasses override the methods that they need."""

    def opened(self, table: Table, /) -> None:
        """Called when a table was set up."""

    def joined(self, table: Table, /) -> None:
        """Called when an existing table gets this recorder, in the middle of its game."""

    def applied(self, table: Table, event: Event, /) -> None:
        """Called when an event was applied."""

    def changed(self, table: Table, change: SeatChange, /) -> None:
        """Called when a seat was changed."""

    def closed(self, table: Table, /) -> None:
        """Called when no further round follows."""


@frozen
class Recorders:
    """Several recorders in one, because a table can have only one recorder.

    Attributes:
        recorders: the recorders, which are called in this order.
    """

    recorders: tuple[Recorder, ...]

    def opened(self, table: Table) -> None:
        """Tell all recorders that a table was set up."""
        for each in self.recorders:
            each.opened(table)

    def joined(self, table: Table) -> None:
        """Tell all recorders that they record a table from now on, in the middle of its game."""
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


class BestEffort:
    """A recorder that cannot stop a game: it only counts the exceptions of another recorder.

    Without this class, an exception of a recorder stops the table, so that nothing happens without
    a record. Do not wrap a journal: after a failure, the recorder is still called, although it has
    missed one call. Only exceptions that are not an `Exception`, such as `KeyboardInterrupt`, are
    passed on.

    Args:
        recorder: the recorder that may fail.

    Attributes:
        failures: how many calls of the recorder failed.
        last_failure: the exception of the last failed call; `None` if no call failed.

    Raises:
        TableError: the recorder lacks one of its methods.
    """

    def __init__(self, recorder: Recorder) -> None:
        check_recorder(recorder)
        self._recorder = recorder
        self.failures = 0
        self.last_failure: Exception | None = None

    def opened(self, table: Table) -> None:
        """Try to record that a table was set up."""
        self._attempt(lambda: self._recorder.opened(table))

    def joined(self, table: Table) -> None:
        """Try to record a table from now on, in the middle of its game."""
        self._attempt(lambda: self._recorder.joined(table))

    def applied(self, table: Table, event: Event) -> None:
        """Try to record that an event was applied."""
        self._attempt(lambda: self._recorder.applied(table, event))

    def changed(self, table: Table, change: SeatChange) -> None:
        """Try to record that a seat was changed."""
        self._attempt(lambda: self._recorder.changed(table, change))

    def closed(self, table: Table) -> None:
        """Try to record that no further round follows."""
        self._attempt(lambda: self._recorder.closed(table))

    def _attempt(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001  whatever the recorder raises
            self.failures += 1
            self.last_failure = error
