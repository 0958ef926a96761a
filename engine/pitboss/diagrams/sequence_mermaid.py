"""A round as a Mermaid sequence diagram."""

from __future__ import annotations

from typing import Final

from pitboss.diagrams.mermaid import escaped, quoted
from pitboss.diagrams.steps import SequenceDiagram, Step, StepKind

_ARROWS: Final = {
    StepKind.OFFER: "->>",
    StepKind.ANSWER: "-->>",
    StepKind.CARD: "-)",
    StepKind.PAYMENT: "--)",
    StepKind.DEED: "->>",
}


def sequence_mermaid(sequence: SequenceDiagram) -> str:
    """Write a round as a Mermaid sequence diagram."""
    lines = [
        "---",
        f"title: {quoted(sequence.title)}",
        "---",
        "sequenceDiagram",
        "    %% solid with a head: what the house asks, or is done; dashed with a head: answers",
        "    %% solid with an open head: cards; dashed with an open head: what bets brought",
        "    autonumber",
    ]
    lines += [
        f"    participant {_lane(number)} as {escaped(lane.name)}"
        for number, lane in enumerate(sequence.lanes)
    ]
    lines += [f"    {_line(step)}" for step in sequence.steps]
    return "\n".join(lines) + "\n"


def _lane(number: int) -> str:
    return f"lane{number}"


def _line(step: Step) -> str:
    words = escaped(step.words)
    if step.kind is StepKind.NOTE:
        return f"Note over {_lane(step.source)},{_lane(step.target)}: {words}"
    return f"{_lane(step.source)}{_ARROWS[step.kind]}{_lane(step.target)}: {words}"
