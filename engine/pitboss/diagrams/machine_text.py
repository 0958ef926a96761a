"""The machine as DOT text, for Graphviz, and as a Markdown table of all its rows.

In DOT, rows share an edge if they look alike, leave the same state and enter the same other state;
the label of the edge lists them. Rows that stay in their state are in a list next to it; an edge
with two heads connects the state and the list. The identifier of an edge names its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Final

from pitboss.arguments import takes
from pitboss.diagrams.canvas import DiagramError
from pitboss.diagrams.graph import Edge, Graph, SharedEdge, Side
from pitboss.text.terminal import printable
from pitboss.text.tokens import light

LABEL: Final = 34
"""The most characters in a line of a label."""

_COLOURS: Final = {
    **{name: light(name) for name in ("player", "house", "host", "first", "second")},
    "both": light("quiet"),
    "faded": light("faint"),
}
_STYLES: Final = {"player": "dotted", "host": "dashed", "first": "dashed", "second": "dotted"}


@takes(DiagramError)
def dot_of(graph: Graph) -> str:
    """Write a graph of the machine as DOT text.

    Args:
        graph: a graph of all rows, or of one rule set; it may have counts, steps or a comparison.
    """
    lines = [
        "digraph machine {",
        f"    graph [label={quote(graph.title)}, labelloc=t, fontname=sans, fontsize=18,",
        "        bgcolor=white, nodesep=0.3, ranksep=0.35];",
        '    node [fontname="sans bold", fontsize=13, shape=box, style=rounded];',
        "    edge [fontname=sans, fontsize=10];",
        *_states(graph),
    ]
    if graph.initial in graph.states:
        lines.append('    start [shape=point, width=0.15, label=""];')
        lines.append(f"    start -> {graph.initial.value};")
    for line in graph.shared_edges():
        lines.extend(_drawn(graph, line))
    return "\n".join([*lines, *_legend(graph), "}"]) + "\n"


def quote(text: str) -> str:
    """Write a text in the quotes of DOT."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _states(graph: Graph) -> Iterator[str]:
    for state in graph.states:
        final = " [peripheries=2]" if state is graph.final else ""
        yield f"    {state.value}{final};"


def _drawn(graph: Graph, line: SharedEdge) -> Iterator[str]:
    source, target = line.source.value, line.destination.value
    rows = [graph.row_text(edge) for edge in line.edges]
    label = _label([part for row in rows for part in wrap(row, LABEL, break_on_hyphens=False)])
    look = _look(line.look)
    drawn = f"id={quote(' '.join(line.names))}, {look}, penwidth={_width(graph, line)}"
    if source == target:
        target = line.beside
        drawn += ", dir=both"
        yield f"    {target} ["
        yield f"        label={label},"
        yield f"        fontname=sans, fontsize=10, {look}"
        yield "    ];"
        yield f"    {{ rank=same; {source}; {target}; }}"
    else:
        drawn += f",\n        label={label}"
    yield f"    {source} -> {target} ["
    yield f"        {drawn}"
    yield "    ];"


def _look(look: str) -> str:
    style = _STYLES.get(look, "solid")
    return f'color="{_COLOURS[look]}", fontcolor="{_COLOURS[look]}", style={style}'


def _label(lines: list[str]) -> str:
    """Write the lines of a label, aligned at the left."""
    return '"' + "".join(quote(line)[1:-1] + "\\l" for line in lines) + '"'


def _width(graph: Graph, line: SharedEdge) -> str:
    if graph.counted:
        return str(graph.width(line))
    return "1" if line.look == "faded" else "1.5"


def _legend(graph: Graph) -> Iterator[str]:
    """Write the legend as a box of text below the last state."""
    yield "    legend ["
    yield f'        shape=note, style="", fontname=sans, fontsize=10, color="{_COLOURS["both"]}",'
    lines: list[str] = []
    for entry in graph.legend():
        look = "" if entry.pill else f"{_STYLES.get(entry.ink, 'solid')}: "
        lines += wrap(f"{look}{entry.mark} {entry.words}", 60, break_on_hyphens=False)
    for note in (*graph.legend_notes(), *graph.difference_notes()):
        lines += wrap(note, 60, break_on_hyphens=False)
    yield f"        label={_label(lines)}"
    yield "    ];"
    yield f"    {graph.states[-1].value} -> legend [style=invis];"


Cell = Callable[[Edge], str]

_COLUMNS: Final[tuple[tuple[str, Cell], ...]] = (
    ("row", lambda edge: f"`{edge.name}`"),
    ("from", lambda edge: edge.source.value),
    ("", lambda edge: edge.mark),
    ("what is said or done", lambda edge: edge.words),
    ("to", lambda edge: "stays" if edge.stays else edge.destination.value),
    ("when", lambda edge: edge.condition),
    ("under rules where", lambda edge: "; ".join(edge.options)),
    ("why", lambda edge: edge.why),
)


@takes(DiagramError)
def markdown_of(graph: Graph) -> str:
    """Write a graph of the machine as a Markdown table.

    Args:
        graph: a graph of all rows, or of one rule set; it may have counts, steps or a comparison.
    """
    columns = [*_COLUMNS[:5], *_more_columns(graph), *_COLUMNS[5:]]
    lines = [
        f"## {_in_cell(graph.title)}",
        "",
        _line([heading for heading, _cell in columns]),
        _line(["---"] * len(columns)),
    ]
    lines += [_line([cell(edge) for _heading, cell in columns]) for edge in graph.edges]
    lines.append("")
    lines += [
        f"- `{entry.mark}` {_in_cell(entry.words)}"
        for entry in graph.legend()
        if entry.mark and not entry.pill
    ]
    lines += [f"- {_in_cell(note)}" for note in (*graph.legend_notes(), *graph.difference_notes())]
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
    return f"| {' | '.join(_in_cell(cell) for cell in cells)} |"


def _in_cell(text: str) -> str:
    return printable(text).replace("|", "\\|").replace("<", "&lt;")
