"""Tests of counted frequencies against equal chances, worked out without a statistics library.

Every statistic here follows, when the shuffle is fair, the chi-square distribution that its
`degrees` name, up to the normal limit of large counts.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from statistics import NormalDist

from attrs import frozen


def critical_value(degrees: int, level: float) -> float:
    """Return what a chi-square variable stays below in the share `level` of all cases.

    The cube root of a chi-square variable over its degrees is all but normal [Wilson and Hilferty,
    The distribution of chi-square, Proceedings of the National Academy of Sciences 17, 1931].
    """
    variance = 2 / (9 * degrees)
    root = 1 - variance + NormalDist().inv_cdf(level) * sqrt(variance)
    return degrees * root * root * root


@frozen
class Verdict:
    """What a test found.

    Attributes:
        statistic: how far the counts lie from equal chances.
        degrees: the mean of the statistic when they differ by chance alone.
    """

    statistic: float
    degrees: int

    def passes(self, level: float = 0.99) -> bool:
        """Say whether chance alone stays below or at this in the share `level` of all cases."""
        return self.statistic <= critical_value(self.degrees, level)


def even(counts: Iterable[int]) -> Verdict:
    """Compare counts of independent draws with equal chances [Pearson, 1900]."""
    drawn = list(counts)
    expected = sum(drawn) / len(drawn)
    return Verdict(sum((count - expected) ** 2 for count in drawn) / expected, len(drawn) - 1)


def places_of_cards(orders: Sequence[bytes]) -> Verdict:
    """Compare how often each kind of card lies at each place with equal chances.

    A shoe fills every place once and deals every card once, so its counts are tied by rows and by
    columns, and to one another: over n places Pearson's sum is n / (n - 1) times a chi-square
    variable of (places - 1) * (kinds - 1) degrees.

    Args:
        orders: one byte a card, each kind equally often in every order.
    """
    places = len(orders[0])
    kinds = sorted(set(orders[0]))
    expected = len(orders) / len(kinds)
    laid_end_to_end = b"".join(orders)
    total = 0.0
    for place in range(places):
        seen = Counter(laid_end_to_end[place::places])
        total += sum((seen[kind] - expected) ** 2 for kind in kinds) / expected
    return Verdict(total * (places - 1) / places, (places - 1) * (len(kinds) - 1))


def neighbours(orders: Sequence[bytes]) -> Verdict:
    """Compare how often each card lies right behind each other card with equal chances.

    With a mark of its own before the first card and behind the last, a shoe of n different cards
    is a ring of m = n + 1 things, each of the rings equally likely when the shuffle is fair. Thing
    j then follows thing i with chance 1 / (m - 1), and two different pairs that one ring can hold
    occur together with chance 1 / ((m - 1)(m - 2)). What i before j and j before i have in common
    so has variance a = 1 / (m - 1) a ring, what they differ by a + 2 / ((m - 1)(m - 2)); the tied
    rows and columns leave m(m - 3)/2 and (m - 1)(m - 2)/2 degrees to the two.

    Args:
        orders: one byte a card, below 255, all cards of an order different.
    """
    mark = bytes([255])
    things = sorted(orders[0] + mark)
    size = len(things)
    seen = Counter(pair for order in orders for pair in pairwise(mark + order + mark))
    expected = len(orders) / (size - 1)
    common, differing = 0.0, 0.0
    for place, first in enumerate(things):
        for second in things[:place]:
            there, back = seen[first, second] - expected, seen[second, first] - expected
            common += (there + back) ** 2 / 2
            differing += (there - back) ** 2 / 2
    variance = 1 / (size - 1)
    statistic = common / variance + differing / (variance + 2 / ((size - 1) * (size - 2)))
    return Verdict(statistic / len(orders), size * size - 3 * size + 1)
