"""Play a journal again: with its inputs, the engine must write the same bytes.

A new table gets the journal's rules, seed, arranged cards and events, and writes its own journal.
The two journals are compared while the first is read, so memory does not grow with their length.
The first line that differs is named.

There are two ways to replay lines. `Replay.play_block` takes many whole rounds, reads them fast,
and only finds out whether every byte is the same. If not, it sets up a new table at the beginning
of the block. `Replay.feed` takes one line at a time, parses it strictly, and says what is wrong
with it. `play_lines` chooses between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Final, cast

from attrs import evolve

from pitboss.errors import JournalError, PitbossError, brief
from pitboss.game.events import Event
from pitboss.game.seat_changes import CHANGE_KINDS, SeatChange
from pitboss.game.shoe import Shoe, ShoeSource, TableSeed
from pitboss.journal import Journal
from pitboss.journal.fields import RawLine, Record, decode
from pitboss.journal.files import Flush
from pitboss.journal.reader import (
    Header,
    ShoeLine,
    check_reveal,
    read_change,
    read_event,
    read_host,
    read_round,
    read_shoe,
)
from pitboss.journal.source import digest_of
from pitboss.replay import between_rounds
from pitboss.replay.between_rounds import BetweenRounds
from pitboss.replay.inputs import AnnouncedShoes, DifferenceError, Guesses, Input, stated_shoe
from pitboss.replay.starts import NotBegunError, RoundEnd, RoundStart
from pitboss.table.protocols import EventMachine
from pitboss.table.recorders import Recorders
from pitboss.table.shoes import ArrangedShoes, client_seeds_of, seeded_shoes, with_client_seeds
from pitboss.table.table import Recorder, Table
from pitboss.text.strict import JsonValue

MAX_HELD: Final = 4096
"""The most lines that `Replay.held` may have; no event needs so many new shoes."""

_OTHER_INPUTS: Final = frozenset({"host", *CHANGE_KINDS})
"""The kinds of line that are inputs, except `round` and `event`."""

_ENDS: Final = frozenset({"trailer", "continued"})
"""The kinds of line that end a file."""

_BESIDE_EVENTS: Final = frozenset({"shoe", "reveal"})
"""The kinds of line that come before the event that caused them."""

HearBytes = Callable[[int], object]
"""A function that is called with the number of bytes read."""


class Replay:
    """A journal that is played again.

    Args:
        header: the journal's first line, decoded.
        seed: the seed of the table, if it is not in the journal.
        machine: if given, runs the rounds instead of the engine's own dispatch.

    Attributes:
        header: the journal's first line, decoded, with the seed.
        journal: the recorder of the replay.
        rounds: the number of whole rounds that were the same in both journals.
        finished: whether the trailer was read.
        continued: whether the last line of a file was read, and another file follows.
        digest: the last digest that was the same in both journals.
        since: the lines after that digest that were the same.
        paid: the `SeatChange.paid_id` of all changes; `None` to keep none.
        hear_host: called with the facts of the host before they are compared.
        held: lines, such as shoes, that are compared when the engine writes a later line.
        next_seq: the sequence number of the next line.
        due: what the engine has written and the replay has not compared yet: a round's end line.
        first_round: the first round that is compared.

    Raises:
        SecretError: the seed is missing or wrong.
    """

    def __init__(
        self, header: Header, seed: TableSeed | None = None, machine: EventMachine | None = None
    ) -> None:
        header = header.with_seed(seed)
        self.header = header
        self._machine = machine
        self.rounds = 0
        self.finished = self.continued = False
        self.digest = ""
        self.since: list[RawLine] = []
        self.held: list[RawLine] = []
        self.due = b""
        self._written = BytesIO()
        self.journal = Journal(
            self._written,
            flush=Flush.WHEN_FULL,
            engine=header.engine,
            secret_apart=header.secret_apart,
        )
        self.journal.link = None if header.follows is None else header.follows.link
        self._recorder: Recorder = self.journal
        self.hear_host: Callable[[dict[str, JsonValue]], object] | None = None
        self._other_shoes: ShoeSource = (
            ArrangedShoes(()) if header.seed is None else seeded_shoes(header.rules, header.seed)
        )
        self._announced: dict[tuple[int, int], Shoe] = {}
        self._guesses = Guesses()
        self.next_seq = self.first_round = 1
        self._table: Table | None = None
        self.paid: set[tuple[int, str]] | None = None

    @classmethod
    def from_header(cls, header: Header, first: RawLine, seed: TableSeed | None = None) -> Replay:
        """Begin at the beginning of the journal; the line after the header must be fed next.

        Raises:
            SecretError: the seed is missing or wrong.
            JournalError: this is a viewer's journal; use `replay_from_beginning` for it.
        """
        if header.viewer is not None:
            raise JournalError(None, "a viewer's journal", "take the journal that it was made from")
        replay = cls(header, seed)
        replay.held.append(first)
        return replay

    @classmethod
    def from_start(
        cls, start: RoundStart, seed: TableSeed | None = None, machine: EventMachine | None = None
    ) -> Replay:
        """Begin just before a round; its first lines must be fed next.

        Raises:
            SecretError: the seed is missing or wrong.
            JournalError: the lines of the journal do not have what is needed to begin there.
        """
        replay = cls(start.header, seed, machine)
        replay.first_round = start.record.number
        try:
            replay._stand(between_rounds.place_before(start, replay.header))
        except PitbossError as error:
            problem = f"no round begins here: {error.problem}"
            raise JournalError(start.lines[0].number, problem) from error
        return replay

    @classmethod
    def from_end(cls, header: Header, end: RoundEnd, seed: TableSeed | None = None) -> Replay:
        """Begin at the end of a round; the line after its last line must be fed next.

        Raises:
            SecretError: the seed is missing or wrong.
        """
        replay = cls(header, seed)
        table = replay._table = Table.restore(end.snapshot)
        replay.rounds = table.round.number - header.rounds_before
        table.house.shoes = with_client_seeds(replay._other_shoes, client_seeds_of(table.round))
        replay._record(table, end.next_seq, end.digest, ())
        return replay

    def heard_by(self, recorder: Recorder) -> None:
        """Add a recorder, to be called before lines are compared; do so before the first `feed`.

        If the recorder joins a new table, it must drop all facts since `play_lines` last paused.
        """
        self._recorder = Recorders((self._recorder, recorder))

    @property
    def table(self) -> Table:
        """The table after the last line that was fed.

        Raises:
            NotBegunError: the first shoe has not been read, so there is no table yet.
        """
        if self._table is None:
            raise NotBegunError("the journal ends before its first shoe")
        return self._table

    @property
    def begun(self) -> bool:
        """Whether the first shoe was read and the table is set up."""
        return self._table is not None

    @property
    def between_rounds(self) -> bool:
        """Whether the table is between two rounds, and all lines read so far were the same."""
        waits = self.held or self.due or self.finished or self.continued
        return self._table is not None and self._table.over and not waits

    def _set_up(self, first: Shoe, recorder: Recorder | None) -> Table:
        """Set up the table with its first shoe."""
        shoes = AnnouncedShoes({(1, 0): first, (first.number, 0): first}, self._other_shoes)
        table = self._table_at(first.number, shoes, recorder)
        table.house.shoes = self._other_shoes
        return table

    def _table_at(self, number: int, shoes: ShoeSource, recorder: Recorder | None) -> Table:
        header = self.header
        table = self._table = Table.at_shoe(
            number,
            header.rules,
            seats=header.seats,
            seed=header.seed,
            shoes=shoes,
            recorder=recorder,
            machine=self._machine,
        )
        return table

    def _stand(self, place: BetweenRounds) -> None:
        """Set up a new table in a state between two rounds, and the journal that records it."""
        opening = place.opening
        place.shoe.position = opening.position
        table = self._set_up(place.shoe, None)
        between_rounds.set_up_at(table, place, self._other_shoes)
        self._record(table, opening.seq, place.digest, place.since)

    def _record(self, table: Table, seq: int, digest: str, since: Sequence[RawLine]) -> None:
        """Let the journal record a table, beginning at a line."""
        self.journal.take_up(seq, digest, b"".join([raw.data for raw in since]))
        self.next_seq, self.digest, self.since = seq, digest, [*since]
        table.record_with(self._recorder)

    def place(self) -> BetweenRounds:
        """Return the state of the table, which must be `between_rounds`, and of its journal."""
        return between_rounds.place_of(self.table, self.next_seq, self.digest, tuple(self.since))

    def play_block(self, block: bytes) -> int:
        """Play many whole rounds and compare them together; the table must be `between_rounds`.

        The engine writes strict lines in the right order, with numbers and digests. A block with
        the same bytes needs no other check.

        Args:
            block: lines of the journal. The last one ends a round, and every shoe in the block can
                be made without its line.

        Returns:
            The number of lines of the block, if every byte was the same. If not, 0: then the
            journal and a new `table` are at the beginning of the block, so that `feed` can find the
            fault. The new table lacks the results of the round before.
        """
        before = self.place()
        same = False
        try:
            inputs = self._guesses.in_block(block)
            if self._guesses.only_events:
                apply = self.table.apply
                for event in cast("list[Event]", inputs):
                    apply(event)
            else:
                for each in inputs:
                    self._take(each)
            same = True
        except PitbossError:
            pass
        self._take_written()
        written, self.due = self.due, b""
        if not same or written != block:
            self._stand(before)
            return 0
        self.rounds += self.table.round.number + 1 - before.opening.number
        self.next_seq = self.journal.seq
        self.digest = digest_of(written)
        self.since.clear()
        return self.next_seq - before.opening.seq

    def _take(self, taken: Input) -> None:
        """Apply an event or a change of a seat to the table, or write a line of the host."""
        if isinstance(taken, Event):
            self.table.apply(taken)
        elif isinstance(taken, SeatChange):
            self.table.paid = None  # In a journal of an earlier version, an id may stand twice.
            self.table.change(taken)
            if self.paid is not None and taken.paid_id is not None:
                self.paid.add(taken.paid_id)
        else:
            self.journal.host(taken)
            if self.hear_host is not None:
                self.hear_host(taken)

    def feed(self, raw: RawLine) -> Event | SeatChange | None:
        """Parse one line strictly and play it.

        Returns:
            The event that was applied, or the change of a seat that was made; `None` if the line is
            neither.

        Raises:
            DifferenceError: the journal and the engine differ at this line.
        """
        try:
            return self._play(raw, *self._read(raw))
        except DifferenceError:
            raise
        except PitbossError as error:
            self._take_written()
            refused = f"the engine refuses this line: {error}"
            problem = error.problem if isinstance(error, JournalError) else refused
            raise DifferenceError(raw, self.due, problem, self.first_round) from error

    def _read(self, raw: RawLine) -> tuple[RawLine, Record]:
        """Return the line that is read strictly, and its fields."""
        return raw, decode(raw)

    def _play(self, raw: RawLine, read: RawLine, record: Record) -> Event | SeatChange | None:
        kind = record["line"]
        self._check_due(raw, kind)
        # A comparison of bytes would also find a lost line, but later.
        if record.get("seq") != self.next_seq:
            raise JournalError(raw.number, f"the sequence number due here is {self.next_seq}")
        self.next_seq += 1
        if self.due or kind == "end":
            self._compare(raw)
            self.rounds += kind == "end"
        elif kind in _BESIDE_EVENTS:
            self._read_beside(raw, read, record)
        elif kind == "event":
            return self._apply(raw, read_event(read, record))
        elif kind == "round":
            read_round(read, record)
            return self._apply(raw, Event.open())
        elif kind in _OTHER_INPUTS:
            taken = read_host(read, record) if kind == "host" else read_change(read, record)
            self._take(taken)
            self._compare(raw)
            return taken if isinstance(taken, SeatChange) else None
        elif kind in _ENDS:
            self._end(raw, kind)
        elif self.continued:
            self._follow(raw)
        else:
            raise JournalError(raw.number, f"a line {brief(kind)} does not belong here")
        return None

    def _check_due(self, raw: RawLine, kind: object) -> None:
        if self.finished:
            raise JournalError(raw.number, "a line stands after the last line of the journal")
        if self.continued and kind != "journal":
            due = between_rounds.following(self.journal.file_number)
            raise JournalError(raw.number, f"{due} is due here")
        if self._table is None and kind != "shoe":
            raise JournalError(raw.number, f"the first shoe is due, this is {brief(kind)}")

    def _end(self, raw: RawLine, kind: object) -> None:
        """Play the last line of the journal, or of a file that another file follows."""
        if kind == "trailer":
            self.table.close()
        else:
            self.journal.end_file(self.table)
            self.next_seq = 0
        self._compare(raw)
        self.finished, self.continued = kind == "trailer", kind != "trailer"

    def _follow(self, raw: RawLine) -> None:
        """Begin the next file of a chain; `raw` is its first line."""
        header, follows = between_rounds.header_behind(raw, self.journal.file_number, self.digest)
        if self.first_round > 1:
            between_rounds.believe(self.table, follows)
        self.journal.begin_file(self.table, None, header.engine)
        self._compare(raw)
        self.header = evolve(self.header, engine=header.engine, follows=follows)
        self.continued = False

    def _read_beside(self, raw: RawLine, read: RawLine, record: Record) -> None:
        """Hold a line that the engine writes with an event; the first shoe sets up the table."""
        if record["line"] == "shoe":
            self._hold_shoe(raw, read_shoe(read, record))
        else:
            check_reveal(read, record)
            self._hold(raw)

    def _hold_shoe(self, raw: RawLine, record: ShoeLine) -> None:
        """Hold a shoe's line until an event uses the shoe; the first line sets up the table."""
        if self._table is None:
            first = stated_shoe(record, self.header.rules, self.header.seed)
            if (follows := self.header.follows) is not None:
                self._stand(between_rounds.place_behind(self.header, follows, record, first))
                self.journal.restart(self.table)
            elif first.seed is None:
                self._set_up(first, self._recorder)
            else:
                # Only this line has the seeds that seats added before the table was set up.
                shoes = with_client_seeds(self._other_shoes, first.client_seeds)
                self._table_at(first.number, shoes, self._recorder)
            self._compare(raw)
            return
        # Shoes that the table's seed makes again are not announced; their lines are only compared.
        if record.commitment is None:
            shoe = stated_shoe(record, self.header.rules, self.header.seed)
            self._announced[record.number_and_part] = shoe
        self._hold(raw)

    def _hold(self, raw: RawLine) -> None:
        if len(self.held) == MAX_HELD:
            raise JournalError(raw.number, "no event needs so many shoes")
        self.held.append(raw)

    def _apply(self, raw: RawLine, event: Event) -> Event:
        """Apply an event, with the shoes that were announced for it."""
        house = self.table.house
        others = house.shoes
        house.shoes = AnnouncedShoes(self._announced, others) if self._announced else others
        self.table.apply(event)
        house.shoes = others
        self._compare(raw)
        return event

    def _compare(self, raw: RawLine) -> None:
        """Compare a line, and the lines held before it, with what the engine writes.

        Raises:
            DifferenceError: they differ; the error names the first line that is different.
        """
        self._announced = {}
        self.held.append(raw)
        self._take_written()
        while self.held:
            first = self.held[0]
            if not self._comes_out(first):
                problem = f"the engine writes {'another' if self.due else 'no such'} line"
                raise DifferenceError(first, self.due, problem, self.first_round)
            self.due = self.due[self.due.index(b"\n") + 1 :]
            self.since.append(self.held.pop(0))
            if digest := digest_of(first.data):
                self.digest = digest
                self.since.clear()

    def _comes_out(self, raw: RawLine) -> bool:
        """Say whether a line is what the engine has written next."""
        return self.due.startswith(raw.data)

    def _take_written(self) -> None:
        """Take over what the engine has written since the last call."""
        self.journal.hand_on()
        written = self._written
        size = written.tell()
        written.seek(0)
        self.due += written.read(size)
        # Overwrite the old bytes: after a cut, the file would have to grow again step by step.
        written.seek(0)
