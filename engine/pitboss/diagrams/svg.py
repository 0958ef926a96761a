"""The machine as an SVG picture.

A state is a box that lists its rows: first the answers of players, then the moves of the house,
numbered in the order in which they are tried. A row that leads to another state has a wire to the
box of that state; a row that stays in its state has a small loop at the outer side. All text is in
the rows, so wires have no labels.

Two wires to different states must not lie on each other, because they would look like one wire. To
avoid this, the boxes of the right column are moved down a little.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from pitboss.arguments import takes
from pitboss.diagrams.boxes import ROW_GAP, WIRE_ABOVE, Box, Columns
from pitboss.diagrams.canvas import (
    LINE_HEIGHT,
    MARK_SIZE,
    SIZE,
    Canvas,
    DiagramError,
    width_of,
    wrap_pixels,
)
from pitboss.diagrams.graph import Edge, Graph, LegendEntry, Side
from pitboss.game.round import Phase

PORTRAIT: Final = Columns(box_width=342, gutter=128, outside=20)
LANDSCAPE: Final = Columns(box_width=660, gutter=152, outside=20)
BOX_GAP: Final = 24
HEADING_INDENT: Final = 30
CONDITION_INDENT: Final = 42
LOOP_WIDTH: Final = 13
SAMPLE: Final = 34
"""The length of the sample wire in the legend."""

CLEAR: Final = 6
"""The least distance between wires to different states."""

MAX_DOWN: Final = 24
"""A box is moved down by fewer pixels than this to keep wires `CLEAR` apart."""

BETWEEN: Final = 10
"""The space between the text of a row and the tag at its right: steps, a share, or a rule set."""

LEFT_COLUMN: Final[tuple[Phase, ...]] = (Phase.BETTING, Phase.DEALT, Phase.INSURANCE_OFFERED)
TRUNKS: Final = (
    *LEFT_COLUMN,
    Phase.RESOLVED,
    Phase.DEALER_TURN,
    Phase.SPLIT_OFFERED,
    Phase.FILLING,
)
"""The states in the order of their trunks (see `boxes`), from left to right."""


@frozen
class _Tag:
    """The text at the right of a row: plain, or on a coloured background."""

    lines: tuple[str, ...]
    pill: str

    @property
    def width(self) -> int:
        if self.pill:
            return max(_pill_width(line) for line in self.lines)
        return max(width_of(line, SIZE) for line in self.lines)


@frozen
class _Row:
    """A row of a box, with its text broken into lines."""

    edge: Edge
    heading: tuple[str, ...]
    condition: tuple[str, ...]
    tag: _Tag | None
    aside: int
    """The x of the condition, if it is next to the heading; 0 if it is below."""

    @property
    def height(self) -> int:
        words = len(self.heading) + (0 if self.aside else len(self.condition))
        tagged = len(self.tag.lines) if self.tag else 0
        return LINE_HEIGHT * max(words, tagged) + ROW_GAP


_Boxes = dict[Phase, Box[_Row]]


@takes(DiagramError)
def svg_of(graph: Graph, *, landscape: bool = False) -> str:
    """Draw a graph of the machine as the text of an SVG file.

    Args:
        graph: a graph of all rows, or of one rule set; it may have counts, steps or a comparison.
        landscape: whether the picture is wider than high.
    """
    columns = LANDSCAPE if landscape else PORTRAIT
    canvas = Canvas(graph.title)
    top = canvas.title(columns.margin, columns.width - 2 * columns.margin)
    boxes = _placed(graph, columns, top)
    _draw_wires(canvas, graph, boxes)
    for state, box in boxes.items():
        _draw_box(canvas, graph, state, box)
    bottom = max(box.y + box.height for box in boxes.values()) + 30
    return canvas.svg(columns.width, _draw_legend(canvas, graph, columns, bottom))


def _placed(graph: Graph, columns: Columns, top: int) -> _Boxes:
    """Lay out the boxes of a graph's states, in two columns that begin at `top`."""
    boxes: _Boxes = {}
    lefts = LEFT_COLUMN if graph.focus is None else (graph.focus,)
    y = top
    for state in (state for state in graph.states if state in lefts):
        boxes[state] = _box(graph, columns, state, y, left=True)
        y += boxes[state].height + BOX_GAP
    wires = [wire for state, box in boxes.items() for wire in _wires(graph, state, box)]
    y = top
    for state in (state for state in graph.states if state not in lefts):
        box = _box(graph, columns, state, y, left=False)
        tried = [evolve(box, y=y + down) for down in range(MAX_DOWN)]
        clearances = [min(_clearance(wires, _wires(graph, state, box)), CLEAR) for box in tried]
        boxes[state] = tried[clearances.index(max(clearances))]
        y = boxes[state].y + boxes[state].height + BOX_GAP
    return boxes


def _box(graph: Graph, columns: Columns, state: Phase, y: int, *, left: bool) -> Box[_Row]:
    rows = tuple([_row(graph, columns, edge) for edge in graph.out_of(state)])
    return Box(state.value, left, y, rows, columns)


def _row(graph: Graph, columns: Columns, edge: Edge) -> _Row:
    tag = _tag(graph, edge)
    width = columns.box_width - 8 - (tag.width + BETWEEN if tag else 0)
    heading = wrap_pixels(edge.heading, width - HEADING_INDENT, SIZE, bold=True)
    condition = wrap_pixels(edge.condition, width - CONDITION_INDENT, SIZE)
    aside = HEADING_INDENT + width_of(edge.heading, SIZE, bold=True) + BETWEEN
    fits = aside + width_of(edge.condition, SIZE) <= width
    return _Row(edge, heading, condition, tag, aside if columns is LANDSCAPE and fits else 0)


def _tag(graph: Graph, edge: Edge) -> _Tag | None:
    if edge.steps:
        # All steps are shown, even if a row was taken very often.
        return _Tag(_pill_lines(edge.step_ranges), "step")
    if edge.count is not None:
        return _Tag((graph.share(edge),), "")
    if graph.compared is not None and edge.side is not Side.BOTH:
        name = graph.compared[0 if edge.side is Side.FIRST else 1]
        return _Tag(_pill_lines(f"only {name}"), edge.side.value)
    return None


def _pill_lines(text: str) -> tuple[str, ...]:
    return wrap_pixels(text, PORTRAIT.box_width // 3, MARK_SIZE, bold=True)


def _pill_width(line: str) -> int:
    return width_of(line, MARK_SIZE, bold=True) + 12


@frozen
class _Wire:
    """A horizontal piece of a wire in the gutter: its y, its ends, and its target state."""

    y: int
    left: int
    right: int
    target: Phase


def _wires(graph: Graph, state: Phase, box: Box[_Row]) -> list[_Wire]:
    """Return the pieces of wires between the box of a state and the trunks."""
    placed = [(row.edge, y) for row, y in box.placed() if not row.edge.stays]
    ends = [(y - WIRE_ABOVE, edge.destination) for edge, y in placed]
    if any(edge.destination is state and not edge.stays for edge in graph.edges):
        ends.append((box.entry_y, state))
    spans = [sorted((box.inner_x, _trunk_x(box.columns, target))) for _y, target in ends]
    return [
        _Wire(y, left, right, target)
        for (y, target), (left, right) in zip(ends, spans, strict=True)
    ]


def _clearance(wires: list[_Wire], others: list[_Wire]) -> int:
    """Return the least distance of two wires, one of each list, that lead to different states."""
    return min(
        (
            abs(one.y - other.y)
            for one in wires
            for other in others
            if one.target is not other.target and one.left < other.right and other.left < one.right
        ),
        default=CLEAR,
    )


def _trunk_x(columns: Columns, state: Phase) -> int:
    """Return the x of the trunk of a state in the gutter."""
    return columns.trunk_x(TRUNKS.index(state), len(TRUNKS))


def _draw_wires(canvas: Canvas, graph: Graph, boxes: _Boxes) -> None:
    """Draw a wire for every row that leads to another state; pale wires are below the others."""
    if any(graph.faded(edge) and not edge.stays for edge in graph.edges):
        # Fade all pale wires as one group; otherwise they would look darker where they overlap.
        with canvas.group(faded=True):
            _draw_some_wires(canvas, graph, boxes, faded=True)
    _draw_some_wires(canvas, graph, boxes, faded=False)


def _draw_some_wires(canvas: Canvas, graph: Graph, boxes: _Boxes, *, faded: bool) -> None:
    for box in boxes.values():
        for row, y in box.placed():
            target = row.edge.destination
            if not row.edge.stays and graph.faded(row.edge) is faded:
                ink = graph.ink(row.edge)
                trunk_x = _trunk_x(box.columns, target)
                box.draw_wire(canvas, y, trunk_x, boxes[target], ink)


def _draw_box(canvas: Canvas, graph: Graph, state: Phase, box: Box[_Row]) -> None:
    box.draw(canvas)
    if state is graph.final:
        width, height = box.columns.box_width + 8, box.height + 8
        canvas.box(box.x - 4, box.y - 4, width, height, "final", round_by=9)
    if state is graph.initial:
        canvas.line([(box.x - 16, box.entry_y), (box.x, box.entry_y)], "both", arrow=True)
        canvas.dot(box.x - 14, box.entry_y, 6, "dot-both")
    box.draw_name(canvas)
    for row, y in box.placed():
        edge = row.edge
        # There is no room for this text in the box; browsers show it at the pointer.
        options = f" Under these rules: {'; '.join(edge.options)}." if edge.options else ""
        told = f"{edge.name}: {edge.why}{options}"
        with canvas.group(named=edge.name, told=told, faded=graph.faded(edge)):
            _draw_row(canvas, graph, box, row, y)


def _draw_row(canvas: Canvas, graph: Graph, box: Box[_Row], row: _Row, y: int) -> None:
    edge = row.edge
    ink = graph.ink(edge)
    if edge.stays:
        canvas.line(_loop(box, y), ink, arrow=True)
    if edge is graph.last:
        canvas.box(box.x + 4, y - 12, box.columns.box_width - 8, row.height, "bar", round_by=2)
    elif edge.count:
        width = (box.columns.box_width - 8) * graph.permille(edge) // 1000
        canvas.box(box.x + 4, y - 12, max(width, 1), LINE_HEIGHT, "bar", round_by=2)
    canvas.text(box.x + 12, y, edge.mark, f"bold text-{ink}")
    below = canvas.lines(box.x + HEADING_INDENT, y, row.heading, f"bold text-{ink}")
    x, y_of_condition = (row.aside, y) if row.aside else (CONDITION_INDENT, below)
    canvas.lines(box.x + x, y_of_condition, row.condition, "note")
    if row.tag is not None:
        _draw_tag(canvas, box.x + box.columns.box_width - 8, y, row.tag)


def _loop(box: Box[_Row], y: int) -> list[tuple[int, int]]:
    """Return the loop of a row that stays in its state, at the outer side of the box."""
    x = box.x if box.left else box.x + box.columns.box_width
    outer_x = x - LOOP_WIDTH if box.left else x + LOOP_WIDTH
    return [(x, y - 8), (outer_x, y - 8), (outer_x, y), (x, y)]


def _draw_tag(canvas: Canvas, right: int, y: int, tag: _Tag) -> None:
    if not tag.pill:
        canvas.lines(right, y, tag.lines, "note", "end")
        return
    for line in tag.lines:
        width = _pill_width(line)
        canvas.box(right - width, y - 11, width, 14, f"dot-{tag.pill}", round_by=7)
        canvas.text(right - 6, y, line, "mark on-step", "end")
        y += LINE_HEIGHT


def _draw_legend(canvas: Canvas, graph: Graph, columns: Columns, y: int) -> int:
    """Draw the legend below a base line, and return the y of its end."""
    for entry in graph.legend():
        _draw_sample(canvas, columns.margin, y, entry)
        ink = "note" if entry.pill else f"text-{entry.ink}"
        canvas.text(columns.margin + SAMPLE + 10, y, entry.words, ink)
        y += LINE_HEIGHT
    for note in graph.legend_notes():
        lines = wrap_pixels(note, columns.width - 2 * columns.margin, SIZE)
        y = canvas.lines(columns.margin, y, lines, "note")
    return _draw_differences(canvas, graph, columns, y) if graph.compared else y


def _draw_differences(canvas: Canvas, graph: Graph, columns: Columns, y: int) -> int:
    """Draw below `y` a table of the options that differ, and return the y of its end."""
    titles = ("option", *(graph.compared or ()))
    told = [(name, *values) for name, values in graph.differences.items()]
    if not told:
        return canvas.lines(columns.margin, y, ["No option differs."], "note")
    y += LINE_HEIGHT // 2
    inks = ("ink", "first", "second")
    width = (columns.width - 2 * columns.margin) // len(titles)
    for place, cells in enumerate([titles, *told]):
        ends = [
            canvas.lines(
                columns.margin + column * width,
                y,
                wrap_pixels(cell, width - BETWEEN, SIZE, bold=not place),
                f"text-{ink}" if place else f"bold text-{ink}",
            )
            for column, (cell, ink) in enumerate(zip(cells, inks, strict=True))
        ]
        y = max(ends)
    return y


def _draw_sample(canvas: Canvas, x: int, y: int, entry: LegendEntry) -> None:
    if entry.pill:
        canvas.box(x + 10, y - 11, 22, 14, f"dot-{entry.ink}", round_by=7)
        canvas.text(x + 21, y, entry.mark, "mark on-step", "middle")
    else:
        if entry.mark:
            canvas.text(x, y, entry.mark, f"bold text-{entry.ink}")
        canvas.line([(x + 12, y - 4), (x + SAMPLE, y - 4)], entry.ink, arrow=True)
