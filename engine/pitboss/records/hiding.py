"""Records of a viewer's journal: without the stand-ins for what the journal hides."""

from __future__ import annotations

from typing import TypeVar, cast

from attrs import evolve

from pitboss.records.values import RecordedChange, RecordedHostLine, RecordedRound
from pitboss.replay.playing import Replay
from pitboss.replay.sharing import SharedReplay

_RecordT = TypeVar("_RecordT", bound=RecordedRound | RecordedChange | RecordedHostLine)


def hide_unknown(record: _RecordT, replay: Replay) -> _RecordT:
    """Return a record as far as its journal tells it.

    Args:
        record: of what was played last.
        replay: which played it.
    """
    if not isinstance(replay, SharedReplay):
        return record
    viewer = replay.viewer
    found: object = record
    if isinstance(record, RecordedChange) and record.seat != viewer:
        found = evolve(record, amount_minor=None, balance_minor=None, reason=None)
    elif isinstance(record, RecordedRound):
        found = evolve(
            record,
            hole_card=None if replay.laying.unseen else record.hole_card,
            seats=tuple(
                [
                    each if each.seat == viewer else evolve(each, balance_minor=None)
                    for each in record.seats
                ]
            ),
            decisions=tuple(
                [
                    each if each.seat == viewer else evolve(each, least_minor=None, most_minor=None)
                    for each in record.decisions
                ]
            ),
        )
    return cast("_RecordT", found)
