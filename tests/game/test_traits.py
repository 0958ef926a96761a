"""What a few cards have in common."""

from collections.abc import Sequence
from itertools import combinations, product

import pytest

from pitboss import Card
from pitboss.game.cards import CARDS, Suit
from pitboss.game.traits import RUN, SAME_COLOUR, SAME_RANK, SUITED, traits_of

ORDER = "A23456789TJQKA"
RUNS = {
    "".join(sorted(ORDER[low : low + length]))
    for length in range(1, 14)
    for low in range(15 - length)
}


def read_of(cards: Sequence[Card]) -> int:
    """Return the traits as a person reads them, each by itself."""
    suits = {card.suit for card in cards}
    red = {Suit.HEARTS, Suit.DIAMONDS}
    traits = SUITED if len(suits) == 1 else 0
    traits |= SAME_COLOUR if suits and (suits <= red or not suits & red) else 0
    traits |= SAME_RANK if len({card.rank for card in cards}) == 1 else 0
    return traits | (RUN if "".join(sorted(card.rank.value for card in cards)) in RUNS else 0)


@pytest.mark.parametrize("number", range(3))
def test_traits_of_up_to_two_cards_are_those_that_are_seen(number: int) -> None:
    """In every order, and with the same card twice."""
    for cards in product(CARDS, repeat=number):
        assert traits_of(cards) == read_of(cards), cards


def test_traits_of_three_cards_are_those_that_are_seen() -> None:
    """Every three of two suits of a colour and one of the other, one of them twice."""
    few = [card for card in CARDS if card.suit is not Suit.CLUBS]
    for cards in combinations([*few, few[0]], 3):
        assert traits_of(cards) == read_of(cards), cards


@pytest.mark.parametrize(
    ("codes", "runs"),
    [
        ("Ac 2d 3h 4s 5c 6d 7h", True),
        ("9c Td Jh Qs Kc Ad", True),
        ("Qc Kd Ah 2s", False),
        ("2c 3d 3h 4s", False),
        ("Ac Ad 2h", False),
        ("4s 2c 3d 5h", True),
    ],
)
def test_ranks_of_a_run_follow_one_another_around_no_corner(codes: str, runs: bool) -> None:  # noqa: FBT001
    """An ace is low or high, and not both."""
    cards = [Card.parse(code) for code in codes.split()]
    assert (traits_of(cards) & RUN == RUN) is runs
    assert traits_of(cards) == read_of(cards)
