"""The legend below a picture of the machine: what its marks, lines and colours mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from pitboss.diagrams.canvas import LINE_HEIGHT, SIZE, Canvas
from pitboss.diagrams.graph import Edge, EdgeKind, Graph
from pitboss.diagrams.letters import wrapped

SAMPLE: Final = 34
"""How long the line is that shows how lines look."""

WORDS_OF_KIND: Final = {
    EdgeKind.PLAYER: "what a player may answer",
    EdgeKind.HOUSE: "what the house does by itself: while no question waits, "
    "the first of its numbered rows whose condition holds",
    EdgeKind.HOST: "what the host says",
}


@frozen
class Entry:
    """A line of the legend: a sample, and what it means."""

    ink: str
    mark: str
    words: str
    pill: bool = False


def draw_legend(canvas: Canvas, graph: Graph, x: int, y: int, right: int) -> int:
    """Draw what the marks of a picture mean.

    Args:
        canvas: where.
        graph: what the picture shows.
        x: where its lines begin.
        y: the base line of the first.
        right: where its lines end.

    Returns:
        The height that it takes.
    """
    top = y
    for entry in legend_entries(graph):
        _draw_sample(canvas, x, y, entry)
        ink = "note" if entry.pill else f"text-{entry.ink}"
        canvas.text(x + SAMPLE + 10, y, entry.words, ink)
        y += LINE_HEIGHT
    for note in legend_notes(graph):
        for line in wrapped(note, right - 2 * x, SIZE):
            canvas.text(x, y, line, "note")
            y += LINE_HEIGHT
    return y - top


def _draw_sample(canvas: Canvas, x: int, y: int, entry: Entry) -> None:
    if entry.pill:
        canvas.box(x + 10, y - 11, 22, 14, f"dot-{entry.ink}", round_by=7)
        canvas.text(x + 21, y, entry.mark, "mark on-step", "middle")
        return
    canvas.text(x, y, entry.mark, f"bold text-{entry.ink}")
    canvas.line([(x + 12, y - 4), (x + SAMPLE, y - 4)], entry.ink, arrow=True)


def legend_entries(graph: Graph) -> Iterator[Entry]:
    """Give what the legend shows: who moves, or which rule sets are compared."""
    if graph.compared is None:
        for kind in EdgeKind:
            if any(edge.kind is kind for edge in graph.edges):
                mark = "1" if kind is EdgeKind.HOUSE else "\u25b8"
                yield Entry(kind.value, mark, WORDS_OF_KIND[kind])
    else:
        first, second = graph.compared
        yield Entry("first", "", f"only under {first}")
        yield Entry("second", "", f"only under {second}")
        yield Entry("both", "", "under both")
    if graph.walked:
        words = "the steps of the round, in order; what it did not take is pale"
        yield Entry("step", "3", words, pill=True)


def legend_notes(graph: Graph) -> Iterator[str]:
    """Give the sentences that stand below it."""
    if graph.compared is not None:
        yield (
            "\u25b8 is what a player or the host may say, a number is what the house does by "
            "itself: the first of its rows whose condition holds."
        )
    if graph.counted:
        yield (
            "Counts and shares: of all that was said and done in the state, how much was this row."
        )
        yield never_taken_text(graph)
    if graph.final in graph.states:
        yield (
            "A table begins in Betting. A round is over in Resolved, which has a second frame; "
            "it is over in Betting, too, when every seat sits out."
        )
    else:
        yield "A table begins in Betting, and under these rules no bet can be made."


def never_taken_text(graph: Graph) -> str:
    """Say which rows of a counted graph were never taken."""
    never = graph.never_taken
    if not never:
        return f"Each of the {len(graph.edges)} rows was taken."
    names = ", ".join(edge.name for edge in never)
    return f"Never taken, {len(never)} of {len(graph.edges)} rows: {names}."


def share_text(graph: Graph, edge: Edge) -> str:
    """Say how often an edge was taken, and of how much of all that happened in its state."""
    if not edge.count:
        return "never"
    permille = graph.permille(edge)
    share = f"{permille // 10}.{permille % 10}" if permille else "<\u00a00.1"
    return f"{edge.count:,}\u00a0\u00b7 {share}\u00a0%"
