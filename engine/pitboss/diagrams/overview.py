"""An overview of the machine for a slide: its states, with an edge where one may follow another.

Moves within a state are left out. If the graph has the steps of a round, edges have the numbers of
these steps, and the round's current state is filled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from typing import Final

from pitboss.arguments import takes
from pitboss.diagrams.canvas import (
    LINE_HEIGHT,
    MARGIN,
    Canvas,
    DiagramError,
    Point,
    shorten_pixels,
    width_of,
)
from pitboss.diagrams.graph import Edge, Graph
from pitboss.game.round import Phase

WIDTH: Final = 1280
HEIGHT: Final = 720
TITLE_SIZE: Final = 26
NOTE_SIZE: Final = 18
MAX_STEPS: Final = 90
"""The greatest width of the numbers of steps at an edge, in pixels."""

NOTE: Final = "What happens within a state, such as the answers of players, is left out."

_BOX: Final = (206, 64)
_PLACES: Final[Mapping[Phase, Point]] = {
    Phase.BETTING: (155, 360),
    Phase.DEALT: (431, 360),
    Phase.INSURANCE_OFFERED: (660, 200),
    Phase.SPLIT_OFFERED: (660, 520),
    Phase.FILLING: (889, 360),
    Phase.DEALER_TURN: (1120, 200),
    Phase.RESOLVED: (1120, 520),
}
"""The middle of each state."""

_WAYS: Final[Mapping[tuple[Phase, Phase], tuple[Point, ...]]] = {
    (Phase.DEALT, Phase.RESOLVED): ((411, 392), (411, 600), (1076, 600), (1076, 557)),
    (Phase.RESOLVED, Phase.BETTING): ((1164, 557), (1164, 640), (155, 640), (155, 392)),
    (Phase.INSURANCE_OFFERED, Phase.RESOLVED): (
        (660, 168),
        (660, 120),
        (1252, 120),
        (1252, 520),
        (1228, 520),
    ),
}
"""The corners of edges that would cross a state if they were straight."""

_APART: Final = 14
"""How far two edges in opposite directions are moved aside from a line between the states."""


@takes(DiagramError)
def overview_svg(graph: Graph) -> str:
    """Draw the states of a graph and the edges between them, 1280 pixels wide and 720 high.

    Args:
        graph: a graph of all rows, or of one rule set; it may have counts, steps or a comparison.
    """
    canvas = Canvas(graph.title)
    title = shorten_pixels(graph.title, WIDTH - 2 * MARGIN - 16, TITLE_SIZE, bold=True)
    canvas.text(MARGIN + 8, MARGIN + 28, title, "slide-title")
    canvas.text(MARGIN + 8, MARGIN + 58, NOTE, "slide-note")
    pairs: dict[tuple[Phase, Phase], list[Edge]] = {}
    for edge in graph.edges:
        if not edge.stays:
            pairs.setdefault((edge.source, edge.destination), []).append(edge)
    ways = {pair: _way(pair, back=pair[::-1] in pairs) for pair in pairs}
    for pair, edges in pairs.items():
        taken = [edge for edge in edges if not graph.faded(edge)]
        inks = {graph.ink(edge) for edge in taken or edges}
        ink = inks.pop() if len(inks) == 1 else "both"
        with canvas.group(named=" ".join([edge.name for edge in edges]), faded=not taken):
            canvas.line(ways[pair], ink, arrow=True, wide=True)
    for pair, edges in pairs.items():
        steps = sorted([step for edge in edges for step in edge.steps])
        if steps:
            _draw_steps(canvas, ways[pair], steps)
    for state in graph.states:
        _draw_state(canvas, graph, state)
    _draw_legend(canvas, graph)
    return canvas.svg(WIDTH, HEIGHT - MARGIN + LINE_HEIGHT - 4)


def _way(pair: tuple[Phase, Phase], *, back: bool) -> list[Point]:
    """Return the path of an edge; `back` moves it aside, because another edge leads back."""
    if pair in _WAYS:
        return list(_WAYS[pair])
    (x, y), (to_x, to_y) = _PLACES[pair[0]], _PLACES[pair[1]]
    across, down = to_x - x, to_y - y
    aside = _APART / hypot(across, down) if back else 0
    shift = (-down * aside, across * aside)
    ends = [_leaves((x, y), shift, (across, down)), _leaves((to_x, to_y), shift, (-across, -down))]
    return [(round(x), round(y)) for x, y in ends]


_Vector = tuple[float, float]


def _leaves(middle: _Vector, shift: _Vector, towards: _Vector) -> _Vector:
    """Return where a line that starts beside the middle of a state's box leaves the box."""
    starts = [place + aside for place, aside in zip(middle, shift, strict=True)]
    lengths = [
        ((size / 2 if way > 0 else -size / 2) - aside) / way
        for size, aside, way in zip(_BOX, shift, towards, strict=True)
        if way
    ]
    return (
        starts[0] + min(lengths) * towards[0],
        starts[1] + min(lengths) * towards[1],
    )


def _draw_steps(canvas: Canvas, way: list[Point], steps: list[int]) -> None:
    """Write the numbers of steps on the longest piece of a path."""
    pieces = sorted(pairwise(way), key=lambda piece: hypot(*_between(*piece)))
    (x, y), (to_x, to_y) = pieces[-1]
    text = ", ".join(map(str, steps))
    # Put the numbers nearer to the start: an edge in the other direction may have numbers, too.
    x, y = (3 * x + to_x) // 4, (3 * y + to_y) // 4
    _draw_pill(canvas, x, y, shorten_pixels(text, MAX_STEPS, NOTE_SIZE, bold=True))


def _draw_pill(canvas: Canvas, x: int, y: int, words: str) -> None:
    width = width_of(words, NOTE_SIZE, bold=True) + 18
    canvas.box(x - width // 2, y - 14, width, 28, "dot-step", round_by=14)
    canvas.text(x, y + 6, words, "slide-note bold on-step", "middle")


def _between(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]


def _draw_state(canvas: Canvas, graph: Graph, state: Phase) -> None:
    (x, y), (width, height) = _PLACES[state], _BOX
    x, y = x - width // 2, y - height // 2
    stands = graph.last is None or graph.last.destination is state
    if state is graph.final:
        canvas.box(x - 5, y - 5, width + 10, height + 10, "final", round_by=13)
    canvas.box(x, y, width, height, "head" if stands else "box", round_by=10)
    look = "name slide" if stands else "text-ink slide"
    canvas.text(x + width // 2, y + height // 2 + 7, state.value, look, "middle")
    if state is graph.initial:
        middle = y + height // 2
        canvas.line([(MARGIN + 8, middle), (x, middle)], "both", arrow=True, wide=True)
        canvas.dot(MARGIN + 8, middle, 8, "dot-both")


def _draw_legend(canvas: Canvas, graph: Graph) -> None:
    """Draw a legend of the colours in the drawing, in one line."""
    drawn = {graph.ink(edge) for edge in graph.edges if not edge.stays} | {"step"}
    x, y = MARGIN + 8, HEIGHT - MARGIN - 8
    for entry in graph.legend():
        if entry.ink in drawn:
            words = re.split("[:;,]", entry.words)[0]
            if entry.pill:
                _draw_pill(canvas, x + 22, y - 6, entry.mark)
            else:
                canvas.line([(x, y - 6), (x + 44, y - 6)], entry.ink, arrow=True, wide=True)
            canvas.text(x + 54, y, words, "slide-note")
            x += 54 + width_of(words, NOTE_SIZE) + 40
