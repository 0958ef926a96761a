"""Hands: their totals, and what settles them."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel import places as k
from pitboss.simulation.kernel.arithmetic import add_card, ties_natural
from pitboss.simulation.kernel.counting import paid
from pitboss.simulation.kernel.places import Whole


@inlined
def hand_at(t: Whole, seat: int, number: int) -> int:
    """Return where a hand of a seat lies."""
    return whole(k.HAND + (seat * t[k.MOST_HANDS] + number) * k.HAND_SIZE)


@inlined
def take(t: Whole, h: int, card: int) -> None:
    """Add a card to a hand and bring its total up to date."""
    t[h + k.POINTS], t[h + k.SOFT] = add_card(t[h + k.POINTS], t[h + k.SOFT] != 0, card & 15)
    if t[h + k.CARDS] < 2:
        t[h + k.FIRST + t[h + k.CARDS]] = card
    else:
        t[h + k.FURTHER] += 1 << (5 * ((card & 15) - 1))
    t[h + k.CARDS] += 1


@inlined
def begin_hand(t: Whole, h: int, stake: int) -> None:
    """Lay out a hand without cards."""
    for at in range(h, h + k.HAND_SIZE):
        t[at] = 0
    t[h + k.STAKE] = stake
    t[h + k.OPEN] = t[h + k.LIVE] = 1


@inlined
def close(t: Whole, seat: int, h: int, returned: int) -> None:
    """Settle a hand."""
    t[h + k.OPEN] = t[h + k.LIVE] = 0
    t[h + k.DONE] = 1
    t[k.SEAT + seat * k.SEAT_SIZE + k.RETURNED] += returned


@inlined
def close_insurance(t: Whole, seat: int, won: int) -> None:
    """Settle the insurance of a seat."""
    s = k.SEAT + seat * k.SEAT_SIZE
    if t[s + k.INSURED] and won:
        t[s + k.RETURNED] += t[s + k.INSURANCE] + paid(t, seat, k.INSURANCE_WINS)
    t[s + k.INSURED] = 0


@compiled
def any_hand(t: Whole, what: int) -> bool:
    """Say whether a hand is open, or live."""
    for seat in range(t[k.SEATS]):
        for number in range(t[k.SEAT + seat * k.SEAT_SIZE + k.HANDS]):
            if t[hand_at(t, seat, number) + what]:
                return True
    return False


@compiled
def any_insured(t: Whole) -> bool:
    """Say whether an insurance bet is open."""
    insured = False
    for seat in range(t[k.SEATS]):
        insured |= t[k.SEAT + seat * k.SEAT_SIZE + k.INSURED] != 0
    return insured


@compiled
def pay_open_naturals(t: Whole) -> None:
    """Pay every natural whose bet is open."""
    for seat in range(t[k.SEATS]):
        for number in range(t[k.SEAT + seat * k.SEAT_SIZE + k.HANDS]):
            h = hand_at(t, seat, number)
            if t[h + k.OPEN] and t[h + k.NATURAL]:
                close(t, seat, h, t[h + k.STAKE] + paid(t, seat, k.NATURAL_WINS))


@compiled
def exclude(t: Whole) -> None:
    """Settle what waited for the dealer to have no natural."""
    t[k.UNKNOWN] = 0
    for seat in range(t[k.SEATS]):
        close_insurance(t, seat, 0)
        for number in range(t[k.SEAT + seat * k.SEAT_SIZE + k.HANDS]):
            h = hand_at(t, seat, number)
            if t[h + k.OPEN] and t[h + k.GIVEN_UP]:
                close(t, seat, h, paid(t, seat, k.HALF_BACK))


@compiled
def lose_to_natural(t: Whole) -> None:
    """Settle every bet against a natural of the dealer."""
    t[k.UNKNOWN] = 0
    for seat in range(t[k.SEATS]):
        s = k.SEAT + seat * k.SEAT_SIZE
        close_insurance(t, seat, 1)
        for number in range(t[s + k.HANDS]):
            h = hand_at(t, seat, number)
            if not t[h + k.OPEN]:
                continue
            insured = number == 0 and t[s + k.INSURANCE] > 0
            loses = t[h + k.GIVEN_UP] or (t[k.INSURED_LOSES] and insured)
            ties = ties_natural(t[h + k.POINTS], t[h + k.NATURAL] != 0, t[k.BEATS_21] != 0)
            busted = t[k.TAKES] == k.ORIGINAL_AND_BUSTED and t[h + k.POINTS] > 21
            back = 0
            if ties and not loses:
                back = t[h + k.STAKE]
            elif t[k.TAKES] != k.ALL and not busted:
                back = t[h + k.STAKE] - (t[s + k.ANTE] if number == 0 else 0)
            close(t, seat, h, back)
