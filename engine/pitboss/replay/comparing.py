"""Compare two journals: find the first line in which they differ, and the field in it."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice, zip_longest
from os import PathLike
from typing import Final, cast

import orjson
from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import JournalError, journal_fault
from pitboss.journal.fields import RawLine, Record, decode
from pitboss.journal.source import HEADER, Lines, Source, read_journal
from pitboss.replay.inputs import show_line
from pitboss.replay.starts import first_line
from pitboss.replay.verifying import SHOWN_CHARACTERS

_ROUND: Final = re.compile(rb'\{"seq":[0-9]{1,19},"line":"round","round":([0-9]{1,19}),')
_NO_LINE: Final = RawLine(0, 0, b"")
_ABSENT: Final = object()
"""Stands for a value that a journal does not have, or that cannot be read."""


@frozen
class JournalDifference:
    """The first difference between two journals.

    Attributes:
        line_number: the number of the line, from 1.
        round_number: the last round that was opened in both journals, or the round that begins at
            this line in one of them; 0 before round 1.
        field: the place in the line, such as ``hands[0].net``; empty if the lines differ as a
            whole: one is missing, cut off or spelt differently.
        one: the value in the first journal, as JSON; the whole line if `field` is empty; an empty
            text if the journal lacks the field or the line. If `one` and `other` would be the same
            text, or if a line is empty, both are the parts around the difference, with line ends.
            If the journals would still look the same, both are written as Python writes bytes.
        other: the same, for the second journal.
    """

    line_number: int
    round_number: int
    field: str
    one: str
    other: str


@takes(journal_fault)
def first_difference(
    one: str | PathLike[str] | Source, other: str | PathLike[str] | Source
) -> JournalDifference | None:
    """Return the first difference between two journals; `None` if all bytes are equal.

    Nothing is played again, and no digest is checked.

    Args:
        one: a journal: its path, or a file opened in binary mode.
        other: another journal.

    Raises:
        NoJournalError: a file is not a journal.
        NotBegunError: a file is empty, or ends before it can be recognised as a journal.
        JournalError: a line is longer than allowed, or a packed file is damaged.
        OSError: a file cannot be opened or read.
    """
    round_number = 0
    with closing(_lines(one)) as left_lines, closing(_lines(other)) as right_lines:
        for left, right in zip_longest(left_lines, right_lines, fillvalue=_NO_LINE):
            opened = _ROUND.match(left.data or right.data)
            if opened:
                round_number = int(opened[1])
            if left.data != right.data:
                return _difference(left, right, round_number)
    return None


def _lines(journal: str | PathLike[str] | Source) -> Generator[RawLine]:
    return read_journal(journal, lambda source: _of_journal(Lines(source)))


def _of_journal(lines: Lines) -> Iterator[RawLine]:
    """Yield the lines of a journal, even if it is cut off.

    Raises:
        NoJournalError: the lines are not a journal.
        NotBegunError: there are no lines, or too few bytes to recognise a journal.
    """
    begin = [*islice(lines, 1)]
    if not begin or not begin[0].data.startswith(HEADER):
        first_line(iter(begin))
    yield from begin
    yield from lines


def _difference(left: RawLine, right: RawLine, round_number: int) -> JournalDifference:
    """Describe how two lines with the same number differ."""
    number = left.number or right.number
    records = _decoded(left), _decoded(right)
    if _ABSENT not in records and _sorted(records[0]) != _sorted(records[1]):
        field, *values = _first_field(*records)
        one, other = (b"" if value is _ABSENT else orjson.dumps(value) for value in values)
    else:
        field, one, other = "", left.data, right.data
    texts = [show_line(data)[:SHOWN_CHARACTERS] for data in (one, other)]
    if texts[0] == texts[1] or b"\n" in (one, other):
        texts = _around_difference(one, other)
    return JournalDifference(number, round_number, field, *texts)


def _around_difference(one: bytes, other: bytes) -> list[str]:
    """Return the parts of two values around their first difference, with the ends of lines."""
    # `show_line` leaves out the last line end, so one more is added to show the line's own end.
    whole = [show_line(data + b"\n") for data in (one, other)]
    if whole[0] == whole[1]:
        # For example, one value has a byte that is not UTF-8, and the other has the escape of this
        # byte as text.
        whole = [repr(data)[2:-1] for data in (one, other)]
    pairs = enumerate(zip(*whole, strict=False))
    shorter = min(map(len, whole))
    at = next((place for place, (left, right) in pairs if left != right), shorter)
    begin = max(at - SHOWN_CHARACTERS // 2, 0)
    return [text[begin : begin + SHOWN_CHARACTERS] for text in whole]


def _decoded(raw: RawLine) -> object:
    """Return the content of a line; `_ABSENT` if it cannot be read, or is nested too deep."""
    try:
        record = decode(raw)
        _sorted(record)
    except (JournalError, orjson.JSONEncodeError):
        return _ABSENT
    return record


def _sorted(value: object) -> bytes:
    """Return a value as bytes to compare; true differs from 1, the order of fields is ignored."""
    return b"" if value is _ABSENT else orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _first_field(one: object, other: object) -> tuple[str, object, object]:
    """Return the first place where two values differ, and the part of each value at this place."""
    path = ""
    while True:
        left, right = _parts_of(one), _parts_of(other)
        if type(one) is not type(other) or not (left or right):
            return path.removeprefix("."), one, other
        key = next(
            key
            for key in left | right
            if _sorted(left.get(key, _ABSENT)) != _sorted(right.get(key, _ABSENT))
        )
        path += key
        one, other = left.get(key, _ABSENT), right.get(key, _ABSENT)


def _parts_of(value: object) -> Record:
    """Return the parts of a value; each key is a step of a path."""
    if isinstance(value, list):
        parts = cast("list[object]", value)
        return {f"[{number}]": part for number, part in enumerate(parts)}
    if isinstance(value, dict):
        return {f".{name}": part for name, part in cast("Record", value).items()}
    return {}
