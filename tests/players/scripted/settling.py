"""Lines for `settle_line`, written from what matters in a test, and what comes back for them."""

import json
from collections.abc import Sequence
from typing import NotRequired, TypedDict

from pitboss.teaching import settle_line


class Fault(TypedDict):
    """Why a line has no result."""

    kind: str
    message: str


class SettledHand(TypedDict):
    """How one hand ended, money in minor units."""

    seat: int
    cards: list[str]
    bet: int
    net: int
    outcome: str


class Settled(TypedDict):
    """What `settle_line` answers: a result, or the id and an error and nothing else."""

    id: str | int | None
    net: int
    insurance_net: int
    hands: list[SettledHand]
    dealer: list[str]
    cards_used: int
    error: NotRequired[Fault]


ORDINARY: dict[str, object] = {
    "id": "a",
    "rules": {"preset": "six_deck_s17", "soft_17": "hit"},
    "bet": 1000,
    "cards": ["T", "6", "9", "T", "9"],
    "decisions": ["stand"],
}
"""A round that the player wins: nineteen, and the dealer goes over."""


def read(line: str) -> Settled:
    """Read a line that came back."""
    settled: Settled = json.loads(line)
    return settled


def line_with(**changes: object) -> str:
    """Write the ordinary line with some fields changed."""
    return json.dumps({**ORDINARY, **changes})


def line_without(*names: str) -> str:
    """Write the ordinary line without some fields."""
    return json.dumps({name: value for name, value in ORDINARY.items() if name not in names})


def settle(cards: str, words: str = "", /, **fields: object) -> Settled:
    """Settle a bet of 1000 at the default table.

    Args:
        cards: with spaces between them.
        words: the decisions, with spaces between them.
        fields: other fields of the line; `rules` are differences from the default.
    """
    bets: dict[str, object] = {} if "bets" in fields else {"bet": 1000}
    line = {"id": "a", **bets, "cards": cards.split(), "decisions": words.split(), **fields}
    return read(settle_line(json.dumps(line)))


def kind_of(settled: Settled) -> str:
    """Return the kind of error that came back; a result has none."""
    return settled["error"]["kind"] if "error" in settled else "none"


def message_of(settled: Settled) -> str:
    """Return the message of the error that came back."""
    assert "error" in settled, settled
    return settled["error"]["message"]


def nets(settled: Settled) -> Sequence[tuple[int, str]]:
    """Return net and outcome of each hand."""
    assert "error" not in settled, settled["error"]
    return [(hand["net"], hand["outcome"]) for hand in settled["hands"]]
