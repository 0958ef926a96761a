"""Exact values are the same whether parts of them were kept or are computed anew."""

import sys
from collections.abc import Iterator
from typing import Any

from pitboss.exact import action_values, value
from pitboss.game.round import Question
from pitboss.players.chart import published_chart
from pitboss.rules import Rules


def caches() -> Iterator[Any]:
    """Yield every function of exact values that keeps what it has returned."""
    for name, module in sys.modules.items():
        if name.startswith("pitboss.exact."):
            yield from (each for each in vars(module).values() if hasattr(each, "cache_clear"))


def found() -> list[object]:
    """Return values of each kind."""
    peeks, none = Rules.of(decks=1), Rules.preset("european_all")
    pair = action_values(peeks, Question.SPLIT, 6, (8, 8))
    return [pair, value(none, published_chart(none))]


def test_values_that_are_computed_anew_are_the_same() -> None:
    """So it does not matter what was asked before."""
    before = found()
    assert [each.cache_clear() for each in caches()]
    assert found() == before
