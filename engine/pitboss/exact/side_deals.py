"""The deals that decide a side bet, each with the class into which it falls.

Two cards are of the same kind if no condition of the pay table distinguishes them. Deals are listed
by kinds, not by cards. Suits are distinguished only if a class depends on them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final

from attrs import evolve, frozen

from pitboss.errors import PitbossError
from pitboss.game.arithmetic import FIRST_CARDS, TWENTY_ONE, add_card
from pitboss.game.cards import CARDS, Card
from pitboss.game.totals import is_natural
from pitboss.rules.pay_words import WORDS, Condition
from pitboss.rules.side_bets import DecidingCards, OnNatural, SideBet

MAX_DEALS: Final = 300_000
"""The most deals that are examined for one side bet."""

LOST: Final = -1
RETURNED: Final = -2
"""Used in place of the index of a class: the stake is lost, or a dealer natural returns it."""

Draws = frozenset[tuple[int, bool]]
"""The totals to which the dealer draws, each with whether it is soft."""


class UnlistedSideBetError(PitbossError):
    """The edge of a side bet cannot be worked out, because its deals cannot be listed.

    Attributes:
        name: the name of the side bet.
    """

    def __init__(self, name: str, why: str, next_step: str) -> None:
        self.name = name
        super().__init__(f"the edge of side bet {name} is not worked out: {why}", next_step)


@frozen(eq=False)
class CardKind:
    """Cards that no condition distinguishes.

    Attributes:
        card: one of them.
        cards: all of them.
        mask: a bit for each card, at its place in `CARDS`; looking up a card by its bit is quick.
    """

    card: Card
    cards: tuple[Card, ...]
    mask: int


Drawn = tuple[tuple[CardKind, int], ...]
"""The kind of each card of a deal, with the number of earlier cards of that kind."""


@frozen
class SideDeal:
    """Deals with cards of the same kinds; all these deals are in one class.

    Attributes:
        place: the index of the class in the pay table, or `LOST` or `RETURNED`.
        drawn: the cards.
        orders: the number of orders in which the cards can be dealt.
    """

    place: int
    drawn: Drawn
    orders: int


_Tell = Callable[[Any, Card], object]
"""Returns what a condition reads from a card, given `Condition.wanted` and the card."""

_SUIT: Final[_Tell] = lambda _, card: card.suit  # noqa: E731  one of a table
_RANK: Final[_Tell] = lambda _, card: card.rank  # noqa: E731
_POINTS: Final[_Tell] = lambda _, card: card.points  # noqa: E731
_NATURAL: Final[_Tell] = lambda _, card: card.makes_natural and card.points  # noqa: E731
_NAMED: Final[_Tell] = lambda wanted, card: card.rank.value in wanted and card.rank  # noqa: E731
_AMONG: Final[_Tell] = lambda wanted, card: card.rank.value in wanted  # noqa: E731

TELLS: Final[Mapping[str, _Tell]] = {
    "suited": _SUIT,
    "same_colour": _SUIT,
    "same_rank": _RANK,
    "run": _RANK,
    "suit": _SUIT,
    "colour": _SUIT,
    "rank": _AMONG,
    "ranks": _NAMED,
    "cards": lambda wanted, card: card.code in wanted and card.code,
    "last_rank": _AMONG,
    "total": _POINTS,
    "hard_total": _POINTS,
    "soft": _POINTS,
    "bust": _POINTS,
    "natural": _NATURAL,
    "count": lambda _, __: None,
    "equal_rank": _RANK,
    "equal_card": lambda _, card: card.code,
}
"""What each word of a condition reads from a card."""


def _kinds(cards: Iterable[Card], tells: Sequence[tuple[_Tell, object]]) -> tuple[CardKind, ...]:
    """Group the cards that conditions cannot distinguish."""
    alike: defaultdict[tuple[object, ...], list[Card]] = defaultdict(list)
    for card in cards:
        alike[tuple([tell(wanted, card) for tell, wanted in tells])].append(card)
    return tuple(
        [
            CardKind(each[0], tuple(each), sum(1 << card.index for card in each))
            for each in alike.values()
        ]
    )


def _tells_of(conditions: Iterable[Condition]) -> list[tuple[_Tell, object]]:
    return [(TELLS[each.word], each.wanted) for each in conditions]


def _deciding(bet: SideBet) -> list[Condition]:
    """Return the conditions on the cards that decide a side bet."""
    return [each for line in bet.classes for each in line.conditions]


def _plain(bet: SideBet) -> SideBet:
    """Return a side bet without conditions on suits; conditions on cards keep only their ranks."""
    lines = [
        evolve(
            line,
            conditions=tuple(
                [
                    Condition("ranks", tuple([code[0] for code in each.wanted]))
                    if each.word == "cards"
                    else each
                    for each in line.conditions
                    if each.word == "cards" or not WORDS[each.word].of_suits
                ]
            ),
        )
        for line in bet.classes
    ]
    return evolve(bet, classes=tuple(lines))


def _grown(
    kinds: Sequence[CardKind], draws: Callable[[int, int, bool], bool]
) -> Iterator[tuple[CardKind, ...]]:
    """Yield each hand that can be drawn, with its cards in the order of drawing.

    Args:
        kinds: the kinds of cards in the shoe.
        draws: says whether a hand draws another card; the arguments are the number of its cards,
            its total, and whether this total is soft.
    """
    waiting: list[tuple[tuple[CardKind, ...], int, bool]] = [((), 0, False)]
    while waiting:
        hand, points, soft = waiting.pop()
        if draws(len(hand), points, soft):
            waiting += [
                ((*hand, kind), *add_card(points, soft, kind.card.points)) for kind in kinds
            ]
        else:
            yield hand


@frozen
class _Listing:
    """A side bet, and the list of its deals.

    In a deal, the cards that decide the bet come first, then the other cards that matter. The
    deciding cards are divided into the same kinds as the other cards, or into finer kinds.

    Attributes:
        bet: the side bet.
        plain: the side bet without conditions on suits; if one of its classes matches, the
            same class of the real side bet may still fail because of the suits.
        draws: the totals to which the dealer draws.
        peek_points: the points of the up cards with which the dealer peeks for a natural.
    """

    bet: SideBet
    plain: SideBet
    draws: Draws
    peek_points: frozenset[int]

    @property
    def natural_matters(self) -> bool:
        """Whether a dealer natural changes the class, even without a condition about naturals."""
        ends = self.bet.decided_by is DecidingCards.HAND and self.peek_points
        return bool(ends) or self.bet.dealer_natural is not OnNatural.COMPARES

    @property
    def shows_up_card(self) -> bool:
        """Whether the up card decides the side bet, or is compared with the deciding cards."""
        by = self.bet.decided_by
        return by is DecidingCards.FIRST_TWO_AND_UP_CARD or bool(
            self.bet.words & {"equal_rank", "equal_card"}
        )

    def deciding(self, kinds: Sequence[CardKind]) -> Iterator[tuple[CardKind, ...]]:
        """Yield all possible deciding cards, in every order."""
        by, most = self.bet.decided_by, self.bet.most_cards
        if by is DecidingCards.DEALERS_HAND:
            return _grown(
                kinds,
                lambda count, points, soft: count < FIRST_CARDS or (points, soft) in self.draws,
            )
        if by is DecidingCards.HAND:
            return _grown(
                kinds,
                lambda count, points, _: (
                    count < FIRST_CARDS or (count < most and points < TWENTY_ONE)
                ),
            )
        return product(kinds, repeat=FIRST_CARDS + self.shows_up_card)

    def in_one_order(self, cards: tuple[CardKind, ...]) -> tuple[CardKind, ...]:
        """Sort those cards whose order cannot change the class; the others keep their places."""
        if any(each.first for each in self.bet.classes):
            return cards
        told_apart = "last_rank" in self.bet.words or (
            self.shows_up_card
            and (self.natural_matters or bool(self.bet.words & {"equal_rank", "equal_card"}))
        )
        movable = len(cards) - told_apart
        return (*sorted(cards[:movable], key=lambda kind: kind.mask), *cards[movable:])

    def place(self, bet: SideBet, deciding: Sequence[Card], beside: Sequence[Card]) -> int:
        """Return the index of the class of some cards, or `LOST` or `RETURNED`."""
        by = bet.decided_by
        hand, dealer = deciding, beside
        if by in {DecidingCards.DEALERS_HAND, DecidingCards.DEALERS_TWO}:
            hand, dealer = beside, deciding
        elif by is not DecidingCards.HAND:
            hand, dealer = deciding[:FIRST_CARDS], [*deciding[FIRST_CARDS:], *beside]
        if self.natural_matters and is_natural(dealer[:FIRST_CARDS]):
            if bet.dealer_natural is OnNatural.LOSES:
                return LOST
            if bet.dealer_natural is OnNatural.RETURNS:
                return RETURNED
            if dealer[0].points in self.peek_points:
                hand = hand[:FIRST_CARDS]
        found = bet.class_for(hand, dealer[0] if dealer else None, dealer)
        return LOST if found is None else bet.classes.index(found)

    def beside(self) -> tuple[Sequence[tuple[_Tell, object]], int]:
        """Return what is read from the cards that do not decide the bet, and how many these are."""
        conditions = [
            each for line in self.bet.classes for each in (*line.of_dealer, *line.of_hand)
        ]
        tells = _tells_of(conditions)
        if self.natural_matters:
            tells.append((_NATURAL, None))
        by = self.bet.decided_by
        of_dealer = by not in {DecidingCards.DEALERS_HAND, DecidingCards.DEALERS_TWO}
        shown = of_dealer and self.shows_up_card
        return tells, FIRST_CARDS - shown if tells else 0

    def deals(self) -> Iterator[tuple[int, tuple[CardKind, ...], int]]:
        """Yield deals: the place of the class, the cards, and the number of their orders.

        Raises:
            UnlistedSideBetError: there are too many deals.
        """
        tells_beside, number = self.beside()
        tells = [*tells_beside, *_tells_of(_deciding(self.plain))]
        if self.bet.decided_by in {DecidingCards.DEALERS_HAND, DecidingCards.HAND}:
            tells.append((_POINTS, None))
        kinds = _kinds(CARDS, tells)
        finer = {kind: _kinds(kind.cards, _tells_of(_deciding(self.bet))) for kind in kinds}
        besides = list(product(_kinds(CARDS, tells_beside), repeat=number))
        orders: Counter[tuple[CardKind, ...]] = Counter()
        for cards in self._counted(self.deciding(kinds)):
            orders[self.in_one_order(cards)] += 1
        self._check(len(orders) * len(besides), "read fewer suits and ranks in 'dealer' or 'hand'")
        open_ones: list[tuple[tuple[CardKind, ...], tuple[CardKind, ...], int]] = []
        for coarse, times in orders.items():
            for beside in besides:
                place = self._place_of(self.plain, coarse, beside)
                if place >= 0 and self.bet.classes[place] != self.plain.classes[place]:
                    open_ones.append((coarse, beside, times))
                else:
                    yield place, (*coarse, *beside), times
        self._check(sum(prod([len(finer[kind]) for kind in cards]) for cards, *_ in open_ones))
        for coarse, beside, times in open_ones:
            for fine in product(*[finer[kind] for kind in coarse]):
                yield self._place_of(self.bet, fine, beside), (*fine, *beside), times

    def _place_of(
        self, bet: SideBet, deciding: Sequence[CardKind], beside: Sequence[CardKind]
    ) -> int:
        cards = [kind.card for kind in deciding], [kind.card for kind in beside]
        return self.place(bet, *cards)

    def _counted(self, each: Iterable[tuple[CardKind, ...]]) -> Iterator[tuple[CardKind, ...]]:
        for number, cards in enumerate(each):
            self._check(number)
            yield cards

    def _check(self, number: int, next_step: str = "limit the cards of classes by 'first'") -> None:
        if number > MAX_DEALS:
            why = f"more than {MAX_DEALS:,} deals would have to be examined"
            raise UnlistedSideBetError(self.bet.name, why, next_step)


def _drawn(cards: Sequence[CardKind]) -> Drawn:
    """Return each card with the number of earlier cards of its kind, sorted by kind."""
    drawn = [
        (kind, sum(kind.mask >> before.card.index & 1 for before in cards[:number]))
        for number, kind in enumerate(cards)
    ]
    return tuple(sorted(drawn, key=lambda each: (each[0].mask, each[1])))


@lru_cache(maxsize=64)
def deals_of(bet: SideBet, draws: Draws, peek_points: frozenset[int]) -> tuple[SideDeal, ...]:
    """List the deals that decide a side bet, for any shoe.

    If the player's hand decides the bet, it draws until no further card can change the class, or
    until it has 21 or more. If a peek finds a natural, no hand draws.

    Args:
        bet: the side bet.
        draws: the totals to which the dealer draws.
        peek_points: the points of the up cards with which the dealer peeks for a natural.

    Raises:
        UnlistedSideBetError: there are too many deals, or they depend on how a hand is played.
    """
    if bet.decided_by is DecidingCards.HAND and not bet.most_cards:
        why = "it depends on how the hand is played"
        raise UnlistedSideBetError(bet.name, why, "add 'first' to each of its classes")
    orders: Counter[tuple[int, Drawn]] = Counter()
    for place, cards, times in _Listing(bet, _plain(bet), draws, peek_points).deals():
        orders[place, _drawn(cards)] += times
    return tuple([SideDeal(place, drawn, times) for (place, drawn), times in orders.items()])
