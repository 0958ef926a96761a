"""Results as JSON: save results, read them later or on another machine, and add them.

A text consists of whole numbers and a digest, which reveals accidental damage. `results_from_json`
checks the size, the types and the consistency of a text before it uses the text. It cannot check
that the sums are true: anyone can write a consistent text with its digest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Final, cast

from attrs import astuple

from pitboss.arguments import takes
from pitboss.errors import PitbossError, brief
from pitboss.game.limits import MAX_CARDS, MAX_SEATS
from pitboss.game.shoe import MAX_SEED
from pitboss.rules.pay_tables import MAX_CLASSES, MAX_PAY_TABLES
from pitboss.simulation.results import (
    MAX_WORST,
    DealtPoints,
    Ranges,
    ShoeSums,
    SimulationResult,
    Sums,
)
from pitboss.simulation.sessions import (
    MAX_BANKROLL_MINOR,
    MAX_SHOES,
    Bankroll,
    SessionPart,
    Sessions,
)
from pitboss.simulation.side_bets import SideBetTimes
from pitboss.simulation.strategy import MAX_COUNT, is_whole
from pitboss.table.snapshot_json import digest_of
from pitboss.text.strict import strict_json

RESULTS_SCHEMA: Final = 1
"""The version of the form that `results_to_json` writes."""

MAX_RESULTS_BYTES: Final = 1 << 22
"""The most bytes of results; a result of seven seats has about an eighth of this."""

_MAX_SUM: Final = 1 << 160
"""The largest absolute value of a sum; even sums of squares over all possible shoes are smaller."""

_SCHEMA: Final = "schema"
_DIGEST: Final = "digest"
_SIDE_BETS: Final = "side_bets"
_TOP: Final = "the top"
_MEMBERS: Final = (
    "run",
    "whole_shoe",
    "shoes",
    "by_count",
    "by_hand",
    "of_shoes",
    "sessions",
    "worst_shoes",
)
_OF_SESSIONS: Final = ("bankroll", "shoes", "played", "ruined", "parts")
_RUN: Final = re.compile(r"[0-9a-f]{64}")
_POINTS: Final = range(1, 11)


class ResultsError(PitbossError):
    """Results cannot be read, or are too long to write.

    Attributes:
        where: the place in the results.
        flaw: what is wrong there.
    """

    def __init__(
        self, where: str, flaw: str, next_step: str = "give them as `results_to_json` wrote them"
    ) -> None:
        self.where = where
        self.flaw = flaw
        super().__init__(f"results refused at {where}: {flaw}", next_step)


@takes()
def results_to_json(found: SimulationResult) -> str:
    """Return results as one line of JSON, which `results_from_json` reads.

    Equal results give the same text.

    Args:
        found: the results.

    Raises:
        ResultsError: the text would be longer than `MAX_RESULTS_BYTES`.
    """
    whole: dict[str, object] = {
        _SCHEMA: RESULTS_SCHEMA,
        "run": found.run,
        "whole_shoe": found.whole_shoe,
        "shoes": found.ranges,
        "by_count": [
            [(count, *_row(sums)) for count, sums in sorted(seat.items())]
            for seat in found.by_count
        ],
        "by_hand": [
            [(*hand, *_row(sums)) for hand, sums in sorted(seat.items())] for seat in found.by_hand
        ],
        "of_shoes": _row(found.of_shoes),
        "sessions": None if found.sessions is None else _write_sessions(found.sessions),
        "worst_shoes": found.worst_shoes,
    }
    if found.side_bets:
        whole[_SIDE_BETS] = found.side_bets
    text = json.dumps({**whole, _DIGEST: digest_of(whole)}, separators=(",", ":"))
    if len(text) > MAX_RESULTS_BYTES:
        raise ResultsError(
            _TOP,
            f"the text would be longer than {MAX_RESULTS_BYTES} bytes",
            "play the shoes between those that were played, so that there are fewer ranges",
        )
    return text


def _row(sums: Sums | ShoeSums | SessionPart) -> tuple[int, ...]:
    row: tuple[int, ...] = astuple(sums)
    return row


def _write_sessions(sessions: Sessions) -> Mapping[str, object]:
    values = (
        sessions.bankroll.amount_minor,
        sessions.bankroll.shoes,
        sessions.played,
        sessions.ruined,
        [_row(part) for part in sessions.parts],
    )
    return dict(zip(_OF_SESSIONS, values, strict=True))


def results_from_json(text: str | bytes) -> SimulationResult:
    """Read what `results_to_json` wrote.

    Args:
        text: the JSON; bytes are read as UTF-8.

    Raises:
        ResultsError: the text is not JSON of results of this version, its digest is wrong, or its
            parts contradict each other.
    """
    held = _checked_head(text)
    run = held["run"]
    if not isinstance(run, str) or _RUN.fullmatch(run) is None:
        raise ResultsError("run", f"{brief(run)} is not the digest of a run")
    of_shoes = ShoeSums(*_numbers(held["of_shoes"], 7, "of_shoes"))
    ranges = _ranges(held["shoes"])
    _check_sums_of_shoes(of_shoes, ranges)
    by_count = tuple(_by_count(rows) for rows in _seats(held["by_count"], 7, "by_count"))
    by_hand = tuple(_by_hand(rows) for rows in _seats(held["by_hand"], 9, "by_hand"))
    _check_seats(by_count, by_hand, of_shoes)
    return SimulationResult(
        run,
        ranges,
        by_count,
        by_hand,
        of_shoes,
        None if held["sessions"] is None else _sessions(held["sessions"], ranges),
        _worst_shoes(held["worst_shoes"], ranges),
        _whole(held["whole_shoe"], 0, MAX_CARDS, "whole_shoe"),
        _side_bets(held[_SIDE_BETS], by_count) if _SIDE_BETS in held else (),
    )


def _checked_head(text: object) -> Mapping[str, object]:
    """Return the members of a text, after a check of its version and its digest."""
    if not isinstance(text, str | bytes):
        raise ResultsError(_TOP, f"{brief(text)} is not text")
    try:
        given = strict_json(text, most=MAX_RESULTS_BYTES)
    except ValueError as error:
        raise ResultsError(_TOP, f"this is not JSON: {error}") from error
    held = dict(_object(given, _TOP))
    schema = held.get(_SCHEMA)
    if type(schema) is not int or schema != RESULTS_SCHEMA:
        raise ResultsError(
            _SCHEMA,
            f"{brief(schema)} is not {RESULTS_SCHEMA}, the only schema that this engine reads",
        )
    stated = held.pop(_DIGEST, None)
    if stated != digest_of(held):
        raise ResultsError(_DIGEST, "it does not match the other members: something was changed")
    _check_members(held.keys() - {_SIDE_BETS}, (_SCHEMA, *_MEMBERS), _TOP)
    return held


def _object(given: object, where: str) -> Mapping[str, object]:
    if not isinstance(given, dict):
        raise ResultsError(where, f"{brief(given)} is not an object")
    return cast("dict[str, object]", given)


def _check_members(held: AbstractSet[str], names: Sequence[str], where: str) -> None:
    wrong = held ^ set(names)
    if wrong:
        name = min(wrong)
        problem = "is unknown" if name in held else "is missing"
        raise ResultsError(where, f"the member {brief(name)} {problem}")


def _whole(given: object, least: int, most: int, where: str) -> int:
    if type(given) is not int or not least <= given <= most:
        raise ResultsError(where, f"{brief(given)} is not a whole number from {least} to {most}")
    return given


def _list(given: object, where: str) -> list[object]:
    if not isinstance(given, list):
        raise ResultsError(where, f"{brief(given)} is not a list")
    return cast("list[object]", given)


def _numbers(given: object, many: int, where: str) -> list[int]:
    """Return a list of whole numbers, after a check of their number and sizes."""
    held = _list(given, where)
    if len(held) != many:
        raise ResultsError(where, f"{len(held)} numbers instead of {many}")
    return [_whole(each, -_MAX_SUM, _MAX_SUM, where) for each in held]


def _seats(given: object, many: int, where: str) -> list[list[list[int]]]:
    """Return the rows of each seat, after a check that each row has `many` numbers."""
    seats = _list(given, where)
    if len(seats) > MAX_SEATS:
        raise ResultsError(where, f"{len(seats)} seats; at most {MAX_SEATS} are possible")
    return [[_numbers(row, many, where) for row in _list(seat, where)] for seat in seats]


def _ranges(given: object) -> Ranges:
    where, ranges, before = "shoes", list[tuple[int, int]](), -1
    for each in _list(given, where):
        first, last = _numbers(each, 2, where)
        if not is_whole(last, MAX_SEED) or not is_whole(first, last):
            raise ResultsError(where, f"{first} to {last} is not a range of shoes")
        if first <= before + 1:
            raise ResultsError(where, f"there is no gap before the range from {first}")
        ranges.append((first, last))
        before = last
    return tuple(ranges)


def _check_sums_of_shoes(sums: ShoeSums, ranges: Ranges) -> None:
    shoes = sum(last - first + 1 for first, last in ranges)
    if sums.shoes != shoes or not shoes <= sums.rounds <= sums.cards:
        raise ResultsError(
            "of_shoes",
            f"{sums.shoes} shoes, {sums.rounds} rounds and {sums.cards} cards cannot belong to "
            f"{shoes} played shoes",
        )
    squares = (
        (sums.rounds_squared, sums.shoes, sums.rounds),
        (sums.net_squared, sums.shoes, sums.net_minor),
        (sums.net_squared, sums.rounds_squared, sums.net_by_rounds),
    )
    if not all(_may_be_squares(*each) for each in squares):
        raise ResultsError("of_shoes", "the sums of squares contradict the other sums")


def _may_be_squares(one: int, other: int, product: int) -> bool:
    """Say whether two sums of squares and a sum of products can come from the same numbers."""
    return min(one, other) >= 0 and one * other >= product * product


def _sums(numbers: Sequence[int], where: str) -> Sums:
    sums = Sums(*numbers)
    if not 1 <= sums.rounds <= sums.hands or min(sums.bets_minor, sums.stakes_minor) < 0:
        raise ResultsError(where, f"no rounds can have such sums: {brief(list(numbers))}")
    if not _may_be_squares(sums.squares, sums.rounds, sums.net_minor):
        raise ResultsError(
            where, f"the sum of squares contradicts the other sums: {brief(list(numbers))}"
        )
    return sums


def _by_count(rows: Sequence[list[int]]) -> Mapping[int, Sums]:
    where = "by_count"
    _check_rising([row[:1] for row in rows], where)
    return {
        _whole(count, -MAX_COUNT, MAX_COUNT, where): _sums(numbers, where)
        for count, *numbers in rows
    }


def _by_hand(rows: Sequence[list[int]]) -> Mapping[DealtPoints, Sums]:
    where = "by_hand"
    _check_rising([row[:3] for row in rows], where)
    by_hand: dict[DealtPoints, Sums] = {}
    for up, one, other, *numbers in rows:
        if up not in _POINTS or one not in _POINTS or other not in _POINTS or one > other:
            raise ResultsError(where, f"{brief([up, one, other])} is not a hand")
        by_hand[up, one, other] = _sums(numbers, where)
    return by_hand


def _check_rising(keys: Sequence[list[int]], where: str) -> None:
    if any(one >= other for one, other in pairwise(keys)):
        raise ResultsError(where, "the rows are not in rising order")


def _check_seats(
    by_count: Sequence[Mapping[int, Sums]],
    by_hand: Sequence[Mapping[DealtPoints, Sums]],
    of_shoes: ShoeSums,
) -> None:
    """Check that all sums can belong to the same rounds."""
    totals = [sum(seat.values(), Sums()) for seat in by_count]
    net = sum(total.net_minor for total in totals)
    if net != of_shoes.net_minor or any(total.rounds > of_shoes.rounds for total in totals):
        raise ResultsError("by_count", "the rounds or nets of seats contradict `of_shoes`")
    if by_hand and [sum(seat.values(), Sums()) for seat in by_hand] != totals:
        raise ResultsError("by_hand", "the sums of a seat differ from its sums in `by_count`")


def _side_bets(given: object, by_count: Sequence[Mapping[int, Sums]]) -> SideBetTimes:
    where, seats = _SIDE_BETS, _list(given, _SIDE_BETS)
    if len(seats) != len(by_count):
        raise ResultsError(where, f"{len(seats)} seats instead of {len(by_count)}")
    found: list[tuple[tuple[int, ...], ...]] = []
    for seat, of_seat in zip(seats, by_count, strict=True):
        bets = [_list(times, where) for times in _list(seat, where)]
        if len(bets) > MAX_PAY_TABLES or any(len(times) > MAX_CLASSES + 2 for times in bets):
            raise ResultsError(where, "more side bets or classes than rules can have")
        most = sum(sums.rounds for sums in of_seat.values())
        found.append(tuple([tuple([_whole(n, 0, most, where) for n in each]) for each in bets]))
    return tuple(found)


def _sessions(given: object, ranges: Ranges) -> Sessions:
    where = "sessions"
    held = _object(given, where)
    _check_members(held.keys(), _OF_SESSIONS, where)
    bankroll = Bankroll(
        _whole(held["bankroll"], 1, MAX_BANKROLL_MINOR, where),
        _whole(held["shoes"], 1, MAX_SHOES, where),
    )
    parts = tuple(SessionPart(*_numbers(part, 4, where)) for part in _list(held["parts"], where))
    begun = list(_begun(ranges, bankroll.shoes))
    if [(part.first, part.last) for part in parts] != begun:
        raise ResultsError(where, "the parts do not match the shoes of incomplete sessions")
    if any(part.lowest_minor > min(part.net_minor, 0) for part in parts):
        raise ResultsError(where, "the lowest net of a part is above its last net, or above 0")
    shoes = sum(last - first + 1 for first, last in ranges)
    played = (shoes - sum(last - first + 1 for first, last in begun)) // bankroll.shoes
    if type(held["played"]) is not int or held["played"] != played:
        raise ResultsError(where, f"{brief(held['played'])} played sessions instead of {played}")
    return Sessions(bankroll, played, _whole(held["ruined"], 0, played, where), parts)


def _begun(ranges: Ranges, length: int) -> Iterator[tuple[int, int]]:
    """Yield the played shoes of each incomplete session; a whole session has `length` shoes."""
    for first, last in ranges:
        head = min(last, -(-(first - 1) // length) * length)
        tail = max(head, last // length * length) + 1
        if first <= head:
            yield first, head
        if tail <= last:
            yield tail, last


def _worst_shoes(given: object, ranges: Ranges) -> tuple[tuple[int, int], ...]:
    where = "worst_shoes"
    worst = [_numbers(each, 2, where) for each in _list(given, where)]
    if len(worst) > MAX_WORST:
        raise ResultsError(where, f"{len(worst)} shoes; at most {MAX_WORST} are possible")
    _check_rising(worst, where)
    shoes = [shoe for _, shoe in worst]
    if len(set(shoes)) < len(shoes):
        raise ResultsError(where, "a shoe is listed twice")
    for net, shoe in worst:
        if net >= 0 or not any(first <= shoe <= last for first, last in ranges):
            raise ResultsError(where, f"shoe {shoe} was not played, or {-net} is not a loss")
    return tuple((net, shoe) for net, shoe in worst)
