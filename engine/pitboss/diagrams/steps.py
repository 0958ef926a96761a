"""A round as steps between lanes: plain data, from which sequence diagrams are drawn."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from pitboss.game.cards import Card


class LaneKind(Enum):
    """Who takes part in a round."""

    SHOE = "shoe"
    DEALER = "dealer"
    HOUSE = "house"
    SEAT = "seat"


@frozen
class Lane:
    """One who takes part.

    Attributes:
        kind: in which part.
        name: what is written above the lane.
        seat: which seat's player, counted from 0; `None` for the others.
    """

    kind: LaneKind
    name: str
    seat: int | None = None


SHOE: Final = 0
DEALER: Final = 1
HOUSE: Final = 2
FIRST_SEAT: Final = 3
"""The places of the lanes, from left to right."""


class StepKind(Enum):
    """What passes from lane to lane."""

    OFFER = "offer"
    ANSWER = "answer"
    CARD = "card"
    PAYMENT = "payment"
    ACTION = "action"
    NOTE = "note"


@frozen
class Step:
    """One thing that passes from one lane to another, or happens in one.

    Attributes:
        kind: what it is; an action stays within a lane, a note spans all of them.
        source: from which lane, as an index of the sequence's lanes.
        target: to which lane.
        words: what is said, given or paid.
        card: the card that passes, where it is one card that the viewer sees.
        amount_minor: what is staked or paid out; 0 where nothing is.
    """

    kind: StepKind
    source: int
    target: int
    words: str
    card: Card | None = None
    amount_minor: int = 0


@frozen
class SequenceDiagram:
    """A round to be drawn as a sequence diagram.

    Attributes:
        title: what it shows, and to whom.
        lanes: from left to right.
        steps: in the order in which they happen.
    """

    title: str
    lanes: tuple[Lane, ...]
    steps: tuple[Step, ...]
