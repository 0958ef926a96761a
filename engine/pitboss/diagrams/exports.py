"""The machine in the formats of other programs: JSON, XState, SCXML and PlantUML.

Each row of the table of transitions becomes one transition, with the names of its guards. If the
row answers a question, its first guard says that this question is open. For a row of the house, the
first guard says that no question is open. The program that runs the machine must evaluate the
guards, because these files do not contain the round.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import quoteattr

from pitboss.arguments import takes
from pitboss.diagrams.canvas import DiagramError
from pitboss.diagrams.graph import Edge, Graph, Side
from pitboss.machine.house_guards import QuestionWaits
from pitboss.machine.transition_table import TABLE, Row
from pitboss.text.terminal import printable

_NO_QUESTION: Final = "is_no_question_open"

_ROWS: Final[Mapping[str, Row]] = {row.name: row for row in TABLE}


@takes(DiagramError)
def json_of(graph: Graph) -> str:
    """Write a graph of the machine as JSON, as ``machine.schema.json`` describes it.

    Args:
        graph: a graph of all rows, or of one rule set; it may have counts, steps or a comparison.
    """
    document: dict[str, object] = {
        "title": graph.title,
        "initial": graph.initial.value,
        "final": graph.final.value,
        "states": [state.value for state in graph.states],
        "compared": graph.compared,
        "rows": [_row(graph, edge) for edge in graph.edges],
    }
    if graph.compared is not None:
        document["differences"] = graph.differences
    return _written(document)


def _row(graph: Graph, edge: Edge) -> Mapping[str, object]:
    row = _ROWS[edge.name]
    told: dict[str, object] = {
        "name": edge.name,
        "source": edge.source.value,
        "destination": edge.destination.value,
        "kind": edge.kind.value,
        "event": None if row.event is None else row.event.value,
        "question": None if row.question is None else row.question.value,
        "guards": guards_of(row),
        "conditions": edge.guards,
        "rules": edge.options,
        "effect": None if row.effect is None else row.effect.__name__,
        "why": edge.why,
    }
    if graph.counted:
        told["count"] = edge.count
    if graph.walked:
        told["steps"] = edge.steps
    if edge.side is not Side.BOTH:
        told["side"] = edge.side.value
    return told


def guards_of(row: Row) -> list[str]:
    """Return the names of the guards of a row; all of them must hold."""
    names = [] if row.question is None else [f"is_asked_{row.question.value}"]
    names += [_NO_QUESTION] if row.of_house else []
    names += [guard.test.__name__ for guard in row.hand_guards]
    names += [] if row.stake is None else [row.stake.allows.__name__]
    for guard in row.round_guards:
        if isinstance(guard, QuestionWaits):
            names.append(f"is_question_in_{guard.phase.name.lower()}")
        else:
            names.append(guard.test.__name__)
    return names


@takes(DiagramError)
def xstate_of(graph: Graph) -> str:
    """Write a graph of the machine as a configuration for XState 5.

    The guard and the action of every transition have the type ``row``. Their parameters name the
    row, its guards (all must hold), and its effect.

    Args:
        graph: a graph of all rows, or of one rule set.
    """
    states = {state.value: _state(graph.out_of(state)) for state in graph.states}
    return _written({"id": "pitboss", "initial": graph.initial.value, "states": states})


def _state(edges: Sequence[Edge]) -> Mapping[str, object]:
    answered: dict[str, list[object]] = {}
    by_itself: list[object] = []
    for edge in edges:
        row = _ROWS[edge.name]
        effect = None if row.effect is None else row.effect.__name__
        transition = {
            **({} if edge.stays else {"target": edge.destination.value}),
            "guard": {"type": "row", "params": {"row": row.name, "guards": guards_of(row)}},
            "actions": [{"type": "row", "params": {"row": row.name, "effect": effect}}],
            "description": edge.why,
        }
        if row.event is None:
            by_itself.append(transition)
        else:
            answered.setdefault(row.event.value, []).append(transition)
    parts = {"on": answered, "always": by_itself}
    return {name: part for name, part in parts.items() if part}


@takes(DiagramError)
def scxml_of(graph: Graph) -> str:
    """Write a graph of the machine as State Chart XML.

    Guards are called by name, as functions without arguments. The program that runs the machine
    must define these functions. It must also define a function `take`, which is called with the
    name of each row that is taken.

    Args:
        graph: a graph of all rows, or of one rule set.
    """
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript"',
        f'       name="pitboss" initial="{graph.initial.value}">',
    ]
    for state in graph.states:
        lines.append(f'  <state id="{state.value}">')
        lines += [line for edge in graph.out_of(state) for line in _transition(edge)]
        lines.append("  </state>")
    return "\n".join([*lines, "</scxml>"]) + "\n"


def _transition(edge: Edge) -> Iterator[str]:
    row = _ROWS[edge.name]
    parts = {
        "event": "" if row.event is None else row.event.value,
        "cond": " && ".join(f"{name}()" for name in guards_of(row)),
        "target": "" if edge.stays else edge.destination.value,
    }
    given = "".join(f" {name}={quoteattr(part)}" for name, part in parts.items() if part)
    script = f"take('{edge.name}')"
    yield f"    <transition{given}><script>{script}</script></transition>"


@takes(DiagramError)
def plantuml_of(graph: Graph) -> str:
    """Write a graph of the machine as a state diagram of PlantUML.

    Each transition has a label in the form of UML: ``event [guards] / effect``.

    Args:
        graph: a graph of all rows, or of one rule set; it may have counts, steps or a comparison.
    """
    lines = [
        "@startuml",
        f"title {printable(graph.title)}",
        "hide empty description",
        *(f"state {state.value}" for state in graph.states),
        f"[*] --> {graph.initial.value}",
        *(
            f"{edge.source.value} --> {edge.destination.value} : {uml_label(edge)}"
            for edge in graph.edges
        ),
        "@enduml",
    ]
    return "\n".join(lines) + "\n"


def uml_label(edge: Edge) -> str:
    """Return the label of a transition in the form of UML: ``event [guards] / effect``."""
    row = _ROWS[edge.name]
    event = "" if row.event is None else row.event.value
    guards = ", ".join(guards_of(row))
    effect = "" if row.effect is None else f"/ {row.effect.__name__}"
    return " ".join(part for part in (event, f"[{guards}]" if guards else "", effect) if part)


def _written(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
