"""Strict decoding of the lines of a journal.

Strict means that a field too many, a field missing, a wrong type, an unknown kind or a number out
of range is a typed error that names the line. What is read here is only what a replay needs as
input; everything else it makes again and compares byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import Final, cast

import orjson
from attrs import field, frozen

from pitboss.errors import JournalError, RulesError, UnsupportedError, brief
from pitboss.game.events import ANSWERS, KINDS_WITH_AMOUNT, Event
from pitboss.game.limits import MAX_NUMBER, MAX_TOTAL_MINOR
from pitboss.game.shoe import MAX_SEED, SHUFFLE_ALGORITHM
from pitboss.journal.writer import SCHEMA_VERSION
from pitboss.rules import Rules
from pitboss.table.seating import SeatPlan

MAX_READ_MINOR: Final = 2**62
"""No balance that is read lies further from 0, so that none gets beyond 64 bits in a round."""

Record = dict[str, object]


@frozen
class RawLine:
    """A line as it lies in the file.

    Attributes:
        number: counted from 1, notes included.
        offset: where it begins, in bytes.
        data: its bytes, the line feed included.
    """

    number: int
    offset: int
    data: bytes = field(repr=False)

    @property
    def whole(self) -> bool:
        """The line ends with a line feed; a line that was cut off does not."""
        return self.data.endswith(b"\n")

    @property
    def is_note(self) -> bool:
        """The line is a host's own and takes no part in the replay."""
        return self.data.startswith(b'{"line":"note"')


def _fields(value: object) -> Record:
    """Return the fields of a JSON object; of anything else, no fields."""
    return cast("Record", value) if isinstance(value, dict) else {}


def _items(value: object) -> list[object]:
    """Return the items of a JSON array; of anything else, no items."""
    return cast("list[object]", value) if isinstance(value, list) else []


def decode(raw: RawLine) -> Record:
    """Decode a line into the fields that stand in it.

    Raises:
        JournalError: the line is no JSON object, or it does not say what kind of line it is.
    """
    try:
        record = _fields(orjson.loads(raw.data))
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


def _options(value: object) -> bool:
    plain = (each is None or isinstance(each, bool | int | str) for each in _fields(value).values())
    return all(plain) and isinstance(value, dict)


def _totals(value: object) -> bool:
    return all(map(_TOTAL, _items(value))) and isinstance(value, list)


_TEXT: Final = _of(str)
_LIST: Final = _of(list)
_COUNT: Final = _whole(0, MAX_NUMBER)
_BALANCE: Final = _whole(0, MAX_TOTAL_MINOR)
_TOTAL: Final = _whole(-MAX_READ_MINOR, MAX_READ_MINOR)

_NUMBERED: Final = {"seq": _COUNT, "line": _TEXT}

_FIELDS: Final[dict[str, dict[str, Check]]] = {
    "journal": {
        **_NUMBERED,
        "schema": _COUNT,
        "engine": _TEXT,
        "rules": _options,
        "rules_digest": _TEXT,
        "seed": lambda value: value is None or _whole(0, MAX_SEED)(value),
        "shuffle": _TEXT,
        "seats": _LIST,
        "digest": _TEXT,
    },
    "shoe": {
        **_NUMBERED,
        "shoe": _whole(1, MAX_NUMBER),
        "seed": _of(str, NoneType),
        "position": _COUNT,
        "cut_at": _COUNT,
        "order": _TEXT,
        "cards": _TEXT,
    },
    "round": {
        **_NUMBERED,
        "round": _whole(1, MAX_NUMBER),
        "moves": _LIST,
        "shoe": _whole(1, MAX_NUMBER),
        "position": _COUNT,
        "balances": _totals,
        "house": _TOTAL,
    },
    "event": {
        **_NUMBERED,
        "event": _TEXT,
        "seat": _COUNT,
        "hand": _COUNT,
        "amount": _COUNT,
        "moves": _LIST,
    },
    "note": {"line": _TEXT, "note": _of(dict)},
}
"""What may stand in each kind of line. The fields of `_OPTIONAL` may be missing."""

_OPTIONAL: Final = {"shoe": {"cards"}, "event": {"amount"}}


def checked(raw: RawLine, record: Record, kind: str) -> Record:
    """Hold the fields of a line against what its kind may have.

    Raises:
        JournalError: the line is of another kind, or a field is unknown, missing or not as it
            must be.
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


def check_note(raw: RawLine) -> None:
    """Hold a host's own line against the little that it must be.

    Raises:
        JournalError: it is not a note.
    """
    # JSON allows it between any two tokens, and some readers take it for the end of a line.
    if b"\r" in raw.data:
        raise JournalError(raw.number, "a carriage return stands in it")
    checked(raw, decode(raw), "note")


def _canonical(raw: RawLine, record: Record) -> None:
    """Refuse another spelling of the same fields, and with it a field that stands twice."""
    try:
        same = orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE) == raw.data
    except orjson.JSONEncodeError:
        same = False
    if not same:
        raise JournalError(
            raw.number,
            "not as a journal writes it: a field stands twice, there are spaces, or line ends were "
            "changed",
        )


@frozen
class Header:
    """What the first line of a journal holds.

    Attributes:
        engine: the version of the engine that wrote it.
        rules: the whole rule set.
        seed: the table's seed; `None` if all shoes were arranged.
        seats: who sat down.
    """

    engine: str
    rules: Rules
    seed: int | None = field(repr=False)
    seats: tuple[SeatPlan, ...]


@frozen
class ShoeRecord:
    """What the line of a shoe holds; `order` is the digest of its cards, `cards` their codes."""

    number: int
    seed: str | None = field(repr=False)
    position: int = field(repr=False)
    cut_at: int = field(repr=False)
    order: str = field(repr=False)
    cards: str | None = field(repr=False)


@frozen
class RoundRecord:
    """Where a round begins: `first_move` is the row by which it was opened."""

    seq: int
    number: int
    shoe: int
    position: int = field(repr=False)
    balances: tuple[int, ...] = field(repr=False)
    house_minor: int
    first_move: str


def read_header(raw: RawLine) -> Header:
    """Read the first line of a journal.

    Raises:
        UnsupportedError: the version or the shuffle is not known here.
        JournalError: the line is damaged.
    """
    record = decode(raw)
    schema, shuffle = record.get("schema"), record.get("shuffle")
    if record["line"] == "journal" and _COUNT(schema) and schema != SCHEMA_VERSION:
        raise UnsupportedError(raw.number, f"journal schema {schema}")
    checked(raw, record, "journal")
    if shuffle != SHUFFLE_ALGORITHM:
        raise UnsupportedError(raw.number, f"shuffle algorithm {brief(shuffle)}")
    _canonical(raw, record)
    rules = _read_rules(raw, record["rules"])
    seats = _read_seats(raw, record["seats"])
    if not 1 <= len(seats) <= rules.max_seats:
        raise JournalError(raw.number, f"{len(seats)} seats; these rules seat {rules.max_seats}")
    return Header(
        engine=str(record["engine"]),
        rules=rules,
        seed=record["seed"] if isinstance(record["seed"], int) else None,
        seats=seats,
    )


def _read_rules(raw: RawLine, written: object) -> Rules:
    try:
        return Rules.from_dict(_fields(written))
    except RulesError as error:
        raise JournalError(raw.number, f"the rules are refused: {error}") from error


def _read_seats(raw: RawLine, written: object) -> tuple[SeatPlan, ...]:
    seats: list[SeatPlan] = []
    for entry in map(_fields, _items(written)):
        name, balance = entry.get("name"), entry.get("balance")
        if (
            entry.keys() != {"name", "balance"}
            or not isinstance(name, str)
            or not (balance is None or _BALANCE(balance))
        ):
            raise JournalError(raw.number, "a seat is a name with a balance, null without limit")
        seats.append(SeatPlan(name, None if balance is None else _number(balance)))
    return tuple(seats)


def read_shoe(raw: RawLine, record: Record) -> ShoeRecord:
    """Read a line that introduces a shoe.

    Raises:
        JournalError: the line is damaged.
    """
    checked(raw, record, "shoe")
    _canonical(raw, record)
    seed, cards = record["seed"], record.get("cards")
    return ShoeRecord(
        number=_number(record["shoe"]),
        seed=seed if isinstance(seed, str) else None,
        position=_number(record["position"]),
        cut_at=_number(record["cut_at"]),
        order=str(record["order"]),
        cards=cards if isinstance(cards, str) else None,
    )


def read_round(raw: RawLine, record: Record) -> RoundRecord:
    """Read the first line of a round.

    Raises:
        JournalError: the line is damaged.
    """
    checked(raw, record, "round")
    _canonical(raw, record)
    names = [move for move in _items(record["moves"]) if isinstance(move, str)]
    return RoundRecord(
        seq=_number(record["seq"]),
        number=_number(record["round"]),
        shoe=_number(record["shoe"]),
        position=_number(record["position"]),
        balances=tuple(map(_number, _items(record["balances"]))),
        house_minor=_number(record["house"]),
        first_move=names[0] if names else "",
    )


def read_event(raw: RawLine, record: Record) -> Event:
    """Read the event of a line.

    Raises:
        JournalError: the line is damaged.
    """
    checked(raw, record, "event")
    _canonical(raw, record)
    # The opening of a round has a line of its own.
    kind = ANSWERS.get(str(record["event"]))
    if kind is None:
        raise JournalError(raw.number, f"unknown event {brief(record['event'])}")
    if (kind in KINDS_WITH_AMOUNT) != ("amount" in record):
        names = "needs an amount" if kind in KINDS_WITH_AMOUNT else "has no amount"
        raise JournalError(raw.number, f"an event {kind.value!r} {names}")
    return Event(
        kind, _number(record["seat"]), _number(record["hand"]), _number(record.get("amount", 0))
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
