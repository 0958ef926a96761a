"""Mermaid text: the machine as a flowchart, a round as a sequence, the public types as classes.

In the flowchart, rows share a line if they look alike, leave the same state and enter the same
other state; the label of the line lists them. Rows that stay in their state are in a list next to
it, because Mermaid draws only one loop at a node; a line with two heads connects the state and the
list. A comment before each line names its rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from pitboss.arguments import takes
from pitboss.diagrams.canvas import DiagramError
from pitboss.diagrams.graph import Graph, SharedEdge
from pitboss.diagrams.model import Member, MemberKind, Section, TypeBox, TypeKind
from pitboss.diagrams.sequence import SequenceDiagram, Step, StepKind
from pitboss.text.terminal import printable
from pitboss.text.tokens import ON_BOTH

LINE_LABEL: Final = 26
LIST_LABEL: Final = 34
"""The most characters in a line of text, in labels and in the lists next to states."""

_DASHES: Final = {"player": "3 3", "host": "8 4", "first": "8 4", "second": "3 3"}

_ENTITIES: Final = {letter: f"#{ord(letter)};" for letter in '"#\\`<>&;{}[]|%'}


@takes(DiagramError)
def mermaid_of(graph: Graph) -> str:
    """Write a graph of the machine as a Mermaid flowchart.

    Args:
        graph: a graph of all rows, or of one rule set; it may have counts, steps or a comparison.
    """
    shared = graph.shared_edges()
    lines = [
        "---",
        f"title: {_quoted(graph.title)}",
        "config:",
        "    flowchart:",
        "        wrappingWidth: 600",
        "        nodeSpacing: 24",
        "        rankSpacing: 36",
        "---",
        "flowchart TB",
        "    classDef state stroke-width:2px,font-weight:bold",
        *_classes(shared),
        *_states(graph),
    ]
    styles: list[str] = []
    if graph.initial in graph.states:
        lines.append(f'    begin(("start")) --> {graph.initial.value}')
        styles.append(f"    linkStyle 0 {_line_style('both', 2)}")
    for number, line in enumerate(shared, start=len(styles)):
        lines.extend(_drawn(graph, line))
        styles.append(f"    linkStyle {number} {_line_style(line.look, _width(graph, line))}")
    return "\n".join([*lines, *styles, *_legend(graph)]) + "\n"


def _classes(shared: Sequence[SharedEdge]) -> Iterator[str]:
    """Write the styles of the lists next to states, and of the legend."""
    used = {line.look for line in shared} | {"both"}
    for look in ON_BOTH:
        if look in used:
            yield f"    classDef {look} fill:none,text-align:left,{_line_style(look, 1)}"


def _line_style(look: str, width: int) -> str:
    dash = _DASHES.get(look)
    dashed = f",stroke-dasharray:{dash}" if dash else ""
    return f"stroke:{ON_BOTH[look]},stroke-width:{width}px{dashed}"


def _states(graph: Graph) -> Iterator[str]:
    for state in graph.states:
        name = state.value
        shape = f"((({name})))" if state is graph.final else f"([{name}])"
        yield f"    {name}{shape}:::state"


def _drawn(graph: Graph, line: SharedEdge) -> Iterator[str]:
    source, destination = line.source.value, line.destination.value
    yield f"    %% rows: {' '.join(line.names)}"
    if line.source is line.destination:
        yield f'    {line.beside}["{_label(graph, line, LIST_LABEL)}"]:::{line.look}'
        yield f"    {source} <--> {line.beside}"
    else:
        yield f'    {source} -->|"{_label(graph, line, LINE_LABEL)}"| {destination}'


def _label(graph: Graph, line: SharedEdge, width: int) -> str:
    return "<br/>".join(_wrapped(graph.row_text(edge), width) for edge in line.edges)


def _wrapped(text: str, width: int) -> str:
    lines = wrap(text.strip(), width, break_long_words=False, break_on_hyphens=False)
    return "<br/>".join(_escaped(line) for line in lines)


def _width(graph: Graph, line: SharedEdge) -> int:
    if graph.counted:
        return graph.width(line)
    return 1 if line.look == "faded" else 2


def _legend(graph: Graph) -> Iterator[str]:
    """Write the legend, below the last state."""
    yield '    subgraph legend["how to read it"]'
    for entry in graph.legend():
        mark = "" if entry.pill else f"{entry.mark} "
        look = "both" if entry.pill else entry.ink
        yield f'        legend_{entry.ink}["{_wrapped(mark + entry.words, LIST_LABEL)}"]:::{look}'
    for number, note in enumerate(graph.legend_notes(), start=1):
        yield f'        legend_{number}["{_wrapped(note, LIST_LABEL)}"]:::both'
    options = "<br/>".join(_wrapped(note, 2 * LIST_LABEL) for note in graph.difference_notes())
    if options:
        yield f'        legend_options["{options}"]:::both'
    yield "    end"
    yield f"    style legend fill:none,stroke:{ON_BOTH['both']}"
    yield f"    {graph.states[-1].value} ~~~ legend"


_STEP_ARROWS: Final = {
    StepKind.OFFER: "->>",
    StepKind.ANSWER: "-->>",
    StepKind.CARD: "-)",
    StepKind.PAYMENT: "--)",
    StepKind.ACTION: "->>",
}


@takes(DiagramError)
def sequence_mermaid(sequence: SequenceDiagram) -> str:
    """Write a round as a Mermaid sequence diagram."""
    lines = [
        "---",
        f"title: {_quoted(sequence.title)}",
        "---",
        "sequenceDiagram",
        "    %% solid with a head: a question or an action; dashed with a head: an answer",
        "    %% solid with an open head: cards; dashed with an open head: what bets brought",
        "    autonumber",
    ]
    lines += [
        f"    participant {_lane(number)} as {_escaped(lane.name)}"
        for number, lane in enumerate(sequence.lanes)
    ]
    lines += [f"    {_step(step)}" for step in sequence.steps]
    return "\n".join(lines) + "\n"


def _lane(number: int) -> str:
    return f"lane{number}"


def _step(step: Step) -> str:
    words = _escaped(step.words)
    if step.kind is StepKind.NOTE:
        return f"Note over {_lane(step.source)},{_lane(step.target)}: {words}"
    return f"{_lane(step.source)}{_STEP_ARROWS[step.kind]}{_lane(step.target)}: {words}"


_USE_ARROWS: Final = {
    MemberKind.FIELD: "-->",
    MemberKind.MADE_FROM: "-->",
    MemberKind.METHOD: "..>",
}


@takes(DiagramError)
def model_mermaid(sections: Sequence[Section], title: str = "The public types") -> str:
    """Write the model as a Mermaid class diagram.

    Args:
        sections: what `model_of` read from the code.
        title: the title of the drawing.
    """
    lines = ["---", f"title: {_quoted(title)}", "---", "classDiagram", "    direction LR"]
    for section in sections:
        lines.append(f"    %% {section.title}")
        for box in section.boxes:
            lines.extend(_class(box))
        for box in section.boxes:
            lines.extend(_relations(box))
    return "\n".join(lines) + "\n"


def _class(box: TypeBox) -> Iterator[str]:
    yield f"    class {box.name} {{"
    if box.kind is not TypeKind.OBJECT:
        yield f"        <<{box.kind.value}>>"
    for member in box.members:
        for name in member.names:
            yield f"        {_text(member, name)}"
    yield "    }"


def _text(member: Member, name: str) -> str:
    if member.kind is MemberKind.CHOICE:
        return name
    plain = name if member.kind is MemberKind.METHOD else f"{name}:"
    return f"+{plain} {member.type_name}".rstrip(": ")


def _relations(box: TypeBox) -> Iterator[str]:
    for parent in box.parents:
        yield f"    {parent} <|-- {box.name}"
    done: set[str] = set()
    for member in sorted(box.members, key=lambda member: member.kind is MemberKind.METHOD):
        for name in member.uses:
            if name not in done:
                done.add(name)
                yield f"    {box.name} {_USE_ARROWS[member.kind]} {name}"


def _quoted(text: str) -> str:
    """Write a text so that Mermaid shows it unchanged."""
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """Write letters as entities if they have a meaning in Mermaid."""
    return "".join(_ENTITIES.get(letter, letter) for letter in printable(text))
