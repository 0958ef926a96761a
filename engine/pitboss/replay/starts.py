"""Where rounds begin: a round's first line says enough to play it without those before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from pitboss.errors import JournalError, UnsupportedError, brief
from pitboss.journal.reader import (
    Header,
    RawLine,
    Record,
    RoundRecord,
    ShoeRecord,
    decode,
    numbered_lines,
    read_header,
    read_round,
    read_shoe,
)
from pitboss.replay.digests import digest_of, sealed


@frozen
class RoundStart:
    """The place in a journal where a round begins.

    Attributes:
        header: the journal's header.
        record: the round's first line.
        seq: the sequence number of the first of its lines.
        events: how many were applied before, the openings of rounds among them.
        digest: the last digest before it.
        since: what stands between that digest and the round; the first shoe, before round 1.
        shoe: the last shoe line before it; none if there is none.
        brings_shoe: the opening of the round brings in a new shoe.
        lines: the round's first lines: a new shoe's, if there is one, and its own.
    """

    header: Header
    record: RoundRecord
    seq: int
    events: int
    digest: str
    since: tuple[RawLine, ...]
    shoe: ShoeRecord | None
    brings_shoe: bool
    lines: tuple[RawLine, ...]

    @property
    def line_number(self) -> int:
        """Where the first of `lines` stands."""
        return self.lines[0].number

    @property
    def last_seq(self) -> int:
        """The sequence number of the last of `lines`."""
        return self.seq + len(self.lines) - 1


class NoSuchRoundError(JournalError):
    """A journal has no round of the number that was asked for.

    Attributes:
        last: the number of its last round; 0 if it has none.
    """

    def __init__(self, number: int, last: int) -> None:
        self.last = last
        if last > 1:
            has = f"it has rounds 1 to {last}"
        else:
            has = "it has round 1 alone" if last else "no round begins in it"
        super().__init__(None, f"the journal has no round {brief(number)}", has)


class NotBegunError(JournalError):
    """A journal ends before its table was set up, so that nothing was dealt."""

    def __init__(self, lacks: str) -> None:
        super().__init__(None, f"the journal {lacks}", "begin a new one: nothing was dealt")


def round_starts(lines: Iterator[RawLine]) -> Iterator[RoundStart]:
    """Give the places in a journal where rounds begin, up to the first line that was cut off.

    When a start is given, `lines` has been read up to the round's own first line and no further.

    Args:
        lines: a journal from its header on.

    Raises:
        JournalError: a line that matters here cannot be read.
    """
    header, first = read_first(lines)
    digest = digest_of(first.data)
    since: tuple[RawLine, ...] = ()
    shoe: ShoeRecord | None = None
    brought: list[RawLine] = []
    events = 0
    for raw in numbered_lines(lines):
        if _EVENT in raw.data:
            brought.clear()
            events += 1
            continue
        record = decode(raw)
        kind = record["line"]
        if kind == "shoe":
            shoe = read_shoe(raw, record)
            if record["seq"] == 1:
                since = (raw,)
            else:
                brought = [raw]
        elif kind == "round":
            yield RoundStart(
                header=header,
                record=read_round(raw, record),
                seq=sequence_number(record) - len(brought),
                events=events,
                digest=digest,
                since=since,
                shoe=shoe,
                brings_shoe=bool(brought),
                lines=(*brought, raw),
            )
            brought = []
            events += 1
        else:
            digest, since = digest_of(raw.data), ()


def start_of_round(lines: Iterator[RawLine], number: int) -> RoundStart:
    """Return the place in a journal where a round begins; `lines` are read as by `round_starts`.

    Args:
        lines: a journal from its header on.
        number: which round, counted from 1.

    Raises:
        NoSuchRoundError: no round of that number begins in the journal.
        JournalError: a line that matters here cannot be read.
    """
    last = 0
    for start in round_starts(lines):
        last = start.record.number
        if last == number:
            return start
    raise NoSuchRoundError(number, last)


_EVENT: Final = b'"line":"event"'


def sequence_number(record: Record) -> int:
    """Return the sequence number of a line; -1 if it has none."""
    seq = record.get("seq")
    return seq if isinstance(seq, int) else -1


def header_line(lines: Iterator[RawLine]) -> RawLine:
    """Return the first line that is not a note.

    Raises:
        NotBegunError: there is none, or it was cut off.
        JournalError: it is not the beginning of a journal.
    """
    for raw in lines:
        if not raw.whole:
            _begins_like_a_journal(raw)
            break
        if not raw.is_note:
            return raw
    raise NotBegunError("has no whole header")


_BEGINNINGS: Final = (b'{"seq":0,"line":"journal","schema":', b'{"line":"note","note":{')


def _begins_like_a_journal(raw: RawLine) -> None:
    if not any(beginning.startswith(raw.data[: len(beginning)]) for beginning in _BEGINNINGS):
        raise JournalError(raw.number, "this is not a journal", "give a file that a Journal wrote")


def read_first(lines: Iterator[RawLine]) -> tuple[Header, RawLine]:
    """Return the header of a journal, decoded and as it lies in the file.

    Raises:
        NotBegunError: there is no whole one.
        UnsupportedError: its version, or its way to shuffle, is not known here.
        JournalError: it is damaged, which its own digest tells.
    """
    raw = header_line(lines)
    intact = sealed("", [raw], raw.number)
    try:
        header = read_header(raw)
    except UnsupportedError:
        # Another version may seal its header in another way, or not at all.
        if intact or not digest_of(raw.data):
            raise
    else:
        if intact:
            return header, raw
    problem = "the digest of the header does not cover it: it was changed"
    raise JournalError(raw.number, problem, "take the journal from where it is kept unchanged")
