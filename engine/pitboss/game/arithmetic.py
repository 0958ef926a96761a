"""The arithmetic of a hand, on whole numbers; no other module repeats it.

The machine calls these functions, and the simulation compiles this file again for its kernel. So
this module imports nothing from the package, and its functions do not call each other. An ace has
one point here.
"""

from __future__ import annotations

from typing import Final

TWENTY_ONE: Final = 21
"""The most points a hand may have without being bust [001 Points]."""

FIRST_CARDS: Final = 2
"""How many cards a hand is dealt; only these make a natural or a pair."""

ACE: Final = 1
"""The points of an ace, unless it counts eleven."""

ACE_EXTRA_POINTS: Final = 10
"""What an ace that counts eleven adds to its one point [001 Points]."""

DEALER_STANDS_ON: Final = 17
"""The least total on which the dealer may stand [000, 001, 002, 003]."""


def best_total(hard: int, has_ace: bool) -> int:
    """Return the best total of some cards; it is soft if it differs from the hard total.

    Args:
        hard: the sum of the cards' points, with every ace counted as one.
        has_ace: whether one of the cards is an ace.
    """
    if has_ace and hard + ACE_EXTRA_POINTS <= TWENTY_ONE:
        return hard + ACE_EXTRA_POINTS
    return hard


def add_card(points: int, soft: bool, card: int) -> tuple[int, bool]:
    """Return the total with one more card, and whether it is soft.

    Args:
        points: the best total without the card.
        soft: whether an ace counts eleven in this total.
        card: the points of the card.
    """
    points += card
    if card == ACE and points + ACE_EXTRA_POINTS <= TWENTY_ONE:
        return points + ACE_EXTRA_POINTS, True
    if soft and points > TWENTY_ONE:
        return points - ACE_EXTRA_POINTS, False
    return points, soft


def make_natural(one: int, other: int) -> bool:
    """Say whether two cards, given by their points, are an ace and a card worth ten."""
    return ACE in (one, other) and one + other + ACE_EXTRA_POINTS == TWENTY_ONE


def ties_natural(points: int, natural: bool, natural_beats_21: bool) -> bool:
    """Say whether a hand ties a natural.

    Another natural ties it. Any other 21 ties it, too, unless the rules say that a natural beats
    any other 21.

    Args:
        points: the total of the hand.
        natural: whether the hand is a natural.
        natural_beats_21: whether a natural beats any other 21 by the rules.
    """
    return natural or (not natural_beats_21 and points == TWENTY_ONE)


def compare(points: int, dealer: int, dealer_22_pushes: bool, ties_lose: bool) -> int:
    """Return 1 if a hand that is not bust beats the dealer's total, 0 if it pushes, else -1.

    Args:
        points: the total of the hand.
        dealer: the dealer's total.
        dealer_22_pushes: whether a dealer's 22 pushes by the rules.
        ties_lose: whether equal totals lose by the rules.
    """
    if dealer_22_pushes and dealer == TWENTY_ONE + 1:
        return 0
    if dealer > TWENTY_ONE or points > dealer:
        return 1
    return 0 if points == dealer and not ties_lose else -1


def dealer_draws(points: int, soft: bool, hits_soft_17: bool) -> bool:
    """Say whether the dealer must draw on this total.

    Args:
        points: the total.
        soft: whether an ace counts eleven in this total.
        hits_soft_17: whether the dealer draws on a soft 17 by the rules.
    """
    return points < DEALER_STANDS_ON or (soft and hits_soft_17 and points == DEALER_STANDS_ON)


def may_double(points: int, cards: int, most_cards: int, least: int, most: int) -> bool:
    """Say whether a total may be doubled.

    Args:
        points: the total.
        cards: the number of cards in the hand.
        most_cards: the greatest number of cards with which a hand may be doubled.
        least: the least total that may be doubled; a soft one counts its ace as eleven.
        most: the largest total that may be doubled.
    """
    return cards <= most_cards and least <= points <= most


def is_doubled_free(points: int, soft: bool) -> bool:
    """Say whether the house stakes a double by the rules of free bets: it does on a hard 9 to 11.

    Args:
        points: the total.
        soft: whether an ace counts eleven in this total.
    """
    return not soft and 9 <= points <= 11


def wins_by_cards(points: int, cards: int, least: int, least_21: int) -> int:
    """Return 1 if a hand that is not bust wins by its number of cards, 2 if only as a 21, else 0.

    Args:
        points: the total.
        cards: the number of cards in the hand.
        least: the least number of cards with which any hand wins; 0 if none does.
        least_21: the least number of cards with which a 21 wins; 0 if none does.
    """
    if 0 < least <= cards:
        return 1
    return 2 if points == TWENTY_ONE and 0 < least_21 <= cards else 0
