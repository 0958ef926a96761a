"""Checkpoints: a small file beside a journal, so that a restart reads only the journal's last part.

A checkpoint has the place in the journal where a round ended, and the state of the table there. It
is used only if the journal's line before this place has the digest that the checkpoint names. This
digest covers the whole journal up to the place. If anything is wrong with a checkpoint, the
whole journal is read instead, so you can delete a checkpoint at any time.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final, Self, cast

import orjson
from attrs import frozen

from pitboss.errors import JournalError, PitbossError
from pitboss.game.events import Event
from pitboss.game.limits import MAX_PAID_IDS
from pitboss.game.seat_changes import SeatChange
from pitboss.journal.files import JournalFile, new_name, replace_file
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
"""After this many events and changes of seats, a checkpoint is written at the end of the round."""

_MAX_BYTES: Final = 2 * MAX_SNAPSHOT_BYTES + 128 * MAX_PAID_IDS
_TYPES: Final = {
    "journal": str,
    "offset": int,
    "end": str,
    "seq": int,
    "snapshot": str,
    "commands": dict,
}


def checkpoint_path(journal: str) -> str:
    """Return the path of the checkpoint of a journal."""
    return f"{journal}.checkpoint"


@frozen
class Checkpoint:
    """What the checkpoint file beside a journal holds.

    Attributes:
        end: the place in the journal where a round ended, and the state of the table.
        memory: the commands of clients that had been applied by then.
    """

    end: RoundEnd
    memory: CommandMemory

    def to_bytes(self) -> bytes:
        """Return what the file holds: a line of JSON with a digest of the line at its end.

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
        """Parse what `to_bytes` of this version wrote; return `None` for anything else."""
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
    """Return the checkpoint in a file; `None` if it is missing, invalid or of another version."""
    try:
        status = Path(path).stat()
        if not S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            return None
        return Checkpoint.from_bytes(Path(path).read_bytes())
    except (OSError, ValueError):
        return None


class CheckpointFile:
    """Writes the checkpoints of a journal while its table is played.

    If a checkpoint cannot be written, the game continues without this checkpoint.

    Args:
        journal: the table's journal, in a file. At the end of each round, all lines so far must be
            in the file. If the journal is rotated, later checkpoints are written beside the new
            file.
        checked_seq: the sequence number of the table at the last checkpoint; 0 if there is none.
        sync: wait until the disk has each checkpoint.

    Attributes:
        failure: why a checkpoint could not be written; `None` if no checkpoint failed.
    """

    def __init__(self, journal: Journal, checked_seq: int = 0, *, sync: bool = False) -> None:
        self._journal = journal
        self._go_along()
        self._due_seq = checked_seq + CHECKPOINT_EVENTS
        self._sync = sync
        self.failure: OSError | PitbossError | None = None

    def _go_along(self) -> None:
        """Write further checkpoints next to the current file of the journal."""
        self._file = cast("JournalFile", self._journal.file)
        # The path is absolute, because the process may change its working directory.
        self._journal_path = Path(self._file.path).absolute()
        self._path = checkpoint_path(str(self._journal_path))

    def write_if_due(self, table: Table, memory: CommandMemory) -> None:
        """Write a checkpoint if enough has happened since the last checkpoint.

        Args:
            table: the table at the end of a round.
            memory: the memory of the commands that were applied.
        """
        if table.seq < self._due_seq:
            return
        self._due_seq = table.seq + CHECKPOINT_EVENTS
        if self._journal.file is not self._file:
            self.remove()
            self._go_along()
        if self._file.sync_apart:
            # A checkpoint states that the journal is complete up to its place.
            self._file.wait_for_disk()
        try:
            header, offset, digest = self._place()
            end = RoundEnd(header, offset, digest, self._journal.seq, table.snapshot())
            replace_file(self._path, Checkpoint(end, memory).to_bytes(), sync=self._sync)
        except (OSError, PitbossError) as error:
            self.failure = error

    def _place(self) -> tuple[str, int, str]:
        """Return the digest of the first line, the journal's length in bytes, and its last digest.

        Raises:
            OSError: the file cannot be read.
            JournalError: another file has the journal's name now.
        """
        # The journal's own file may be open for writing only, and its position must not move.
        with self._journal_path.open("rb") as file:
            if not os.path.samestat(os.fstat(file.fileno()), os.fstat(self._file.fileno())):
                raise JournalError(None, "another file has the name of the journal")
            header = digest_of(file.readline(MAX_LINE_BYTES))
            offset = self._file.tell()
            file.seek(offset - DIGEST_BYTES)
            return header, offset, digest_of(file.read(DIGEST_BYTES))

    def remove(self) -> None:
        """Remove the checkpoint, and an incomplete checkpoint that a killed program left."""
        for path in (self._path, new_name(self._path)):
            with suppress(OSError):
                Path(path).unlink()


class LiveRecorder:
    """Records what a table does: in its journal, in the memory of commands, and in checkpoints.

    The journal comes first. If it cannot be written, nothing else records the event.

    Args:
        journal: the journal of the table.
        memory: the memory of the commands that were applied.
        checkpoints: writes the checkpoints; `None` to write no checkpoints.

    Attributes:
        memory: the memory of the commands that were applied.
        rotate_rounds: after how many rounds the journal continues in another file; `None` for
            never.
    """

    def __init__(
        self, journal: Journal, memory: CommandMemory, checkpoints: CheckpointFile | None
    ) -> None:
        self._journal = journal
        self._checkpoints = checkpoints
        self.memory = memory
        self.rotate_rounds: int | None = None

    @property
    def failure(self) -> OSError | PitbossError | None:
        """Why a checkpoint could not be written, or `None`. The game continues."""
        return None if self._checkpoints is None else self._checkpoints.failure

    def opened(self, table: Table) -> None:
        """Begin the journal."""
        self._journal.opened(table)

    def joined(self, table: Table) -> None:
        """Continue the journal."""
        self._journal.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Write an event, remember its command, and write a checkpoint if one is due."""
        self._journal.applied(table, event)
        if event.command is not None:
            self.memory.applied(event, table.seq)
        if not table.over:
            return
        link = self._journal.link
        rounds = table.round.number - (0 if link is None else link.rounds)
        if self.rotate_rounds is not None and rounds >= self.rotate_rounds:
            # The new file has no end of a round yet, so it cannot have a checkpoint.
            self._journal.rotate(table)
        elif self._checkpoints is not None:
            self._checkpoints.write_if_due(table, self.memory)

    def changed(self, table: Table, change: SeatChange) -> None:
        """Write a change of a seat, and remember its command."""
        self._journal.changed(table, change)
        self.memory.changed(change, table.seq)

    def closed(self, table: Table) -> None:
        """Write the last line of the journal, and delete its checkpoint."""
        self._journal.closed(table)
        if self._checkpoints is not None:
            self._checkpoints.remove()
