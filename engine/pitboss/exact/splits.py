"""How many hands a pair comes to, and which cards are known to have gone when each is played.

The second cards of a split are drawn one after another, and each that makes a pair again is split
as long as that is allowed. What a hand wins on average, given what the second cards before its own
were, depends only on how many of them were of the pair's points (they are gone) and how many were
not (that is known of them, and no more). Let ``G(p, n)`` be what a hand wins when so many are
known, and ``q`` the chance that the next card is of the pair's points. One more card that nobody
looks at changes nothing, so that ``G(p, n) = q G(p + 1, n) + (1 - q) G(p, n + 1)``, and every
``G(p, n)`` is a sum of ``G(0, 0)``, ``G(1, 0)`` and so on, each with a weight. Those are found by
playing hands from a shoe that lacks so many cards more. All of this is exact.

That the order in which the hands are played does not matter is because no card is more likely in
one place of the shoe than in another.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from attrs import frozen

from pitboss.exact.hands import Floats


@frozen(eq=False)
class SplitWeights:
    """What a split comes to: the number of hands, for each case of a branch.

    The cases count cards of the pair's points that have gone beside those of the pair. A weight
    may be negative; only sums over the cases mean something.

    Attributes:
        others: hands whose second card is of other points than the pair's.
        pairs: hands whose second card makes a pair that may not be split.
    """

    others: Floats
    pairs: Floats


def cases_of(most_hands: int) -> int:
    """Return how many cases a split into so many hands at most has."""
    return 2 * most_hands - 3


@cache
def split_weights(of_pair: int, cards: int, most_hands: int) -> SplitWeights:
    """Count the hands of a split.

    Args:
        of_pair: how many cards of the pair's points are left.
        cards: how many cards are left, the dealer's hole card among them.
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
