"""Converts the state of a table to JSON and back, field by field.

This module does not interpret the values. A part of the state becomes an object with its fields in
order. A card, a reason or a step of a trace becomes its code; a member of an enumeration becomes
its word; bytes become hex. Parsing is strict: every field must be present once, no other field may
be present, and each value must have the type that the field has in a new part.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from hashlib import sha256
from types import GenericAlias, NoneType, UnionType
from typing import Final, TypeVar, cast, get_args, get_origin, get_type_hints

from attrs import fields, frozen

from pitboss.errors import RulesError, ShoeError, SnapshotError
from pitboss.game.bets import Bet, BetKind, PaidBonus, SideStake
from pitboss.game.cards import CARDS, Card
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.reasons import REASONS, Reason
from pitboss.game.round import (
    PART_FIELDS,
    Hand,
    Holding,
    House,
    Phase,
    Question,
    Round,
    Seat,
    parts_of,
)
from pitboss.game.seed_exchange import SeedExchange
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.game.trace import NewShoe, TraceEntry, row_taken
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.rules.option_kinds import show_given
from pitboss.rules.options import OPTIONS
from pitboss.table.shoes import ArrangedShoes, SeededShoes

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

Made = TypeVar("Made")

MAX_SOURCES: Final = 64
"""The most sources of shoes in a chain of `ArrangedShoes.then`."""

_NO_SHOE: Final = Shoe(0, (), 0, 0, None, written_out=False)
NEW_PARTS: Final[Mapping[type, Callable[[], object]]] = {
    Holding: Holding,
    Hand: lambda: Hand(0),
    Seat: lambda: Seat(0, "", 0, on_credit=False),
    Round: lambda: Round(Phase.BETTING, []),
    Shoe: lambda: Shoe(0, (), 0, 0, None, written_out=False),
    House: lambda: House(ArrangedShoes(()), _NO_SHOE),
    Bet: lambda: Bet(BetKind.INSURANCE, 0),
    SideStake: lambda: SideStake("", 0),
}
"""For each class whose objects change in play, the function that makes an empty object."""

HELD: Final[Mapping[str, type]] = {
    "bonus": PaidBonus,
    "cards": Card,
    "client_seeds": str,
    "exchange": SeedExchange,
    "hands": Hand,
    "hole_card": Card,
    "insurance": Bet,
    "insurance_reason": Reason,
    "new_shoes": Shoe,
    "older": Card,
    "question": Question,
    "reason": Reason,
    "seats": Seat,
    "seed": bytes,
    "side_bets": SideStake,
    "swept": Card,
    "trace": TraceEntry,
    "up_card": Card,
}
"""The types of fields that are `None` or an empty list in a new part."""

_WRITTEN_AS: Final = {"event_count": "moment"}
"""For fields renamed since the format of snapshots was fixed: the old name, as in JSON."""

_LEFT_OUT: Final[Mapping[str, Json]] = {
    "bonus": None,
    "deck": "standard",
    "exchange": None,
    "side_bets": [],
}
"""Fields with their usual values; a field with its usual value is left out of the JSON."""

_INSURANCE: Final[Mapping[str, str]] = {
    "insurance_minor": "stake_minor",
    "insurance_open": "open",
    "insurance_returned_minor": "returned_minor",
    "insurance_reason": "reason",
}
"""The names for the insurance bet of a hand in a snapshot, each with the attribute of `Bet`."""


class _FieldTypes(dict[type, Mapping[str, object]]):
    """The fields of each class with their types; computed only once."""

    def __missing__(self, kind: type) -> Mapping[str, object]:
        if kind in NEW_PARTS:
            new = NEW_PARTS[kind]()
            names = [name for field in PART_FIELDS[kind] for name in _names_of(field)]
            self[kind] = {name: _type_of(name, _held(new, name)) for name in names}
        else:
            hints = get_type_hints(kind)
            self[kind] = {each.alias or each.name: hints[each.name] for each in fields(kind)}
        return self[kind]


def _names_of(name: str) -> Collection[str]:
    """Return the names that a snapshot uses for a field; an insurance bet has several."""
    return _INSURANCE if name == "insurance" else (name,)


def _held(part: object, name: str) -> object:
    """Return the value for a name in a snapshot; a missing insurance bet counts as closed."""
    if name not in _INSURANCE:
        return getattr(part, name)
    return getattr(cast("Hand", part).insurance or _no_insurance(), _INSURANCE[name])


def _no_insurance() -> Bet:
    bet = Bet(BetKind.INSURANCE, 0)
    bet.open = False
    return bet


def _insurance_of(values: Mapping[str, object], where: str) -> Bet | None:
    """Return the insurance bet that the fields of a hand describe; `None` if there is none."""
    bet = _no_insurance()
    for name, field in _INSURANCE.items():
        setattr(bet, field, values[name])
    if bet.stake_minor:
        return bet
    for name in _INSURANCE:
        if values[name]:
            raise SnapshotError(inside(where, name), "needs an insurance stake")
    return None


def _type_of(name: str, new: object) -> object:
    """Return the type of a field; its value in a new part tells the type."""
    if new is None:
        return HELD[name] | None
    if isinstance(new, list):
        return GenericAlias(list, HELD[name])
    return GenericAlias(tuple, (HELD[name], ...)) if isinstance(new, tuple) else type(new)


_FIELD_TYPES: Final = _FieldTypes()
"""For each class in snapshots: the names of its fields in their order, each with its type."""


@frozen
class _Arranged:
    """One `ArrangedShoes` without the source that follows it."""

    orders: tuple[tuple[Card, ...], ...]
    cut_at: int | None


@frozen
class Sources:
    """Sources of shoes: arranged shoes, one after another; then those of a seed, if any."""

    arranged: tuple[_Arranged, ...]
    seeded: SeededShoes | None


def to_json(value: object) -> Json:
    """Return a value or a part of the state as JSON values.

    Raises:
        SnapshotError: the part has a source of shoes that cannot be saved.
    """
    form: Json
    match value:
        case None | bool() | int() | str():
            form = value
        case Enum():
            form = str(value.value)
        case TraceEntry() | Reason():
            form = value.code
        case bytes():
            form = value.hex()
        case Rules():
            form = {**value.to_dict()}
        case list() | tuple():
            form = [to_json(each) for each in cast("Sequence[object]", value)]
        case House():
            form = {**_by_field(value), "shoes": _by_field(sources_of(value.shoes))}
        case _:
            form = _by_field(value)
    return form


def _by_field(value: object) -> dict[str, Json]:
    return {
        _WRITTEN_AS.get(name, name): form
        for name in _FIELD_TYPES[type(value)]
        if (form := to_json(_held(value, name))) != _LEFT_OUT.get(name, ...)
    }


def sources_of(last: object) -> Sources:
    """Return a source of shoes and all sources after it, in the form of a snapshot.

    Raises:
        SnapshotError: the source cannot be saved.
    """
    arranged: list[_Arranged] = []
    while type(last) is ArrangedShoes and len(arranged) < MAX_SOURCES:
        arranged.append(_Arranged(last.orders, last.cut_at))
        last = last.then
    if last is None or type(last) is SeededShoes:
        return Sources(tuple(arranged), last)
    raise SnapshotError(
        "house.shoes",
        f"only SeededShoes, or at most {MAX_SOURCES} ArrangedShoes one after another, "
        f"can be kept, not {type(last).__name__}",
    )


def digest_of(held: object) -> str:
    """Return the SHA-256, in hex, of the canonical form of some JSON, with its keys in order."""
    return sha256(json.dumps(held, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read(kind: type[Made], given: object, where: str) -> Made:
    """Return an object of a class from the JSON of its fields.

    Args:
        kind: the class.
        given: the JSON value.
        where: the place in the JSON, for the error.

    Raises:
        SnapshotError: a field is missing, unknown or of a wrong type.
    """
    types = _FIELD_TYPES[kind]
    if isinstance(given, dict):
        empty = {name: value for name, value in _LEFT_OUT.items() if name in types}
        given = {**empty, **cast("dict[str, object]", given)}
    keys = {name: _WRITTEN_AS.get(name, name) for name in types}
    held = _object(given, where, keys.values())
    values = {name: _read(types[name], held[key], inside(where, key)) for name, key in keys.items()}
    if kind is Hand:
        kept = {name: value for name, value in values.items() if name not in _INSURANCE}
        return new_part(kind, {**kept, "insurance": _insurance_of(values, where)})
    if kind in NEW_PARTS:
        return new_part(kind, values)
    try:
        return cast("Callable[..., Made]", kind)(**values)
    except ShoeError as error:
        raise SnapshotError(where, str(error)) from error


def new_part(kind: type[Made], values: Mapping[str, object]) -> Made:
    """Return a part of the state with these values."""
    part = cast("Made", NEW_PARTS[kind]())
    for name, value in values.items():
        setattr(part, name, value)
    return part


def copy_part(held: Made) -> Made:
    """Return a copy of a part of the state; both share only immutable values."""
    parts = parts_of(held)
    if parts is not None:
        return cast("Made", type(parts)(map(copy_part, parts)))  # type: ignore[call-arg]
    if type(held) not in PART_FIELDS:
        return held
    names = PART_FIELDS[type(held)]
    return new_part(type(held), {name: copy_part(getattr(held, name)) for name in names})


def inside(where: str, name: str) -> str:
    """Return the place of a field in the part at `where`, which is empty for the whole snapshot."""
    return f"{where}.{name}" if where else name


def _object(given: object, where: str, names: Collection[str]) -> Mapping[str, object]:
    """Return a JSON object after checking that it has exactly these names."""
    held = cast("dict[str, object]", _expected(dict, given, where))
    for name in names:
        if name not in held:
            raise SnapshotError(inside(where, name), "is missing")
    for name in held:
        if name not in names:
            raise SnapshotError(inside(where, show_given(name)), "is not known")
    return held


_JSON_TYPES: Final[Mapping[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "an object",
}
"""The name of each JSON type in messages."""


def _expected(kind: type[Made], given: object, where: str) -> Made:
    """Return a value after checking its JSON type; true and false are not numbers."""
    if type(given) is kind:
        return given
    raise _not(given, _JSON_TYPES[kind], where)


def _read(kind: object, given: object, where: str) -> object:
    """Return the value of a field from its JSON, after checking its type."""
    if isinstance(kind, UnionType):
        first, *others = get_args(kind)
        # A seed is a number, or a text of hex digits for bytes.
        kind = bytes if bytes in others and isinstance(given, str) else first
        empty = given is None and NoneType in others
        return None if empty else _read(kind, given, where)
    many = get_origin(kind)
    if many is not None:
        held = cast("list[object]", _expected(list, given, where))
        each = get_args(kind)[0]
        return many([_read(each, one, f"{where}[{place}]") for place, one in enumerate(held)])
    # All other types of fields are classes.
    kind = cast("type[object]", kind)
    if kind in _READERS:
        return _READERS[kind](given, where)
    if kind in _JSON_TYPES:
        return _expected(kind, given, where)
    if kind in _WORDS or issubclass(kind, Enum):
        return _word(kind, given, where)
    return read(kind, given, where)


def _whole(given: object, where: str) -> int:
    number = _expected(int, given, where)
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise SnapshotError(where, "the number does not fit into 64 bits")
    return number


def _bytes(given: object, where: str) -> bytes:
    text = _expected(str, given, where)
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    # Accept only the spelling that `hex` writes; `fromhex` also reads other spellings.
    if value.hex() != text:
        raise _not(given, "a text of pairs of hex digits", where)
    return value


_WORDS: Final[Mapping[type, tuple[Mapping[str, object], str]]] = {
    Card: ({card.code: card for card in CARDS}, "a card such as 'Th'"),
    Reason: (REASONS, "a reason such as 'win'"),
}
"""For each type, the value of each word, and the expected words for an error message."""


def _word(kind: type, given: object, where: str) -> object:
    if kind in _WORDS:
        words, name = _WORDS[kind]
    else:
        words = {str(member.value): member for member in cast("type[Enum]", kind)}
        name = f"one of {', '.join(words)}"
    word = _expected(str, given, where)
    if word not in words:
        raise _not(given, name, where)
    return words[word]


_STEPS: Final[Mapping[str, TraceEntry]] = {
    step.code: step for step in (*CARDS, *[row_taken(row.name) for row in TABLE])
}
"""Every card and every transition, by its code in a trace."""


def _step(given: object, where: str) -> TraceEntry:
    """Return a step of a trace; an unknown code becomes a plain entry."""
    code = _expected(str, given, where)
    return _STEPS.get(code) or TraceEntry(code)


def _house(given: object, where: str) -> House:
    """Return the house; entries of its trace that name a new shoe become `NewShoe` entries."""
    house = read(House, given, where)
    marks = {mark.code: mark for mark in [NewShoe(shoe.name) for shoe in house.new_shoes]}
    house.trace = [marks.get(step.code, step) for step in house.trace]
    return house


def _source(given: object, where: str) -> ShoeSource:
    sources = read(Sources, given, where)
    source: ShoeSource | None = sources.seeded
    try:
        for each in reversed(sources.arranged):
            source = ArrangedShoes(each.orders, source, each.cut_at)
    except ShoeError as error:
        raise SnapshotError(where, str(error)) from error
    if source is None:
        raise SnapshotError(where, "there is no source of shoes")
    return source


def _rules(given: object, where: str) -> Rules:
    """Return the rules; they must be written exactly as a snapshot writes them."""
    later = {name for name, option in OPTIONS.items() if option.left_out}
    held = cast("dict[str, object]", _expected(dict, given, where))
    _object(held, where, [name for name in OPTIONS if name in held or name not in later])
    try:
        rules = Rules.from_dict(held)
    except RulesError as error:
        raise SnapshotError(where, str(error)) from error
    written = rules.to_dict()
    for name in held.keys() - written.keys():
        raise SnapshotError(f"{where}.{name}", "must be left out if it is the default")
    for name, value in written.items():
        if value != held[name]:
            raise SnapshotError(f"{where}.{name}", f"must be written {value!r} in a snapshot")
    return rules


def _not(given: object, name: str, where: str) -> SnapshotError:
    """Return the error for a value of a wrong type; it does not quote a list or an object."""
    kind = type(given)
    found = _JSON_TYPES[kind] if kind in {dict, list} else show_given(given)
    return SnapshotError(where or "the top", f"expected {name}, not {found}")


_READERS: Final[Mapping[type, Callable[[object, str], object]]] = {
    int: _whole,
    bytes: _bytes,
    TraceEntry: _step,
    Rules: _rules,
    House: _house,
    # In this module, `House.shoes` has the type of its value in a new house.
    ArrangedShoes: _source,
}
