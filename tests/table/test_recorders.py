"""What a table owes its recorders, and what one of them may do to the others."""

from io import BytesIO

import pytest
from tests.replay.recorded import play_round

from pitboss.errors import TableError
from pitboss.journal import Journal
from pitboss.table import BestEffort, Recorder, Recorders, SeatChange, Table


class Raising:
    """A recorder that raises whatever happens."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def opened(self, *_given: object) -> None:
        """Raise it."""
        raise self._error

    joined = applied = changed = closed = opened


def play(recorder: Recorder) -> Table:
    """Play a game in which a recorder is told of everything that there is."""
    table = Table(seats=["Ann", None], seed=7, recorder=recorder)
    table.change(SeatChange.join(1, "Ben"))
    play_round(table)
    table.record_with(recorder)
    table.close()
    return table


def test_a_recorder_that_may_fail_ends_no_game() -> None:
    """Every failure is counted, and the journal beside it lacks nothing."""
    error, alone, beside = RuntimeError("no database"), BytesIO(), BytesIO()
    attempts = BestEffort(Raising(error))
    seq = play(Journal(alone)).seq
    assert play(Recorders((attempts, Journal(beside)))).seq == seq
    assert beside.getvalue() == alone.getvalue()
    assert (attempts.failures, attempts.last_failure) == (seq + 3, error)


def test_only_what_is_a_recorder_may_fail() -> None:
    """And an interrupt is not the recorder's."""
    with pytest.raises(TableError, match="a recorder needs `opened`"):
        BestEffort(5)  # type: ignore[arg-type]  # no recorder
    with pytest.raises(KeyboardInterrupt):
        Table(seats=["Ann"], recorder=BestEffort(Raising(KeyboardInterrupt())))
