"""The files of journals: one way to open them for writing, for one writer at a time."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from errno import EAGAIN
from io import BufferedReader, BytesIO, FileIO, RawIOBase, TextIOBase
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, NoReturn, Protocol, cast

from pitboss.arguments import check_kind
from pitboss.errors import JournalError, JournalInUseError, journal_fault
from pitboss.unchecked import Unchecked

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BUFFER_BYTES: Final = 1 << 16
"""How much `Flush.WHEN_FULL` keeps back at most."""

_OWNER_ONLY: Final = stat.S_IRUSR | stat.S_IWUSR
_MADE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_AS_BYTES: Final = getattr(os, "O_BINARY", 0)
_TRIES: Final = 100
"""How often a file is opened that is replaced by another one each time before it is locked."""

_FAR_BEYOND: Final = 1 << 62
"""Where the lock lies on Windows: no journal reaches so far, and readers are not kept from it."""

PROCESS: Final = [object()]
"""Stands for this process; to ask the system at every write which it is would take too long."""


def _after_fork() -> None:
    PROCESS[0] = object()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Sink(Protocol):
    """Where the bytes of a journal go, for example a file opened in binary mode."""

    def write(self, data: bytes, /) -> Unchecked[int] | None:
        """Take some whole lines; return how many bytes were taken, or `None` for all."""
        ...

    def flush(self) -> object:
        """Hand on what was written."""
        ...


class ClosedSink:
    """The sink of a journal that was closed; it takes nothing."""

    def write(self, _data: bytes, /) -> NoReturn:
        """Refuse.

        Raises:
            JournalError: always.
        """
        raise JournalError(None, "the journal is closed", "resume it from its file")

    def flush(self) -> None:
        """Have nothing left to hand on."""


def write_rest(sink: Sink, data: bytes, written: object) -> None:
    """Give a sink what it has not taken yet.

    Args:
        sink: the sink that was given `data`.
        data: some bytes.
        written: how many of them the sink says that it took.

    Raises:
        JournalError: the sink cannot have taken as many as it says.
        BlockingIOError: the sink takes nothing now.
    """
    # An unbuffered file may take only a part, or nothing. Other sinks take all, and may not say so.
    while written is not None or isinstance(sink, RawIOBase):
        if written is None:
            raise _takes_nothing()
        if type(written) is not int or not 0 < written <= len(data):
            raise JournalError(
                None,
                f"the sink does not say how many of {len(data)} bytes it took",
                "let its `write` return how many, at least 1, or None for all",
            )
        data = data[written:]
        if not data:
            return
        written = sink.write(data)


def _takes_nothing() -> BlockingIOError:
    return BlockingIOError(EAGAIN, "the sink of the journal takes nothing now")


class Flush(Enum):
    """When the lines of a journal are written to the operating system.

    Lines that are written survive the end of the program, even if it is killed.
    """

    EACH_EVENT = "each_event"
    """Before the next question: a program that is killed loses no answer."""

    EACH_ROUND = "each_round"
    """With its last event: a program that is killed loses the open round only."""

    WHEN_FULL = "when_full"
    """When 64 KiB are full, and at the end: for many rounds that can be played again."""


class Opening(Enum):
    """What is opened, as flags of the operating system."""

    NEW = _MADE
    """A file that does not exist yet."""

    REPLACE = os.O_WRONLY | os.O_CREAT
    """A new file, or one that exists and loses all that it holds; a pipe or a device as well."""

    GO_ON = os.O_RDWR
    """A file that exists, to be read first."""

    GO_ON_OR_BEGIN = os.O_RDWR | os.O_CREAT
    """The same, or a new file."""


def new_name(path: str) -> str:
    """Return the path of the new file that `replace_file` writes before it replaces another."""
    return f"{path}.new"


def make_beside(path: Path, mode: int) -> int:
    """Make the file that takes the place of another when it is whole; return its descriptor.

    A file of that name that a killed program left is removed first. No symbolic link is followed.

    Args:
        path: the path of the file that is made.
        mode: its permissions, less those that the user's mask takes away.

    Raises:
        OSError: it cannot be made, or somebody else makes it at this moment.
    """
    path.unlink(missing_ok=True)
    return os.open(path, _MADE | _AS_BYTES, mode)


def replace_file(path: str, data: bytes, *, sync: bool) -> None:
    """Replace all that a file holds with these bytes.

    A reader finds either all of the new bytes or the old ones. Only the owner can read or write the
    file. Two callers must not replace a file at once.

    Args:
        path: the path of the file.
        data: what it holds from now on.
        sync: return when the disk has it, so that all this is true after a power cut, too.

    Raises:
        OSError: it cannot be written; the file is as it was.
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
    """See that bytes can go to or come from what was given for a file.

    Raises:
        JournalError: it is a path, or a file that was opened as text.
    """
    name = type(file).__name__
    # Not every text file is a TextIOBase: a temporary file is wrapped, but it has an encoding.
    text = isinstance(file, TextIOBase) or getattr(file, "encoding", None) is not None
    if text or isinstance(file, str | bytes | PathLike):
        raise JournalError(
            None,
            f"a journal needs a file of bytes, and this is {name}",
            "open the file in binary mode, and give that",
        )


_SETTINGS: Final[Mapping[str, object]] = {"sink": Sink, "flush": Flush, "engine": str}
"""The types of what a journal is given; all else is true or false."""


def check_settings(**given: object) -> None:
    """See that the arguments given to a journal have the right types.

    Args:
        given: the arguments by their names.

    Raises:
        JournalError: an argument is of a wrong type.
    """
    for name, value in given.items():
        check_kind(name, value, _SETTINGS.get(name, bool), journal_fault, "Journal")


def held_by(sink: Sink) -> BinaryIO | None:
    """Open for reading what a sink holds; `None` if it cannot be read, or is gone."""
    if isinstance(sink, JournalFile):
        with suppress(OSError):
            return sink.place.open("rb")
    return BytesIO(sink.getvalue()) if isinstance(sink, BytesIO) else None


class JournalFile(FileIO):
    """An unbuffered file that nobody else can open as a `JournalFile` until it is closed.

    The operating system locks the file itself, under any name, and releases it when the process
    ends. The lock is taken before anything is read or cut off. A pipe or a device is not locked;
    nor is a file on a file system without locks. Only the owner can read or write a file that is
    made. New bytes go to the end of the file.

    Args:
        path: the path of the file.
        opening: whether the file exists, and what happens to the bytes that it holds.
        sync: each write returns when the disk has the bytes, so that a power cut loses none.

    Attributes:
        path: the path of the file.
        place: the absolute path, which stays right if the process changes its folder.
        sync: as given.
        sync_apart: with `sync`, a write returns sooner, and only `wait_for_disk` waits.

    Raises:
        JournalInUseError: it is open elsewhere, in this process or another.
        JournalError: it is not a path, or the file to continue is not a regular file.
        OSError: it cannot be opened so; `Opening.NEW` finds it there already.
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
                # The program that made the file may not have waited for the disk.
                _sync_folder(self.path)
            except BaseException:
                self.close()
                raise

    def write(  # type: ignore[override]  # the protocol of buffers has no name in Python 3.11
        self, data: bytes | memoryview, /
    ) -> int:
        """Write some bytes; return how many the operating system has taken.

        Raises:
            JournalError: with `sync`, what was written cannot be found again, see `check_kept`.
            OSError: it takes none; the error names the file.
        """
        try:
            begin = self.tell() if self.sync else 0
            written = cast("int | None", super().write(data))
            if written is None:
                raise _takes_nothing()
            if self.sync and not self.sync_apart:
                os.fsync(self.fileno())
        except OSError as error:
            # The system knows an open file only by its number.
            error.filename = self.path
            raise
        if self.sync:
            # If the file was cut, the bytes went to its new end.
            self.seek(begin + written)
            self.check_kept()
        return written

    def wait_for_disk(self) -> None:
        """Return when the disk has all that was written; any thread may call this.

        Raises:
            OSError: the disk does not have it; the error names the file.
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
        """Close the file; an error that says what is wrong with the journal names it."""
        super().__exit__(kind, error, trace)
        if isinstance(error, JournalError):
            error.name_file(self.path)

    @contextmanager
    def read_through(self) -> Generator[BinaryIO]:
        """Read it from its beginning, in large pieces."""
        self.seek(0)
        reader = BufferedReader(self)
        try:
            yield reader
        finally:
            reader.detach()

    def check_kept(self) -> None:
        """See that what was written can still be found by the path.

        Raises:
            JournalError: the file was deleted, replaced by another, moved, cut, or written by
                somebody else.
            OSError: the file cannot be examined.
        """
        status = os.fstat(self.fileno())
        if status.st_nlink == 0:
            self._miss("was deleted", "nothing of it is left: begin another game")
        if not _is_named(self.place, status):
            self._miss("was moved", "move it back, and go on with it")
        if stat.S_ISREG(status.st_mode) and status.st_size != self.tell():
            self._miss("was cut or changed", "put a whole copy in its place, and go on with that")

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
        JournalInUseError: another has the lock.
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
    """Lock an open file; `False` if the path now names another file, or none."""
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
    """Return whether an open file is the one of a name."""
    try:
        return os.path.samestat(path.stat(), file)
    except FileNotFoundError:
        return False


if sys.platform == "win32":

    def _locks(descriptor: int) -> bool:
        """Take the lock of a file without waiting for it; no if another has it."""
        os.lseek(descriptor, _FAR_BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

    def _sync_folder(path: str) -> None:
        """Do nothing: on this system, a new file is found again without it."""

else:

    def _locks(descriptor: int) -> bool:
        """Take the lock of a file without waiting for it; no if another has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Not every file system has locks; a game without a lock is better than no game.
            return True
        return True

    def _sync_folder(path: str) -> None:
        """Make sure that a power cut does not lose the name of a new file."""
        # Not every file system can do this, and not every folder may be read.
        with suppress(OSError):
            descriptor = os.open(Path(path).parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
