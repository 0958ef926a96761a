"""The public types as plain data: their fields, methods and parameters, read from the code.

This module only lists which types are shown together; it reads everything else from the code. The
members of a type are its annotated fields, properties and methods. If a type has no annotated
fields, the parameters of its constructor are read instead.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from textwrap import dedent
from typing import Final, Protocol

from attrs import frozen

from pitboss.diagrams.canvas import DiagramError
from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind
from pitboss.game.reasons import Outcome, Reason
from pitboss.game.results import HandResult
from pitboss.game.round import (
    DealerNatural,
    Hand,
    Holding,
    House,
    Phase,
    Question,
    Round,
    Seat,
)
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.journal import Journal
from pitboss.machine.guards import HandGuard
from pitboss.machine.house_guards import RoundGuard
from pitboss.machine.row_options import RowOption
from pitboss.machine.transition_table import Row
from pitboss.rules import Rules
from pitboss.table.driver import Player
from pitboss.table.offer import HandView, Offer, SeatView, View
from pitboss.table.seating import SeatPlan
from pitboss.table.snapshot import Snapshot
from pitboss.table.table import Recorder, Table
from pitboss.version import compiled

_SEATED = (Table, Rules, SeatPlan, Player, Offer, View, SeatView, HandView)
_WRITTEN = (Event, EventKind, HandResult, Recorder, Journal, Snapshot)
_ROUND = (Round, Seat, Hand, Holding, Phase, Question, DealerNatural, Reason, Outcome)
_HIDDEN = (House, Shoe, ShoeSource, Card)

_SECTIONS: Final[Mapping[str, tuple[str, tuple[type[object], ...]]]] = {
    "table": ("A table, and those who sit at it", (*_SEATED, *_WRITTEN)),
    "round": (
        "The state of a round: what lies face up and, apart from it, what the house hides",
        (*_ROUND, *_HIDDEN),
    ),
    "rows": ("The table of transitions", (Row, RowOption, HandGuard, RoundGuard)),
}
SECTION_NAMES: Final = tuple(_SECTIONS)


class TypeKind(Enum):
    """The kind of type that a box shows."""

    VALUE = "value"
    OBJECT = "object"
    ENUMERATION = "enumeration"
    PROTOCOL = "protocol"


class MemberKind(Enum):
    """How a member belongs to its type."""

    FIELD = "field"
    MADE_FROM = "made from"
    METHOD = "method"
    CHOICE = "choice"


@frozen
class Member:
    """Members of one class that have the same type.

    Attributes:
        kind: fields, parameters of the constructor, methods, or the members of an enumeration.
        names: their names, in the order of the code; a method also has the model's types that it
            takes, in brackets.
        type_name: their type, or the type that they return, with its multiplicity: ``Card [*]``,
            ``Offer [0..1]``; empty if they return nothing.
        uses: the other types of the model that `type_name` mentions.
    """

    kind: MemberKind
    names: tuple[str, ...]
    type_name: str
    uses: tuple[str, ...]


@frozen
class TypeBox:
    """A type of the model.

    Attributes:
        name: the name of the class.
        kind: the kind of type.
        parents: the types of the model that it extends.
        members: its members.
    """

    name: str
    kind: TypeKind
    parents: tuple[str, ...]
    members: tuple[Member, ...]


@frozen
class Section:
    """Types that are shown together.

    Attributes:
        name: the name of the section, in one word.
        title: what the types are.
        boxes: the types.
    """

    name: str
    title: str
    boxes: tuple[TypeBox, ...]


def model_of() -> tuple[Section, ...]:
    """Read the public types from the code.

    Raises:
        DiagramError: the code is compiled, and therefore has no annotations.
    """
    if compiled:
        raise DiagramError(
            "the public types cannot be read from a compiled build",
            "draw them with a pure build, or see diagrams/model.mmd",
        )
    known = frozenset(shown.__name__ for _, types in _SECTIONS.values() for shown in types)
    return tuple(
        Section(name, title, tuple(_box(shown, known) for shown in types))
        for name, (title, types) in _SECTIONS.items()
    )


def _box(shown: type[object], known: frozenset[str]) -> TypeBox:
    return TypeBox(
        name=shown.__name__,
        kind=_kind(shown),
        parents=tuple(base.__name__ for base in shown.__bases__ if base.__name__ in known),
        members=tuple(_gathered(shown, known)),
    )


def _kind(shown: type[object]) -> TypeKind:
    if issubclass(shown, Enum):
        return TypeKind.ENUMERATION
    if Protocol in shown.__bases__:
        return TypeKind.PROTOCOL
    never_changes = shown.__setattr__ is not object.__setattr__
    return TypeKind.VALUE if never_changes else TypeKind.OBJECT


@frozen
class _CodeMember:
    """A member as it is in the code; `taken` has the types of a method's parameters."""

    kind: MemberKind
    name: str
    annotation: str
    taken: str = ""


def _members(shown: type[object], known: frozenset[str]) -> Iterator[_CodeMember]:
    own = list(_own(shown))
    if issubclass(shown, Enum):
        yield from (_CodeMember(MemberKind.CHOICE, str(choice.value), "") for choice in shown)
    elif Protocol not in shown.__bases__:
        fields = list(_fields(shown, known))
        yield from fields
        named = {each.name for each in own}
        for name, annotation in () if fields else _types(shown.__init__)[0].items():
            if name.rstrip("_") not in named:
                yield _CodeMember(MemberKind.MADE_FROM, name.rstrip("_"), annotation)
    yield from own


def _fields(shown: type[object], known: frozenset[str]) -> Iterator[_CodeMember]:
    """Yield the fields; leave out those of a parent that has its own box."""
    for base in reversed(shown.__mro__):
        if base is shown or base.__name__ not in known:
            for name, annotation in annotations_of(base).items():
                if not name.startswith("_"):
                    yield _CodeMember(MemberKind.FIELD, name, str(annotation))


def annotations_of(shown: type[object]) -> dict[str, object]:
    """Return the types of the fields, by name; a class with slots may have them in `__init__`."""
    annotations = inspect.get_annotations(shown)
    if annotations or not {"__slots__", "__init__"} <= vars(shown).keys():
        return annotations
    code = ast.parse(dedent(inspect.getsource(shown.__init__)))
    return {
        each.target.attr: ast.unparse(each.annotation)
        for each in ast.walk(code)
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Attribute)
    }


def _own(shown: type[object]) -> Iterator[_CodeMember]:
    """Yield the properties and methods that a class defines itself, not those it inherits."""
    for name, member in vars(shown).items():
        if name.startswith("_") or isinstance(member, type):
            continue
        if isinstance(member, property):
            yield _CodeMember(MemberKind.FIELD, name, _types(member.fget)[1])
        function: object = getattr(member, "__func__", member)
        if inspect.isfunction(function):
            taken, returned = _types(function)
            yield _CodeMember(MemberKind.METHOD, name, returned, " ".join(taken.values()))


def _types(function: object) -> tuple[dict[str, str], str]:
    """Return the types of a function's parameters by their names, and the type it returns."""
    annotations = getattr(function, "__annotations__", {})
    taken = {name: str(annotation) for name, annotation in annotations.items()}
    returned = taken.pop("return", "")
    return taken, returned


def _gathered(shown: type[object], known: frozenset[str]) -> Iterator[Member]:
    """Join members that have the same kind and type, and mention the same other types."""
    groups: dict[tuple[MemberKind, str, tuple[str, ...]], list[str]] = {}
    others = known - {shown.__name__}
    for each in _members(shown, known):
        taken = _named(each.taken, others)
        uses = tuple(dict.fromkeys([*_named(each.annotation, others), *taken]))
        called = f"({', '.join(taken)})" if each.kind is MemberKind.METHOD else ""
        annotation = re.sub(r"\bSelf\b", shown.__name__, each.annotation)
        key = (each.kind, _type_name(annotation), uses)
        groups.setdefault(key, []).append(f"{each.name}{called}")
    for (kind, type_name, uses), names in groups.items():
        yield Member(kind, tuple(names), type_name, uses)


def _named(text: str, known: frozenset[str]) -> list[str]:
    """Return the types of the model that a text names, each once."""
    return list(dict.fromkeys(word for word in re.findall(r"\w+", text) if word in known))


_UNCHECKED: Final = re.compile(r"\bUnchecked\[([\w |]+)\]")
_MANY: Final = re.compile(r"(?:tuple|list|Sequence|frozenset)\[([\w |]+)(?:, \.\.\.)?\]")


def _type_name(annotation: str) -> str:
    """Write an annotation as a class diagram does, with its multiplicity."""
    if annotation == "None":
        return ""
    optional = annotation.endswith(" | None")
    plain = _UNCHECKED.sub(r"\1", annotation.removesuffix(" | None"))
    many = _MANY.fullmatch(plain)
    if many:
        return f"{many[1]} [*]"
    return f"{plain} [0..1]" if optional else plain
