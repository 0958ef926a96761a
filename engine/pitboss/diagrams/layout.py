"""Where everything of a picture of the machine lies: boxes of states, their rows, the wires.

A wire that runs along another one to a different state would be taken for it, so the boxes of the
right column are moved down a little where that would happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from pitboss.diagrams.canvas import LINE_HEIGHT, MARK_SIZE, SIZE, Point
from pitboss.diagrams.graph import Edge, Graph, Side, ranges
from pitboss.diagrams.legend import share_text
from pitboss.diagrams.letters import width_of, wrapped
from pitboss.game.round import Phase

BOX_WIDTH: Final = 342
GUTTER: Final = 128
MARGIN: Final = 24
HEAD_HEIGHT: Final = 26
BOX_GAP: Final = 24
HEADING_INDENT: Final = 30
CONDITION_INDENT: Final = 42
ROW_GAP: Final = 4
LOOP_WIDTH: Final = 13
WIRE_ABOVE: Final = 4
"""How far above the base line of its row a wire begins."""

CLEAR: Final = 6
"""How far wires to different states keep from running along each other."""

MOST_DOWN: Final = 24
"""How far a box may be moved down for that."""

BETWEEN: Final = 10
"""Between a row's words and what stands at its right: steps, a share, the side it is on."""

WIDTH: Final = 2 * (MARGIN + BOX_WIDTH) + GUTTER
LEFT_COLUMN: Final[tuple[Phase, ...]] = (Phase.BETTING, Phase.DEALT, Phase.INSURANCE_OFFERED)
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
class Tag:
    """What stands at the right of a row."""

    lines: tuple[str, ...]
    pill: str

    @property
    def width(self) -> int:
        """How wide its widest line is."""
        if self.pill:
            return max(width_of(line, MARK_SIZE, bold=True) for line in self.lines) + 12
        return max(width_of(line, SIZE) for line in self.lines)


@frozen
class DrawnRow:
    """A row of a box with its words broken into lines."""

    edge: Edge
    y: int
    heading: tuple[str, ...]
    condition: tuple[str, ...]
    tag: Tag | None

    @property
    def height(self) -> int:
        """What the row takes of its box, with the room below it."""
        words = len(self.heading) + len(self.condition)
        tagged = len(self.tag.lines) if self.tag else 0
        return LINE_HEIGHT * max(words, tagged) + ROW_GAP


@frozen
class Box:
    """A state's box: where it lies, and its rows."""

    state: Phase
    x: int
    y: int
    rows: tuple[DrawnRow, ...]

    @property
    def height(self) -> int:
        """From the upper edge of the head to the lower edge."""
        return HEAD_HEIGHT + sum(row.height for row in self.rows) + LINE_HEIGHT // 2

    @property
    def inner_x(self) -> int:
        """The side that faces the gutter."""
        return self.x + BOX_WIDTH if self.state in LEFT_COLUMN else self.x

    @property
    def entry_y(self) -> int:
        """Where wires come in."""
        return self.y + HEAD_HEIGHT // 2

    def loop(self, row: DrawnRow) -> list[Point]:
        """The way of a row that stays, round the outer side and back."""
        x = self.x if self.state in LEFT_COLUMN else self.x + BOX_WIDTH
        outer_x = x - LOOP_WIDTH if self.state in LEFT_COLUMN else x + LOOP_WIDTH
        return [(x, row.y - 8), (outer_x, row.y - 8), (outer_x, row.y), (x, row.y)]


def placed(graph: Graph, top: int) -> dict[Phase, Box]:
    """Lay out the boxes of a graph's states, in two columns.

    Args:
        graph: what is to be drawn.
        top: where the columns begin.
    """
    boxes: dict[Phase, Box] = {}
    y = top
    for state in (state for state in graph.states if state in LEFT_COLUMN):
        boxes[state] = _box(graph, state, y)
        y += boxes[state].height + BOX_GAP
    wires = [wire for box in boxes.values() for wire in _wires(graph, box)]
    y = top
    for state in (state for state in graph.states if state not in LEFT_COLUMN):
        tried = [_box(graph, state, y + down) for down in range(MOST_DOWN)]
        boxes[state] = max(tried, key=lambda box: min(_clearance(graph, box, wires), CLEAR))
        y = boxes[state].y + boxes[state].height + BOX_GAP
    return boxes


def _box(graph: Graph, state: Phase, y: int) -> Box:
    x = MARGIN if state in LEFT_COLUMN else MARGIN + BOX_WIDTH + GUTTER
    rows: list[DrawnRow] = []
    row_y = y + HEAD_HEIGHT + LINE_HEIGHT
    for edge in graph.out_of(state):
        rows.append(_row(graph, edge, row_y))
        row_y += rows[-1].height
    return Box(state, x, y, tuple(rows))


@frozen
class _Wire:
    """A piece of a wire that runs across the gutter: at which height, how far, to which state."""

    y: int
    left: int
    right: int
    target: Phase


def _wires(graph: Graph, box: Box) -> Iterator[_Wire]:
    """Give the pieces that run between a box and the trunks."""
    ends = [(row.y - WIRE_ABOVE, row.edge.destination) for row in box.rows if not row.edge.stays]
    if any(edge.destination is box.state and not edge.stays for edge in graph.edges):
        ends.append((box.entry_y, box.state))
    for y, target in ends:
        left, right = sorted((box.inner_x, trunk_x(target)))
        yield _Wire(y, left, right, target)


def _clearance(graph: Graph, box: Box, wires: list[_Wire]) -> int:
    """Return how far the wires of a box keep from those that lead elsewhere."""
    return min(
        (
            abs(own.y - other.y)
            for own in _wires(graph, box)
            for other in wires
            if own.target is not other.target and own.left < other.right and other.left < own.right
        ),
        default=CLEAR,
    )


def trunk_x(state: Phase) -> int:
    """Return where in the gutter the wires to a state run up and down."""
    return MARGIN + BOX_WIDTH + GUTTER * (TRUNKS.index(state) + 1) // (len(TRUNKS) + 1)


def _row(graph: Graph, edge: Edge, y: int) -> DrawnRow:
    tag = _tag(graph, edge)
    width = BOX_WIDTH - 8 - (tag.width + BETWEEN if tag else 0)
    heading = wrapped(edge.heading, width - HEADING_INDENT, SIZE, bold=True)
    condition = wrapped(edge.condition, width - CONDITION_INDENT, SIZE)
    return DrawnRow(edge, y, heading, condition, tag)


def _tag(graph: Graph, edge: Edge) -> Tag | None:
    if edge.steps:
        # A step is never left out, however often a row was taken.
        steps = wrapped(", ".join(ranges(edge.steps)), BOX_WIDTH // 3, MARK_SIZE, bold=True)
        return Tag(steps, "step")
    if edge.count is not None:
        return Tag((share_text(graph, edge),), "")
    if graph.compared is not None and edge.side is not Side.BOTH:
        name = graph.compared[0 if edge.side is Side.FIRST else 1]
        return Tag(wrapped(f"only {name}", BOX_WIDTH // 3, MARK_SIZE, bold=True), edge.side.value)
    return None
