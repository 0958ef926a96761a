"""Reading a journal for a replay: line by line, or many whole rounds in one piece."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, Final, Protocol

from pitboss.journal.files import check_binary
from pitboss.journal.reader import RawLine, Source, raw_line
from pitboss.journal.writer import MAX_LINE_BYTES

AHEAD_BYTES: Final = 1 << 15
"""How much is looked at in one piece; far below the longest line, so that no line in it is."""


class Stream(Source, Protocol):
    """Where a journal is read from: a file opened in binary mode, for one."""

    def read(self, size: int, /) -> bytes:
        """Return what comes next, at most `size` bytes of it, and nothing only at the end."""
        ...


def size_of(journal: str | BinaryIO) -> int:
    """Return the size of a journal in bytes; 0 of what is no file, such as a pipe, or not there.

    Args:
        journal: its path, or the journal itself, opened.
    """
    try:
        status = Path(journal).stat() if isinstance(journal, str) else os.fstat(journal.fileno())
    except OSError:
        return 0
    return status.st_size if S_ISREG(status.st_mode) else 0


class Lines(Iterator[RawLine]):
    """The lines of a journal, one after another, with a look at what comes next.

    Args:
        source: the journal, opened in binary mode.
        offset: where in the journal it begins, in bytes.

    Attributes:
        last: the line read last; none before the first.
        number: of that line, counted from 1 where the source begins.
        offset: where the next line begins, in bytes.

    Raises:
        JournalError: the source is no file of bytes.
    """

    def __init__(self, source: Stream, offset: int = 0) -> None:
        check_binary(source)
        self._source = source
        self._held = b""
        self._at = 0
        self._over = False
        self.last: RawLine | None = None
        self.number = 0
        self.offset = offset

    def __next__(self) -> RawLine:
        """Read a line.

        Raises:
            JournalError: it is too long, or a host's own line is no note; no line follows it.
        """
        data = b"" if self._over else self._next_data()
        # So it stays, unless the line turns out to be one.
        self._over = True
        if not data:
            raise StopIteration
        raw = raw_line(self.number + 1, self.offset, data)
        self._over = False
        self._went_to(raw)
        return raw

    def _next_data(self) -> bytes:
        held, at = self._held, self._at
        end = held.find(b"\n", at) + 1
        if end:
            self._at = end
            return held[at:end]
        self._held, self._at = b"", 0
        return held[at:] + self._source.readline(MAX_LINE_BYTES + 1 - (len(held) - at))

    def _went_to(self, raw: RawLine) -> None:
        self.last = raw
        self.number = raw.number
        self.offset = raw.offset + len(raw.data)

    def ahead(self) -> bytes:
        """Return what comes next, without reading on; the last line may be a piece of one."""
        ahead = self._held[self._at :]
        if len(ahead) <= AHEAD_BYTES // 2:
            ahead += self._source.read(AHEAD_BYTES - len(ahead))
        self._held, self._at = ahead, 0
        return ahead

    def pass_over(self, lines: bytes) -> None:
        """Read on behind some whole lines, with which what comes next begins.

        Args:
            lines: one at least.
        """
        begin = lines.rfind(b"\n", 0, -1) + 1
        number = self.number + lines.count(b"\n")
        self._went_to(RawLine(number, self.offset + begin, lines[begin:]))
        self._at += len(lines)


_END: Final = b'"line":"end"'
_BEGINS_NUMBERED: Final = b'{"seq":'


def whole_rounds(ahead: bytes, stop: bytes) -> bytes:
    """Return the longest piece that seems to be whole rounds; empty if there is none.

    Args:
        ahead: what comes next, from the beginning of a round on.
        stop: no line that holds these bytes may be in the piece.
    """
    limit = ahead.find(stop)
    last_feed = ahead.rfind(b"\n", 0, len(ahead) if limit < 0 else limit)
    end = ahead.rfind(_END, 0, last_feed + 1)
    begin = ahead.rfind(b"\n", 0, max(end, 0)) + 1
    # A host's note may hold something that looks like the end of a round.
    if end < 0 or not ahead.startswith(_BEGINS_NUMBERED, begin):
        return b""
    return ahead[: ahead.index(b"\n", end) + 1]


_END_LINE: Final = re.compile(rb'^\{"seq":[0-9]+,"line":"end".*\n', re.MULTILINE)


def round_ends(piece: bytes) -> Iterator[int]:
    """Give the places in a piece of a journal that lie right behind the end of a round."""
    return (found.end() for found in _END_LINE.finditer(piece))
