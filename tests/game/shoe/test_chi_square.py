"""The tests of fairness themselves: critical values and the worked sums of small cases."""

from math import isclose

import pytest
from tests.game.shoe.chi_square import Verdict, critical_value, even, neighbours, places_of_cards


@pytest.mark.parametrize(
    ("degrees", "tabled"),
    [(10, 23.209), (30, 50.892), (100, 135.807)],
)
def test_a_critical_value_is_the_tabled_one(degrees: int, tabled: float) -> None:
    """The 99 % points agree to two in a thousand with the table of the NIST handbook, 1.3.6.7.4."""
    assert isclose(critical_value(degrees, 0.99), tabled, rel_tol=2e-3)


def test_a_verdict_turns_at_the_critical_value() -> None:
    """The tabled 95 % point of 30 degrees, 43.773, passes at 99 % and not at 90 %."""
    assert Verdict(43.773, 30).passes(0.99)
    assert not Verdict(43.773, 30).passes(0.90)


def test_equal_counts_lie_no_way_from_equal_chances() -> None:
    """Counts that are all alike have the statistic nought."""
    assert even([5, 5, 5]) == Verdict(0.0, 2)


def test_uneven_counts_are_measured_as_pearson_does() -> None:
    """Twelve throws of a coin, nine heads: (9 - 6)²/6 + (3 - 6)²/6 = 3."""
    assert even([9, 3]) == Verdict(3.0, 1)


def test_every_order_once_is_even_in_places_and_neighbours() -> None:
    """All six orders of three cards put every card everywhere, and behind every other, alike."""
    orders = [bytes(order) for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1))]
    orders.append(bytes((2, 1, 0)))
    assert places_of_cards(orders) == Verdict(0.0, 4)
    assert isclose(neighbours(orders).statistic, 0.0, abs_tol=1e-12)
    assert neighbours(orders).degrees == 5


def test_places_are_measured_as_worked_by_hand() -> None:
    """Ten shoes of two cards, eight the same way up: 4 cells off by 3, four times 9/5, halved."""
    orders = [bytes((0, 1))] * 8 + [bytes((1, 0))] * 2
    assert places_of_cards(orders).degrees == 1
    assert isclose(places_of_cards(orders).statistic, 3.6)
    assert isclose(places_of_cards(orders).statistic, even([8, 2]).statistic)


def test_neighbours_are_measured_as_worked_by_hand() -> None:
    """Ten shoes of two cards are ten rings of three things, which run one way or the other.

    Eight run one way: each of three pairs is 3 over in one order and 3 under in the other, which
    makes 3 x 18 over 1/2 + 2/2 and ten shoes, as far as a fair coin's eight of ten lie off.
    """
    orders = [bytes((0, 1))] * 8 + [bytes((1, 0))] * 2
    assert neighbours(orders).degrees == 1
    assert isclose(neighbours(orders).statistic, 3.6)
