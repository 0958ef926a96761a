"""Opens tables with a journal in a file: a new table, or the table of an existing journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from io import SEEK_END
from os import PathLike
from pathlib import Path
from typing import Final, Self, cast

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import PitbossError, TableError, brief
from pitboss.game.shoe import TableSeed
from pitboss.journal import Journal
from pitboss.journal.chains import paths_from
from pitboss.journal.files import Flush, JournalFile, Opening
from pitboss.journal.links import path_before
from pitboss.journal.reader import Header
from pitboss.journal.source import Lines
from pitboss.live.checkpoints import (
    Checkpoint,
    CheckpointFile,
    LiveRecorder,
    checkpoint_at,
    checkpoint_path,
)
from pitboss.live.memory import CommandMemory
from pitboss.replay.restored_tables import Resumed, resume, resume_behind
from pitboss.replay.starts import read_first
from pitboss.rules import Rules
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import draw_table_seed
from pitboss.table.table import Table

_FLUSH: Final = Flush.EACH_EVENT


@frozen
class OpenTable:
    """A table with its journal in a file; as a context manager it closes the file.

    Attributes:
        table: a new table, or the journal's table, at the question that was open.
        journal: the journal of the table, for lines that the host adds.
        recorder: the table's recorder; if you add others, the table must call this one first.
        rounds: how many whole rounds the journal held when it was opened.
        dropped_bytes: how many bytes were cut from the end of the file; see `Resumed`.
        from_checkpoint: whether only the journal's lines after its checkpoint were read.
    """

    table: Table
    journal: Journal
    recorder: LiveRecorder
    rounds: int
    dropped_bytes: int
    from_checkpoint: bool

    def sync(self) -> None:
        """Wait until the disk has everything that was written; any thread may call this.

        With `sync_apart`, call it before you tell anybody what has happened.

        Raises:
            OSError: the disk could not write the data.
        """
        cast("JournalFile", self.journal.file).wait_for_disk()

    @property
    def memory(self) -> CommandMemory:
        """The applied commands of clients, including those from before a restart."""
        return self.recorder.memory

    def close(self) -> None:
        """Close and unlock the file; a second call does nothing.

        The table can be opened again, unless `Table.close` was called before.

        Raises:
            JournalError: the file was deleted while it was open.
            OSError: the file cannot be written.
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
    rotate_rounds: int | None = None,
) -> OpenTable:
    """Begin a table with its journal in a file, or continue the table of that file.

    The file is locked until it is closed. Each event is written before the call that applied it
    returns, so a killed program loses no answer.

    The checkpoint, `PATH.checkpoint`, says from where the journal is read. If no checkpoint fits,
    or the journal does not hold its seed, the whole journal is read, with the same result.

    Args:
        path: the path of the journal.
        rules: the rules of a new table; the default rules if only seats are given.
        seats: the seats of a new table, as for a `Table`. An existing table must have begun with
            these seats and rules. Without seats, the file must already have a table.
        seed: a new table's seed, by default random; or the seed that an existing journal lacks.
        durable: each event is on the disk before the call returns, so a power cut loses no event.
        sync_apart: with `durable`, calls do not wait for the disk; the host calls `OpenTable.sync`.
        checkpoints: whether checkpoints are read and written.
        rotate_rounds: after how many rounds the journal continues in a new file; `None` for never.

    Raises:
        JournalInUseError: the file is being written elsewhere, in this process or another.
        OtherGameError: the file holds a game with other rules or seats.
        NotBegunError: the journal ends before its first shoe, and no seats are given.
        JournalError: the journal is finished or damaged; the file was not changed.
        SecretError: the journal does not hold its seed, and `seed` is missing or wrong.
        TableError: an argument is invalid.
        OSError: the file cannot be opened or written.
    """
    _check_rounds(rotate_rounds)
    seed = draw_table_seed() if seats is not None and seed is None else seed
    expected = _expected(rules, seats, seed)
    opening = Opening.GO_ON if expected is None else Opening.GO_ON_OR_BEGIN
    with ExitStack() as stack:
        file = stack.enter_context(JournalFile(paths_from(path)[-1], opening, sync=durable))
        file.sync_apart = sync_apart
        found = checkpoint_at(checkpoint_path(file.path)) if checkpoints else None
        gone_on = None if found is None else _behind(file, found, expected, seed)
        if gone_on is None:
            found = None
            gone_on = resume(file, rules=rules, seats=seats, seed=seed, flush=_FLUSH)
        opened = _recorded(gone_on, found, durable=durable, checkpoints=checkpoints)
        opened.recorder.rotate_rounds = rotate_rounds
        stack.pop_all()
    return opened


def _check_rounds(rotate: int | None) -> None:
    if rotate is not None and rotate < 1:
        problem = f"rotate_rounds must be 1 or more, got {brief(rotate)}"
        raise TableError(problem, "leave it out for a journal in one file")


def _expected(
    rules: Rules | None, seats: Sequence[str | SeatPlan | None] | None, seed: TableSeed | None
) -> Table | None:
    """Make a new table before its file, so that invalid arguments leave no file behind."""
    if seats is not None:
        return Table(rules, seats=seats, seed=seed)
    if rules is not None:
        raise TableError("rules are given without seats", "give both, or neither")
    return None


def _behind(
    file: JournalFile, found: Checkpoint, expected: Table | None, seed: TableSeed | None
) -> Resumed | None:
    """Continue a journal from a checkpoint; return `None` if the whole journal must be read."""
    try:
        return resume_behind(file, found.end, expected=expected, seed=seed, flush=_FLUSH)
    except PitbossError:
        return None


def _headers(file: JournalFile) -> Iterator[tuple[str, Header]]:
    """Yield the paths and headers of a file and of the earlier files that still exist."""
    with file.read_through() as source:
        header, _ = read_first(Lines(source))
    path = file.path
    yield path, header
    # The earlier files are needed only for the commands of clients.
    with suppress(OSError, PitbossError):
        while header.follows is not None:
            path = path_before(path, header.file_number)
            with Path(path).open("rb") as source:
                header, _ = read_first(Lines(source))
            yield path, header


def _recorded(
    gone_on: Resumed,
    found: Checkpoint | None,
    *,
    durable: bool,
    checkpoints: bool,
) -> OpenTable:
    """Return the table with a recorder, and with the commands that the journal has."""
    file = cast("JournalFile", gone_on.journal.file)
    headers = [*_headers(file)]
    for path, _ in headers[1:]:
        # A killed program may have left a checkpoint beside an earlier file.
        Path(checkpoint_path(path)).unlink(missing_ok=True)
    header = headers[0][1]
    if found is None:
        memory, offset = CommandMemory(), 0
        seq = 0 if header.follows is None else header.follows.event_count
        for path, before in reversed(headers[1:]):
            begun = 0 if before.follows is None else before.follows.event_count
            with Path(path).open("rb") as source:
                memory.read(Lines(source), begun)
    else:
        memory, offset = found.memory, found.end.offset
        seq = found.end.snapshot.round.event_count
    with file.read_through() as source:
        source.seek(offset)
        memory.read(Lines(source, offset), seq)
    file.seek(0, SEEK_END)
    # If the host keeps the seed out of the journal, write no checkpoint: it would hold the seed.
    apart = header.seed is None and header.commitment is not None
    writer = (
        CheckpointFile(gone_on.journal, seq, sync=durable) if checkpoints and not apart else None
    )
    recorder = LiveRecorder(gone_on.journal, memory, writer)
    table = gone_on.table
    table.paid = memory.paid_ids()
    table.record_with(recorder)
    counts = gone_on.rounds, gone_on.dropped_bytes
    return OpenTable(table, gone_on.journal, recorder, *counts, found is not None)
