"""The records of the kernel: what is known of each seat and hand, and what a seat does at a count.

They lie in the array of whole numbers, see `pitboss.simulation.kernel.layout`. A record
reads and changes its numbers there.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiling import layout_of


class SeatNumbers:
    """What a seat has of this round, and how it counts.

    Attributes:
        hands: how many it has; 0 if it sits the round out.
        ante: its bet before the deal, in minor units.
        staked: all that it has staked.
        returned: all that it got back.
        insured: it has insured its first hand.
        at: the place of the count at which it bet.
        running: its running count.
        starting_hand: the place of its first two cards under the up card.
        first: the first card that it was dealt.
        second: the second.
        third: the card that came to its first hand when that was split first.
        tags: what a card counts, by its points.
        counting: it counts.
        initial: its running count in a new shoe.
        divided: the running count is divided by the decks that are left.
        charts_differ: which chart it plays by depends on the count.
        may_insure: it insures or takes even money at some count.
        side_bets: how many side bets it places beside a bet.
        side_stakes: what it stakes on all of them, in minor units.
        waits: what the dealer has to do for them, see `pitboss.simulation.kernel.layout`.
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
    """What a seat does at a count, and what is paid for it, in minor units.

    Attributes:
        chart_at: where its chart lies among the charts.
        chart_by: what decides which of several is played that lie there.
        ante: what it bets; 0 to sit the round out.
        natural_wins: what a natural wins.
        half_back: what comes back from a hand that surrenders.
        insurable: some stake may insure it.
        insurance_stake: what it insures for; 0 if the half of its bet is not allowed.
        insurance_wins: what that wins.
        wants: whether it insures, and takes even money.
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
        points: its total, an ace counted as 11 where it is soft.
        soft: an ace counts as 11.
        cards: how many it has.
        first: the first card; 0 as long as there is none.
        second: the second card.
        further: how many cards of each points followed, five bits for each.
        stake: what is bet on it, in minor units.
        open: it is not settled.
        live: the dealer's total may still matter to it.
        done: it is asked nothing more.
        natural: it is a natural.
        from_split: a split made it.
        doubled: its stake was doubled.
        surrendered: it surrendered.
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
        decided_by: by which cards.
        on_natural: what a natural of the dealer does to it.
        classes: how many classes its pay table has; behind these come two more: the stake is lost,
            or returned.
        at: where they begin.
        listed_at: where its classes stand by the first cards, four in a number; 0 if nowhere.
        up_cards: how many up cards are told apart there: all, or one for all.
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
        returned: what comes back for the stake; of a bonus the upper part of its ratio.
        times: how often that happened; of a bonus the lower part.
        first: so many cards are looked at; 0 for all.
        conditions: how many there are.
        at: where they begin.
    """

    returned: int
    times: int
    first: int
    conditions: int
    at: int


class ConditionNumbers:
    """A condition of a class.

    Attributes:
        of: of which cards.
        kind: a number in a span, symbols among some, or just these ranks or cards.
        seen: where stands what is compared, behind `SIGHT`.
        low: the least number; the symbols, each as a bit; or how many ranks or cards are listed.
        high: the greatest number; or where the list begins.
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
