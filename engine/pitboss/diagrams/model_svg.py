"""The public types as an SVG picture: boxes that list their members, and wires between them.

A box lists only members with a wire to another type, and says how many other members there are. As
in the picture of the machine, boxes are in two columns, and wires to the same type share a trunk in
the gutter between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from pitboss.arguments import takes
from pitboss.diagrams.boxes import ROW_GAP, Box, Columns
from pitboss.diagrams.canvas import (
    LINE_HEIGHT,
    MARGIN,
    NAME_SIZE,
    SIZE,
    Canvas,
    DiagramError,
    width_of,
    wrap_pixels,
)
from pitboss.diagrams.model import Member, MemberKind, Section, TypeBox, TypeKind
from pitboss.text.terminal import count_text

COLUMNS: Final = Columns(box_width=500, gutter=232)
BOX_GAP: Final = 12
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
    ("player", "its methods, with their arguments and results"),
    ("both", "what it extends"),
)
NOTE: Final = (
    "Listed are members that lead to a type shown here; [*] means any number, [0..1] none or one."
)


@frozen
class _Row:
    """Members, with their text broken into lines."""

    ink: str
    lines: tuple[str, ...]
    uses: tuple[str, ...]

    @property
    def height(self) -> int:
        return LINE_HEIGHT * len(self.lines) + ROW_GAP


@takes(DiagramError)
def model_svg(sections: Sequence[Section], title: str = "The public types") -> str:
    """Draw the model as the text of an SVG file; a single section fits on a slide.

    Args:
        sections: the sections that `model_of` returns, or some of them.
        title: the title of the drawing; a drawing of one section has that section's title.
    """
    canvas = Canvas(sections[0].title if len(sections) == 1 else title)
    y = canvas.title(MARGIN, COLUMNS.width - 2 * MARGIN)
    for section in sections:
        if len(sections) > 1:
            canvas.text(MARGIN, y + 8, section.title, "heading")
            y += 22
        y = _draw_section(canvas, section, y) + LINE_HEIGHT
    y = canvas.legend(MARGIN, y, LEGEND)
    canvas.text(MARGIN, y, NOTE, "note")
    return canvas.svg(COLUMNS.width, y + LINE_HEIGHT)


def _draw_section(canvas: Canvas, section: Section, top: int) -> int:
    """Draw the boxes of a section and return the y of their end."""
    boxes: dict[str, Box[_Row]] = {}
    names = frozenset(shown.name for shown in section.boxes)
    free = {True: top, False: top}
    for shown in section.boxes:
        left = free[True] <= free[False]
        box = Box(shown.name, left, free[left], _rows(shown, names), COLUMNS)
        boxes[shown.name] = box
        free[left] = box.y + box.height + BOX_GAP
    _draw_wires(canvas, boxes)
    for shown in section.boxes:
        _draw_box(canvas, shown.kind, boxes[shown.name])
    return max(free.values())


def _rows(shown: TypeBox, names: frozenset[str]) -> tuple[_Row, ...]:
    """Return the rows with wires to other types, and a row with the number of other members."""
    wired = [member for member in shown.members if names.intersection(member.uses)]
    rest = [name for member in shown.members if member not in wired for name in member.names]
    what = "choice" if shown.kind is TypeKind.ENUMERATION else "more" if wired else "member"
    words = f"{len(rest)} more" if what == "more" else count_text(len(rest), what)
    told = [
        *(("both", f"extends {parent}", (parent,)) for parent in shown.parents),
        *((INKS[member.kind], _text(member), member.uses) for member in wired),
        *([("quiet", words, ())] if rest else []),
    ]
    width = COLUMNS.box_width - 2 * INDENT
    return tuple(_Row(ink, wrap_pixels(text, width, SIZE), uses) for ink, text, uses in told)


def _text(member: Member) -> str:
    names = ", ".join(member.names)
    return f"{names}: {member.type_name}" if member.type_name else names


def _draw_wires(canvas: Canvas, boxes: dict[str, Box[_Row]]) -> None:
    used = {name for box in boxes.values() for row in box.rows for name in row.uses}
    targets = [name for name in boxes if name in used]
    for box in boxes.values():
        for row, y in box.placed():
            for name in row.uses:
                if name in boxes:
                    trunk_x = COLUMNS.trunk_x(targets.index(name), len(targets))
                    box.draw_wire(canvas, y, trunk_x, boxes[name], row.ink)


def _draw_box(canvas: Canvas, kind: TypeKind, box: Box[_Row]) -> None:
    box.draw(canvas)
    box.draw_name(canvas)
    if kind is not TypeKind.OBJECT:
        words = f"\u00ab{kind.value}\u00bb"
        width = width_of(box.name, NAME_SIZE, bold=True)
        canvas.text(box.x + 18 + width, box.y + NAME_SIZE + 4, words, "stereotype")
    for row, y in box.placed():
        canvas.lines(box.x + INDENT, y, row.lines, f"text-{row.ink}")
