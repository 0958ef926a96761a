"""The best play against one up card: each hand by its own cards.

Before a split a player sees nothing but the own two cards and the up card, so that this is the best
play there is. After a split the cards of the other hands are seen as well. Here every hand of a
split is played by its own cards alone, by the one plan that wins most over all hands of the split,
and a pair is split again either whenever it may be or never.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

import numpy as np

from pitboss.exact.branch import KIND_OF, Branch, FirstPlay, Play
from pitboss.exact.column import TwoCards, UpCardColumn
from pitboss.exact.hands import Counts, Floats, Ints
from pitboss.game.events import EventKind

SIGHT: Final = 0.25
"""What it is estimated to be worth to see the cards of a split's other hands, for each hand.

In opening bets, divided by the number of cards in the shoe. It is no bound: the page of this
package says what it was compared with."""


class BestColumn:
    """The best plays against one up card.

    Args:
        column: the up card, and what can be dealt against it.
    """

    def __init__(self, column: UpCardColumn) -> None:
        self.column = column

    @cached_property
    def _deal(self) -> tuple[Floats, Ints]:
        branch = self.column.deal
        return branch.solve(_most(branch, np.ones((1, len(branch.hands.size)))))

    def choice(self, dealt: TwoCards) -> FirstPlay:
        """Return what two cards win that are not a natural, and how they are played first."""
        values, chosen = self._deal
        place = self.column.deal.place(dealt.counts)
        play = KIND_OF[Play(int(chosen[place]))]
        choices = [FirstPlay(float(values[0, place]), play)]
        if self.column.may_split(dealt.pair):
            choices += [self._split(dealt.pair, most) for most in self._counts(dealt.pair)]
        return max(choices, key=lambda choice: choice.won)

    def plays(self, cards: Counts) -> dict[EventKind, float]:
        """Return what each play of a hand wins that no split made, and that is asked.

        Args:
            cards: of the hand, by their points.
        """
        branch = self.column.deal
        place = branch.place(cards)
        won = branch.plays(self._deal[0], slice(place, place + 1))[:, 0, 0]
        allowed = {Play.STAND, Play.HIT}
        if branch.may_double[place]:
            allowed.add(Play.DOUBLE)
        if branch.may_surrender[place]:
            allowed.add(Play.SURRENDER)
        return {KIND_OF[play]: float(won[play]) for play in sorted(allowed)}

    def split_value(self, pair: int) -> float:
        """Return what a pair wins that is split."""
        return max(self._split(pair, most).won for most in self._counts(pair))

    def _counts(self, pair: int) -> set[int]:
        """Return to how many hands a pair may be split: to two, or to as many as are allowed."""
        return {2, self.column.most_hands(pair)}

    def _split(self, pair: int, most_hands: int) -> FirstPlay:
        """Return what a pair wins that is split."""
        split = self.column.split(pair, most_hands)
        won = 0.0
        for start, often in split.routes:
            values, _ = split.branch.solve(_most(split.branch, often))
            won += float((values * start).sum())
        unseen = SIGHT * split.hands / sum(self.column.left)
        return FirstPlay(won, EventKind.SPLIT, split.bound + unseen)


def _most(branch: Branch, often: Floats) -> Callable[[Floats, slice], Ints]:
    """Return what chooses the play of each hand that wins most over its cases."""

    def choose(plays: Floats, places: slice) -> Ints:
        worth = (plays * often[:, places]).sum(axis=1)
        worth[Play.DOUBLE, ~branch.may_double[places]] = -np.inf
        worth[Play.SURRENDER, ~branch.may_surrender[places]] = -np.inf
        best: Ints = worth.argmax(axis=0)
        return best

    return choose
