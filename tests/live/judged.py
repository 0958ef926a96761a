"""What must hold of the journal of a live table, whatever its clients did."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from io import BytesIO
from typing import Any

import orjson

from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.replay import VerdictKind, verify

Fields = dict[str, Any]


def judge_journal(journal: bytes, applied: Iterable[Fields], reused: set[str]) -> None:
    """See that a journal replays, holds no command twice, and every one that was acknowledged.

    Args:
        journal: finished.
        applied: answers of the session that say that a command was applied.
        reused: ids that clients gave to several commands.
    """
    verdict = verify(BytesIO(journal))
    assert verdict.kind is VerdictKind.MATCH, verdict
    sealed: set[tuple[int, str, int]] = set()
    of_seats: defaultdict[int, set[str]] = defaultdict(set)
    everywhere: Counter[str] = Counter()
    seq = 0
    for line in journal.splitlines():
        record = orjson.loads(line)
        if record["line"] not in {"event", "round", *CHANGE_KINDS}:
            continue
        seq += 1
        if record["line"] == "join":
            of_seats[record["seat"]].clear()
        number = record.get("command")
        if number is not None:
            assert number not in of_seats[record["seat"]], "a command was applied twice"
            of_seats[record["seat"]].add(number)
            sealed.add((record["seat"], number, seq))
            everywhere[number] += 1
    # A command of the host may be given again once somebody else has the seat.
    once = [number for number in everywhere if number not in reused and "host" not in number]
    assert all(everywhere[number] == 1 for number in once), "a command was applied twice"
    for answer in applied:
        assert (answer["seat"], answer["id"], answer["seq"]) in sealed, "an answer was not true"
