"""How the kernel stores each seat, each hand, and what a seat does at each count of cards.

These records are parts of the array `t`, see `pitboss.simulation.kernel.layout`: to write to their
fields is to write to this array.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiling import layout_of


class SeatNumbers:
    """The state of a seat in this round, and how it counts.

    Attributes:
        hands: the number of its hands; 0 if it sits the round out.
        ante: its bet before the deal, in minor units.
        staked: the sum of its stakes.
        returned: the sum that it got back.
        insured: whether it has insured its first hand.
        at: the place of the count at which it bet.
        running: its running count.
        starting_hand: the index of its first two cards and the up card in the sums of
            starting hands.
        first: the first card that it was dealt.
        second: the second card.
        third: the card that its first hand got right after the first split.
        tags: what a card adds to the running count, by the card's points.
        counting: whether it counts cards.
        initial: its running count in a new shoe.
        divided: whether the running count is divided by the number of decks left.
        charts_differ: whether its chart depends on the count.
        may_insure: whether it insures or takes even money at some count.
        side_bets: the number of side bets that it places with a bet.
        side_stakes: the sum of their stakes, in minor units.
        waits: what its side bets wait for, see `pitboss.simulation.kernel.layout`.
    """

    hands: int
    ante: int
    staked: int
    returned: int
    insured: int
    at: int
    running: int
    starting_hand: int
    first: int
    second: int
    third: int
    tags: NDArray[np.int64]
    counting: int
    initial: int
    divided: int
    charts_differ: int
    may_insure: int
    side_bets: int
    side_stakes: int
    waits: int


class AtCount:
    """What a seat does at a count, and the amounts for this, in minor units.

    Attributes:
        chart_at: the place of its chart among the charts.
        chart_by: what decides which of several charts at that place is used.
        ante: its bet; 0 to sit the round out.
        natural_wins: what a natural wins.
        half_back: what a surrendered hand gets back.
        insurable: whether some stake may insure the bet.
        insurance_stake: its stake if it insures; 0 if half of its bet is not allowed.
        insurance_wins: what this stake wins.
        wants: bits for whether it insures, and takes even money.
    """

    chart_at: int
    chart_by: int
    ante: int
    natural_wins: int
    half_back: int
    insurable: int
    insurance_stake: int
    insurance_wins: int
    wants: int


class HandNumbers:
    """A hand of a seat.

    Attributes:
        points: its total, with an ace as 11 if it is soft.
        soft: whether an ace counts as 11.
        cards: the number of its cards.
        first: the first card; 0 if there is none yet.
        second: the second card.
        further: how many later cards have 1, 2 and so on points; five bits for each number.
        stake: its stake, in minor units.
        open: whether it is not settled.
        live: whether its result may depend on the dealer's total.
        done: whether it is asked no more questions.
        natural: whether it is a natural.
        from_split: whether a split made it.
        doubled: whether its stake was doubled.
        surrendered: whether it surrendered.
        held: its cards.
    """

    points: int
    soft: int
    cards: int
    first: int
    second: int
    further: int
    stake: int
    open: int
    live: int
    done: int
    natural: int
    from_split: int
    doubled: int
    surrendered: int
    held: NDArray[np.int64]


class SideBetNumbers:
    """A side bet that a seat places.

    Attributes:
        decided_by: the cards that decide it.
        on_natural: whether it is compared, lost or returned if the dealer has a natural.
        classes: the number of classes in its pay table; two more follow these, for a lost and for a
            returned stake.
        at: the place of the first class.
        listed_at: the place of the list of its classes by first cards, or 0 without a list. Each
            number of the list holds four classes.
        up_cards: how many up cards the list distinguishes: 52, or 1 if it ignores the up card.
    """

    decided_by: int
    on_natural: int
    classes: int
    at: int
    listed_at: int
    up_cards: int


class ClassNumbers:
    """A class of a pay table.

    Attributes:
        returned: what the seat gets back for its stake; for a bonus, the numerator of its ratio.
        times: how often the class was paid; for a bonus, the denominator of its ratio.
        first: the number of cards that its conditions look at; 0 for all.
        conditions: the number of conditions.
        at: where the conditions begin.
    """

    returned: int
    times: int
    first: int
    conditions: int
    at: int


class ConditionNumbers:
    """A condition of a class.

    Attributes:
        of: the cards that it is about.
        kind: whether it wants a number in a range, symbols from a set, exactly the listed ranks, or
            exactly the listed cards.
        seen: the index of the compared value, counted from `SIGHT` in the layout.
        low: the least number; the allowed symbols as bits; or the number of listed ranks or cards.
        high: the greatest number; or the place of the list.
    """

    of: int
    kind: int
    seen: int
    low: int
    high: int


SEAT: Final = layout_of(SeatNumbers, tags=16)
AT_COUNT: Final = layout_of(AtCount)
HAND: Final = layout_of(HandNumbers, held=24)
SIDE_BET: Final = layout_of(SideBetNumbers)
CLASS: Final = layout_of(ClassNumbers)
CONDITION: Final = layout_of(ConditionNumbers)
