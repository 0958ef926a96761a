"""The files of journals, opened for writing by one writer at a time."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from errno import EAGAIN
from io import BufferedReader, BytesIO, FileIO, RawIOBase
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, NoReturn, Protocol, cast

from pitboss.arguments import check_kind, is_text_file
from pitboss.errors import JournalError, JournalInUseError, journal_fault
from pitboss.unchecked import Unchecked

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BUFFER_BYTES: Final = 1 << 16
"""With `Flush.WHEN_FULL`, at most this many bytes are kept before they are written."""

_OWNER_ONLY: Final = stat.S_IRUSR | stat.S_IWUSR
_MADE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_AS_BYTES: Final = getattr(os, "O_BINARY", 0)
_TRIES: Final = 100
"""How often to open a file again if another file replaced it before it was locked."""

_FAR_BEYOND: Final = 1 << 62
"""The locked byte on Windows: beyond the end of any journal, so that the journal can be read."""

PROCESS: Final = [object()]
"""Identifies this process; asking the system for its id at every write would take too long."""


def _after_fork() -> None:
    PROCESS[0] = object()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Sink(Protocol):
    """The destination of a journal's bytes, for example a file opened in binary mode."""

    def write(self, data: bytes, /) -> Unchecked[int] | None:
        """Write some whole lines; return the number of bytes written, or `None` for all."""
        ...

    def flush(self) -> object:
        """Pass on the bytes that were written."""
        ...


class ClosedSink:
    """The sink of a closed journal; it refuses all bytes."""

    def write(self, _data: bytes, /) -> NoReturn:
        """Refuse to write.

        Raises:
            JournalError: always.
        """
        raise JournalError(None, "the journal is closed", "resume it from its file")

    def flush(self) -> None:
        """Do nothing, because nothing is left to write."""


def write_rest(sink: Sink, data: bytes, written: object) -> None:
    """Write the rest of some bytes to a sink.

    Args:
        sink: the sink to which `data` was written.
        data: some bytes.
        written: the result of the sink's `write`.

    Raises:
        JournalError: the returned number is impossible.
        BlockingIOError: the sink cannot take bytes now.
    """
    # An unbuffered file may write only a part, or nothing. Other sinks write everything, and may
    # return `None`.
    while written is not None or isinstance(sink, RawIOBase):
        if written is None:
            raise _takes_nothing()
        if type(written) is not int or not 0 < written <= len(data):
            raise JournalError(
                None,
                f"the sink does not say how many of {len(data)} bytes it took",
                "let its `write` return how many it took, at least 1, or None for all",
            )
        data = data[written:]
        if not data:
            return
        written = sink.write(data)


# Its declared type leaves out `None`. In Python 3.11, `super` takes longer than this look-up.
_WRITE: Final = cast("Callable[[FileIO, bytes | memoryview], int | None]", FileIO.write)


def _takes_nothing() -> BlockingIOError:
    return BlockingIOError(EAGAIN, "the sink of the journal takes nothing now")


class Flush(Enum):
    """When the lines of a journal are written to the operating system.

    Written lines are kept even if the program is killed.
    """

    EACH_EVENT = "each_event"
    """Before the next question: a killed program loses no answer."""

    EACH_ROUND = "each_round"
    """At the end of each round: a killed program loses only the open round."""

    WHEN_FULL = "when_full"
    """Every 64 KiB, and at the end: a killed program may lose many rounds."""


class Opening(Enum):
    """How a file is opened, as flags of the operating system."""

    NEW = _MADE
    """A file that does not exist yet."""

    REPLACE = os.O_WRONLY | os.O_CREAT
    """A new file, or an existing file that is emptied; also a pipe or a device."""

    GO_ON = os.O_RDWR
    """An existing file that is read first."""

    GO_ON_OR_BEGIN = os.O_RDWR | os.O_CREAT
    """An existing file that is read first, or a new file."""


def new_name(path: str) -> str:
    """Return the path of the new file that `replace_file` writes before it replaces the old one."""
    return f"{path}.new"


def make_beside(path: Path, mode: int) -> int:
    """Create the new file that will replace an old one when it is complete; return its descriptor.

    A file at this path is removed first, because a killed program left it. Symbolic links are not
    followed.

    Args:
        path: the path of the new file.
        mode: its permissions; permissions in the user's mask are removed.

    Raises:
        OSError: the file cannot be created, or another program creates it at this moment.
    """
    path.unlink(missing_ok=True)
    return os.open(path, _MADE | _AS_BYTES, mode)


def replace_file(path: str, data: bytes, *, sync: bool) -> None:
    """Overwrite a file with these bytes.

    A reader gets either all new bytes or all old bytes. Only the owner can read or
    write the file. Two callers must not replace a file at the same time.

    Args:
        path: the path of the file.
        data: the new bytes.
        sync: return only when the bytes are on the disk, so that a power cut does not lose them.

    Raises:
        OSError: the file cannot be written; it is unchanged.
    """
    new = Path(new_name(path))
    with FileIO(make_beside(new, _OWNER_ONLY), "wb") as file:
        write_rest(file, data, file.write(data))
        if sync:
            os.fsync(file.fileno())
    new.replace(path)
    if sync:
        _sync_folder(path)


def check_binary(file: object) -> None:
    """Check that an argument is a file for bytes.

    Raises:
        JournalError: the argument is a path, or a file that was opened as text.
    """
    name = type(file).__name__
    if is_text_file(file) or isinstance(file, str | bytes | PathLike):
        raise JournalError(
            None,
            f"a journal needs a file of bytes, got {name}",
            "open the file in binary mode, and give that",
        )


_SETTINGS: Final[Mapping[str, object]] = {"sink": Sink, "flush": Flush, "engine": str}
"""The types of some arguments of a journal; all other arguments are true or false."""


def check_settings(**given: object) -> None:
    """Check that the arguments of a journal have the right types.

    Args:
        given: the arguments by name.

    Raises:
        JournalError: an argument is of a wrong type.
    """
    for name, value in given.items():
        check_kind(name, value, _SETTINGS.get(name, bool), journal_fault, "Journal")


def held_by(sink: Sink) -> BinaryIO | None:
    """Open the contents of a sink for reading; return `None` if they cannot be read."""
    if isinstance(sink, JournalFile):
        with suppress(OSError):
            return sink.place.open("rb")
    return BytesIO(sink.getvalue()) if isinstance(sink, BytesIO) else None


class JournalFile(FileIO):
    """An unbuffered file that nobody else can open as a `JournalFile` until it is closed.

    The operating system locks the file itself, not its name, and unlocks it when the process
    ends. The file is locked before anything is read or cut off. Pipes, devices, and files on a file
    system without locks are not locked. Only the owner can read or write a new file. New bytes are
    appended.

    Args:
        path: the path of the file.
        opening: whether the file must exist, and whether its bytes are kept.
        sync: each write returns only when the disk has the bytes, so a power cut loses nothing.

    Attributes:
        path: the path of the file.
        place: the absolute path, which stays valid if the process changes its working directory.
        sync: the argument `sync`.
        sync_apart: if true, a write with `sync` does not wait for the disk; `wait_for_disk` does.

    Raises:
        JournalInUseError: the file is open elsewhere, in this process or another.
        JournalError: the argument is not a path, or the file to continue is not a regular file.
        OSError: the file cannot be opened, or exists although `Opening.NEW` was given.
    """

    def __init__(self, path: str | PathLike[str], opening: Opening, *, sync: bool = False) -> None:
        self.path = _text_of(path)
        self.place = Path(self.path).absolute()
        self.sync = sync
        self.sync_apart = False
        mode = "r+b" if opening.value & os.O_RDWR else "wb"
        super().__init__(self.path, mode, opener=lambda _path, _flags: _owned(self.path, opening))
        if sync:
            try:
                # Perhaps the program that created the file did not wait for the disk.
                _sync_folder(self.path)
            except BaseException:
                self.close()
                raise

    def write(  # type: ignore[override]  # the protocol of buffers has no name in Python 3.11
        self, data: bytes | memoryview, /
    ) -> int:
        """Write some bytes; return the number that the operating system has accepted.

        Raises:
            JournalError: with `sync`, the file at the path no longer has the written bytes; see
                `check_kept`.
            OSError: the bytes cannot be written; the error names the file.
        """
        try:
            begin = self.tell() if self.sync else 0
            written = _WRITE(self, data)
            if written is None:
                raise _takes_nothing()
            if self.sync and not self.sync_apart:
                os.fsync(self.fileno())
        except OSError as error:
            # The system's error does not name the file, because it knows only the descriptor.
            error.filename = self.path
            raise
        if self.sync:
            # The position is now the end of the file, even if another program has cut it. Move to
            # where the bytes should end, so that `check_kept` finds another size.
            self.seek(begin + written)
            self.check_kept()
        return written

    def wait_for_disk(self) -> None:
        """Wait until the disk has all written bytes; any thread may call this.

        Raises:
            OSError: the disk does not have the bytes; the error names the file.
        """
        try:
            os.fsync(self.fileno())
        except OSError as error:
            error.filename = self.path
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file; add its name to a `JournalError`."""
        super().__exit__(kind, error, trace)
        if isinstance(error, JournalError):
            error.name_file(self.path)

    @contextmanager
    def read_through(self) -> Generator[BinaryIO]:
        """Return a buffered reader of the file from its beginning."""
        self.seek(0)
        reader = BufferedReader(self)
        try:
            yield reader
        finally:
            reader.detach()

    def check_kept(self) -> None:
        """Check that the written bytes are still in the file at the path.

        Raises:
            JournalError: the file was deleted, replaced, moved, cut, or written by another program.
            OSError: the file cannot be examined.
        """
        status = os.fstat(self.fileno())
        if status.st_nlink == 0:
            self._miss("was deleted", "nothing is left of the journal: begin another game")
        if not _is_named(self.place, status):
            self._miss("was moved", "move it back, and continue it")
        if stat.S_ISREG(status.st_mode) and status.st_size != self.tell():
            self._miss(
                "was cut or changed", "put a complete copy in its place, and continue the copy"
            )

    def _miss(self, what: str, next_step: str) -> NoReturn:
        problem = f"the journal {self.path} {what} while it was written"
        raise JournalError(None, problem, next_step, self.path)


def _text_of(path: object) -> str:
    if isinstance(path, str | bytes | PathLike):
        text = os.fsdecode(cast("str | bytes | PathLike[str]", path))
        if text and "\0" not in text:
            return text
        raise JournalError(None, f"{text!r} is not a path"[:100], "give the path of a file")
    raise JournalError(None, f"{type(path).__name__} is not a path", "give the path of a file")


def _owned(path: str, opening: Opening) -> int:
    """Open a file and lock it; return its descriptor.

    Raises:
        JournalInUseError: another program has locked the file.
        JournalError: the file to continue is not a regular file.
    """
    for _ in range(_TRIES):
        descriptor = os.open(path, opening.value | os.O_APPEND | _AS_BYTES, _OWNER_ONLY)
        try:
            if _locked(descriptor, path, opening):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
    raise JournalInUseError(path)


def _locked(descriptor: int, path: str, opening: Opening) -> bool:
    """Lock an open file; return `False` if the path now names another file or no file."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        if opening.value & os.O_RDWR:
            next_step = "name the file of a journal"
            raise JournalError(None, f"{path} is not a regular file", next_step, path)
        return True
    if not _locks(descriptor):
        raise JournalInUseError(path)
    same = _is_named(Path(path), os.fstat(descriptor))
    if same and opening is Opening.REPLACE:
        os.ftruncate(descriptor, 0)
    return same


def _is_named(path: Path, file: os.stat_result) -> bool:
    """Return whether an open file is the file at a path."""
    try:
        return os.path.samestat(path.stat(), file)
    except FileNotFoundError:
        return False


if sys.platform == "win32":

    def _locks(descriptor: int) -> bool:
        """Lock a file without waiting; return `False` if another writer has the lock."""
        os.lseek(descriptor, _FAR_BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

    def _sync_folder(path: str) -> None:
        """Do nothing, because this system keeps the name of a new file anyway."""

else:

    def _locks(descriptor: int) -> bool:
        """Lock a file without waiting; return `False` if another writer has the lock."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Not every file system has locks; continue without one.
            return True
        return True

    def _sync_folder(path: str) -> None:
        """Make sure that a power cut does not lose the name of a new file."""
        # Some file systems cannot do this, and some folders cannot be read.
        with suppress(OSError):
            descriptor = os.open(Path(path).parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
