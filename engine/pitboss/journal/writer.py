"""The journal: it writes a line for every event, with the moves of the house after it.

This module reads no clock and uses no random numbers.

Lines are JSON objects, described in ``fixtures/journals/README.md``. Each round ends with a SHA-256
of the previous digest and the bytes after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Final, Self

from pitboss.errors import JournalError
from pitboss.game.events import Event, EventKind
from pitboss.game.round import House, Round
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import Shoe, shoe_commitment
from pitboss.journal import files
from pitboss.journal.files import Flush, Sink
from pitboss.journal.lines import (
    DIGEST_END,
    DIGEST_KEY,
    Chain,
    Emit,
    change_line,
    continued_line,
    end_line,
    event_line,
    header_line,
    host_line,
    line_logger,
    moves_text,
    reveal_line,
    round_line,
    seats_text,
    shoe_line,
    trailer_line,
)
from pitboss.journal.links import Link, next_path
from pitboss.journal.outlet import ONE_EACH, Outlet
from pitboss.journal.standing import named_by, stands_where
from pitboss.notebooks import in_notebook
from pitboss.table.shoes import check_shoe, check_source
from pitboss.table.table import Table
from pitboss.text.strict import JsonValue
from pitboss.unchecked import Unchecked
from pitboss.version import VERSION

SCHEMA_VERSION: Final = 2
MAX_LINE_BYTES: Final = 1 << 19
"""The most bytes of a line, with its line feed; seven seats of 256 hands need fewer."""


_OPEN: Final = EventKind.OPEN


class Journal(Outlet):
    """Writes what a table does, as its recorder.

    `Journal.create` makes the file and locks it against every other writer. If the host opens a
    sink, the host must lock and close it, and no other writer may use it. Only the process that
    makes a journal can write it: a forked process gets an error when it writes. If a write fails,
    the `OSError` of the system is raised; then resume the journal from its file.

    Attributes:
        seq: the sequence number of the next line.
        link: the end of the previous file of a rotated journal; `None` in the first file.

    Args:
        sink: the destination of the bytes; it is closed only if it is a `JournalFile`.
        flush: when the lines are written to the sink; then a sink of the host is also flushed.
        engine: the version of the engine in the header; a replay gives the version that it read.
        secret_apart: leave the table's seed out of the header, and write only its commitment. Keep
            the seed, because a replay needs it.

    Raises:
        JournalError: the sink is a path or a text file, or another argument has a wrong type.
    """

    def __init__(
        self,
        sink: Sink,
        *,
        flush: Flush = Flush.EACH_ROUND,
        engine: Unchecked[str] = VERSION,
        secret_apart: Unchecked[bool] = False,
    ) -> None:
        files.check_settings(sink=sink, flush=flush, engine=engine, secret_apart=secret_apart)
        super().__init__(sink, flush)
        self._engine = str(engine)
        self._secret_apart = bool(secret_apart)
        # These are shoes whose seed is not yet revealed; between rounds, only the shoe in use.
        self._shoes: list[Shoe] = []
        self._emit: Emit = line_logger(self._lines).emit
        self._round: Round | None = None
        self._house: House | None = None
        self._of: tuple[object, ...] = ()
        # The number of lines that are neither events nor changes of seats.
        self._beside = 0
        # The number of lines that end with a digest; a finished round has such a line.
        self._seals = 0
        self._seats = ""
        self._finished = False
        self.seq = 0
        # The sequence number after the last round's end, at which a file can end.
        self._end_seq = -1
        self.link: Link | None = None

    @classmethod
    def create(
        cls,
        path: str | PathLike[str],
        *,
        replace: Unchecked[bool] = True,
        flush: Flush = Flush.EACH_ROUND,
        sync: Unchecked[bool] = False,
        secret_apart: Unchecked[bool] = False,
    ) -> Self:
        """Begin a journal in a file that other writers cannot open until it is closed.

        Use the journal as a context manager, or call `close`; `pitboss.resume` continues the file.

        Args:
            path: the path of the file; only its owner can read or write a new file.
            replace: whether an existing file is overwritten; if not, an error is raised.
            flush: when the lines are written to the operating system.
            sync: after each write, wait until the disk has the lines.
            secret_apart: leave the table's seed out, as in `Journal`.

        Raises:
            JournalInUseError: the file is being written elsewhere; it is unchanged.
            JournalError: an argument is of a wrong type.
            OSError: the file cannot be created or written, or exists and may not be replaced.
        """
        files.check_settings(replace=replace, flush=flush, sync=sync, secret_apart=secret_apart)
        opening = files.Opening.REPLACE if replace else files.Opening.NEW
        file = files.JournalFile(path, opening, sync=bool(sync))
        return cls(file, flush=flush, secret_apart=secret_apart)

    def opened(self, table: Table) -> None:
        """Write the header and the first shoe.

        Raises:
            JournalError: another table has begun this journal, or a replay could not make the shoes
                again.
        """
        if self.seq:
            raise JournalError(None, "another table writes this journal", ONE_EACH)
        check_source(table.house.shoes, table.rules, table.seed)
        self._takes(table)
        apart = self._secret_apart
        self._sealed(header_line(SCHEMA_VERSION, self._engine, table, None, secret_apart=apart))
        self._introduce(table, table.house.shoe)
        if self._flushes:
            # With its first shoe, a journal can be resumed even if its first round is interrupted.
            self.hand_on()

    def take_up(self, seq: int, digest: str, since: bytes) -> None:
        """Continue an earlier journal before a round; call `joined` with the table next.

        Args:
            seq: the next sequence number.
            digest: the last digest written.
            since: the lines written after that digest.
        """
        self.seq = seq
        self._round = None
        self._shoes.clear()
        self._chain = Chain(digest)
        self._chain.add(since)
        self._end_seq = -1 if since else seq

    def joined(self, table: Table) -> None:
        """Continue with a restored or resumed table that is in the state in which the journal ends.

        Raises:
            JournalError: no table has begun the journal; the journal has its last line; the table
                has another game, or not the state in which the journal ends; or the earlier table
                has continued without the journal, so the two tables cannot be compared.
        """
        if not self.seq:
            raise JournalError(
                None,
                "a table that was restored cannot begin a journal",
                "resume its journal, or keep its Journal object",
            )
        if self._finished:
            raise JournalError(None, "the journal has its last line", "begin another table")
        self._check_sound()
        check_source(table.house.shoes, table.rules, table.seed)
        if self._round is None or self._house is None:
            self._beside = self.seq - table.round.event_count
            self._shoes = [table.house.shoe]
        elif not stands_where(table, self._of, self.seq - self._beside, self._round, self._house):
            raise JournalError(
                None,
                "this table is not in the state in which the journal ends",
                "resume the table from what the journal's file holds",
            )
        self._takes(table)

    def _takes(self, table: Table) -> None:
        """Set the table whose events are written from now on."""
        self._round, self._house = table.round, table.house
        self._of = named_by(table)
        self._seals = table.round.number + (table.round.question is None) if self.seq else 0
        self._seats = seats_text(table.round, table.plans)

    def redirect(self, sink: Sink, due: bytes, *, flush: Flush) -> None:
        """Write to another sink from now on; first write the bytes that this sink lacks."""
        self._direct(sink, flush)
        self._begin_to_write()
        self._write(due)

    def applied(self, table: Table, event: Event) -> None:
        """Write an event with its consequences, and the end line if the round ended.

        Raises:
            JournalError: another table writes the journal, or an earlier write failed.
            LimitError: a number is too large for JSON readers to read exactly.
        """
        round_, house = self._round, self._house
        if round_ is None or house is None or table.round is not round_ or self._failed:
            self._check_sound()
            raise JournalError(None, "another table writes this journal", ONE_EACH)
        # Few events bring a new shoe, and this test is faster than an empty loop.
        if house.new_shoes:
            for shoe in house.new_shoes:
                self._introduce(table, shoe)
            if event.kind is _OPEN:
                self._reveal_used()
        seq = self.seq
        opens = event.kind is _OPEN
        # Python 3.11 is slow to call an attribute that is not a method; a local variable is faster.
        emit = self._emit
        moves = moves_text(house)
        emit(
            round_line(seq, round_, house, moves, self._seats)
            if opens
            else event_line(seq, event, moves)
        )
        self.seq = seq + 1
        if round_.question is None and not opens:
            # Until now, the seed of an earlier shoe could have revealed the hole card.
            if len(self._shoes) > 1:
                self._reveal_used()
            self._sealed(end_line(self.seq, round_))
            self._end_seq = self.seq
        # If this was the last line of a round, no lines wait any more.
        if self._each_event and self._lines.lines:
            self.hand_on()

    def changed(self, table: Table, change: SeatChange) -> None:
        """Write a change of a seat.

        Raises:
            JournalError: another table writes the journal, or an earlier write failed.
        """
        if table.round is not self._round or self._failed:
            self._check_sound()
            raise JournalError(None, "another table writes this journal", ONE_EACH)
        self._seats = seats_text(table.round, table.plans)
        self._emit(change_line(self.seq, change, table.round.seats[change.seat]))
        self.seq += 1
        # No round is open, so no end of a round will write this line to the sink.
        if self._flushes:
            self.hand_on()

    def host(self, facts: Mapping[str, JsonValue]) -> None:
        """Write a line of the host, such as a time; a replay copies it unchanged.

        The line has a sequence number, the next digest covers it, and it is written at once.

        Raises:
            JournalError: the facts are not a JSON object, contain a float, are nested too deep or
                do not fit on a line; no table writes the journal; or an earlier write failed.
        """
        if isinstance(self._sink, files.ClosedSink):
            self._sink.write(b"")
        round_ = self._round
        if round_ is None or self._finished:
            place = "after the last" if self._finished else "before the first"
            problem = f"a host's line cannot come {place} line"
            raise JournalError(None, problem, "write it while a table writes the journal")
        self._check_sound()
        self._check_rests(round_)
        line = host_line(self.seq, facts)
        size = len(line.encode()) + 1
        if size > MAX_LINE_BYTES:
            raise JournalError(
                None, f"a host's line has {size} bytes", f"give at most {MAX_LINE_BYTES} bytes"
            )
        self._begin_to_write()
        self._emit(line)
        self.seq += 1
        self._beside += 1
        self._write_waiting()

    def closed(self, table: Table) -> None:
        """Write the last line; further calls write nothing."""
        if self._finished:
            return
        self._finished = True
        self._reveal(self._shoes)
        self._sealed(trailer_line(self.seq, table.round, table.house))
        self._sink.flush()
        if self._file is not None:
            self._file.check_kept()

    @property
    def file_number(self) -> int:
        """The number of the present file in its chain, counted from 1."""
        return 1 if self.link is None else self.link.file + 1

    def rotate(self, table: Table, *, replace: Unchecked[bool] = False) -> None:
        """Continue in another file beside this one: `game.2.jsonl` after `game.jsonl`.

        When this method returns, both files are on the disk. If the program is killed earlier,
        `resume` finds the last complete file.

        Args:
            table: the table that the journal records; its round has just ended.
            replace: whether an existing file is overwritten; if not, an error is raised.

        Raises:
            JournalError: the journal is written to a sink of the host, or something was written
                since a round ended.
            OSError: the file exists or cannot be written; the journal must be resumed.
        """
        files.check_settings(replace=replace)
        file = self._file
        if file is None:
            problem = "a journal in a sink of the host cannot be rotated"
            raise JournalError(None, problem, "let Journal.create make its file")
        self.end_file(table)
        self._wait_for_disk(file)
        # Nothing else is written until the next file has its beginning.
        self._failed = True
        path = next_path(file.path, self.file_number)
        opening = files.Opening.REPLACE if replace else files.Opening.NEW
        following = files.JournalFile(path, opening, sync=file.sync)
        following.sync_apart = file.sync_apart
        self.begin_file(table, following, VERSION)

    def end_file(self, table: Table) -> None:
        """Write the last line of a file that another file will follow.

        Raises:
            JournalError: another table writes the journal, something was written since a round
                ended, or an earlier write failed.
        """
        if table.round is not self._round:
            raise JournalError(None, "another table writes this journal", ONE_EACH)
        if self.seq != self._end_seq:
            raise JournalError(None, "no round has just ended", "rotate right after a round")
        self._sealed(continued_line(self.seq, self.file_number + 1, table.round, table.house))

    def begin_file(
        self, table: Table, following: files.JournalFile | None, engine: str = ""
    ) -> None:
        """Write the first lines of the file after the file that `end_file` has ended.

        Args:
            table: the table in its state at that end.
            following: the new file; `None` to continue in the same sink.
            engine: the version of the engine in the header; by default the version in the present
                file.

        Raises:
            OSError: the file cannot be written.
        """
        self._failed = False
        if following is not None:
            self._go_on_in(following)
        self._engine = engine or self._engine
        number = self.file_number
        self.link = Link(number, self.seq, self._chain.digest, table.round.number)
        self.restart(table)
        if following is not None:
            self._wait_for_disk(following)

    def restart(self, table: Table) -> None:
        """Write the first lines of the file that follows `link`, with the state of the table."""
        self.seq, self._chain, self._shoes = 0, Chain(), [table.house.shoe]
        apart = self._secret_apart
        self._sealed(
            header_line(SCHEMA_VERSION, self._engine, table, self.link, secret_apart=apart)
        )
        shoe = table.house.shoe
        self._emit(shoe_line(self.seq, shoe, shoe_commitment(shoe, table.seed)))
        self.seq += 1
        self._beside = self.seq - table.round.event_count
        self._takes(table)
        if self._flushes:
            self.hand_on()

    def _introduce(self, table: Table, shoe: Shoe) -> None:
        """Write the line of a shoe; refuse a shoe that a replay could not make again."""
        shoes, seed = table.house.shoes, table.seed
        check_shoe(shoe, shoes, table.rules, seed, table.round)
        self._emit(shoe_line(self.seq, shoe, shoe_commitment(shoe, seed)))
        self.seq += 1
        self._beside += 1
        self._shoes.append(shoe)

    def _reveal_used(self) -> None:
        """Write the seeds of all shoes except the shoe in use."""
        self._reveal(self._shoes[:-1])
        del self._shoes[:-1]

    def _reveal(self, shoes: Sequence[Shoe]) -> None:
        for shoe in shoes:
            if shoe.seed is not None:
                self._emit(reveal_line(self.seq, shoe, shoe.seed))
                self.seq += 1
                self._beside += 1

    def _sealed(self, line: str) -> None:
        """Write a line that ends with the digest of all bytes since the last digest."""
        self._begin_to_write()
        self._emit(line)
        self.seq += 1
        self._beside += 1
        self._seals += 1
        lines = self._lines.lines
        lines[-1] = line[:-1]
        data = "\n".join(lines).encode()
        lines.clear()
        self._write(b"".join((data, DIGEST_KEY, self._chain.close(data), DIGEST_END)))

    def _check_rests(self, round_: Round) -> None:
        """Check that every event and the end of every finished round has its line.

        Raises:
            JournalError: a line is missing, so the next line would be in the wrong place.
        """
        events, seals = self.seq - self._beside, round_.number + (round_.question is None)
        if (events, self._seals) != (round_.event_count, seals):
            raise JournalError(
                None,
                "an event is under way, or was cut short",
                "write the line after `apply` returns, or resume the journal",
            )

    def _repr_html_(self) -> str | None:
        """Return the last rounds as HTML, for a notebook."""
        return in_notebook(self, files.held_by(self._file or self._sink))
