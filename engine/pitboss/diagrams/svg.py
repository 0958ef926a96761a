"""The machine as an SVG picture.

A state is a box that lists its rows: what players may say, then what the house does, numbered in
the order in which it is tried. From every row that leads to another state a line runs into the
gutter between the two columns and along the trunk of its destination. So every row is drawn with
its words, and lines carry none.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from pitboss.diagrams.canvas import LINE_HEIGHT, Canvas, wrapped
from pitboss.diagrams.graph import Edge, EdgeKind, Graph, Side
from pitboss.round import Phase

BOX_WIDTH: Final = 390
GUTTER: Final = 150
MARGIN: Final = 24
HEAD_HEIGHT: Final = 26
BOX_GAP: Final = 26
TOP: Final = 62
INDENT: Final = 44
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
class _Placed:
    """A state's box: where it lies, and at which height each of its rows."""

    state: Phase
    x: int
    y: int
    height: int
    rows: tuple[tuple[Edge, int, tuple[str, ...]], ...]

    @property
    def on_left(self) -> bool:
        return self.state in LEFT_COLUMN

    @property
    def inner_x(self) -> int:
        """The side that faces the gutter."""
        return self.x + BOX_WIDTH if self.on_left else self.x

    @property
    def entry_y(self) -> int:
        return self.y + HEAD_HEIGHT // 2


def svg_of(graph: Graph) -> str:
    """Draw a graph of the machine as SVG text.

    Args:
        graph: the whole machine, a rule set's, one that was counted, walked or compared.
    """
    placed = _place(graph)
    canvas = Canvas(graph.title)
    canvas.text(MARGIN, 34, graph.title, "title")
    for box in placed.values():
        _draw_lines(canvas, graph, box, placed)
    for box in placed.values():
        _draw_box(canvas, graph, box)
    bottom = max(box.y + box.height for box in placed.values())
    height = bottom + _draw_legend(canvas, graph, bottom + 30) + MARGIN
    return canvas.svg(2 * (MARGIN + BOX_WIDTH) + GUTTER, height)


def _place(graph: Graph) -> dict[Phase, _Placed]:
    placed: dict[Phase, _Placed] = {}
    height_so_far = {True: TOP, False: TOP}
    for state in graph.states:
        on_left = state in LEFT_COLUMN
        x = MARGIN if on_left else MARGIN + BOX_WIDTH + GUTTER
        y = height_so_far[on_left]
        rows: list[tuple[Edge, int, tuple[str, ...]]] = []
        row_y = y + HEAD_HEIGHT + LINE_HEIGHT
        for edge in graph.out_of(state):
            words = tuple(wrapped(_condition(edge), BOX_WIDTH - INDENT - 10)) if edge.guards else ()
            rows.append((edge, row_y, words))
            row_y += LINE_HEIGHT * (1 + len(words)) + 3
        height = row_y - y - LINE_HEIGHT // 2
        placed[state] = _Placed(state, x, y, height, tuple(rows))
        height_so_far[on_left] = y + height + BOX_GAP
    return placed


def _condition(edge: Edge) -> str:
    return "if " + ", and ".join(edge.guards)


def _heading(edge: Edge) -> str:
    if edge.stays:
        return edge.move
    moves_only = edge.move.startswith("nothing but")
    arrow = f"\u2192 {edge.destination.value}"
    if moves_only:
        return arrow if edge.guards else f"otherwise {arrow}"
    return f"{edge.move} {arrow}"


def _style(edge: Edge) -> str:
    return edge.kind.value if edge.side is Side.BOTH else edge.side.value


def _is_faded(graph: Graph, edge: Edge) -> bool:
    """In a drawing of a path or of counts, what was not taken stands back."""
    if any(other.steps for other in graph.edges):
        return not edge.steps
    return edge.count == 0


def _draw_lines(canvas: Canvas, graph: Graph, box: _Placed, placed: dict[Phase, _Placed]) -> None:
    for edge, row_y, _words in box.rows:
        if edge.stays:
            continue
        target = placed[edge.destination]
        trunk_x = MARGIN + BOX_WIDTH + GUTTER * (TRUNKS.index(target.state) + 1) // 8
        y = row_y - 4
        faded = _is_faded(graph, edge)
        if faded:
            canvas.begin_faded()
        points = [(box.inner_x, y), (trunk_x, y), (trunk_x, target.entry_y)]
        canvas.line([*points, (target.inner_x, target.entry_y)], _style(edge), arrow=True)
        canvas.dot(trunk_x, y, 2, f"dot {_style(edge)}")
        if faded:
            canvas.end_faded()


def _draw_box(canvas: Canvas, graph: Graph, box: _Placed) -> None:
    canvas.box(box.x, box.y, BOX_WIDTH, box.height, "box")
    canvas.box(box.x, box.y, BOX_WIDTH, HEAD_HEIGHT, "head")
    if box.state is graph.final:
        canvas.box(box.x - 4, box.y - 4, BOX_WIDTH + 8, box.height + 8, "final", 9)
    if box.state is graph.initial:
        canvas.dot(box.x - 10, box.entry_y, 6, "head")
    canvas.text(box.x + 10, box.y + 18, box.state.value, "name")
    leaving = max(1, sum(edge.count or 0 for edge, _y, _words in box.rows))
    for edge, row_y, words in box.rows:
        if _is_faded(graph, edge):
            canvas.begin_faded()
        _draw_row(canvas, box, edge, row_y, words, leaving)
        if _is_faded(graph, edge):
            canvas.end_faded()


def _draw_row(
    canvas: Canvas, box: _Placed, edge: Edge, row_y: int, words: tuple[str, ...], leaving: int
) -> None:
    if edge.count is not None:
        width = (BOX_WIDTH - 8) * edge.count // leaving
        canvas.box(box.x + 4, row_y - 12, width, LINE_HEIGHT, "bar", 2)
        share = f"{edge.count:,} \u00b7 {1000 * edge.count // leaving / 10:.1f} %"
        canvas.text(box.x + BOX_WIDTH - 8, row_y, share, "note", "end")
    mark = str(edge.order) if edge.kind is EdgeKind.HOUSE else "\u25b8"
    canvas.text(box.x + 12, row_y, mark, _style(edge))
    canvas.text(box.x + INDENT - 14, row_y, _heading(edge), _style(edge))
    for number, line in enumerate(words, start=1):
        canvas.text(box.x + INDENT, row_y + number * LINE_HEIGHT, line, "note")
    if edge.steps:
        _draw_steps(canvas, box, edge, row_y)


def _draw_steps(canvas: Canvas, box: _Placed, edge: Edge, row_y: int) -> None:
    shown = edge.steps[:6]
    x = box.x + BOX_WIDTH - 14
    for step in reversed(shown):
        canvas.dot(x, row_y - 4, 9, "step")
        canvas.text(x, row_y, str(step), "step-text", "middle")
        x -= 21


def _draw_legend(canvas: Canvas, graph: Graph, y: int) -> int:
    """Draw what the marks mean and return the height that it takes."""
    entries = [
        ("player", "\u25b8 what a player may answer"),
        ("house", "1 what the house does by itself: the first of its rows that may, in this order"),
        ("host", "\u25b8 what the host says"),
    ]
    sides = {edge.side for edge in graph.edges}
    if sides != {Side.BOTH}:
        entries.append(("only_first", "only under the first rule set"))
        entries.append(("only_second", "only under the second rule set"))
    for number, (style, words) in enumerate(entries):
        canvas.text(MARGIN + 10, y + number * LINE_HEIGHT, words, style)
    notes = "A table begins in Betting; a round is over in Resolved, which has a second frame."
    canvas.text(MARGIN + 10, y + len(entries) * LINE_HEIGHT, notes, "note")
    return (len(entries) + 2) * LINE_HEIGHT
