"""One table used by several threads, copied, pickled or forked: refused, and nothing is lost."""

import copy
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from threading import Barrier, Thread
from threading import Event as Signal
from typing import Final

import pytest

from pitboss.errors import JournalError, PitbossError, TableError
from pitboss.game.events import Event
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Journal
from pitboss.players import MimicPlayer, RandomLegal
from pitboss.replay import verify
from pitboss.table import Table
from pitboss.table.driver import AdapterError, play_round
from pitboss.table.menu import RefusedError
from pitboss.table.seating import SeatPlan

BALANCE: Final = 10**6
WAITING: Final = "an event is under way: wait until `apply` has returned"


@pytest.fixture(autouse=True)
def _often() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def a_table(sink: BytesIO) -> Table:
    """Set up a recorded table of three."""
    plans = [SeatPlan(name, BALANCE) for name in ("Ann", "Ben", "Cid")]
    return Table(seats=plans, seed=11, recorder=Journal(sink))


def run(work: Callable[[int], object], threads: int) -> list[BaseException]:
    """Let threads begin at one time; return what ended any of them."""
    begin, failures = Barrier(threads), list[BaseException]()

    def one(number: int) -> None:
        begin.wait()
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001  whatever it is, the test is to see it
            failures.append(error)

    running = [Thread(target=one, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return failures


def check_sound(table: Table, sink: BytesIO) -> None:
    """See that no chip was lost or made, and that the journal holds what was played."""
    chips = sum(seat.balance_minor for seat in table.round.seats)
    if table.over:
        assert chips + table.house.balance_minor == 3 * BALANCE
    while not table.over:
        play_round(table, [MimicPlayer()] * 3)
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


@pytest.mark.parametrize("threads", [2, 4, 8])
def test_threads_that_play_at_one_table_are_told_and_harm_nothing(threads: int) -> None:
    """Each plays rounds as if the table were its own; the journal is that of one after another."""
    sink = BytesIO()
    table = a_table(sink)
    refused: list[PitbossError] = []

    def work(number: int) -> None:
        chance = RandomLegal(number, bet_minor=100)
        for _ in range(150):
            try:
                play_round(table, [chance] * 3)
            except (TableError, RefusedError, AdapterError) as error:
                refused.append(error)

    assert run(work, threads) == []
    assert table.round.number > 0
    for error in refused:
        assert str(error)
    check_sound(table, sink)


@pytest.mark.parametrize("threads", [2, 4, 8])
def test_events_that_are_accepted_are_those_in_the_journal(threads: int) -> None:
    """Whoever is not refused was heard, once, and whoever is was not."""
    sink = BytesIO()
    table = a_table(sink)
    accepted = [0] * threads
    refused: set[str] = set()

    def work(number: int) -> None:
        for _ in range(400):
            try:
                events = table.legal()
                event = next((each for each in events if each.amount_minor), events[-1])
                table.apply(event)
                accepted[number] += 1
            except RefusedError:
                continue
            except TableError as error:
                refused.add(str(error))

    assert run(work, threads) == []
    assert refused <= {WAITING}
    assert sum(accepted) == table.round.event_count
    check_sound(table, sink)


LOOKS: Final[dict[str, Callable[[Table], object]]] = {
    "view": lambda table: table.view(0),
    "offer": Table.offer,
    "glance": lambda table: (offer := table.glance()) and offer.look(),
    "menu": Table.menu,
    "legal": Table.legal,
    "results": Table.results,
    "snapshot": Table.snapshot,
    "restored": lambda table: Table.restore(table.snapshot()),
}


@pytest.mark.parametrize("name", LOOKS)
def test_who_looks_while_another_thread_plays_sees_a_moment_or_an_error(name: str) -> None:
    """What is shown stood so at the table, between two events."""
    sink = BytesIO()
    table = a_table(sink)
    over = Signal()
    refused: set[str] = set()

    def work(number: int) -> None:
        if number == 0:
            try:
                for _ in range(200):
                    play_round(table, [RandomLegal(seat, bet_minor=100) for seat in range(3)])
            finally:
                over.set()
            return
        while not over.is_set():
            try:
                LOOKS[name](table)
            except TableError as error:
                refused.add(error.problem)

    assert run(work, 2) == []
    assert refused <= {
        "an event is under way",
        "this offer was not read before the next event",
    }
    assert table.round.number == 200
    check_sound(table, sink)


def elsewhere(do: Callable[[], object]) -> Callable[[int], object]:
    """Return something that is done in a thread."""
    return lambda _number: do()


class Meddler:
    """A recorder that lets other threads at the table while it hears of an event."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.heard: list[str] = []

    def opened(self, table: Table) -> None:
        """Let the journal begin."""
        self.journal.opened(table)

    def joined(self, table: Table) -> None:
        """Let the journal go on."""
        self.journal.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Let others speak in the middle of it, and see that they cannot."""
        for meddle in (
            lambda: table.apply(Event.stand(0, 0)),
            lambda: table.apply(Event.bet(0, 100)),
            table.open_round,
            table.close,
            lambda: table.record_with(self),
        ):
            self.heard += [str(each) for each in run(elsewhere(meddle), 1)]
        self.journal.applied(table, event)

    def changed(self, table: Table, change: SeatChange) -> None:
        """Let the journal hear that a seat was changed."""
        self.journal.changed(table, change)

    def closed(self, table: Table) -> None:
        """Let the journal end."""
        self.journal.closed(table)


def test_in_the_middle_of_an_event_another_thread_always_gets_the_same_error() -> None:
    """Whether what it wants would be legal or not."""
    sink = BytesIO()
    meddler = Meddler(Journal(sink))
    table = Table(seats=["Ann"], seed=3, recorder=meddler)
    play_round(table, [MimicPlayer()])
    assert set(meddler.heard) == {WAITING}
    assert len(meddler.heard) == 5 * table.round.event_count
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


COPIES: Final[dict[str, Callable[[object], object]]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": partial(pickle.dumps, protocol=protocol)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}


@pytest.mark.parametrize("name", COPIES)
def test_a_table_is_kept_by_its_snapshot_only(name: str) -> None:
    """The error says so; a journal is not copied either, and the table plays on."""
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(seats=["Ann"], seed=3, recorder=journal)
    with pytest.raises(TableError, match=r"snapshot\(\)"):
        COPIES[name](table)
    with pytest.raises(JournalError, match="cannot be copied or pickled"):
        COPIES[name](journal)
    play_round(table, [MimicPlayer()])
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_does_not_write_the_journal_of_the_one_it_came_from(
    tmp_path: Path,
) -> None:
    """Its round ends in a typed error; the journal holds what the first process played."""
    path = tmp_path / "game.jsonl"
    with path.open("wb", buffering=0) as file:
        table = Table(seats=["Ann"], seed=3, recorder=Journal(file))
        play_round(table, [MimicPlayer()])
        child = os.fork()
        if child == 0:
            code = 1
            try:
                play_round(table, [MimicPlayer()])
            except JournalError as error:
                code = 42 if "a forked process" in str(error) else 2
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42
        play_round(table, [MimicPlayer()])
        table.close()
    with path.open("rb") as file:
        verdict = verify(file)
    assert verdict.matches
    assert verdict.rounds == 2
