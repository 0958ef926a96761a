"""Whoever speaks while an event is under way, and what a table that stands still says of itself."""

from io import BytesIO

import pytest

from pitboss.errors import TableError
from pitboss.events import Event, EventKind
from pitboss.journal import Journal
from pitboss.legality import RefusedError
from pitboss.replay import verify
from pitboss.table import Table


class Interrupter:
    """A journal's neighbour that speaks to the table while it is told of an event.

    Attributes:
        heard: for each word, the error it was answered with.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.heard: dict[EventKind, Exception] = {}

    def opened(self, table: Table) -> None:
        """Let the journal begin."""
        self._journal.opened(table)

    def joined(self, table: Table) -> None:
        """Let the journal go on."""
        self._journal.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Say every word there is, and let the journal write the event."""
        for kind in EventKind:
            amount_minor = 1000 if kind in {EventKind.BET, EventKind.INSURE} else 0
            with pytest.raises((TableError, RefusedError)) as raised:
                table.apply(Event(kind, 0, 0, amount_minor))
            self.heard[kind] = raised.value
        with pytest.raises(TableError, match="under way: wait until"):
            table.close()
        self._journal.applied(table, event)

    def closed(self, table: Table) -> None:
        """Let the journal end."""
        self._journal.closed(table)


def test_nobody_may_speak_while_an_event_is_under_way() -> None:
    """What may be said next has to wait; what may not is refused as ever; nothing is disturbed."""
    sink = BytesIO()
    interrupter = Interrupter(Journal(sink))
    table = Table(seats=["Ann"], seed=7, recorder=interrupter)
    legal_next: dict[EventKind, set[EventKind]] = {}
    for event in (Event.open(), Event.bet(0, 1000), Event.stand(0, 0)):
        table.apply(event)
        legal_next[event.kind] = {kind for kind in EventKind if waits(interrupter, kind)}
    assert {EventKind.BET, EventKind.SIT_OUT} <= legal_next[EventKind.OPEN]
    assert {EventKind.HIT, EventKind.STAND, EventKind.DOUBLE} <= legal_next[EventKind.BET]
    assert legal_next[EventKind.STAND] == {EventKind.OPEN}
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


def waits(interrupter: Interrupter, kind: EventKind) -> bool:
    """Say whether a word was told to wait, and not refused."""
    error = interrupter.heard[kind]
    if isinstance(error, TableError):
        assert error.problem == "an event is under way"
        assert error.next_step == "wait until `apply` has returned"
        return True
    assert isinstance(error, RefusedError)
    return False


def test_a_closed_table_says_that_another_is_set_up() -> None:
    """Its journal is finished, so that it cannot be taken up again."""
    table = Table(seats=["Ann"], seed=7)
    table.close()
    with pytest.raises(TableError, match="the table is closed: set up a new table"):
        table.open_round()
