"""Opening a table that lives in a file: a new one, or the one that was played there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from io import SEEK_END
from os import PathLike
from typing import Final, Self

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import PitbossError, TableError
from pitboss.game.shoe import TableSeed
from pitboss.journal import Journal
from pitboss.journal.files import Flush, JournalFile, Opening
from pitboss.journal.source import Lines
from pitboss.live.checkpoints import (
    Checkpoint,
    CheckpointFile,
    LiveRecorder,
    checkpoint_at,
    checkpoint_path,
)
from pitboss.live.memory import CommandMemory
from pitboss.replay.positions import Resumed, resume, resume_behind
from pitboss.replay.starts import read_first
from pitboss.rules import Rules
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import drawn_seed
from pitboss.table.table import Table

_FLUSH: Final = Flush.EACH_EVENT


@frozen
class OpenTable:
    """A table that lives in a file; as a context it closes the file.

    Attributes:
        table: new, or at the question that was open.
        journal: for lines of the host's own.
        recorder: what the table has; a host with further ones gives the table this one first.
        rounds: rounds that the journal held whole when it was opened.
        dropped_bytes: what was cut from the end of the file, as `Resumed` says.
        from_checkpoint: the journal was read from its checkpoint on.
    """

    table: Table
    journal: Journal
    recorder: LiveRecorder
    rounds: int
    dropped_bytes: int
    from_checkpoint: bool
    _file: JournalFile

    def sync(self) -> None:
        """Come back when the disk has all that was written; any thread may call it.

        With `sync_apart`, call it before you tell anybody what has happened.

        Raises:
            OSError: it has not.
        """
        self._file.wait_for_disk()

    @property
    def memory(self) -> CommandMemory:
        """The commands of clients that were applied, those from before a restart among them."""
        return self.recorder.memory

    def close(self) -> None:
        """Close and unlock the file; a second call does nothing.

        The table can be opened again, unless its own `close` was called before.

        Raises:
            JournalError: the file was deleted meanwhile.
            OSError: it cannot be written.
        """
        self.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


@takes(TableError)
def open_table(
    path: str | PathLike[str],
    rules: Rules | None = None,
    seats: Sequence[str | SeatPlan | None] | None = None,
    *,
    seed: TableSeed | None = None,
    durable: bool = False,
    sync_apart: bool = False,
    checkpoints: bool = True,
) -> OpenTable:
    """Begin a table whose journal is a file, or go on with the one that was played there.

    The file is locked until it is closed. Each event is written before the call that applied it
    comes back, so that a killed program loses no answer. The table stands at the open question.

    Beside the journal lies its checkpoint, `PATH.checkpoint`, from which on the journal is read.
    Without one that fits, or if its seed is kept apart, it is read whole, with the same result.

    Args:
        path: of the journal.
        rules: of a table that is begun; the default ones if only seats are given.
        seats: of a table that is begun, as for a `Table`. One that is there must have begun with
            these and with the rules. Without seats there must be one, of any game.
        seed: of a new table, drawn without it; or of a journal that keeps it apart.
        durable: the disk, too, has each event before the call comes back, for a power cut.
        sync_apart: with `durable`, the call comes back sooner, and the host calls `OpenTable.sync`.
        checkpoints: whether checkpoints are read and written.

    Raises:
        JournalInUseError: the file is being written elsewhere, in this process or another.
        OtherGameError: it holds a game of other rules or seats.
        NotBegunError: nothing was dealt yet, and no seats are given.
        JournalError: it is finished or damaged; it is as it was.
        SecretError: it keeps its seed apart, and that was not given, or another one.
        TableError: rules are given without seats, or no table can be set up with them.
        OSError: the file cannot be opened or written.
    """
    expected, opening = None, Opening.GO_ON
    if seats is not None:
        seed = drawn_seed() if seed is None else seed
        # What cannot be a table leaves no file behind.
        expected, opening = Table(rules, seats=seats, seed=seed), Opening.GO_ON_OR_BEGIN
    elif rules is not None:
        raise TableError("rules without seats", "give all that a new game needs, or none")
    with ExitStack() as stack:
        file = stack.enter_context(JournalFile(path, opening, sync=durable))
        file.sync_apart = sync_apart
        found = checkpoint_at(checkpoint_path(file.path)) if checkpoints else None
        gone_on = None if found is None else _behind(file, found, expected, seed)
        if gone_on is None:
            found = None
            gone_on = resume(file, rules=rules, seats=seats, seed=seed, flush=_FLUSH)
        opened = _recorded(file, gone_on, found, durable=durable, checkpoints=checkpoints)
        stack.pop_all()
    return opened


def _behind(
    file: JournalFile, found: Checkpoint, expected: Table | None, seed: TableSeed | None
) -> Resumed | None:
    """Go on with a journal from a checkpoint; `None` if the journal has to be read whole."""
    try:
        return resume_behind(file, found.end, expected=expected, seed=seed, flush=_FLUSH)
    except PitbossError:
        return None


def _recorded(
    file: JournalFile,
    gone_on: Resumed,
    found: Checkpoint | None,
    *,
    durable: bool,
    checkpoints: bool,
) -> OpenTable:
    """Remember the commands that stand in a journal, and let its table be recorded."""
    if found is None:
        memory, offset, seq = CommandMemory(), 0, 0
    else:
        memory, offset = found.memory, found.end.offset
        seq = found.end.snapshot.round.event_count
    with file.read_through() as source:
        header, _ = read_first(Lines(source))
        source.seek(offset)
        memory.read(Lines(source, offset), seq)
    file.seek(0, SEEK_END)
    # A checkpoint would hold the seed that is kept apart.
    apart = header.seed is None and header.commitment is not None
    writer = CheckpointFile(file, seq, sync=durable) if checkpoints and not apart else None
    recorder = LiveRecorder(gone_on.journal, memory, writer)
    table = gone_on.table
    table.record_with(recorder)
    counts = gone_on.rounds, gone_on.dropped_bytes
    return OpenTable(table, gone_on.journal, recorder, *counts, found is not None, file)
