"""Hand totals, over every hand there is up to a size, against choosing for each ace."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product

import pytest

from pitboss.game.cards import CARDS, Card
from pitboss.game.totals import (
    Total,
    hard_points,
    is_natural,
    total_of,
)
from pitboss.table.shoes import parse_cards

ONE_OF_EACH_RANK = CARDS[:13]
ONE_OF_EACH_VALUE = CARDS[:10]


def every_hand(most_cards: int) -> Iterator[tuple[Card, ...]]:
    """Yield every hand of up to so many cards, as far as values go; the empty hand first."""
    for size in range(most_cards + 1):
        yield from combinations_with_replacement(ONE_OF_EACH_VALUE, size)


def best_by_trial(cards: tuple[Card, ...]) -> Total:
    """Count every ace as one and as eleven, and keep the best sum: the plain definition."""
    choices = [(1, 11) if card.code[0] == "A" else (card.points,) for card in cards]
    sums = {(sum(chosen), 11 in chosen) for chosen in product(*choices)}
    not_bust = [found for found in sums if found[0] <= 21]
    points, soft = max(not_bust) if not_bust else min(sums)
    return Total(points, soft)


def test_the_total_is_the_best_of_all_choices_for_the_aces() -> None:
    """All 19,448 hands of up to seven cards have the total that trial finds."""
    for cards in every_hand(7):
        assert total_of(cards) == best_by_trial(cards), cards


def test_the_hard_total_counts_every_ace_as_one() -> None:
    """Any other card counts what stands on it, in all hands of up to five cards."""
    for cards in every_hand(5):
        counted = sum("A23456789T".index(card.code[0]) + 1 for card in cards)
        assert hard_points(cards) == counted


def test_a_hand_is_bust_above_21_only() -> None:
    """A hand is bust when even its hard total is over 21."""
    for cards in every_hand(5):
        assert total_of(cards).bust is (hard_points(cards) > 21)


def test_the_order_of_the_cards_does_not_matter() -> None:
    """An ace that comes last counts as one that comes first."""
    for cards in combinations_with_replacement(ONE_OF_EACH_VALUE, 3):
        assert len({total_of(order) for order in permutations(cards)}) == 1


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("As6d", Total(17, soft=True)),
        ("As6dTh", Total(17, soft=False)),
        ("AsAd", Total(12, soft=True)),
        ("AsAdAhAc", Total(14, soft=True)),
        ("AsAd9h", Total(21, soft=True)),
        ("AsKd", Total(21, soft=True)),
        ("TsKd2h", Total(22, soft=False)),
        ("Ts6d5h", Total(21, soft=False)),
        ("AsTdKhAc", Total(22, soft=False)),
    ],
)
def test_known_hands_have_their_totals(cards: str, total: Total) -> None:
    """Soft 17, its fall to hard 17, pairs of aces, and the edge of 21 and 22."""
    assert total_of(parse_cards(cards)) == total


def test_a_natural_is_an_ace_with_a_ten_point_card() -> None:
    """Of all 169 ordered pairs of ranks the eight with an ace and a T, J, Q or K are naturals."""
    naturals = {
        first.code[0] + second.code[0]
        for first, second in product(ONE_OF_EACH_RANK, repeat=2)
        if is_natural((first, second))
    }
    assert naturals == {"AT", "AJ", "AQ", "AK", "TA", "JA", "QA", "KA"}


def test_no_hand_of_another_size_is_a_natural() -> None:
    """21 in one card there is none, and in three or more it is no natural."""
    for cards in every_hand(5):
        if len(cards) != 2:
            assert not is_natural(cards)


def test_an_empty_hand_is_nothing() -> None:
    """No cards are worth nothing, and are not a natural."""
    assert total_of(()) == Total(0, soft=False)
    assert not is_natural(())
