"""Side bets: what they win by their pay tables, and which of the dealer's cards they need.

They are settled after the round, because nothing in the round depends on what they win. But the
dealer draws the cards that some of them wait for.
"""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached, inline, record_at, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.arithmetic import dealer_draws
from pitboss.simulation.kernel.counting import seat_at
from pitboss.simulation.kernel.hands import hand_at, place_of_hand
from pitboss.simulation.kernel.layout import Bytes, Steps, Whole
from pitboss.simulation.kernel.pay_tables import class_at, class_of, rank_of
from pitboss.simulation.kernel.records import SIDE_BET, SideBetNumbers


@inline
def side_bet_at(t: Whole, seat: int, number: int) -> SideBetNumbers:
    """Return a side bet of a seat."""
    at = t[k.SIDE_BETS_AT] + (seat * k.MAX_SIDE_BETS + number) * k.SIDE_BET_SIZE
    return record_at(t, at, SIDE_BET)


@compile_cached
def any_side_bet_of(t: Whole, waits: int) -> bool:
    """Say whether a side bet of any seat in play waits for anything in `waits`, a set of bits."""
    for seat in range(t[k.SEATS]):
        if seat_at(t, seat).hands and seat_at(t, seat).waits & waits:
            return True
    return False


@inline
def any_side_bet_waits(t: Whole) -> bool:
    """Say whether a side bet still depends on cards that the dealer has not shown."""
    return t[k.SIDE_BETS_AT] != 0 and does_any_wait(t)


@compile_cached
def does_any_wait(t: Whole) -> bool:
    """Return the answer of `any_side_bet_waits`, if the rules have side bets."""
    known = t[k.DEALER_CARDS] > 1
    draws = dealer_draws(t[k.DEALER], t[k.DEALER_SOFT] != 0, t[k.HITS_SOFT_17] != 0)
    waits = k.WAITS_NATURAL if t[k.UNKNOWN] else 0
    waits |= 0 if known else k.WAITS_SECOND
    waits |= k.WAITS_HAND if draws or not known else 0
    return any_side_bet_of(t, waits)


@compile_cached
def lay_first(t: Whole, one: int, other: int, third: int) -> None:
    """Write a seat's first two cards and a third card; compare the two with the up card."""
    t[k.LOOKED_AT], t[k.LOOKED_AT + 1], t[k.LOOKED_AT + 2] = one, other, third
    up, ranks, whole_cards = t[k.UP], 0, 0
    for card in (one, other):
        ranks += rank_of(card) == rank_of(up)
        whole_cards += card == up
    t[k.SIGHT + k.EQUAL_RANK], t[k.SIGHT + k.EQUAL_CARD] = ranks, whole_cards
    t[k.SIGHT + k.NATURAL_COUNTS] = 1


@compile_cached
def judge(t: Whole, seat: int, bet: SideBetNumbers) -> int:
    """Return the class of a side bet at the end of a round."""
    own = seat_at(t, seat)
    natural = t[k.DEALER_CARDS] == 2 and t[k.DEALER] == 21
    if t[k.VOID] or (natural and bet.on_natural == k.RETURNS):
        return whole(bet.classes + 1)
    if natural and bet.on_natural == k.LOSES:
        return whole(bet.classes)
    by, at, many = bet.decided_by, whole(k.LOOKED_AT), whole(2)
    lay_first(t, own.first, own.second, own.third if by == k.OWN_HAND else t[k.UP])
    if by == k.DEALERS_TWO:
        at = whole(k.DEALERS_CARDS)
    elif by == k.DEALERS_HAND:
        at, many = whole(k.DEALERS_CARDS), t[k.DEALER_CARDS]
    elif by == k.WITH_UP_CARD or (by == k.OWN_HAND and own.hands > 1):
        many = whole(3)
    elif by == k.OWN_HAND:
        at, many = place_of_hand(t, seat, 0) + k.OF_HELD, hand_at(t, seat, 0).cards
    return class_of(t, bet, at, many)


@compile_cached
def list_classes(t: Whole, cards: Bytes, bet: SideBetNumbers, listed: Steps) -> None:
    """List the classes of a side bet that the first cards of a round decide.

    The places of the seat's two cards in the deck give the place of the class in the list. If the
    up card matters, there is a list for each up card.
    """
    at = 0
    for up in range(bet.up_cards):
        t[k.UP] = cards[k.IN_ORDER + up]
        for one in range(52):
            for other in range(52):
                first, second = whole(cards[k.IN_ORDER + one]), whole(cards[k.IN_ORDER + other])
                lay_first(t, first, second, t[k.UP])
                many = 3 if bet.decided_by == k.WITH_UP_CARD else 2
                listed[at] = class_of(t, bet, whole(k.LOOKED_AT), many)
                at += 1


@inline
def listed_class(t: Whole, bet: SideBetNumbers, one: int, other: int, up: int) -> int:
    """Return the listed class for the first cards."""
    at = (up * whole(bet.up_cards > 1) * 52 + one) * 52 + other
    return whole((t[bet.listed_at + (at >> 2)] >> 16 * (at & 3)) & 0xFFFF)


@compile_cached
def settle_side_bets(t: Whole, cards: Bytes) -> None:
    """Settle the side bets of all seats that played."""
    natural = t[k.DEALER_CARDS] == 2 and t[k.DEALER] == 21
    up = whole(cards[k.PLACE + t[k.UP]])
    for seat in range(t[k.SEATS]):
        own = seat_at(t, seat)
        if own.hands:
            one = whole(cards[k.PLACE + own.first])
            other = whole(cards[k.PLACE + own.second])
            for number in range(own.side_bets):
                bet = side_bet_at(t, seat, number)
                compares = not natural or bet.on_natural == k.COMPARES
                if bet.listed_at and compares and not t[k.VOID]:
                    line = class_at(t, bet.at, listed_class(t, bet, one, other, up))
                else:
                    line = class_at(t, bet.at, judge(t, seat, bet))
                line.times += 1
                own.returned += line.returned


@inline
def settle_listed(t: Whole, cards: Bytes, start: int, many: int) -> int:
    """Settle the first seat's `many` side bets by their lists; return what these bets win."""
    if not many:
        return 0
    one = whole(cards[k.PLACE + whole(cards[start])])
    up = whole(cards[k.PLACE + whole(cards[start + 1])])
    other = whole(cards[k.PLACE + whole(cards[start + 2])])
    own, returned = seat_at(t, 0), whole(0)
    for number in range(many):
        bet = side_bet_at(t, 0, number)
        line = class_at(t, bet.at, listed_class(t, bet, one, other, up))
        line.times += 1
        returned += line.returned
    return returned - own.side_stakes
