"""Tables in files to test with: played by a rule, changed between rounds, and compared."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from tests.replay.recorded import any_answer

from pitboss import Event, SeatPlan, Table
from pitboss.game.round import Presence
from pitboss.game.seat_changes import SeatChange
from pitboss.live import OpenTable, open_table

SEATS: Final = (SeatPlan("Ann", 500_000), "Ben", None)
SEED: Final = 5
MAX_CHANGES: Final = 2


def opened(
    path: Path, *, durable: bool = False, sync_apart: bool = False, checkpoints: bool = True
) -> OpenTable:
    """Begin a table in a file, or go on with it."""
    game = partial(open_table, path, seats=SEATS, seed=SEED)
    return game(durable=durable, sync_apart=sync_apart, checkpoints=checkpoints)


def step(table: Table, chance: Random) -> None:
    """Apply an event or a change of a seat; each but the opening of a round has a command."""
    offer = table.offer()
    command = f"c{table.seq}"
    if offer is not None:
        table.apply(any_answer(table, offer).sent(command=command))
    elif chance.random() < 0.4:
        table.change(any_change(table, chance).sent(command=command))
    else:
        table.apply(Event.open())


def any_change(table: Table, chance: Random) -> SeatChange:
    """Return a change of a seat that is possible; the first seat only gets more chips."""
    seat = chance.randrange(len(table.round.seats))
    presence = table.round.seats[seat].presence
    if seat == 0:
        return SeatChange.deposit(0, chance.randint(1, 5000))
    if presence is Presence.EMPTY:
        return SeatChange.join(seat, chance.choice(("Cid", "Dot")), 300_000)
    if presence is Presence.AWAY:
        return SeatChange.back(seat)
    return chance.choice((SeatChange.leave(seat), SeatChange.away(seat)))


def play(table: Table, steps: int, chance: Random) -> None:
    """Let some things happen at a table."""
    for _ in range(steps):
        step(table, chance)


State = tuple[object, ...]


def state_of(found: OpenTable) -> State:
    """Return all that matters of a table in a file."""
    return (
        found.table.snapshot().to_json(),
        found.memory.to_document(),
        found.journal.seq,
        found.table.seq,
        found.rounds,
        found.dropped_bytes,
    )


def read_whole(data: bytes, path: Path) -> State:
    """Return what a journal holds by itself.

    Args:
        data: of the journal.
        path: where a copy of it is written.
    """
    path.write_bytes(data)
    with opened(path, checkpoints=False) as found:
        return state_of(found)
