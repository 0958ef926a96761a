"""Cards: fifty-two things that exist once."""

import copy
import pickle
from itertools import product
from typing import Any

import pytest

from pitboss.errors import CardError, PitbossError
from pitboss.game.cards import CARDS, CARDS_IN_A_DECK, Card, Rank, Suit


def test_a_deck_has_every_rank_in_every_suit_once() -> None:
    """Fifty-two cards, no two of one rank and suit."""
    assert len(CARDS) == CARDS_IN_A_DECK == 52
    assert {(card.rank, card.suit) for card in CARDS} == set(product(Rank, Suit))


def test_a_deck_lies_suit_by_suit_from_the_ace_to_the_king() -> None:
    """The canonical order, from which every shuffle starts, is fixed for ever."""
    in_order = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    assert [card.code for card in CARDS] == in_order


def test_a_cards_index_is_its_place_in_the_deck() -> None:
    """Thirteen to a suit, counted from 0."""
    for place, card in enumerate(CARDS):
        assert card.index == place
        assert place == 13 * list(Suit).index(card.suit) + list(Rank).index(card.rank)


def test_an_ace_counts_one_and_the_faces_ten() -> None:
    """Every number counts itself; a hand alone may count one of its aces eleven."""
    points = {card.code[0]: card.points for card in CARDS}
    assert points == {
        "A": 1,
        "2": 2,
        "3": 3,
        "4": 4,
        "5": 5,
        "6": 6,
        "7": 7,
        "8": 8,
        "9": 9,
        **dict.fromkeys("TJQK", 10),
    }


def test_the_aces_are_known_as_such() -> None:
    """Four cards of the deck are aces, one of each suit."""
    assert [card.code for card in CARDS if card.is_ace] == ["Ac", "Ad", "Ah", "As"]


def test_every_code_names_the_one_card() -> None:
    """Reading a code makes no new card; it finds the one there is."""
    for card in CARDS:
        assert Card.parse(card.code) is card
        assert str(card) == card.code


@pytest.mark.parametrize(
    "text",
    ["", "A", "s", "sA", "as", "AS", "10h", "1h", "Th ", " Th", "T\u2665", "Xh", "Tx", "ThTh"],
)
def test_any_other_text_is_refused(text: str) -> None:
    """The error keeps the text, and says how a card is written."""
    with pytest.raises(CardError, match="is not a card: write rank and suit") as refusal:
        Card.parse(text)
    assert refusal.value.text == text
    assert repr(text) in str(refusal.value)
    assert isinstance(refusal.value, PitbossError)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_card_comes_back_as_itself(protocol: int) -> None:
    """A card sent to another process and back is the same object, not an equal one."""
    for card in CARDS:
        assert pickle.loads(pickle.dumps(card, protocol)) is card  # noqa: S301 - our own bytes


def test_a_copied_card_is_itself() -> None:
    """Nor does copying make a second one, alone or inside something."""
    for card in CARDS:
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card


def test_a_card_cannot_be_altered() -> None:
    """It is shared by every shoe there is."""
    card: Any = CARDS[0]
    before = card.points
    for name in ("rank", "suit", "points", "index", "code", "is_ace", "makes_natural", "other"):
        with pytest.raises(AttributeError):
            setattr(card, name, getattr(CARDS[1], name, None))
        with pytest.raises(AttributeError):
            delattr(card, name)
    assert card.points == before


def test_cards_are_looked_up_as_themselves() -> None:
    """Different cards are unequal, and each finds its own entry."""
    assert len(set(CARDS)) == 52
    assert CARDS[9] != CARDS[10]
