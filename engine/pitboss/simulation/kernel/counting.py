"""Counting the cards that everybody saw, and what a seat does at its count."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined, whole
from pitboss.simulation.kernel.places import (
    AT,
    BURNED,
    COUNTED,
    COUNTING,
    COUNTS,
    DIVIDED,
    DOES,
    DOES_SIZE,
    HOLE_CARD,
    HOLE_HIDDEN,
    HOLE_OLDER,
    NEAREST,
    POSITION,
    ROUNDING,
    RUNNING,
    SEAT,
    SEAT_SIZE,
    SEATS,
    SIZE,
    TAGS,
    TOWARDS_ZERO,
    UNSEEN_HOLES,
    Bytes,
    Whole,
)


@compiled
def see(t: Whole, cards: Bytes) -> None:
    """Count the cards that were drawn since this was last done."""
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        if t[s + COUNTING]:
            running = t[s + RUNNING]
            for at in range(t[COUNTED], t[POSITION]):
                running += t[s + TAGS + (whole(cards[at]) & 15)]
            t[s + RUNNING] = running
    t[COUNTED] = t[POSITION]


@compiled
def leave_hole(t: Whole) -> None:
    """Forget a card that lay face down to the end, which nobody saw."""
    if t[HOLE_HIDDEN] and not t[HOLE_OLDER]:
        t[UNSEEN_HOLES] += 1
        for seat in range(t[SEATS]):
            s = SEAT + seat * SEAT_SIZE
            t[s + RUNNING] -= t[s + TAGS + (t[HOLE_CARD] & 15)]
    t[HOLE_HIDDEN] = 0


@inlined
def place_of_count(t: Whole, s: int, running: int, unseen: int) -> int:
    """Return the place of a seat's count: 0 is the least, and 40 a count of 0."""
    if t[s + DIVIDED]:
        unseen = max(unseen, 1)
        if t[s + ROUNDING] == NEAREST:
            running = (104 * running + unseen) // (2 * unseen)
        elif t[s + ROUNDING] == TOWARDS_ZERO and running < 0:
            running = -(-52 * running // unseen)
        else:
            running = 52 * running // unseen
    return min(max(running + COUNTS // 2, 0), COUNTS - 1)


@compiled
def count_of(t: Whole, cards: Bytes, s: int) -> int:
    """Return the place of a seat's count at this moment."""
    if not t[s + COUNTING]:
        return COUNTS // 2
    see(t, cards)
    running = t[s + RUNNING]
    unseen = t[SIZE] - t[POSITION] + t[BURNED] + t[UNSEEN_HOLES]
    if t[HOLE_HIDDEN] and not t[HOLE_OLDER]:
        running -= t[s + TAGS + (t[HOLE_CARD] & 15)]
        unseen += 1
    return place_of_count(t, s, running, unseen)


@inlined
def does_at(t: Whole, cards: Bytes, seat: int, differs: int) -> int:
    """Return where it says what a seat does at the count of this moment.

    Where that does not differ by the count, it is the same as at the count of the bet.
    """
    s = SEAT + seat * SEAT_SIZE
    place = count_of(t, cards, s) if t[s + differs] else t[s + AT]
    return DOES + (seat * COUNTS + place) * DOES_SIZE


@inlined
def paid(t: Whole, seat: int, what: int) -> int:
    """Return an amount that belongs to the bet of a seat."""
    return whole(t[DOES + (seat * COUNTS + t[SEAT + seat * SEAT_SIZE + AT]) * DOES_SIZE + what])
