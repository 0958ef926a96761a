"""Diagrams of the machine, and of the rounds of a journal, drawn from the table of transitions.

A `Graph` is the machine as data: `graph_of`, `compare_rules`, `RoundPath` and `Coverage` make
graphs, and functions such as `svg_of` draw them. A `SequenceDiagram` is one round as data.
`model_of` returns the public types as data. A host can make its own drawings from these data.
"""

from pitboss.diagrams.canvas import DiagramError, on_ground, png_of
from pitboss.diagrams.exports import json_of, plantuml_of, scxml_of, xstate_of
from pitboss.diagrams.graph import (
    Edge,
    EdgeKind,
    Graph,
    Side,
)
from pitboss.diagrams.journal_paths import Coverage, RoundPath, coverage_of, path_of
from pitboss.diagrams.machine_graphs import (
    compare_rules,
    count_rows,
    graph_of,
    in_uml,
    mark_steps,
    one_state,
)
from pitboss.diagrams.machine_text import dot_of, markdown_of
from pitboss.diagrams.mermaid import mermaid_of, model_mermaid, sequence_mermaid
from pitboss.diagrams.model import Member, MemberKind, Section, TypeBox, TypeKind, model_of
from pitboss.diagrams.model_svg import model_svg
from pitboss.diagrams.overview import overview_svg
from pitboss.diagrams.sequence import (
    Lane,
    LaneKind,
    SequenceDiagram,
    Step,
    StepKind,
    sequence_of,
    told_as_sequence,
)
from pitboss.diagrams.sequence_svg import sequence_svg
from pitboss.diagrams.shortest import MAX_GAMES, ShortGame, ShortGames, shortest_games
from pitboss.diagrams.svg import svg_of
from pitboss.text.tokens import Ground

__all__ = [
    "MAX_GAMES",
    "Coverage",
    "DiagramError",
    "Edge",
    "EdgeKind",
    "Graph",
    "Ground",
    "Lane",
    "LaneKind",
    "Member",
    "MemberKind",
    "RoundPath",
    "Section",
    "SequenceDiagram",
    "ShortGame",
    "ShortGames",
    "Side",
    "Step",
    "StepKind",
    "TypeBox",
    "TypeKind",
    "compare_rules",
    "count_rows",
    "coverage_of",
    "dot_of",
    "graph_of",
    "in_uml",
    "json_of",
    "mark_steps",
    "markdown_of",
    "mermaid_of",
    "model_mermaid",
    "model_of",
    "model_svg",
    "on_ground",
    "one_state",
    "overview_svg",
    "path_of",
    "plantuml_of",
    "png_of",
    "scxml_of",
    "sequence_mermaid",
    "sequence_of",
    "sequence_svg",
    "shortest_games",
    "svg_of",
    "told_as_sequence",
    "xstate_of",
]
