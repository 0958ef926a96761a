"""The questions to a seat, its legal answers, and the answers of its strategy."""

from __future__ import annotations

from pitboss.simulation.compiling import inline, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.arithmetic import may_double as total_may_double
from pitboss.simulation.kernel.counting import bet_of, does_at, seat_at
from pitboss.simulation.kernel.hands import bet_on
from pitboss.simulation.kernel.layout import Bytes, Whole
from pitboss.simulation.kernel.records import HandNumbers


@inline
def may_take_even_money(t: Whole, hand: HandNumbers) -> bool:
    """Say whether a hand is offered even money; call this only if hands may be insured."""
    return bool(t[k.EVEN_MONEY] and hand.natural and hand.open and t[k.UP] & 15 == 1)


@inline
def may_insure(t: Whole, seat: int) -> bool:
    """Say whether a seat may insure its bet for half of the bet."""
    return bet_of(t, seat).insurance_stake > 0


@inline
def may_surrender_early(hand: HandNumbers) -> bool:
    """Say whether a hand is offered surrender before the dealer looks for a natural."""
    return bool(hand.open and not hand.natural)


@inline
def may_split(t: Whole, seat: int, hand: HandNumbers) -> bool:
    """Say whether a hand is offered a split."""
    one, other = hand.first, hand.second
    if hand.cards != 2 or not hand.open or one & 15 != other & 15:
        return False
    # The lowest two of a card's upper bits distinguish ten, jack, queen and king.
    if t[k.BY_RANK] and one & 15 == 10 and (one ^ other) & 48:
        return False
    if seat_at(t, seat).hands >= t[k.MAX_HANDS]:
        return False
    return bool(t[k.RESPLITS_ACES] or not hand.from_split or one & 15 != 1)


@inline
def may_double(t: Whole, seat: int, hand: HandNumbers) -> bool:
    """Say whether a hand in play may double, for the first time or again."""
    if hand.doubled and bet_on(t, seat, hand) >= seat_at(t, seat).ante << t[k.MAX_DOUBLES]:
        return False
    total = total_may_double(
        hand.points, hand.cards, t[k.DOUBLE_CARDS], t[k.DOUBLE_FROM], t[k.DOUBLE_TO]
    )
    after_split = t[k.DOUBLE_SPLIT] or not hand.from_split
    return bool(total and after_split and (t[k.DOUBLE_SOFT] or not hand.soft))


@inline
def may_surrender(t: Whole, hand: HandNumbers) -> bool:
    """Say whether a hand in play may surrender.

    With early surrender, a hand against an ace or a ten is asked before play. In play, such a hand
    may surrender only after a double.
    """
    if hand.doubled:
        return bool(t[k.RESCUES])
    up = t[k.UP] & 15
    asked_before = t[k.EARLY] and (up == 1) | (up == 10)
    first = (hand.cards == 2 and not hand.from_split) or t[k.ANY_TIME]
    return bool(t[k.SURRENDER] and first and not asked_before)


@inline
def place_of_chart(t: Whole, hand: HandNumbers, by: int) -> int:
    """Return the index of the chart for a hand among several charts."""
    if by == k.BY_HOLE_CARD:
        return whole((t[k.HOLE_CARD] & 15) - 1)
    if by == k.BY_STAKE:
        return whole(hand.stake == 0)
    return whole(k.MANY_CARDS - 1 if hand.doubled else min(hand.cards, k.MANY_CARDS) - 2)


@inline
def says_chart(t: Whole, cards: Bytes, seat: int, hand: HandNumbers) -> int:
    """Return the plays that the chart of a seat wants for a hand, as bits."""
    does = does_at(t, cards, seat, seat_at(t, seat).charts_differ)
    chart = k.CHARTS + does.chart_at
    if does.chart_by != k.BY_NOTHING:
        chart += k.CHART_SIZE * place_of_chart(t, hand, does.chart_by)
    if hand.cards > 2:
        row = k.OF_MORE + (k.MORE_ROWS * hand.soft + hand.points) * 10
    else:
        row = (hand.first & 15) * 100 + (hand.second & 15) * 10 - 110
    return whole(cards[chart + row + (t[k.UP] & 15) - 1])


@inline
def plays_by_chart(t: Whole, cards: Bytes, seat: int, hand: HandNumbers) -> int:
    """Return the answer of a seat's chart for a hand in play.

    A doubled hand stands, unless the seat has a chart for doubled hands.
    """
    if hand.doubled:
        does = does_at(t, cards, seat, seat_at(t, seat).charts_differ)
        if does.chart_by != k.BY_CARDS:
            return k.STANDS
    says = says_chart(t, cards, seat, hand)
    if says & k.WANTS_SURRENDER and may_surrender(t, hand):
        return k.SURRENDERS
    if says & k.WANTS_DOUBLE and may_double(t, seat, hand):
        return k.DOUBLES
    if says & k.WANTS_SURRENDER_LAST and may_surrender(t, hand):
        return k.SURRENDERS
    return k.HITS if says & k.WANTS_HIT and not hand.doubled else k.STANDS


@inline
def splits_by_chart(t: Whole, cards: Bytes, seat: int, hand: HandNumbers) -> int:
    """Return the answer of a seat's chart for a pair."""
    wanted = k.WANTS_SPLIT_AGAIN if hand.from_split else k.WANTS_SPLIT
    return k.SPLITS if says_chart(t, cards, seat, hand) & wanted else k.DECLINES


@inline
def surrenders_by_chart(t: Whole, cards: Bytes, seat: int, hand: HandNumbers) -> int:
    """Return the answer of a seat's chart to early surrender."""
    return k.SURRENDERS if says_chart(t, cards, seat, hand) & k.WANTS_EARLY else k.DECLINES


@inline
def insures_by_count(t: Whole, cards: Bytes, seat: int) -> int:
    """Return the answer of a seat's strategy to insurance; a seat that may not insure declines."""
    wants = does_at(t, cards, seat, seat_at(t, seat).may_insure).wants
    return k.INSURES if wants & k.WANTS_INSURANCE and may_insure(t, seat) else k.DECLINES


@inline
def takes_even_by_count(t: Whole, cards: Bytes, seat: int) -> int:
    """Return the answer of a seat's strategy to even money."""
    wants = does_at(t, cards, seat, seat_at(t, seat).may_insure).wants
    return k.TAKES_EVEN if wants & k.WANTS_EVEN_MONEY else k.DECLINES
