"""What the text formats share: rows that look alike are one line, and have the same words."""

from __future__ import annotations

from attrs import frozen

from pitboss.diagrams.graph import Edge, EdgeKind, Graph, ranges
from pitboss.diagrams.legend import share_text
from pitboss.game.round import Phase


@frozen
class SharedEdge:
    """Rows between one pair of states that look alike.

    Attributes:
        edges: the rows, in the order of the table.
        look: who moves, or which of two rule sets has them; ``faded`` if they stand back.
    """

    edges: tuple[Edge, ...]
    look: str

    @property
    def source(self) -> Phase:
        """The state that they leave."""
        return self.edges[0].source

    @property
    def destination(self) -> Phase:
        """The state that they enter."""
        return self.edges[0].destination

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rows."""
        return tuple(edge.name for edge in self.edges)

    @property
    def beside(self) -> str:
        """A name for the list beside the state, where rows stand that stay in it."""
        return f"{self.source.value}_{self.names[0].partition('-')[2]}"


def shared_edges(graph: Graph) -> tuple[SharedEdge, ...]:
    """Draw rows of one pair of states together, unless they are to look different."""
    lines: dict[tuple[Phase, Phase, EdgeKind, str], list[Edge]] = {}
    for edge in graph.edges:
        key = (edge.source, edge.destination, edge.kind, look_of(graph, edge))
        lines.setdefault(key, []).append(edge)
    return tuple(SharedEdge(tuple(edges), key[-1]) for key, edges in lines.items())


def look_of(graph: Graph, edge: Edge) -> str:
    """Return how an edge looks: who moves, which of two rule sets has it, or that it is pale."""
    if graph.faded(edge):
        return "faded"
    return ink_of(graph, edge)


def ink_of(graph: Graph, edge: Edge) -> str:
    """Return the colour of an edge: who moves, or which of two rule sets has it."""
    return edge.kind.value if graph.compared is None else edge.side.value


def row_text(graph: Graph, edge: Edge) -> str:
    """Write a row in one line: its mark, what is said or done, when, and what was counted."""
    words = ", ".join(part for part in (edge.move, edge.condition) if part)
    return f"{mark_of(edge)} {words}{_counted(graph, edge)}"


def mark_of(edge: Edge) -> str:
    """Return what stands before a row: a number for a move of the house, else a pointer."""
    return str(edge.order) if edge.kind is EdgeKind.HOUSE else "\u25b8"


def _counted(graph: Graph, edge: Edge) -> str:
    if edge.steps:
        return f" ({'steps' if len(edge.steps) > 1 else 'step'} {', '.join(ranges(edge.steps))})"
    if edge.count is not None:
        return f" ({share_text(graph, edge)})"
    return ""
