"""Memory that runs out while a table is at work: it goes on, or says that it was cut short."""

import subprocess
import sys

import pytest

# Memory is refused several times in a row, from each of the pieces on that an act takes.
SCRIPT = """
from contextlib import suppress
from pitboss import Event, Table
from pitboss.errors import TableError
from pitboss.table import SeatChange
from pitboss.table.recorders import Recorders

acts = [
    Table.open_round,
    lambda table: table.apply(Event.bet(0, 1000)),
    lambda table: table.apply(Event.hit(0, 0)),
    lambda table: table.apply(Event.bet(0, 1000), at=99),
    lambda table: table.change(SeatChange.away(0)),
    lambda table: table.change(SeatChange.back(0)),
    Table.close,
    lambda table: table.record_with(Recorders(())),
]

# Not every Python has it.
with suppress(ImportError):
    from _testcapi import remove_mem_hooks, set_nomemory

    for number, act in enumerate(acts):
        for opened, failures, first in (
            (opened, failures, first)
            for opened in (False, True)
            for failures in (1, 2, 5, 9)
            for first in range(1, 40)
        ):
            table = Table(seats=["Ann"], seed=3)
            if opened:
                table.open_round()
            with suppress(Exception):
                set_nomemory(first, first + failures)
                act(table)
            remove_mem_hooks()
            with suppress(Exception):
                try:
                    table.apply(Event.bet(0, 1000))
                except TableError as error:
                    if "under way" in str(error):
                        print(number, opened, failures, first)
"""


# Compiled code ends the process where memory runs out.
@pytest.mark.pure
def test_memory_that_runs_out_leaves_no_table_waiting_for_ever() -> None:
    """Nobody is told to wait for an event that is long over."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-2000:]
