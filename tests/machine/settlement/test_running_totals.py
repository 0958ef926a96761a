"""The totals that hands keep as they go, against the totals of their cards."""

from itertools import product
from random import Random

from tests.table.random_play import random_round

from pitboss import Card, Rules, Table
from pitboss.game.cards import CARDS
from pitboss.game.round import Holding
from pitboss.game.totals import is_natural, total_of
from pitboss.machine.effects import take

ONE_OF_EACH_VALUE = CARDS[:10]


def taken(cards: tuple[Card, ...]) -> Holding:
    """Take cards one by one up to a bust, and see the total of each number of them."""
    holding = Holding()
    for count, card in enumerate(cards, start=1):
        if holding.points > 21:
            break
        take(holding, card)
        total = total_of(cards[:count])
        assert (holding.points, holding.soft) == (total.points, total.soft), cards[:count]
    return holding


def test_a_running_total_is_that_of_the_cards_in_every_order() -> None:
    """All 10,000 orders of four values, and so of all fewer, up to a bust."""
    for cards in product(ONE_OF_EACH_VALUE, repeat=4):
        held = taken(cards).cards
        assert held == list(cards[: len(held)])


def test_a_running_total_follows_long_hands_of_small_cards() -> None:
    """Up to twenty-one cards, aces above all: a soft hand turns hard once and for ever."""
    chance = Random(1)
    small = CARDS[:1] * 4 + CARDS[:3]
    for _ in range(2_000):
        taken(tuple(chance.choices(small, k=chance.randint(5, 21))))
    assert taken(CARDS[:1] * 21).points == 21


def test_every_hand_in_play_has_the_total_of_its_cards() -> None:
    """Also after splits, which take a card away again; naturals are what they say."""
    chance = Random(2)
    table = Table(Rules.preset("lott", max_seats=7), seats=["Ann", "Bob", "Cid"], seed=1)
    split = 0
    for _ in range(300):
        for _event in random_round(chance, table):
            round_ = table.round
            hands = [hand for seat in round_.seats for hand in seat.hands]
            split += len(hands) > 3
            for holding in (round_.dealer, *hands):
                total = total_of(holding.cards)
                assert (holding.points, holding.soft) == (total.points, total.soft)
            for hand in hands:
                assert hand.bust == (hand.points > 21)
                assert hand.natural == is_natural(hand.cards)
    assert split
