"""Stepping: a journal can be looked at after any of its lines, forward and back."""

from __future__ import annotations

from typing import BinaryIO

from pitboss.errors import JournalError, brief
from pitboss.game.limits import MAX_NUMBER
from pitboss.journal.files import check_binary
from pitboss.journal.reader import RawLine, numbered_lines, raw_lines
from pitboss.replay.playing import DifferenceError, Replay
from pitboss.replay.starts import RoundStart, read_first, round_starts
from pitboss.table import Table


class Stepper:
    """A place in a journal, and the table as it stood there.

    Memory does not grow with the journal: going back looks for the start of the round again.

    Args:
        file: the journal, opened in binary mode; it must be seekable.

    Attributes:
        seq: the sequence number of the last line played.
        line: that line; `None` before the first.

    Raises:
        JournalError: it is no file of bytes, or has no readable header and first shoe.
    """

    def __init__(self, file: BinaryIO) -> None:
        check_binary(file)
        self._file = file
        self.line: RawLine | None = None
        self.seq = 0
        self._begin()
        self.go_to(1)

    @property
    def table(self) -> Table:
        """The table as it stood after the line at `seq`."""
        return self._replay.table

    def forward(self) -> bool:
        """Play the next line; `False` at the end of the journal.

        Raises:
            JournalError: the line cannot be read, or the engine does something else.
        """
        raw = next(numbered_lines(self._lines), None)
        if raw is None:
            return False
        self._feed(raw)
        return True

    def back(self) -> bool:
        """Go back by one line; `False` at the beginning, which is after the first shoe.

        Raises:
            JournalError: a line cannot be read.
        """
        if self.seq <= 1:
            return False
        self.go_to(self.seq - 1)
        return True

    def go_to(self, seq: int) -> None:
        """Go to a line by its sequence number; numbers below 1 go to the beginning.

        Raises:
            JournalError: the journal has no such line, or one before it cannot be read.
        """
        given: object = seq
        if type(given) is not int or given > MAX_NUMBER:
            raise JournalError(
                None, f"the sequence number {brief(given)}", f"give 1 to {MAX_NUMBER}"
            )
        wanted = max(seq, 1)
        if self.seq > wanted:
            self._begin_before(wanted)
        while self.seq < wanted:
            if not self.forward():
                raise JournalError(
                    None, f"the journal ends before sequence number {seq}", f"give 1 to {self.seq}"
                )

    def _begin(self) -> None:
        """Set the table at the beginning of the journal."""
        self._rewind()
        self._replay = Replay.from_header(*read_first(self._lines))
        self.seq = 0

    def _begin_before(self, seq: int) -> None:
        """Set the table at the last round that begins before a sequence number."""
        self._rewind()
        last: RoundStart | None = None
        for start in round_starts(self._lines):
            if start.record.seq > seq:
                break
            last = start
        if last is None:
            self._begin()
            return
        self._rewind()
        next(start for start in round_starts(self._lines) if start.record == last.record)
        self._replay = Replay.from_start(last)
        for raw in last.lines:
            self._feed(raw)

    def _rewind(self) -> None:
        self._file.seek(0)
        self._lines = raw_lines(self._file)

    def _feed(self, raw: RawLine) -> None:
        try:
            self._replay.feed(raw)
        except DifferenceError as error:
            raise error.as_journal_error() from error
        self.seq = self._replay.next_seq - 1
        self.line = raw
