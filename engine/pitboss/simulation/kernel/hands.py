"""Hands: their totals, and what settles them."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel.counting import paid
from pitboss.simulation.kernel.places import (
    ALL,
    ANTE,
    BEATS_21,
    CARDS,
    DONE,
    FIRST,
    GIVEN_UP,
    HALF_BACK,
    HAND,
    HAND_SIZE,
    HANDS,
    INSURANCE,
    INSURANCE_WINS,
    INSURED,
    INSURED_LOSES,
    LIVE,
    MOST_HANDS,
    NATURAL,
    NATURAL_WINS,
    OPEN,
    ORIGINAL_AND_BUSTED,
    POINTS,
    RETURNED,
    SEAT,
    SEAT_SIZE,
    SEATS,
    SOFT,
    STAKE,
    TAKES,
    UNKNOWN,
    Whole,
)


@inlined
def hand_at(t: Whole, seat: int, number: int) -> int:
    """Return where a hand of a seat lies."""
    return whole(HAND + (seat * t[MOST_HANDS] + number) * HAND_SIZE)


@inlined
def take(t: Whole, h: int, card: int) -> None:
    """Add a card to a hand and bring its total up to date."""
    points = t[h + POINTS] + (card & 15)
    if card & 15 == 1 and points <= 11:
        points += 10
        t[h + SOFT] = 1
    elif points > 21 and t[h + SOFT]:
        points -= 10
        t[h + SOFT] = 0
    if t[h + CARDS] < 2:
        t[h + FIRST + t[h + CARDS]] = card
    t[h + CARDS] += 1
    t[h + POINTS] = points


@inlined
def begin_hand(t: Whole, h: int, stake: int) -> None:
    """Lay out a hand without cards."""
    for at in range(h, h + HAND_SIZE):
        t[at] = 0
    t[h + STAKE] = stake
    t[h + OPEN] = t[h + LIVE] = 1


@inlined
def close(t: Whole, seat: int, h: int, returned: int) -> None:
    """Settle a hand."""
    t[h + OPEN] = t[h + LIVE] = 0
    t[h + DONE] = 1
    t[SEAT + seat * SEAT_SIZE + RETURNED] += returned


@inlined
def close_insurance(t: Whole, seat: int, won: int) -> None:
    """Settle the insurance of a seat."""
    s = SEAT + seat * SEAT_SIZE
    if t[s + INSURED] and won:
        t[s + RETURNED] += t[s + INSURANCE] + paid(t, seat, INSURANCE_WINS)
    t[s + INSURED] = 0


@compiled
def any_hand(t: Whole, what: int) -> bool:
    """Say whether a hand is open, or live."""
    for seat in range(t[SEATS]):
        for number in range(t[SEAT + seat * SEAT_SIZE + HANDS]):
            if t[hand_at(t, seat, number) + what]:
                return True
    return False


@compiled
def any_insured(t: Whole) -> bool:
    """Say whether an insurance bet is open."""
    insured = False
    for seat in range(t[SEATS]):
        insured |= t[SEAT + seat * SEAT_SIZE + INSURED] != 0
    return insured


@compiled
def pay_open_naturals(t: Whole) -> None:
    """Pay every natural whose bet is open."""
    for seat in range(t[SEATS]):
        for number in range(t[SEAT + seat * SEAT_SIZE + HANDS]):
            h = hand_at(t, seat, number)
            if t[h + OPEN] and t[h + NATURAL]:
                close(t, seat, h, t[h + STAKE] + paid(t, seat, NATURAL_WINS))


@compiled
def exclude(t: Whole) -> None:
    """Settle what waited for the dealer to have no natural."""
    t[UNKNOWN] = 0
    for seat in range(t[SEATS]):
        close_insurance(t, seat, 0)
        for number in range(t[SEAT + seat * SEAT_SIZE + HANDS]):
            h = hand_at(t, seat, number)
            if t[h + OPEN] and t[h + GIVEN_UP]:
                close(t, seat, h, paid(t, seat, HALF_BACK))


@compiled
def lose_to_natural(t: Whole) -> None:
    """Settle every bet against a natural of the dealer."""
    t[UNKNOWN] = 0
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        close_insurance(t, seat, 1)
        for number in range(t[s + HANDS]):
            h = hand_at(t, seat, number)
            if not t[h + OPEN]:
                continue
            loses = t[h + GIVEN_UP] or (t[INSURED_LOSES] and number == 0 and t[s + INSURANCE] > 0)
            ties = t[h + NATURAL] or (not t[BEATS_21] and t[h + POINTS] == 21)
            busted = t[TAKES] == ORIGINAL_AND_BUSTED and t[h + POINTS] > 21
            back = 0
            if ties and not loses:
                back = t[h + STAKE]
            elif t[TAKES] != ALL and not busted:
                back = t[h + STAKE] - (t[s + ANTE] if number == 0 else 0)
            close(t, seat, h, back)
