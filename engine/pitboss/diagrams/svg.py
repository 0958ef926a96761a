"""The machine as an SVG picture.

A state is a box that lists its rows: what players may say, then what the house does, numbered in
the order in which it is tried. From every row that leads to another state a line runs into the
gutter between the two columns and along the trunk of its destination; a row that stays in its state
is a small loop at the outer side. So every row is drawn with its words, and lines carry none.
"""

from __future__ import annotations

from pitboss.diagrams.canvas import LINE_HEIGHT, MARK_SIZE, NAME_SIZE, TITLE_SIZE, Canvas
from pitboss.diagrams.graph import Edge, Graph
from pitboss.diagrams.layout import (
    BOX_WIDTH,
    CONDITION_INDENT,
    HEAD_HEIGHT,
    HEADING_INDENT,
    MARGIN,
    WIDTH,
    WIRE_ABOVE,
    Box,
    DrawnRow,
    Tag,
    placed,
    trunk_x,
)
from pitboss.diagrams.legend import draw_legend
from pitboss.diagrams.letters import width_of, wrapped
from pitboss.diagrams.shared import ink_of, mark_of
from pitboss.game.round import Phase


def svg_of(graph: Graph) -> str:
    """Draw a graph of the machine as the text of an SVG file.

    Args:
        graph: the whole machine, a rule set's, one that was counted, walked or compared.
    """
    canvas = Canvas(graph.title)
    title = wrapped(graph.title, WIDTH - 2 * MARGIN, TITLE_SIZE, bold=True)
    for number, line in enumerate(title):
        canvas.text(MARGIN, 34 + 22 * number, line, "title")
    boxes = placed(graph, 56 + 22 * (len(title) - 1))
    _draw_wires(canvas, graph, boxes)
    for box in boxes.values():
        _draw_box(canvas, graph, box)
    bottom = max(box.y + box.height for box in boxes.values()) + 30
    return canvas.svg(WIDTH, bottom + draw_legend(canvas, graph, MARGIN, bottom, WIDTH) + 8)


def _draw_wires(canvas: Canvas, graph: Graph, boxes: dict[Phase, Box]) -> None:
    """Draw a line for every row that leads elsewhere; what stands back lies below the others."""
    leading = [(box, row) for box in boxes.values() for row in box.rows if not row.edge.stays]
    pale = [(box, row) for box, row in leading if graph.faded(row.edge)]
    if pale:
        # Faded together: one by one they would grow darker where they share their way.
        with canvas.group(faded=True):
            for box, row in pale:
                _draw_wire(canvas, graph, box, row, boxes[row.edge.destination])
    for box, row in leading:
        if not graph.faded(row.edge):
            _draw_wire(canvas, graph, box, row, boxes[row.edge.destination])


def _draw_wire(canvas: Canvas, graph: Graph, box: Box, row: DrawnRow, target: Box) -> None:
    x, y = trunk_x(target.state), row.y - WIRE_ABOVE
    ink = ink_of(graph, row.edge)
    points = [(box.inner_x, y), (x, y), (x, target.entry_y)]
    canvas.line([*points, (target.inner_x, target.entry_y)], ink, arrow=True)
    canvas.dot(x, y, 2, f"dot-{ink}")


def _draw_box(canvas: Canvas, graph: Graph, box: Box) -> None:
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


def _draw_row(canvas: Canvas, graph: Graph, box: Box, row: DrawnRow) -> None:
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


def _draw_tag(canvas: Canvas, right: int, y: int, tag: Tag) -> None:
    for number, line in enumerate(tag.lines):
        line_y = y + number * LINE_HEIGHT
        if tag.pill:
            width = width_of(line, MARK_SIZE, bold=True) + 12
            canvas.box(right - width, line_y - 11, width, 14, f"dot-{tag.pill}", round_by=7)
            canvas.text(right - 6, line_y, line, "mark on-step", "end")
        else:
            canvas.text(right, line_y, line, "note", "end")
