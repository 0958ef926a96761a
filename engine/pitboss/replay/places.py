"""Finding places in a long journal without reading all that stands before them.

What is found here is a guess, for a journal may hold anything; nothing is believed before a replay
of the lines in front of the place has come to the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from pitboss.errors import JournalError
from pitboss.journal.reader import (
    Header,
    RawLine,
    Record,
    ShoeRecord,
    decode,
    raw_lines,
    read_round,
    read_shoe,
)
from pitboss.journal.writer import MAX_LINE_BYTES
from pitboss.replay.digests import digest_of
from pitboss.replay.starts import RoundStart, sequence_number

_END: Final = re.compile(rb'\{"seq":[0-9]+,"line":"end",.*\n')
_SHOE_MARK: Final = b',"line":"shoe",'
_BEFORE_MARK: Final = re.compile(rb'\{"seq":[0-9]{1,19}')
_LONGEST_BEFORE_MARK: Final = 32
_BLOCK_BYTES: Final = 1 << 16


def end_behind(file: BinaryIO, offset: int, most_bytes: int) -> int | None:
    """Return where the first line ends that ends a round and begins behind a place.

    Args:
        file: a journal.
        offset: the place, in bytes.
        most_bytes: no more is read.

    Returns:
        In bytes; none if there is no such line so near.
    """
    file.seek(offset)
    behind = offset + len(file.readline(MAX_LINE_BYTES))
    while behind - offset < most_bytes:
        line = file.readline(MAX_LINE_BYTES)
        behind += len(line)
        if not line:
            break
        if _END.fullmatch(line):
            return behind
    return None


def start_at(file: BinaryIO, offset: int, header: Header) -> RoundStart:
    """Return the start of the round that follows a place.

    Args:
        file: a journal; it is moved.
        offset: where the end of another round ends, in bytes.
        header: the journal's.

    Raises:
        JournalError: no round begins there.
    """
    before = _line_before(file, offset)
    seq = sequence_number(decode(before)) + 1
    file.seek(offset)
    brought: list[RawLine] = []
    for raw, record in _numbered(file):
        if record["line"] == "shoe":
            brought = [raw]
            continue
        opened = read_round(raw, record)
        shoe = _shoe_before(file, offset)
        shoes = 0 if shoe is None else shoe.number
        return RoundStart(
            header=header,
            record=opened,
            seq=seq,
            # What is numbered but the header, the shoes, and the ends of all rounds before.
            events=seq - 1 - shoes - (opened.number - 1),
            digest=digest_of(before.data),
            since=(),
            shoe=shoe,
            brings_shoe=bool(brought),
            lines=(*brought, raw),
        )
    raise JournalError(None, "the journal ends where a round should begin")


def _numbered(file: BinaryIO) -> Iterator[tuple[RawLine, Record]]:
    return ((raw, decode(raw)) for raw in raw_lines(file) if not raw.is_note)


def _line_before(file: BinaryIO, offset: int) -> RawLine:
    """Return the line that ends at a place."""
    begin = max(offset - MAX_LINE_BYTES, 0)
    file.seek(begin)
    data = file.read(offset - begin)
    return RawLine(0, 0, data[data.rfind(b"\n", 0, -1) + 1 :])


def _shoe_before(file: BinaryIO, offset: int) -> ShoeRecord | None:
    """Return what the last line of a shoe before a place says; none if there is no such line."""
    while offset > 0:
        begin = max(offset - _BLOCK_BYTES, 0)
        file.seek(begin)
        # A mark may lie across the end of a block; it counts to the one in which it begins.
        block = file.read(offset - begin + len(_SHOE_MARK) - 1)
        found = block.rfind(_SHOE_MARK)
        offset = begin if found < 0 else begin + found
        if found >= 0 and (raw := _line_with_mark(file, offset)) is not None:
            return read_shoe(raw, decode(raw))
    return None


def _line_with_mark(file: BinaryIO, mark: int) -> RawLine | None:
    """Return the line in which a mark lies, if it is one that begins as numbered lines do."""
    begin = max(mark - _LONGEST_BEFORE_MARK, 0)
    file.seek(begin)
    before = file.read(mark - begin)
    before = before[before.rfind(b"\n") + 1 :]
    if not _BEFORE_MARK.fullmatch(before):
        return None
    file.seek(mark - len(before))
    return RawLine(0, 0, file.readline(MAX_LINE_BYTES))
