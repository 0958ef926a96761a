"""Which table may write a journal: one, from its beginning or from where the journal stands."""

from io import BytesIO
from typing import Any

import pytest
from tests.replay.recorded import seated

from pitboss.errors import JournalError, TableError
from pitboss.game.events import Event
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Journal
from pitboss.journal.files import Flush
from pitboss.players import MimicPlayer
from pitboss.replay import resume, verify
from pitboss.rules import Rules
from pitboss.table import QuietRecorder, Table
from pitboss.table.driver import play_round, play_rounds
from pitboss.table.shoes import seeded_shoes


class Full(BytesIO):
    """A file on a disk that may be full."""

    full = False

    def flush(self) -> None:
        """Fail while it is."""
        if self.full:
            raise OSError(28, "no space left")


def begun(sink: BytesIO) -> tuple[Table, Journal]:
    """Return a table in its second round, with the journal that it writes."""
    journal = Journal(sink, flush=Flush.EACH_EVENT)
    table = Table(seats=["Ann"], seed=1, recorder=journal)
    play_round(table, [MimicPlayer()])
    table.open_round()
    return table, journal


def finished(table: Table) -> None:
    """Play the round of a table to its end, and close it."""
    play_round(table, [MimicPlayer()])
    table.close()


def refused(table: Table, journal: Journal, words: str) -> None:
    """See that a journal takes no table that goes on from here, and writes nothing of it."""
    seq = journal.seq
    with pytest.raises(JournalError, match=words):
        Table.restore(table.snapshot(), recorder=journal)
    assert journal.seq == seq


def test_a_journal_belongs_to_one_table() -> None:
    """Another table is told so before it writes a line."""
    sink = BytesIO()
    _table, journal = begun(sink)
    before = sink.getvalue()
    with pytest.raises(JournalError, match="another table"):
        Table(seats=["Bob"], seed=2, recorder=journal)
    assert sink.getvalue() == before


def test_a_journal_takes_no_change_of_a_seat_of_another_table() -> None:
    """It would stand between the rounds of the first."""
    sink = BytesIO()
    _table, journal = begun(sink)
    other = Table(seats=["Ann"], seed=1)
    before = sink.getvalue()
    with pytest.raises(JournalError, match="another table writes this journal"):
        journal.changed(other, SeatChange.away(0))
    assert sink.getvalue() == before


def test_a_table_that_was_restored_begins_no_journal() -> None:
    """Without a header nobody could replay what follows."""
    table, _journal = begun(BytesIO())
    new = BytesIO()
    refused(table, Journal(new), "cannot begin a journal")
    assert not new.getvalue()


def test_a_restored_table_goes_on_in_the_journal_of_before() -> None:
    """In mid-round, too: the journal stands where the snapshot was taken."""
    sink = BytesIO()
    table, journal = begun(sink)
    table.apply(Event.bet(0, 1000))
    finished(Table.restore(table.snapshot(), recorder=journal))
    assert verify(BytesIO(sink.getvalue())).matches


def test_a_journal_that_has_moved_on_takes_no_older_table() -> None:
    """Or it would hold what did not happen, and diverge from there on."""
    sink = BytesIO()
    table, journal = begun(sink)
    snapshot = table.snapshot()
    table.apply(Event.bet(0, 1000))
    before = sink.getvalue()
    with pytest.raises(JournalError, match="is not in the state in which the journal ends"):
        Table.restore(snapshot, recorder=journal)
    assert sink.getvalue() == before
    finished(table)
    assert verify(BytesIO(sink.getvalue())).matches


def test_a_journal_that_missed_an_event_takes_its_own_table_no_more() -> None:
    """There would be a hole; nor is another taken, with which nothing can be compared any more."""
    sink = BytesIO()
    table, journal = begun(sink)
    snapshot = table.snapshot()
    table.record_with(QuietRecorder())
    play_round(table, [MimicPlayer()])
    with pytest.raises(JournalError, match="is not in the state in which the journal ends"):
        table.record_with(journal)
    with pytest.raises(JournalError, match="is not in the state in which the journal ends"):
        Table.restore(snapshot, recorder=journal)
    finished(resume(sink).table)
    assert verify(BytesIO(sink.getvalue())).matches


def test_a_journal_takes_no_other_course_of_its_game() -> None:
    """After as many events, of which the last was another."""
    sink = BytesIO()
    table, journal = begun(sink)
    other = Table.restore(table.snapshot())
    table.apply(Event.bet(0, 1000))
    other.apply(Event.bet(0, 2000))
    with pytest.raises(JournalError, match="is not in the state in which the journal ends"):
        other.record_with(journal)
    finished(table)
    assert verify(BytesIO(sink.getvalue())).matches


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [1000, 0, 1]},
        {"house": -1000, "seats": [1000, 0, 0]},
        {"seats": [1000, -1000, 0]},
        {"position": 5},
    ],
    ids=["a chip of nowhere", "chips of the house", "chips of another seat", "five cards on"],
)
def test_a_journal_takes_no_other_state_of_its_game(change: dict[str, Any]) -> None:
    """Between two rounds much may be written into a snapshot that agrees with itself."""
    journal = Journal(BytesIO(), flush=Flush.EACH_EVENT)
    table = Table(seats=["Ann", "Bob", "Cy"], seed=1, recorder=journal)
    play_round(table, [MimicPlayer()] * 3)
    table.open_round()
    other = Table.restore(table.snapshot())
    for seat, more in zip(other.round.seats, change.get("seats", [0, 0, 0]), strict=True):
        seat.balance_minor += more
    other.house.balance_minor += change.get("house", 0)
    other.shoe.position += change.get("position", 0)
    seq = journal.seq
    with pytest.raises(JournalError, match="is not in the state in which the journal ends"):
        other.record_with(journal)
    assert journal.seq == seq


def test_a_journal_takes_no_table_whose_next_shoes_are_others() -> None:
    """No replay would find them."""
    table, journal = begun(BytesIO())
    other = Table.restore(table.snapshot())
    other.house.shoes = seeded_shoes(other.rules, 2)
    with pytest.raises(JournalError, match="no replay could"):
        other.record_with(journal)


def test_a_journal_whose_write_failed_takes_no_table() -> None:
    """What its file holds is not known."""
    sink = Full()
    journal = Journal(sink, flush=Flush.EACH_EVENT)
    table = Table(seats=["Ann"], seed=1, recorder=journal)
    sink.full = True
    with pytest.raises(OSError, match="no space"):
        table.open_round()
    refused(table, journal, "an earlier write failed")


@pytest.mark.parametrize(
    "other",
    [
        Table(seats=["Ann"], seed=2),
        Table(seats=["Bob"], seed=1),
        Table(Rules.preset("atlantic_city"), seats=["Ann"], seed=1),
    ],
    ids=["seed", "seat", "rules"],
)
def test_a_journal_takes_no_table_of_another_game(other: Table) -> None:
    """As many events may have been applied there: the header names another game."""
    table, journal = begun(BytesIO())
    while other.round.event_count < table.round.event_count:
        event = other.legal()[0] if other.legal() else Event.open()
        other.apply(event)
    assert other.round.event_count == table.round.event_count
    refused(other, journal, "is not in the state in which the journal ends")


def test_a_table_that_gave_its_journal_away_writes_nothing_more_in_it() -> None:
    """The restored table writes it now; what the older one does would make no sense there."""
    sink = BytesIO()
    table, journal = begun(sink)
    heir = Table.restore(table.snapshot(), recorder=journal)
    before = sink.getvalue()
    with pytest.raises(JournalError, match="give each table its own Journal"):
        table.apply(Event.bet(0, 1000))
    with pytest.raises(TableError, match="cut short"):
        table.apply(Event.bet(0, 1000))
    assert sink.getvalue() == before
    finished(heir)
    assert verify(BytesIO(sink.getvalue())).matches


def test_a_journal_that_has_its_last_line_takes_no_table() -> None:
    """Nothing may stand behind the trailer."""
    table, journal = begun(BytesIO())
    finished(table)
    refused(table, journal, "has its last line")


def test_a_table_that_was_taken_up_may_change_its_recorder() -> None:
    """The journal that `resume` returns takes the table that came with it, and no other."""
    sink = BytesIO()
    table, _journal = begun(sink)
    resumed = resume(BytesIO(sink.getvalue()))
    resumed.table.record_with(resumed.journal)
    play_rounds(resumed.table, [MimicPlayer()], 3)
    refused(table, resumed.journal, "is not in the state in which the journal ends")


def test_a_table_that_takes_no_recorder_keeps_the_one_it_has() -> None:
    """Whoever offers it a journal of another game is told so, and nothing is lost."""
    sink = BytesIO()
    table, _journal = begun(sink)
    other, foreign = begun(BytesIO())
    play_round(other, [MimicPlayer()])
    with pytest.raises(JournalError, match="is not in the state in which the journal ends"):
        table.record_with(foreign)
    finished(table)
    assert verify(BytesIO(sink.getvalue())).matches


def test_every_table_may_record_what_it_was_set_up_with() -> None:
    """Seats with balances and rules of one's own make no difference."""
    rules = Rules.of(decks=2, soft_17="hit")
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(rules, seats=seated(rules, 3), seed=9, recorder=journal)
    players = [MimicPlayer()] * 3
    play_rounds(table, players, 4)
    heir = Table.restore(table.snapshot(), recorder=journal)
    play_rounds(heir, players, 4)
    heir.close()
    assert verify(BytesIO(sink.getvalue())).matches
