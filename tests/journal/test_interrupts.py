"""An interrupt at any line: what is written afterwards can be replayed, or nothing is written."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from io import BytesIO
from types import FrameType

import pytest
from attrs import define
from tests.replay.recorded import play_on, verdict_of

from pitboss import Flush, Journal, PitbossError, Table, resume
from pitboss.journal import writer as journal_module
from pitboss.replay import VerdictKind
from pitboss.table import table as table_module

# Compiled code has no lines that a tracer could count.
pytestmark = pytest.mark.pure

MODULES = {journal_module.__file__, table_module.__file__}


class InterruptError(BaseException):
    """Somebody pressed a key."""


@define
class Interrupter:
    """Interrupts when so many lines of the two modules have been run.

    Attributes:
        lines_left: how many may still be run.
    """

    lines_left: int

    def __call__(self, frame: FrameType, what: str, _value: object) -> "Interrupter | None":
        """Follow what happens in the modules, and nothing else."""
        if frame.f_code.co_filename not in MODULES:
            return None
        if what == "line":
            self.lines_left -= 1
            if self.lines_left == 0:
                raise InterruptError
        return self

    @contextmanager
    def at_work(self) -> Generator[None]:
        """Interrupt what is done meanwhile."""
        before = sys.gettrace()
        sys.settrace(self)
        try:
            yield
        finally:
            sys.settrace(before)


def played(table: Table, journal: Journal) -> None:
    """Play a round with a line of the host in it."""
    table.open_round()
    journal.host({"a round": "is open"})
    play_on(table)
    journal.hand_on()


def another_line(_table: Table, journal: Journal) -> None:
    """Write a line of the host."""
    journal.host({"after": "an interrupt"})


def the_rest(table: Table, journal: Journal) -> None:
    """Go on as if nothing had been."""
    play_on(table)
    another_line(table, journal)
    table.close()


@pytest.mark.untraced
@pytest.mark.parametrize("flush", Flush)
@pytest.mark.parametrize("afterwards", [another_line, the_rest])
def test_no_interrupt_makes_a_journal_that_cannot_be_taken_up(
    afterwards: Callable[[Table, Journal], None], flush: Flush
) -> None:
    """Tried at every line that writing a round runs through."""
    lines = 0
    interrupted = True
    while interrupted:
        lines += 1
        interrupter = Interrupter(lines)
        file = BytesIO()
        journal = Journal(file, flush=flush)
        table = Table(seats=["Ann", "Ben"], seed=7, recorder=journal)
        played(table, journal)
        try:
            with interrupter.at_work():
                played(table, journal)
            interrupted = False
        except InterruptError:
            with suppress(PitbossError):
                afterwards(table, journal)
            taken_up(file.getvalue())
    assert lines > 100


def taken_up(data: bytes) -> None:
    """See that a journal is whole, or can be finished."""
    verdict = verdict_of(data)
    if not verdict.matches:
        assert verdict.kind is VerdictKind.INCOMPLETE, verdict
        file = BytesIO(data)
        table = resume(file).table
        play_on(table)
        table.close()
        assert verdict_of(file.getvalue()).matches
