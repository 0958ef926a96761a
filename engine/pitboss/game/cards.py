"""Cards: fifty-two objects, which all shoes share."""

from __future__ import annotations

from enum import Enum
from itertools import product
from typing import Final

from pitboss.errors import CardError, brief
from pitboss.game.trace import TraceEntry
from pitboss.unchecked import Unchecked


class Rank(Enum):
    """The thirteen ranks; the value is the symbol of the rank in a card's code."""

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
    """The four suits; the value is the letter of the suit in a card's code."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


CARDS_IN_A_DECK: Final = 52
RANKS_IN_A_SUIT: Final = 13

NOTHING_SEEN: Final = (0,) * RANKS_IN_A_SUIT
"""For each rank, how many cards of a new shoe were seen: 0."""
TEN_POINTS: Final = 10


class Card(TraceEntry):
    """One of the fifty-two cards.

    There is one object for each card, so equality is identity. `CARDS` has all of them.
    An ace counts one point here; a hand decides whether one of its aces counts eleven [001 Points].

    Attributes:
        rank: ace to king.
        suit: clubs to spades.
        points: 1 for an ace, 10 for ten, jack, queen and king, else the number.
        index: place in the canonical order of a deck, 0 to 51.
        rank_index: place of the rank among the thirteen, 0 for an ace to 12 for a king.
        code: rank and suit, such as ``Th``; made from rank and suit if it is not given.
        is_ace: whether the card may count eleven.
        makes_natural: whether the card is an ace or worth ten.
    """

    __slots__ = ("index", "is_ace", "makes_natural", "points", "rank", "rank_index", "suit")

    rank: Rank
    suit: Suit
    points: int
    index: int
    rank_index: int
    is_ace: bool
    makes_natural: bool

    def __init__(self, rank: Rank, suit: Suit, index: int, code: str = "") -> None:
        rank_index = index % RANKS_IN_A_SUIT
        number = rank_index + 1
        is_ace = rank is Rank.ACE
        super().__init__(code or rank.value + suit.value)
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "suit", suit)
        object.__setattr__(self, "points", min(number, TEN_POINTS))
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "rank_index", rank_index)
        object.__setattr__(self, "is_ace", is_ace)
        object.__setattr__(self, "makes_natural", is_ace or number >= TEN_POINTS)

    @staticmethod
    def parse(text: Unchecked[str]) -> Card:
        """Return the card that `text` names, such as ``Th``.

        Raises:
            CardError: the text is not a rank and a suit.
        """
        return _card(text)

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card.parse({self.code!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _card, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Card:
        return self


CARDS: Final = tuple(
    [Card(rank, suit, index) for index, (suit, rank) in enumerate(product(Suit, Rank))]
)
"""Every card once: clubs, diamonds, hearts, spades, each from the ace to the king."""

_BY_CODE: Final = {card.code: card for card in CARDS}


def _card(code: Unchecked[str]) -> Card:
    """Return the card of a code; pickles name this function, because they cannot name a method."""
    if type(code) is not str:
        raise CardError(brief(code))
    card = _BY_CODE.get(code)
    if card is None:
        raise CardError(code)
    return card
