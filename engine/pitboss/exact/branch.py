"""The hands that can come from a deal or a split against one up card, and what they win.

Values are in opening bets. If a dealer natural does not take every stake, the values here do not
subtract the opening bet that it takes; the module `values` does.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from typing import Any, Final, TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from pitboss.errors import ShoeError
from pitboss.exact.dealer import ENDS, NATURAL, DealerOdds
from pitboss.exact.hands import (
    ACE,
    BUST,
    POINTS,
    Counts,
    Flags,
    Floats,
    Hands,
    Ints,
    all_hands,
    with_card,
)
from pitboss.exact.terms import Terms
from pitboss.game.arithmetic import FIRST_CARDS, TWENTY_ONE
from pitboss.game.events import EventKind
from pitboss.machine.made_up import MadeUp

T = TypeVar("T")


class Play(IntEnum):
    """A play of a hand; its number is its index in arrays with one value for each play."""

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
    """The first play of two cards, and what the cards win.

    Attributes:
        won: what the two cards win on average, in opening bets.
        play: the kind of event; `None` for a natural that is paid.
        estimated_error: about how far the true average lies from `won`.
        insured: whether the hand is insured before the first play.
    """

    won: float
    play: EventKind | None
    estimated_error: float = 0.0
    insured: bool = False


ROUNDING: Final = 1e-12
"""An upper bound on the rounding errors of floats, in opening bets and in chances."""


class Branch:
    """All hands that can come from the deal or from a split, and what can happen to them.

    Every array of values has two or three axes: cases, hands and, where it matters, the next card.
    The hands of a deal have one case. The hands of a split have several. In the first case, only
    the up card, the pair and the hand's own cards have left the shoe. In each further case, one
    more card is missing: a card with the points of the pair, which another hand has taken.

    Args:
        terms: the terms of the rule set against the up card.
        odds: the odds of the dealer's hand.
        pair: the points of the pair that was split; 0 for the hands of a deal.
        cases: how many cases there are.

    Raises:
        ShoeError: a hand leaves too few cards for the dealer's hand.
    """

    def __init__(self, terms: Terms, odds: DealerOdds, pair: int = 0, cases: int = 1) -> None:
        self.terms = terms
        self.pair = pair
        self.hands = self._comes_about()
        gone = np.repeat(self.hands.cards[np.newaxis], cases, axis=0)
        if pair:
            gone[:, :, pair - 1] += 1 + np.arange(cases)[:, np.newaxis]
        left = np.maximum(odds.shoe - gone, 0)
        cards = np.maximum(odds.shoe.sum() - gone.sum(axis=2), 1)
        self.draws: Floats = left / cards[:, :, np.newaxis]
        ends = odds.chances(gone.reshape(-1, len(POINTS))).reshape(*gone.shape[:2], ENDS)
        unfinished = ends.sum(axis=2) < 1 - ROUNDING
        if (unfinished & (gone <= odds.shoe).all(axis=2)).any():
            shoe = with_card(tuple(odds.shoe.tolist()), *terms.held)
            raise ShoeError(f"a shoe of {shoe} runs out before a round has ended", "add cards")
        self._dealer_ends = ends
        self.ends: Floats = (ends * self._by_hand(Terms.won)).sum(axis=2)
        self._if_doubled: Floats = (ends * self._by_hand(_won_doubled)).sum(axis=2)
        self.natural = ends[:, :, NATURAL]
        busts, with_natural = self._bust_by_a_card(left, cards)
        self._if_bust: list[Floats] = []
        for doubled in (False, True):
            lost, to_natural = terms.bust(split=min(pair, ACE + 1), doubled=doubled)
            self._if_bust.append(lost * (busts - with_natural) + to_natural * with_natural)
        self._next = np.moveaxis(self.hands.after, 1, 0)

    def _comes_about(self) -> Hands:
        hands = all_hands()
        two: Flags = hands.size >= FIRST_CARDS
        if not self.pair:
            return hands.part(two)
        own = hands.part(two & (hands.cards[:, self.pair - 1] > 0))
        split = own.part(own.size == FIRST_CARDS)
        plays_on = any(self._of_two(split, Terms.decides).values())
        return own if plays_on else split

    def _of_two(self, hands: Hands, ask: Callable[[Terms, MadeUp], T]) -> dict[int, T]:
        """Return the answers to `ask` for hands of two cards, by their shape."""
        two = np.unique(hands.shape[hands.size == FIRST_CARDS]).tolist()
        return _of_shapes(self.terms.of_any_up_card, ask, self.pair, tuple(two))

    def _by_hand(self, ask: Callable[[Terms, MadeUp], T]) -> NDArray[Any]:
        """Return the answer to `ask` for each hand."""
        # After a hand of a split has drawn, it only matters whether the pair was a pair of aces.
        drawn = _of_drawn(self.terms.of_any_up_card, ask, min(self.pair, ACE + 1))
        answers = {**drawn, **self._of_two(self.hands, ask)}
        some = next(iter(drawn.values()))
        by_shape = [answers.get(place, some) for place in range(len(self.hands.shapes))]
        return np.array(by_shape)[self.hands.shape]

    def _bust_by_a_card(self, left: Ints, cards: Ints) -> tuple[Floats, Floats]:
        """Return the chance that the next card busts each hand.

        The second result is the chance of both this bust and a dealer natural.
        """
        hard = self.hands.cards @ np.array(POINTS)
        over = hard[:, np.newaxis] + np.array(POINTS) > TWENTY_ONE
        busts = self.draws * ((self.hands.after == BUST) & over)
        missing = self.terms.missing
        if not missing:
            return busts.sum(axis=2), busts.sum(axis=2) * self.terms.shows_natural
        left_of_it = left[:, :, missing - 1, np.newaxis] - (np.array(POINTS) == missing)
        natural = left_of_it / np.maximum(cards - 1, 1)[:, :, np.newaxis]
        return busts.sum(axis=2), (busts * natural).sum(axis=2)

    @cached_property
    def asked(self) -> Flags:
        """For each hand, whether the player decides anything."""
        decides: Flags = self._by_hand(Terms.decides)
        return decides

    @cached_property
    def may_double(self) -> Flags:
        """For each hand, whether it may be doubled."""
        may: Flags = self.asked & self._by_hand(_may_double)
        return may

    @cached_property
    def may_surrender(self) -> Flags:
        """For each hand, whether it may be surrendered."""
        may: Flags = self.asked & self._by_hand(_may_surrender)
        return may

    @cached_property
    def surrendered(self) -> Floats:
        """What a surrendered hand wins."""
        won = self.terms.won(MadeUp(16, soft=False, cards=FIRST_CARDS, surrendered=True))
        lost: Floats = self._dealer_ends @ won
        return lost

    @cached_property
    def doubled(self) -> Floats:
        """What a doubled hand wins."""
        return self._draw(self._if_doubled, slice(None), doubled=True)

    def hit(self, values: Floats, places: slice) -> Floats:
        """Return what some hands win if they take a card.

        Args:
            values: what each hand of the branch wins with its chosen play, by case.
            places: the places of the hands.
        """
        return self._draw(values, places, doubled=False)

    def _draw(self, values: Floats, places: slice, *, doubled: bool) -> Floats:
        won = self._if_bust[doubled][:, places].copy()
        for points, after in enumerate(self._next):
            places_after = after[places]
            makes = places_after != BUST
            won += self.draws[:, places, points] * values[:, places_after] * makes
        return won

    def plays(self, values: Floats, places: slice) -> Floats:
        """Return what each play of some hands wins, by the number of the play.

        Args:
            values: what each hand of the branch wins with its chosen play, by case.
            places: the places of the hands.
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
        """Return what each hand wins, and how it is played.

        Args:
            choose: returns the plays of some hands, given what each play wins and the places of
                the hands.
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
            start: how often each hand of two cards occurs.
            chosen: the play of each hand.
        """
        often = np.append(start, np.zeros((len(start), 1)), axis=1)
        for places in self.hands.levels:
            hits = often[:, places] * (chosen[places] == Play.HIT)
            for points, after in enumerate(self._next):
                # One card never turns two different hands into the same hand.
                often[:, after[places]] += hits * self.draws[:, places, points]
                often[:, BUST] = 0
        return often[:, :-1]

    def order(self, second: Floats) -> Floats:
        """Return the chance that the cards of each hand are drawn in one given order, by case.

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
        """Return the place of a hand in `hands`."""
        return int(np.flatnonzero((self.hands.cards == np.array(cards)).all(axis=1))[0])


def _of_drawn(terms: Terms, ask: Callable[[Terms, MadeUp], T], split: int) -> dict[int, T]:
    """Return the answers to `ask` for hands of more than two cards, by their shape."""
    return _of_shapes(terms, ask, split, _drawn_shapes())


@cache
def _drawn_shapes() -> tuple[int, ...]:
    shapes = enumerate(all_hands().shapes)
    return tuple(place for place, (_, _, cards) in shapes if cards > FIRST_CARDS)


@lru_cache(maxsize=4096)
def _of_shapes(
    terms: Terms, ask: Callable[[Terms, MadeUp], T], split: int, places: tuple[int, ...]
) -> dict[int, T]:
    """Return the answers to `ask` for hands of some shapes, by the place of the shape."""
    shapes = all_hands().shapes
    return {place: ask(terms, MadeUp(*shapes[place], split)) for place in places}


def _won_doubled(terms: Terms, hand: MadeUp) -> Floats:
    """Return what a hand that takes no further card wins.

    The hand counts as doubled if a hand with one card less may be doubled.
    """
    before = hand.cards - 1
    doubled = before == FIRST_CARDS or before in _sizes_doubled(terms, hand.split)
    return terms.won(evolve(hand, doubled=doubled))


@lru_cache(maxsize=64)
def _sizes_doubled(terms: Terms, split: int) -> frozenset[int]:
    """Return the sizes of hands that have drawn a card and may still be doubled."""
    shapes = all_hands().shapes
    return frozenset(
        shapes[place][2] for place, may in _of_drawn(terms, _may_double, split).items() if may
    )


def _may_double(terms: Terms, hand: MadeUp) -> bool:
    return terms.may(EventKind.DOUBLE, hand)


def _may_surrender(terms: Terms, hand: MadeUp) -> bool:
    return terms.may(EventKind.SURRENDER, hand)
