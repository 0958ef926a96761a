"""Counting the cards that everybody saw, and what a seat does at its count."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel import places as k
from pitboss.simulation.kernel.places import Bytes, Whole


@compiled
def see(t: Whole, cards: Bytes) -> None:
    """Count the cards that were drawn since this was last done."""
    for seat in range(t[k.SEATS]):
        s = k.SEAT + seat * k.SEAT_SIZE
        if t[s + k.COUNTING]:
            running = t[s + k.RUNNING]
            for at in range(t[k.COUNTED], t[k.POSITION]):
                running += t[s + k.TAGS + (whole(cards[at]) & 15)]
            t[s + k.RUNNING] = running
    t[k.COUNTED] = t[k.POSITION]


@compiled
def leave_hole(t: Whole) -> None:
    """Forget a card that lay face down to the end, which nobody saw."""
    if t[k.HOLE_HIDDEN] and not t[k.HOLE_OLDER]:
        t[k.UNSEEN_HOLES] += 1
        for seat in range(t[k.SEATS]):
            s = k.SEAT + seat * k.SEAT_SIZE
            t[s + k.RUNNING] -= t[s + k.TAGS + (t[k.HOLE_CARD] & 15)]
    t[k.HOLE_HIDDEN] = 0


@inlined
def place_of_count(t: Whole, s: int, running: int, unseen: int) -> int:
    """Return the place of a seat's count: 0 is the least, and 40 a count of 0."""
    if t[s + k.DIVIDED]:
        running = 52 * running // max(unseen, 1)
    return min(max(running + k.COUNTS // 2, 0), k.COUNTS - 1)


@compiled
def count_of(t: Whole, cards: Bytes, s: int) -> int:
    """Return the place of a seat's count at this moment."""
    if not t[s + k.COUNTING]:
        return k.COUNTS // 2
    see(t, cards)
    running = t[s + k.RUNNING]
    unseen = t[k.SIZE] - t[k.POSITION] + t[k.BURNED] + t[k.UNSEEN_HOLES]
    if t[k.HOLE_HIDDEN] and not t[k.HOLE_OLDER]:
        running -= t[s + k.TAGS + (t[k.HOLE_CARD] & 15)]
        unseen += 1
    return place_of_count(t, s, running, unseen)


@inlined
def does_at(t: Whole, cards: Bytes, seat: int, differs: int) -> int:
    """Return where it says what a seat does at the count of this moment.

    Where that does not differ by the count, it is the same as at the count of the bet.
    """
    s = k.SEAT + seat * k.SEAT_SIZE
    place = count_of(t, cards, s) if t[s + differs] else t[s + k.AT]
    return k.DOES + (seat * k.COUNTS + place) * k.DOES_SIZE


@inlined
def paid(t: Whole, seat: int, what: int) -> int:
    """Return an amount that belongs to the bet of a seat."""
    place = t[k.SEAT + seat * k.SEAT_SIZE + k.AT]
    return whole(t[k.DOES + (seat * k.COUNTS + place) * k.DOES_SIZE + what])
