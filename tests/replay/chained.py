"""Games whose journals are rotated."""

from collections.abc import Collection, Iterator
from io import BytesIO
from itertools import count
from pathlib import Path

from tests.replay.recorded import play_on, play_round, seated

from pitboss import Journal, Rules, Table, Verdict, verify
from pitboss.game.seat_changes import SeatChange
from pitboss.journal.links import next_path

ROUNDS = 12
PLACES = (4, 5, 9)


def played(
    journal: Journal, rules: Rules, seed: int, *, places: tuple[int, ...] = (), rounds: int = ROUNDS
) -> Table:
    """Play a game in which a seat is changed, and rotate its journal after some rounds."""
    table = Table(rules, seats=[*seated(rules, 2), None][: rules.max_seats], seed=seed)
    table = Table(table.rules, seats=table.plans, seed=seed, recorder=journal)
    play_to_the_end(table, journal, places, rounds)
    return table


def play_to_the_end(
    table: Table, journal: Journal, places: Collection[int], rounds: int = ROUNDS
) -> None:
    """Begin a game, or go on with one that was left anywhere."""
    play_on(table)
    while True:
        number, begun = table.round.number, 0 if journal.link is None else journal.link.rounds
        seats = table.round.seats
        if number in places and number != begun:
            journal.rotate(table, replace=True)
        if number == 2 and len(seats) > 2 and not seats[2].name:
            table.change(SeatChange.join(2, "Eve", 100_000))
        if number == rounds:
            break
        play_round(table)
    table.close()


def files_of(path: Path) -> Iterator[bytes]:
    """Give what stands in each file of a chain."""
    for number in count(1):
        if not path.exists():
            return
        yield path.read_bytes()
        path = Path(next_path(str(path), number))


def chain(
    folder: Path, rules: Rules | None = None, seed: int = 3, places: tuple[int, ...] = PLACES
) -> list[bytes]:
    """Return the files of a game that was rotated."""
    path = folder / "game.jsonl"
    with Journal.create(path) as journal:
        played(journal, rules or Rules(), seed, places=places)
    return list(files_of(path))


def verdict(*files: bytes) -> Verdict:
    """Replay files as one."""
    return verify(BytesIO(b"".join(files)))


def rotated(folder: Path) -> tuple[Path, list[bytes]]:
    """Return the path of the first file of a chain, and what stands in each."""
    files = chain(folder)
    return folder / "game.jsonl", files
