"""Cards: fifty-two values that exist once and are shared by every shoe."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import field, frozen

from pitboss.errors import CardError


class Rank(Enum):
    """The thirteen ranks; the value is the symbol in which a card is written."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(Enum):
    """The four suits; the value is the letter in which a card is written."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


CARDS_IN_A_DECK: Final = 52
TEN_POINTS: Final = 10


@frozen(eq=False)
class Card:
    """One of the fifty-two cards.

    Equality is identity: there is one object a card, found in `CARDS` or made by `Card.parse`.
    An ace counts one point here; a hand decides whether one of its aces counts eleven [001 Points].

    Attributes:
        rank: ace to king.
        suit: clubs to spades.
        points: 1 for an ace, 10 for ten, jack, queen and king, else the number.
        index: place in the canonical order of a deck, 0 to 51.
        code: rank and suit, such as ``Th``.
        is_ace: it may count eleven.
        makes_natural: it is an ace or worth ten.
    """

    rank: Rank
    suit: Suit
    points: int
    index: int
    code: str
    is_ace: bool = field(repr=False)
    makes_natural: bool = field(repr=False)

    @staticmethod
    def parse(text: str) -> Card:
        """Return the card that `text` names, such as ``Th``.

        Raises:
            CardError: the text is not a rank and a suit.
        """
        card = _BY_CODE.get(text)
        if card is None:
            raise CardError(text)
        return card

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> str | tuple[object, ...]:
        return (Card.parse, (self.code,))

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Card:
        return self


def _one_deck() -> tuple[Card, ...]:
    deck: list[Card] = []
    for suit in Suit:
        for number, rank in enumerate(Rank, start=1):
            deck.append(
                Card(
                    rank=rank,
                    suit=suit,
                    points=min(number, TEN_POINTS),
                    index=len(deck),
                    code=rank.value + suit.value,
                    is_ace=rank is Rank.ACE,
                    makes_natural=rank is Rank.ACE or number >= TEN_POINTS,
                )
            )
    return tuple(deck)


CARDS: Final = _one_deck()
"""Every card once: clubs, diamonds, hearts, spades, each from the ace to the king."""

_BY_CODE: Final = {card.code: card for card in CARDS}
