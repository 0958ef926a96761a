"""A recorder that holds everything a table does to what must hold of any table."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Final

from tests.table.accounts import CardCount, check_who_is_asked, chips_at, chips_brought

from pitboss import Event, Journal, Phase, Table, verify
from pitboss.game.seat_changes import SeatChange
from pitboss.game.trace import codes
from pitboss.machine.transition_table import TABLE, Row
from pitboss.replay import VerdictKind
from pitboss.table.invariants import flaws
from pitboss.table.shoe_invariants import flaws_of_shoes
from pitboss.table.shoes import SeededShoes

ROWS: Final[Mapping[str, Row]] = {row.name: row for row in TABLE}
SEQUENCE_NUMBER: Final = re.compile(rb'^\{"seq":(\d+),', re.MULTILINE)
LOOKED_AT_WHOLLY: Final = 16
"""One event in so many, and the last of each round, is followed by a look at the whole table."""


class Watch:
    """Watches one table from its first round to its last, and writes its journal.

    After every event: no chip and no card is lost or made, and each move begins in the state in
    which the one before it ended. At times and at the end of each round: every claim that the
    engine makes of a table at rest holds, and one hand is asked or none. At the end: the journal
    has no gap and plays again to the same bytes.

    Attributes:
        rows: how often each row of the table of transitions was taken, by its name.
        events: how many events were applied.
    """

    def __init__(self) -> None:
        self.rows: Counter[str] = Counter()
        self.events = 0
        self._written = BytesIO()
        self._journal = Journal(self._written)

    def opened(self, table: Table) -> None:
        """See the table before its first round."""
        self._journal.opened(table)
        self._brought = chips_brought(table)
        self._cards = CardCount(table)
        self._phase = table.round.phase

    def joined(self, table: Table) -> None:
        """See the table in the middle of its game."""
        self._journal.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """See what an event led to."""
        self._journal.applied(table, event)
        self.events += 1
        self._follow_moves(table)
        assert chips_at(table) == self._brought, "chips were lost or made"
        self._cards.follow(table, event)
        if table.round.question is None or self.events % LOOKED_AT_WHOLLY == 0:
            look_at_all_of(table)

    def changed(self, table: Table, change: SeatChange) -> None:
        """Let the journal hear that a seat was changed."""
        self._journal.changed(table, change)

    def closed(self, table: Table) -> None:
        """See the table after its last round, and play its journal again."""
        if isinstance(table.house.shoes, SeededShoes):
            assert not list(flaws_of_shoes(table.house))
        self._journal.closed(table)
        check_journal(self._written.getvalue(), self._journal.seq)

    def _follow_moves(self, table: Table) -> None:
        """Walk from state to state as the trace says; what is no row in it is a card or a shoe."""
        phase = self._phase
        for name in codes(table.house.trace):
            row = ROWS.get(name)
            if row is not None:
                assert row.source is phase, f"{name} was taken in {phase}"
                phase = row.destination
                self.rows[name] += 1
        assert table.round.phase is phase, f"the moves lead to {phase}"
        self._phase = phase


def look_at_all_of(table: Table) -> None:
    """See that nothing about a table at rest contradicts anything else."""
    found = list(flaws(table.rules, table.seed, table.plans, table.round, table.house))
    assert not found, found
    check_who_is_asked(table)


def check_journal(written: bytes, lines: int) -> None:
    """See that a finished journal has so many lines, without a gap, and plays again."""
    numbers = [int(number) for number in SEQUENCE_NUMBER.findall(written)]
    assert numbers == list(range(lines)), "the sequence has a gap"
    assert len(written.splitlines()) == lines, "a line has no number"
    verdict = verify(BytesIO(written))
    assert verdict.kind is VerdictKind.MATCH, verdict


def edges_of(rows: Iterable[str]) -> set[tuple[Phase, Phase]]:
    """Return the ways between different states that some rows are."""
    taken = [ROWS[name] for name in rows]
    return {(row.source, row.destination) for row in taken if row.source is not row.destination}
