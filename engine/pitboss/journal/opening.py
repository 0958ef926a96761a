"""Opens journals for reading, plain or packed by gzip; the first bytes tell which."""

from __future__ import annotations

import os
import zlib
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import ENOENT
from gzip import BadGzipFile, GzipFile
from io import SEEK_SET, BufferedReader, RawIOBase, UnsupportedOperation
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, Final, cast

from pitboss.errors import JournalError

MAX_UNPACKED_BYTES: Final = 1 << 32
"""The most bytes to unpack from one file, because one packed byte can become 1,000 bytes."""

PACKED: Final = b"\x1f\x8b"
"""The first bytes of a packed file; no journal begins with them."""


class PackedError(JournalError):
    """A journal that was packed by gzip cannot be unpacked."""


class _Unpacked(RawIOBase):
    """The contents of a packed file, unpacked while they are read.

    Args:
        file: the packed file.
        path: the path of the file, which errors name.
    """

    def __init__(self, file: BinaryIO, path: str) -> None:
        super().__init__()
        self._packed = file
        self._file = GzipFile(fileobj=file, mode="rb")
        self._path = path

    def readable(self) -> bool:
        """Return `True`: the file can be read."""
        return True

    def seekable(self) -> bool:
        """Return whether the file can be read again from its beginning."""
        return self._packed.seekable()

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        """Go to a position, counted from the beginning.

        Raises:
            UnsupportedOperation: the position is counted from the end, which is not known.
        """
        if whence != SEEK_SET:
            raise UnsupportedOperation("the end of a packed file is not known")
        return self._file.seek(offset)

    def tell(self) -> int:
        """Return the position that is read next."""
        return self._file.tell()

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # the protocol of buffers has no name in Python 3.11
        """Unpack the next bytes.

        Raises:
            PackedError: the file is damaged or cut off, or holds more than `MAX_UNPACKED_BYTES`.
        """
        try:
            count = self._file.readinto(buffer)
        except (BadGzipFile, EOFError, zlib.error) as error:
            problem = f"the packed file is damaged or cut off: {error}"
            raise self._failed(problem, "pack the journal again, or give it unpacked") from error
        if self._file.tell() > MAX_UNPACKED_BYTES:
            problem = f"the packed file holds more than {MAX_UNPACKED_BYTES} bytes"
            raise self._failed(problem, "unpack it, and give the journal itself")
        return count

    def _failed(self, problem: str, next_step: str) -> PackedError:
        error = PackedError(None, problem, next_step)
        error.name_file(self._path)
        return error


def unpack(file: BinaryIO, path: str) -> BinaryIO:
    """Return the plain journal of a file, which may be packed.

    Args:
        file: the file, at its beginning.
        path: the path of the file, which errors name.
    """
    if not _is_packed(file):
        return file
    return cast("BinaryIO", BufferedReader(_Unpacked(file, path)))


def _is_packed(file: BinaryIO) -> bool:
    # An error of the operating system occurs again when the file is read.
    with suppress(OSError):
        if isinstance(file, BufferedReader):
            return file.peek(len(PACKED)).startswith(PACKED)
        if file.seekable():
            begin = file.tell()
            packed = file.read(len(PACKED)) == PACKED
            file.seek(begin)
            return packed
    return False


@contextmanager
def open_journal(path: str | PathLike[str]) -> Generator[BinaryIO]:
    """Open a journal for reading, packed or not.

    Args:
        path: the path of the file.

    Raises:
        PackedError: the file cannot be unpacked; this is raised when it is read.
        OSError: the file cannot be opened.
    """
    text = os.fspath(path)
    if not text or "\0" in text:
        # Python would open the current folder, or raise a ValueError.
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), text)
    with Path(text).open("rb") as file:
        yield unpack(file, text)


def size_of(journal: str | BinaryIO) -> int:
    """Return the size of a journal in bytes; 0 if it does not exist or is not a regular file.

    The result is also 0 for a packed journal, because its unpacked size is not known.

    Args:
        journal: its path, or the opened journal.
    """
    try:
        status = Path(journal).stat() if isinstance(journal, str) else os.fstat(journal.fileno())
        if not S_ISREG(status.st_mode):
            return 0
        if isinstance(journal, str):
            with Path(journal).open("rb") as file:
                return 0 if _is_packed(file) else status.st_size
    except (OSError, ValueError):
        return 0
    return status.st_size
