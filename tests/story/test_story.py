"""Stories of journals: told round by round, checked before they are told, up to where they stop."""

import io
from itertools import chain

import orjson
import pytest
from attrs import evolve
from tests.replay.recorded import HOST_LINE, hosted

from pitboss.errors import JournalError, TableError
from pitboss.game.events import By, Event
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Journal
from pitboss.players import MimicPlayer, RandomLegal
from pitboss.rules import Rules
from pitboss.story import AUDITOR, SPECTATOR, Narrator, Page, Recorders, Story, ToldEvent, Viewer
from pitboss.story.told_events import HostSaid, RoundEnded, RoundOpened, Stopped, TableOpened
from pitboss.table import seed_commitment
from pitboss.table.driver import play_rounds
from pitboss.table.offer import Offer, View
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table
from pitboss.text.terminal import Look

HOST_FACTS = orjson.loads(HOST_LINE)["host"]


def game(rounds: int = 5) -> bytes:
    """Return the finished journal of a game of two."""
    file = io.BytesIO()
    seats = [SeatPlan("Ann", 50_000), SeatPlan("Ben", 50_000)]
    table = Table(seed=7, seats=seats, recorder=Journal(file))
    play_rounds(table, [MimicPlayer(), RandomLegal(7)], rounds)
    table.close()
    return file.getvalue()


def told(
    journal: bytes, number: int | None = None, viewer: Viewer = AUDITOR
) -> list[tuple[ToldEvent, ...]]:
    """Tell a journal to a viewer."""
    return list(Story(io.BytesIO(journal)).rounds(viewer, number))


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


def test_lines_of_a_host_are_told_to_an_auditor_alone() -> None:
    """They may stand between any two events, and only the host knows what is in them."""
    whole = list(chain.from_iterable(told(hosted(game()))))
    said = [event for event in whole if isinstance(event, HostSaid)]
    assert [event for event in whole if event not in said] == [*chain.from_iterable(told(game()))]
    assert len(said) == hosted(game()).count(b'"line":"host"')
    assert said[0].record() == {"moment": "host_said", "round": 0, "host": HOST_FACTS}
    assert said[-1].round_number == 5
    assert told(hosted(game()), viewer=Viewer.at(0, 1)) == told(game(), viewer=Viewer.at(0, 1))


def commanded() -> bytes:
    """Return the journal of a game whose answers and changes have ids of clients."""
    file = io.BytesIO()
    journal = Journal(file)
    table = Table(seed=7, seats=["Ann", "Ben"], recorder=journal)
    table.change(evolve(SeatChange.away(1), command="b-away", by=By.CLOCK))
    table.change(evolve(SeatChange.back(1), command="b-back"))
    commitment = seed_commitment(str(table.commitment), 0, 2, bytes(32))
    table.change(evolve(SeatChange.commit_seed(0, commitment), command="a-commits"))
    table.change(evolve(SeatChange.close_seeds(), command="closes"))
    journal.host({"time": "20:00", "table": [1, None]})
    play_rounds(table, [Commanding("a"), Commanding("b")], 1)
    table.close()
    return file.getvalue()


class Commanding(MimicPlayer):
    """Answers by the rule of the dealer; each answer has an id."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer."""
        answer = super().decide(view, offer)
        command = f"{self._name}-{view.round_number}.{len(view.seats[offer.seat].hands)}"
        return Event(answer.kind, answer.seat, answer.hand, answer.amount_minor, command=command)


@pytest.mark.parametrize(
    ("viewer", "known"),
    [(AUDITOR, {"a", "b", "closes"}), (Viewer.at(0), {"a"}), (SPECTATOR, set[str]())],
)
def test_ids_of_commands_are_told_to_their_seat_and_to_an_auditor(
    viewer: Viewer, known: set[str]
) -> None:
    """In JSON and on the page; who spoke for a seat, everybody may know."""
    events = [*chain.from_iterable(told(commanded(), viewer=viewer))]
    records = [event.record() for event in events]
    ids = [str(record["command"]) for record in records if "command" in record]
    assert {each.partition("-")[0] for each in ids} == known
    page = Page(Look(), Rules(), ("Ann", "Ben"))
    text = " ".join("\n".join([*page.lines(*events), *page.rest()]).split())
    assert [each for each in ids if f" [{each}]" not in text] == []
    assert text.count("[") == len(ids) + ("host" in text)
    assert "Ben is away (out of time)" in text
    assert (" host time 20:00 · table [1,null]" in text) == viewer.audits


def test_a_line_of_a_host_comes_after_the_table() -> None:
    """A narrator that knows no table tells nothing."""
    with pytest.raises(TableError, match="has not joined"):
        Narrator(AUDITOR, print).host({})


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
