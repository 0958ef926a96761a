"""Frozen values as JSON and back, by their fields and the types of those.

Nothing here knows what the values mean. A value is an object of its fields, in their order; a
tuple is a list; a card is its code, an enumeration's member its word, bytes are hex. Reading is
strict: every field stands once, none is unknown, and each has exactly its type.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from hashlib import sha256
from types import UnionType
from typing import Final, TypeVar, cast, get_args, get_origin, get_type_hints

from attrs import AttrsInstance, fields

from pitboss.errors import RulesError, ShoeError, SnapshotError
from pitboss.game.cards import CARDS, Card
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.reasons import REASONS, Reason
from pitboss.rules import Rules
from pitboss.rules.option_kinds import shown
from pitboss.rules.options import OPTIONS

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

Made = TypeVar("Made")

_WRITTEN_AS: Final = {"event_count": "moment"}
"""Fields that were called otherwise when the form of a snapshot was fixed."""


def make(kind: Callable[..., Made], values: Mapping[str, object]) -> Made:
    """Call a constructor with fields by name, whose types the caller answers for."""
    return kind(**values)


class _FieldTypes(dict[type[object], Mapping[str, object]]):
    """The fields of attrs classes, found once for each class."""

    def __missing__(self, kind: type[AttrsInstance]) -> Mapping[str, object]:
        hints = get_type_hints(kind)
        self[kind] = {each.name: hints[each.name] for each in fields(kind)}
        return self[kind]


FIELD_TYPES: Final = _FieldTypes()
"""For each attrs class the names of its fields in their order, each with its type."""


def written(value: object) -> Json:
    """Return a frozen value as JSON has it."""
    form: Json
    match value:
        case None | bool() | int() | str():
            form = value
        case Enum():
            form = str(value.value)
        case Card() | Reason():
            form = value.code
        case bytes():
            form = value.hex()
        case Rules():
            form = {**value.to_dict()}
        case tuple():
            form = [written(each) for each in cast("tuple[object, ...]", value)]
        case _:
            names = FIELD_TYPES[type(value)]
            form = {_WRITTEN_AS.get(name, name): written(getattr(value, name)) for name in names}
    return form


def digest_of(held: object) -> str:
    """Return the SHA-256 in hex over the canonical form of what JSON holds, its keys in order."""
    return sha256(json.dumps(held, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read(kind: type[Made], given: object, where: str) -> Made:
    """Return the frozen value of an attrs class that JSON describes.

    Args:
        kind: the class.
        given: what was read from JSON.
        where: the place in the JSON, for the error.

    Raises:
        SnapshotError: a field is missing or unknown, or what stands there is not of its type.
    """
    types = FIELD_TYPES[kind]
    keys = {name: _WRITTEN_AS.get(name, name) for name in types}
    held = _object(given, where, keys.values())
    values = {name: _read(types[name], held[key], inside(where, key)) for name, key in keys.items()}
    try:
        return make(kind, values)
    except ShoeError as error:
        raise SnapshotError(where, str(error)) from error


def inside(where: str, name: str) -> str:
    """Return the place of a field of what stands at `where`; the whole is an empty text."""
    return f"{where}.{name}" if where else name


def _object(given: object, where: str, names: Collection[str]) -> Mapping[str, object]:
    """Return a JSON object that has exactly the given names."""
    held = cast("dict[str, object]", _expected(dict, "an object", given, where))
    for name in names:
        if name not in held:
            raise SnapshotError(inside(where, name), "is missing")
    for name in held:
        if name not in names:
            raise SnapshotError(inside(where, shown(name)), "is not known")
    return held


def _expected(kind: type[Made], name: str, given: object, where: str) -> Made:
    """Return what is of a type that JSON has; a truth value is no number."""
    if type(given) is kind:
        return given
    raise _not(given, name, where)


def _read(kind: object, given: object, where: str) -> object:
    """Return a value of a field's type."""
    if isinstance(kind, UnionType):
        return None if given is None else _read(get_args(kind)[0], given, where)
    if get_origin(kind) is tuple:
        held = cast("list[object]", _expected(list, "a list", given, where))
        each = get_args(kind)[0]
        return tuple([_read(each, one, f"{where}[{place}]") for place, one in enumerate(held)])
    # Every other type of a field is a class.
    kind = cast("type[object]", kind)
    if kind in _READERS:
        return _READERS[kind](given, where)
    if kind in _WORDS or issubclass(kind, Enum):
        return _word(kind, given, where)
    return read(kind, given, where)


def _truth(given: object, where: str) -> bool:
    return _expected(bool, "true or false", given, where)


def _whole(given: object, where: str) -> int:
    number = _expected(int, "a whole number", given, where)
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise SnapshotError(where, "the number does not fit into 64 bits")
    return number


def _text(given: object, where: str) -> str:
    return _expected(str, "a text", given, where)


def _bytes(given: object, where: str) -> bytes:
    text = _text(given, where)
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    # Of the spellings that Python reads, only the one that it writes.
    if value.hex() != text:
        raise _not(given, "a text of pairs of hex digits", where)
    return value


_WORDS: Final[Mapping[type[object], tuple[Mapping[str, object], str]]] = {
    Card: ({card.code: card for card in CARDS}, "a card such as 'Th'"),
    Reason: (REASONS, "a reason such as 'win'"),
}
"""What the words of a type stand for, and what is said where another stands."""


def _word(kind: type[object], given: object, where: str) -> object:
    if kind in _WORDS:
        words, name = _WORDS[kind]
    else:
        words = {str(member.value): member for member in cast("type[Enum]", kind)}
        name = f"one of {', '.join(words)}"
    word = _text(given, where)
    if word not in words:
        raise _not(given, name, where)
    return words[word]


def _rules(given: object, where: str) -> Rules:
    """Return the rules of which every option is given, in the one form in which it is written."""
    held = _object(given, where, OPTIONS)
    try:
        rules = Rules.from_dict(held)
    except RulesError as error:
        raise SnapshotError(where, str(error)) from error
    for name, value in rules.to_dict().items():
        if value != held[name]:
            raise SnapshotError(inside(where, name), f"is written {value!r} in a snapshot")
    return rules


def _not(given: object, name: str, where: str) -> SnapshotError:
    """Make the error for something of another type; what is nested is not shown."""
    if isinstance(given, dict | list):
        found = "an object" if isinstance(given, dict) else "a list"
    else:
        found = shown(given)
    return SnapshotError(where or "the top", f"expected {name}, not {found}")


_READERS: Final[Mapping[type[object], Callable[[object, str], object]]] = {
    bool: _truth,
    int: _whole,
    str: _text,
    bytes: _bytes,
    Rules: _rules,
}
