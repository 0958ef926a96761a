"""When a journal writes, and what a host may add to it."""

from io import BytesIO, RawIOBase

import pytest
from attrs import define, field
from tests.journal.plain_reader import plain_lines
from tests.replay.recorded import any_answer, play_on, play_round, recorded, seated, verdict_of

from pitboss import Event, EventKind, Flush, Journal, Phase, RefusedError, Rules, Table, resume
from pitboss.errors import JournalError
from pitboss.game.bets import Bet, BetKind
from pitboss.game.limits import (
    MAX_AMOUNT_MINOR,
    MAX_HANDS_OF_A_SEAT,
    MAX_NUMBER,
    MAX_RATIO_PART,
    MAX_SEATS,
)
from pitboss.game.reasons import EVEN_MONEY
from pitboss.game.round import Hand, Round, Seat
from pitboss.journal.lines import Chain, end_line
from pitboss.journal.writer import MAX_LINE_BYTES


@define
class WatchedSink:
    """A sink that keeps apart what each call brought."""

    writes: list[bytes] = field(factory=list[bytes])
    flushed: list[int] = field(factory=list[int])

    def write(self, data: bytes, /) -> int | None:
        """Keep one piece."""
        if data:
            self.writes.append(data)
        return None

    def flush(self) -> None:
        """Note how many pieces were handed on."""
        self.flushed.append(len(self.writes))

    @property
    def data(self) -> bytes:
        """Everything so far."""
        return b"".join(self.writes)


def table_with(journal: Journal) -> Table:
    """Set up the default table with two seats."""
    return Table(Rules(), seats=seated(Rules(), 2), seed=21, recorder=journal)


def test_a_round_is_written_at_once() -> None:
    """Bulk play costs one write for each round, after its last line, and no flush."""
    sink = WatchedSink()
    table = table_with(Journal(sink, flush=Flush.WHEN_FULL))
    for _ in range(3):
        play_round(table)
    table.close()
    kinds = [[line.kind for line in plain_lines(data)] for data in sink.writes]
    assert kinds[0] == ["journal"]
    assert kinds[1][:2] == ["shoe", "round"]
    assert [each[-1] for each in kinds[1:]] == ["end", "end", "end", "trailer"]
    assert sink.flushed == [len(sink.writes)]


def test_a_round_that_is_settled_is_handed_on() -> None:
    """Unless another choice is made, and so are the lines without which nothing can be resumed."""
    sink = WatchedSink()
    table = table_with(Journal(sink))
    assert [line.kind for line in plain_lines(sink.data)] == ["journal", "shoe"]
    for _ in range(3):
        assert sink.flushed[-1] == len(sink.writes)
        play_round(table)
        assert plain_lines(sink.data)[-1].kind == "end"
    assert sink.flushed[-1] == len(sink.writes)


def test_every_event_is_handed_on_before_the_next_question() -> None:
    """With this the file already tells what just happened, for people and for banks."""
    sink = WatchedSink()
    table = table_with(Journal(sink, flush=Flush.EACH_EVENT))
    assert [line.kind for line in plain_lines(sink.data)] == ["journal", "shoe"]
    assert sink.flushed[-1] == len(sink.writes)
    table.open_round()
    while (offer := table.offer()) is not None:
        event = any_answer(table, offer)
        table.apply(event)
        said = [line for line in plain_lines(sink.data) if line.kind == "event"][-1]
        assert (said.text("event"), said.count("seat")) == (event.kind.value, event.seat)
        assert sink.flushed[-1] == len(sink.writes)
    assert plain_lines(sink.data)[-1].kind == "end"


def test_line_by_line_or_round_by_round_makes_the_same_bytes() -> None:
    """How a journal is handed on does not show in it."""
    journals: list[bytes] = []
    for flush in Flush:
        sink = BytesIO()
        table = table_with(Journal(sink, flush=flush))
        for _ in range(5):
            play_round(table)
        table.close()
        journals.append(sink.getvalue())
    assert journals[0] == journals[1]


def test_a_table_without_journal_plays_the_same() -> None:
    """Recording is hearing: it changes nothing at the table."""
    heard = table_with(Journal(BytesIO()))
    unheard = Table(Rules(), seats=seated(Rules(), 2), seed=21)
    for _ in range(5):
        play_round(heard)
        play_round(unheard)
        assert heard.results() == unheard.results()


def test_a_refused_event_leaves_no_trace() -> None:
    """What was refused is no part of what happened."""
    sink = BytesIO()
    table = table_with(Journal(sink, flush=Flush.EACH_EVENT))
    table.open_round()
    before = sink.getvalue()
    offer = table.offer()
    assert offer is not None
    for refused in (offer.hit(), offer.bet(0), Event.bet(1, 1000)):
        with pytest.raises(RefusedError):
            table.apply(refused)
    assert sink.getvalue() == before
    play_on(table)
    table.close()
    assert verdict_of(sink.getvalue()).matches


def test_a_second_close_writes_nothing() -> None:
    """A journal has one trailer, however often its table is closed."""
    sink = BytesIO()
    journal = Journal(sink)
    table = table_with(journal)
    play_round(table)
    table.close()
    once = sink.getvalue()
    table.close()
    journal.closed(table)
    assert sink.getvalue() == once


class SlowSink(WatchedSink):
    """A sink that takes a few bytes at a time, as a file without buffer may, or a socket."""

    def write(self, data: bytes, /) -> int:
        """Take the first bytes alone, and say how many."""
        super().write(data[:7])
        return len(data[:7])


def test_a_sink_that_takes_a_part_is_given_the_rest() -> None:
    """No byte is lost to a file that is not buffered."""
    slow, quick = SlowSink(), WatchedSink()
    for sink in (slow, quick):
        table = table_with(Journal(sink))
        play_round(table)
        table.close()
    assert slow.data == quick.data


@define
class FullSink(WatchedSink):
    """A sink on a disk that is full after some pieces.

    Attributes:
        space: how many pieces it still takes.
    """

    space: int = 3

    def write(self, data: bytes, /) -> int | None:
        """Take a piece, or fail."""
        if self.space == 0:
            raise OSError("no space left on device")
        self.space -= 1
        return super().write(data)


def test_a_journal_that_could_not_be_written_leaves_no_hole() -> None:
    """After a failure it writes nothing more, though there be space again: it can be taken up."""
    sink = FullSink()
    journal = Journal(sink)
    table = table_with(journal)
    play_round(table)
    held = sink.data
    with pytest.raises(OSError, match="no space left"):
        play_round(table)
    sink.space = 100
    with pytest.raises(JournalError, match="an earlier write failed; resume the journal"):
        journal.host({"tried": "again"})
    assert sink.data == held
    file = BytesIO(held)
    resumed = resume(file).table
    assert resumed.round.number == 1
    play_round(resumed)
    resumed.close()
    assert verdict_of(file.getvalue()).matches


class BusySink(RawIOBase):
    """An unbuffered pipe that takes nothing while nobody reads, and says so by saying nothing."""

    def write(self, data: object, /) -> int | None:
        """Take nothing."""


def test_a_pipe_that_takes_nothing_has_not_taken_all() -> None:
    """What it did not take is not taken for written."""
    with pytest.raises(BlockingIOError, match="takes nothing now"):
        table_with(Journal(BusySink()))


@pytest.mark.pure
@pytest.mark.parametrize("place", ["add", "close"])
@pytest.mark.parametrize("flush", Flush)
def test_an_interrupt_while_lines_are_handed_on_leaves_no_hole(
    place: str, *, flush: Flush, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the host wants to write then: no line without its digest, and none is lost."""
    sink = WatchedSink()
    journal = Journal(sink, flush=flush)
    table = table_with(journal)
    play_round(table)
    table.open_round()
    with monkeypatch.context() as patch:

        def interrupted(_chain: Chain, _data: bytes) -> bytes:
            raise KeyboardInterrupt

        patch.setattr(Chain, place, interrupted)
        with pytest.raises(KeyboardInterrupt):
            play_on_or_host(table, journal, place)
    with pytest.raises(JournalError, match="an earlier write failed"):
        journal.host({"stopped": True})
    with pytest.raises(JournalError, match="an earlier write failed"):
        journal.hand_on()
    resumed = resume(BytesIO(sink.data))
    assert (resumed.rounds, resumed.dropped_bytes) == (1, 0)


def play_on_or_host(table: Table, journal: Journal, place: str) -> None:
    """Do what closes a link of the chain, or what adds to it."""
    if place == "add":
        journal.host({"going": "on"})
    play_on(table)


def test_the_longest_line_there_can_be_is_read() -> None:
    """Seven seats with as many hands as a seat may have, all insured, all for the most."""
    hand = Hand(MAX_AMOUNT_MINOR)
    hand.open = False
    hand.reason = EVEN_MONEY
    hand.returned_minor = (1 + MAX_RATIO_PART) * hand.bet_minor
    hand.insurance = bet = Bet(BetKind.INSURANCE, MAX_AMOUNT_MINOR)
    bet.returned_minor = (1 + MAX_RATIO_PART) * bet.stake_minor
    bet.open = False
    seats = [Seat(index, "", 0, on_credit=True) for index in range(MAX_SEATS)]
    for seat in seats:
        seat.hands = [hand] * MAX_HANDS_OF_A_SEAT
    round_ = Round(Phase.RESOLVED, seats)
    round_.number = MAX_NUMBER
    line = end_line(MAX_NUMBER, round_)
    sealed = len(line) + len(b',"digest":""') + 64 + len(b"\n")
    assert MAX_LINE_BYTES // 2 < sealed <= MAX_LINE_BYTES


def test_the_largest_stakes_stay_whole_numbers() -> None:
    """No amount leaves the 64 bits in which other readers keep numbers."""
    data = recorded(
        Rules(),
        5,
        answer=lambda _table, offer: (
            offer.bet(offer.most_minor)
            if offer.can(EventKind.BET)
            else offer.double()
            if offer.can(EventKind.DOUBLE)
            else offer.decline()
            if offer.can(EventKind.DECLINE)
            else offer.stand()
        ),
    )
    bets = [line for line in plain_lines(data) if line.fields.get("event") == "bet"]
    assert {line.count("amount") for line in bets} == {MAX_AMOUNT_MINOR}
    assert verdict_of(data).matches
