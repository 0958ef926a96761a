"""The starts of rounds: a round can be played from its first line on, without earlier rounds.

A start is found by reading a journal from its beginning, or only around some place. The second way
is a guess, because a journal may contain anything. A guess is only accepted if a replay of the
lines before it leads to the same state.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from io import SEEK_END
from itertools import takewhile
from typing import BinaryIO, Final

from attrs import evolve, frozen

from pitboss.errors import JournalError, UnsupportedError, brief
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.opening import PACKED
from pitboss.journal.reader import (
    Header,
    RoundLine,
    ShoeLine,
    read_header,
    read_round,
    read_shoe,
)
from pitboss.journal.source import DIGEST_BYTES, Lines, digest_of, is_sealed, whole_lines
from pitboss.journal.writer import MAX_LINE_BYTES
from pitboss.table.snapshot import Snapshot


@frozen
class RoundStart:
    """The place in a journal where a round begins.

    Attributes:
        header: the journal's header.
        record: the round's first line.
        digest: the last digest before that line.
        since: the lines between that digest and the round: lines of the host and changes of seats;
            for round 1, also the line of the first shoe.
        shoe: the last shoe line before the round's own lines; `None` if there is none.
        lines: the lines with which the round begins. The last of them is the round's own first
            line. If the round brings a new shoe, the line of the shoe and the lines of the seeds
            that are revealed with it come before.
        event_count: how many events and changes of seats come before the round in the lines that
            were read.
        shoe_began: the earlier round in which the shoe came into use; `None` if there is none, or
            if it was not searched for.
        since_shoe: the lines from `shoe_began` to this round.
    """

    header: Header
    record: RoundLine
    digest: str
    since: tuple[RawLine, ...]
    shoe: ShoeLine | None
    lines: tuple[RawLine, ...]
    event_count: int
    shoe_began: RoundStart | None = None
    since_shoe: tuple[RawLine, ...] = ()


@frozen
class RoundEnd:
    """The place in a journal where a round ended, and the table at this place.

    Attributes:
        header: the digest of the journal's first line.
        offset: where the round's last line ends, in bytes.
        digest: the digest at the end of that line.
        next_seq: the sequence number of the line that follows.
        snapshot: the snapshot of the table.
    """

    header: str
    offset: int
    digest: str
    next_seq: int
    snapshot: Snapshot

    def stands_in(self, file: BinaryIO, header: Header, digest: str) -> bool:
        """Say whether the round ends at this place in a journal; if so, go to this place.

        The digest of a round covers all earlier lines, so this compares all of them.

        Args:
            file: the journal; its position changes.
            header: its first line.
            digest: the digest of that line.
        """
        if not DIGEST_BYTES <= self.offset <= file.seek(0, SEEK_END):
            return False
        file.seek(self.offset - DIGEST_BYTES)
        named = header.rules, header.seed, header.seats
        return (
            digest == self.header
            and digest_of(file.read(DIGEST_BYTES)) == self.digest
            and (self.snapshot.rules, self.snapshot.seed, self.snapshot.plans) == named
        )


class NoSuchRoundError(JournalError):
    """A journal does not have a round with the given number.

    Attributes:
        last: the number of its last round; 0 if it has none.
    """

    def __init__(self, number: int, last: int, first: int = 1) -> None:
        self.last = last
        if last > first:
            has = f"it has rounds {first} to {last}"
        else:
            has = f"it has only round {first}" if last == first else "no round begins in it"
        super().__init__(None, f"the journal has no round {brief(number)}", has)


class NotBegunError(JournalError):
    """A journal ends before its table was set up, so no card was dealt."""

    def __init__(
        self, problem: str, next_step: str = "nothing was dealt in it, so give another journal"
    ) -> None:
        super().__init__(None, problem, next_step)


class NoJournalError(JournalError):
    """A file is not a journal, as its first line shows.

    Args:
        first: the line.
    """

    def __init__(self, first: bytes = b"") -> None:
        packed = first.startswith(PACKED)
        problem = "this is packed" if packed else "this is not a journal"
        step = "unpack it, and give the journal itself" if packed else "give the file of a journal"
        super().__init__(1, problem, step)


def start_of_round(
    header: Header,
    lines: Iterator[RawLine],
    number: int,
    digest: str,
    shoe: ShoeLine | None = None,
) -> RoundStart:
    """Return the place in a journal where a round begins.

    The function reads `lines` only up to the round's own first line.

    Args:
        header: the journal's header.
        lines: the lines after the header, or after the end of an earlier round.
        number: the number of the round, from 1.
        digest: the last digest before the lines.
        shoe: the last line of a shoe before the lines; `None` if there is none.

    Raises:
        NoSuchRoundError: no round of that number begins in the journal.
        JournalError: a line that is needed cannot be read.
    """
    last = at_last = 0
    kept: list[RawLine] = []
    last_start = began = None
    for start in _starts(header, _keeping(kept, lines), digest, shoe):
        at = len(kept) - len(start.lines)
        if last_start is None or len(start.lines) > 1:
            began, kept[:], at = start, start.lines, 0
        elif start.record.shoe != last_start.record.shoe:
            # The shoe came into use in the middle of the last round.
            began, kept[:], at = last_start, kept[at_last:], at - at_last
        last = start.record.number
        if last == number:
            return (
                start if at == 0 else evolve(start, shoe_began=began, since_shoe=tuple(kept[:at]))
            )
        last_start, at_last = start, at
    raise NoSuchRoundError(number, last, header.rounds_before + 1)


def _keeping(kept: list[RawLine], lines: Iterator[RawLine]) -> Iterator[RawLine]:
    """Yield each whole line, after adding it to a list."""
    for raw in whole_lines(lines):
        kept.append(raw)
        yield raw


def start_at(file: BinaryIO, offset: int, header: Header) -> RoundStart:
    """Return the start of the round that follows a place.

    Args:
        file: a journal; its position changes.
        offset: the place, in bytes, where the last line of another round ends.
        header: the journal's header.

    Raises:
        JournalError: no round begins there.
    """
    digest, shoe = digest_before(file, offset), shoe_before(file, offset)
    file.seek(offset)
    # A line with a digest is not one of the round's first lines.
    first_lines = takewhile(lambda raw: not digest_of(raw.data), whole_lines(Lines(file)))
    start = next(_starts(header, first_lines, digest, shoe), None)
    if start is None or not digest:
        raise JournalError(None, "no round begins there")
    return start


def digest_before(file: BinaryIO, offset: int) -> str:
    """Return the digest of the line that ends at a place; empty if the line has none."""
    file.seek(max(offset - DIGEST_BYTES, 0))
    return digest_of(file.read(min(offset, DIGEST_BYTES)))


# A line of the host may contain anything, so the kind of a line is read from its beginning.
_EVENT: Final = re.compile(rb'\{"seq":[0-9]+,"line":"event",')


def _starts(
    header: Header, lines: Iterable[RawLine], digest: str, shoe: ShoeLine | None
) -> Iterator[RoundStart]:
    """Yield the starts of rounds in lines, given the last digest and shoe before them."""
    since: list[RawLine] = []
    brought: list[RawLine] = []
    latest = shoe
    event_count = 0 if header.follows is None else header.follows.event_count
    for raw in lines:
        if _EVENT.match(raw.data):
            event_count += 1
            brought.clear()
            shoe = latest
            continue
        record = decode(raw)
        kind = record["line"]
        if kind == "shoe":
            latest = read_shoe(raw, record)
            if record["seq"] == 1:
                since.append(raw)
                shoe = latest
            else:
                brought = [raw]
        elif kind == "reveal":
            brought.append(raw)
        elif kind == "round":
            opened = read_round(raw, record)
            yield RoundStart(
                header,
                opened,
                digest,
                tuple(since),
                shoe,
                (*brought, raw),
                event_count,
            )
            event_count += 1
            shoe = latest
            brought = []
        elif kind in CHANGE_KINDS:
            event_count += 1
            since.append(raw)
        elif kind == "host":
            since.append(raw)
        else:
            if kind == "journal":
                other = read_header(raw)
                header = evolve(header, engine=other.engine, follows=other.follows)
            brought = []
            shoe = latest
            digest, since = digest_of(raw.data), []


_END_LINE: Final = re.compile(rb'\{"seq":[0-9]+,"line":"end","round":([0-9]{1,19}),.*\n')


def end_behind(file: BinaryIO, offset: int, most_bytes: int) -> tuple[int, int] | None:
    """Find the first `end` line after a place; return where this line ends, and its round.

    Args:
        file: a journal; its position changes.
        offset: the place, in bytes.
        most_bytes: the line may begin at most this many bytes after the place. If no `end` line
            begins there, the function returns `None`.
    """
    file.seek(offset)
    behind = offset + len(file.readline(MAX_LINE_BYTES))
    while behind - offset < most_bytes and (line := file.readline(MAX_LINE_BYTES)):
        behind += len(line)
        if ended := _END_LINE.fullmatch(line):
            return behind, int(ended[1])
    return None


_READ_BYTES: Final = 1 << 16


def last_line_before(file: BinaryIO, offset: int, kind: bytes) -> RawLine | None:
    """Return the last line of a kind before a place, without its number; `None` if there is none.

    Args:
        file: a journal; its position changes.
        offset: the place, in bytes, where a line begins.
        kind: the kind of the line.
    """
    wanted = re.compile(rb'(?<=\n)\{"seq":[0-9]+,"line":"%b",.*\n' % kind)
    behind = b""
    while offset > 0:
        begin = max(offset - _READ_BYTES, 0)
        file.seek(begin)
        read = file.read(offset - begin)
        found = deque(wanted.finditer(read + behind), maxlen=1)
        if found:
            return RawLine(0, begin + found[0].start(), found[0][0])
        # A line may begin before the bytes that were read.
        behind = b"".join((read + behind).partition(b"\n")[:2])[:MAX_LINE_BYTES]
        offset = begin
    return None


def shoe_before(file: BinaryIO, offset: int) -> ShoeLine | None:
    """Return the content of the last shoe line before a place; `None` if there is no such line."""
    raw = last_line_before(file, offset, b"shoe")
    return None if raw is None else read_shoe(raw, decode(raw))


_BEGINNING: Final = b'{"seq":0,"line":"journal","schema":'
_KIND: Final = b'"line":"'


def first_line(lines: Iterator[RawLine]) -> RawLine:
    """Return the first line of a journal.

    Raises:
        NotBegunError: there is no whole header.
        NoJournalError: the file is not a journal.
    """
    raw = next(lines, None)
    if raw is None:
        raise NotBegunError("the journal is empty")
    if not raw.whole and _BEGINNING.startswith(raw.data[: len(_BEGINNING)]):
        raise NotBegunError("the journal has no whole header")
    if not raw.whole or (_KIND not in raw.data and not digest_of(raw.data)):
        raise NoJournalError(raw.data)
    return raw


def read_first(lines: Iterator[RawLine]) -> tuple[Header, RawLine]:
    """Return the header of a journal: decoded, and as a line of the file.

    Raises:
        NotBegunError: there is no whole header.
        NoJournalError: the file is not a journal.
        UnsupportedError: this engine does not know the version or the shuffle of the journal.
        JournalError: the digest of the header shows that it is damaged.
    """
    raw = first_line(lines)
    intact = is_sealed("", [raw], raw.number)
    try:
        header = read_header(raw)
    except UnsupportedError:
        # Check this only now: other versions may write the digest differently, or not at all.
        if intact or not digest_of(raw.data):
            raise
    else:
        if intact:
            return header, raw
    problem = "the digest of the header does not match: the header was changed"
    raise JournalError(raw.number, problem, "use an unchanged copy of the journal")
