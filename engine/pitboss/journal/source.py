"""The lines of a journal in its file, and the digests that cover them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from io import IOBase
from os import PathLike
from typing import BinaryIO, Final, Protocol, TypeVar, cast

from pitboss.errors import JournalError
from pitboss.journal.fields import RawLine
from pitboss.journal.files import check_binary
from pitboss.journal.lines import DIGEST_END, DIGEST_KEY, EMPTY_HASH
from pitboss.journal.opening import open_journal
from pitboss.journal.writer import MAX_LINE_BYTES

BLOCK_BYTES: Final = 1 << 15
"""The most bytes to look ahead; the longest line may have many more."""

TRAILER: Final = re.compile(rb'\{"seq":[0-9]+,"line":"trailer",')
"""How the last line of a finished game begins."""

CONTINUED: Final = re.compile(rb'\{"seq":[0-9]+,"line":"continued","file":([0-9]{1,18}),.*\n')
"""The last line of a file that another file follows, with the number of that file."""

HEADER: Final = b'{"seq":0,"line":"journal",'
"""The first bytes of the header of every journal."""


class Source(Protocol):
    """The source of a journal, for example a file opened in binary mode."""

    def readline(self, size: int, /) -> bytes:
        """Return the next line with its line feed, or at most `size` bytes of the line."""
        ...

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most `size`; empty only at the end."""
        ...


class Lines(Iterator[RawLine]):
    """The lines of a journal, one after another; the object can also look ahead.

    Args:
        source: the journal, opened in binary mode.
        offset: the position in the journal at which the source begins, in bytes.

    Attributes:
        last: the line that was read last; `None` before the first line.
        number: the number of that line, counted from 1 where the source begins.
        offset: the position at which the next line begins, in bytes.

    Raises:
        JournalError: the source is not a file of bytes.
    """

    def __init__(self, source: Source, offset: int = 0) -> None:
        check_binary(source)
        self._source = source
        self._held: bytes = b""
        self._at = 0
        self._over = False
        self.last: RawLine | None = None
        self.number = 0
        self.offset = offset

    def __next__(self) -> RawLine:
        """Read a line.

        Raises:
            JournalError: the line is too long; no further line is read.
        """
        data = b"" if self._over else self._next_data()
        # This is reset if the line turns out to be valid.
        self._over = True
        if not data:
            raise StopIteration
        raw = RawLine(self.number + 1, self.offset, data)
        if len(data) > MAX_LINE_BYTES:
            raise JournalError(raw.number, f"longer than {MAX_LINE_BYTES} bytes")
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
        most = max(MAX_LINE_BYTES + 1 - (len(held) - at), 0)
        return held[at:] + self._read(self._source.readline, most)

    def _went_to(self, raw: RawLine) -> None:
        self.last = raw
        self.number = raw.number
        self.offset = raw.offset + len(raw.data)

    def file(self) -> BinaryIO | None:
        """Return the source if it holds the whole journal and can be read from any position."""
        source = self._source
        if not (isinstance(source, IOBase) and source.seekable()):
            return None
        file = cast("BinaryIO", source)
        return file if file.tell() == self.offset and not self._held else None

    def go_to(self, offset: int) -> None:
        """Go to another line of the file from `file`; the line read next gets the next number.

        Args:
            offset: the position at which the line begins, in bytes.
        """
        cast("BinaryIO", self._source).seek(offset)
        self._held, self._at, self._over = b"", 0, False
        self.offset = offset

    def ahead(self) -> bytes:
        """Return the next bytes without moving on; their last line may be incomplete."""
        ahead = self._held[self._at :]
        if len(ahead) <= BLOCK_BYTES // 2:
            ahead += self._read(self._source.read, BLOCK_BYTES - len(ahead))
        self._held, self._at = ahead, 0
        return ahead

    def ahead_to(self, mark: bytes, most_bytes: int) -> Iterator[bytes]:
        """Yield the next whole lines, without moving on.

        Args:
            mark: stop after the line that contains these bytes.
            most_bytes: lines that begin further ahead are not yielded.
        """
        ahead, begin = self._held[self._at :], 0
        self._held, self._at = ahead, 0
        while begin < most_bytes:
            end = ahead.find(b"\n", begin) + 1
            if not end:
                more = self._read(self._source.read, BLOCK_BYTES)
                if not more:
                    return
                ahead = self._held = ahead + more
                continue
            yield ahead[begin:end]
            if mark in ahead[begin:end]:
                return
            begin = end

    def _read(self, read: Callable[[int], bytes], size: int) -> bytes:
        """Call a function that reads; add the file's name to an error of the operating system."""
        try:
            return read(size)
        except OSError as error:
            name: object = getattr(self._source, "name", None)
            if isinstance(name, str):
                error.filename = name
            raise

    def pass_over(self, block: bytes, count: int) -> None:
        """Skip a block of whole lines, which are the next lines.

        Args:
            block: the bytes of at least one line.
            count: the number of its lines.
        """
        begin = block.rfind(b"\n", 0, -1) + 1
        self._went_to(RawLine(self.number + count, self.offset + begin, block[begin:]))
        self._at += len(block)


def whole_lines(lines: Iterable[RawLine]) -> Iterator[RawLine]:
    """Yield the lines of a journal up to an incomplete line.

    Args:
        lines: the lines of a journal; each is read only when it is needed.

    Raises:
        JournalError: the incomplete line comes after the last line of a file, and is not the
            beginning of the next file, so nothing was cut off.
    """
    last = b""
    for raw in lines:
        if raw.whole:
            yield raw
            last = raw.data
        elif TRAILER.match(last) or (CONTINUED.fullmatch(last) and not may_begin(raw.data)):
            problem = "bytes follow the last line of the journal"
            raise JournalError(raw.number, problem, "use an unchanged copy of the journal")
        else:
            return


def may_begin(data: bytes) -> bool:
    """Return whether some bytes may be the beginning of a journal."""
    return data.startswith(HEADER[: len(data)])


_T = TypeVar("_T")


def open_source(
    journal: str | PathLike[str] | Source,
) -> AbstractContextManager[Source]:
    """Open a journal that is given by its path, packed or not; an open file stays open.

    Args:
        journal: its path, or a file opened in binary mode.
    """
    return open_journal(journal) if isinstance(journal, str | PathLike) else nullcontext(journal)


def read_journal(
    journal: str | PathLike[str] | Source, read: Callable[[Source], Iterable[_T]]
) -> Generator[_T]:
    """Yield what a function reads from a journal; with a path, errors name the file.

    Args:
        journal: its path, or a file opened in binary mode.
        read: the function, which is called with the opened journal.

    Raises:
        JournalError: a line cannot be read, or a packed file cannot be unpacked.
        OSError: the file cannot be opened or read.
    """
    if not isinstance(journal, str | PathLike):
        yield from read(journal)
        return
    with open_journal(journal) as source:
        try:
            yield from read(source)
        except JournalError as error:
            error.name_file(os.fspath(journal))
            raise


_DIGEST_LENGTH: Final = 64
DIGEST_BYTES: Final = len(DIGEST_KEY) + _DIGEST_LENGTH + len(DIGEST_END)
"""How many bytes at the end of a line are its digest."""


def digest_of(data: bytes) -> str:
    """Return the digest with which a line ends; empty if it has no digest."""
    tail = data[-DIGEST_BYTES:]
    if not (tail.startswith(DIGEST_KEY) and tail.endswith(DIGEST_END)):
        return ""
    digest = tail[len(DIGEST_KEY) : -len(DIGEST_END)]
    return digest.decode("ascii", "replace")


_FOLLOWS: Final = b',"follows":{"file":'


class DigestCheck:
    """Checks the digests of lines one after another, without keeping the lines.

    Args:
        digest: the last digest before the lines; empty at the beginning of a journal.
    """

    def __init__(self, digest: str = "") -> None:
        self._begin(digest)

    def _begin(self, digest: str) -> None:
        self._covered = EMPTY_HASH.copy()
        self._covered.update(digest.encode())

    def holds(self, line: bytes) -> bool:
        """Add a line; return `False` if it ends with a digest that does not match."""
        digest = digest_of(line)
        if line.startswith(HEADER) and _FOLLOWS in line:
            # The first digest of a later file also covers the last digest of the previous file,
            # because the header has that digest.
            self._begin("")
        if not digest:
            self._covered.update(line)
            return True
        self._covered.update(line[:-DIGEST_BYTES])
        holds = self._covered.hexdigest() == digest
        self._begin(digest)
        return holds


def is_sealed(digest: str, lines: Iterable[RawLine], line_number: int) -> bool:
    """Return whether a line is unchanged since it was written.

    The line is unchanged if all digests match, up to the first digest that is in this line or in a
    later line.

    Args:
        digest: the last digest before the lines; empty at the beginning of a journal.
        lines: the lines of the file.
        line_number: the number of the line.
    """
    check = DigestCheck(digest)
    for raw in lines:
        if not check.holds(raw.data):
            return False
        if raw.number >= line_number and digest_of(raw.data):
            return True
    return False
