"""What another play would gain in a cell of a chart, and the chart of which no cell can gain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen
from tests.odds.exact_odds import POINTS
from tests.tools.cell_values.values import DealerOdds, Held, UpCard

from pitboss.players.chart import ROWS, SPLITS, Chart, ChartRow, HandKind, Move
from pitboss.rules import Rules
from pitboss.rules.values import SoftSeventeen

LEAST_GAIN: Final = 1e-9
"""Of an opening bet; less is not told from rounding."""


@frozen
class Change:
    """Another play in a cell of a chart.

    Attributes:
        row: the hand.
        up_points: of the up card, 1 for an ace.
        before: what the chart says.
        after: what would be said in its place.
        gain: in opening bets for each round that is dealt.
    """

    row: ChartRow
    up_points: int
    before: Move
    after: Move
    gain: float

    def __str__(self) -> str:
        up_card = {1: "A", 10: "T"}.get(self.up_points, str(self.up_points))
        plays = f"{self.before.value} -> {self.after.value}"
        return f"{self.row} v {up_card}: {plays} gains {self.gain:.7f}"


def column_of(strategy: Chart, up_points: int) -> dict[ChartRow, Move]:
    """Return a chart's plays against one up card."""
    return {row: strategy.move(row, up_points) for row in ROWS}


def gain(rules: Rules, strategy: Chart, row: ChartRow, up_points: int, after: Move) -> float:
    """Return what a chart gains in opening bets a round when one cell of it is changed."""
    before = column_of(strategy, up_points)
    odds = odds_of(rules.decks, up_points, rules.soft_17)
    values = [
        UpCard(rules, up_points, column, odds).value_of_round()
        for column in (before, before | {row: after})
    ]
    return values[1] - values[0]


def changes(rules: Rules, strategy: Chart, up_points: int) -> list[Change]:
    """List what would have to be changed in a column until no cell can gain, with its whole gain.

    All cells that can gain are changed at once, until none is left; then each change is valued by
    what the changed chart loses without it.
    """
    before = column_of(strategy, up_points)
    odds = odds_of(rules.decks, up_points, rules.soft_17)
    best: dict[ChartRow, Move] = dict(before)
    while better := dict(_improvements(UpCard(rules, up_points, best, odds))):
        best |= better
    whole = UpCard(rules, up_points, best, odds).value_of_round()
    found: list[Change] = []
    for row, after in best.items():
        if after is not before[row]:
            without = UpCard(rules, up_points, best | {row: before[row]}, odds).value_of_round()
            found.append(Change(row, up_points, before[row], after, whole - without))
    return found


@lru_cache(maxsize=20)
def odds_of(decks: int, up_points: int, soft_17: SoftSeventeen) -> DealerOdds:
    """Return the dealer's chances; the last 20 shoes and up cards are remembered."""
    return DealerOdds(decks, up_points, hits_soft_17=soft_17 is SoftSeventeen.HIT)


def _improvements(table: UpCard) -> Iterator[tuple[ChartRow, Move]]:
    """Give the best play of every cell in which another is better than the one that is played."""
    hands: defaultdict[ChartRow, dict[Held, float]] = defaultdict(dict)
    for hand, often in table.reached().items():
        hands[table.row_of(hand)][hand] = often
    for row, reached in hands.items():
        played = sum(often * table.value(hand) for hand, often in reached.items())
        others = {move: _worth(table, reached, move) for move in _plays(row)}
        best = max(others, key=lambda move: others[move])
        if others[best] > played + LEAST_GAIN:
            yield row, best


def _worth(table: UpCard, reached: Mapping[Held, float], move: Move) -> float:
    return sum(often * table.play(hand, move) for hand, often in reached.items())


def _plays(row: ChartRow) -> list[Move]:
    pair = row.kind is HandKind.PAIR
    return [move for move in Move if pair or move not in SPLITS]


UP_POINTS: Final = (*POINTS[1:], POINTS[0])
"""The up cards in the order of a chart."""
