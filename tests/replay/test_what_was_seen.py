"""Views of a replay are those of the game, wherever the replay begins; cards seen are in them."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from tests.replay.recorded import lines_of
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss import Table, View, resume
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.source import Lines
from pitboss.replay import DifferenceError, JournalStepper
from pitboss.replay.advancing import play_lines
from pitboss.replay.playing import Replay
from pitboss.replay.single_rounds import replay_at_round
from pitboss.replay.starts import read_first

Seen = dict[int, View]
"""What a spectator sees, by the sequence number of the table."""


def replayed(data: bytes) -> Iterator[Table]:
    """Play a journal from its beginning, and yield the table after every line."""
    stepper = JournalStepper(BytesIO(data))
    yield stepper.table
    while stepper.forward():
        yield stepper.table


def at_round(data: bytes, number: int) -> tuple[Replay, Iterator[RawLine]]:
    """Begin a replay at a round."""
    lines = Lines(BytesIO(data))
    return replay_at_round(*read_first(lines), lines, number)


def views_of(data: bytes) -> Seen:
    """Return all views of a journal that is played from its beginning."""
    return {table.seq: table.view(None) for table in replayed(data)}


@pytest.mark.usefixtures("bisected")
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_round_that_is_played_alone_shows_what_the_game_showed(name: str) -> None:
    """From its first event on, whatever shoe was in use, and in whatever round it came."""
    data = journal_of(name)
    stepper = JournalStepper(BytesIO(data))
    views = {stepper.seq: stepper.table.view(None)}
    while stepper.forward():
        views[stepper.seq] = stepper.table.view(None)
    for number in range(1, SCENARIOS[name].rounds + 1):
        replay, lines = at_round(data, number)
        for raw in lines:
            replay.feed(raw)
            if decode(raw)["line"] == "event":
                assert replay.table.view(None) == views[replay.next_seq - 1]
            if replay.rounds:
                break


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_table_that_is_taken_up_shows_what_it_showed(name: str) -> None:
    """In the middle of its last round, and at its end."""
    data = journal_of(name)
    views = views_of(data)
    ends = [at for at, line in enumerate(lines_of(data)) if b'"line":"end"' in line]
    for end in ends[-3:]:
        for last in (end - 1, end, end + 1):
            file = BytesIO(b"".join(lines_of(data)[:last]))
            with resume(file, shoes=SCENARIOS[name].shoes) as resumed:
                table = resumed.table
                assert table.view(None) == views[table.seq]


def test_a_table_that_went_back_to_find_a_fault_shows_what_was_seen() -> None:
    """Many rounds are played at once; one that differs is played again from where they began."""
    name = "six_deck_s17"
    data = journal_of(name)
    views, lines = views_of(data), lines_of(data)
    at = [place for place, line in enumerate(lines) if b'"line":"event"' in line][-9]
    lines[at] = lines[at].replace(b'"moves":["', b'"moves":["x', 1)
    source = Lines(BytesIO(b"".join(lines)))
    replay = Replay.from_header(*read_first(source))
    with pytest.raises(DifferenceError):
        for _ in play_lines(replay, source):
            pass
    table = replay.table
    assert table.view(None) == views[table.seq]
    assert table.view(None).cards_seen.total > 50


def test_what_no_round_before_tells_is_not_seen() -> None:
    """A round whose shoe was in use in a damaged round is replayed all the same."""
    data = journal_of("six_deck_s17")
    lines = lines_of(data)
    at = next(place for place, line in enumerate(lines) if b'"line":"event"' in line)
    lines[at] = lines[at].replace(b'"moves":["', b'"moves":["x', 1)
    replay, _ = at_round(b"".join(lines), 3)
    assert replay.table.view(None).cards_seen.total == 0
    assert replay.table.view(None).cards_drawn > 0
