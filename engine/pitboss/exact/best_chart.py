"""The best chart of a rule set, and what each changed cell of a chart gains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from attrs import evolve, frozen

from pitboss.arguments import takes
from pitboss.exact.branch import Play
from pitboss.exact.column import TwoCards, UpCardColumn, column_of
from pitboss.exact.hands import PLACE_OF_ROW, Floats
from pitboss.exact.played import PAIR_ROWS, Moves, Played, PlayedColumn, moves_of, play_of
from pitboss.exact.terms import Terms, check_known, dealers_cards, has_cards, shoe_of
from pitboss.players.chart import POINTS_OF, ROWS, SPLITS, UP_CARDS, Chart, ChartBy, ChartRow, Move
from pitboss.players.chart import chart as basic_chart
from pitboss.rules import Rules

MIN_GAIN: Final = 1e-10
"""The least gain that counts, in opening bets a round; smaller gains may be due to rounding."""

_MOVES: Final = tuple(Move)


@frozen
class Change:
    """A cell of a chart whose play was replaced.

    Attributes:
        row: the row of the cell, such as hard 16.
        up_points: the points of the up card, 1 for an ace.
        hole_points: the points of the dealer's second card, if it lies face up; else 0.
        before: the play in the cell before the change.
        after: the play in the cell after the change.
        gain: what the changed chart would lose without this change, in opening bets per dealt
            round.
    """

    row: ChartRow
    up_points: int
    hole_points: int
    before: Move
    after: Move
    gain: float


@takes()
def chart(rules: Rules, *, shoe: Sequence[int] | None = None, begin: Chart | None = None) -> Chart:
    """Find a best chart: no change of a single cell would win more.

    The search starts from a chart, and changes it cell by cell until no change gains. So a cell
    that no hand reaches stays as it is. `ChartStrategy` plays the result.

    Args:
        rules: the rule set.
        begin: the chart to start from; by default the chart of `BasicStrategy`.
        shoe: how many aces, twos and so on up to cards worth ten; by default a full shoe.

    Raises:
        NotCoveredError: the rules are not covered.
        ShoeError: the shoe is not ten whole counts, or has too few cards for a round.
    """
    check_known(rules)
    cards = shoe_of(rules, shoe)
    first = basic_chart(rules) if begin is None else begin
    if begin is None and first.by is not ChartBy.HOLE_CARD:
        first = next(iter(first.named.values()))
    columns: dict[tuple[int, int], Moves] = {}
    for up, hole in dealers_cards(rules):
        moves = columns.get((hole, up), moves_of(first, up, hole))
        if has_cards(cards, (up, hole)) and (hole, up) not in columns:
            moves = best_moves(column_of(Terms.of(rules, up, hole), cards), moves)
        columns[up, hole] = moves
    ups = [POINTS_OF[symbol] for symbol in UP_CARDS]
    played, *others = [
        Chart({row: tuple(columns[up, hole][row] for up in ups) for row in ROWS})
        for hole in sorted({hole for _, hole in columns})
    ]
    return evolve(played, by=ChartBy.HOLE_CARD, others=tuple(others)) if others else played


@takes()
def changes(rules: Rules, before: Chart, after: Chart) -> list[Change]:
    """List the cells in which two charts differ, each with what its change gains.

    Args:
        rules: the rule set.
        before: the first chart.
        after: the chart that replaces it.

    Raises:
        NotCoveredError: the rules are not covered.
    """
    found: list[Change] = []
    shoe = shoe_of(rules)
    for up, hole in dealers_cards(rules):
        old, new = moves_of(before, up, hole), moves_of(after, up, hole)
        changed = [row for row in ROWS if old[row] is not new[row]]
        if changed:
            column = column_of(Terms.of(rules, up, hole), shoe)
            whole = PlayedColumn(column, new).won()
            for row in changed:
                without = PlayedColumn(column, {**new, row: old[row]}).won()
                found.append(Change(row, up, hole, old[row], new[row], whole - without))
    return found


def best_moves(column: UpCardColumn, moves: Moves) -> Moves:
    """Against one up card, change the cell that gains most, and repeat this until no cell gains.

    The gain computed for one cell is exact, because no hand uses the same row twice.
    """
    best = dict(moves)
    while better := list(_better(PlayedColumn(column, best))):
        _, row, move = max(better, key=lambda change: change[0])
        best[row] = move
    return best


def _better(played: PlayedColumn) -> Iterator[tuple[float, ChartRow, Move]]:
    """For each cell in which another play gains, yield the gain, the row and that play."""
    worth = np.zeros((len(_MOVES), len(ROWS)))
    for hands, often in played.reached():
        worth += _worth(hands, often)
    for dealt in played.column.dealt:
        if dealt.pair:
            worth[:, PLACE_OF_ROW[PAIR_ROWS[dealt.pair]]] = _worth_of_pair(played, dealt)
    for place, row in enumerate(ROWS):
        now = worth[_MOVES.index(played.moves[row]), place]
        most = int(worth[:, place].argmax())
        gain = float(worth[most, place] - now)
        if gain > MIN_GAIN:
            yield gain, row, _MOVES[most]


def _worth(hands: Played, often: Floats) -> Floats:
    """Return what each move wins in each row, summed over all hands that use the row."""
    worth = np.full((len(_MOVES), len(ROWS)), -np.inf)
    for place, values in _by_move(hands):
        worth[place] = np.bincount(hands.rows, (values * often).sum(axis=0), len(ROWS))
    return worth


def _worth_of_pair(played: PlayedColumn, dealt: TwoCards) -> Floats:
    """Return what each move wins in the row of a pair."""
    worth = np.full(len(_MOVES), -np.inf)
    for place, values in _by_move(played.deal):
        worth[place] = values[0, played.deal.branch.place(dealt.counts)]
    if played.column.may_split(dealt.pair):
        worth[_MOVES.index(Move.SPLIT)] = played.split_value(dealt.pair)
    # For the present move, take what the pair wins now: the chart may play the pair by its total.
    worth[_MOVES.index(played.moves[PAIR_ROWS[dealt.pair]])] = played.choice(dealt).won
    return dealt.chance * worth


def _by_move(hands: Played) -> Iterator[tuple[int, Floats]]:
    """Yield the place of each move that does not split, and what each hand wins with the move."""
    plays = hands.branch.plays(hands.values, slice(None))
    for place, move in enumerate(_MOVES):
        if move not in SPLITS:
            picked = np.where(hands.branch.asked, play_of(hands.branch, move), Play.STAND)
            yield place, np.take_along_axis(plays, picked[np.newaxis, np.newaxis], 0)[0]
