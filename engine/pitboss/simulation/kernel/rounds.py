"""A round of any seats, from the bets to the end."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel.counting import count_of, does_at, leave_hole, paid, see
from pitboss.simulation.kernel.dealer import (
    is_called,
    may_come_back,
    peek,
    play_dealer,
    settle,
    take_for_dealer,
)
from pitboss.simulation.kernel.hands import any_hand, any_insured, begin_hand, close, hand_at, take
from pitboss.simulation.kernel.places import (
    ACES_STAND,
    ANTE,
    AT,
    AT_DEAL,
    AT_TURN,
    BET,
    BUST_AT_ONCE,
    BY_RANK,
    CARDS,
    CARDS_BEFORE,
    CHARLIE,
    CHART_AT,
    CHARTS,
    CHARTS_DIFFER,
    DEALER,
    DEALER_CARDS,
    DEALER_SOFT,
    DONE,
    DOUBLED,
    DOUBLES,
    DOUBLES_SPLIT,
    EARLY,
    EVEN_MONEY,
    FIRST,
    FROM_SPLIT,
    GIVEN_UP,
    HALF_BACK,
    HAND_SIZE,
    HANDS,
    HELD,
    HITS,
    HOLE,
    HOLE_CARD,
    HOLE_HIDDEN,
    HOLE_OLDER,
    IN_BLOCKS,
    INSURANCE,
    INSURANCE_STAKE,
    INSURED,
    INSURES,
    LIVE,
    MAY_INSURE,
    MORE_ROWS,
    MOST_HANDS,
    NATURAL,
    NATURAL_AT,
    NATURAL_WINS,
    OF_MORE,
    OPEN,
    PLAYS_ON,
    POINTS,
    POSITION,
    RETURNED,
    SEAT,
    SEAT_SIZE,
    SEATS,
    SECOND,
    SOFT,
    SPLIT_BOTH,
    SPLIT_NATURAL,
    SPLITS,
    SPLITS_AGAIN,
    STAKE,
    STAKED,
    STANDS_AT_21,
    STARTED,
    STARTING_HAND,
    SURRENDERS,
    SURRENDERS_EARLY,
    TAKES_EVEN,
    UNKNOWN,
    UP,
    UP_SECOND,
    VOID,
    Bytes,
    Longs,
    Whole,
)
from pitboss.simulation.kernel.shuffling import draw


@compiled
def take_bets(t: Whole, cards: Bytes) -> None:
    """Clear the table, and take the bets."""
    t[HELD] = t[CARDS_BEFORE] = t[VOID] = t[HOLE_HIDDEN] = t[HOLE_OLDER] = 0
    t[DEALER] = t[DEALER_SOFT] = t[DEALER_CARDS] = 0
    t[STARTED] = t[POSITION]
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        t[s + AT] = count_of(t, cards, s)
        t[s + ANTE] = t[s + STAKED] = paid(t, seat, BET)
        t[s + RETURNED] = t[s + INSURANCE] = t[s + INSURED] = 0
        t[s + HANDS] = 1 if t[s + ANTE] else 0
        begin_hand(t, hand_at(t, seat, 0), t[s + ANTE])


@compiled
def lay_for_dealer(t: Whole, cards: Bytes, longs: Longs, second: int) -> None:
    """Give the dealer one of the first two cards, one face up and one face down."""
    if second and not t[HOLE]:
        return
    card = draw(t, cards, longs)
    if second == t[UP_SECOND]:
        t[UP] = card
        take_for_dealer(t, card)
    else:
        t[HOLE_CARD] = card
        t[HOLE_HIDDEN] = 1


@compiled
def deal(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Deal two cards to each hand and the dealer's, in the order of the rules."""
    for turn in range(2):
        for seat in range(t[SEATS]):
            if t[SEAT + seat * SEAT_SIZE + HANDS] and not (turn and t[IN_BLOCKS]):
                for _ in range(1 + t[IN_BLOCKS]):
                    take(t, hand_at(t, seat, 0), draw(t, cards, longs))
        if not t[IN_BLOCKS]:
            lay_for_dealer(t, cards, longs, turn)
    if t[IN_BLOCKS]:
        lay_for_dealer(t, cards, longs, 0)
        lay_for_dealer(t, cards, longs, 1)
    up = t[UP] & 15
    t[UNKNOWN] = (up == 1) | (up == 10)
    for seat in range(t[SEATS]):
        h = hand_at(t, seat, 0)
        if t[h + POINTS] == 21:
            t[h + NATURAL] = t[h + DONE] = 1
        one, other = t[h + FIRST] & 15, t[h + SECOND] & 15
        least, most = min(one, other), max(one, other)
        t[SEAT + seat * SEAT_SIZE + STARTING_HAND] = up * 100 + least * 10 + most - 111


@inlined
def says_chart(t: Whole, cards: Bytes, seat: int, h: int) -> int:
    """Return what a chart says of two cards."""
    chart = CHARTS + t[does_at(t, cards, seat, CHARTS_DIFFER) + CHART_AT]
    one, other = t[h + FIRST] & 15, t[h + SECOND] & 15
    return whole(cards[chart + one * 100 + other * 10 + (t[UP] & 15) - 111])


@compiled
def answer_before_play(t: Whole, cards: Bytes) -> None:
    """Ask for even money and insurance, then for early surrender."""
    called = is_called(t)
    for seat in range(t[SEATS]):
        s, h = SEAT + seat * SEAT_SIZE, hand_at(t, seat, 0)
        if called and t[s + HANDS]:
            does = does_at(t, cards, seat, MAY_INSURE)
            asked = t[EVEN_MONEY] and t[h + NATURAL] and t[UP] & 15 == 1
            if asked and t[does + TAKES_EVEN]:
                close(t, seat, h, 2 * t[h + STAKE])
            elif t[does + INSURES] and paid(t, seat, INSURANCE_STAKE):
                t[s + INSURANCE] = paid(t, seat, INSURANCE_STAKE)
                t[s + STAKED] += t[s + INSURANCE]
                t[s + INSURED] = 1
    if t[EARLY] and t[UNKNOWN]:
        for seat in range(t[SEATS]):
            h = hand_at(t, seat, 0)
            asked = t[SEAT + seat * SEAT_SIZE + HANDS] and t[h + OPEN] and not t[h + NATURAL]
            if asked and says_chart(t, cards, seat, h) & SURRENDERS_EARLY:
                close(t, seat, h, paid(t, seat, HALF_BACK))


@compiled
def take_second(t: Whole, cards: Bytes, longs: Longs, h: int) -> None:
    """Give a split hand its second card."""
    card = draw(t, cards, longs)
    if card:
        take(t, h, card)
        if t[h + POINTS] == 21:
            t[h + NATURAL] = t[SPLIT_NATURAL]
            t[h + DONE] = t[STANDS_AT_21] | t[SPLIT_NATURAL]
        if t[ACES_STAND] and t[h + FIRST] & 15 == 1:
            t[h + DONE] = 1


@compiled
def splits(t: Whole, cards: Bytes, seat: int, h: int) -> bool:
    """Say whether a hand is a pair that may be split and is."""
    one, other = t[h + FIRST], t[h + SECOND]
    if t[h + CARDS] != 2 or not t[h + OPEN] or one & 15 != other & 15:
        return False
    # The lowest two of the upper bits tell ten, jack, queen and king apart.
    if t[BY_RANK] and one & 15 == 10 and (one ^ other) & 48:
        return False
    if t[SEAT + seat * SEAT_SIZE + HANDS] >= t[MOST_HANDS]:
        return False
    return says_chart(t, cards, seat, h) & (SPLITS_AGAIN if t[h + FROM_SPLIT] else SPLITS) != 0


@compiled
def split(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Make two hands of one; the second stands behind the first."""
    s, h = SEAT + seat * SEAT_SIZE, hand_at(t, seat, number)
    new = h + HAND_SIZE
    for at in range(hand_at(t, seat, t[s + HANDS]) - 1, new - 1, -1):
        t[at + HAND_SIZE] = t[at]
    first, second, stake = t[h + FIRST], t[h + SECOND], t[h + STAKE]
    t[s + HANDS] += 1
    t[s + STAKED] += stake
    begin_hand(t, h, stake)
    begin_hand(t, new, stake)
    t[h + FROM_SPLIT] = t[new + FROM_SPLIT] = 1
    take(t, h, first)
    take(t, new, second)
    take_second(t, cards, longs, h)
    if t[SPLIT_BOTH] and not t[VOID]:
        take_second(t, cards, longs, new)


@compiled
def hit(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Draw a card into a hand, and settle what it settles."""
    h = hand_at(t, seat, number)
    card = draw(t, cards, longs)
    if card == 0:
        return
    take(t, h, card)
    if t[h + POINTS] > 21:
        t[h + DONE] = 1
        t[h + LIVE] = 0
        if t[BUST_AT_ONCE] and not may_come_back(t, h, number):
            close(t, seat, h, 0)
    elif 0 < t[CHARLIE] <= t[h + CARDS]:
        close(t, seat, h, 2 * t[h + STAKE])
    elif t[STANDS_AT_21] and t[h + POINTS] == 21:
        t[h + DONE] = 1


@compiled
def decide(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Carry out one decision of a hand."""
    s, h = SEAT + seat * SEAT_SIZE, hand_at(t, seat, number)
    if t[h + CARDS] > 2:
        chart = CHARTS + t[does_at(t, cards, seat, CHARTS_DIFFER) + CHART_AT]
        row = OF_MORE + (MORE_ROWS * t[h + SOFT] + t[h + POINTS]) * 10
        says = whole(cards[chart + row + (t[UP] & 15) - 1])
    else:
        says = says_chart(t, cards, seat, h)
    if says & SURRENDERS and not t[h + FROM_SPLIT]:
        t[h + GIVEN_UP] = t[h + DONE] = 1
        t[h + LIVE] = 0
        if t[EARLY] or not t[UNKNOWN]:
            close(t, seat, h, paid(t, seat, HALF_BACK))
    elif says & (DOUBLES_SPLIT if t[h + FROM_SPLIT] else DOUBLES):
        t[s + STAKED] += t[h + STAKE]
        t[h + STAKE] *= 2
        t[h + DOUBLED] = 1
        hit(t, cards, longs, seat, number)
        t[h + DONE] = 1
    elif says & HITS:
        hit(t, cards, longs, seat, number)
    else:
        t[h + DONE] = 1


@compiled
def fill(t: Whole, cards: Bytes, longs: Longs, seat: int) -> None:
    """Play the hands of a seat, one after the other."""
    number = 0
    while number < t[SEAT + seat * SEAT_SIZE + HANDS] and not t[VOID]:
        h = hand_at(t, seat, number)
        if t[h + CARDS] == 1:
            take_second(t, cards, longs, h)
        while not t[VOID] and splits(t, cards, seat, h):
            split(t, cards, longs, seat, number)
        while not t[VOID] and not t[h + DONE]:
            decide(t, cards, longs, seat, number)
        if t[h + NATURAL] and t[h + OPEN]:
            excluded = t[NATURAL_AT] == AT_DEAL and not t[UNKNOWN]
            if excluded or t[NATURAL_AT] == AT_TURN:
                close(t, seat, h, t[h + STAKE] + paid(t, seat, NATURAL_WINS))
        number += 1


@compiled
def play_round(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Play one round to its end."""
    deal(t, cards, longs)
    answer_before_play(t, cards)
    peek(t)
    if any_hand(t, OPEN) or any_insured(t):
        for seat in range(t[SEATS]):
            fill(t, cards, longs, seat)
        if not t[VOID] and (t[PLAYS_ON] or any_hand(t, OPEN) or any_insured(t)):
            play_dealer(t, cards, longs)
            settle(t)
    if t[VOID]:
        for seat in range(t[SEATS]):
            s = SEAT + seat * SEAT_SIZE
            t[s + RETURNED] = t[s + STAKED]
    see(t, cards)
    leave_hole(t)
