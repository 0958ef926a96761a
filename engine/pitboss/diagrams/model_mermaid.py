"""The public types as a Mermaid class diagram."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.diagrams.mermaid import quoted
from pitboss.diagrams.model import Member, MemberKind, Section, TypeBox, TypeKind

_ARROWS: Final = {
    MemberKind.FIELD: "-->",
    MemberKind.MADE_FROM: "-->",
    MemberKind.METHOD: "..>",
}


def model_mermaid(sections: Sequence[Section], title: str = "The public types") -> str:
    """Write the model as a Mermaid class diagram.

    Args:
        sections: what `model_of` read from the code.
        title: what stands above the drawing.
    """
    lines = ["---", f"title: {quoted(title)}", "---", "classDiagram", "    direction LR"]
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
                yield f"    {box.name} {_ARROWS[member.kind]} {name}"
