"""Strict decoding of the lines of a journal.

Strict means that a field too many, a field missing, a wrong type, an unknown kind or a number out
of range is a typed error that names the line. What is read here is only what a replay needs as
input; everything else it makes again and compares byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from types import NoneType
from typing import Any, Final, Self, cast

import orjson
from attrs import evolve, field, frozen

from pitboss.errors import JournalError, RulesError, SecretError, UnsupportedError, brief
from pitboss.game.events import ANSWERS, KINDS_WITH_AMOUNT, By, Event, is_client_text
from pitboss.game.limits import MAX_NUMBER, MAX_TOTAL_MINOR
from pitboss.game.round import Presence
from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind, SeatChange, is_seat_name
from pitboss.game.shoe import MAX_SEED, SHUFFLE_ALGORITHM, TableSeed, secret_commitment
from pitboss.journal.lines import JsonValue
from pitboss.journal.writer import SCHEMA_VERSION
from pitboss.rules import Rules
from pitboss.table.seating import EMPTY_SEAT, SeatPlan

MAX_READ_MINOR: Final = 2**62
"""No balance that is read lies further from 0, so that none gets beyond 64 bits in a round."""

Record = dict[str, object]


@frozen
class RawLine:
    """A line as it lies in the file.

    Attributes:
        number: counted from 1.
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


def _fields(value: object) -> Record:
    """Return the fields of a JSON object; of anything else, no fields."""
    return cast("Record", value) if isinstance(value, dict) else {}


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
    return isinstance(value, list) and all(map(_TOTAL, cast("list[object]", value)))


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_TEXT, cast("list[object]", value)))


def _seats(value: object) -> bool:
    """Say whether these may be the seats of a round that differ from those of the header."""
    return isinstance(value, list) and all(
        each is None or _fields(each).keys() == {"name", "unlimited", "away", "client_seed"}
        for each in cast("list[object]", value)
    )


_TEXT: Final = _of(str)
_LIST: Final = _of(list)
_COUNT: Final = _whole(0, MAX_NUMBER)
_BALANCE: Final = _whole(0, MAX_TOTAL_MINOR)
_TOTAL: Final = _whole(-MAX_READ_MINOR, MAX_READ_MINOR)

_SHOE_NAME: Final = re.compile(r"([1-9][0-9]{0,18})(?:\.([1-9][0-9]{0,18}))?")
_SECRET: Final = re.compile(r"[0-9a-f]{64}")


def _matches(pattern: re.Pattern[str]) -> Check:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


_NAME: Final = _matches(_SHOE_NAME)
_HEX: Final = _matches(_SECRET)

_NUMBERED: Final = {"seq": _COUNT, "line": _TEXT}
_SENDER: Final = {"by": _TEXT, "command": _TEXT}
_CHANGE: Final = {**_NUMBERED, "seat": _COUNT, **_SENDER}

_FIELDS: Final[dict[str, dict[str, Check]]] = {
    "journal": {
        **_NUMBERED,
        "schema": _COUNT,
        "engine": _TEXT,
        "rules": _options,
        "rules_digest": _TEXT,
        "seed": lambda value: value is None or _whole(0, MAX_SEED)(value) or _HEX(value),
        "commitment": _of(str, NoneType),
        "shuffle": _TEXT,
        "seats": _LIST,
        "digest": _TEXT,
    },
    "shoe": {
        **_NUMBERED,
        "shoe": _NAME,
        "commitment": _of(str, NoneType),
        "position": _COUNT,
        "cut_at": _COUNT,
        "client_seeds": _texts,
        "cards": _TEXT,
    },
    "reveal": {**_NUMBERED, "shoe": _NAME, "seed": _HEX},
    "round": {
        **_NUMBERED,
        "round": _whole(1, MAX_NUMBER),
        "moves": _LIST,
        "shoe": _NAME,
        "position": _COUNT,
        "balances": _totals,
        "house": _TOTAL,
        "seats": _seats,
    },
    "event": {
        **_NUMBERED,
        "event": _TEXT,
        "seat": _COUNT,
        "hand": _COUNT,
        "amount": _COUNT,
        **_SENDER,
        "moves": _LIST,
    },
    "join": {**_CHANGE, "name": _TEXT, "balance": _of(int, NoneType)},
    "leave": {**_CHANGE, "balance": _of(int)},
    "deposit": {**_CHANGE, "amount": _COUNT, "balance": _COUNT},
    "withdraw": {**_CHANGE, "amount": _COUNT, "balance": _COUNT},
    "away": _CHANGE,
    "back": _CHANGE,
    "client_seed": {**_CHANGE, "client_seed": _TEXT},
    "host": {**_NUMBERED, "host": _of(dict)},
}
"""What may stand in each kind of line. The fields of `_OPTIONAL` may be missing."""

_OPTIONAL: Final = {
    "shoe": {"client_seeds", "cards"},
    "round": {"seats"},
    "event": {"amount", *_SENDER},
    **{kind: {*_SENDER} for kind in CHANGE_KINDS},
}


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


_Values = dict[str, Any]
"""The fields of a line whose types were checked."""


def _values(raw: RawLine, record: Record, kind: str) -> _Values:
    """Return the fields of a line of a kind, if they are what and as a journal writes them."""
    checked(raw, record, kind)
    _canonical(raw, record)
    return record


@frozen
class Header:
    """What the first line of a journal holds.

    Attributes:
        engine: the version of the engine that wrote it.
        rules: the whole rule set.
        seed: the table's seed; `None` if all shoes were arranged, or if it is kept apart.
        commitment: of the table's seed; `None` if all shoes were arranged.
        seats: who sat down.
        secret_apart: the seed is known, and does not stand in the journal.
    """

    engine: str
    rules: Rules
    seed: TableSeed | None = field(repr=False)
    commitment: str | None
    seats: tuple[SeatPlan, ...]
    secret_apart: bool = False

    def with_seed(self, seed: TableSeed | None) -> Header:
        """Return the header with a seed that was kept apart; without one, the header as it is.

        Raises:
            SecretError: none is given, or the header is committed to another.
        """
        if self.seed is not None or self.commitment is None:
            return self
        if seed is None:
            raise SecretError("the secret of the journal's table is kept apart")
        if secret_commitment(seed) != self.commitment:
            raise SecretError("another secret is that of the journal's table")
        return evolve(self, seed=seed, secret_apart=True)


@frozen
class ShoeRecord:
    """What the line of a shoe holds; `cards` are their codes, in the order of drawing."""

    name: str = field(alias="shoe")
    commitment: str | None
    position: int = field(repr=False)
    cut_at: int = field(repr=False)
    client_seeds: Sequence[str] = ()
    cards: str | None = field(default=None, repr=False)

    @property
    def number_and_part(self) -> tuple[int, int]:
        """The number of the shoe, and its part."""
        return shoe_numbers(self.name)


def shoe_numbers(name: str) -> tuple[int, int]:
    """Return the number of a shoe and its part, by its name."""
    number, _, part = name.partition(".")
    return int(number), int(part or 0)


@frozen
class SeatRecord:
    """A seat between two rounds, apart from its chips."""

    name: str = ""
    unlimited: bool = False
    presence: Presence = Presence.EMPTY
    client_seed: str = ""

    @classmethod
    def planned(cls, plan: SeatPlan) -> Self:
        """Return a seat as it was when the table was set up."""
        if plan.empty:
            return cls()
        return cls(plan.name, plan.balance_minor is None, Presence.SEATED)


@frozen
class RoundRecord:
    """Where a round begins: `first_move` is the row by which it was opened.

    Who sits there is `None` if it is as in the header.
    """

    seq: int
    number: int
    shoe: str
    position: int = field(repr=False)
    balances: tuple[int, ...] = field(repr=False)
    house_minor: int
    first_move: str
    seats: tuple[SeatRecord, ...] | None = None


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
    values = cast("_Values", record)
    try:
        rules = Rules.from_dict(values["rules"])
    except RulesError as error:
        raise JournalError(raw.number, f"the rules are refused: {error}") from error
    seats = tuple([_read_seat(raw, written) for written in values["seats"]])
    if not 1 <= len(seats) <= rules.max_seats:
        raise JournalError(raw.number, f"{len(seats)} seats; these rules seat {rules.max_seats}")
    stated = values["seed"]
    seed = bytes.fromhex(stated) if isinstance(stated, str) else stated
    commitment = None if seed is None else secret_commitment(seed)
    if seed is not None and commitment != values["commitment"]:
        raise JournalError(raw.number, "the commitment is not that of the seed")
    return Header(values["engine"], rules, seed, values["commitment"], seats)


def _read_seat(raw: RawLine, written: object) -> SeatPlan:
    if written is None:
        return EMPTY_SEAT
    values: _Values = _fields(written)
    named = values.keys() == {"name", "balance"} and isinstance(values["name"], str)
    if not named or not (values["balance"] is None or _BALANCE(values["balance"])):
        raise JournalError(raw.number, "a seat is a name with a balance, null without limit")
    return SeatPlan(values["name"], values["balance"])


def read_shoe(raw: RawLine, record: Record) -> ShoeRecord:
    """Read a line that introduces a shoe.

    Raises:
        JournalError: the line is damaged.
    """
    values = _values(raw, record, "shoe")
    return ShoeRecord(**{name: values[name] for name in values.keys() - _NUMBERED})


def check_reveal(raw: RawLine, record: Record) -> None:
    """Hold a line that reveals a seed against what it may have.

    Raises:
        JournalError: the line is damaged.
    """
    _values(raw, record, "reveal")


def read_round(raw: RawLine, record: Record) -> RoundRecord:
    """Read the first line of a round.

    Raises:
        JournalError: the line is damaged.
    """
    values = _values(raw, record, "round")
    names = (move for move in values["moves"] if isinstance(move, str))
    seats = values.get("seats")
    return RoundRecord(
        seq=values["seq"],
        number=values["round"],
        shoe=values["shoe"],
        position=values["position"],
        balances=tuple(values["balances"]),
        house_minor=values["house"],
        first_move=next(names, ""),
        seats=None if seats is None else tuple([_seat_of_round(raw, each) for each in seats]),
    )


def _seat_of_round(raw: RawLine, written: object) -> SeatRecord:
    if written is None:
        return SeatRecord()
    values: _Values = _fields(written)
    name, unlimited, away = values["name"], values["unlimited"], values["away"]
    client_seed = values["client_seed"]
    seeded = client_seed is None or is_client_text(client_seed)
    if not (is_seat_name(name) and type(unlimited) is bool and type(away) is bool and seeded):
        raise JournalError(raw.number, f"no seat can be {brief(written)}")
    presence = Presence.AWAY if away else Presence.SEATED
    return SeatRecord(name, unlimited, presence, client_seed or "")


def read_event(raw: RawLine, record: Record) -> Event:
    """Read the event of a line.

    Raises:
        JournalError: the line is damaged.
    """
    values = _values(raw, record, "event")
    # The opening of a round has a line of its own.
    kind = ANSWERS.get(values["event"])
    if kind is None:
        raise JournalError(raw.number, f"unknown event {brief(values['event'])}")
    if (kind in KINDS_WITH_AMOUNT) != ("amount" in values):
        names = "needs an amount" if kind in KINDS_WITH_AMOUNT else "has no amount"
        raise JournalError(raw.number, f"an event {kind.value!r} {names}")
    by, command = _sender(raw, values)
    return Event(
        kind, values["seat"], values["hand"], values.get("amount", 0), by=by, command=command
    )


def read_change(raw: RawLine, record: Record) -> SeatChange:
    """Read the change of a seat that a line holds.

    Raises:
        JournalError: the line is damaged.
        EventError: there can be no such change.
    """
    kind = CHANGE_KINDS[cast("str", record["line"])]
    values = _values(raw, record, kind.value)
    by, command = _sender(raw, values)
    amount = values.get("balance" if kind is ChangeKind.JOIN else "amount", 0)
    return SeatChange(
        kind,
        values["seat"],
        values.get("name", ""),
        amount,
        values.get("client_seed", ""),
        by,
        command,
    )


def _sender(raw: RawLine, values: _Values) -> tuple[By | None, str | None]:
    """Return who spoke in place of the seat, and by which command."""
    by = values.get("by")
    if by is not None and by not in SPEAKERS:
        raise JournalError(raw.number, f"nobody speaks as {brief(by)}")
    return None if by is None else SPEAKERS[by], values.get("command")


SPEAKERS: Final = {by.value: by for by in By}
"""Who may speak in place of a seat, by name."""


def read_host(raw: RawLine, record: Record) -> dict[str, JsonValue]:
    """Read the facts of a host's own line.

    Raises:
        JournalError: the line is damaged.
    """
    return cast("dict[str, JsonValue]", _values(raw, record, "host")["host"])
