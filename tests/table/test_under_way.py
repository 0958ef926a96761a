"""Whoever speaks while an event is under way, and what a table that stands still says of itself."""

from io import BytesIO

import pytest
from tests.table.any_event import event_of

from pitboss import Event, EventKind, Journal, Table, verify
from pitboss.errors import TableError
from pitboss.game.seat_changes import SeatChange


class Interrupter:
    """A journal's neighbour that speaks to the table while it is told of an event.

    Attributes:
        refused: how often it was told to wait.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.refused = 0

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
            with pytest.raises(TableError) as raised:
                table.apply(event_of(kind, 0, 0, amount_minor))
            assert raised.value.problem == "an event is under way"
            assert raised.value.next_step == "wait until `apply` has returned"
            self.refused += 1
        with pytest.raises(TableError, match="under way: wait until"):
            table.record_with(self)
        # The table has come to rest, so that whoever is told may look.
        assert table.view(0).round_number == table.round.number
        assert Table.restore(table.snapshot()).view(0) == table.view(0)
        with pytest.raises(TableError, match="under way: wait until"):
            table.close()
        self._journal.applied(table, event)

    def changed(self, table: Table, change: SeatChange) -> None:
        """Let the journal hear that a seat was changed."""
        self._journal.changed(table, change)

    def closed(self, table: Table) -> None:
        """Let the journal end."""
        self._journal.closed(table)


def test_nobody_may_speak_while_an_event_is_under_way() -> None:
    """Whatever is said has to wait, legal next or not, and nothing is disturbed."""
    sink = BytesIO()
    interrupter = Interrupter(Journal(sink))
    table = Table(seats=["Ann"], seed=5, recorder=interrupter)
    for event in (Event.open(), Event.bet(0, 1000), Event.stand(0, 0)):
        table.apply(event)
    assert interrupter.refused == 3 * len(EventKind)
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


def test_a_closed_table_says_that_another_is_set_up() -> None:
    """Its journal is finished, so that it cannot be taken up again."""
    table = Table(seats=["Ann"], seed=7)
    table.close()
    with pytest.raises(TableError, match="the table is closed: set up a new table"):
        table.open_round()
