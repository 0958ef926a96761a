"""Scopes: whose offers come together before anything else happens."""

from __future__ import annotations

from enum import Enum
from typing import Final

from pitboss.game.round import Question, Round, Seat


class Scope(Enum):
    """Whose offers come together."""

    WHOLE_TABLE = "whole table"
    SEAT_AT_TURN = "seat at turn"
    HAND_AT_TURN = "hand at turn"


Waiting = tuple[Question, int, int]
"""A question, the seat that is asked, and which of its hands it is about."""

_WHOLE_TABLE: Final = Scope.WHOLE_TABLE


def seats_in(scope: Scope, round_: Round) -> list[Seat]:
    """Return the seats all of whose hands are asked before anything is filled."""
    if scope is _WHOLE_TABLE:
        return round_.seats
    seat = round_.seats[round_.turn_seat]
    first = seat.hands[0]
    # Once a hand of the seat was played or paid, the offers of its turn are behind it.
    untouched = round_.turn_hand == 0 and first.open and len(first.cards) == 2
    return [seat] if untouched else []
