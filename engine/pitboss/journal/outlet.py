"""The output of a journal: a file that it opens, or a sink of the host."""

from __future__ import annotations

from io import BufferedWriter, FileIO
from typing import Final, NoReturn, Self, cast

from pitboss.errors import JournalError
from pitboss.journal import files
from pitboss.journal.files import Flush, Sink
from pitboss.journal.lines import Chain, WaitingLines

ONE_EACH: Final = (
    "give each table its own Journal; a recorder around a Journal must call `opened` and `joined`"
)


class Outlet:
    """The output of a journal; after a failed write, nothing more is written.

    Args:
        sink: the destination of the bytes; it is closed only if it is a `JournalFile`.
        flush: when the lines are written to the sink.
    """

    def __init__(self, sink: Sink, flush: Flush) -> None:
        self._lines = WaitingLines()
        self._chain = Chain()
        self._failed = False
        self._process = files.PROCESS[0]
        # This is the previous file; another thread may still wait until the disk has its bytes.
        self._before: files.JournalFile | BufferedWriter | None = None
        self._sink: Sink = sink
        self._flush = flush
        self._direct(sink, flush)

    @property
    def file(self) -> files.JournalFile | None:
        """The file that is being written; `None` for a sink of the host."""
        return self._file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Write all waiting lines, close and unlock the file; a second call does nothing.

        A sink that the host opened stays open, and the journal continues to use it.

        Raises:
            JournalError: the file was deleted or moved, or another program changed it.
            OSError: the file cannot be written.
        """
        file, outlet = self._file, self._outlet
        if file is None or outlet is None:
            self._write_rest()
        elif not file.closed:
            try:
                self._write_rest()
                outlet.flush()
                file.check_kept()
            finally:
                self._sink = files.ClosedSink()
                outlet.close()
                if self._before is not None:
                    self._before.close()

    def _write_rest(self) -> None:
        """Write the waiting lines, unless an earlier write failed."""
        if not self._failed and self._lines.lines:
            self.hand_on()

    def hand_on(self) -> None:
        """Write every waiting line to the sink, even in the middle of a round.

        Raises:
            JournalError: an earlier write failed.
        """
        self._begin_to_write()
        self._write_waiting()

    def _write_waiting(self) -> None:
        # A compiled comprehension allocates the first length of a list only.
        data = "\n".join([*self._lines.lines, ""]).encode()
        self._lines.lines.clear()
        self._chain.add(data)
        self._write(data)

    def _direct(self, sink: Sink, flush: Flush) -> None:
        files.check_binary(sink)
        self._flush = flush
        self._flushes = flush is not Flush.WHEN_FULL
        self._each_event = flush is Flush.EACH_EVENT
        self._file = sink if isinstance(sink, files.JournalFile) else None
        self._outlet: files.JournalFile | BufferedWriter | None = self._file
        if self._file is not None and not self._flushes:
            self._outlet = BufferedWriter(cast("FileIO", sink), files.BUFFER_BYTES)
        self._sink = self._outlet or sink

    def _go_on_in(self, following: files.JournalFile) -> None:
        """Write to the next file from now on."""
        if self._before is not None:
            self._before.close()
        self._before = self._outlet
        self._direct(following, self._flush)

    def _wait_for_disk(self, file: files.JournalFile) -> None:
        self._sink.flush()
        file.wait_for_disk()

    def _begin_to_write(self) -> None:
        """Refuse to write after a failed write, because the journal lacks the bytes of that write.

        The write that begins now counts as failed until the sink has accepted all of its bytes.

        Raises:
            JournalError: an earlier write failed.
        """
        if self._failed or self._process is not files.PROCESS[0]:
            self._check_sound()
        self._failed = True

    def _check_sound(self) -> None:
        if self._failed:
            raise JournalError(None, "an earlier write failed", "resume the journal from its file")
        if self._process is not files.PROCESS[0]:
            raise JournalError(
                None,
                "a forked process must not write the journal of its parent process",
                "continue in the parent process, or begin another table and journal",
            )

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled, because two journals would write one file.

        Raises:
            JournalError: always.
        """
        raise JournalError(None, "a journal cannot be copied or pickled", ONE_EACH)

    def _write(self, data: bytes) -> None:
        """Write some bytes to the sink."""
        sink = self._sink
        written = sink.write(data)
        if type(written) is not int or written != len(data):
            files.write_rest(sink, data, written)
        # A `JournalFile` has no buffer, except one that is only written when it is full.
        if self._flushes and self._file is None:
            sink.flush()
        self._failed = False
