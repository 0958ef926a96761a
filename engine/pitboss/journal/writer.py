"""The journal: one line for every event with the moves of the house that followed it.

Nothing here knows a clock or draws a number.

Lines are JSON objects, described in ``fixtures/journals/README.md``. Each round ends with a SHA-256
over its own bytes, chained from the round before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BufferedWriter, FileIO
from os import PathLike
from typing import Final, NoReturn, Self, cast

from pitboss.errors import JournalError
from pitboss.game.events import Event, EventKind
from pitboss.game.round import House, Round
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import Shoe, shoe_commitment
from pitboss.given import Given
from pitboss.journal import files
from pitboss.journal.files import Flush, Sink
from pitboss.journal.lines import (
    DIGEST_END,
    DIGEST_KEY,
    Chain,
    Emit,
    JsonValue,
    WaitingLines,
    change_line,
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
from pitboss.journal.standing import named_by, stands_where
from pitboss.table.shoes import check_shoe, check_source
from pitboss.table.table import Table
from pitboss.version import VERSION

SCHEMA_VERSION: Final = 2
MAX_LINE_BYTES: Final = 1 << 19
"""No line of a journal is longer, its line feed included: seven seats of 256 hands end below it."""


_OPEN: Final = EventKind.OPEN
_ONE_EACH: Final = (
    "give each table a Journal of its own; a recorder around one hands `opened` and `joined` on"
)


class Journal:
    """Writes what a table does, as its recorder.

    `Journal.create` makes the file and locks it against every other writer. If the host opens a
    sink itself, the host must lock and close it, and no other writer may use it meanwhile. Only the
    process that makes a journal writes it: in a process forked from it, the table gets an error at
    the end of its round.

    Args:
        sink: where the bytes go; of `JournalFile` it is closed with the journal, any other is not.
        flush: how soon the lines are written to the sink; a sink of the host is flushed then.
        engine: the version to be named in the header; a replay names the one that it reads.
        secret_apart: leave the table's seed out of the header, where its commitment stands then
            alone. A replay needs that seed, so keep it.

    Raises:
        JournalError: the sink is a path or a file of text, or another argument of a wrong type.
    """

    def __init__(
        self,
        sink: Sink,
        *,
        flush: Flush = Flush.EACH_ROUND,
        engine: Given[str] = VERSION,
        secret_apart: Given[bool] = False,
    ) -> None:
        files.check_settings(sink=sink, flush=flush, engine=engine, secret_apart=secret_apart)
        self._engine = str(engine)
        self._secret_apart = bool(secret_apart)
        # Those whose seed is still to be revealed; at rest between rounds, the shoe in use alone.
        self._shoes: list[Shoe] = []
        self._lines = WaitingLines()
        self._emit: Emit = line_logger(self._lines).emit
        self._round: Round | None = None
        self._house: House | None = None
        self._of: tuple[object, ...] = ()
        # Lines that are neither events nor changes of seats: by them the journal knows how many of
        # those it holds.
        self._beside = 0
        # Lines that end with a digest: by them it knows whether a round that is over has its end.
        self._seals = 0
        self._seats = ""
        self._chain = Chain()
        self._finished = False
        self._failed = False
        self._process = files.PROCESS[0]
        self.seq = 0
        self._sink: Sink = sink
        self._direct(sink, flush)

    @classmethod
    def create(
        cls,
        path: str | PathLike[str],
        *,
        replace: Given[bool] = True,
        flush: Flush = Flush.EACH_ROUND,
        sync: Given[bool] = False,
        secret_apart: Given[bool] = False,
    ) -> Self:
        """Begin a journal in a file that is locked for other writers until the journal is closed.

        Use it as a context, or call `close`. `pitboss.resume` goes on with the file afterwards.

        Args:
            path: of the file; only its owner can read or write a file that is made.
            replace: whether a file that exists is replaced; if not, it is refused.
            flush: how soon the operating system has the lines.
            sync: each time lines are written, wait until the disk has them as well.
            secret_apart: leave the table's seed out, as for a `Journal`.

        Raises:
            JournalInUseError: the file is being written elsewhere; it stays as it is.
            JournalError: an argument is of a wrong type.
            OSError: it cannot be made or written, or exists and is not to be replaced.
        """
        files.check_settings(replace=replace, flush=flush, sync=sync, secret_apart=secret_apart)
        opening = files.Opening.REPLACE if replace else files.Opening.NEW
        file = files.JournalFile(path, opening, sync=bool(sync))
        return cls(file, flush=flush, secret_apart=secret_apart)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Write all waiting lines, close and unlock the file; a second call does nothing.

        A sink that the host opened stays open, and the journal goes on with it.

        Raises:
            JournalError: the file was deleted meanwhile.
            OSError: it cannot be written.
        """
        file, outlet = self._file, self._outlet
        if file is None or outlet is None or file.closed:
            return
        try:
            if not self._failed and self._lines.lines:
                self.hand_on()
            outlet.flush()
            file.check_kept()
        finally:
            self._sink = files.ClosedSink()
            outlet.close()

    def _direct(self, sink: Sink, flush: Flush) -> None:
        files.check_binary(sink)
        self._flushes = flush is not Flush.WHEN_FULL
        self._each_event = flush is Flush.EACH_EVENT
        self._file = sink if isinstance(sink, files.JournalFile) else None
        self._outlet: files.JournalFile | BufferedWriter | None = self._file
        if self._file is not None and not self._flushes:
            self._outlet = BufferedWriter(cast("FileIO", sink), files.BUFFER_BYTES)
        self._sink = self._outlet or sink

    def opened(self, table: Table) -> None:
        """Write the header and the first shoe.

        Raises:
            JournalError: another table has begun this journal, or no replay would find the shoes.
        """
        if self.seq:
            raise JournalError(None, "another table writes this journal", _ONE_EACH)
        check_source(table.house.shoes, table.rules, table.seed)
        self._takes(table)
        apart = self._secret_apart
        self._sealed(header_line(SCHEMA_VERSION, self._engine, table, secret_apart=apart))
        self._introduce(table, table.house.shoe)
        if self._flushes:
            # With its first shoe a journal can be taken up, were it killed in its first round.
            self.hand_on()

    def take_up(self, seq: int, digest: str, since: bytes) -> None:
        """Go on at the start of a round of a journal that was written before; a table joins next.

        Args:
            seq: the next sequence number.
            digest: the last digest written.
            since: the lines written after it.
        """
        self.seq = seq
        self._round = None
        self._shoes.clear()
        self._chain = Chain(digest)
        self._chain.add(since)

    def joined(self, table: Table) -> None:
        """Go on with a table that was restored, or taken up, where this journal stands.

        Raises:
            JournalError: no table has begun the journal, it has its last line, it stands at another
                place or in another game than the table, or the table that it recorded so far has
                gone on without it, so that it cannot be compared.
        """
        if not self.seq:
            raise JournalError(
                None,
                "a table that was restored cannot begin a journal",
                "resume the one it was written to, or keep its Journal",
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
                "the journal does not stand where this table does",
                "resume the table from what the journal's file holds",
            )
        self._takes(table)

    def _takes(self, table: Table) -> None:
        """Remember whose events are written from now on."""
        self._round, self._house = table.round, table.house
        self._of = named_by(table)
        self._seals = table.round.number + (table.round.question is None) if self.seq else 0
        self._seats = seats_text(table.round, table.plans)

    def redirect(self, sink: Sink, due: bytes, *, flush: Flush) -> None:
        """Write to another sink from now on, at first what the last one was given beyond it."""
        self._direct(sink, flush)
        self._begin_to_write()
        self._write(due)

    def applied(self, table: Table, event: Event) -> None:
        """Write an event with what followed it, and the end of the round if it came.

        Raises:
            JournalError: it is another table's, or an earlier write failed.
            LimitError: a number is greater than any reader of JSON keeps whole.
        """
        round_, house = self._round, self._house
        if round_ is None or house is None or table.round is not round_:
            raise JournalError(None, "another table writes this journal", _ONE_EACH)
        # Nearly every event brings none in, and to ask is cheaper than to loop over nothing.
        if house.new_shoes:
            for shoe in house.new_shoes:
                self._introduce(table, shoe)
            if event.kind is _OPEN:
                self._reveal_used()
        seq = self.seq
        opens = event.kind is _OPEN
        # Python 3.11 is slow to call an attribute that is no method of the class; a name it is not.
        emit = self._emit
        moves = moves_text(house)
        emit(
            round_line(seq, round_, house, moves, self._seats)
            if opens
            else event_line(seq, event, moves)
        )
        self.seq = seq + 1
        if round_.question is None and not opens:
            # The hole card may come from a shoe that was used up since; now it lies face up.
            if len(self._shoes) > 1:
                self._reveal_used()
            self._sealed(end_line(self.seq, round_))
        # A round that is over has been handed on with its end.
        if self._each_event and self._lines.lines:
            self.hand_on()

    def changed(self, table: Table, change: SeatChange) -> None:
        """Write a change of a seat.

        Raises:
            JournalError: it is another table's, or an earlier write failed.
        """
        if table.round is not self._round:
            raise JournalError(None, "another table writes this journal", _ONE_EACH)
        self._seats = seats_text(table.round, table.plans)
        self._emit(change_line(self.seq, change, table.round.seats[change.seat]))
        self.seq += 1
        # No round is open that could hand it on with its end.
        if self._flushes:
            self.hand_on()

    def host(self, facts: Mapping[str, JsonValue]) -> None:
        """Write a line of the host, such as a time; a replay takes it over as it stands.

        It has a number, and the next digest covers it. It is written at once.

        Raises:
            JournalError: the facts are no JSON object without floats, or do not fit on a line; the
                journal has no first line yet, or has its last; or an earlier write failed.
        """
        if isinstance(self._sink, files.ClosedSink):
            self._sink.write(b"")
        round_ = self._round
        if round_ is None or self._finished:
            place = "after the last" if self._finished else "before the first"
            raise JournalError(
                None,
                f"a host's line stands {place} line",
                "write it while a table writes the journal",
            )
        self._check_sound()
        self._check_rests(round_)
        line = host_line(self.seq, facts)
        size = len(line.encode()) + 1
        if size > MAX_LINE_BYTES:
            raise JournalError(
                None, f"a host's line of {size} bytes", f"give one of at most {MAX_LINE_BYTES}"
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

    def _introduce(self, table: Table, shoe: Shoe) -> None:
        """Write the line of a shoe, if a replay would find the shoe by it."""
        shoes, seed = table.house.shoes, table.seed
        check_shoe(shoe, shoes, table.rules, seed, table.round)
        self._emit(shoe_line(self.seq, shoe, shoe_commitment(shoe, seed)))
        self.seq += 1
        self._beside += 1
        self._shoes.append(shoe)

    def _reveal_used(self) -> None:
        """Write the seeds of all shoes but the one in use."""
        self._reveal(self._shoes[:-1])
        del self._shoes[:-1]

    def _reveal(self, shoes: Sequence[Shoe]) -> None:
        for shoe in shoes:
            if shoe.seed is not None:
                self._emit(reveal_line(self.seq, shoe, shoe.seed))
                self.seq += 1
                self._beside += 1

    def _sealed(self, line: str) -> None:
        """Write a line that ends with the digest of everything since the last such line."""
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

    def hand_on(self) -> None:
        """Write every waiting line to the sink, whether its round is whole or not.

        Raises:
            JournalError: an earlier write failed.
        """
        self._begin_to_write()
        self._write_waiting()

    def _check_rests(self, round_: Round) -> None:
        """See that every event, and every round that is over, has its line.

        Raises:
            JournalError: it has not; what was written next would stand at the wrong place.
        """
        events, seals = self.seq - self._beside, round_.number + (round_.question is None)
        if (events, self._seals) != (round_.event_count, seals):
            raise JournalError(
                None,
                "an event is under way, or was cut short",
                "write it when `apply` has returned, or resume the journal",
            )

    def _write_waiting(self) -> None:
        data = "".join([f"{line}\n" for line in self._lines.lines]).encode()
        self._lines.lines.clear()
        self._chain.add(data)
        self._write(data)

    def _begin_to_write(self) -> None:
        """See that nothing is written after a write that failed, for a hole would be left.

        Until the sink has taken everything this write counts as one that failed, too.

        Raises:
            JournalError: an earlier write failed.
        """
        if self._failed or self._process is not files.PROCESS[0]:
            self._check_sound()
        self._failed = True

    def _check_sound(self) -> None:
        if self._failed:
            raise JournalError(
                None, "an earlier write failed", "resume the journal from what its file holds"
            )
        if self._process is not files.PROCESS[0]:
            raise JournalError(
                None,
                "a process that was forked does not write the journal of the one it came from",
                "play on in that one, or begin a table and a journal of its own",
            )

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled: two journals would write one file.

        Raises:
            JournalError: always.
        """
        raise JournalError(None, "a journal is neither copied nor pickled", _ONE_EACH)

    def _write(self, data: bytes) -> None:
        """Give the sink some bytes."""
        sink = self._sink
        written = sink.write(data)
        if type(written) is not int or written != len(data):
            files.write_rest(sink, data, written)
        if self._flushes:
            sink.flush()
        self._failed = False
