"""Exact values and best charts under random rule sets are what small shoes give at a table."""

from random import Random

import pytest
from tests.exact.every_order import Counts, chart_value, counts_of
from tests.exact.test_small_shoes import any_chart
from tests.play.referee.random_rounds import random_rules, with_later_options
from tests.scale import share_of
from tests.tools.cell_values.corrections import with_cell

from pitboss import Rules
from pitboss.exact import NotCoveredError, value
from pitboss.exact import chart as best_chart
from pitboss.players.chart import POINTS_OF, ROWS, SPLITS, UP_CARDS, HandKind, Move

SHOES = (
    counts_of(A=2, T=6, **{"6": 4}),
    counts_of(A=4, T=7, **{"8": 2}),
    counts_of(A=2, T=6, **{"2": 2, "9": 3}),
)
PART = 75
PARTS = range(0, 300, PART)
ROUNDING = 1e-12

pytestmark = pytest.mark.untraced


def any_covered(number: int) -> tuple[Random, Rules, Counts]:
    """Return a covered rule set by number, with a small shoe that two hands do not use up."""
    chance = Random(number)
    while True:
        given = with_later_options(chance, random_rules(chance))
        rules = Rules.from_dict({**given, "max_hands": 1 if given["max_hands"] == 1 else 2})
        if rules.bet_max != 0 and not rules.unknown_to("exact"):
            shoe = chance.choice(SHOES)
            try:
                value(rules, any_chart(number), shoe=shoe)
            except NotCoveredError:
                continue
            return chance, rules, shoe


@pytest.mark.parametrize("start", PARTS)
def test_any_chart_wins_what_it_wins_in_every_order_under_any_rules(start: int) -> None:
    """Three hundred rule sets, each with a chart drawn by lot."""
    for number in share_of(range(start, start + PART)):
        _, rules, shoe = any_covered(number)
        played = any_chart(number)
        exact = float(chart_value(rules, played, shoe))
        assert value(rules, played, shoe=shoe).value == pytest.approx(exact, abs=ROUNDING), number


@pytest.mark.parametrize("start", PARTS)
def test_no_other_cell_of_the_best_chart_wins_more_at_a_table(start: int) -> None:
    """Of three hundred rule sets; it wins there what it is said to win.

    This takes seconds for each, so a share of the share is looked at.
    """
    for number in share_of(share_of(range(start, start + PART))):
        chance, rules, shoe = any_covered(number)
        best = best_chart(rules, shoe=shoe, begin=any_chart(number))
        won = float(chart_value(rules, best, shoe))
        ups = [up for up in UP_CARDS if shoe[POINTS_OF[up] - 1]]
        assert value(rules, best, shoe=shoe).value == pytest.approx(won, abs=ROUNDING), number
        for _ in range(4):
            row, up = chance.choice(ROWS), chance.choice(ups)
            splits = row.kind is HandKind.PAIR and row.points != 10
            move = chance.choice([move for move in Move if splits or move not in SPLITS])
            other = with_cell(best, (row, up), move)
            assert chart_value(rules, other, shoe) <= won + 1e-9, (number, row, up, move)
