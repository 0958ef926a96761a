"""The whole machine has the edges that the library's own drawing machine has of the same rows."""

import re
from collections import Counter
from enum import Enum
from typing import Any

from transitions.extensions import GraphMachine

from pitboss.diagrams import graph_of
from pitboss.game.round import Phase
from pitboss.machine.transition_table import TABLE
from pitboss.machine.transitions_machine import trigger_of


class Model:
    """What the library wants to be registered with its machine."""


def library_edges() -> Counter[tuple[str, str, str]]:
    """Return source, trigger and destination of every edge that the library draws."""
    # The library puts the method that draws on what is registered.
    model: Any = Model()
    GraphMachine(
        model,
        states=[phase.value for phase in Phase],
        initial=Phase.BETTING.value,
        auto_transitions=False,
        graph_engine="mermaid",
        transitions=[
            {
                "trigger": f"{trigger_of(row)}/{row.name}",
                "source": row.source.value,
                "dest": row.destination.value,
            }
            for row in TABLE
        ],
    )
    text = str(model.get_graph().source)
    edges: Counter[tuple[str, str, str]] = Counter()
    for source, destination, label in re.findall(r"^\s*(\w+) --> (\w+): (.+)$", text, re.MULTILINE):
        for trigger in label.split(" | "):
            edges[source, trigger, destination] += 1
    return edges


def test_the_edges_are_those_that_the_library_draws() -> None:
    """Same rows, same sources, same triggers, same destinations."""
    rows = {row.name: row for row in TABLE}
    drawn = Counter(
        (edge.source.value, f"{trigger_of(rows[edge.name])}/{edge.name}", edge.destination.value)
        for edge in graph_of().edges
    )
    assert sum(drawn.values()) == len(TABLE)
    assert drawn == library_edges()
    assert issubclass(Phase, Enum)
