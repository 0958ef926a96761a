"""Finds the files of a rotated journal, and reads them as one."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from io import SEEK_END, SEEK_SET, BufferedReader, RawIOBase, UnsupportedOperation
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Final, cast

from attrs import evolve

from pitboss.arguments import takes
from pitboss.errors import JournalError, journal_fault
from pitboss.journal.fields import RawLine
from pitboss.journal.links import next_path
from pitboss.journal.opening import open_journal
from pitboss.journal.reader import Header, read_header
from pitboss.journal.source import CONTINUED, TRAILER, digest_of, may_begin
from pitboss.journal.writer import MAX_LINE_BYTES

_LAST_BYTES: Final = 1 << 12
"""If another file follows a file, the last line of the file has at most this many bytes."""

_READ_BYTES: Final = 1 << 16
_FIRST_LINES: Final = 2
"""A file that follows another can be continued if it has at least this many lines."""


def _end_of(path: str) -> tuple[int, bytes, str]:
    """Return the unpacked size of a file, its last bytes, and the path of the file that follows it.

    The path is empty if no file follows.
    """
    with open_journal(path) as file:
        size, tail = _gone_to_end(file)
    found = CONTINUED.fullmatch(tail, tail.rfind(b"\n", 0, -1) + 1)
    following = "" if found is None else next_path(path.removesuffix(".gz"), int(found[1]) - 1)
    return size, tail, following


def _found(path: str) -> str:
    """Return the path of a file, packed or not; empty if there is no such file."""
    return next((each for each in (path, f"{path}.gz") if path and Path(each).is_file()), "")


def _gone_to_end(file: BinaryIO) -> tuple[int, bytes]:
    """Go to the end of a file; return the place of the end, and the last bytes."""
    tail = b""
    # The end of a packed file is known only when the whole file has been read.
    with suppress(UnsupportedOperation):
        file.seek(-min(_LAST_BYTES, file.seek(0, SEEK_END)), SEEK_END)
    while data := file.read(_READ_BYTES):
        tail = (tail + data)[-_LAST_BYTES:]
    return file.tell(), tail


class ChainedFiles(RawIOBase):
    """The existing files of a chain as one journal; packed files are unpacked.

    Args:
        path: the path of the first file to read; the others are beside it.

    Attributes:
        paths: the paths of the files.
        missing: the file that should follow but does not exist; empty if no file is missing.

    Raises:
        PackedError: a packed file is damaged or cut off.
        OSError: a file cannot be opened.
    """

    def __init__(self, path: str) -> None:
        super().__init__()
        self.paths: list[str] = []
        self._begins = [0]
        found = path
        while found or not self.paths:
            size, self._tail, self.missing = _end_of(found)
            self.paths.append(found)
            self._begins.append(self._begins[-1] + size)
            found = _found(self.missing)
        self._stack = ExitStack()
        self._open(0)

    @property
    def gap(self) -> str:
        """A sentence that names a missing or empty file; empty if there is no such file."""
        begin, end = self._begins[-2:]
        empty = self.paths[-1] if len(self.paths) > 1 and begin == end else ""
        wrong = "missing" if self.missing else "empty"
        found = self.missing or empty
        return found and f"the journal continues in {found}, which is {wrong}"

    @property
    def cut(self) -> str:
        """A sentence that names a file that is cut off before another one; empty if none is."""
        last, begins = self.paths[-1], self._tail.rfind(b"\n", 0, -1) + 1
        if self.missing or TRAILER.match(self._tail, begins):
            return ""
        with suppress(OSError, JournalError):
            first = _header_of(self.paths[0])
            number = first.file_number + len(self.paths) - 1
            following = _found(next_path(last.removesuffix(".gz"), number))
            other = _header_of(following)
            # A file with that name may be left from another game.
            same = evolve(first, engine=other.engine, follows=other.follows) == other
            if same and other.file_number == number + 1:
                return f"{last} is cut off, but {following} follows it"
        return ""

    @property
    def name(self) -> str:
        """The path of the file that is being read, which errors name."""
        return self.paths[self._place]

    def _open(self, place: int) -> None:
        self._stack.close()
        self._place = place
        self._file: BinaryIO = self._stack.enter_context(open_journal(self.paths[place]))

    def readable(self) -> bool:
        """Return `True`: the files can be read."""
        return True

    def seekable(self) -> bool:
        """Return `True`: the files can be read again."""
        return True

    def tell(self) -> int:
        """Return the position that is read next."""
        return self._begins[self._place] + self._file.tell()

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        """Go to a position, counted from the beginning, or from the end at the time of opening."""
        offset += self._begins[-1] if whence == SEEK_END else 0
        place = max(n for n, begin in enumerate(self._begins[:-1]) if begin <= offset)
        if place != self._place:
            self._open(place)
        self._file.seek(offset - self._begins[place])
        return offset

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # the protocol of buffers has no name in Python 3.11
        """Read the next bytes of a file, or of the file that follows it.

        Raises:
            PackedError: a packed file is damaged or cut off.
            OSError: a file cannot be read.
        """
        while not (data := self._file.read(len(buffer))):
            if self._place == len(self.paths) - 1:
                return 0
            self._open(self._place + 1)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the file that is being read."""
        self._stack.close()
        super().close()

    def place_of(self, number: int) -> tuple[str, int]:
        """Return the path of the file that has a line, and the number of the line in this file.

        Args:
            number: the number of the line, counted from 1 at the beginning of the first file.
        """
        for path in self.paths[:-1]:
            with open_journal(path) as file:
                count = sum(1 for _ in file)
            if number <= count:
                return path, number
            number -= count
        return self.paths[-1], number


@takes(journal_fault)
@contextmanager
def open_chain(path: str | PathLike[str]) -> Generator[BinaryIO]:
    """Open the files of a rotated journal as one; errors name the file and its line.

    Args:
        path: the path of the first file to read; the others are beside it. Each may be packed by
            gzip.

    Raises:
        PackedError: a packed file is damaged or cut off.
        OSError: a file cannot be opened.
    """
    files = ChainedFiles(os.fspath(path))
    with BufferedReader(files) as source:
        try:
            yield cast("BinaryIO", source)
        except JournalError as error:
            if error.line_number is None:
                raise
            file, number = files.place_of(error.line_number)
            named = JournalError(number, error.problem, error.next_step)
            named.name_file(file)
            raise named from error


def paths_from(path: str | PathLike[str]) -> list[str]:
    """Return the path of a file of a chain, and the paths of the begun files that follow it.

    A file counts as begun if it has its first two lines and the digest of the file before it. All
    files except the last may be packed.

    Args:
        path: the path of the file, which need not exist.
    """
    paths = [os.fspath(path)]
    # The caller opens these files next, and then gets the errors.
    with suppress(OSError, JournalError):
        while found := _found(paths[-1]):
            _, tail, following = _end_of(found)
            begin = _beginning(_found(following))
            if begin.count(b"\n") < _FIRST_LINES or digest_of(tail).encode() not in begin:
                break
            paths[-1:] = [found, following]
    return paths


def may_be_begun(path: str) -> bool:
    """Return whether a later file of a chain is missing, is empty, or has only its beginning.

    Args:
        path: the path of the file, which need not exist.
    """
    data = _beginning(_found(path))
    return may_begin(data) and data.count(b"\n") < _FIRST_LINES


def _header_of(path: str) -> Header:
    return read_header(RawLine(1, 0, _beginning(path).partition(b"\n")[0] + b"\n"))


def _beginning(path: str) -> bytes:
    """Return the first two lines of a file, or fewer if it has fewer."""
    if not path:
        return b""
    with open_journal(path) as file:
        return b"".join([file.readline(MAX_LINE_BYTES) for _ in range(_FIRST_LINES)])
