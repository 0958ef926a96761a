"""Where rounds begin: a round's first line says enough to play it without those before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from pitboss.errors import JournalError
from pitboss.journal import DIGEST_END, DIGEST_KEY
from pitboss.journal_reader import (
    Header,
    RawLine,
    Record,
    RoundRecord,
    ShoeRecord,
    decode,
    read_header,
    read_round,
    read_shoe,
)

DIGEST_LENGTH: Final = 64
_TAIL_LENGTH: Final = len(DIGEST_KEY) + DIGEST_LENGTH + len(DIGEST_END)


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
        since: what stands between that digest and the round; the first shoe, before round 1.
        shoe: the last shoe line before it; none if the header's seed gives the shoe.
        brings_shoe: the opening of the round brings in a new shoe.
        lines: the round's first lines: a new shoe's, if there is one, and its own.
    """

    header: Header
    record: RoundRecord
    seq: int
    digest: str
    since: bytes
    shoe: ShoeRecord | None
    brings_shoe: bool
    lines: tuple[RawLine, ...]

    @property
    def last_seq(self) -> int:
        """The sequence number of the last of `lines`."""
        return self.seq + len(self.lines) - 1


def round_starts(lines: Iterator[RawLine]) -> Iterator[RoundStart]:
    """Give the places in a journal where rounds begin, up to the first line that was cut off.

    Whenever a start is given, `lines` has been read up to the round's own first line and no further.

    Args:
        lines: a journal from its header on.

    Raises:
        JournalError: a line that matters here cannot be read.
    """
    header, first = read_first(lines)
    digest, since = digest_of(first.data), b""
    shoe: ShoeRecord | None = None
    brought: list[RawLine] = []
    for raw in lines:
        if not raw.whole:
            return
        if raw.is_note:
            continue
        if _EVENT in raw.data:
            brought.clear()
            continue
        record = decode(raw)
        kind = record["line"]
        if kind == "shoe":
            shoe = read_shoe(raw, record)
            if record["seq"] == 1:
                since = raw.data
            else:
                brought = [raw]
        elif kind == "round":
            yield RoundStart(
                header=header,
                record=read_round(raw, record),
                seq=sequence_number(record) - len(brought),
                digest=digest,
                since=since,
                shoe=shoe,
                brings_shoe=bool(brought),
                lines=(*brought, raw),
            )
            brought = []
        else:
            digest, since = digest_of(raw.data), b""


_EVENT: Final = b'"line":"event"'


def sequence_number(record: Record) -> int:
    """Return the sequence number of a line; -1 if it has none."""
    seq = record.get("seq")
    return seq if isinstance(seq, int) else -1


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
