"""The lines of a journal as values, before they are rendered; a host's own are rendered here.

They are described in ``fixtures/journals/README.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Final, cast

import orjson

from pitboss.errors import JournalError
from pitboss.game.events import KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.game.reasons import Outcome
from pitboss.game.round import House, Round
from pitboss.game.shoe import Shoe

JsonValue = None | bool | int | str | Sequence["JsonValue"] | dict[str, "JsonValue"]
Line = dict[str, JsonValue]


def shoe_line(seq: int, shoe: Shoe) -> Line:
    """Return the line that introduces a shoe; the cards stand in it if no seed gives them."""
    line: Line = {
        "seq": seq,
        "line": "shoe",
        "shoe": shoe.number,
        "seed": None if shoe.seed is None else shoe.seed.hex(),
        "position": shoe.position,
        "cut_at": shoe.cut_at,
        "order": shoe.digest,
    }
    if shoe.written_out:
        line["cards"] = shoe.cards_text()
    return line


_WORDS: Final = {kind: kind.value for kind in EventKind}
_OUTCOMES: Final[Mapping[Outcome | None, str | None]] = {
    None: None,
    **{outcome: outcome.value for outcome in Outcome},
}
# The value of a member is found by Python code in the library's own enum; these are looked up.


def round_line(seq: int, round_: Round, house: House) -> Line:
    """Return the first line of a round; with it the round can be played again by itself."""
    shoe = house.shoe
    balances: list[JsonValue] = []
    for seat in round_.seats:
        balances.append(seat.balance_minor)  # noqa: PERF401  in Python 3.11 that would be a call
    return {
        "seq": seq,
        "line": "round",
        "round": round_.number,
        "moves": [entry.code for entry in house.trace],
        "shoe": shoe.number,
        "position": shoe.position,
        "balances": balances,
        "house": house.balance_minor,
    }


def event_line(seq: int, event: Event, house: House) -> Line:
    """Return the line of an answer with the moves of the house that followed it."""
    # Written out twice: a dict that grows is built anew, which costs a logged round a thirtieth.
    kind = event.kind
    if kind in KINDS_WITH_AMOUNT:
        return {
            "seq": seq,
            "line": "event",
            "event": _WORDS[kind],
            "seat": event.seat,
            "hand": event.hand,
            "amount": event.amount_minor,
            "moves": [entry.code for entry in house.trace],
        }
    return {
        "seq": seq,
        "line": "event",
        "event": _WORDS[kind],
        "seat": event.seat,
        "hand": event.hand,
        "moves": [entry.code for entry in house.trace],
    }


def end_line(seq: int, round_: Round) -> Line:
    """Return the last line of a round: how every bet was settled."""
    hands: list[JsonValue] = []
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            record: Line = {
                "seat": seat.index,
                "hand": number,
                "bet": hand.bet_minor,
                "outcome": _OUTCOMES[hand.outcome],
                "net": hand.returned_minor - hand.bet_minor,
            }
            if hand.insurance_minor:
                record["insurance"] = hand.insurance_minor
                record["insurance_net"] = hand.insurance_returned_minor - hand.insurance_minor
            hands.append(record)
    return {"seq": seq, "line": "end", "round": round_.number, "hands": hands}


def note_line(note: Mapping[str, JsonValue]) -> bytes:
    """Return a host's own line as it is written.

    Raises:
        JournalError: the note is no JSON object, or would be read as another one.
    """
    try:
        line = orjson.dumps({"line": "note", "note": dict(note)}) + b"\n"
    except (TypeError, ValueError) as error:
        raise _no_json(str(error)) from error
    # What could be rendered is nested so little that it can be walked.
    _check_plain(note)
    return line


def _check_plain(value: object) -> None:
    """See that a value which can be rendered is read as the same value.

    Raises:
        JournalError: JSON has no form for it, or for something in it.
    """
    if isinstance(value, Mapping):
        for each in cast("Mapping[str, object]", value).values():
            _check_plain(each)
    elif isinstance(value, list | tuple):
        for each in cast("Sequence[object]", value):
            _check_plain(each)
    elif not (isfinite(value) if isinstance(value, float) else isinstance(value, str | int | None)):
        raise _no_json(f"{value if isinstance(value, float) else type(value).__name__}")


def _no_json(why: str) -> JournalError:
    return JournalError(None, f"a note that is not JSON ({why})", "give a mapping of plain values")
