"""The dealer: the look at the hole card, the dealer's own cards, and the end of a round."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached, inline
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.arithmetic import (
    add_card,
    compared,
    dealer_draws,
    make_natural,
    ties_natural,
)
from pitboss.simulation.kernel.counting import seat_at
from pitboss.simulation.kernel.hands import (
    any_insured,
    any_live,
    any_open,
    close,
    exclude,
    hand_at,
    lose_to_natural,
    pay_even,
    pay_natural,
    pay_open_naturals,
)
from pitboss.simulation.kernel.layout import Bytes, Longs, Whole
from pitboss.simulation.kernel.records import HandNumbers
from pitboss.simulation.kernel.shuffling import draw
from pitboss.simulation.kernel.side_bets import any_side_bet_of, any_side_bet_waits


@inline
def take_for_dealer(t: Whole, card: int) -> None:
    """Give the dealer a card."""
    t[k.DEALERS_CARDS + t[k.DEALER_CARDS]] = card
    t[k.DEALER], t[k.DEALER_SOFT] = add_card(t[k.DEALER], t[k.DEALER_SOFT] != 0, card & 15)
    t[k.DEALER_CARDS] += 1


@inline
def turn_hole(t: Whole) -> None:
    """Turn the hole card up; from now on, counts include it if it is from this shoe."""
    t[k.HOLE_HIDDEN] = 0
    take_for_dealer(t, t[k.HOLE_CARD])
    if t[k.UP_SECOND]:
        # Put the two cards into the order of dealing.
        t[k.DEALERS_CARDS], t[k.DEALERS_CARDS + 1] = t[k.HOLE_CARD], t[k.UP]


@compile_cached
def judge(t: Whole, second: int) -> None:
    """Settle the bets that the dealer's second card decides."""
    if t[k.UNKNOWN]:
        if make_natural(t[k.UP] & 15, second & 15):
            lose_to_natural(t)
        else:
            exclude(t)
            if t[k.NATURAL_AT] == k.AT_DEAL:
                pay_open_naturals(t)


@inline
def is_called(t: Whole) -> bool:
    """Say whether hands may be insured against the up card."""
    up = t[k.UP] & 15
    return bool((up == 1 and t[k.INSURED_POINTS] > 0) or (up == 10 and t[k.INSURED_POINTS] > 1))


@compile_cached
def peek(t: Whole) -> None:
    """Let the dealer look for a natural, if the rules say so; settle the bets that this decides.

    If both cards lie face up, nobody looks: everybody sees whether there is a natural.
    """
    if t[k.PEEK] == k.SHOWN:
        turn_hole(t)
        judge(t, t[k.HOLE_CARD])
    insured = any_insured(t)
    looks = (
        t[k.PEEK] == k.ALWAYS
        or (t[k.PEEK] == k.IF_CALLED and is_called(t))
        or (t[k.PEEK] == k.IF_INSURED and insured)
    )
    any_bet = insured or any_open(t) or any_side_bet_waits(t)
    if t[k.UNKNOWN] and t[k.HOLE_HIDDEN] and looks and any_bet:
        if make_natural(t[k.UP] & 15, t[k.HOLE_CARD] & 15):
            turn_hole(t)
            lose_to_natural(t)
        else:
            exclude(t)
    if t[k.NATURAL_AT] == k.AT_DEAL and not t[k.UNKNOWN]:
        pay_open_naturals(t)


@inline
def may_come_back(t: Whole, hand: HandNumbers, number: int) -> bool:
    """Say whether a dealer natural may still return the stake of a busted hand."""
    if not t[k.UNKNOWN] or not (hand.doubled or number > 0):
        return False
    return bool(t[k.KEPT + k.IS_BUST + (k.IS_LATER if number > 0 else 0)] != k.NOTHING)


@compile_cached
def needs_second_card(t: Whole) -> bool:
    """Say whether a result can depend on the dealer's second card, which is not drawn yet."""
    if t[k.PLAYS_ON] or any_insured(t) or any_live(t) or any_side_bet_waits(t):
        return True
    for seat in range(t[k.SEATS]):
        for number in range(seat_at(t, seat).hands):
            hand = hand_at(t, seat, number)
            busted = hand.points > 21 and may_come_back(t, hand, number)
            if hand.open and (hand.surrendered or busted):
                return True
    return False


@compile_cached
def play_dealer(t: Whole, cards: Bytes, longs: Longs) -> None:
    """Turn the hole card or draw a second card, and draw further cards."""
    if t[k.HOLE_HIDDEN]:
        turn_hole(t)
        judge(t, t[k.HOLE_CARD])
    elif t[k.DEALER_CARDS] == 1 and needs_second_card(t):
        card = draw(t, cards, longs)
        if card:
            take_for_dealer(t, card)
            judge(t, card)
    draws_on = any_live(t) or (t[k.SIDE_BETS_AT] != 0 and any_side_bet_of(t, k.WAITS_HAND))
    if t[k.DEALER_CARDS] > 1 and (t[k.PLAYS_ON] or draws_on):
        hits_soft_17 = t[k.HITS_SOFT_17] != 0
        while not t[k.VOID] and dealer_draws(t[k.DEALER], t[k.DEALER_SOFT] != 0, hits_soft_17):
            card = draw(t, cards, longs)
            if card:
                take_for_dealer(t, card)


@compile_cached
def settle(t: Whole) -> None:
    """Settle all open hands by the dealer's total."""
    dealer, pushes_22, ties_lose = t[k.DEALER], t[k.PUSHES_22] != 0, t[k.TIES_LOSE] != 0
    natural_wins = not ties_natural(dealer, natural=False, natural_beats_21=t[k.BEATS_21] != 0)
    for seat in range(t[k.SEATS]):
        for number in range(seat_at(t, seat).hands):
            hand = hand_at(t, seat, number)
            points, stake = hand.points, hand.stake
            if not hand.open:
                continue
            if points > 21:
                close(t, seat, hand, 0)
            elif hand.natural and natural_wins:
                pay_natural(t, seat, number)
            else:
                result = compared(points, dealer, pushes_22, ties_lose)
                if result > 0:
                    pay_even(t, seat, number)
                else:
                    close(t, seat, hand, (1 + result) * stake)
