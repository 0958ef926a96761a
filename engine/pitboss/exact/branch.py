"""The hands that two cards or a split can come to against one up card, and what they win.

Values are in opening bets. Where a dealer natural costs one bet whatever is played, that bet is
left out of them, as if the natural won and lost nothing; `values` puts it back.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cached_property
from typing import Final

import numpy as np
from attrs import frozen

from pitboss.errors import ShoeError
from pitboss.exact.dealer import BUSTED, ENDS, NATURAL, DealerOdds
from pitboss.exact.hands import (
    ACE,
    BUST,
    POINTS,
    Counts,
    Flags,
    Floats,
    Ints,
    all_hands,
    with_card,
)
from pitboss.exact.terms import Terms
from pitboss.game.events import EventKind
from pitboss.game.hand import FIRST_CARDS, TWENTY_ONE
from pitboss.machine.house_guards import DEALER_STANDS_ON
from pitboss.rules.values import Double, NaturalSettles, Surrender


class Play(IntEnum):
    """What is done with a hand; the value is its place among the values of plays."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SURRENDER = 3


KIND_OF: Final = {
    Play.STAND: EventKind.STAND,
    Play.HIT: EventKind.HIT,
    Play.DOUBLE: EventKind.DOUBLE,
    Play.SURRENDER: EventKind.SURRENDER,
}


@frozen
class FirstPlay:
    """How two cards are played first, and what they win.

    Attributes:
        won: on average.
        play: the event; None for a natural that is paid.
        estimated_error: about how far from it the true average lies.
        insured: the hand is insured before.
    """

    won: float
    play: EventKind | None
    estimated_error: float = 0.0
    insured: bool = False


ROUNDING: Final = 1e-12
"""More than floats lose on the way, in opening bets and in chances."""

_DOUBLES_HARD_FROM: Final = {Double.NINE_TO_ELEVEN: 9, Double.TEN_OR_ELEVEN: 10}
_MOST_DOUBLED: Final = 11
"""The hard totals that may be doubled, where not every total may."""


class Branch:
    """Hands that come from the deal, or from a split, and the chances of what follows them.

    Every array of values has three sides: cases, hands and, where there is one, the next card. The
    hands of a deal have one case. Those of a split have several: in the first, no card has gone but
    the up card, the pair and the hand's own; in each further case one more card of the pair's
    points has gone to another hand.

    Args:
        terms: of the rule set against the up card.
        odds: of the dealer's hand.
        pair: the points of the pair that was split; 0 for the hands of a deal.
        cases: how many there are.

    Raises:
        ShoeError: beside one of the hands, too few cards are left for the dealer's hand.
    """

    def __init__(self, terms: Terms, odds: DealerOdds, pair: int = 0, cases: int = 1) -> None:
        self.terms = terms
        self.pair = pair
        self.hands = all_hands().part(self._comes_about())
        gone = np.repeat(self.hands.cards[np.newaxis], cases, axis=0)
        if pair:
            gone[:, :, pair - 1] += 1 + np.arange(cases)[:, np.newaxis]
        left = np.maximum(odds.shoe - gone, 0)
        cards = np.maximum(odds.shoe.sum() - gone.sum(axis=2), 1)
        self.draws: Floats = left / cards[:, :, np.newaxis]
        ends = odds.chances(gone.reshape(-1, len(POINTS))).reshape(*gone.shape[:2], ENDS)
        unfinished = ends.sum(axis=2) < 1 - ROUNDING
        if (unfinished & (gone <= odds.shoe).all(axis=2)).any():
            shoe = with_card(tuple(odds.shoe.tolist()), terms.up_points)
            raise ShoeError(f"a shoe of {shoe} runs out before a round has ended", "add cards")
        self.natural = self._naturals(left, cards)
        self.ends = self._ends(ends)
        self._busts = self._lost_by_a_card(left, cards)
        self._next = np.moveaxis(self.hands.after, 1, 0)

    def _comes_about(self) -> Flags:
        hands = all_hands()
        two = hands.size >= FIRST_CARDS
        if not self.pair:
            return two
        own: Flags = two & (hands.cards[:, self.pair - 1] > 0)
        if self.pair == ACE and not self.terms.rules.hit_split_aces:
            own &= hands.size == FIRST_CARDS
        return own

    def _naturals(self, left: Ints, cards: Ints) -> Floats:
        """Return the chance of a dealer natural."""
        missing = self.terms.missing
        if not missing:
            return np.zeros(cards.shape)
        found: Floats = left[:, :, missing - 1] / cards
        return found

    def _lost_by_a_card(self, left: Ints, cards: Ints) -> Floats:
        """Return what a hit loses by the cards on which the hand goes bust."""
        missing = self.terms.missing
        busts = (self.hands.after == BUST) & self._over_21
        if self.terms.takes_all or not missing:
            lost: Floats = (self.draws * busts).sum(axis=2)
            return -lost
        left_of_it = left[:, :, missing - 1, np.newaxis] - (np.array(POINTS) == missing)
        natural = left_of_it / np.maximum(cards - 1, 1)[:, :, np.newaxis]
        lost = (self.draws * busts * (1 - natural)).sum(axis=2)
        return -lost

    @property
    def _over_21(self) -> Flags:
        """By the next card, the hand is bust."""
        hard = self.hands.cards @ np.array(POINTS)
        over: Flags = hard[:, np.newaxis] + np.array(POINTS) > TWENTY_ONE
        return over

    def _ends(self, ends: Floats) -> Floats:
        """Return what one bet on a hand wins that takes no further card."""
        total = self.hands.total
        by_total = np.arange(DEALER_STANDS_ON, TWENTY_ONE + 1)
        sign = np.sign(total[:, np.newaxis] - by_total)
        won: Floats = ends[:, :, BUSTED] + (ends[:, :, :BUSTED] * sign).sum(axis=2)
        if self.terms.takes_all:
            ties = (total == TWENTY_ONE) & (not self.terms.rules.natural_beats_21)
            won = won - ends[:, :, NATURAL] * ~ties
        if self.terms.rules.charlie is not None:
            sure = 1 - (0 if self.terms.unseen else 1) * self.natural
            won = np.where(self.hands.size >= self.terms.rules.charlie, sure, won)
        if self._makes_naturals:
            two = (total == TWENTY_ONE) & (self.hands.size == FIRST_CARDS)
            won = np.where(two, self._split_natural(ends), won)
        return won

    @property
    def _makes_naturals(self) -> bool:
        return self.pair > 0 and self.terms.rules.split_natural

    def _split_natural(self, ends: Floats) -> Floats:
        """Return what an ace and a ten after a split win, which count as a natural."""
        rules, pays = self.terms.rules, self.terms.blackjack_pays
        at_turn = rules.natural_settles is NaturalSettles.TURN
        sure = 1 - (0 if at_turn and self.terms.unseen else 1) * self.natural
        ties = rules.natural_settles is NaturalSettles.SHOWDOWN and not rules.natural_beats_21
        return pays * (sure - ties * ends[:, :, TWENTY_ONE - DEALER_STANDS_ON])

    @cached_property
    def asked(self) -> Flags:
        """By hand, whether the player decides anything."""
        rules = self.terms.rules
        done = np.zeros(len(self.hands.size), np.bool_)
        if rules.auto_stand_21:
            done |= self.hands.total == TWENTY_ONE
        if self._makes_naturals:
            done |= (self.hands.total == TWENTY_ONE) & (self.hands.size == FIRST_CARDS)
        if rules.charlie is not None:
            done |= self.hands.size >= rules.charlie
        if self.pair == ACE and not rules.hit_split_aces:
            done |= self.hands.size == FIRST_CARDS
        return ~done

    @cached_property
    def may_double(self) -> Flags:
        """By hand, whether it may be doubled."""
        rules, total, soft = self.terms.rules, self.hands.total, self.hands.soft
        if not self.terms.doubles(split=self.pair > 0):
            return np.zeros(len(total), np.bool_)
        allowed: Flags = np.array(self.asked)
        if not rules.double_soft:
            allowed &= ~soft
        if rules.double is not Double.ANY_TIME:
            allowed &= self.hands.size == FIRST_CARDS
        least = _DOUBLES_HARD_FROM.get(rules.double)
        if least is not None:
            allowed &= ~soft & (total >= least) & (total <= _MOST_DOUBLED)
        return allowed

    @cached_property
    def may_surrender(self) -> Flags:
        """By hand, whether it may be given up."""
        first = (self.hands.size == FIRST_CARDS) & (self.pair == 0)
        may: Flags = self.asked & first & self.terms.surrenders
        return may

    @cached_property
    def surrendered(self) -> Floats:
        """What a hand wins that is given up."""
        if self.terms.rules.surrender is Surrender.EARLY:
            return -0.5 + (0 if self.terms.takes_all else 1) * self.natural
        return -0.5 * (1 - self.natural) - (1 if self.terms.takes_all else 0) * self.natural

    @cached_property
    def doubled(self) -> Floats:
        """What a hand wins that is doubled."""
        return 2 * self.hit(self.ends, slice(None))

    def hit(self, values: Floats, places: slice) -> Floats:
        """Return what some hands win that take a card.

        Args:
            values: what each hand wins afterwards.
            places: of the hands.
        """
        won = self._busts[:, places].copy()
        for points, after in enumerate(self._next):
            places_after = after[places]
            makes = places_after != BUST
            won += self.draws[:, places, points] * values[:, places_after] * makes
        return won

    def plays(self, values: Floats, places: slice) -> Floats:
        """Return what each play of some hands wins, by its place in `Play`.

        Args:
            values: what each hand wins afterwards.
            places: of the hands.
        """
        return np.stack(
            [
                self.ends[:, places],
                self.hit(values, places),
                self.doubled[:, places],
                self.surrendered[:, places],
            ]
        )

    def solve(self, choose: Callable[[Floats, slice], Ints]) -> tuple[Floats, Ints]:
        """Return what each hand wins, and the play of each.

        Args:
            choose: returns the plays of some hands, when it is told what each play wins and where
                the hands stand.
        """
        values = np.zeros(self.draws.shape[:2])
        chosen = np.zeros(len(self.hands.size), np.int64)
        for places in reversed(self.hands.levels):
            plays = self.plays(values, places)
            picked = np.where(self.asked[places], choose(plays, places), Play.STAND)
            chosen[places] = picked
            values[:, places] = np.take_along_axis(plays, picked[np.newaxis, np.newaxis], 0)[0]
        return values, chosen

    def reached(self, start: Floats, chosen: Ints) -> Floats:
        """Return how often each hand is reached.

        Args:
            start: how often each hand of two cards is.
            chosen: the play of each hand.
        """
        often = np.append(start, np.zeros((len(start), 1)), axis=1)
        for places in self.hands.levels:
            hits = often[:, places] * (chosen[places] == Play.HIT)
            for points, after in enumerate(self._next):
                # No two hands make the same one by the same card.
                often[:, after[places]] += hits * self.draws[:, places, points]
                often[:, BUST] = 0
        return often[:, :-1]

    def order(self, second: Floats) -> Floats:
        """Return how likely the cards of each hand of a split come in one certain order, by case.

        Args:
            second: the chance of each second card.
        """
        likely = np.zeros((len(second), len(self.hands.size) + 1))
        for places in self.hands.levels:
            if self.hands.size[places.start] == FIRST_CARDS:
                drawn = self.hands.cards[places].copy()
                drawn[:, self.pair - 1] -= 1
                likely[:, places] = second @ drawn.T
            for points, after in enumerate(self._next):
                # Whichever card came last, the product is the same.
                likely[:, after[places]] = likely[:, places] * self.draws[:, places, points]
        return likely[:, :-1]

    def place(self, cards: Counts) -> int:
        """Return the place of a hand."""
        return int(np.flatnonzero((self.hands.cards == np.array(cards)).all(axis=1))[0])
