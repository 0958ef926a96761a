"""The trace of an event: entries that never change, and can be copied and sent."""

import copy
import pickle

from pitboss import MimicPlayer, Table, play_rounds
from pitboss.game.trace import NewShoe, TraceEntry, codes, row_taken


def test_a_trace_can_be_copied_and_sent() -> None:
    """A row that was taken stays the one object of its name, and a card the one card."""
    table = Table(seats=["Ann"], seed=7)
    play_rounds(table, [MimicPlayer()], 1)
    trace: list[TraceEntry] = [*table.house.trace, NewShoe("2.1"), TraceEntry("an older row")]
    for again in (copy.deepcopy(trace), pickle.loads(pickle.dumps(trace))):  # noqa: S301  our own
        assert codes(again) == codes(trace)
        assert [type(each) for each in again] == [type(each) for each in trace]
        assert [each is old for each, old in zip(again[:-2], trace[:-2], strict=True)] == (
            [True] * len(table.house.trace)
        )
        made = again[-2]
        assert isinstance(made, NewShoe)
        assert made.name == "2.1"
    assert copy.copy(row_taken("resolved-open")) is row_taken("resolved-open")
