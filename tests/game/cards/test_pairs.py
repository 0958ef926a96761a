"""Which two cards are a pair that may be split, by rank and by value."""

from collections.abc import Sequence
from itertools import product

import pytest

from pitboss.game.cards import CARDS, Card
from pitboss.game.round import Hand, Phase, Round, Seat
from pitboss.machine.effects import take
from pitboss.machine.flags import flags_for
from pitboss.machine.guards import is_pair
from pitboss.rules import Rules
from pitboss.table.shoes import parse_cards

BY_RANK = flags_for(Rules.of(split="rank"))
BY_VALUE = flags_for(Rules.of(split="value"))


def held(cards: Sequence[Card]) -> tuple[Round, Seat, Hand]:
    """Return a hand of these cards, its seat and its round."""
    hand = Hand(1)
    for card in cards:
        take(hand, card)
    seat = Seat(0, "Ann", 0, on_credit=True)
    seat.hands = [hand]
    return Round(Phase.SPLIT_OFFERED, [seat]), seat, hand


def test_a_pair_by_rank_is_two_of_one_rank() -> None:
    """Of all 2,704 pairs of cards those whose codes begin alike, whatever their suits."""
    for first, second in product(CARDS, repeat=2):
        assert is_pair(BY_RANK, *held((first, second))) is (first.code[0] == second.code[0])


def test_a_pair_by_value_is_two_of_one_worth() -> None:
    """A king and a ten are a pair by value and none by rank; all 2,704 pairs are tried."""
    for first, second in product(CARDS, repeat=2):
        alike = first.code[0] == second.code[0]
        both_tens = {first.code[0], second.code[0]} <= set("TJQK")
        assert is_pair(BY_VALUE, *held((first, second))) is (alike or both_tens)


@pytest.mark.parametrize("cards", [(), parse_cards("8s"), parse_cards("8s8d8h")])
def test_a_pair_has_two_cards(cards: tuple[Card, ...]) -> None:
    """No card is no pair, nor is one card of a rank, nor three."""
    assert not is_pair(BY_RANK, *held(cards))
    assert not is_pair(BY_VALUE, *held(cards))
