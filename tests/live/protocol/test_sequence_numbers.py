"""The number of a table is found among the lines of its journal, as the page says."""

from pathlib import Path
from typing import Any

import pytest
from tests.project.readme.pages import blocks
from tests.tools.generated import ROOT

from pitboss import Event, Journal, MimicPlayer, Rules, Table, play_rounds
from pitboss.table import QuietRecorder, Recorders, SeatChange

PROGRAM = next(
    block.code
    for block in blocks("python", ROOT / "engine/pitboss/live/PROTOCOL.md")
    if "def moves_of" in block.code
)


class Moved(QuietRecorder):
    """A recorder that keeps what has moved a table, by its number.

    Attributes:
        by_seq: the kind of each move, and the seat.
    """

    def __init__(self) -> None:
        self.by_seq: dict[int, tuple[str, int]] = {}

    def applied(self, table: Table, event: Event) -> None:
        """Keep an event."""
        self.by_seq[table.seq] = event.kind.value, event.seat

    def changed(self, table: Table, change: SeatChange) -> None:
        """Keep a change."""
        self.by_seq[table.seq] = change.kind.value, change.seat


def test_the_lines_that_moved_a_table_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else stands between them: shoes, reveals, ends of rounds, lines of the host."""
    monkeypatch.chdir(tmp_path)
    page: dict[str, Any] = {}
    exec(PROGRAM, page)  # noqa: S102  it is ours
    moved = Moved()
    with Journal.create("game.jsonl") as journal:
        rules = Rules.of(shuffle="every_round")
        recorder = Recorders((journal, moved))
        table = Table(rules, seats=["Ann", None], seed=7, recorder=recorder)
        for change in (
            SeatChange.join(1, "Ben", 5_000),
            SeatChange.seed(1, "b"),
            SeatChange.away(0),
        ):
            table.change(change)
            journal.host({"note": "between two lines"})
        play_rounds(table, [MimicPlayer()] * 2, 5)
        table.change(SeatChange.leave(1))
        table.close()
    lines = page["moves_of"]("game.jsonl")
    told = [(line.get("event", line["line"]), line.get("seat", 0)) for line in lines]
    kinds = [("round" if kind == "open" else kind, seat) for kind, seat in moved.by_seq.values()]
    assert told == kinds
    assert list(moved.by_seq) == list(range(1, table.seq + 1))
