"""Which rows of the table of transitions random play takes, for every preset.

Run as a program it plays as many rounds as it is told under each preset and says what it found:
``python -m tests.tools.diagrams.rows_taken 100000``.
"""

import sys
from collections import Counter

from pitboss.diagrams import graph_of
from pitboss.game.events import Event
from pitboss.game.seat_changes import SeatChange
from pitboss.game.trace import codes
from pitboss.machine.transition_table import TABLE
from pitboss.players import RandomLegal
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.table.driver import play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table

ROW_NAMES = frozenset(row.name for row in TABLE)
ROUNDS_OF_A_TABLE = 1000


class RowCounter:
    """A recorder that counts the rows that a table takes."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def opened(self, table: Table) -> None:
        """Count nothing: no row was taken."""

    def joined(self, table: Table) -> None:
        """Count nothing: no row was taken."""

    def applied(self, table: Table, event: Event) -> None:  # noqa: ARG002  the protocol's
        """Count the rows that an event and the house after it took."""
        self.counts.update(word for word in codes(table.house.trace) if word in ROW_NAMES)

    def changed(self, table: Table, change: SeatChange) -> None:
        """Keep nothing of a changed seat."""

    def closed(self, table: Table) -> None:
        """Count nothing: no row was taken."""


def rows_taken(rules: Rules, rounds: int) -> Counter[str]:
    """Play random legal rounds at tables of one seat, two seats and all seats.

    Args:
        rules: the rule set.
        rounds: how many in all.
    """
    counter = RowCounter()
    left = rounds
    seed = 0
    while left > 0:
        seed += 1
        seats = min((1, 2, rules.max_seats)[seed % 3], rules.max_seats)
        plans = [SeatPlan(f"seat {seat}") for seat in range(seats)]
        table = Table(rules, seats=plans, seed=seed, recorder=counter)
        players = [RandomLegal(seed, seat) for seat in range(seats)]
        play_rounds(table, players, min(left, ROUNDS_OF_A_TABLE))
        left -= ROUNDS_OF_A_TABLE
    return counter.counts


def main() -> int:
    """Play under every preset and compare what was taken with what is drawn."""
    rounds = int(sys.argv[1])
    faults = 0
    for name in PRESETS:
        rules = Rules.preset(name)
        taken = rows_taken(rules, rounds)
        drawn = {edge.name for edge in graph_of(rules).edges}
        rarest, count = min(taken.items(), key=lambda item: item[1])
        odd = sorted(drawn ^ taken.keys())
        faults += len(odd)
        print(  # noqa: T201  a program that reports
            f"{name:20} {rounds} rounds: {len(drawn)} rows drawn, "
            f"{len(taken)} taken, rarest {rarest} {count}x" + (f", DIFFER: {odd}" if odd else "")
        )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
