"""Traits: what some cards have in common.

These are plain functions of cards; the words of pay tables use them (`pitboss.rules.pay_words`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.game.cards import RANKS_IN_A_SUIT, Card, Suit

SUITED: Final = 1
SAME_COLOUR: Final = 2
SAME_RANK: Final = 4
RUN: Final = 8
ALL_TRAITS: Final = SUITED | SAME_COLOUR | SAME_RANK | RUN

_RED: Final = (Suit.DIAMONDS, Suit.HEARTS)


def is_red(card: Card) -> bool:
    """Say whether a card is of a red suit."""
    return card.suit in _RED


def traits_of(cards: Sequence[Card]) -> int:
    """Return the traits of some cards, as a sum of constants such as `SUITED`; 0 without cards.

    A run has consecutive ranks in any order; an ace is low or high.
    """
    traits, ranks = ALL_TRAITS & ~RUN, 0
    for card in cards:
        first = cards[0]
        ranks |= 1 << card.rank_index
        if card.suit is not first.suit:
            traits &= ~SUITED
            if is_red(card) is not is_red(first):
                traits &= ~SAME_COLOUR
        if card.rank_index != first.rank_index:
            traits &= ~SAME_RANK
    if not ranks:
        return 0
    with_high_ace = ranks & ~1 | 1 << RANKS_IN_A_SUIT if ranks & 1 else ranks
    run = (1 << len(cards)) - 1
    if ranks == run * (ranks & -ranks) or with_high_ace == run * (with_high_ace & -with_high_ace):
        traits |= RUN
    return traits
