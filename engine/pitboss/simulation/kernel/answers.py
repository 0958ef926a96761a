"""What a seat is asked, what it may answer, and what its strategy answers."""

from __future__ import annotations

from pitboss.simulation.compiling import inlined, whole
from pitboss.simulation.kernel import places as k
from pitboss.simulation.kernel.arithmetic import may_double as total_may_double
from pitboss.simulation.kernel.counting import does_at, paid
from pitboss.simulation.kernel.places import Bytes, Whole


@inlined
def may_take_even_money(t: Whole, h: int) -> bool:
    """Say whether a hand is asked for even money, where hands may be insured."""
    return bool(t[k.EVEN_MONEY] and t[h + k.NATURAL] and t[h + k.OPEN] and t[k.UP] & 15 == 1)


@inlined
def may_insure(t: Whole, seat: int) -> bool:
    """Say whether half of its bet may insure a seat that is asked."""
    return paid(t, seat, k.INSURANCE_STAKE) > 0


@inlined
def may_surrender_early(t: Whole, h: int) -> bool:
    """Say whether a hand is asked for its surrender before the dealer looks."""
    return bool(t[h + k.OPEN] and not t[h + k.NATURAL])


@inlined
def may_split(t: Whole, seat: int, h: int) -> bool:
    """Say whether a hand is asked whether it splits."""
    one, other = t[h + k.FIRST], t[h + k.SECOND]
    if t[h + k.CARDS] != 2 or not t[h + k.OPEN] or one & 15 != other & 15:
        return False
    # The lowest two of the upper bits tell ten, jack, queen and king apart.
    if t[k.BY_RANK] and one & 15 == 10 and (one ^ other) & 48:
        return False
    if t[k.SEAT + seat * k.SEAT_SIZE + k.HANDS] >= t[k.MOST_HANDS]:
        return False
    return bool(t[k.RESPLITS_ACES] or not t[h + k.FROM_SPLIT] or one & 15 != 1)


@inlined
def may_double(t: Whole, h: int) -> bool:
    """Say whether a hand that is played may double."""
    total = total_may_double(
        t[h + k.POINTS], t[h + k.CARDS], t[k.DOUBLE_CARDS], t[k.DOUBLE_FROM], t[k.DOUBLE_TO]
    )
    after_split = t[k.DOUBLE_SPLIT] or not t[h + k.FROM_SPLIT]
    return bool(total and after_split and (t[k.DOUBLE_SOFT] or not t[h + k.SOFT]))


@inlined
def may_surrender(t: Whole, h: int) -> bool:
    """Say whether a hand that is played may surrender.

    Early surrender is asked before that where the dealer may have a natural, and then only there.
    """
    up = t[k.UP] & 15
    asked_before = t[k.EARLY] and (up == 1) | (up == 10)
    first = t[h + k.CARDS] == 2 and not t[h + k.FROM_SPLIT]
    return bool(t[k.SURRENDER] and first and not asked_before)


@inlined
def says_chart(t: Whole, cards: Bytes, seat: int, h: int) -> int:
    """Return what the chart of a seat wants with a hand."""
    chart = k.CHARTS + t[does_at(t, cards, seat, k.CHARTS_DIFFER) + k.CHART_AT]
    if t[h + k.CARDS] > 2:
        row = k.OF_MORE + (k.MORE_ROWS * t[h + k.SOFT] + t[h + k.POINTS]) * 10
    else:
        row = (t[h + k.FIRST] & 15) * 100 + (t[h + k.SECOND] & 15) * 10 - 110
    return whole(cards[chart + row + (t[k.UP] & 15) - 1])


@inlined
def plays_by_chart(t: Whole, cards: Bytes, seat: int, h: int) -> int:
    """Return what the chart of a seat answers for a hand that is played."""
    says = says_chart(t, cards, seat, h)
    if says & k.WANTS_SURRENDER and may_surrender(t, h):
        return k.GIVES_UP
    if says & k.WANTS_DOUBLE and may_double(t, h):
        return k.DOUBLES
    return k.HITS if says & k.WANTS_HIT else k.STANDS


@inlined
def splits_by_chart(t: Whole, cards: Bytes, seat: int, h: int) -> int:
    """Return what the chart of a seat answers for a pair."""
    wanted = k.WANTS_SPLIT_AGAIN if t[h + k.FROM_SPLIT] else k.WANTS_SPLIT
    return k.SPLITS if says_chart(t, cards, seat, h) & wanted else k.DECLINES


@inlined
def surrenders_by_chart(t: Whole, cards: Bytes, seat: int, h: int) -> int:
    """Return what the chart of a seat answers before the dealer looks."""
    return k.GIVES_UP if says_chart(t, cards, seat, h) & k.WANTS_EARLY else k.DECLINES


@inlined
def insures_by_count(t: Whole, cards: Bytes, seat: int) -> int:
    """Return what the strategy of a seat answers when it is asked whether it insures."""
    wants = t[does_at(t, cards, seat, k.MAY_INSURE) + k.WANTS]
    return k.INSURES if wants & k.WANTS_INSURANCE and may_insure(t, seat) else k.DECLINES


@inlined
def takes_even_by_count(t: Whole, cards: Bytes, seat: int) -> int:
    """Return what the strategy of a seat answers when it is asked for even money."""
    wants = t[does_at(t, cards, seat, k.MAY_INSURE) + k.WANTS]
    return k.TAKES_EVEN if wants & k.WANTS_EVEN_MONEY else k.DECLINES
