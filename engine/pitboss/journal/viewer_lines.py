"""The lines of a viewer's journal: which fields are hidden, and what replaces them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, cast

import orjson
from attrs import frozen

from pitboss.errors import JournalError, brief
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.game.shoe import NOT_SECRET
from pitboss.journal.fields import RawLine, Record, check_canonical, decode, fields_of

HIDDEN: Final = ("house", "cards", "cut_at", "host")
"""The fields that no viewer sees in any line; the seed is hidden only in the header."""

_STAND_IN_CHIPS: Final[dict[str, int | str]] = {
    "balance": 0,
    "standing": 0,
    "amount": 1,
    "reason": "hidden",
}
"""The fields about the chips of a seat, each with a value that may replace it.

1 is the least amount of a deposit or a withdrawal. ``standing`` is the seat's balance at the
beginning of a later file. The header of that file also has the opening balance. The two have
different names, so that the header does not show whether they are equal.
"""

_DIGITS: Final = 64
_COMMITTED: Final = re.compile("[0-9a-f]{64}")


@frozen
class SharedWith:
    """The viewer of a journal that leaves out what this viewer may not know.

    Attributes:
        seat: the seat; `None` for the public.
    """

    seat: int | None


PutChips = Callable[[str, int, object], object]
"""Returns what replaces another seat's chips, from the field's name, the seat and the value."""


def put_chips(record: Record, viewer: int | None, put: PutChips) -> None:
    """Replace the chips of all seats except the viewer's.

    Args:
        record: the fields of a line.
        viewer: the seat whose chips are not replaced; `None` for no seat.
        put: returns the new value.
    """
    seat = record.get("seat")
    if record["line"] in CHANGE_KINDS and seat != viewer:
        for name in _STAND_IN_CHIPS:
            if name in record:
                record[name] = put(name, cast("int", seat), record[name])
    for name, stating in (("balance", record), ("standing", fields_of(record.get("follows")))):
        balances = stating.get("balances")
        if isinstance(balances, list):
            each = enumerate(cast("list[object]", balances))
            stating["balances"] = [
                chips if at == viewer else put(name, at, chips) for at, chips in each
            ]
    for at, written in enumerate(seats_of(record)):
        if "balance" in written and at != viewer:
            written["balance"] = put("balance", at, written["balance"])


def seats_of(record: Record) -> list[Record]:
    """Return the fields of each seat in a line; an empty seat has no fields."""
    seats = record.get("seats")
    return [fields_of(each) for each in cast("list[object]", seats)] if _is_list(seats) else []


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def read_viewer(raw: RawLine, record: Record) -> SharedWith | None:
    """Return the viewer for whom a journal was made, from its header; `None` for an auditor.

    Raises:
        JournalError: the field is damaged.
    """
    if "viewer" not in record:
        return None
    values = fields_of(record["viewer"])
    seat = values.get("seat")
    seats = len(seats_of(record))
    if values.keys() != {"seat"} or not (seat is None or (type(seat) is int and 0 <= seat < seats)):
        raise JournalError(raw.number, f"no viewer can be {brief(record['viewer'])}")
    return SharedWith(seat)


class Filling:
    """Fills the hidden parts of a viewer's journal with values that the strict reader accepts.

    Args:
        viewer: the viewer of the journal.
        committed: whether the table has a secret, so that commitments replace hidden values.
    """

    def __init__(self, viewer: SharedWith, *, committed: bool) -> None:
        self._seat = viewer.seat
        self._form = _COMMITTED if committed else re.compile("")

    def filled(self, raw: RawLine) -> tuple[RawLine, Record]:
        """Return a line with its hidden parts filled, and the line's fields.

        Raises:
            JournalError: the line is not as a viewer's journal writes it.
        """
        record = decode(raw)
        check_canonical(raw, record)
        kind = record["line"]
        for name in (*HIDDEN, "seed") if kind == "journal" else HIDDEN:
            if name in record:
                raise JournalError(raw.number, f"a viewer's journal hides the field {name!r}")

        def put(name: str, _seat: int, value: object) -> object:
            self._check_form(raw, name, value)
            return _STAND_IN_CHIPS[name]

        put_chips(record, self._seat, put)
        if "seal" in record:
            self._check_form(raw, "seal", record.pop("seal"))
        record.update(_STAND_INS.get(cast("str", kind), {}))
        follows = fields_of(record.get("follows"))
        if kind == "journal":
            del record["viewer"]
            if follows:
                self._fill_follows(raw, follows)
        for seat, written in enumerate(seats_of(record if kind == "round" else follows)):
            if seat != self._seat and written:
                written.setdefault("unlimited", False)
        data = orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)
        return RawLine(raw.number, raw.offset, data), record

    def _fill_follows(self, raw: RawLine, follows: Record) -> None:
        """Fill what a header hides about the previous file."""
        if "house" in follows:
            raise JournalError(raw.number, "a viewer's journal hides the field 'house'")
        self._check_form(raw, "digest", follows.get("digest"))
        follows.update({"house": 0, "digest": "0" * _DIGITS})

    def _check_form(self, raw: RawLine, name: str, value: object) -> None:
        if not (isinstance(value, str) and self._form.fullmatch(value)):
            raise JournalError(
                raw.number, f"field {name!r} is hidden, and cannot be {brief(value)}"
            )


_STAND_INS: Final[dict[str, Record]] = {
    "journal": {"seed": None},
    "shoe": {"cut_at": 0},
    "round": {"house": 0},
    "host": {"host": {}},
}
"""For each kind of line: values for the fields that a viewer's journal leaves out."""


def comparable_line(record: Record, viewer: int | None) -> bytes:
    """Return a line of a viewer's journal for a comparison, without values made from the secret.

    Of a commitment to a shoe or to the secret, only the mark is kept. The mark says that anybody
    can guess the seed; a secret seed has no mark.

    Args:
        record: the fields of the line; they are changed.
        viewer: the viewer of the journal.
    """
    put_chips(record, viewer, lambda _name, _seat, _value: "")
    record.pop("digest", None)
    for name, stating in (("seal", record), ("digest", fields_of(record.get("follows")))):
        if name in stating:
            stating[name] = ""
    commitment = record.get("commitment")
    if record["line"] in {"journal", "shoe"} and isinstance(commitment, str):
        record["commitment"] = commitment[:-_DIGITS]
    return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


def is_commitment(text: str, *, mark: str) -> bool:
    """Return whether a text has the form of a commitment, with a mark before it."""
    return text.startswith(mark) and _COMMITTED.fullmatch(text.removeprefix(mark)) is not None


def mark_of(commitment: str) -> str:
    """Return the mark of a commitment to a seed that anybody can guess; empty for a secret seed."""
    return NOT_SECRET if commitment.startswith(NOT_SECRET) else ""
