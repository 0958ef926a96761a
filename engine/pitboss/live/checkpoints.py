"""Checkpoints: a small file beside a journal, so that a restart reads only the journal's last part.

A checkpoint says where in the journal a round ended, and what the table was then. It is believed
only if the journal has a round that ends there with the digest that the checkpoint names, for that
digest covers all that stands before it. Whatever is wrong with a checkpoint, the journal is read
from its beginning instead, so that a checkpoint can be deleted at any time.
"""

from __future__ import annotations

from contextlib import suppress
from io import SEEK_END
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final, Self

import orjson
from attrs import frozen

from pitboss.errors import PitbossError
from pitboss.game.events import Event
from pitboss.game.seat_changes import SeatChange
from pitboss.journal.files import JournalFile, replace_file
from pitboss.journal.lines import DIGEST_END, DIGEST_KEY, Chain
from pitboss.journal.source import DIGEST_BYTES, DigestCheck, digest_of
from pitboss.journal.writer import MAX_LINE_BYTES, Journal
from pitboss.live.memory import CommandMemory
from pitboss.replay.starts import RoundEnd
from pitboss.table.snapshot import MAX_SNAPSHOT_BYTES, Snapshot
from pitboss.table.table import Table
from pitboss.version import VERSION

CHECKPOINT_SCHEMA: Final = 1
"""The version of the form of a checkpoint."""

CHECKPOINT_EVENTS: Final = 4096
"""After so many events and changes of seats a checkpoint is written, when the round ends."""

_MAX_BYTES: Final = 2 * MAX_SNAPSHOT_BYTES
_TYPES: Final = {
    "journal": str,
    "offset": int,
    "end": str,
    "seq": int,
    "snapshot": str,
    "commands": list,
}


def checkpoint_path(journal: str) -> str:
    """Return the path of the checkpoint of a journal, wherever the process goes."""
    return f"{Path(journal).absolute()}.checkpoint"


@frozen
class Checkpoint:
    """What stands in the file beside a journal.

    Attributes:
        end: where in the journal a round ended, and the table there.
        memory: the commands of clients that had been applied by then.
    """

    end: RoundEnd
    memory: CommandMemory

    def to_bytes(self) -> bytes:
        """Return what the file holds: a line of JSON that ends with a digest over it.

        Raises:
            SnapshotError: the snapshot is too long.
        """
        end = self.end
        line = orjson.dumps(
            {
                "checkpoint": CHECKPOINT_SCHEMA,
                "engine": VERSION,
                "journal": end.header,
                "offset": end.offset,
                "end": end.digest,
                "seq": end.next_seq,
                "snapshot": end.snapshot.to_json(),
                "commands": self.memory.to_document(),
            }
        )[:-1]
        return b"".join((line, DIGEST_KEY, Chain().close(line), DIGEST_END))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self | None:
        """Read what `to_bytes` wrote; `None` if it is anything else, or of another engine."""
        if not (digest_of(data) and DigestCheck().holds(data)):
            return None
        held: Any = orjson.loads(data)
        if (held.get("checkpoint"), held.get("engine")) != (CHECKPOINT_SCHEMA, VERSION):
            return None
        if not all(type(held.get(name)) is kind for name, kind in _TYPES.items()):
            return None
        try:
            snapshot = Snapshot.from_json(held["snapshot"])
            memory = CommandMemory.from_document(held["commands"])
        except PitbossError:
            return None
        end = RoundEnd(held["journal"], held["offset"], held["end"], held["seq"], snapshot)
        return cls(end, memory)


def checkpoint_at(path: str) -> Checkpoint | None:
    """Return what a file holds; `None` if it is not there, or is no checkpoint of this engine."""
    try:
        status = Path(path).stat()
        if not S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            return None
        return Checkpoint.from_bytes(Path(path).read_bytes())
    except (OSError, ValueError):
        return None


class LiveRecorder:
    """Records what a table does: in its journal, in the memory of commands, and in checkpoints.

    The journal comes first. If it cannot be written, nothing else notices the event. A checkpoint
    that cannot be written is only missing, and the table notices nothing.

    Args:
        file: of the journal, opened for reading and writing.
        journal: which writes to the file, and has its first line there.
        memory: of the commands that were applied.
        checked_seq: the sequence number of the table at the last checkpoint; `None` if none are to
            be written.
        sync: wait until the disk has a checkpoint.

    Attributes:
        memory: of the commands that were applied.
        failure: why the last checkpoint could not be written; `None` if none failed.
    """

    def __init__(
        self,
        file: JournalFile,
        journal: Journal,
        memory: CommandMemory,
        checked_seq: int | None,
        *,
        sync: bool,
    ) -> None:
        self._file = file
        self._path = checkpoint_path(file.path)
        self._header = _digest_of_header(file)
        self._journal = journal
        self._due_seq = None if checked_seq is None else checked_seq + CHECKPOINT_EVENTS
        self._sync = sync
        self.memory = memory
        self.failure: OSError | PitbossError | None = None

    def opened(self, table: Table) -> None:
        """Begin the journal."""
        self._journal.opened(table)

    def joined(self, table: Table) -> None:
        """Go on with the journal."""
        self._journal.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Write an event, remember its command, and write a checkpoint at times."""
        self._journal.applied(table, event)
        if event.command is not None:
            self.memory.applied(event, table.seq)
        if self._due_seq is not None and table.over and table.seq >= self._due_seq:
            self._due_seq = table.seq + CHECKPOINT_EVENTS
            try:
                self._write_checkpoint(table)
            except (OSError, PitbossError) as error:
                self.failure = error

    def changed(self, table: Table, change: SeatChange) -> None:
        """Write a change of a seat, and remember its command."""
        self._journal.changed(table, change)
        self.memory.changed(change, table.seq)

    def closed(self, table: Table) -> None:
        """Write the last line of the journal; nobody goes on with it, so its checkpoint goes."""
        self._journal.closed(table)
        if self._due_seq is not None:
            with suppress(OSError):
                Path(self._path).unlink()

    def _write_checkpoint(self, table: Table) -> None:
        """Write where the journal stands, right after the end of a round."""
        file = self._file
        offset = file.tell()
        try:
            file.seek(offset - DIGEST_BYTES)
            digest = digest_of(file.read(DIGEST_BYTES))
        finally:
            file.seek(offset)
        end = RoundEnd(self._header, offset, digest, self._journal.seq, table.snapshot())
        replace_file(self._path, Checkpoint(end, self.memory).to_bytes(), sync=self._sync)


def _digest_of_header(file: JournalFile) -> str:
    with file.read_through() as source:
        digest = digest_of(source.readline(MAX_LINE_BYTES))
    file.seek(0, SEEK_END)
    return digest
