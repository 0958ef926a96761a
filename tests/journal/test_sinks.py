"""What a sink says that it took is believed only where it can be so."""

from io import BytesIO, RawIOBase
from typing import cast

import pytest

from pitboss import Flush, Journal, MimicPlayer, Table, play_round, resume
from pitboss.errors import JournalError
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Sink


def table_with(journal: Journal) -> Table:
    """Set up a table of the default rules."""
    return Table(seats=["Ann"], seed=21, recorder=journal)


class Partial(RawIOBase):
    """An unbuffered file that takes some bytes, and then none for the moment."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = iter([5, None])

    def write(self, _data: object, /) -> int | None:
        """Take five bytes, and then nothing."""
        return next(self.answers)


class Counting:
    """A sink that answers a write with anything.

    Args:
        answer: with what.
    """

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.calls = 0

    def write(self, _data: bytes, /) -> int | None:
        """Answer as often as it may be asked."""
        self.calls += 1
        assert self.calls < 10
        return cast("int | None", self.answer)

    def flush(self) -> None:
        """Do nothing."""


WRONG: list[object] = [0, -1, -(2**70), True, False, 2**70, 10**5_000, 1.5, "5", b"", [1]]


@pytest.mark.parametrize("answer", WRONG, ids=type)
def test_a_sink_that_says_what_cannot_be_is_refused(answer: object) -> None:
    """Nothing is given to it for ever, and nothing that it did not take is held for written."""
    sink = Counting(answer)
    journal = Journal(sink)
    with pytest.raises(JournalError, match="the sink does not say how many of"):
        table_with(journal)
    with pytest.raises(JournalError, match="an earlier write failed"):
        journal.host({"once": "more"})
    assert sink.calls == 1


def test_a_pipe_that_takes_a_part_and_then_nothing_has_not_taken_all() -> None:
    """The rest is not taken for written."""
    with pytest.raises(BlockingIOError, match="takes nothing now"):
        table_with(Journal(cast("Sink", Partial())))


@pytest.mark.parametrize("flush", Flush)
def test_at_the_end_of_its_block_a_journal_writes_the_open_round(flush: Flush) -> None:
    """Also to a sink of the host, which stays open; the round goes on from there."""
    sink = BytesIO()
    with Journal(sink, flush=flush) as journal:
        table = table_with(journal)
        table.open_round()
        table.apply(table.legal()[0])
        seq = journal.seq
    assert sink.getvalue().count(b"\n") == seq
    with resume(sink, flush=flush) as resumed:
        assert resumed.table.seq == table.seq
        play_round(resumed.table, [MimicPlayer()])
        resumed.table.open_round()
    assert resume(sink).table.seq == resumed.table.seq


class Full(BytesIO):
    """A sink that fails while it is full."""

    full = False

    def write(self, data: object, /) -> int:
        """Fail, or take everything."""
        if self.full:
            raise OSError(28, "no space")
        return super().write(cast("bytes", data))


@pytest.mark.parametrize("flush", Flush)
@pytest.mark.parametrize("opens", [True, False])
def test_after_a_line_of_the_host_that_failed_nothing_more_happens(
    flush: Flush, *, opens: bool
) -> None:
    """Else a whole round would be played that no journal has."""
    sink = Full()
    journal = Journal(sink, flush=flush)
    table = table_with(journal)
    sink.full = True
    with pytest.raises(OSError, match="no space"):
        journal.host({"time": 1})
    sink.full = False
    with pytest.raises(JournalError, match="an earlier write failed"):
        table.open_round() if opens else table.change(SeatChange.away(0))
    assert table.cut_short
    journal.close()
