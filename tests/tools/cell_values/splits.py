"""How many hands a pair comes to, and what their second cards are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from attrs import frozen
from tests.odds.exact_odds import ACE, Counts

from pitboss.rules import Rules

MOST_HANDS: Final = 8
"""What unlimited splits are counted to."""


@frozen
class SplitHands:
    """What a split comes to.

    Attributes:
        other: expected number of hands whose second card is of other points than the pair's.
        same: expected number of hands that are pairs again and may not be split.
    """

    other: float
    same: float

    def of(self, left: Counts, pair_points: int) -> Mapping[int, float]:
        """Return the expected number of hands by the points of their second card.

        Args:
            left: the shoe after the up card and the pair.
            pair_points: of one card of the pair.
        """
        others = sum(left) - left[pair_points - 1]
        hands = {points: self.other * held / others for points, held in enumerate(left, 1) if held}
        return {**hands, pair_points: self.same}


def split_hands(rules: Rules, left: Counts, pair_points: int) -> SplitHands:
    """Count the hands of a split, of which every pair is split again as long as it may be.

    Args:
        rules: the rule set.
        left: the shoe after the up card and the pair.
        pair_points: of one card of the pair.
    """
    again = pair_points != ACE or rules.resplit_aces
    most = min(rules.max_hands or MOST_HANDS, MOST_HANDS) if again else 2
    pairs_left, cards_left = left[pair_points - 1], sum(left)

    @cache
    def counted(waiting: int, hands: int, pairs: int, others: int) -> tuple[float, float]:
        if not waiting:
            return 0.0, 0.0
        chance = max(pairs_left - pairs, 0) / (cards_left - pairs - others)
        with_other = counted(waiting - 1, hands, pairs, others + 1)
        other = (1 - chance) * (1 + with_other[0])
        same = (1 - chance) * with_other[1]
        if chance and hands < most:
            split = counted(waiting + 1, hands + 1, pairs + 1, others)
            return other + chance * split[0], same + chance * split[1]
        if chance:
            kept = counted(waiting - 1, hands, pairs + 1, others)
            return other + chance * kept[0], same + chance * (1 + kept[1])
        return other, same

    return SplitHands(*counted(2, 2, 0, 0))
