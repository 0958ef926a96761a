"""The journal: one line for every event with the moves of the house that followed it.

This is the only importer of `structlog`. The pipeline is private: a wrapped logger without
processors, with its own context class and its own wrapper, so that no call of
``structlog.configure`` and no context variable of a host changes a byte. Nothing here knows a clock
or draws a number.

Lines are JSON objects, described in ``fixtures/journals/README.md``. Each round ends with a SHA-256
over its own bytes, chained from the round before.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from errno import EAGAIN
from hashlib import sha256
from io import RawIOBase, TextIOBase
from os import PathLike
from typing import Final, NoReturn, Protocol

import orjson
import structlog
from attrs import asdict

from pitboss.errors import JournalError, LimitError
from pitboss.events import Event, EventKind
from pitboss.journal_lines import JsonValue, Line, end_line, event_line, round_line, shoe_line
from pitboss.limits import MAX_NUMBER
from pitboss.replayable import check_shoe, check_source
from pitboss.round import House, Round, SeatPlan
from pitboss.rules import Rules
from pitboss.shoe import SHUFFLE_ALGORITHM, Shoe
from pitboss.version import VERSION

SCHEMA_VERSION: Final = 1
MAX_LINE_BYTES: Final = 1 << 19
"""No line of a journal is longer, its line feed included: seven seats of 256 hands end below it."""

BUFFER_BYTES: Final = 1 << 16
"""A file that takes many rounds is written faster with a buffer of this size than with its own."""


_PROCESS: Final = [object()]
"""Stands for this process; to ask the system at every write which it is would take too long."""


def _after_fork() -> None:
    _PROCESS[0] = object()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Sink(Protocol):
    """Where the bytes of a journal go: a file opened in binary mode, for one."""

    def write(self, data: bytes, /) -> object:
        """Take some whole lines."""
        ...

    def flush(self) -> object:
        """Hand on what was written."""
        ...


def check_binary(file: object) -> None:
    """See that bytes can go to or come from what was given for a file.

    Raises:
        JournalError: it is a path, or a file that was opened as text.
    """
    name = type(file).__name__
    # Not every file of text is a TextIOBase: a temporary one is wrapped, but has an encoding, too.
    text = isinstance(file, TextIOBase) or getattr(file, "encoding", None) is not None
    if text or isinstance(file, str | bytes | PathLike):
        raise JournalError(
            None,
            f"a journal needs a file of bytes, and this is {name}",
            "open the file in binary mode, and give that",
        )


class _WaitingLines(list[Line]):
    """Lines until they are handed on; what the pipeline ends in."""

    def __bool__(self) -> bool:
        # structlog takes a logger that is false for none, and would make its host's instead.
        return True


class _LineLogger(structlog.BoundLoggerBase):
    """A bound logger of one method, without processors: a line is kept as it is.

    What it wraps is the list of the lines that wait.
    """

    def emit(self, line: Line) -> None:
        """Keep one line; all that wait are rendered in one go."""
        self._logger.append(line)


def _line_logger(lines: _WaitingLines) -> _LineLogger:
    logger: _LineLogger = structlog.wrap_logger(
        lines, processors=[], wrapper_class=_LineLogger, context_class=dict
    ).bind()
    return logger


class Chain:
    """The chain of digests: each covers all bytes since the last, and the last one itself."""

    def __init__(self, digest: str = "") -> None:
        self._covered = digest.encode()

    def add(self, data: bytes) -> None:
        """Add bytes to what the next digest covers."""
        self._covered += data

    def close(self, data: bytes) -> bytes:
        """Add the last bytes, return the digest and begin the next with it."""
        # Hashed in one go: to feed a hash bit by bit and to copy it costs three times as much.
        self._covered = digest = sha256(self._covered + data).hexdigest().encode()
        return digest


Emit = Callable[[Line], None]
"""Sends one line on its way."""


_OPEN: Final = EventKind.OPEN
_ONE_EACH: Final = (
    "give each table a Journal of its own; a recorder around one hands `opened` and `joined` on"
)


DIGEST_KEY: Final = b',"digest":"'
DIGEST_END: Final = b'"}\n'


class Journal:
    """Writes what a table does, as its recorder.

    A round's lines are held until the round is over and written at once; with `each_line` every
    line is handed on before the next question, for people and banks. Only the process that makes a
    journal writes it: in one that is forked from it the table is told so at the end of its round.

    Args:
        sink: where the bytes go; it is neither opened nor closed here.
        each_line: write and flush after every event.
        engine: the version to be named in the header; a replay names the one that it reads.

    Raises:
        JournalError: the sink is a path, or a file that was opened as text.
    """

    def __init__(self, sink: Sink, *, each_line: bool = False, engine: str = VERSION) -> None:
        check_binary(sink)
        self._sink = sink
        self._each_line = each_line
        self._engine = engine
        self._lines = _WaitingLines()
        self._emit: Emit = _line_logger(self._lines).emit
        self._round: Round | None = None
        self._of: tuple[object, ...] = ()
        # Lines that no event brought: by them the journal knows how many events it holds.
        self._beside = 0
        self._chain = Chain()
        self._finished = False
        self._failed = False
        self._process = _PROCESS[0]
        self.seq = 0

    def opened(self, recorded: Recorded) -> None:
        """Write the header and the first shoe.

        Raises:
            JournalError: another table has begun this journal, or no replay would find the shoes.
        """
        if self.seq:
            raise JournalError(None, "another table writes this journal", _ONE_EACH)
        check_source(recorded.house.shoes, recorded.rules, recorded.seed)
        self._round, self._of = recorded.round, _named_by(recorded)
        seats: list[JsonValue] = [
            {"name": plan.name, "balance": plan.balance_minor} for plan in recorded.plans
        ]
        self._sealed(
            {
                "seq": self.seq,
                "line": "journal",
                "schema": SCHEMA_VERSION,
                "engine": self._engine,
                "rules": _json(recorded.rules.to_dict()),
                "rules_digest": recorded.rules.digest,
                "seed": recorded.seed,
                "shuffle": SHUFFLE_ALGORITHM,
                "seats": seats,
            }
        )
        self._introduce(recorded, recorded.house.shoe)
        if self._each_line:
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
        self._chain = Chain(digest)
        self._chain.add(since)

    def joined(self, recorded: Recorded) -> None:
        """Go on with a table that was restored, or taken up, where this journal stands.

        Raises:
            JournalError: no table has begun the journal, it has its last line, or it stands at
                another place or in another game than the table.
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
        if self._round is None:
            self._beside = self.seq - recorded.round.moment
        elif not self._stands_where(recorded, self._round):
            raise JournalError(
                None,
                "the journal does not stand where this table does",
                "resume the table from what the journal's file holds",
            )
        self._round, self._of = recorded.round, _named_by(recorded)

    def _stands_where(self, recorded: Recorded, known: Round) -> bool:
        """Say whether a table has just the events that the journal holds, as far as it can tell."""
        moment = self.seq - self._beside
        if _named_by(recorded) != self._of or recorded.round.moment != moment:
            return False
        # The table that was recorded so far may have gone on without its journal.
        return known.moment != moment or asdict(known) == asdict(recorded.round)

    def redirect(self, sink: Sink, *, each_line: bool) -> None:
        """Write to another sink from now on."""
        self._sink = sink
        self._each_line = each_line

    def applied(self, recorded: Recorded, event: Event) -> None:
        """Write an event with what followed it, and the end of the round if it came.

        Raises:
            JournalError: it is another table's, or an earlier write failed.
            LimitError: a number is greater than any reader of JSON keeps whole.
        """
        house, round_ = recorded.house, recorded.round
        if round_ is not self._round:
            raise JournalError(None, "another table writes this journal", _ONE_EACH)
        # Nearly every event brings none in, and to ask is cheaper than to loop over nothing.
        if house.new_shoes:
            for shoe in house.new_shoes:
                self._introduce(recorded, shoe)
        seq = self.seq
        opens = event.kind is _OPEN
        # Python 3.11 is slow to call an attribute that is no method of the class; a name it is not.
        emit = self._emit
        emit(round_line(seq, round_, house) if opens else event_line(seq, event, house))
        self.seq = seq + 1
        if round_.question is None and not opens:
            self._sealed(end_line(seq + 1, round_))
        if self._each_line:
            self.hand_on()

    def closed(self, recorded: Recorded) -> None:
        """Write the last line; further calls write nothing."""
        if self._finished:
            return
        self._finished = True
        self._sealed(
            {
                "seq": self.seq,
                "line": "trailer",
                "rounds": recorded.round.number,
                "lines": self.seq + 1,
                "balances": [seat.balance_minor for seat in recorded.round.seats],
                "house": recorded.house.balance_minor,
            }
        )
        self._sink.flush()

    def note(self, note: Mapping[str, JsonValue]) -> None:
        """Write a host's own line: a time, a remark. It has no number and is not replayed.

        Raises:
            JournalError: the note is no JSON object that fits on a line.
        """
        try:
            raw = orjson.dumps({"line": "note", "note": dict(note)}) + b"\n"
        except (TypeError, ValueError) as error:
            raise JournalError(
                None, f"a note that is not JSON ({error})", "give a mapping of plain values"
            ) from error
        if len(raw) > MAX_LINE_BYTES:
            raise JournalError(
                None, f"a note of {len(raw)} bytes", f"give one of at most {MAX_LINE_BYTES}"
            )
        self.hand_on()
        self._begin_to_write()
        self._write(raw)

    def _introduce(self, recorded: Recorded, shoe: Shoe) -> None:
        """Write the line of a shoe, if a replay would find the shoe by it."""
        check_shoe(shoe, recorded.house.shoes, recorded.rules, recorded.seed)
        self._emit(shoe_line(self.seq, shoe))
        self.seq += 1
        self._beside += 1

    def _sealed(self, line: Line) -> None:
        """Write a line that ends with the digest of everything since the last such line."""
        self._begin_to_write()
        self._emit(line)
        self.seq += 1
        self._beside += 1
        lines = self._lines
        try:
            data = b"\n".join(map(orjson.dumps, lines))[:-1]
        except TypeError as error:
            raise _too_much() from error
        lines.clear()
        self._write(b"".join((data, DIGEST_KEY, self._chain.close(data), DIGEST_END)))

    def hand_on(self) -> None:
        """Give the sink every line that it has not, whole rounds or not.

        Raises:
            JournalError: an earlier write failed.
        """
        self._begin_to_write()
        try:
            data = b"".join([orjson.dumps(line) + b"\n" for line in self._lines])
        except TypeError as error:
            raise _too_much() from error
        self._lines.clear()
        self._chain.add(data)
        self._write(data)

    def _begin_to_write(self) -> None:
        """See that nothing is written after a write that failed, for a hole would be left.

        Until the sink has taken everything this write counts as one that failed, too.

        Raises:
            JournalError: an earlier write failed.
        """
        self._check_sound()
        self._failed = True

    def _check_sound(self) -> None:
        if self._failed:
            raise JournalError(
                None, "an earlier write failed", "resume the journal from what its file holds"
            )
        if self._process is not _PROCESS[0]:
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
        # An unbuffered file may take a part only, or nothing; other sinks take all or say nothing.
        if written is None and isinstance(sink, RawIOBase):
            raise BlockingIOError(EAGAIN, "the sink of the journal takes nothing now")
        while isinstance(written, int) and written < len(data):
            data = data[written:]
            written = sink.write(data)
        if self._each_line:
            sink.flush()
        self._failed = False


class Recorded(Protocol):
    """What a journal reads of a table."""

    rules: Rules
    seed: int | None
    round: Round
    house: House

    @property
    def plans(self) -> tuple[SeatPlan, ...]:
        """Who sat down, and with what."""
        ...


def _too_much() -> LimitError:
    """Make the error of a number that no reader of JSON would keep whole."""
    return LimitError(
        "MAX_NUMBER",
        MAX_NUMBER,
        "a number is too great to be written; play for lower stakes or payments",
    )


def _named_by(recorded: Recorded) -> tuple[object, ...]:
    """Return what a header says of a table."""
    return recorded.rules, recorded.seed, recorded.plans


def _json(value: object) -> JsonValue:
    decoded: JsonValue = orjson.loads(orjson.dumps(value))
    return decoded
