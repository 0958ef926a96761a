"""What a chart wins against one up card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from attrs import frozen

from pitboss.exact.branch import KIND_OF, Branch, FirstPlay, Play
from pitboss.exact.column import SplitHands, TwoCards, UpCardColumn
from pitboss.exact.hands import ACE, PLACE_OF_ROW, POINTS, TEN, Floats, Ints
from pitboss.exact.terms import NotCoveredError
from pitboss.game.arithmetic import FIRST_CARDS
from pitboss.game.events import EventKind
from pitboss.players.answers import PlayerError
from pitboss.players.chart import (
    DOUBLES,
    ROWS,
    SPLITS,
    SURRENDERS,
    Chart,
    ChartBy,
    ChartRow,
    HandKind,
    Move,
)

Moves = Mapping[ChartRow, Move]
"""The plays of a chart against one up card."""

OTHERWISE: Final = {
    Move.HIT: Play.HIT,
    Move.STAND: Play.STAND,
    Move.DOUBLE_ELSE_HIT: Play.HIT,
    Move.DOUBLE_ELSE_STAND: Play.STAND,
    Move.DOUBLE_ELSE_SURRENDER: Play.STAND,
    Move.SURRENDER_ELSE_HIT: Play.HIT,
    Move.SURRENDER_ELSE_STAND: Play.STAND,
}
"""For each move of a chart, the play of a hand that may not be doubled or surrendered."""

PAIR_ROWS: Final = {points: ChartRow(HandKind.PAIR, points) for points in POINTS}


def moves_of(chart: Chart, up_points: int, hole_points: int = 0) -> Moves:
    """Return the plays of a chart against the up card (and the second card, if it lies face up).

    Raises:
        PlayerError: the chart has no plays against these cards.
    """
    played = chart
    if chart.by is ChartBy.HOLE_CARD and hole_points:
        played = [*chart.named.values()][hole_points - ACE]
    elif chart.by is not ChartBy.NOTHING:
        raise PlayerError(
            f"exact values do not cover several charts that depend on {chart.by.value}",
            "give one chart, or play these rules in a simulation",
        )
    return {row: played.move(row, up_points) for row in ROWS}


def play_of(branch: Branch, move: Move) -> Ints:
    """Return how a move of a chart plays each hand."""
    plays = np.full(len(branch.hands.size), OTHERWISE[move], np.int64)
    # Early surrender against an ace or a ten is asked first, and a chart that doubles declines it.
    asked_first = branch.terms.flags.surrenders_early and branch.terms.missing
    if move in SURRENDERS or (move is Move.DOUBLE_ELSE_SURRENDER and not asked_first):
        plays[branch.may_surrender] = Play.SURRENDER
    if move in DOUBLES:
        # A chart doubles only hands of two cards.
        plays[branch.may_double & (branch.hands.size == FIRST_CARDS)] = Play.DOUBLE
    return plays


@frozen(eq=False)
class Played:
    """One set of hands, played by a chart.

    Attributes:
        branch: the hands.
        rows: for each hand, the place of its row in the chart.
        values: what each hand wins, by case.
        chosen: the play of each hand.
    """

    branch: Branch
    rows: Ints
    values: Floats
    chosen: Ints


class PlayedColumn:
    """What the moves of a chart win against one up card.

    Args:
        column: the up card, and the hands that can be dealt against it.
        moves: the plays of the chart.

    Raises:
        NotCoveredError: the chart splits two tens, and only tens of one rank may be split.
    """

    def __init__(self, column: UpCardColumn, moves: Moves) -> None:
        self.column = column
        self.moves = moves
        terms = column.terms
        if moves[PAIR_ROWS[TEN]] in SPLITS and terms.flags.pairs_by_rank:
            step = "let the chart split no tens, or set split = value"
            raise NotCoveredError(terms.rules, ("split",), "the chart splits two tens", step)
        self.deal = self._play(column.deal)
        self._splits: dict[int, tuple[SplitHands, Played]] = {}

    def _play(self, branch: Branch) -> Played:
        rows = self._rows(branch)
        reached: Ints = np.unique(rows)
        by_row = np.array([play_of(branch, self._move(ROWS[int(row)])) for row in reached])
        planned: Ints = by_row[reached.searchsorted(rows), np.arange(len(rows))]
        values, chosen = branch.solve(lambda _plays, places: planned[places])
        return Played(branch, rows, values, chosen)

    def _rows(self, branch: Branch) -> Ints:
        """Return the row of each hand; a pair that the chart splits uses the row of its total."""
        rows = branch.hands.row.copy()
        for place in np.flatnonzero(branch.hands.pair).tolist():
            row = PAIR_ROWS[int(branch.hands.pair[place])]
            if row.points != branch.pair and not self._splits_row(row):
                rows[place] = PLACE_OF_ROW[row]
        return rows

    def _splits_row(self, row: ChartRow) -> bool:
        surrenders = self.moves[row] in SURRENDERS and self.column.terms.flags.surrenders
        return self.moves[row] in SPLITS and not surrenders

    def _move(self, row: ChartRow) -> Move:
        move = self.moves[row]
        return Move.SURRENDER_ELSE_HIT if move is Move.SURRENDER_ELSE_SPLIT else move

    def splits(self, pair: int) -> bool:
        """Say whether a pair may be split and the chart splits it."""
        return self.column.may_split(pair) and self._splits_row(PAIR_ROWS[pair])

    def split(self, pair: int) -> tuple[SplitHands, Played]:
        """Return the hands from the split of a pair, and how they are played."""
        if pair not in self._splits:
            hands = self.column.split(pair, self.column.most_hands(pair))
            self._splits[pair] = hands, self._play(hands.branch)
        return self._splits[pair]

    def split_value(self, pair: int) -> float:
        """Return what a pair wins if it is split."""
        hands, played = self.split(pair)
        return float((played.values * hands.start).sum())

    def choice(self, dealt: TwoCards) -> FirstPlay:
        """Return the first play of two cards that are not a natural, and what they win."""
        if self.splits(dealt.pair):
            bound = self.split(dealt.pair)[0].bound
            return FirstPlay(self.split_value(dealt.pair), EventKind.SPLIT, bound)
        place = self.deal.branch.place(dealt.counts)
        play = KIND_OF[Play(int(self.deal.chosen[place]))]
        return FirstPlay(float(self.deal.values[0, place]), play)

    def won(self) -> float:
        """Return what all hands except naturals win in a round; values are as in `branch`."""
        hands = [dealt for dealt in self.column.dealt if not dealt.is_natural]
        return sum(dealt.chance * self.choice(dealt).won for dealt in hands)

    def reached(self) -> Iterator[tuple[Played, Floats]]:
        """Yield each set of hands, with how often a round reaches each of its hands, by case."""
        start = np.zeros(self.deal.values.shape)
        for dealt in self.column.dealt:
            if self.splits(dealt.pair):
                hands, played = self.split(dealt.pair)
                often = dealt.chance * hands.start
                yield played, hands.branch.reached(often, played.chosen)
            elif not dealt.is_natural:
                start[0, self.deal.branch.place(dealt.counts)] = dealt.chance
        yield self.deal, self.deal.branch.reached(start, self.deal.chosen)
