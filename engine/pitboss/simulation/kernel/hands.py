"""Hands: their totals, and how they are settled."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached, inline, record_at, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.arithmetic import add_card
from pitboss.simulation.kernel.counting import bet_of, seat_at
from pitboss.simulation.kernel.layout import Whole
from pitboss.simulation.kernel.pay_tables import class_at, class_of
from pitboss.simulation.kernel.records import HAND, SIDE_BET, HandNumbers


@inline
def place_of_hand(t: Whole, seat: int, number: int) -> int:
    """Return the place of a hand of a seat."""
    return whole(k.HANDS_AT + (seat * t[k.MAX_HANDS] + number) * k.HAND_SIZE)


@inline
def hand_at(t: Whole, seat: int, number: int) -> HandNumbers:
    """Return a hand of a seat."""
    return record_at(t, place_of_hand(t, seat, number), HAND)


@inline
def move_up(t: Whole, seat: int, number: int) -> None:
    """Make room for a new hand of a seat: move up this hand and those after it."""
    end = place_of_hand(t, seat, seat_at(t, seat).hands)
    for at in range(end - 1, place_of_hand(t, seat, number) - 1, -1):
        t[at + k.HAND_SIZE] = t[at]


@inline
def take(hand: HandNumbers, card: int) -> None:
    """Add a card to a hand and bring its total up to date."""
    hand.points, hand.soft = add_card(hand.points, hand.soft != 0, card & 15)
    if hand.cards == 0:
        hand.first = card
    elif hand.cards == 1:
        hand.second = card
    else:
        hand.further += 1 << (5 * ((card & 15) - 1))
    hand.held[hand.cards] = card
    hand.cards += 1


@inline
def begin_hand(hand: HandNumbers, stake: int) -> None:
    """Begin a hand without cards."""
    hand.points = hand.soft = hand.cards = hand.first = hand.second = hand.further = 0
    hand.done = hand.natural = hand.from_split = hand.doubled = hand.surrendered = 0
    hand.stake = stake
    hand.open = hand.live = 1


@inline
def close(t: Whole, seat: int, hand: HandNumbers, returned: int) -> None:
    """Settle a hand."""
    hand.open = hand.live = 0
    hand.done = 1
    seat_at(t, seat).returned += returned


@inline
def bet_on(t: Whole, seat: int, hand: HandNumbers) -> int:
    """Return the sum of a hand's stake and of what the house staked beside it."""
    return whole(max(hand.stake, seat_at(t, seat).ante * (1 + hand.doubled)))


@inline
def half_of(t: Whole, seat: int, hand: HandNumbers) -> int:
    """Return what a surrendered hand gets back; for a doubled hand, half of its stake."""
    half = bet_of(t, seat).half_back
    return half if hand.stake == seat_at(t, seat).ante else hand.stake // 2


@compile_cached
def back_by_bonus(t: Whole, seat: int, number: int, usual: int) -> int:
    """Return what a winning hand gets back, by a bonus or as usual."""
    hand, table = hand_at(t, seat, number), record_at(t, t[k.BONUSES_AT], SIDE_BET)
    t[k.SIGHT + k.DOUBLED], t[k.SIGHT + k.FROM_SPLIT] = hand.doubled, hand.from_split
    t[k.SIGHT + k.NATURAL_COUNTS] = hand.natural or not hand.from_split
    place = class_of(t, table, place_of_hand(t, seat, number) + k.OF_HELD, hand.cards)
    if place == table.classes:
        return usual
    line = class_at(t, table.at, place)
    product, lower = bet_on(t, seat, hand) * line.returned, line.times
    won, rest = product // lower, product % lower
    if t[k.ROUNDS_HALF_EVEN] and (2 * rest > lower or (2 * rest == lower and won & 1)):
        won += 1
    return whole(hand.stake + won)


@inline
def pay(t: Whole, seat: int, number: int, usual: int) -> None:
    """Settle a hand that wins."""
    back = back_by_bonus(t, seat, number, usual) if t[k.BONUSES_AT] else usual
    close(t, seat, hand_at(t, seat, number), back)


@inline
def pay_even(t: Whole, seat: int, number: int) -> None:
    """Settle a hand that wins 1:1."""
    hand = hand_at(t, seat, number)
    pay(t, seat, number, hand.stake + bet_on(t, seat, hand))


@inline
def pay_natural(t: Whole, seat: int, number: int) -> None:
    """Settle a natural that wins."""
    pay(t, seat, number, hand_at(t, seat, number).stake + bet_of(t, seat).natural_wins)


@compile_cached
def any_open(t: Whole) -> bool:
    """Say whether any hand is not settled."""
    for seat in range(t[k.SEATS]):
        for number in range(seat_at(t, seat).hands):
            if hand_at(t, seat, number).open:
                return True
    return False


@compile_cached
def any_live(t: Whole) -> bool:
    """Say whether the result of any hand may depend on the dealer's total."""
    for seat in range(t[k.SEATS]):
        for number in range(seat_at(t, seat).hands):
            if hand_at(t, seat, number).live:
                return True
    return False


@compile_cached
def any_insured(t: Whole) -> bool:
    """Say whether any hand is insured while nobody knows whether the dealer has a natural."""
    insured = False
    for seat in range(t[k.SEATS]):
        insured |= seat_at(t, seat).insured != 0
    return insured and t[k.UNKNOWN] != 0


@compile_cached
def pay_open_naturals(t: Whole) -> None:
    """Pay every natural whose bet is open."""
    for seat in range(t[k.SEATS]):
        for number in range(seat_at(t, seat).hands):
            hand = hand_at(t, seat, number)
            if hand.open and hand.natural:
                pay_natural(t, seat, number)


@compile_cached
def exclude(t: Whole) -> None:
    """Note that the dealer has no natural, and settle surrendered hands, which waited for this."""
    t[k.UNKNOWN] = 0
    for seat in range(t[k.SEATS]):
        for number in range(seat_at(t, seat).hands):
            hand = hand_at(t, seat, number)
            if hand.open and hand.surrendered:
                close(t, seat, hand, half_of(t, seat, hand))


@inline
def kept_of(t: Whole, hand: HandNumbers, number: int, insured: int) -> int:
    """Return what a dealer natural leaves of a hand that is not settled."""
    kind = k.OTHER_TOTAL
    if hand.natural:
        kind = k.IS_NATURAL
    elif hand.points >= 21:
        kind = k.IS_21 if hand.points == 21 else k.IS_BUST
    if number > 0:
        kind += k.IS_LATER
    elif insured:
        kind += k.IS_INSURED
    return whole(t[k.KEPT + kind + k.IS_SURRENDERED * hand.surrendered])


@compile_cached
def lose_to_natural(t: Whole) -> None:
    """Settle all bets against a dealer natural."""
    t[k.UNKNOWN] = 0
    for seat in range(t[k.SEATS]):
        own = seat_at(t, seat)
        if own.insured:
            own.returned += bet_of(t, seat).insurance_stake + bet_of(t, seat).insurance_wins
        for number in range(own.hands):
            hand = hand_at(t, seat, number)
            if not hand.open:
                continue
            kept = kept_of(t, hand, number, own.insured)
            back = hand.stake if kept != k.NOTHING else 0
            if kept == k.ALL_BUT_ANTE:
                back -= own.ante
            close(t, seat, hand, back)
