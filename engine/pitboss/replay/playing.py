"""Playing a journal again: its own inputs go in, and every byte must come out as it stands.

A fresh table is fed with the journal's rules, seed, arranged cards and events, and is recorded as a
journal once more. The two are compared round by round, so memory does not grow with the length of
the file, and the first line that differs is named.

There are two ways to go on. `Replay.feed` takes one line, reads it strictly, and knows what is
wrong with it. `Replay.play_at_once` takes many whole rounds, reads them as cheaply as can be, and
knows only whether all is right; if it is not, a new table stands where the piece begins, and the
lines can be fed.
"""

from __future__ import annotations

from io import BytesIO
from itertools import chain, repeat
from typing import Final

from pitboss.errors import JournalError, PitbossError, brief
from pitboss.game.events import Event
from pitboss.game.round import Phase
from pitboss.game.shoe import Shoe
from pitboss.journal import Journal
from pitboss.journal.files import Flush
from pitboss.journal.reader import (
    Header,
    RawLine,
    Record,
    ShoeRecord,
    decode,
    read_event,
    read_round,
    read_shoe,
)
from pitboss.replay.digests import digest_of
from pitboss.replay.guessing import Guesses, without_notes
from pitboss.replay.shoes import (
    AnnouncedShoes,
    announced_shoe,
    source_beyond,
    spent,
    stated_shoe,
)
from pitboss.replay.standing import JournalStanding
from pitboss.replay.starts import NotBegunError, RoundStart
from pitboss.table import Table

MAX_ANNOUNCED: Final = 4096
"""More shoes than one event can bring in."""


class DifferenceError(PitbossError):
    """The journal and the engine part here.

    Attributes:
        raw: the journal's line.
        due: the line that the engine writes there; empty if it writes none.
    """

    def __init__(self, raw: RawLine, due: str, problem: str) -> None:
        self.raw = raw
        self.due = due
        super().__init__(problem, "only the rounds before it come out the same")

    def as_journal_error(self, what: str = "") -> JournalError:
        """Return the difference as a fault of the journal's line.

        Args:
            what: begins the sentence, such as what cannot be done therefore.
        """
        return JournalError(self.raw.number, f"{what}{self.problem}", self.next_step)


class _Captured:
    """A sink that keeps what the replay's own journal writes until it is compared."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.write = self._pieces.append

    def flush(self) -> None:
        return

    @property
    def empty(self) -> bool:
        return not self._pieces

    def take(self) -> bytes:
        data = b"".join(self._pieces)
        self._pieces.clear()
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
        self._beyond = source_beyond(header)
        self._captured = _Captured()
        self._table: Table | None = None
        self._unverified: list[RawLine] = []
        self._announcing: list[RawLine] = []
        self._announced: dict[int, Shoe] = {}
        self._due_seq = 1
        self._guesses = Guesses()
        self.journal = Journal(self._captured, flush=Flush.WHEN_FULL, engine=header.engine)
        self.rounds = 0
        self.finished = False
        self.digest = ""
        self.since: list[RawLine] = []

    @classmethod
    def from_header(cls, header: Header, first: RawLine) -> Replay:
        """Begin at the beginning; the line after the header introduces the first shoe."""
        replay = cls(header)
        replay._unverified.append(first)
        return replay

    @classmethod
    def from_start(cls, start: RoundStart) -> Replay:
        """Begin where a round is about to be opened; its first lines are fed next.

        Raises:
            JournalError: the journal does not give what that takes.
        """
        replay = cls(start.header)
        try:
            replay._begin_at(start)
        except PitbossError as error:
            raise JournalError(
                start.line_number, f"no round begins here: {error.problem}"
            ) from error
        return replay

    @property
    def table(self) -> Table:
        """The table as it stands after the last line that was fed.

        Raises:
            NotBegunError: the first shoe has not been read, so that there is no table yet.
        """
        if self._table is None:
            raise NotBegunError("ends before its first shoe")
        return self._table

    @property
    def begun(self) -> bool:
        """The table is set up: the first shoe was read."""
        return self._table is not None

    @property
    def awaits_shoe(self) -> bool:
        """A shoe was announced and not yet brought in."""
        return bool(self._announcing)

    def _set_up(self, first: dict[int, Shoe], recorder: Journal | None) -> Table:
        """Set the table up; its first shoe is asked for as shoe 1."""
        header = self.header
        table = Table(
            header.rules,
            seats=header.seats,
            seed=header.seed,
            shoes=AnnouncedShoes(first, self._beyond, header.rules.burn) if first else self._beyond,
            recorder=recorder,
        )
        table.house.shoes = self._beyond
        self._table = table
        return table

    def _begin_at(self, start: RoundStart) -> None:
        record = start.record
        if len(record.balances) != len(self.header.seats):
            raise JournalError(None, "there is not one balance for each seat")
        brought_in = sum(seat.balance_minor or 0 for seat in self.header.seats)
        if record.house_minor + sum(record.balances) != brought_in:
            raise JournalError(None, "the chips are not as many as were brought to the table")
        shoe = self._shoe_at(start)
        self._stand(
            JournalStanding(
                number=record.number - 1,
                moment=start.events,
                phase=Phase.RESOLVED if record.first_move == "resolved-open" else Phase.BETTING,
                balances=record.balances,
                house_minor=record.house_minor,
                shoe=shoe,
                position=shoe.position,
                seq=start.seq,
                digest=start.digest,
                since=start.since,
            )
        )

    def _stand(self, standing: JournalStanding) -> None:
        """Set the table, and the journal that records it, as they stood between two rounds."""
        shoe = standing.shoe
        shoe.position = standing.position
        table = self._set_up({1: shoe}, None)
        round_ = table.round
        round_.number = standing.number
        round_.moment = standing.moment
        round_.phase = standing.phase
        for seat, balance_minor in zip(round_.seats, standing.balances, strict=True):
            seat.balance_minor = balance_minor
        table.house.balance_minor = standing.house_minor
        since = b"".join([raw.data for raw in standing.since])
        self.journal.take_up(standing.seq, standing.digest, since)
        self.digest = standing.digest
        self.since = list(standing.since)
        self._due_seq = standing.seq
        table.record_with(self.journal)

    def _shoe_at(self, start: RoundStart) -> Shoe:
        """Return the shoe in use when a round begins, drawn from as far as the round says."""
        record, line = start.record, start.shoe
        if start.brings_shoe:
            return spent(record.shoe - 1)
        if line is None or line.number != record.shoe:
            raise JournalError(None, f"the line of shoe {record.shoe} is missing")
        if line.given_by(self.header.seed):
            shoe = self._beyond.fresh(record.shoe)
        else:
            shoe = stated_shoe(line, self.header.rules)
        if record.position > len(shoe.cards):
            raise JournalError(None, f"shoe {record.shoe} has no position {record.position}")
        shoe.position = record.position
        return shoe

    @property
    def at_rest(self) -> bool:
        """The table stands between two rounds, and all that was read came out the same."""
        table = self._table
        waiting = self._unverified or self._announcing
        return table is not None and table.over and not waiting and not self.finished

    def standing(self) -> JournalStanding:
        """Return where the table and its journal stand; it must be `at_rest`."""
        round_, house = self.table.round, self.table.house
        return JournalStanding(
            number=round_.number,
            moment=round_.moment,
            phase=round_.phase,
            balances=tuple([seat.balance_minor for seat in round_.seats]),
            house_minor=house.balance_minor,
            shoe=house.shoe,
            position=house.shoe.position,
            seq=self._due_seq,
            digest=self.digest,
            since=tuple(self.since),
        )

    def play_at_once(self, piece: bytes) -> bool:
        """Play many whole rounds and compare them in one piece; the table must be `at_rest`.

        What the engine writes is right by itself: strict, in its order, numbered and sealed. A
        piece that equals it, byte for byte, needs no other check.

        Args:
            piece: lines of the journal, the last of which ends a round; no shoe that only its own
                line gives is among them.

        Returns:
            Every byte came out the same. If not, the journal and a new `table` stand as `standing`
            told before, for `feed` to find the fault; the results of the last round are gone.
        """
        standing = self.standing()
        try:
            numbered = without_notes(piece)
            apply = self.table.apply
            for event in self._guesses.events(numbered):
                apply(event)
        except PitbossError:
            numbered = b""
        self.journal.hand_on()
        written = self._captured.take()
        if not numbered or written != numbered:
            self._stand(standing)
            return False
        self.rounds += self.table.round.number - standing.number
        self._due_seq = self.journal.seq
        self.digest = digest_of(numbered)
        self.since.clear()
        return True

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
        try:
            due = b"" if self._table is None else self.compare()
        except DifferenceError as earlier:
            return earlier
        return DifferenceError(raw, shown(due.partition(b"\n")[0]), problem)

    def _play(self, raw: RawLine, record: Record) -> None:
        kind = record["line"]
        if self.finished:
            raise JournalError(raw.number, "a line stands after the last line of the journal")
        if self._table is None and kind != "shoe":
            raise JournalError(raw.number, f"the first shoe is due, this is {brief(kind)}")
        # A line lost before this one would show, too, when bytes are compared; but then later.
        if record.get("seq") != self._due_seq:
            raise JournalError(raw.number, f"the sequence number due here is {self._due_seq}")
        self._due_seq += 1
        if not self._captured.empty and kind != "end":
            self._unverified.append(raw)
            self.compare()
        if kind == "shoe":
            self._announce(raw, read_shoe(raw, record))
        elif kind == "event":
            self._apply(raw, read_event(raw, record))
        elif kind == "round":
            read_round(raw, record)
            self._apply(raw, Event.open())
        elif kind == "end":
            self._brought(raw)
            self.compare()
            self.rounds += 1
        elif kind == "trailer":
            self.table.close()
            self._brought(raw)
            self.compare()
            self.finished = True
        else:
            raise JournalError(raw.number, f"a line {brief(kind)} does not belong here")

    def _announce(self, raw: RawLine, record: ShoeRecord) -> None:
        """Hold a shoe's line until the event that brings the shoe in; the first sets the table."""
        shoe = announced_shoe(record, self.header)
        announced = {} if shoe is None else {record.number: shoe}
        if self._table is None:
            self._set_up(announced, self.journal)
            self._unverified.append(raw)
            self.compare()
            return
        if len(self._announcing) == MAX_ANNOUNCED:
            raise JournalError(raw.number, "no event brings in that many shoes")
        self._announcing.append(raw)
        self._announced |= announced

    def _apply(self, raw: RawLine, event: Event) -> None:
        """Apply an event, to which the shoes announced before it belong."""
        table = self.table
        if self._announced:
            shoes = AnnouncedShoes(self._announced, self._beyond, self.header.rules.burn)
            table.house.shoes = shoes
        table.apply(event)
        table.house.shoes = self._beyond
        self._brought(raw)

    def _brought(self, raw: RawLine) -> None:
        """Let a line be compared, and those of the shoes that were announced before it."""
        self._unverified += self._announcing
        self._unverified.append(raw)
        self._announcing.clear()
        self._announced = {}

    def compare(self) -> bytes:
        """Compare the lines played since the last time with what the engine wrote.

        Returns:
            What the engine wrote beyond those lines.

        Raises:
            DifferenceError: they differ; the first line that does is named.
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

    def since_digest(self) -> list[RawLine]:
        """Return the lines that were fed since the last digest that came out the same."""
        return [*self.since, *self._unverified, *self._announcing]


def first_difference(lines: list[RawLine], due: bytes) -> DifferenceError:
    """Find the first line that differs, of lines with which what is due does not begin."""
    due_lines = chain(BytesIO(due), repeat(b""))
    raw, line = next(
        (raw, line) for raw, line in zip(lines, due_lines, strict=False) if raw.data != line
    )
    problem = "the engine writes another line" if line else "the engine writes no such line"
    return DifferenceError(raw, shown(line), problem)


def shown(data: bytes) -> str:
    """Return a line as text for a reader, whatever its bytes are."""
    text = data.decode("utf-8", "backslashreplace").removesuffix("\n")
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text])
