"""The fields of each kind of line, and checks of their values."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import NoneType
from typing import Any, Final, cast

import orjson
from attrs import field, frozen

from pitboss.errors import JournalError, brief
from pitboss.game.limits import MAX_NUMBER, MAX_TOTAL_MINOR
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.game.shoe import MAX_SEED
from pitboss.rules.options import OPTIONS

MAX_READ_MINOR: Final = 2**62
"""The largest absolute balance that is read; so a balance fits into 64 bits during a round."""

Record = dict[str, object]


@frozen
class RawLine:
    """A line of the file.

    Attributes:
        number: the number of the line, counted from 1.
        offset: the position at which the line begins, in bytes.
        data: the bytes of the line, with the line feed.
    """

    number: int
    offset: int
    data: bytes = field(repr=False)

    @property
    def whole(self) -> bool:
        """Whether the line ends with a line feed; an incomplete line does not."""
        return self.data.endswith(b"\n")


def fields_of(value: object) -> Record:
    """Return the fields of a JSON object; empty for any other value."""
    return cast("Record", value) if isinstance(value, dict) else {}


def decode(raw: RawLine) -> Record:
    """Parse the fields of a line.

    Raises:
        JournalError: the line is not a JSON object, or has no kind.
    """
    try:
        record = fields_of(orjson.loads(raw.data))
    except orjson.JSONDecodeError as error:
        raise JournalError(raw.number, f"not JSON: {error}") from error
    if not isinstance(record.get("line"), str):
        raise JournalError(raw.number, "no JSON object with a field 'line'")
    return record


Check = Callable[[object], bool]


def _whole(least: int, most: int) -> Check:
    return lambda value: type(value) is int and least <= value <= most


def _of(*types: type) -> Check:
    return lambda value: isinstance(value, types)


_LISTED: Final = {name for name, option in OPTIONS.items() if isinstance(option.default, tuple)}


def _options(value: object) -> bool:
    plain = (
        each is None or isinstance(each, list if name in _LISTED else bool | int | str)
        for name, each in fields_of(value).items()
    )
    return all(plain) and isinstance(value, dict)


def _totals(value: object) -> bool:
    return isinstance(value, list) and all(map(_TOTAL, cast("list[object]", value)))


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_TEXT, cast("list[object]", value)))


def _seats(value: object) -> bool:
    """Return whether a value may be the seats of a round; a header has other fields for seats."""
    return isinstance(value, list) and all(
        each is None or fields_of(each).keys() == {"name", "unlimited", "away", "client_seed"}
        for each in cast("list[object]", value)
    )


_TEXT: Final = _of(str)
_LIST: Final = _of(list)
COUNT: Final = _whole(0, MAX_NUMBER)
BALANCE: Final = _whole(0, MAX_TOTAL_MINOR)
_TOTAL: Final = _whole(-MAX_READ_MINOR, MAX_READ_MINOR)

_SHOE_NAME: Final = re.compile(r"([1-9][0-9]{0,18})(?:\.([1-9][0-9]{0,18}))?")
_SECRET: Final = re.compile(r"[0-9a-f]{64}")


def _matches(pattern: re.Pattern[str]) -> Check:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


_NAME: Final = _matches(_SHOE_NAME)
_HEX: Final = _matches(_SECRET)

NUMBERED: Final = {"seq": COUNT, "line": _TEXT}
_SENDER: Final = {"by": _TEXT, "command": _TEXT}
_CHANGE: Final = {**NUMBERED, "seat": COUNT, **_SENDER}

_FIELDS: Final[dict[str, dict[str, Check]]] = {
    "journal": {
        **NUMBERED,
        "schema": COUNT,
        "engine": _TEXT,
        "rules": _options,
        "rules_digest": _TEXT,
        "seed": lambda value: value is None or _whole(0, MAX_SEED)(value) or _HEX(value),
        "commitment": _of(str, NoneType),
        "shuffle": _TEXT,
        "seats": _LIST,
        "follows": _of(dict),
        "digest": _TEXT,
    },
    "shoe": {
        **NUMBERED,
        "shoe": _NAME,
        "commitment": _of(str, NoneType),
        "position": COUNT,
        "cut_at": COUNT,
        "client_seeds": _texts,
        "cards": _TEXT,
    },
    "reveal": {**NUMBERED, "shoe": _NAME, "seed": _HEX},
    "round": {
        **NUMBERED,
        "round": _whole(1, MAX_NUMBER),
        "moves": _LIST,
        "shoe": _NAME,
        "position": COUNT,
        "balances": _totals,
        "house": _TOTAL,
        "seats": _seats,
    },
    "event": {
        **NUMBERED,
        "event": _TEXT,
        "seat": COUNT,
        "hand": COUNT,
        "amount": COUNT,
        "bet": _TEXT,
        **_SENDER,
        "moves": _LIST,
    },
    "join": {**_CHANGE, "name": _TEXT, "balance": _of(int, NoneType)},
    "leave": {**_CHANGE, "balance": _of(int)},
    "deposit": {**_CHANGE, "amount": COUNT, "balance": COUNT},
    "withdraw": {**_CHANGE, "amount": COUNT, "balance": COUNT},
    "award": {**_CHANGE, "amount": COUNT, "balance": _of(int), "reason": _TEXT},
    "charge": {**_CHANGE, "amount": COUNT, "balance": _of(int), "reason": _TEXT},
    "away": _CHANGE,
    "back": _CHANGE,
    "client_seed": {**_CHANGE, "client_seed": _TEXT},
    "commit_seed": {**_CHANGE, "commitment": _HEX},
    "close_seeds": {**NUMBERED, **_SENDER},
    "open_seed": {**_CHANGE, "client_seed": _HEX},
    "host": {**NUMBERED, "host": _of(dict)},
}
"""The fields of each kind of line. Fields in `_OPTIONAL` may be missing."""

FOLLOWS_FIELDS: Final[dict[str, Check]] = {
    "file": _whole(1, MAX_NUMBER - 1),
    "lines": COUNT,
    "digest": _HEX,
    "rounds": _whole(1, MAX_NUMBER - 1),
    "events": COUNT,
    "balances": _totals,
    "house": _TOTAL,
    "seats": _seats,
    "seen": _TEXT,
    "nobody_bet": lambda value: value is True,
}
"""The fields with which a header describes the end of the previous file."""

FOLLOWS_OPTIONAL: Final = {"seats", "nobody_bet"}
"""The fields in `FOLLOWS_FIELDS` that may be missing."""

_OPTIONAL: Final = {
    "journal": {"follows"},
    "shoe": {"client_seeds", "cards"},
    "round": {"seats"},
    "event": {"amount", "bet", *_SENDER},
    **{kind: {*_SENDER} for kind in CHANGE_KINDS},
}


def check_fields(raw: RawLine, record: Record, kind: str) -> Record:
    """Check the fields of a line against the fields of its kind.

    Raises:
        JournalError: the line is of another kind, or a field is unknown, missing or invalid.
    """
    if record["line"] != kind:
        raise JournalError(raw.number, f"a line {kind!r} is due, this is {brief(record['line'])}")
    fields = _FIELDS[kind]
    for name, value in record.items():
        if name not in fields:
            raise JournalError(raw.number, f"unknown field {brief(name)}")
        if not fields[name](value):
            raise JournalError(raw.number, f"field {name!r} cannot be {brief(value)}")
    missing = fields.keys() - record.keys() - _OPTIONAL.get(kind, set())
    if missing:
        raise JournalError(raw.number, f"field {min(missing)!r} is missing")
    return record


def check_canonical(raw: RawLine, record: Record) -> None:
    """Refuse a line that is not in the form that a journal writes, or has a field twice.

    Raises:
        JournalError: a journal would write these fields in another way.
    """
    try:
        same = orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE) == raw.data
    except orjson.JSONEncodeError:
        same = False
    if not same:
        raise JournalError(
            raw.number,
            "not as a journal writes it: it has a field twice, or spaces, or changed line ends",
        )


Values = dict[str, Any]
"""The fields of a line after their types were checked."""


def values_of(raw: RawLine, record: Record, kind: str) -> Values:
    """Return the fields of a line after checking its kind, its fields and its form.

    Raises:
        JournalError: the line is not as a journal writes it.
    """
    check_fields(raw, record, kind)
    check_canonical(raw, record)
    return record
