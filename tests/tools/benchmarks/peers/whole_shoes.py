"""The method of hhoppe/blackjack, programmed anew: it shuffles whole shoes in NumPy first.

A round: one seat, basic strategy, splits, doubles; six decks, a cut card; only mean and variance;
no record; seeded.

All shoes are permuted first, as rows of 64-bit points. A compiled function plays one hand of one
seat from a row, by a table of splits and a table of actions, and returns what it wins and where the
next hand begins. It knows the rules that its tables and arguments can say: no insurance, no
surrender, a dealer who peeks, aces split once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from pitboss.players.chart import SPLITS, HandKind, Move, chart
from pitboss.rules import Rules
from pitboss.simulation.compiling import compile_cached, inline

Points = NDArray[np.int64]
Table = NDArray[np.uint8]

HIT, STAND, DOUBLE = 0, 1, 2
MAX_HANDS = 4
MEASURED_SHOES = 1_000
SHOES_AT_ONCE = 4_096


@inline
def _add(total: int, soft: bool, card: int) -> tuple[int, bool]:  # noqa: FBT001  of a hand
    total += card
    if card == 1 and total <= 11:
        return total + 10, True
    if soft and total > 21:
        return total - 10, False
    return total, soft


@inline
def _two(one: int, other: int) -> tuple[int, bool]:
    if one == 1 or other == 1:
        return one + other + 10, True
    return one + other, False


@inline
def _play_hand(  # noqa: C901, PLR0912, PLR0917  one function, as there
    shoe: Points, at: int, actions: Table, splits: Table, hits_soft_17: int, seconds: Points
) -> tuple[float, int]:
    one, up, other, hole = shoe[at], shoe[at + 1], shoe[at + 2], shoe[at + 3]
    at += 4
    natural = abs(up - hole) == 9
    total, soft = _two(one, other)
    if total == 21:
        return (0.0 if natural else 1.5), at
    if natural:
        return -1.0, at
    hands = 1
    seconds[0] = other
    if one == other and splits[one, up]:
        hands, waiting = 0, 2
        while waiting > 0:
            card = shoe[at]
            at += 1
            if card == one and one != 1 and hands + waiting < MAX_HANDS:
                waiting += 1
            else:
                waiting -= 1
                seconds[hands] = card
                hands += 1
    reward, dealer = 0.0, 0
    for hand in range(hands):
        total, soft = _two(one, seconds[hand])
        first, stake = 1, 1.0
        while True:
            action = (
                STAND if hands > 1 and one == 1 else actions[first, 1 if soft else 0, total, up]
            )
            if action == STAND:
                break
            total, soft = _add(total, soft, shoe[at])
            at += 1
            first = 0
            if action == DOUBLE:
                stake = 2.0
                break
            if total > 21:
                break
        if total > 21:
            reward -= stake
            continue
        if dealer == 0:
            dealer, soft = _two(up, hole)
            while dealer < 17 or (dealer == 17 and soft and hits_soft_17):
                dealer, soft = _add(dealer, soft, shoe[at])
                at += 1
        if dealer > 21 or total > dealer:
            reward += stake
        elif total < dealer:
            reward -= stake
    return reward, at


@compile_cached
def _play_shoes(  # noqa: PLR0917  arrays, then numbers
    shoes: Points, actions: Table, splits: Table, hits_soft_17: int, cut: int, seconds: Points
) -> tuple[int, float, float]:
    hands, total, squares = 0, 0.0, 0.0
    for number in range(len(shoes)):
        shoe, at = shoes[number], 0
        while True:
            reward, at = _play_hand(shoe, at, actions, splits, hits_soft_17, seconds)
            hands += 1
            total += reward
            squares += reward * reward
            if at > cut:
                break
    return hands, total, squares


@frozen
class WholeShoes:
    """Hands of basic strategy under the default rules.

    Attributes:
        rules: of the table.
        actions: by first action, softness, total and up card what is done.
        splits: by a card of the pair and the up card whether it is split.
    """

    rules: Rules
    actions: Table
    splits: Table

    @classmethod
    def of(cls, rules: Rules) -> WholeShoes:
        """Make the tables of a rule set."""
        actions, splits = np.zeros((2, 2, 22, 11), np.uint8), np.zeros((11, 11), np.uint8)
        moves = chart(rules)
        hits = {Move.HIT, Move.DOUBLE_ELSE_HIT}
        doubles = {Move.DOUBLE_ELSE_HIT, Move.DOUBLE_ELSE_STAND}
        for row in moves.moves:
            for up in range(1, 11):
                move = moves.move(row, up)
                if row.kind is HandKind.PAIR:
                    splits[row.points, up] = move in SPLITS
                else:
                    soft = int(row.kind is HandKind.SOFT)
                    later = HIT if move in hits else STAND
                    actions[0, soft, row.points, up] = later
                    actions[1, soft, row.points, up] = DOUBLE if move in doubles else later
        return cls(rules, actions, splits)

    @property
    def cut(self) -> int:
        """The place of the cut card; the round in which it comes out is the last."""
        return 52 * self.rules.decks - self.rules.cut_card.low

    def shuffled(self, shoes: int, seed: int) -> Points:
        """Return shoes, a row for each."""
        deck = np.array([min(rank, 10) for rank in range(1, 14)], np.int64)
        rows = deck.repeat(4 * self.rules.decks)[None].repeat(shoes, axis=0)
        np.random.default_rng(seed).permuted(rows, axis=1, out=rows)
        return rows

    def play(self, shoes: int, seed: int) -> tuple[int, float, float]:
        """Play shoes; return hands, the sum of what they won, and that of its squares."""
        hits = int(self.rules.soft_17.value == "hit")
        seconds, rows = np.zeros(16, np.int64), self.shuffled(shoes, seed)
        return _play_shoes(rows, self.actions, self.splits, hits, self.cut, seconds)


def start() -> Callable[[int], None]:
    """Return what plays about so many rounds, in whole shoes."""
    shoes = WholeShoes.of(Rules())
    in_a_shoe = shoes.play(MEASURED_SHOES, 0)[0] / MEASURED_SHOES

    def play(rounds: int) -> None:
        wanted = max(1, round(rounds / in_a_shoe))
        # So many as the caches hold; with all of them at once it takes twice the time.
        for first in range(0, wanted, SHOES_AT_ONCE):
            shoes.play(min(SHOES_AT_ONCE, wanted - first), rounds + first)

    return play
