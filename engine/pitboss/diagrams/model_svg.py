"""The public types as an SVG picture: boxes that list their members, and wires between them.

As in the picture of the machine, wires run into the gutter between two columns and along the trunk
of the type that they lead to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from pitboss.diagrams.canvas import LINE_HEIGHT, NAME_SIZE, SIZE, Canvas
from pitboss.diagrams.letters import width_of, wrapped
from pitboss.diagrams.model import Member, MemberKind, Section, TypeBox, TypeKind

BOX_WIDTH: Final = 330
GUTTER: Final = 152
MARGIN: Final = 24
WIDTH: Final = 2 * (MARGIN + BOX_WIDTH) + GUTTER
HEAD_HEIGHT: Final = 26
BOX_GAP: Final = 18
ROW_GAP: Final = 4
INDENT: Final = 12

INKS: Final = {
    MemberKind.FIELD: "house",
    MemberKind.MADE_FROM: "host",
    MemberKind.METHOD: "player",
    MemberKind.CHOICE: "both",
}
LEGEND: Final = (
    ("house", "what it holds: fields and properties"),
    ("host", "what it is made from"),
    ("player", "what it can be asked, with what it takes and what it gives"),
    ("both", "what it extends, and the choices of an enumeration"),
)


@frozen
class _Row:
    """Members with their words broken into lines."""

    y: int
    ink: str
    lines: tuple[str, ...]
    uses: tuple[str, ...]

    @property
    def height(self) -> int:
        return LINE_HEIGHT * len(self.lines) + ROW_GAP


@frozen
class _Box:
    """A type's box: where it lies, and its rows."""

    shown: TypeBox
    x: int
    y: int
    rows: tuple[_Row, ...]

    @property
    def height(self) -> int:
        return HEAD_HEIGHT + sum(row.height for row in self.rows) + LINE_HEIGHT // 2

    @property
    def inner_x(self) -> int:
        return self.x + BOX_WIDTH if self.x == MARGIN else self.x

    @property
    def entry_y(self) -> int:
        return self.y + HEAD_HEIGHT // 2


def model_svg(sections: Sequence[Section], title: str = "The public types") -> str:
    """Draw the model as the text of an SVG file.

    Args:
        sections: what `model_of` read from the code.
        title: what stands above the drawing.
    """
    canvas = Canvas(title)
    canvas.text(MARGIN, 34, title, "title")
    y = 64
    for section in sections:
        canvas.text(MARGIN, y, section.title, "heading")
        y = _draw_section(canvas, section, y + 14) + 22
    for ink, words in LEGEND:
        canvas.line([(MARGIN, y - 4), (MARGIN + 30, y - 4)], ink, arrow=True)
        canvas.text(MARGIN + 40, y, words, f"text-{ink}")
        y += LINE_HEIGHT
    notes = (
        "Lines lead to types of the same section; [*] is any number of them, [0..1] one or none."
    )
    canvas.text(MARGIN, y, notes, "note")
    return canvas.svg(WIDTH, y + LINE_HEIGHT)


def _draw_section(canvas: Canvas, section: Section, top: int) -> int:
    """Draw the boxes of a section and return where they end."""
    boxes: dict[str, _Box] = {}
    free = [top, top]
    for shown in section.boxes:
        column = 0 if free[0] <= free[1] else 1
        x = MARGIN + column * (BOX_WIDTH + GUTTER)
        box = _placed(shown, x, free[column])
        boxes[shown.name] = box
        free[column] = box.y + box.height + BOX_GAP
    _draw_wires(canvas, boxes)
    for box in boxes.values():
        _draw_box(canvas, box)
    return max(free)


def _placed(shown: TypeBox, x: int, y: int) -> _Box:
    rows: list[_Row] = []
    row_y = y + HEAD_HEIGHT + LINE_HEIGHT
    for parent in shown.parents:
        rows.append(_Row(row_y, "both", (f"extends {parent}",), (parent,)))
        row_y += rows[-1].height
    for member in shown.members:
        lines = wrapped(_text(member), BOX_WIDTH - 2 * INDENT, SIZE)
        rows.append(_Row(row_y, INKS[member.kind], lines, member.uses))
        row_y += rows[-1].height
    return _Box(shown, x, y, tuple(rows))


def _text(member: Member) -> str:
    names = ", ".join(member.names)
    return f"{names}: {member.type_name}" if member.type_name else names


def _draw_wires(canvas: Canvas, boxes: dict[str, _Box]) -> None:
    used = {name for box in boxes.values() for row in box.rows for name in row.uses}
    targets = [name for name in boxes if name in used]
    for box in boxes.values():
        for row in box.rows:
            for name in row.uses:
                if name in boxes:
                    place = targets.index(name) + 1
                    trunk_x = MARGIN + BOX_WIDTH + GUTTER * place // (len(targets) + 1)
                    _draw_wire(canvas, box, row, trunk_x, boxes[name])


def _draw_wire(canvas: Canvas, box: _Box, row: _Row, trunk_x: int, target: _Box) -> None:
    y = row.y - 4
    way = [(box.inner_x, y), (trunk_x, y), (trunk_x, target.entry_y)]
    canvas.line([*way, (target.inner_x, target.entry_y)], row.ink, arrow=True)
    canvas.dot(trunk_x, y, 2, f"dot-{row.ink}")


def _draw_box(canvas: Canvas, box: _Box) -> None:
    canvas.box(box.x, box.y, BOX_WIDTH, box.height, "box")
    canvas.box(box.x, box.y, BOX_WIDTH, HEAD_HEIGHT, "head")
    canvas.text(box.x + 10, box.y + NAME_SIZE + 4, box.shown.name, "name")
    if box.shown.kind is not TypeKind.OBJECT:
        words = f"\u00ab{box.shown.kind.value}\u00bb"
        width = width_of(box.shown.name, NAME_SIZE, bold=True)
        canvas.text(box.x + 18 + width, box.y + NAME_SIZE + 4, words, "stereotype")
    for row in box.rows:
        for number, line in enumerate(row.lines):
            y = row.y + LINE_HEIGHT * number
            canvas.text(box.x + INDENT, y, line, f"text-{row.ink}")
