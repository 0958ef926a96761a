"""Recorders: several as one, because a table has one place for them, and some that may fail."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from pitboss.game.events import Event
from pitboss.game.seat_changes import SeatChange
from pitboss.table.protocols import check_recorder
from pitboss.table.table import Recorder, Table


class QuietRecorder:
    """A recorder that does nothing; a subclass says what it hears of."""

    def opened(self, table: Table, /) -> None:
        """Hear that a table was set up."""

    def joined(self, table: Table, /) -> None:
        """Hear of a table that is recorded from the middle of its game on."""

    def applied(self, table: Table, event: Event, /) -> None:
        """Hear that an event was applied."""

    def changed(self, table: Table, change: SeatChange, /) -> None:
        """Hear that a seat was changed."""

    def closed(self, table: Table, /) -> None:
        """Hear that no further round follows."""


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


class BestEffort:
    """A recorder that cannot stop a game: it only counts the exceptions of another recorder.

    Without this class, an exception of a recorder stops the table, so nothing happens unrecorded.
    Keep it so for a journal. After a failure, this class still calls the recorder for what comes
    next; the recorder lacks what it missed. Only exceptions that are no `Exception`, such as
    `KeyboardInterrupt`, get through.

    Args:
        recorder: the recorder that may fail.

    Attributes:
        failures: how many of its calls failed.
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
