"""The best play against one up card: each hand by its own cards.

Before a split a player sees nothing but the own two cards and the up card, so that this is the best
play there is. After a split the cards of the other hands are seen as well. Here every hand of a
split is played by its own cards alone, by the one plan that wins most over all hands of the split,
and a pair is split again either whenever it may be or never.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from pitboss.exact.branch import KIND_OF, Branch, Choice, Play
from pitboss.exact.column import Column, Dealt, SplitHands
from pitboss.exact.hands import Floats, Ints
from pitboss.game.events import EventKind

class BestColumn:
    """The best plays against one up card.

    Args:
        column: the up card, and what can be dealt against it.
    """

    def __init__(self, column: Column) -> None:
        self.column = column
        self._splits: dict[int, float] = {}

    @cached_property
    def _deal(self) -> tuple[Floats, Ints]:
        branch = self.column.deal
        return branch.solve(_most(branch, np.ones((1, len(branch.hands.size)))))

    def choice(self, dealt: Dealt) -> Choice:
        """Return what two cards win that are no natural, and how they are played first."""
        values, chosen = self._deal
        place = self.column.deal.place(dealt.counts)
        unsplit = float(values[0, place]), KIND_OF[Play(int(chosen[place]))]
        if not self.column.may_split(dealt.pair):
            return unsplit
        return max(unsplit, (self.split_value(dealt.pair), EventKind.SPLIT), key=lambda each: each[0])

    def split_value(self, pair: int) -> float:
        """Return what a pair wins that is split."""
        if pair not in self._splits:
            counts = {2, self.column.most_hands(pair)}
            self._splits[pair] = max(_best_of(self.column.split(pair, most)) for most in counts)
        return self._splits[pair]


def _best_of(split: SplitHands) -> float:
    """Return what the hands of a split win when each is played by its own cards."""
    won = 0.0
    for start, often in split.routes:
        values, _ = split.branch.solve(_most(split.branch, often))
        won += float((values * start).sum())
    return won


def _most(branch: Branch, often: Floats) -> Callable[[Floats, slice], Ints]:
    """Return what chooses the play of each hand that wins most over its cases."""

    def choose(plays: Floats, places: slice) -> Ints:
        worth = (plays * often[:, places]).sum(axis=1)
        worth[Play.DOUBLE, ~branch.may_double[places]] = -np.inf
        worth[Play.SURRENDER, ~branch.may_surrender[places]] = -np.inf
        best: Ints = worth.argmax(axis=0)
        return best

    return choose
