"""Stories of journals: told round by round, checked before they are told, up to where they stop."""

import io
from itertools import chain

import pytest
from tests.replay.recorded import hosted

from pitboss.errors import JournalError
from pitboss.journal import Journal
from pitboss.players import DealersRule, RandomLegal
from pitboss.story import AUDITOR, Narrator, Recorders, Story, ToldEvent
from pitboss.story.told_events import RoundEnded, RoundOpened, Stopped, TableOpened
from pitboss.table.driver import play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table


def game(rounds: int = 5) -> bytes:
    """Return the finished journal of a game of two."""
    file = io.BytesIO()
    seats = [SeatPlan("Ann", 50_000), SeatPlan("Ben", 50_000)]
    table = Table(seed=7, seats=seats, recorder=Journal(file))
    play_rounds(table, [DealersRule(), RandomLegal(7)], rounds)
    table.close()
    return file.getvalue()


def told(journal: bytes, number: int | None = None) -> list[tuple[ToldEvent, ...]]:
    """Tell a journal to an auditor."""
    return list(Story(io.BytesIO(journal)).rounds(AUDITOR, number))


def test_a_journal_tells_what_was_told_at_the_table() -> None:
    """A narrator beside the replayed table hears what one beside the first table heard."""
    file = io.BytesIO()
    heard: list[ToldEvent] = []
    recorder = Recorders((Journal(file), Narrator(AUDITOR, heard.append)))
    table = Table(seed=7, seats=["Ann", "Ben"], recorder=recorder)
    play_rounds(table, [RandomLegal(1), RandomLegal(2)], 20)
    table.close()
    assert list(chain.from_iterable(told(file.getvalue()))) == heard


def test_rounds_are_told_one_by_one() -> None:
    """First the table, then each round from its opening to its end."""
    table, *rounds = told(game())
    assert [type(event) for event in table] == [TableOpened]
    assert len(rounds) == 5
    for number, events in enumerate(rounds, start=1):
        assert isinstance(events[0], RoundOpened)
        assert isinstance(events[-1], RoundEnded)
        assert {event.round_number for event in events} == {number}


@pytest.mark.parametrize("number", [1, 3, 5])
def test_one_round_is_told_as_among_all(number: int) -> None:
    """A round alone is the same story as the round among the others."""
    journal = game()
    _, events = told(journal, number)
    assert events == told(journal)[number]


def test_a_round_that_is_not_there_is_named_with_the_last_that_is() -> None:
    """Whoever asks for too much is told how much there is."""
    with pytest.raises(JournalError, match="no round 6; it has rounds 1 to 5"):
        told(game(), 6)
    with pytest.raises(JournalError, match="no round 1; no round begins in it"):
        told(game(0), 1)


def test_a_story_names_its_seats_before_it_is_told() -> None:
    """A reader may choose among the seats first."""
    story = Story(io.BytesIO(game()))
    assert story.names == ("Ann", "Ben")
    assert story.header.seed == 7


def test_an_unfinished_round_is_told_up_to_its_question() -> None:
    """Whole lines are told, a line that is cut off is not."""
    lines = game().splitlines(keepends=True)
    opened = next(n for n, line in enumerate(lines) if b'"line":"round","round":3' in line)
    *_, events = told(b"".join(lines[: opened + 2]) + lines[opened + 2][:10])
    assert isinstance(events[0], RoundOpened)
    assert isinstance(events[-1], Stopped)
    assert events[-1].name == "Ben"


def test_a_journal_without_its_last_line_is_told_whole() -> None:
    """The trailer holds no part of the story."""
    journal = game()
    without = b"".join(journal.splitlines(keepends=True)[:-1])
    assert told(without) == told(journal)


def test_lines_of_a_host_are_no_part_of_the_story() -> None:
    """They may stand between any two events."""
    assert told(hosted(game())) == told(game())


def test_a_round_that_was_altered_is_not_told() -> None:
    """The rounds before it are, and then the line is named."""
    journal = game()
    lines = journal.splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if b'"line":"end"' in line]
    lines[ends[2]] = lines[ends[2]].replace(b'"hand":0', b'"hand":9', 1)
    rounds: list[tuple[ToldEvent, ...]] = []
    with pytest.raises(JournalError, match=f"line {ends[2] + 1}: the engine writes another line"):
        rounds.extend(Story(io.BytesIO(b"".join(lines))).rounds(AUDITOR))
    assert rounds == told(journal)[:3]


@pytest.mark.parametrize("data", [b"", b"\n", b"\x00\xff\n", b"{}\n", b'{"line":"round"}\n'])
def test_what_is_no_journal_has_no_story(data: bytes) -> None:
    """A typed error says so at once."""
    with pytest.raises(JournalError):
        Story(io.BytesIO(data))


def test_a_journal_that_ends_before_its_first_shoe_has_no_story() -> None:
    """Nothing was dealt, so that there is nothing to tell."""
    header, shoe = game().splitlines(keepends=True)[:2]
    for cut in (b"", shoe[:-1]):
        with pytest.raises(JournalError, match="nothing was dealt"):
            told(header + cut)
