"""Playing a journal again: its own inputs go in, and every byte must come out as it stands.

A fresh table is fed with the journal's rules, seed, arranged cards and events, and is recorded as a
journal once more. The two are compared round by round, so memory does not grow with the length of
the file, and the first line that differs is named.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import zip_longest

from pitboss.errors import JournalError, PitbossError
from pitboss.events import Event
from pitboss.journal import Journal
from pitboss.journal_reader import (
    Header,
    RawLine,
    Record,
    decode,
    read_event,
    read_round,
    read_shoe,
)
from pitboss.replay.shoes import JournalShoes, spent, written_out
from pitboss.replay.starts import RoundStart, digest_of, without_digest
from pitboss.round import Phase
from pitboss.shoe import Shoe
from pitboss.table import SeatPlan, Table, seeded_shoes


class DifferenceError(PitbossError):
    """The journal and the engine part here.

    Attributes:
        raw: the journal's line; none if it ends before what the engine writes.
        due: the line that the engine writes; empty if it writes none.
        problem: one sentence.
    """

    def __init__(self, raw: RawLine | None, due: str, problem: str) -> None:
        self.raw = raw
        self.due = due
        self.problem = problem
        super().__init__(problem)


class _Captured:
    """A sink that keeps what the replay's own journal writes until it is compared."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes, /) -> None:
        self.data += data

    def flush(self) -> None:
        return

    def take(self) -> bytes:
        data, self.data = self.data, b""
        return data


class Replay:
    """A journal being played again, line by line.

    Args:
        header: the journal's first line, decoded.

    Attributes:
        header: the journal's first line, decoded.
        journal: what records the replay.
        rounds: rounds that came out the same, whole.
        finished: the trailer was read.
        digest: the last digest that came out the same.
        since: the lines after that digest.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        seeded = None if header.seed is None else seeded_shoes(header.rules, header.seed)
        self._shoes = JournalShoes(seeded)
        self._captured = _Captured()
        self._table: Table | None = None
        self._unverified: list[RawLine] = []
        self._announced: list[RawLine] = []
        self.journal = Journal(self._captured, engine=header.engine)
        self.rounds = 0
        self.finished = False
        self.digest = ""
        self.since: list[RawLine] = []

    @classmethod
    def from_header(cls, header: Header, first: RawLine) -> Replay:
        """Begin at the beginning; the line after the header introduces the first shoe."""
        replay = cls(header)
        replay._unverified.append(first)  # noqa: SLF001  its own class
        return replay

    @classmethod
    def from_start(cls, start: RoundStart) -> Replay:
        """Begin where a round is about to be opened; its first lines are fed next.

        Raises:
            JournalError: the journal does not give what that takes.
        """
        replay = cls(start.header)
        replay._begin_at(start)  # noqa: SLF001  its own class
        return replay

    @property
    def table(self) -> Table:
        """The table as it stands after the last line that was fed.

        Raises:
            JournalError: the first shoe has not been read, so that there is no table yet.
        """
        if self._table is None:
            raise JournalError(None, "the journal ends before its first shoe; nothing is dealt")
        return self._table

    @property
    def begun(self) -> bool:
        """The table is set up: the first shoe was read."""
        return self._table is not None

    @property
    def awaits_shoe(self) -> bool:
        """A shoe was announced and not yet brought in."""
        return bool(self._announced)

    def _set_up(self, recorder: Journal | None) -> Table:
        header = self.header
        table = Table(
            header.rules,
            seats=[SeatPlan(seat.name, seat.balance_minor) for seat in header.seats],
            seed=header.seed,
            shoes=self._shoes,
            recorder=recorder,
        )
        self._table = table
        return table

    def _begin_at(self, start: RoundStart) -> None:
        record, line_number = start.record, start.lines[0].number
        if len(record.balances) != len(self.header.seats):
            raise JournalError(line_number, "there is not one balance for each seat")
        self._shoes.lend(self._shoe_at(start))
        table = self._set_up(None)
        round_ = table.round
        round_.number = record.number - 1
        round_.phase = Phase.RESOLVED if record.first_move == "resolved-open" else Phase.BETTING
        for seat, balance_minor in zip(round_.seats, record.balances, strict=True):
            seat.balance_minor = balance_minor
        table.house.balance_minor = record.house_minor
        self.journal.take_up(start.seq, start.digest, start.since)
        self.digest = start.digest
        table.record_with(self.journal)

    def _shoe_at(self, start: RoundStart) -> Shoe:
        record, line_number = start.record, start.lines[0].number
        if start.brings_shoe:
            return spent(record.shoe - 1)
        shoe = None
        if start.shoe is not None and start.shoe.number == record.shoe:
            shoe = written_out(start.shoe)
        if shoe is None:
            shoe = self._shoes.fresh(record.shoe)
        if record.position > len(shoe.cards):
            raise JournalError(line_number, f"shoe {record.shoe} has no position {record.position}")
        shoe.position = record.position
        return shoe

    def feed(self, raw: RawLine) -> None:
        """Play one numbered line.

        Raises:
            DifferenceError: the journal and the engine part at this line or before it.
        """
        try:
            self._play(raw, decode(raw))
        except DifferenceError:
            raise
        except JournalError as error:
            raise self._earlier_or(raw, error.problem) from error
        except PitbossError as error:
            raise self._earlier_or(raw, f"the engine refuses this line: {error}") from error

    def _earlier_or(self, raw: RawLine, problem: str) -> DifferenceError:
        """Return the difference at a line that cannot be played, or an earlier one."""
        if self._unverified and self._unverified[-1] is raw:
            self._unverified.pop()
        try:
            if self._table is not None:
                self.compare()
        except DifferenceError as earlier:
            return earlier
        return DifferenceError(raw, "", problem)

    def _play(self, raw: RawLine, record: Record) -> None:
        kind = record["line"]
        if self.finished:
            raise JournalError(raw.number, "a line stands after the last line of the journal")
        if self._captured.data and kind != "end":
            self._unverified.append(raw)
            self.compare()
        if kind == "shoe":
            self._announce(raw, record)
            return
        self._unverified += self._announced
        self._announced.clear()
        self._unverified.append(raw)
        if kind == "event":
            self.table.apply(read_event(raw, record))
        elif kind == "round":
            read_round(raw, record)
            self.table.apply(Event.open())
        elif kind == "trailer":
            self.table.close()
            self.compare()
            self.finished = True
        elif kind == "end":
            self.compare()
            self.rounds += 1
        else:
            raise JournalError(raw.number, f"a line {kind!r} does not belong here")

    def _announce(self, raw: RawLine, record: Record) -> None:
        """Hold a shoe's line until the event that brings the shoe in; the first sets the table."""
        self._shoes.announce(read_shoe(raw, record))
        if self._table is not None:
            self._announced.append(raw)
            return
        self._unverified.append(raw)
        self._set_up(self.journal)
        self.compare()

    def compare(self) -> None:
        """Compare the lines read since the last time with what the engine wrote.

        Raises:
            DifferenceError: they differ; the first line that does is named.
        """
        missing = self.compare_so_far()
        if missing:
            raise first_difference([], missing)

    def compare_so_far(self) -> bytes:
        """Compare likewise, and return what the engine wrote beyond the journal's last line.

        Raises:
            DifferenceError: a line of the journal differs.
        """
        self.journal.hand_on()
        due = self._captured.take()
        lines = self._unverified
        read = b"".join([raw.data for raw in lines])
        if not due.startswith(read):
            raise first_difference(lines, due)
        self._unverified = []
        for raw in lines:
            digest = digest_of(raw.data)
            if digest:
                self.digest = digest
                self.since.clear()
            else:
                self.since.append(raw)
        return due[len(read) :]

    def unverified(self) -> list[RawLine]:
        """Return the lines that were read and not found to be the same."""
        return list(self._unverified)


def first_difference(lines: list[RawLine], due: bytes) -> DifferenceError:
    """Find the first line that differs from what is due."""
    for raw, line in zip_longest(lines, due.splitlines(keepends=True)):
        if raw is None:
            return DifferenceError(None, shown(line), "the journal ends before this line")
        if raw.data != line:
            if line is None:
                return DifferenceError(raw, "", "the engine writes no such line")
            return DifferenceError(raw, shown(line), "the engine writes another line")
    raise AssertionError("the lines are the same")


def shown(data: bytes) -> str:
    """Return a line as text for a reader, whatever its bytes are."""
    return data.decode("utf-8", "replace").rstrip("\n")


def digests_hold(digest: str, lines: Iterable[bytes]) -> bool:
    """Say whether every digest in some lines covers what stands before it.

    Args:
        digest: the last digest before the lines.
        lines: as they lie in the file.
    """
    running = sha256(digest.encode())
    for data in lines:
        claimed = digest_of(data)
        if not claimed:
            running.update(data)
            continue
        running.update(without_digest(data))
        if running.hexdigest() != claimed:
            return False
        running = sha256(claimed.encode())
    return True
