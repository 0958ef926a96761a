"""The shuffle is fair: 20,000 shoes pass tests that faulty shuffles fail.

The seeds were chosen before the tests were first run: one table, its shoes from the first on.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

import pytest
from tests.game.shoe.chi_square import even, neighbours, places_of_cards
from tests.game.shoe.plain_shuffle import Below, Stream, fair_below, plain_shuffled

from pitboss.game.cards import CARDS, Card
from pitboss.game.shoe import shoe_seed, shuffle
from pitboss.table.shoes import SeededShoes

TABLE_SEED: Final = 1
SHOES: Final = 20_000
TWO_DECKS: Final = tuple(
    Card(card.rank, card.suit, card.index + 52 * deck) for deck in (0, 1) for card in CARDS
)
"""A red deck and a blue one: 104 cards that all differ, as the test of neighbours needs them."""

CARDS_OF_DECKS: Final = {1: CARDS, 2: TWO_DECKS}

pytestmark = pytest.mark.untraced

Shuffle = Callable[[bytes], Iterable[Card]]
"""Puts cards in the order that a shoe's seed gives them."""


def orders_of(shuffle: Shuffle) -> list[bytes]:
    """Return the orders of all shoes as indexes of cards."""
    seeds = (shoe_seed(TABLE_SEED, number) for number in range(1, SHOES + 1))
    return [bytes([card.index for card in shuffle(seed)]) for seed in seeds]


@cache
def orders_of_different_cards(decks: int) -> list[bytes]:
    """Return the engine's orders of one deck, or of two decks of different colours."""
    return orders_of(lambda seed: shuffle(CARDS_OF_DECKS[decks], seed)[0])


@pytest.mark.parametrize("decks", [1, 2])
def test_every_card_is_equally_likely_at_every_place(decks: int) -> None:
    """The counts of 20,000 shoes, place by card, pass the chi-square test at 99 %."""
    assert places_of_cards(orders_of_different_cards(decks)).passes()


@pytest.mark.parametrize("decks", [1, 2])
def test_every_card_is_equally_likely_to_follow_every_other(decks: int) -> None:
    """The adjacent pairs of 20,000 shoes pass the chi-square test at 99 %."""
    assert neighbours(orders_of_different_cards(decks)).passes()


def test_every_card_of_six_decks_is_equally_likely_at_every_place() -> None:
    """The 312 x 52 counts of 20,000 six-deck shoes pass the chi-square test at 99 %."""
    six_deck_orders = orders_of(lambda seed: shuffle(CARDS * 6, seed)[0])
    assert places_of_cards(six_deck_orders).passes()


def test_a_shoe_tells_nothing_of_the_next_shoe() -> None:
    """The first cards of two shoes that follow each other are 52 x 52 equally likely pairs."""
    first_cards = [order[0] for order in orders_of_different_cards(decks=1)]
    pairs = Counter(zip(first_cards[::2], first_cards[1::2], strict=True))
    assert even(pairs[first, second] for first in range(52) for second in range(52)).passes()


def test_the_cut_card_is_equally_likely_everywhere_in_its_window() -> None:
    """Each of 60 to 80 cards beneath it, both ends in, comes equally often in 20,000 shoes."""
    shoes = SeededShoes(TABLE_SEED, decks=2, burn=0, cut_low=60, cut_high=80)
    beneath = Counter(104 - shoes.fresh(number).cut_at for number in range(1, SHOES + 1))
    assert sorted(beneath) == list(range(60, 81))
    assert even(beneath.values()).passes()


def never_where_it_lies(stream: Stream, bound: int) -> int:
    """Leave out the last choice, as a loop that stops one too early does."""
    return fair_below(stream, max(bound - 1, 1))


def any_of_52(stream: Stream, bound: int) -> int:
    """Choose among all places of a deck every time, also among those that are done."""
    return fair_below(stream, 52) - (52 - bound)


def one_byte(stream: Stream, bound: int) -> int:
    """Take one byte modulo the bound, of which the low numbers get more."""
    return stream.number(1) % bound


@pytest.mark.parametrize(
    ("fault", "decks"),
    # A byte's unevenness grows with the shoe; what the other two leave behind shrinks with it.
    [(never_where_it_lies, 1), (any_of_52, 1), (one_byte, 2)],
)
def test_a_faulty_choice_of_places_is_found(fault: Below, decks: int) -> None:
    """The shuffle with one fault planted fails both tests that the engine's passes."""
    cards = CARDS_OF_DECKS[decks]
    faulty = orders_of(lambda seed: plain_shuffled(cards, seed, below=fault)[0])
    assert not places_of_cards(faulty).passes()
    assert not neighbours(faulty).passes()


@pytest.mark.parametrize("decks", [1, 2])
def test_the_shuffle_without_a_fault_planted_is_the_engines(decks: int) -> None:
    """What the faults are planted in is fair, so that it is the faults that are found."""
    cards = CARDS_OF_DECKS[decks]
    plain = orders_of(lambda seed: plain_shuffled(cards, seed)[0])
    assert plain == orders_of_different_cards(decks)


def test_a_deck_that_is_only_cut_is_found() -> None:
    """Cutting alone puts every card everywhere and leaves its neighbours where they were."""

    def cut(seed: bytes) -> tuple[Card, ...]:
        place = fair_below(Stream(seed), 52)
        return CARDS[place:] + CARDS[:place]

    assert not neighbours(orders_of(cut)).passes()
