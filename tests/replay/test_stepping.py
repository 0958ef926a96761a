"""A journal can be looked at after any of its lines, however one gets there."""

import random
from io import BytesIO

import pytest
from attrs import define, evolve, field
from tests.journal.plain_reader import plain_lines
from tests.replay.recorded import any_answer, lines_of, play_round, resealed, seated
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss import Event, Journal, Rules, Table
from pitboss.errors import JournalError, UnsupportedError
from pitboss.game.seat_changes import SeatChange
from pitboss.replay import JournalStepper
from pitboss.table.snapshot import Snapshot

every_scenario = pytest.mark.parametrize("name", SCENARIOS)

HOPS = 60


@define
class Witness:
    """Records a table in a journal, and in snapshots beside it.

    Attributes:
        journal: hears everything first.
        seen: the table after each event.
    """

    journal: Journal
    seen: list[Snapshot] = field(factory=list[Snapshot])

    def opened(self, table: Table) -> None:
        """Hear of a new table."""
        self.journal.opened(table)
        self.seen.append(state_of(table))

    def joined(self, table: Table) -> None:
        """Hear of a table that goes on."""
        self.journal.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Hear of an event."""
        self.journal.applied(table, event)
        self.seen.append(state_of(table))

    def changed(self, table: Table, change: SeatChange) -> None:
        """Let the journal hear that a seat was changed."""
        self.journal.changed(table, change)

    def closed(self, table: Table) -> None:
        """Hear of the end."""
        self.journal.closed(table)


def state_of(table: Table) -> Snapshot:
    """Return everything there is of a table, but for which seat played last in an earlier round."""
    snapshot = table.snapshot()
    round_ = snapshot.round
    if any(seat.hands for seat in round_.seats):
        return snapshot
    round_.last_seat = 0
    return evolve(snapshot, round=round_)


def states_of(data: bytes) -> list[Snapshot]:
    """Return how a table stood after each numbered line but the header, played straight on."""
    stepper = JournalStepper(BytesIO(data))
    states = [state_of(stepper.table)]
    while stepper.forward():
        states.append(state_of(stepper.table))
    return states


def test_a_replay_stands_as_the_table_stood() -> None:
    """After every event the replayed table is the one that was recorded, down to its shoe."""
    sink = BytesIO()
    rules = Rules.of(decks=1, burn=2, shuffle="when_empty", surrender="late")
    witness = Witness(Journal(sink))
    table = Table(rules, seats=seated(rules, 4, 20_000), seed=4, recorder=witness)
    for _ in range(8):
        play_round(table)
    table.close()
    states = states_of(sink.getvalue())
    kinds = [line.kind for line in plain_lines(sink.getvalue())[1:]]
    assert len(states) == len(kinds)
    after_events = [
        state for state, kind in zip(states, kinds, strict=True) if kind in {"round", "event"}
    ]
    assert [states[0], *after_events] == witness.seen
    assert "shoe" in kinds[1:]


@every_scenario
def test_forward_goes_through_every_numbered_line(name: str) -> None:
    """Behind the last line there is nothing."""
    stepper = JournalStepper(BytesIO(journal_of(name)))
    assert stepper.seq == 1
    lines = plain_lines(journal_of(name))
    for line in lines[2:]:
        assert stepper.forward()
        assert stepper.seq == line.count("seq")
        assert stepper.line is not None
        assert stepper.line.data == line.data
    assert not stepper.forward()
    assert not stepper.forward()
    assert stepper.seq == lines[-1].count("seq")


def test_the_way_to_a_line_is_told() -> None:
    """By sequence numbers, up to that of the line."""
    heard: list[int] = []
    JournalStepper(BytesIO(journal_of("six_deck_s17"))).go_to(200, heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 200


@every_scenario
@pytest.mark.untraced
def test_back_goes_through_every_numbered_line(name: str) -> None:
    """Line by line back to the first shoe, with the table as it stood there."""
    states = states_of(journal_of(name))
    stepper = JournalStepper(BytesIO(journal_of(name)))
    stepper.go_to(len(states))
    for seq in range(len(states) - 1, 0, -1):
        assert stepper.back()
        assert stepper.seq == seq
        assert state_of(stepper.table) == states[seq - 1]
    assert not stepper.back()
    assert stepper.seq == 1


@every_scenario
@pytest.mark.untraced
def test_any_place_is_the_same_however_one_gets_there(name: str) -> None:
    """Far jumps to and fro end where a straight replay stands."""
    states = states_of(journal_of(name))
    stepper = JournalStepper(BytesIO(journal_of(name)))
    rng = random.Random(1)
    for _ in range(HOPS):
        seq = rng.randint(1, len(states))
        stepper.go_to(seq)
        assert stepper.seq == seq
        assert state_of(stepper.table) == states[seq - 1]
        assert stepper.line is not None
        assert b'"seq":%d,' % seq in stepper.line.data


def test_the_number_of_the_header_leads_to_the_beginning() -> None:
    """The header alone is no table to look at; no line has a number below its number."""
    stepper = JournalStepper(BytesIO(journal_of("six_deck_s17")))
    with pytest.raises(JournalError, match=r"^the sequence number -1; give 0 to \d+$"):
        stepper.go_to(-1)
    for seq in (40, 1, 0):
        stepper.go_to(seq)
        assert stepper.seq == max(seq, 1)
    assert not stepper.back()
    assert stepper.table.round.number == 0


def test_a_place_behind_the_end_is_refused() -> None:
    """It stays at the last line, from which one can go back."""
    stepper = JournalStepper(BytesIO(journal_of("void_round")))
    last = len(lines_of(journal_of("void_round"))) - 1
    with pytest.raises(JournalError, match=f"number {last + 1}; give 0 to {last}$"):
        stepper.go_to(last + 1)
    assert stepper.seq == last
    assert stepper.back()


def test_a_journal_that_was_cut_off_is_stepped_through_to_its_last_whole_line() -> None:
    """A round that is open can be looked at."""
    data = journal_of("six_deck_s17")
    lines = lines_of(data)
    stepper = JournalStepper(BytesIO(b"".join(lines[:35]) + lines[35][:-1]))
    while stepper.forward():
        pass
    assert stepper.seq == 34
    assert not stepper.table.over


def test_a_table_stepped_to_may_be_played_on() -> None:
    """It is a table like any other, and the journal is not written to."""
    data = BytesIO(journal_of("six_deck_s17"))
    stepper = JournalStepper(data)
    stepper.go_to(25)
    offer = stepper.table.offer()
    assert offer is not None
    stepper.table.apply(any_answer(stepper.table, offer))
    assert data.getvalue() == journal_of("six_deck_s17")


@pytest.mark.parametrize(("length", "lacks"), [(0, "is empty"), (10, "header"), (1_000, "header")])
def test_a_journal_without_whole_header_cannot_be_stepped_through(length: int, lacks: str) -> None:
    """There is no table."""
    with pytest.raises(JournalError, match=lacks):
        JournalStepper(BytesIO(journal_of("six_deck_s17")[:length]))


def test_a_journal_without_first_shoe_cannot_be_stepped_through() -> None:
    """There are no cards."""
    header = lines_of(journal_of("six_deck_s17"))[0]
    with pytest.raises(JournalError, match="ends before sequence number 1"):
        JournalStepper(BytesIO(header))


def test_an_unknown_version_is_refused() -> None:
    """The version is named before anything is played."""
    data = journal_of("six_deck_s17").replace(b'"schema":2', b'"schema":3')
    with pytest.raises(UnsupportedError, match="journal schema 3"):
        JournalStepper(BytesIO(resealed(lines_of(data))))


def test_a_damaged_line_is_named() -> None:
    """All lines before it can be stepped through, and it stays that way."""
    lines = lines_of(journal_of("six_deck_s17"))
    lines[40] = lines[40].replace(b'"line":"event"', b'"line":"evening"')
    stepper = JournalStepper(BytesIO(b"".join(lines)))
    with pytest.raises(JournalError) as caught:
        stepper.go_to(60)
    assert caught.value.line_number == 41
    assert stepper.seq == 39
    stepper.go_to(20)
    assert stepper.seq == 20


def test_an_altered_line_is_named_as_soon_as_it_is_played() -> None:
    """Though nothing in it is illegal, and its round goes on."""
    lines = lines_of(journal_of("six_deck_s17"))
    at = [at for at, line in enumerate(lines) if b'"betting-bet"' in line][1]
    lines[at] = lines[at].replace(b'"betting-bet"', b'"betting-but"')
    stepper = JournalStepper(BytesIO(b"".join(lines)))
    stepper.go_to(at - 1)
    with pytest.raises(JournalError, match="the engine writes another line") as caught:
        stepper.forward()
    assert caught.value.line_number == at + 1
    assert stepper.seq == at - 1


def test_a_round_that_does_not_begin_as_it_says_is_named() -> None:
    """Going back into it plays it again, which comes out as another line."""
    lines = lines_of(journal_of("six_deck_s17"))
    rounds = [at for at, line in enumerate(lines) if b'"line":"round"' in line]
    file = BytesIO(b"".join(lines))
    stepper = JournalStepper(file)
    stepper.go_to(rounds[2] + 3)
    at = rounds[2]
    lines[at] = lines[at].replace(b'"balances":[', b'"balances":[0,')
    file.seek(0)
    file.write(b"".join(lines))
    with pytest.raises(JournalError, match="the engine writes another line") as caught:
        stepper.go_to(at + 2)
    assert caught.value.line_number == at + 1
