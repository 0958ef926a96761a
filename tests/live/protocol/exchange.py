"""An exchange of messages for a document, with notes, made of the examples and of nothing else."""

import json
from collections.abc import Collection, Sequence
from typing import Final, cast

from attrs import frozen
from tests.live.protocol.examples import EXAMPLES, WEB_EXAMPLES

CLIENT: Final = ">"
TABLE: Final = "<"


@frozen
class Part:
    """A part of the exchange.

    Attributes:
        note: what is said before it.
        messages: who sends each, and what the example shows that it is.
    """

    note: str
    messages: tuple[tuple[str, str], ...]


EXCHANGE: Final = (
    Part(
        "On the web a client first enters, here with the key of the link to join. It gets a "
        "ticket: the id with which it can take a seat, and a token with which it finds the seat "
        "again. Other hosts identify a client in their own way, and call `connect`. Eve joins "
        "another table than the one in the rest of this example.",
        (
            (CLIENT, "A client enters with the link to join"),
            (TABLE, "It may join, by a command that has this id"),
            (CLIENT, "It joins"),
        ),
    ),
    Part(
        "Ann and Ben sit at this table. A client that has a seat, such as Ann's, is welcomed with"
        " the rules and the present state of the table. Commands name the `seq` of this state in"
        " `expects`.",
        ((TABLE, "A client connects for the first seat"),),
    ),
    Part(
        "A round opens. The state says what has happened, shows the view of the seat, and holds an"
        " `offer`, because this seat is asked. Other clients get the same state with the view of"
        " their own seat, and without the offer.",
        ((TABLE, "The first round opens, and the seat is asked"),),
    ),
    Part(
        "Ann answers with a word of the offer's `legal`, and names the `seq` of the last state. The"
        " answer has the `seq` after this bet. Then everybody is told the new state.",
        (
            (CLIENT, "A client bets"),
            (TABLE, "The bet was applied"),
            (TABLE, "What a spectator is told of it"),
        ),
    ),
    Part(
        "The same bet under another id comes too late: the table has changed, so nothing is done."
        " The same bet under the same id would get the first answer again.",
        (
            (CLIENT, "It bets again, under another id"),
            (TABLE, "A command that comes too late"),
        ),
    ),
    Part(
        "Ben's client connects only now. Until then Ben had more time, because `grace_ms` is added"
        " for a seat without a client. Ben, who is asked for a bet, hits. The hit is refused, and"
        " changes nothing: the offer is still open, and the answer repeats what is legal.",
        (
            (CLIENT, "A seat hits"),
            (TABLE, "A seat hits when it is asked for its bet"),
        ),
    ),
    Part(
        "Ben does not answer. The client is warned, and when the time is over, the clock answers "
        "for the seat: the event has `by`. Ann's client is told the same state with the view of "
        "its seat, here in full, and is asked what to do with the hand.",
        (
            (TABLE, "The seat has to answer soon"),
            (TABLE, "The clock has answered for it"),
        ),
    ),
    Part(
        "When a round is over, a `state` has this in its `happened`. A client that waited for a"
        " seat now has the seat.",
        ((TABLE, "The round is over"),),
    ),
)
LEFT_OUT: Final = {"view", "rules"}
"""Long members, which are written as three points."""

WITH_VIEW: Final = "The clock has answered for it"
"""The example whose view is written out."""

WIDTH: Final = 96


def exchange() -> str:
    """Write the exchange in Markdown."""
    found = [
        json.loads(line)
        for path in (EXAMPLES, WEB_EXAMPLES)
        for line in path.read_text("utf-8").splitlines()
    ]
    documents = {each["shows"]: each["document"] for each in found}
    parts: list[str] = []
    for part in EXCHANGE:
        texts = [
            laid_out(sender, documents[shows], () if shows == WITH_VIEW else LEFT_OUT)
            for sender, shows in part.messages
        ]
        parts.append(f"{wrapped(part.note)}\n\n```text\n{''.join(texts)}```\n")
    return "\n".join(parts)


def laid_out(sender: str, document: object, left_out: Collection[str]) -> str:
    """Write a document on as many lines as it takes, behind a sign for who sends it."""
    first, *rest = value_laid_out(shortened(document, left_out)).splitlines()
    return "".join(f"{line}\n" for line in (f"{sender} {first}", *(f"  {each}" for each in rest)))


def shortened(value: object, left_out: Collection[str]) -> object:
    """Return a value without what some of its members hold, at any depth."""
    if isinstance(value, dict):
        members = cast("dict[str, object]", value)
        return {
            name: ... if name in left_out else shortened(held, left_out)
            for name, held in members.items()
        }
    if isinstance(value, list):
        return [shortened(each, left_out) for each in cast("list[object]", value)]
    return value


def value_laid_out(value: object, indent: int = 0) -> str:
    """Write a value on one line if it fits there; else let its parts fill lines."""
    line = on_one_line(value)
    if len(line) + indent <= WIDTH or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        members = cast("dict[str, object]", value).items()
        parts = [f"{json.dumps(name)}: {value_laid_out(held, inner)}" for name, held in members]
        begin, end = "{}"
    else:
        parts = [value_laid_out(each, inner) for each in cast("list[object]", value)]
        begin, end = "[]"
    return f"{begin}\n{filled(parts, inner)}\n{' ' * indent}{end}"


def filled(parts: Sequence[str], indent: int) -> str:
    """Put as many parts on a line as fit there; one of several lines stands alone."""
    lines: list[str] = []
    for part in parts:
        last = lines[-1] if lines else None
        fits = last is not None and "\n" not in last + part
        if last is not None and fits and indent + len(last) + len(part) + 3 <= WIDTH:
            lines[-1] = f"{last}, {part}"
        else:
            lines.append(part)
    return ",\n".join(f"{' ' * indent}{line}" for line in lines)


def on_one_line(value: object) -> str:
    """Write a value on one line; what is left out is three points."""
    if value is ...:
        return "..."
    if isinstance(value, dict):
        members = cast("dict[str, object]", value).items()
        return (
            f"{{{', '.join(f'{json.dumps(name)}: {on_one_line(held)}' for name, held in members)}}}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(on_one_line, cast('list[object]', value)))}]"
    return json.dumps(value, ensure_ascii=False)


def wrapped(note: str) -> str:
    """Break a note into lines of a document."""
    lines = [""]
    for word in note.split():
        if len(lines[-1]) + len(word) + 1 > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
