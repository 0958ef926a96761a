"""Reading a journal for a replay: its lines, its digests, and blocks of many whole rounds."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, Final, Protocol

from pitboss.errors import JournalError
from pitboss.game.events import ANSWERS, Event
from pitboss.journal.chain import DIGEST_END, DIGEST_KEY, Chain
from pitboss.journal.files import check_binary
from pitboss.journal.reader import RawLine, Source, check_note, raw_line
from pitboss.journal.writer import MAX_LINE_BYTES

BLOCK_BYTES: Final = 1 << 15
"""The most that is played at once; far below the longest line, so that no line in it is."""


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
        last: the line read last; `None` before the first.
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
        if len(ahead) <= BLOCK_BYTES // 2:
            ahead += self._source.read(BLOCK_BYTES - len(ahead))
        self._held, self._at = ahead, 0
        return ahead

    def pass_over(self, block: bytes) -> None:
        """Read on behind a block of whole lines, with which what comes next begins.

        Args:
            block: one line at least.
        """
        begin = block.rfind(b"\n", 0, -1) + 1
        number = self.number + block.count(b"\n")
        self._went_to(RawLine(number, self.offset + begin, block[begin:]))
        self._at += len(block)


_DIGEST_LENGTH: Final = 64
DIGEST_BYTES: Final = len(DIGEST_KEY) + _DIGEST_LENGTH + len(DIGEST_END)
"""How many bytes at the end of a line are its digest."""


def digest_of(data: bytes) -> str:
    """Return the digest with which a line ends; empty if it ends with none."""
    tail = data[-DIGEST_BYTES:]
    if not (tail.startswith(DIGEST_KEY) and tail.endswith(DIGEST_END)):
        return ""
    digest = tail[len(DIGEST_KEY) : -len(DIGEST_END)]
    return digest.decode("ascii", "replace")


def closes(line: bytes, chain: Chain) -> bool:
    """Say whether a line ends with the digest of all that a chain covers; the chain goes on."""
    return chain.close(line[:-DIGEST_BYTES]).decode() == digest_of(line)


def sealed(digest: str, lines: Iterable[RawLine], line_number: int) -> bool:
    """Say whether a line lies in the file as it was written.

    It does if all digests hold, up to the first at that line or behind it.

    Args:
        digest: the last one before the lines; empty at the beginning of a journal.
        lines: as they lie in the file, without notes.
        line_number: of the line that is asked about.
    """
    covered = Chain(digest)
    for raw in lines:
        if not digest_of(raw.data):
            covered.add(raw.data)
        elif not closes(raw.data, covered):
            return False
        elif raw.number >= line_number:
            return True
    return False


END_LINE: Final = re.compile(rb'^\{"seq":[0-9]+,"line":"end",.*\n', re.MULTILINE)
"""A line that ends a round."""

_END: Final = b'"line":"end"'
_BEGINS_NUMBERED: Final = b'{"seq":'


def whole_rounds(ahead: bytes, stop: bytes) -> bytes:
    """Return the longest block that seems to be whole rounds; empty if there is none.

    Args:
        ahead: what comes next, from the beginning of a round on.
        stop: no line that holds these bytes may be in the block.
    """
    limit = ahead.find(stop)
    last_feed = ahead.rfind(b"\n", 0, len(ahead) if limit < 0 else limit)
    end = ahead.rfind(_END, 0, last_feed + 1)
    begin = ahead.rfind(b"\n", 0, max(end, 0)) + 1
    # A host's note may hold something that looks like the end of a round.
    if end < 0 or not ahead.startswith(_BEGINS_NUMBERED, begin):
        return b""
    return ahead[: ahead.index(b"\n", end) + 1]


_NOTE: Final = b'"line":"note"'


def without_notes(block: bytes) -> bytes:
    """Return a block without the host's own lines.

    Raises:
        JournalError: one of those is no note.
    """
    if _NOTE not in block:
        return block
    # A line ends with a line feed alone; `splitlines` would also end it with a carriage return.
    lines = [RawLine(0, 0, data) for data in BytesIO(block)]
    for raw in lines:
        if raw.is_note:
            check_note(raw)
    return b"".join([raw.data for raw in lines if not raw.is_note])


_INPUT: Final = re.compile(rb'"line":"(round|event[^[]*)')
"""What a line says that is an input of the replay: all that stands before its moves."""

_EVENT: Final = re.compile(
    rb'event","event":"([a-z_]{1,16})",'
    rb'"seat":([0-9]{1,4}),"hand":([0-9]{1,4}),(?:"amount":([0-9]{1,18}),)?"moves":'
)

MOST_EVENTS_KEPT: Final = 4096
"""A few hundred events come again and again, but stakes can be anything."""


class EventGuesses(dict[bytes, Event]):
    """Quick guesses at the events of a journal, by what stands in their lines.

    Nothing is checked: not the spelling of a line, not its place, not what else stands in it. That
    is enough for a block. The engine is given the guesses and writes a journal of its own, and no
    two lists of events ever give the same one. If that is the block, byte for byte, the guesses
    were right, and every line of the block is as it must be.
    """

    def __init__(self) -> None:
        super().__init__({b"round": Event.open()})

    def __missing__(self, text: bytes) -> Event:
        """Read an event that is not kept yet, and mostly keep it."""
        found = _EVENT.fullmatch(text)
        kind = None if found is None else ANSWERS.get(found[1].decode())
        if found is None or kind is None:
            raise JournalError(None, "no event that can be guessed")
        event = Event(kind, int(found[2]), int(found[3]), int(found[4] or 0))
        if len(self) < MOST_EVENTS_KEPT:
            self[text] = event
        return event

    def in_block(self, block: bytes) -> Iterator[Event]:
        """Give the events that seem to stand in a block.

        Raises:
            JournalError: something that looked like an event is none.
        """
        return map(self.__getitem__, _INPUT.findall(block))
