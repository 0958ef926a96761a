"""Where rounds begin: a round's first line says enough to play it without those before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from pitboss.errors import JournalError
from pitboss.journal import DIGEST_END, DIGEST_KEY
from pitboss.journal_reader import (
    Header,
    RawLine,
    RoundRecord,
    ShoeRecord,
    decode,
    read_header,
    read_round,
    read_shoe,
)

DIGEST_LENGTH = 64
_TAIL_LENGTH = len(DIGEST_KEY) + DIGEST_LENGTH + len(DIGEST_END)


def digest_of(data: bytes) -> str:
    """Return the digest with which a line ends; empty if it ends with none."""
    tail = data[-_TAIL_LENGTH:]
    if not (tail.startswith(DIGEST_KEY) and tail.endswith(DIGEST_END)):
        return ""
    digest = tail[len(DIGEST_KEY) : -len(DIGEST_END)]
    return digest.decode("ascii", "replace")


def without_digest(data: bytes) -> bytes:
    """Return the part of such a line that its own digest covers."""
    return data[:-_TAIL_LENGTH]


@frozen
class RoundStart:
    """The place in a journal where a round begins.

    Attributes:
        header: the journal's header.
        record: the round's first line.
        seq: the sequence number of the first of its lines.
        digest: the last digest before it.
        shoe: the last shoe line before it; none if the header's seed gives the shoe.
        brings_shoe: the opening of the round brings in a new shoe.
        lines: the round's first lines: a new shoe's, if there is one, and its own.
    """

    header: Header
    record: RoundRecord
    seq: int
    digest: str
    shoe: ShoeRecord | None
    brings_shoe: bool
    lines: tuple[RawLine, ...]

    @property
    def last_seq(self) -> int:
        """The sequence number of the last of `lines`."""
        return self.seq + len(self.lines) - 1


Wanted = Callable[[int, RoundRecord], bool]
"""Says, by the sequence number of its first line and its record, whether a round is the one."""


def next_start(header: Header, lines: Iterator[RawLine], wanted: Wanted) -> RoundStart | None:
    """Read on to the next round that is wanted; none if the lines end before.

    Args:
        header: the journal's header.
        lines: from the line after the header on; left behind the round's own first line.
        wanted: says which round.

    Raises:
        JournalError: a line on the way cannot be read.
    """
    digest = ""
    shoe: ShoeRecord | None = None
    group: list[RawLine] = []
    for raw in lines:
        if not raw.whole:
            return None
        if b'"line":"event"' in raw.data or raw.is_note:
            group.clear()
            continue
        record = decode(raw)
        kind = record["line"]
        if kind == "shoe":
            shoe = read_shoe(raw, record)
            group = [raw] if record["seq"] != 1 else []
        elif kind == "round":
            read = read_round(raw, record)
            group.append(raw)
            seq = decode(group[0])["seq"]
            first_seq = seq if isinstance(seq, int) else 0
            if wanted(first_seq, read):
                return RoundStart(
                    header=header,
                    record=read,
                    seq=first_seq,
                    digest=digest,
                    shoe=shoe,
                    brings_shoe=len(group) > 1,
                    lines=tuple(group),
                )
            group = []
        else:
            digest = digest_of(raw.data)
            group = []
    return None


def header_line(lines: Iterator[RawLine]) -> RawLine:
    """Return the first line that is not a note.

    Raises:
        JournalError: there is none, or it was cut off.
    """
    for raw in lines:
        if not raw.whole:
            break
        if not raw.is_note:
            return raw
    raise JournalError(None, "the journal has no whole header")


def read_first(lines: Iterator[RawLine]) -> tuple[Header, RawLine]:
    """Return the header of a journal, decoded and as it lies in the file.

    Raises:
        JournalError: there is none, it is damaged, or its version is not supported.
    """
    raw = header_line(lines)
    return read_header(raw), raw
