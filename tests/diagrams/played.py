"""Games as machines see them: each event, the rows that it took, and the state after it."""

from collections.abc import Iterator
from random import Random
from typing import Final

from attrs import frozen
from tests.table.random_play import RichShoes, random_event

from pitboss.game.events import Event, EventKind
from pitboss.game.round import Phase
from pitboss.game.trace import codes
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.table import Table

ROWS: Final = {row.name: row for row in TABLE}


@frozen
class Played:
    """An event that was applied.

    Attributes:
        event: its word.
        rows: the names of the rows that were taken, in order.
        state: the state in which the table came to rest.
    """

    event: str
    rows: tuple[str, ...]
    state: str


class Watching:
    """A recorder that notes what a machine would see of a table."""

    def __init__(self) -> None:
        self.played: list[Played] = []

    def opened(self, table: Table) -> None:
        """Begin with the table."""

    joined = opened

    def applied(self, table: Table, event: Event) -> None:
        """Note an event."""
        rows = tuple(code for code in codes(table.house.trace) if code in ROWS)
        self.played.append(Played(event.kind.value, rows, table.round.phase.value))

    def changed(self, table: Table, change: object) -> None:
        """Seats change, the machine does not."""

    def closed(self, table: Table) -> None:
        """End with the table."""


def some_game(rules: Rules, number: int, rounds: int = 3) -> list[Played]:
    """Play some rounds at random, and return what was applied."""
    chance = Random(number)
    watching = Watching()
    names = [f"seat {seat}" for seat in range(min(rules.max_seats, 1 + number % 3))]
    table = Table(rules, seats=names, shoes=RichShoes(chance), recorder=watching)
    for _ in range(rounds):
        table.apply(Event.open())
        while table.round.question is not None:
            table.apply(random_event(chance, table))
    return watching.played


def spoiled(played: list[Played], chance: Random) -> Iterator[list[Played]]:
    """Give a game with one fault, of each kind: what is doubled, missing, too early or another."""
    at = chance.randrange(1, len(played))
    yield [*played[:at], played[at - 1], *played[at:]]
    yield [*played[: at - 1], *played[at:]]
    yield [*played[: at - 1], played[at], played[at - 1], *played[at + 1 :]]
    others = [row.name for row in TABLE if row.source.value != played[at - 1].state]
    wrong = Played(played[at].event, (chance.choice(others),), played[at].state)
    yield [*played[:at], wrong, *played[at + 1 :]]


def is_a_path(played: list[Played]) -> bool:
    """Say whether rows lead from the first state to the last, each for the event of its row."""
    state = Phase.BETTING
    for each in played:
        rows = [ROWS[name] for name in each.rows]
        if not rows or [row.event for row in rows if row.event] != [EventKind(each.event)]:
            return False
        for row in rows:
            if row.source is not state:
                return False
            state = row.destination
        if rows[0].event is None or state.value != each.state:
            return False
    return True
