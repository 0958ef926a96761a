"""What a session costs beyond its table, per event: ``python -m tests.tools.live.cost``.

The same game is played twice from what was recorded of it: its events by the table alone, and the
texts of its commands by a session with a client at every seat and a spectator. The difference, by
the number of events, is what reading commands, judging them and writing all messages costs.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time
from typing import Final

from attrs import frozen
from tests.table.random_play import random_event

from pitboss import Event, Table, compiled
from pitboss.game.events import KINDS_WITH_AMOUNT
from pitboss.live import Command, Session, SessionPolicy

POLICY: Final = SessionPolicy(pause_ms=1)
NAMES: Final = ("Ann", "Ben", "Cleo", "Dora", "Ed", "Fay", "Gus")


@frozen
class Recorded:
    """A game that can be played again.

    Attributes:
        seats: how many.
        events: what was applied.
        sent: who sent which text, and when; without a text it is a tick.
    """

    seats: int
    events: list[Event]
    sent: list[tuple[str, str | None, int]]

    def table(self) -> Table:
        """Return the table as it was at first."""
        return Table(seats=NAMES[: self.seats], seed=5)

    def alone(self) -> Callable[[], None]:
        """Return what plays the game by the table alone."""
        table = self.table()

        def play() -> None:
            for event in self.events:
                table.apply(event)

        return play

    def live(self, spectators: int) -> Callable[[], None]:
        """Return what plays the game by a session."""
        session = Session(self.table(), POLICY)
        for number in range(spectators):
            session.connect(f"spectator {number}", None, 0)
        for seat in range(self.seats):
            session.connect(f"client {seat}", seat, 0)

        def play() -> None:
            for client, text, now_ms in self.sent:
                if text is None:
                    session.tick(now_ms)
                else:
                    session.receive(client, text, now_ms)

        return play


def recorded(seats: int, rounds: int) -> Recorded:
    """Play a game at random, and record it."""
    chance = Random(3)
    game = Recorded(seats, [Event.open()], [])
    table = game.table()
    table.open_round()
    now_ms = 0
    while table.round.number <= rounds:
        now_ms += 1
        if table.over:
            game.sent.append(("", None, now_ms))
            event = Event.open()
        else:
            event = random_event(chance, table)
            amount = event.amount_minor if event.kind in KINDS_WITH_AMOUNT else None
            word, number = event.kind.value, f"command-{now_ms}"
            command = Command(number, table.seq, event.seat, word, amount)
            game.sent.append((f"client {event.seat}", command.to_json(), now_ms))
        table.apply(event)
        game.events.append(event)
    return game


def best(make: Callable[[], Callable[[], None]], times: int) -> float:
    """Return the least time that a thing takes, in seconds."""
    took: list[float] = []
    for _ in range(times):
        play = make()
        began = process_time()
        play()
        took.append(process_time() - began)
    return min(took)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--times", type=int, default=7)
    arguments = parser.parse_args()
    sys.stdout.write(f"{'compiled' if compiled else 'pure'} build, us an event\n")
    for seats, spectators in ((1, 0), (1, 1), (3, 0), (3, 1), (7, 1)):
        game = recorded(seats, arguments.rounds)
        alone = best(game.alone, arguments.times)
        live = best(partial(game.live, spectators), arguments.times)
        count = len(game.events)
        sys.stdout.write(
            f"{seats} seats with a client each, {spectators} spectators: "
            f"table {alone / count * 1e6:.1f}, "
            f"session and JSON {(live - alone) / count * 1e6:.1f} more\n"
        )


if __name__ == "__main__":
    main()
