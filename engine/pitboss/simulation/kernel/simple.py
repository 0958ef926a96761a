"""A round of one seat that splits nothing and insures nothing, in one piece: most are such."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel.counting import count_of, place_of_count
from pitboss.simulation.kernel.places import (
    ALL,
    ANTE,
    AT,
    BET,
    BURNED,
    CARDS_BEFORE,
    CHART_AT,
    CHARTS,
    CHARTS_DIFFER,
    COUNTING,
    COUNTS,
    DOES,
    DOES_SIZE,
    DOUBLES,
    HALF_BACK,
    HANDS,
    HITS,
    HITS_SOFT_17,
    HOLE,
    INSURANCE_DIFFERS,
    INSURED_POINTS,
    INSURES,
    IS_NATURAL,
    MORE_ROWS,
    NATURAL_WINS,
    OF_MORE,
    ORIGINAL,
    POSITION,
    PREPARED,
    RETURNED,
    RUNNING,
    SEAT,
    SIZE,
    SPLITS,
    STAKED,
    STARTED,
    STARTING_HAND,
    SURRENDERS,
    TAGS,
    TAKES,
    TAKES_EVEN,
    UNSEEN_HOLES,
    Bytes,
    Whole,
)


@inlined
def draw_for_hand(  # noqa: PLR0917  the hand as it stands, and its count
    t: Whole, cards: Bytes, chart: int, says: int, up: int, hard: int, ace: int, at: int
) -> tuple[int, int]:
    """Play a hand of two cards; return its points, -1 if cards are missing, and the next place.

    Args:
        t: of which nothing is changed.
        cards: the shoe and the charts.
        chart: where the chart stands.
        says: what it says of the two cards.
        up: the points of the up card.
        hard: the points of the hand, an ace counted one.
        ace: it holds one.
        at: where the next card lies.
    """
    high = ace & whole(hard <= 11)
    # Whoever doubles takes one card; for 21 points and more, a chart of these rules says stand.
    says_on = HITS * whole((says & DOUBLES) == 0)
    while says & (HITS | DOUBLES):
        if at >= t[PREPARED]:
            return -1, at
        card = whole(cards[at & 1023]) & 15
        at += 1
        hard += card
        ace |= whole(card == 1)
        high = ace & whole(hard <= 11)
        if t[SEAT + CHARTS_DIFFER]:
            chart = chart_seen(t, cards, at)
        says = says_on & whole(
            cards[chart + OF_MORE + (MORE_ROWS + 10) * 10 * high + hard * 10 + up - 1]
        )
    return hard + 10 * high, at


@inlined
def draw_for_dealer(t: Whole, cards: Bytes, up: int, second: int, at: int) -> tuple[int, int]:
    """Draw for the dealer; return the total, 0 if bust, -1 if cards are missing, and the place."""
    ace = whole(up == 1) | whole(second == 1)
    hard = up + second
    high = ace & whole(hard <= 11)
    soft_17 = t[HITS_SOFT_17]
    while hard + 10 * high < 17 + (high & soft_17):
        if at >= t[PREPARED]:
            return -1, at
        card = whole(cards[at & 1023]) & 15
        at += 1
        hard += card
        ace |= whole(card == 1)
        high = ace & whole(hard <= 11)
    return (hard + 10 * high) * whole(hard <= 21), at


@compiled
def place_seen(t: Whole, cards: Bytes, at: int) -> int:
    """Return the place of the count when all cards before a place are seen but the hole card."""
    running, start = t[SEAT + RUNNING], t[POSITION]
    for place in range(start, at):
        running += t[SEAT + TAGS + (whole(cards[place]) & 15)]
    unseen = t[SIZE] + t[BURNED] + t[UNSEEN_HOLES] - at
    if t[HOLE]:
        running -= t[SEAT + TAGS + (whole(cards[start + 3]) & 15)]
        unseen += 1
    return place_of_count(t, SEAT, running, unseen)


@compiled
def chart_seen(t: Whole, cards: Bytes, at: int) -> int:
    """Return where the chart stands that is played at that count."""
    line = DOES + place_seen(t, cards, at) * DOES_SIZE
    return whole((CHARTS + t[line + CHART_AT]) & 0xFFFFFF)


@inlined
def insures(t: Whole, cards: Bytes, does: int, at: int) -> bool:
    """Say whether the seat insures or takes even money, by its count after the deal."""
    if t[SEAT + INSURANCE_DIFFERS]:
        does = DOES + place_seen(t, cards, at) * DOES_SIZE
    return bool(t[does + INSURES] | t[does + TAKES_EVEN])


@inlined
def finish(  # noqa: PLR0917  what is known of the round
    t: Whole, cards: Bytes, says: int, up: int, second: int, points: int, at: int, does: int
) -> tuple[int, int, int]:
    """Play the dealer against a hand; return what it won, the place, and whether a card is unseen.

    The place is 0 if this round is not so simple.
    """
    risky, dealt, ante = (up == 1) | (up == 10), t[HOLE], t[does + BET]
    stake = ante + ante * whole((says & DOUBLES) != 0)
    if points > 21:
        # A natural of the dealer may give a doubled stake back.
        waits = risky and not dealt and stake > ante and t[TAKES] == ORIGINAL
        return -stake, 0 if waits else at, dealt
    if not dealt:
        if at >= t[PREPARED]:
            return 0, 0, 0
        second = whole(cards[at & 1023]) & 15
        at += 1
    if risky and up + second == 11:
        return -(stake if t[TAKES] == ALL else ante), at, 0
    dealer, at = draw_for_dealer(t, cards, up, second, at)
    if dealer < 0:
        return 0, 0, 0
    return stake * (whole(points > dealer) - whole(points < dealer)), at, 0


@inlined
def play_simple(t: Whole, cards: Bytes) -> bool:  # noqa: C901  all that may end a round
    """Play a round to its end, or change nothing and say that it is not so simple.

    What is taken `& 1023` or the like is not negative, which saves numba to look.
    """
    place = count_of(t, cards, SEAT) if t[SEAT + COUNTING] else whole(COUNTS // 2)
    does = (DOES + place * DOES_SIZE) & 0xFFFF
    start, dealt, ante = t[POSITION] & 1023, t[HOLE] & 1, t[does + BET]
    at = start + 3 + dealt
    if at > t[PREPARED]:
        return False
    one, up = whole(cards[start]) & 15, whole(cards[start + 1]) & 15
    other, second = whole(cards[start + 2]) & 15, whole(cards[start + 3]) & 15
    chart = whole((CHARTS + t[does + CHART_AT]) & 0xFFFFFF)
    if t[SEAT + CHARTS_DIFFER]:
        chart = chart_seen(t, cards, at)
    says = whole(cards[chart + one * 100 + other * 10 + up - 111])
    risky = (up == 1) | (up == 10)
    called = risky and t[INSURED_POINTS] > whole(up == 10)
    if says & SPLITS or (called and insures(t, cards, does, at)):
        return False
    net, stake, hidden = -ante, ante, whole(0)
    if dealt and risky and up + second == 11:
        net = -ante * whole((says & IS_NATURAL) == 0)
    elif says & (IS_NATURAL | SURRENDERS):
        if risky and not dealt:
            return False
        net, hidden = t[does + HALF_BACK] - ante, dealt
        if says & IS_NATURAL:
            net = t[does + NATURAL_WINS]
    else:
        ace = whole(one == 1) | whole(other == 1)
        points, at = draw_for_hand(t, cards, chart, says, up, one + other, ace, at)
        if points < 0:
            return False
        stake += ante * whole((says & DOUBLES) != 0)
        net, at, hidden = finish(t, cards, says, up, second, points, at, does)
        if at == 0:
            return False
    t[STARTED], t[POSITION], t[CARDS_BEFORE] = start, at, 0
    t[SEAT + HANDS], t[SEAT + AT], t[SEAT + ANTE] = 1, place, ante
    t[SEAT + STAKED], t[SEAT + RETURNED] = stake, stake + net
    t[SEAT + STARTING_HAND] = up * 100 + min(one, other) * 10 + max(one, other) - 111
    if hidden:
        t[UNSEEN_HOLES] += 1
        t[SEAT + RUNNING] -= t[SEAT + TAGS + second]
    return True
