"""The best play against one up card, if each hand is played by its own cards only.

Before a split, a player sees only the two cards of the hand and the up card, so no player can do
better. After a split, the player also sees the cards of the other hands. This module does not use
them: it plays each hand of a split by its own cards. One plan is used for all hands of the split:
the plan that wins most for them together. Pairs are split again either whenever the rules allow it,
or never.
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
"""A factor for an estimate: what a split hand gains if the player uses the other hands' cards.

The estimate, in opening bets a hand, is this factor divided by the number of cards in the shoe. The
estimate is not an upper bound; the README of this package says how it was measured."""


class BestColumn:
    """The best plays against one up card.

    Args:
        column: the up card, and the hands that can be dealt against it.
    """

    def __init__(self, column: UpCardColumn) -> None:
        self.column = column

    @cached_property
    def _deal(self) -> tuple[Floats, Ints]:
        branch = self.column.deal
        return branch.solve(_most(branch, np.ones((1, len(branch.hands.size)))))

    def choice(self, dealt: TwoCards) -> FirstPlay:
        """Return the first play of two cards that are not a natural, and what they win."""
        values, chosen = self._deal
        place = self.column.deal.place(dealt.counts)
        play = KIND_OF[Play(int(chosen[place]))]
        choices = [FirstPlay(float(values[0, place]), play)]
        if self.column.may_split(dealt.pair):
            choices += [self._split(dealt.pair, most) for most in self._counts(dealt.pair)]
        return max(choices, key=lambda choice: choice.won)

    def plays(self, cards: Counts) -> dict[EventKind, float]:
        """Return what each legal `Play` of a hand wins.

        Args:
            cards: the cards of the hand, by their points. The shoe must have these cards, and the
                table must ask the player about the hand.
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
        """Return what a pair wins if it is split."""
        return max(self._split(pair, most).won for most in self._counts(pair))

    def _counts(self, pair: int) -> set[int]:
        """Return the limits to try for the number of split hands: two, and the highest limit."""
        return {2, self.column.most_hands(pair)}

    def _split(self, pair: int, most_hands: int) -> FirstPlay:
        """Return what a pair wins if it is split into at most `most_hands` hands."""
        split = self.column.split(pair, most_hands)
        won = 0.0
        for start, often in split.routes:
            values, _ = split.branch.solve(_most(split.branch, often))
            won += float((values * start).sum())
        unseen = SIGHT * split.hands / sum(self.column.left)
        return FirstPlay(won, EventKind.SPLIT, split.bound + unseen)


def _most(branch: Branch, often: Floats) -> Callable[[Floats, slice], Ints]:
    """Return a function that chooses for each hand the play that wins most over all cases."""

    def choose(plays: Floats, places: slice) -> Ints:
        worth = (plays * often[:, places]).sum(axis=1)
        worth[Play.DOUBLE, ~branch.may_double[places]] = -np.inf
        worth[Play.SURRENDER, ~branch.may_surrender[places]] = -np.inf
        best: Ints = worth.argmax(axis=0)
        return best

    return choose
