"""One up card: the hands that are dealt against it, and the hands that come from their splits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
from attrs import frozen

from pitboss.exact.branch import Branch
from pitboss.exact.dealer import NATURAL, dealer_odds
from pitboss.exact.hands import (
    ACE,
    NOTHING,
    POINTS,
    TEN,
    Counts,
    Floats,
    with_card,
    without,
)
from pitboss.exact.splits import cases_of, split_weights
from pitboss.exact.terms import MAX_HANDS, Terms
from pitboss.game.arithmetic import FIRST_CARDS
from pitboss.game.events import EventKind
from pitboss.machine.made_up import MadeUp

MAX_BETS: Final = 16
"""All hands from one pair, with their doubles, stake at most this many bets on average."""


@frozen(eq=False)
class TwoCards:
    """Two cards that are dealt against an up card.

    Attributes:
        cards: the points of the two cards, the lower first.
        chance: the chance of these two cards and this up card, before the deal.
        ends: the chance of each way in which the dealer's hand can end, given these cards.
    """

    cards: tuple[int, int]
    chance: float
    ends: Floats

    @property
    def natural(self) -> float:
        """The chance that the dealer has a natural."""
        return float(self.ends[NATURAL])

    @property
    def pair(self) -> int:
        """The points of one card of a pair; 0 for any other two cards."""
        one, other = self.cards
        return one if one == other else 0

    @property
    def is_natural(self) -> bool:
        """Whether the cards are an ace and a card worth ten."""
        return self.cards == (ACE, TEN)

    @property
    def counts(self) -> Counts:
        """The two cards, as the number of aces, twos and so on."""
        one, other = self.cards
        return with_card(NOTHING, one, other)


@frozen(eq=False)
class SplitHands:
    """The hands that come from a split pair.

    Attributes:
        branch: the hands.
        order: for each case (see `Branch`), the chance that the cards of each hand are drawn in one
            given order.
        others: the number of hands in which the second card does not make a pair again, by case.
        pairs: the number of hands that are a pair again and stay unsplit, by case.
        cut_off: whether a table may split these pairs again, although nothing is computed for more
            than `MAX_HANDS` hands.
    """

    branch: Branch
    order: Floats
    others: Floats
    pairs: Floats
    cut_off: bool

    @property
    def routes(self) -> tuple[tuple[Floats, Floats], ...]:
        """Two arrays for hands that are not a pair, and two arrays for pairs; all are by case.

        Of each two arrays, the first says how often the split makes each hand of two cards. The
        second holds the weight of each hand that can be drawn from these hands.
        """
        two = self.branch.hands.size == FIRST_CARDS
        paired = self.branch.hands.pair > 0
        routes: list[tuple[Floats, Floats]] = []
        for weights, begins in ((self.others, two & ~paired), (self.pairs, paired)):
            weighted = weights[:, np.newaxis] * self.order
            routes.append((weighted * begins, weighted))
        return tuple(routes)

    @property
    def start(self) -> Floats:
        """How often the split makes each hand of two cards, by case."""
        (others, _), (pairs, _) = self.routes
        return others + pairs

    @property
    def hands(self) -> float:
        """The average number of hands that the split makes."""
        return float(self.start.sum())

    @property
    def bound(self) -> float:
        """How much the hands that are not computed can win or lose; 0 if all are computed."""
        _, (pairs, _) = self.routes
        return MAX_BETS * float(pairs.sum()) if self.cut_off else 0.0


class UpCardColumn:
    """The hands that can be dealt against one up card.

    Args:
        terms: the terms of the rule set against the up card.
        shoe: the cards of the fresh shoe.
    """

    def __init__(self, terms: Terms, shoe: Counts) -> None:
        self.terms = terms
        self.left = shoe
        self._chance_of_up = 1.0
        for points in terms.held:
            self._chance_of_up *= self.left[points - 1] / sum(self.left)
            self.left = without(self.left, points)
        self._odds = dealer_odds(self.left, terms.held, terms.dealer_draws)
        self.deal = Branch(terms, self._odds)
        self.dealt = list(self._dealt())
        self._splits: dict[tuple[int, int], SplitHands] = {}

    def _dealt(self) -> Iterator[TwoCards]:
        cards = sum(self.left)
        for one in POINTS:
            for other in range(one, TEN + 1):
                after_one = without(self.left, one)
                ways = max(self.left[one - 1], 0) * max(after_one[other - 1], 0)
                if ways:
                    chance = (1 if one == other else 2) * ways / (cards * (cards - 1))
                    gone = with_card(NOTHING, one, other)
                    ends = self._odds.chances(np.array([gone], np.int64))[0]
                    yield TwoCards((one, other), chance * self._chance_of_up, ends)

    def may_split(self, pair: int, *, again: bool = False) -> bool:
        """Say whether a pair may be split; two tens may not, if the rules require equal ranks.

        Args:
            pair: the points of one card; 0 for no pair.
            again: whether a split made the pair.
        """
        points, soft = (12, True) if pair == ACE else (2 * pair, False)
        hand = MadeUp(points, soft, FIRST_CARDS, pair if again else 0)
        return pair > 0 and self.terms.may(EventKind.SPLIT, hand)

    def most_hands(self, pair: int) -> int:
        """Return the most hands into which a pair can be split, up to `MAX_HANDS`."""
        if not self.may_split(pair, again=True):
            return 2
        return max(min(self.terms.flags.most_hands, MAX_HANDS, self.left[pair - 1]), 2)

    def split(self, pair: int, most_hands: int) -> SplitHands:
        """Return the hands of a pair that is split into at most `most_hands` hands."""
        known = self._splits.get((pair, most_hands))
        if known is None:
            known = self._splits[pair, most_hands] = self._split(pair, most_hands)
        return known

    def _split(self, pair: int, most_hands: int) -> SplitHands:
        left = without(self.left, pair, pair)
        weights = split_weights(left[pair - 1], sum(left), most_hands)
        cases = cases_of(most_hands)
        branch = Branch(self.terms, self._odds, pair, cases)
        order = branch.order(_second_cards(left, pair, cases))
        allowed = min(self.terms.flags.most_hands, self.left[pair - 1])
        again = self.may_split(pair, again=True)
        cut_off = again and most_hands == MAX_HANDS < allowed
        return SplitHands(branch, order, weights.others, weights.pairs, cut_off)


@lru_cache(maxsize=20)
def _column_of(terms: Terms, shoe: Counts) -> UpCardColumn:
    return UpCardColumn(terms, shoe)


def column_of(terms: Terms, shoe: Counts) -> UpCardColumn:
    """Return the hands that can be dealt against an up card; a cache keeps the last 20 results."""
    return _column_of(terms.either_way, shoe)


def _second_cards(left: Counts, pair: int, cases: int) -> Floats:
    """Return the chance of each second card of a split hand, by case."""
    held = np.repeat(np.array([left], np.float64), cases, axis=0)
    held[:, pair - 1] -= np.arange(cases)
    chances: Floats = np.maximum(held, 0) / np.maximum(held.sum(axis=1), 1)[:, np.newaxis]
    return chances
