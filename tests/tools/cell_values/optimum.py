"""The cells in which a chart differs from the best chart of a rule set, and what each costs."""

import json
from collections.abc import Callable
from itertools import product
from typing import Final, TypedDict, cast

from tests.players.published import FIXTURES

from pitboss import Rules, exact
from pitboss.players import Chart, published_chart
from pitboss.rules.pay_words import PlainValue

RECORD: Final = FIXTURES / "optimum.jsonl"
_SYMBOLS: Final = " A23456789T"


class Cell(TypedDict):
    """A cell that is not best.

    `gain` is what the best chart loses, in opening bets a round, if it plays the cell as printed.
    """

    hand: str
    up: str
    printed: str
    best: str
    gain: str


class Optimum(TypedDict):
    """What a chart loses under a rule set, in opening bets a round, and where."""

    rules: dict[str, PlainValue]
    lost: str
    cells: list[Cell]


def recorded_rules() -> list[Rules]:
    """List the rule sets of the record."""
    return [
        Rules.of(decks=decks, soft_17=soft_17, surrender=surrender)
        for decks, soft_17, surrender in product(
            (1, 2, 6, 8), ("stand", "hit"), ("off", "late", "early")
        )
    ]


def optimum(rules: Rules, strategy: Chart) -> Optimum:
    """Compare a chart with the best."""
    best = exact.chart(rules)
    lost = exact.value(rules, best).value - exact.value(rules, strategy).value
    return {
        "rules": rules.changes(),
        "lost": _written(lost),
        "cells": [
            {
                "hand": str(change.row),
                "up": _SYMBOLS[change.up_points],
                "printed": change.before.value,
                "best": change.after.value,
                "gain": _written(change.gain),
            }
            for change in exact.changes(rules, strategy, best)
        ],
    }


def record_of(say: Callable[[str], None]) -> str:
    """Return the record of the published charts, and say each line."""
    lines: list[str] = []
    for rules in recorded_rules():
        lines.append(json.dumps(optimum(rules, published_chart(rules))))
        say(lines[-1])
    return "".join(f"{line}\n" for line in lines)


def recorded() -> list[Optimum]:
    """Read the record."""
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    return [cast("Optimum", json.loads(line)) for line in lines]


def _written(gain: float) -> str:
    # What rounds to nothing is written without a sign.
    return f"{gain + 0.0:.7f}".replace("-0.0000000", "0.0000000")
