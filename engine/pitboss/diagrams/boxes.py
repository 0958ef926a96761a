"""Boxes that list rows, in two columns; between the columns is a gutter with wires.

A wire connects a row to another box. All wires to one box share a vertical line in the gutter, the
trunk of the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Generic, Protocol, TypeVar

from attrs import frozen

from pitboss.diagrams.canvas import LINE_HEIGHT, MARGIN, NAME_SIZE, Canvas

HEAD_HEIGHT: Final = 26
ROW_GAP: Final = 4
WIRE_ABOVE: Final = 4
"""A wire begins this many pixels above the base line of its row."""


class _BoxRow(Protocol):
    """A row of a box, with its text broken into lines."""

    @property
    def height(self) -> int:
        """The height of the row in its box, with the space below it."""
        ...


RowT = TypeVar("RowT", bound=_BoxRow)


@frozen
class Columns:
    """Two columns of boxes and the gutter between them, in pixels.

    Attributes:
        box_width: the width of each box.
        gutter: the width between the columns.
        outside: the free width on the outer side of each column, within the margins.
    """

    box_width: int
    gutter: int
    outside: int = 0

    @property
    def width(self) -> int:
        """The width of the whole picture."""
        return 2 * (self.margin + self.box_width) + self.gutter

    @property
    def margin(self) -> int:
        """The x of the boxes of the left column."""
        return MARGIN + self.outside

    def x(self, *, left: bool) -> int:
        """Return the x of the boxes of a column."""
        return self.margin if left else self.margin + self.box_width + self.gutter

    def trunk_x(self, place: int, trunks: int) -> int:
        """Return the x of a trunk in the gutter, by its place from 0 and the number of trunks."""
        return self.margin + self.box_width + self.gutter * (place + 1) // (trunks + 1)


@frozen
class Box(Generic[RowT]):
    """A box: its place and its rows.

    Attributes:
        name: the text in its head.
        left: whether it is in the left column.
        y: its upper edge.
        rows: its rows from the top.
        columns: the columns of the picture.
    """

    name: str
    left: bool
    y: int
    rows: tuple[RowT, ...]
    columns: Columns

    @property
    def x(self) -> int:
        """Its left edge."""
        return self.columns.x(left=self.left)

    @property
    def height(self) -> int:
        """The height from the upper edge of the head to the lower edge."""
        return HEAD_HEIGHT + sum(row.height for row in self.rows) + LINE_HEIGHT // 2

    @property
    def inner_x(self) -> int:
        """The x of the side next to the gutter."""
        return self.x + self.columns.box_width if self.left else self.x

    @property
    def entry_y(self) -> int:
        """The y at which wires enter."""
        return self.y + HEAD_HEIGHT // 2

    def draw(self, canvas: Canvas) -> None:
        """Draw the box, without its name and its rows."""
        canvas.box(self.x, self.y, self.columns.box_width, self.height, "box")
        canvas.box(self.x, self.y, self.columns.box_width, HEAD_HEIGHT, "head")

    def draw_name(self, canvas: Canvas) -> None:
        """Write the name into the head."""
        canvas.text(self.x + 10, self.y + NAME_SIZE + 4, self.name, "name")

    def placed(self) -> Iterator[tuple[RowT, int]]:
        """Yield each row with the base line of its first line."""
        y = self.y + HEAD_HEIGHT + LINE_HEIGHT
        for row in self.rows:
            yield row, y
            y += row.height

    def draw_wire(
        self, canvas: Canvas, row_y: int, trunk_x: int, target: Box[RowT], ink: str
    ) -> None:
        """Draw a wire from the row at a base line to another box."""
        y = row_y - WIRE_ABOVE
        way = [(self.inner_x, y), (trunk_x, y), (trunk_x, target.entry_y)]
        canvas.line([*way, (target.inner_x, target.entry_y)], ink, arrow=True)
        canvas.dot(trunk_x, y, 2, f"dot-{ink}")
