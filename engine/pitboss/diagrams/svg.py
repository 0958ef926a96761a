"""The machine as an SVG picture.

A state is a box that lists its rows: what players may say, then what the house does, numbered in
the order in which it is tried. From every row that leads to another state a line runs into the
gutter between the two columns and along the trunk of its destination; a row that stays in its state
is a small loop at the outer side. So every row is drawn with its words, and lines carry none.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from pitboss.diagrams.canvas import (
    LINE_HEIGHT,
    MARK_SIZE,
    NAME_SIZE,
    SIZE,
    TITLE_SIZE,
    Canvas,
    Point,
)
from pitboss.diagrams.graph import Edge, Graph, Side, ranges
from pitboss.diagrams.legend import draw_legend, share_text
from pitboss.diagrams.letters import width_of, wrapped
from pitboss.diagrams.shared import ink_of, mark_of
from pitboss.round import Phase

BOX_WIDTH: Final = 342
GUTTER: Final = 128
MARGIN: Final = 24
HEAD_HEIGHT: Final = 26
BOX_GAP: Final = 24
HEADING_INDENT: Final = 30
CONDITION_INDENT: Final = 42
ROW_GAP: Final = 4
LOOP_WIDTH: Final = 13
BETWEEN: Final = 10
"""Between a row's words and what stands at its right: steps, a share, the side it is on."""

WIDTH: Final = 2 * (MARGIN + BOX_WIDTH) + GUTTER
LEFT_COLUMN: Final = (Phase.BETTING, Phase.DEALT, Phase.INSURANCE_OFFERED)
TRUNKS: Final = (
    Phase.BETTING,
    Phase.DEALT,
    Phase.INSURANCE_OFFERED,
    Phase.RESOLVED,
    Phase.DEALER_TURN,
    Phase.SPLIT_OFFERED,
    Phase.FILLING,
)
"""The order of the trunks in the gutter, from left to right."""


@frozen
class _Tag:
    """What stands at the right of a row."""

    lines: tuple[str, ...]
    pill: str

    @property
    def width(self) -> int:
        if self.pill:
            return max(width_of(line, MARK_SIZE, bold=True) for line in self.lines) + 12
        return max(width_of(line, SIZE) for line in self.lines)


@frozen
class _Row:
    """A row of a box with its words broken into lines."""

    edge: Edge
    y: int
    heading: tuple[str, ...]
    condition: tuple[str, ...]
    tag: _Tag | None

    @property
    def height(self) -> int:
        words = len(self.heading) + len(self.condition)
        tagged = len(self.tag.lines) if self.tag else 0
        return LINE_HEIGHT * max(words, tagged) + ROW_GAP


@frozen
class _Box:
    """A state's box: where it lies, and its rows."""

    state: Phase
    x: int
    y: int
    rows: tuple[_Row, ...]

    @property
    def height(self) -> int:
        return HEAD_HEIGHT + sum(row.height for row in self.rows) + LINE_HEIGHT // 2

    @property
    def inner_x(self) -> int:
        """The side that faces the gutter."""
        return self.x + BOX_WIDTH if self.state in LEFT_COLUMN else self.x

    @property
    def entry_y(self) -> int:
        return self.y + HEAD_HEIGHT // 2

    def loop(self, row: _Row) -> list[Point]:
        """The way of a row that stays, round the outer side and back."""
        x = self.x if self.state in LEFT_COLUMN else self.x + BOX_WIDTH
        outer_x = x - LOOP_WIDTH if self.state in LEFT_COLUMN else x + LOOP_WIDTH
        return [(x, row.y - 8), (outer_x, row.y - 8), (outer_x, row.y), (x, row.y)]


def svg_of(graph: Graph) -> str:
    """Draw a graph of the machine as the text of an SVG file.

    Args:
        graph: the whole machine, a rule set's, one that was counted, walked or compared.
    """
    canvas = Canvas(graph.title)
    title = wrapped(graph.title, WIDTH - 2 * MARGIN, TITLE_SIZE, bold=True)
    for number, line in enumerate(title):
        canvas.text(MARGIN, 34 + 22 * number, line, "title")
    boxes = _placed(graph, 56 + 22 * (len(title) - 1))
    _draw_wires(canvas, graph, boxes)
    for box in boxes.values():
        _draw_box(canvas, graph, box)
    bottom = max(box.y + box.height for box in boxes.values()) + 30
    return canvas.svg(WIDTH, bottom + draw_legend(canvas, graph, MARGIN, bottom, WIDTH) + 8)


def _placed(graph: Graph, top: int) -> dict[Phase, _Box]:
    boxes: dict[Phase, _Box] = {}
    free = {True: top, False: top}
    for state in graph.states:
        on_left = state in LEFT_COLUMN
        x = MARGIN if on_left else MARGIN + BOX_WIDTH + GUTTER
        y = free[on_left]
        rows: list[_Row] = []
        row_y = y + HEAD_HEIGHT + LINE_HEIGHT
        for edge in graph.out_of(state):
            rows.append(_row(graph, edge, row_y))
            row_y += rows[-1].height
        boxes[state] = _Box(state, x, y, tuple(rows))
        free[on_left] = y + boxes[state].height + BOX_GAP
    return boxes


def _row(graph: Graph, edge: Edge, y: int) -> _Row:
    tag = _tag(graph, edge)
    width = BOX_WIDTH - 8 - (tag.width + BETWEEN if tag else 0)
    heading = wrapped(edge.heading, width - HEADING_INDENT, SIZE, bold=True)
    condition = wrapped(edge.condition, width - CONDITION_INDENT, SIZE)
    return _Row(edge, y, heading, condition, tag)


def _tag(graph: Graph, edge: Edge) -> _Tag | None:
    if edge.steps:
        # A step is never left out, however often a row was taken.
        steps = wrapped(", ".join(ranges(edge.steps)), BOX_WIDTH // 3, MARK_SIZE, bold=True)
        return _Tag(steps, "step")
    if edge.count is not None:
        return _Tag((share_text(graph, edge),), "")
    if graph.compared is not None and edge.side is not Side.BOTH:
        name = graph.compared[0 if edge.side is Side.FIRST else 1]
        return _Tag(wrapped(f"only {name}", BOX_WIDTH // 3, MARK_SIZE, bold=True), edge.side.value)
    return None


def _draw_wires(canvas: Canvas, graph: Graph, boxes: dict[Phase, _Box]) -> None:
    """Draw a line for every row that leads elsewhere; what stands back lies below the others."""
    leading = [(box, row) for box in boxes.values() for row in box.rows if not row.edge.stays]
    for box, row in sorted(leading, key=lambda each: not graph.faded(each[1].edge)):
        target = boxes[row.edge.destination]
        trunk_x = MARGIN + BOX_WIDTH + GUTTER * (TRUNKS.index(target.state) + 1) // 8
        y = row.y - 4
        ink = ink_of(graph, row.edge)
        points = [(box.inner_x, y), (trunk_x, y), (trunk_x, target.entry_y)]
        with canvas.group(faded=graph.faded(row.edge)):
            canvas.line([*points, (target.inner_x, target.entry_y)], ink, arrow=True)
            canvas.dot(trunk_x, y, 2, f"dot-{ink}")


def _draw_box(canvas: Canvas, graph: Graph, box: _Box) -> None:
    canvas.box(box.x, box.y, BOX_WIDTH, box.height, "box")
    canvas.box(box.x, box.y, BOX_WIDTH, HEAD_HEIGHT, "head")
    if box.state is graph.final:
        canvas.box(box.x - 4, box.y - 4, BOX_WIDTH + 8, box.height + 8, "final", round_by=9)
    if box.state is graph.initial:
        canvas.line([(4, box.entry_y), (box.x, box.entry_y)], "both", arrow=True)
        canvas.dot(7, box.entry_y, 6, "dot-both")
    canvas.text(box.x + 10, box.y + NAME_SIZE + 4, box.state.value, "name")
    for row in box.rows:
        edge = row.edge
        with canvas.group(named=edge.name, told=_told(edge), faded=graph.faded(edge)):
            _draw_row(canvas, graph, box, row)


def _told(edge: Edge) -> str:
    """Say of a row what has no room in its box."""
    options = f" Under these rules: {'; '.join(edge.options)}." if edge.options else ""
    return f"{edge.name}: {edge.why}{options}"


def _draw_row(canvas: Canvas, graph: Graph, box: _Box, row: _Row) -> None:
    edge = row.edge
    ink = ink_of(graph, edge)
    if edge.stays:
        canvas.line(box.loop(row), ink, arrow=True)
    if edge.count:
        width = (BOX_WIDTH - 8) * graph.permille(edge) // 1000
        canvas.box(box.x + 4, row.y - 12, max(width, 1), LINE_HEIGHT, "bar", round_by=2)
    canvas.text(box.x + 12, row.y, mark_of(edge), f"bold text-{ink}")
    y = row.y
    for line in row.heading:
        canvas.text(box.x + HEADING_INDENT, y, line, f"bold text-{ink}")
        y += LINE_HEIGHT
    for line in row.condition:
        canvas.text(box.x + CONDITION_INDENT, y, line, "note")
        y += LINE_HEIGHT
    if row.tag is not None:
        _draw_tag(canvas, box.x + BOX_WIDTH - 8, row.y, row.tag)


def _draw_tag(canvas: Canvas, right: int, y: int, tag: _Tag) -> None:
    for number, line in enumerate(tag.lines):
        line_y = y + number * LINE_HEIGHT
        if tag.pill:
            width = width_of(line, MARK_SIZE, bold=True) + 12
            canvas.box(right - width, line_y - 11, width, 14, f"dot-{tag.pill}", round_by=7)
            canvas.text(right - 6, line_y, line, "mark on-step", "end")
        else:
            canvas.text(right, line_y, line, "note", "end")
