"""The machine as a Markdown table: every row with its conditions, and the reason for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitboss.diagrams.graph import Edge, Graph, Side
from pitboss.text.terminal import printable

Cell = Callable[[Edge], str]

_COLUMNS: Final[tuple[tuple[str, Cell], ...]] = (
    ("row", lambda edge: f"`{edge.name}`"),
    ("from", lambda edge: edge.source.value),
    ("", lambda edge: edge.mark),
    ("what is said or done", lambda edge: edge.move),
    ("to", lambda edge: "stays" if edge.stays else edge.destination.value),
    ("when", lambda edge: edge.condition),
    ("under rules where", lambda edge: " and ".join(edge.options)),
    ("why", lambda edge: edge.why),
)


def markdown_of(graph: Graph) -> str:
    """Write a graph of the machine as a Markdown table.

    Args:
        graph: the whole machine, a rule set's, one that was counted, walked or compared.
    """
    columns = [*_COLUMNS[:5], *_more_columns(graph), *_COLUMNS[5:]]
    lines = [
        f"## {_written(graph.title)}",
        "",
        _line([heading for heading, _cell in columns]),
        _line(["---"] * len(columns)),
    ]
    lines += [_line([cell(edge) for _heading, cell in columns]) for edge in graph.edges]
    lines.append("")
    lines += [
        f"- `{entry.mark}` {_written(entry.words)}"
        for entry in graph.legend()
        if entry.mark and not entry.pill
    ]
    lines += [f"- {_written(note)}" for note in graph.legend_notes()]
    return "\n".join(lines) + "\n"


def _more_columns(graph: Graph) -> list[tuple[str, Cell]]:
    if graph.walked:
        return [("steps", lambda edge: edge.step_ranges)]
    if graph.counted:
        return [("taken", graph.share)]
    if graph.compared is not None:
        first, second = graph.compared
        words = {Side.BOTH: "both", Side.FIRST: f"only {first}", Side.SECOND: f"only {second}"}
        return [("under", lambda edge: words[edge.side])]
    return []


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(_written(cell) for cell in cells)} |"


def _written(text: str) -> str:
    return printable(text).replace("|", "\\|").replace("<", "&lt;")
