"""Games as machines see them: events and rows of their journals, and the state after each."""

import json
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Final

from attrs import frozen
from tests.table.random_play import RichShoes, random_event

from pitboss import Event, EventKind, Phase, Rules, Table
from pitboss.journal import Journal
from pitboss.machine.transition_table import TABLE
from pitboss.table import QuietRecorder, Recorders

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


class Watching(QuietRecorder):
    """A recorder that notes where a table comes to rest.

    Attributes:
        states: after each event.
    """

    def __init__(self) -> None:
        self.states: list[str] = []

    def applied(self, table: Table, event: Event) -> None:  # noqa: ARG002  as recorders are called
        """Note the state after an event."""
        self.states.append(table.round.phase.value)


def some_game(rules: Rules, number: int, rounds: int = 3) -> list[Played]:
    """Play some rounds at random, and return what its journal holds."""
    chance, written, watching = Random(number), BytesIO(), Watching()
    names = [f"seat {seat}" for seat in range(min(rules.max_seats, 1 + number % 3))]
    recorders = Recorders((Journal(written), watching))
    table = Table(rules, seats=names, shoes=RichShoes(chance), recorder=recorders)
    for _ in range(rounds):
        table.apply(Event.open())
        while table.round.question is not None:
            table.apply(random_event(chance, table))
    table.close()
    lines = map(json.loads, written.getvalue().splitlines())
    return [
        Played(line.get("event", "open"), tuple(filter(ROWS.__contains__, line["moves"])), state)
        for line, state in zip(
            (each for each in lines if "moves" in each), watching.states, strict=True
        )
    ]


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
