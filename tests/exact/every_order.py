"""Every order of a small shoe, played at a real table, for exact values as fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from attrs import frozen

from pitboss.errors import PitbossError
from pitboss.game.cards import CARDS, Card
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Phase, Question
from pitboss.players.basic import ChartStrategy
from pitboss.players.chart import Chart
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import play_round
from pitboss.table.shoes import ArrangedShoes

BET_MINOR: Final = 200
"""Of which every payout in these tests is whole."""

CARD_OF: Final[Mapping[int, Card]] = {card.points: card for card in reversed(CARDS)}
"""One card of each number of points; a small shoe holds it several times."""

Counts = tuple[int, ...]
Order = tuple[int, ...]


def counts_of(**held: int) -> Counts:
    """Return a shoe, from its counts by name: ``counts_of(A=2, T=4)``."""
    return tuple([held.get(symbol, 0) for symbol in "A23456789T"])


def chart_value(rules: Rules, chart: Chart, counts: Counts) -> Fraction:
    """Return what a chart wins on average over all orders of a shoe, in opening bets."""
    won = Fraction(0)
    order = _lowest(counts, ())
    while order is not None:
        table = _table(rules, order)
        play_round(table, [ChartStrategy(rules, chart, BET_MINOR)])
        assert not table.round.void, "the shoe is too small"
        drawn = order[: table.house.shoe.position]
        won += _chance(counts, drawn) * _net(table)
        order = _following(counts, drawn)
    return won


def _table(rules: Rules, order: Order) -> Table:
    shoes = ArrangedShoes([[CARD_OF[points] for points in order]])
    return Table(rules, seats=["Ann"], shoes=shoes)


def _net(table: Table) -> Fraction:
    results = table.results()
    return Fraction(sum(hand.net_minor + hand.insurance_net_minor for hand in results), BET_MINOR)


def _left(counts: Counts, drawn: Order) -> list[int]:
    left = list(counts)
    for points in drawn:
        left[points - 1] -= 1
    return left


def _lowest(counts: Counts, drawn: Order) -> Order:
    """Return an order that begins with these cards, the others in their order."""
    left = _left(counts, drawn)
    return drawn + tuple([points for points in range(1, 11) for _ in range(left[points - 1])])


def _following(counts: Counts, drawn: Order) -> Order | None:
    """Return the first order that does not begin with these cards, nor with lower ones."""
    for place in range(len(drawn) - 1, -1, -1):
        left = _left(counts, drawn[:place])
        for points in range(drawn[place] + 1, 11):
            if left[points - 1]:
                return _lowest(counts, (*drawn[:place], points))
    return None


def _chance(counts: Counts, drawn: Order) -> Fraction:
    """Return the chance that a shoe begins with these cards."""
    left, cards, chance = list(counts), sum(counts), Fraction(1)
    for points in drawn:
        chance *= Fraction(left[points - 1], cards)
        left[points - 1] -= 1
        cards -= 1
    return chance
