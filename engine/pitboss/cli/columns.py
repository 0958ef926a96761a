"""Rows of aligned columns whose last one holds text that is broken between its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from pitboss.text.terminal import Look, columns_of, left, wrapped

_GAP: Final = 2
_LEAST_ROOM: Final = 24
"""Columns that the text gets on however narrow a terminal."""


@frozen
class TextRow:
    """One row.

    Attributes:
        cells: what stands in the columns before the text.
        text: what stands in the last column, in paragraphs.
        aside: what may be read last, in paragraphs that follow the text.
        runs_on: the aside begins on the last line of the text if there is room for all of it.
    """

    cells: tuple[str, ...]
    text: tuple[str, ...] = ("",)
    aside: tuple[str, ...] = ()
    runs_on: bool = False


def aligned(rows: Sequence[TextRow], look: Look) -> Iterator[str]:
    """Yield the lines of some rows, as wide as they have to be and the text as wide as it may.

    Args:
        rows: at least one, all with equally many cells.
        look: what the reader's terminal can show.
    """
    cells = zip(*(row.cells for row in rows), strict=True)
    widths = [max(map(columns_of, column)) + _GAP for column in cells]
    room = max(look.columns - sum(widths), _LEAST_ROOM)
    for row in rows:
        head = "".join(left(cell, width) for cell, width in zip(row.cells, widths, strict=True))
        for line in _text_lines(row, room, look):
            yield f"{head}{line}".rstrip()
            head = " " * sum(widths)


def _text_lines(row: TextRow, room: int, look: Look) -> list[str]:
    lines = [line for paragraph in row.text for line in wrapped(paragraph, room)]
    aside = list(row.aside)
    if row.runs_on and aside and columns_of(lines[-1]) + 1 + columns_of(aside[0]) <= room:
        lines[-1] = f"{lines[-1]} {look.faint(aside.pop(0))}"
    return lines + [look.faint(line) for paragraph in aside for line in wrapped(paragraph, room)]
