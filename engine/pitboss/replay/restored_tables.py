"""Restore the table of a journal: at its end, to continue, or after any line, to inspect it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from functools import partial
from os import PathLike
from typing import BinaryIO, Final, Self

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import JournalError, TableError, brief, journal_fault
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.shoe import ShoeSource, TableSeed
from pitboss.journal import Journal
from pitboss.journal.chains import may_be_begun, paths_from
from pitboss.journal.fields import RawLine
from pitboss.journal.files import Flush, JournalFile, Opening, check_binary
from pitboss.journal.links import next_path
from pitboss.journal.reader import Header
from pitboss.journal.source import Lines, digest_of
from pitboss.replay.advancing import play_lines
from pitboss.replay.inputs import DifferenceError
from pitboss.replay.playing import Replay
from pitboss.replay.sharing import replay_from_beginning
from pitboss.replay.starts import NotBegunError, RoundEnd, read_first
from pitboss.rules import Rules
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import check_source, client_seeds_of, with_client_seeds
from pitboss.table.table import Table
from pitboss.version import VERSION

_BEGIN: Final = "begin a new one: nothing was dealt"


class OtherGameError(JournalError):
    """A journal belongs to another game than the expected one.

    Attributes:
        what: what is different: ``rules`` or ``seats``.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        problem = f"the journal is of another game, with other {what}"
        super().__init__(None, problem, "resume it without rules and seats, or name another file")


class FinishedError(JournalError):
    """A journal cannot be continued, because its game is finished.

    If the error is pickled or copied, it loses its table and its journal.

    Attributes:
        table: the closed table, after the last round.
        journal: a journal with the same lines, which is in no file.
    """

    def __init__(self, table: Table, journal: Journal) -> None:
        self.table = table
        self.journal = journal
        super().__init__(None, "the journal is finished", "begin a new one")

    def _portable(self) -> dict[str, object]:
        kept = {"table", "journal"}
        return {name: each for name, each in vars(self).items() if name not in kept}


@frozen
class Resumed:
    """A table that continues from the end of its journal; a ``with`` block closes the journal.

    Attributes:
        table: the table, at the open question; it records to the same file.
        journal: the recorder of the table, for a host that adds further recorders.
        rounds: how many whole rounds the journal has.
        dropped_bytes: how many bytes were cut from the end of the file: an incomplete line, and
            lines of shoes whose event is missing.
    """

    table: Table
    journal: Journal
    rounds: int
    dropped_bytes: int

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.journal.close()


@takes(journal_fault)
def resume(
    file: str | PathLike[str] | BinaryIO,
    *,
    rules: Rules | None = None,
    seats: Sequence[str | SeatPlan | None] | None = None,
    seed: TableSeed | None = None,
    shoes: ShoeSource | None = None,
    flush: Flush = Flush.EACH_ROUND,
    sync: bool = False,
) -> Resumed:
    """Replay an unfinished journal and continue it in its file, or in the last file of a chain.

    If a path is given, the file is locked before it is read, until the journal is closed. If the
    host opens the file, the host must lock and close it. If there is no journal, or it ends before
    its first shoe, a new journal begins; this needs `seats`.

    Args:
        file: the journal: its path, or a file opened for reading and writing in binary mode.
        rules: the rules of a new game; by default ``Rules()``.
        seats: the seats, as for a `Table`. A continued game must have these and `rules`.
        seed: the seed of a new game, or of a journal that does not hold its seed.
        shoes: the source of further shoes, if the seed does not make them. Give arranged shoes
            again. If there is no source and no seed, no card follows the journal's last shoe.
        flush: how soon the operating system has the lines.
        sync: after each write, wait until the disk has the lines; only if `file` is a path.

    Raises:
        JournalInUseError: the file is already being written.
        NotBegunError: the journal ends before its first shoe, and no seats are given.
        OtherGameError: the journal has other rules or seats.
        JournalError: the journal is finished (a `FinishedError`) or damaged, or cannot be written,
            or a replay could not make the further shoes; the file is unchanged.
        SecretError: the seed is not in the journal, and `seed` is missing or wrong.
        TableError: rules are given without seats, or no table can be set up with these values.
        OSError: the file cannot be opened or written.
    """
    if seats is None and rules is not None:
        raise TableError("rules are given without seats", "give seats, or leave out the rules")
    begin = None if seats is None else partial(Table, rules, seats=seats, seed=seed, shoes=shoes)
    expected = None if begin is None else begin()
    with ExitStack() as stack:
        if isinstance(file, str | PathLike):
            opening = Opening.GO_ON if begin is None else Opening.GO_ON_OR_BEGIN
            file = stack.enter_context(JournalFile(paths_from(file)[-1], opening, sync=sync))
        elif sync:
            raise JournalError(None, "`sync` needs a path, got a file", "give its path to sync it")
        play = partial(_played, expected=expected, shoes=shoes, seed=seed)
        try:
            resumed = _gone_on(file, play, shoes, flush)
        except NotBegunError as error:
            if begin is None:
                raise NotBegunError(error.problem, _BEGIN) from error
            resumed = _begun(file, begin, flush)
        stack.pop_all()
    return resumed


def _begun(file: BinaryIO, begin: Callable[..., Table], flush: Flush) -> Resumed:
    """Begin a journal again, because no card was dealt in it yet."""
    dropped_bytes = _cut_at(file, 0)
    journal = Journal(file, flush=flush)
    return Resumed(begin(recorder=journal), journal, 0, dropped_bytes)


def resume_behind(
    file: JournalFile,
    end: RoundEnd,
    *,
    expected: Table | None,
    seed: TableSeed | None,
    flush: Flush,
) -> Resumed:
    """Continue an unfinished journal, but do not replay the part before a given place.

    The table is the same as with `resume`, if the place is in this journal.

    Args:
        file: the journal, opened for reading and writing.
        end: the place, which is the end of a round; the rounds before it are not read.
        expected: a table with the rules and seats that the journal must have; `None` accepts any.
        seed: the seed of the table, if it is not in the journal.
        flush: how soon the operating system has the lines.

    Raises:
        OtherGameError: the journal has other rules or seats; the file is not changed.
        SecretError: the seed is not in the journal, and `seed` is missing or wrong.
        JournalError: no round of the journal ends there, or `resume` would refuse the rest; the
            file is not changed.
        OSError: the file cannot be read or written.
    """
    play = partial(_played_behind, end=end, expected=expected, seed=seed)
    return _gone_on(file, play, None, flush)


def _gone_on(
    file: BinaryIO,
    play: Callable[[BinaryIO], tuple[Replay, int]],
    shoes: ShoeSource | None,
    flush: Flush,
) -> Resumed:
    """Continue a journal after a replay has played it to its end."""
    check_binary(file)
    if not file.writable():
        raise JournalError(None, "the file cannot be written", "open it with 'r+b'")
    file.seek(0)
    try:
        with file.read_through() if isinstance(file, JournalFile) else nullcontext(file) as source:
            replay, end = play(source)
        table = replay.table
    except DifferenceError as error:
        problem = f"the journal cannot be continued: {error.problem}"
        raise JournalError(error.line_number, problem, error.next_step) from error
    table.paid = replay.paid
    if replay.finished:
        raise FinishedError(table, replay.journal)
    dropped_bytes = _cut_at(file, end)
    if replay.continued:
        _begin_next(file, replay, flush)
    else:
        replay.journal.redirect(file, replay.due, flush=flush)
    if shoes is not None:
        table.house.shoes = with_client_seeds(shoes, client_seeds_of(table.round))
    # The engine can be ahead of the journal by one line only: the last line of a round.
    return Resumed(table, replay.journal, replay.rounds + bool(replay.due), dropped_bytes)


def _begin_next(file: BinaryIO, replay: Replay, flush: Flush) -> None:
    """Begin the next file of a chain, because a program ended a file and did not begin the next.

    Raises:
        JournalError: the host opened the file, or a file with the name of the next one exists.
    """
    if not isinstance(file, JournalFile):
        problem = "the journal continues in another file"
        raise JournalError(None, problem, "give the path of its first or last file")
    path = next_path(file.path, replay.journal.file_number)
    if not may_be_begun(path):
        problem = f"{path} does not follow {file.path}"
        raise JournalError(None, problem, "move it away, and resume again")
    following = JournalFile(path, Opening.GO_ON_OR_BEGIN, sync=file.sync)
    try:
        following.sync_apart = file.sync_apart
        following.truncate(0)
        replay.journal.redirect(following, b"", flush=flush)
        replay.journal.begin_file(replay.table, None, VERSION)
    except BaseException:
        following.close()
        raise
    file.close()


def _played(
    source: BinaryIO, expected: Table | None, shoes: ShoeSource | None, seed: TableSeed | None
) -> tuple[Replay, int]:
    """Play a journal from its beginning; if a game is expected, the journal must be of it."""
    lines = Lines(source)
    header, first = read_first(lines)
    if expected is not None:
        _check_same_game(header, expected)
    replay = Replay.from_header(header, first, seed)
    if shoes is not None:
        check_source(shoes, header.rules, replay.header.seed)
    return _played_on(replay, lines)


def _check_same_game(header: Header, expected: Table) -> None:
    """Check that a journal belongs to the expected game.

    Raises:
        OtherGameError: it has other rules or seats.
    """
    if header.rules != expected.rules:
        raise OtherGameError("rules")
    if header.seats != expected.plans:
        raise OtherGameError("seats")


def _played_behind(
    source: BinaryIO, end: RoundEnd, expected: Table | None, seed: TableSeed | None
) -> tuple[Replay, int]:
    """Play a journal, beginning at the end of a round."""
    header, first = read_first(Lines(source))
    if expected is not None:
        _check_same_game(header, expected)
    if not end.stands_in(source, header, digest_of(first.data)):
        raise JournalError(None, "no round ends there", "read the journal from its beginning")
    return _played_on(Replay.from_end(header, end, seed), Lines(source, end.offset))


def _played_on(replay: Replay, lines: Lines) -> tuple[Replay, int]:
    """Play a journal to its last whole line; also return the end of that line, in bytes."""
    replay.paid = set()
    for _ in play_lines(replay, lines):
        pass
    if replay.held:
        return replay, replay.held[0].offset
    last = lines.last
    return replay, lines.offset if last is None or last.whole else last.offset


def _cut_at(file: BinaryIO, end: int) -> int:
    """Cut off a file at a place, and go there; return the number of bytes that were cut off."""
    dropped_bytes = file.seek(0, 2) - end
    file.seek(end)
    file.truncate()
    return dropped_bytes


class JournalStepper:
    """A place in a journal, and the table at that place.

    Memory does not grow with the length of the journal. Going back plays the journal
    again from its beginning.

    Args:
        file: the journal, opened in binary mode; it must be seekable.
        seed: the seed of the table, if it is not in the journal.

    Attributes:
        seq: the sequence number of the last line that was played.
        line: that line; `None` before the first line.
        header: the journal's first line.

    Raises:
        SecretError: the seed is missing or wrong.
        JournalError: the file is not binary, or has no readable header and first shoe.
    """

    @takes(journal_fault)
    def __init__(self, file: BinaryIO, *, seed: TableSeed | None = None) -> None:
        self._file = file
        self._seed = seed
        self.line: RawLine | None = None
        self._begin()
        self.go_to(1)

    @property
    def table(self) -> Table:
        """The table after the line at `seq`."""
        return self._replay.table

    def forward(self) -> bool:
        """Play the next line; return `False` at the end of the journal.

        Raises:
            JournalError: the line cannot be read, or differs from what the engine does.
        """
        before = self.seq
        self._play_to(before + 1)
        return self.seq > before

    def back(self) -> bool:
        """Go back by one line; return `False` at the beginning, right after the first shoe.

        Raises:
            JournalError: a line cannot be read.
        """
        if self.seq <= 1:
            return False
        self.go_to(self.seq - 1)
        return True

    def go_to(self, seq: int, progress: Callable[[int], object] | None = None) -> None:
        """Go to a line by its sequence number; 0 goes to the beginning, as 1 does.

        Args:
            seq: the sequence number.
            progress: called with sequence numbers that are reached on the way.

        Raises:
            JournalError: the journal has no such line, or a line before it cannot be read.
        """
        given: object = seq
        if type(given) is not int or not 0 <= given <= MAX_NUMBER:
            raise JournalError(
                None, f"the sequence number {brief(given)}", f"give 0 to {MAX_NUMBER}"
            )
        wanted = max(seq, 1)
        if self.seq > wanted:
            self._begin()
        self._play_to(wanted, progress)
        if self.seq < wanted:
            raise JournalError(
                None, f"the journal ends before sequence number {seq}", f"give 0 to {self.seq}"
            )

    def _begin(self) -> None:
        """Set up the table at the beginning of the journal."""
        self._lines = Lines(self._file)
        self._file.seek(0)
        header, first = read_first(self._lines)
        self.header = header
        self._replay = replay_from_beginning(header, first, self._lines, self._seed)
        self.seq = 0

    def _play_to(self, seq: int, progress: Callable[[int], object] | None = None) -> None:
        """Play the journal up to a line, or to its end."""
        if self.seq == seq:
            return
        for _ in play_lines(self._replay, self._lines, last_seq=seq):
            self.seq = self._replay.next_seq - 1
            self.line = self._lines.last
            if progress is not None:
                progress(self.seq)
            if self.seq == seq:
                return
