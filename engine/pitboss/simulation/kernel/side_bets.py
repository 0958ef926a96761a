"""Side bets: their pay tables, which are numbers here, and what the dealer has to do for them.

They are settled when the round is over, for nothing in it depends on what they bring: only on which
cards some of them wait for.
"""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, record_at, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.arithmetic import best_total, dealer_draws
from pitboss.simulation.kernel.counting import seat_at
from pitboss.simulation.kernel.hands import hand_at, place_of_hand
from pitboss.simulation.kernel.layout import Bytes, Steps, Whole
from pitboss.simulation.kernel.records import (
    CLASS,
    CONDITION,
    SIDE_BET,
    ClassNumbers,
    ConditionNumbers,
    SideBetNumbers,
)


@inlined
def side_bet_at(t: Whole, seat: int, number: int) -> SideBetNumbers:
    """Return a side bet of a seat."""
    at = t[k.SIDE_BETS_AT] + (seat * k.MOST_SIDE_BETS + number) * k.SIDE_BET_SIZE
    return record_at(t, at, SIDE_BET)


@inlined
def class_at(t: Whole, at: int, number: int) -> ClassNumbers:
    """Return a class of the pay table whose classes begin at a place."""
    return record_at(t, at + number * k.CLASS_SIZE, CLASS)


@inlined
def rank_of(card: int) -> int:
    """Return the rank of a card, from 0 for an ace to 12 for a king."""
    return (card & 15) - 1 + ((card >> 4) & 3) * whole(card & 15 == 10)


@inlined
def suit_of(card: int) -> int:
    """Return the suit of a card, from 0 to 3."""
    return (card >> 6) if card & 15 == 10 else (card >> 4)


@compiled
def any_side_bet_of(t: Whole, waits: int) -> bool:
    """Say whether somebody who plays has a side bet that waits for this or that."""
    if t[k.SIDE_BETS_AT]:
        for seat in range(t[k.SEATS]):
            if seat_at(t, seat).hands and seat_at(t, seat).waits & waits:
                return True
    return False


@compiled
def any_side_bet_waits(t: Whole) -> bool:
    """Say whether a side bet is open beside those that ride on a hand which is played."""
    if not t[k.SIDE_BETS_AT]:
        return False
    known = t[k.DEALER_CARDS] > 1
    draws = dealer_draws(t[k.DEALER], t[k.DEALER_SOFT] != 0, t[k.HITS_SOFT_17] != 0)
    waits = k.WAITS_NATURAL if t[k.UNKNOWN] else 0
    waits |= 0 if known else k.WAITS_SECOND
    waits |= k.WAITS_HAND if draws or not known else 0
    return any_side_bet_of(t, waits)


@compiled
def are_in_a_row(ranks: int, many: int) -> bool:
    """Say whether so many cards of some ranks, each as a bit, follow one another."""
    high = (ranks & ~1) | (ranks & 1) << 13
    return many > 0 and (
        ranks // (ranks & -ranks) == (1 << many) - 1 or high // (high & -high) == (1 << many) - 1
    )


@compiled
def look_at(t: Whole, at: int, many: int) -> None:
    """Write down what is seen of cards that lie one behind the other.

    Bits that are one and no more are those of which the lowest is the whole.
    """
    suits, ranks, last, hard = whole(0), whole(0), whole(0), whole(0)
    for card in t[at : at + many]:
        suits |= 1 << suit_of(card)
        last = 1 << rank_of(card)
        ranks |= last
        hard += card & 15
    total = best_total(hard, ranks & 1 != 0)
    see = k.SIGHT
    t[see + k.SUITS], t[see + k.RANKS], t[see + k.LAST_RANK] = suits, ranks, last
    t[see + k.SUITED] = suits != 0 and suits & (suits - 1) == 0
    # Clubs, diamonds, hearts, spades.
    t[see + k.SAME_COLOUR] = suits != 0 and (suits & 6 == 0 or suits & 9 == 0)
    t[see + k.SAME_RANK] = ranks != 0 and ranks & (ranks - 1) == 0
    t[see + k.RUN] = are_in_a_row(ranks, many)
    t[see + k.TOTAL], t[see + k.HARD_TOTAL], t[see + k.SOFT] = total, hard, total != hard
    t[see + k.BUST], t[see + k.NATURAL] = total > 21, many == 2 and total == 21
    t[see + k.CARDS_SEEN] = many


@compiled
def are_listed(t: Whole, each: ConditionNumbers, at: int, many: int) -> bool:
    """Say whether cards are those that a condition lists, in any order."""
    if many != each.low:
        return False
    for wanted in t[each.high : each.high + many]:
        more = 0
        for place in range(many):
            card = t[at + place]
            own = rank_of(card) if each.kind == k.JUST_RANKS else card
            more += whole(own == wanted) - whole(t[each.high + place] == wanted)
        if more:
            return False
    return True


@compiled
def is_met(t: Whole, each: ConditionNumbers, at: int, many: int) -> bool:
    """Say whether cards that were looked at fulfil a condition."""
    seen = t[k.SIGHT + each.seen]
    if each.kind == k.IN_SPAN:
        return bool(each.low <= seen <= each.high)
    if each.kind == k.AMONG:
        return many > 0 and seen & ~each.low == 0
    return are_listed(t, each, at, many)


@compiled
def class_of(t: Whole, bet: SideBetNumbers, at: int, many: int) -> int:
    """Return the class of a pay table into which cards fall, and which is `classes` if in none."""
    seen_at, seen = whole(0), whole(0)
    for number in range(bet.classes):
        line = class_at(t, bet.at, number)
        holds = many >= line.first
        for place in range(line.conditions if holds else 0):
            each = record_at(t, line.at + place * k.CONDITION_SIZE, CONDITION)
            begin, end = at, line.first or many
            if each.of == k.OF_DEALER:
                begin, end = whole(k.DEALERS_CARDS), min(2, t[k.DEALER_CARDS])
            elif each.of == k.OF_HAND_DEALT:
                begin, end = whole(k.LOOKED_AT), whole(2)
            if seen_at != begin or seen != end:
                look_at(t, begin, end)
                seen_at, seen = begin, end
            if not is_met(t, each, begin, end):
                holds = False
                break
        if holds:
            return number
    return whole(bet.classes)


@compiled
def lay_first(t: Whole, one: int, other: int, third: int) -> None:
    """Lay out the first two cards of a seat, and the one beside them; see which are alike."""
    t[k.LOOKED_AT], t[k.LOOKED_AT + 1], t[k.LOOKED_AT + 2] = one, other, third
    up, ranks, whole_cards = t[k.UP], 0, 0
    for card in (one, other):
        ranks += rank_of(card) == rank_of(up)
        whole_cards += card == up
    t[k.SIGHT + k.EQUAL_RANK], t[k.SIGHT + k.EQUAL_CARD] = ranks, whole_cards


@compiled
def judged(t: Whole, seat: int, bet: SideBetNumbers) -> int:
    """Return the class by which a side bet is settled at the end of a round."""
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


@compiled
def settle_side_bets(t: Whole) -> None:
    """Settle the side bets of everybody who played."""
    for seat in range(t[k.SEATS]):
        own = seat_at(t, seat)
        if own.hands:
            for number in range(own.side_bets):
                bet = side_bet_at(t, seat, number)
                line = class_at(t, bet.at, judged(t, seat, bet))
                line.times += 1
                own.returned += line.returned


@compiled
def list_classes(t: Whole, cards: Bytes, number: int, listed: Steps) -> None:
    """Write down the class of a side bet of the first seat by the first cards of a round.

    It is for one that is decided by these, and by their places in the deck.
    """
    bet, at = side_bet_at(t, 0, number), 0
    for one in range(52):
        for other in range(52):
            for up in range(bet.up_cards):
                t[k.UP] = cards[k.IN_ORDER + up]
                first, second = whole(cards[k.IN_ORDER + one]), whole(cards[k.IN_ORDER + other])
                lay_first(t, first, second, t[k.UP])
                many = 3 if bet.decided_by == k.WITH_UP_CARD else 2
                listed[at] = class_of(t, bet, whole(k.LOOKED_AT), many)
                at += 1


@inlined
def settle_listed(t: Whole, cards: Bytes, steps: Steps, start: int) -> int:
    """Settle the side bets of the first seat by the steps; return what they win."""
    if not t[k.SIDE_BETS_AT]:
        return 0
    one = whole(cards[k.PLACE + whole(cards[start])])
    up = whole(cards[k.PLACE + whole(cards[start + 1])])
    other = whole(cards[k.PLACE + whole(cards[start + 2])])
    own, returned = seat_at(t, 0), whole(0)
    for number in range(own.side_bets):
        bet = side_bet_at(t, 0, number)
        at = (one * 52 + other) * bet.up_cards + up * whole(bet.up_cards > 1)
        line = class_at(t, bet.at, whole(steps[bet.listed_at + at]))
        line.times += 1
        returned += line.returned
    return returned - own.side_stakes
