"""Stepping: a journal can be looked at after any of its lines, forward and back."""

from __future__ import annotations

from typing import BinaryIO

from pitboss.errors import JournalError, brief
from pitboss.game.limits import MAX_NUMBER
from pitboss.journal.reader import RawLine
from pitboss.replay.playing import DifferenceError, Replay, play_lines
from pitboss.replay.reading import Lines
from pitboss.replay.starts import read_first
from pitboss.table import Table


class Stepper:
    """A place in a journal, and the table as it stood there.

    Memory does not grow with the journal: going back plays it again from its beginning.

    Args:
        file: the journal, opened in binary mode; it must be seekable.

    Attributes:
        seq: the sequence number of the last line played.
        line: that line; `None` before the first.

    Raises:
        JournalError: it is no file of bytes, or has no readable header and first shoe.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.line: RawLine | None = None
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
        before = self.seq
        self._play_to(before + 1)
        return self.seq > before

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
            self._begin()
        self._play_to(wanted)
        if self.seq < wanted:
            raise JournalError(
                None, f"the journal ends before sequence number {seq}", f"give 1 to {self.seq}"
            )

    def _begin(self) -> None:
        """Set the table at the beginning of the journal."""
        self._lines = Lines(self._file)
        self._file.seek(0)
        self._replay = Replay.from_header(*read_first(self._lines))
        self.seq = 0

    def _play_to(self, seq: int) -> None:
        """Play the journal up to a line, or to its end."""
        if self.seq == seq:
            return
        try:
            for _ in play_lines(self._replay, self._lines, last_seq=seq):
                self.seq = self._replay.next_seq - 1
                self.line = self._lines.last
                if self.seq == seq:
                    return
        except DifferenceError as error:
            raise error.as_journal_error() from error
