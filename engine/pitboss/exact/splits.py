"""How many hands a pair is split into, and which cards are missing when each hand is played.

The second cards of a split are drawn one after another. If a second card makes a pair again, this
pair is split as long as the rules allow it. What a hand wins on average depends on the second cards
that were drawn before its own: ``p`` of them had the pair's points, and ``n`` had other points.
Nothing else is known of these ``n`` cards. Let ``G(p, n)`` be what a hand wins with these numbers,
and ``q`` the chance that the next card has the pair's points. If one more card is removed and
nobody sees it, the average stays the same. So ``G(p, n) = q G(p + 1, n) + (1 - q) G(p, n + 1)``,
and every ``G(p, n)`` is a weighted sum of ``G(0, 0)``, ``G(1, 0)`` and so on. Each ``G(p, 0)`` is
found by playing hands from a shoe that lacks ``p`` more cards of the pair's points. All of this is
exact.

The order in which the hands are played does not matter, because each card is equally likely to be
at any place of the shoe.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from attrs import frozen

from pitboss.exact.hands import Floats


@frozen(eq=False)
class SplitWeights:
    """The number of hands that a split makes, for each case.

    A case is the number of cards of the pair's points that have left the shoe, apart from the pair.
    A weight may be negative; only the sum over all cases has a meaning.

    Attributes:
        others: hands in which the second card has other points than the pair.
        pairs: hands in which the second card makes a pair that may not be split.
    """

    others: Floats
    pairs: Floats


def cases_of(most_hands: int) -> int:
    """Return how many cases a split into at most `most_hands` hands has."""
    return 2 * most_hands - 3


@cache
def split_weights(of_pair: int, cards: int, most_hands: int) -> SplitWeights:
    """Count the hands of a split.

    Args:
        of_pair: how many cards of the pair's points are left.
        cards: how many cards are left, including the dealer's hole card.
        most_hands: how many hands there may be.
    """
    cases = cases_of(most_hands)

    def chance(gone: int, others: int) -> float:
        return max(of_pair - gone, 0) / max(cards - gone - others, 1)

    @cache
    def of_hand(gone: int, others: int) -> Floats:
        weights = np.zeros(cases)
        if not others:
            weights[gone] = 1
            return weights
        again = chance(gone, others - 1)
        if again == 0:
            return of_hand(gone, others - 1)
        known = of_hand(gone, others - 1) - again * of_hand(gone + 1, others - 1)
        return known / (1 - again) if again < 1 else weights

    @cache
    def counted(waiting: int, hands: int, gone: int, others: int) -> Floats:
        if not waiting:
            return np.zeros((2, cases))
        own = of_hand(gone, others)
        if hands == most_hands:
            return np.stack([waiting * own, waiting * own])
        again = chance(gone, others)
        found = np.stack([own, np.zeros(cases)])
        if again < 1:
            found += (1 - again) * counted(waiting - 1, hands, gone, others + 1)
        if again > 0:
            found += again * counted(waiting + 1, hands + 1, gone + 1, others)
        return found

    others, pairs = counted(2, 2, 0, 0)
    return SplitWeights(others, pairs)
