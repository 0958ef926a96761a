"""A round of any seats, from the bets to the end."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel import places as k
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
from pitboss.simulation.kernel.places import Bytes, Longs, Whole
from pitboss.simulation.kernel.shuffling import draw


@compiled
def take_bets(t: Whole, cards: Bytes) -> None:
    """Clear the table, and take the bets."""
    t[k.HELD] = t[k.CARDS_BEFORE] = t[k.VOID] = t[k.HOLE_HIDDEN] = t[k.HOLE_OLDER] = 0
    t[k.DEALER] = t[k.DEALER_SOFT] = t[k.DEALER_CARDS] = 0
    t[k.STARTED] = t[k.POSITION]
    for seat in range(t[k.SEATS]):
        s = k.SEAT + seat * k.SEAT_SIZE
        t[s + k.AT] = count_of(t, cards, s)
        t[s + k.ANTE] = t[s + k.STAKED] = paid(t, seat, k.BET)
        t[s + k.RETURNED] = t[s + k.INSURANCE] = t[s + k.INSURED] = 0
        t[s + k.HANDS] = 1 if t[s + k.ANTE] else 0
        begin_hand(t, hand_at(t, seat, 0), t[s + k.ANTE])


@compiled
def lay_for_dealer(t: Whole, cards: Bytes, longs: Longs, second: int) -> None:
    """Give the dealer one of the first two cards, one face up and one face down."""
    if second and not t[k.HOLE]:
        return
    card = draw(t, cards, longs)
    if second == t[k.UP_SECOND]:
        t[k.UP] = card
        take_for_dealer(t, card)
    else:
        t[k.HOLE_CARD] = card
        t[k.HOLE_HIDDEN] = 1


@compiled
def deal(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Deal two cards to each hand and the dealer's, in the order of the rules."""
    for turn in range(2):
        for seat in range(t[k.SEATS]):
            if t[k.SEAT + seat * k.SEAT_SIZE + k.HANDS] and not (turn and t[k.IN_BLOCKS]):
                for _ in range(1 + t[k.IN_BLOCKS]):
                    take(t, hand_at(t, seat, 0), draw(t, cards, longs))
        if not t[k.IN_BLOCKS]:
            lay_for_dealer(t, cards, longs, turn)
    if t[k.IN_BLOCKS]:
        lay_for_dealer(t, cards, longs, 0)
        lay_for_dealer(t, cards, longs, 1)
    up = t[k.UP] & 15
    t[k.UNKNOWN] = (up == 1) | (up == 10)
    for seat in range(t[k.SEATS]):
        h = hand_at(t, seat, 0)
        if t[h + k.POINTS] == 21:
            t[h + k.NATURAL] = t[h + k.DONE] = 1
        one, other = t[h + k.FIRST] & 15, t[h + k.SECOND] & 15
        least, most = min(one, other), max(one, other)
        t[k.SEAT + seat * k.SEAT_SIZE + k.STARTING_HAND] = up * 100 + least * 10 + most - 111


@inlined
def says_chart(t: Whole, cards: Bytes, seat: int, h: int) -> int:
    """Return what a chart says of two cards."""
    chart = k.CHARTS + t[does_at(t, cards, seat, k.CHARTS_DIFFER) + k.CHART_AT]
    one, other = t[h + k.FIRST] & 15, t[h + k.SECOND] & 15
    return whole(cards[chart + one * 100 + other * 10 + (t[k.UP] & 15) - 111])


@compiled
def answer_before_play(t: Whole, cards: Bytes) -> None:
    """Ask for even money and insurance, then for early surrender."""
    called = is_called(t)
    for seat in range(t[k.SEATS]):
        s, h = k.SEAT + seat * k.SEAT_SIZE, hand_at(t, seat, 0)
        if called and t[s + k.HANDS]:
            does = does_at(t, cards, seat, k.MAY_INSURE)
            asked = t[k.EVEN_MONEY] and t[h + k.NATURAL] and t[k.UP] & 15 == 1
            if asked and t[does + k.TAKES_EVEN]:
                close(t, seat, h, 2 * t[h + k.STAKE])
            elif t[does + k.INSURES] and paid(t, seat, k.INSURANCE_STAKE):
                t[s + k.INSURANCE] = paid(t, seat, k.INSURANCE_STAKE)
                t[s + k.STAKED] += t[s + k.INSURANCE]
                t[s + k.INSURED] = 1
    if t[k.EARLY] and t[k.UNKNOWN]:
        for seat in range(t[k.SEATS]):
            s, h = k.SEAT + seat * k.SEAT_SIZE, hand_at(t, seat, 0)
            asked = t[s + k.HANDS] and t[h + k.OPEN] and not t[h + k.NATURAL]
            if asked and says_chart(t, cards, seat, h) & k.SURRENDERS_EARLY:
                close(t, seat, h, paid(t, seat, k.HALF_BACK))


@compiled
def take_second(t: Whole, cards: Bytes, longs: Longs, h: int) -> None:
    """Give a split hand its second card."""
    card = draw(t, cards, longs)
    if card:
        take(t, h, card)
        if t[h + k.POINTS] == 21:
            t[h + k.NATURAL] = t[k.SPLIT_NATURAL]
            t[h + k.DONE] = t[k.STANDS_AT_21] | t[k.SPLIT_NATURAL]
        if t[k.ACES_STAND] and t[h + k.FIRST] & 15 == 1:
            t[h + k.DONE] = 1


@compiled
def splits(t: Whole, cards: Bytes, seat: int, h: int) -> bool:
    """Say whether a hand is a pair that may be split and is."""
    one, other = t[h + k.FIRST], t[h + k.SECOND]
    if t[h + k.CARDS] != 2 or not t[h + k.OPEN] or one & 15 != other & 15:
        return False
    # The lowest two of the upper bits tell ten, jack, queen and king apart.
    if t[k.BY_RANK] and one & 15 == 10 and (one ^ other) & 48:
        return False
    if t[k.SEAT + seat * k.SEAT_SIZE + k.HANDS] >= t[k.MOST_HANDS]:
        return False
    wanted = k.SPLITS_AGAIN if t[h + k.FROM_SPLIT] else k.SPLITS
    return says_chart(t, cards, seat, h) & wanted != 0


@compiled
def split(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Make two hands of one; the second stands behind the first."""
    s, h = k.SEAT + seat * k.SEAT_SIZE, hand_at(t, seat, number)
    new = h + k.HAND_SIZE
    for at in range(hand_at(t, seat, t[s + k.HANDS]) - 1, new - 1, -1):
        t[at + k.HAND_SIZE] = t[at]
    first, second, stake = t[h + k.FIRST], t[h + k.SECOND], t[h + k.STAKE]
    t[s + k.HANDS] += 1
    t[s + k.STAKED] += stake
    begin_hand(t, h, stake)
    begin_hand(t, new, stake)
    t[h + k.FROM_SPLIT] = t[new + k.FROM_SPLIT] = 1
    take(t, h, first)
    take(t, new, second)
    take_second(t, cards, longs, h)
    if t[k.SPLIT_BOTH] and not t[k.VOID]:
        take_second(t, cards, longs, new)


@compiled
def hit(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Draw a card into a hand, and settle what it settles."""
    h = hand_at(t, seat, number)
    card = draw(t, cards, longs)
    if card == 0:
        return
    take(t, h, card)
    if t[h + k.POINTS] > 21:
        t[h + k.DONE] = 1
        t[h + k.LIVE] = 0
        if t[k.BUST_AT_ONCE] and not may_come_back(t, h, number):
            close(t, seat, h, 0)
    elif 0 < t[k.CHARLIE] <= t[h + k.CARDS]:
        close(t, seat, h, 2 * t[h + k.STAKE])
    elif t[k.STANDS_AT_21] and t[h + k.POINTS] == 21:
        t[h + k.DONE] = 1


@compiled
def decide(t: Whole, cards: Bytes, longs: Longs, seat: int, number: int) -> None:
    """Carry out one decision of a hand."""
    s, h = k.SEAT + seat * k.SEAT_SIZE, hand_at(t, seat, number)
    if t[h + k.CARDS] > 2:
        chart = k.CHARTS + t[does_at(t, cards, seat, k.CHARTS_DIFFER) + k.CHART_AT]
        row = k.OF_MORE + (k.MORE_ROWS * t[h + k.SOFT] + t[h + k.POINTS]) * 10
        says = whole(cards[chart + row + (t[k.UP] & 15) - 1])
    else:
        says = says_chart(t, cards, seat, h)
    if says & k.SURRENDERS and not t[h + k.FROM_SPLIT]:
        t[h + k.GIVEN_UP] = t[h + k.DONE] = 1
        t[h + k.LIVE] = 0
        if t[k.EARLY] or not t[k.UNKNOWN]:
            close(t, seat, h, paid(t, seat, k.HALF_BACK))
    elif says & (k.DOUBLES_SPLIT if t[h + k.FROM_SPLIT] else k.DOUBLES):
        t[s + k.STAKED] += t[h + k.STAKE]
        t[h + k.STAKE] *= 2
        t[h + k.DOUBLED] = 1
        hit(t, cards, longs, seat, number)
        t[h + k.DONE] = 1
    elif says & k.HITS:
        hit(t, cards, longs, seat, number)
    else:
        t[h + k.DONE] = 1


@compiled
def fill(t: Whole, cards: Bytes, longs: Longs, seat: int) -> None:
    """Play the hands of a seat, one after the other."""
    number = 0
    while number < t[k.SEAT + seat * k.SEAT_SIZE + k.HANDS] and not t[k.VOID]:
        h = hand_at(t, seat, number)
        if t[h + k.CARDS] == 1:
            take_second(t, cards, longs, h)
        while not t[k.VOID] and splits(t, cards, seat, h):
            split(t, cards, longs, seat, number)
        while not t[k.VOID] and not t[h + k.DONE]:
            decide(t, cards, longs, seat, number)
        if t[h + k.NATURAL] and t[h + k.OPEN]:
            excluded = t[k.NATURAL_AT] == k.AT_DEAL and not t[k.UNKNOWN]
            if excluded or t[k.NATURAL_AT] == k.AT_TURN:
                close(t, seat, h, t[h + k.STAKE] + paid(t, seat, k.NATURAL_WINS))
        number += 1


@compiled
def play_round(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Play one round to its end."""
    deal(t, cards, longs)
    answer_before_play(t, cards)
    peek(t)
    if any_hand(t, k.OPEN) or any_insured(t):
        for seat in range(t[k.SEATS]):
            fill(t, cards, longs, seat)
        if not t[k.VOID] and (t[k.PLAYS_ON] or any_hand(t, k.OPEN) or any_insured(t)):
            play_dealer(t, cards, longs)
            settle(t)
    if t[k.VOID]:
        for seat in range(t[k.SEATS]):
            s = k.SEAT + seat * k.SEAT_SIZE
            t[s + k.RETURNED] = t[s + k.STAKED]
    see(t, cards)
    leave_hole(t)
