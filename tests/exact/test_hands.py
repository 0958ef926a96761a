"""The table of hands, and how many hands a split comes to."""

from fractions import Fraction

import pytest

from pitboss.exact.hands import BUST, POINTS, all_hands, total_of, with_card
from pitboss.exact.splits import cases_of, split_weights


def test_the_table_has_every_hand_that_is_not_bust() -> None:
    """Each is followed by every hand that one more card makes of it."""
    all_hands.cache_clear()
    hands = all_hands()
    listed = {tuple(cards): place for place, cards in enumerate(hands.cards.tolist())}
    assert len(listed) == 3082
    for cards, place in listed.items():
        assert (hands.total[place], hands.soft[place]) == total_of(cards)
        after = [listed.get(with_card(cards, points), BUST) for points in POINTS]
        assert hands.after[place].tolist() == after


def test_a_split_without_another_comes_to_two_hands() -> None:
    """One in so many is a pair again, and is kept."""
    weights = split_weights(2, 49, 2)
    assert weights.others.tolist() == weights.pairs.tolist() == [2]


def test_no_pair_comes_again_where_none_is_left() -> None:
    """Then there are two hands, each of other cards."""
    weights = split_weights(0, 40, 4)
    assert weights.others.tolist() == [2, 0, 0, 0, 0]
    assert weights.pairs.sum() == 0


def test_every_hand_is_a_pair_where_nothing_else_is_left() -> None:
    """It is split until there are as many hands as there may be."""
    weights = split_weights(9, 9, 4)
    assert len(weights.others) == cases_of(4)
    assert weights.pairs.sum() == 4


@pytest.mark.parametrize("most_hands", [2, 3, 4, 8])
def test_the_weights_count_the_hands_of_a_split(most_hands: int) -> None:
    """As many as a walk through all second cards finds, in fractions."""
    of_pair, cards = 6, 40

    def hands_of(waiting: int, hands: int, gone: int, others: int) -> Fraction:
        if not waiting or hands == most_hands:
            return Fraction(hands)
        again = Fraction(max(of_pair - gone, 0), cards - gone - others)
        found = (1 - again) * hands_of(waiting - 1, hands, gone, others + 1)
        if again:
            found += again * hands_of(waiting + 1, hands + 1, gone + 1, others)
        return found

    # What is won is one for each hand, whatever its cards are: so much in each case.
    weights = split_weights(of_pair, cards, most_hands)
    again = [
        float(Fraction(max(of_pair - gone, 0), cards - gone)) for gone in range(len(weights.pairs))
    ]
    counted = sum(
        others * (1 - chance) + pairs * chance
        for others, pairs, chance in zip(weights.others, weights.pairs, again, strict=True)
    )
    assert counted == pytest.approx(float(hands_of(2, 2, 0, 0)))
