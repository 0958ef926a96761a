"""Count the cards that all players saw, and look up what a seat does at its count."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached, inline, record_at, whole
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.layout import Bytes, Whole
from pitboss.simulation.kernel.records import AT_COUNT, SEAT, AtCount, SeatNumbers


@inline
def seat_at(t: Whole, seat: int) -> SeatNumbers:
    """Return the record of a seat."""
    return record_at(t, k.SEATS_AT + seat * k.SEAT_SIZE, SEAT)


@inline
def at_count(t: Whole, seat: int, place: int) -> AtCount:
    """Return what a seat does at a count; `place` is the place of the count."""
    return record_at(t, k.DOES_AT + (seat * k.COUNTS + place) * k.DOES_SIZE, AT_COUNT)


@inline
def bet_of(t: Whole, seat: int) -> AtCount:
    """Return what a seat does at the count at which it bet."""
    return at_count(t, seat, seat_at(t, seat).at)


@compile_cached
def see(t: Whole, cards: Bytes) -> None:
    """Count the cards that were drawn since the last call."""
    for seat in range(t[k.SEATS]):
        own = seat_at(t, seat)
        if own.counting:
            running = own.running
            for at in range(t[k.COUNTED], t[k.POSITION]):
                running += own.tags[whole(cards[at]) & 15]
            own.running = running
    t[k.COUNTED] = t[k.POSITION]


@compile_cached
def leave_hole(t: Whole) -> None:
    """If a hole card was never turned up, remove it from the counts, because nobody saw it."""
    if t[k.HOLE_HIDDEN] and not t[k.HOLE_OLDER]:
        t[k.UNSEEN_HOLES] += 1
        for seat in range(t[k.SEATS]):
            own = seat_at(t, seat)
            own.running -= own.tags[whole(t[k.HOLE_CARD]) & 15]
    t[k.HOLE_HIDDEN] = 0


@inline
def place_of_count(own: SeatNumbers, running: int, unseen: int) -> int:
    """Return the place of a seat's count; the counts -40, 0 and 40 have the places 0, 40 and 80."""
    if own.divided:
        running = 52 * running // max(unseen, 1)
    return min(max(running + k.COUNTS // 2, 0), k.COUNTS - 1)


@compile_cached
def count_of(t: Whole, cards: Bytes, seat: int) -> int:
    """Return the place of a seat's present count."""
    own = seat_at(t, seat)
    if not own.counting:
        return k.COUNTS // 2
    see(t, cards)
    running = own.running
    unseen = t[k.SIZE] - t[k.POSITION] + t[k.BURNED] + t[k.UNSEEN_HOLES]
    if t[k.HOLE_HIDDEN] and not t[k.HOLE_OLDER]:
        running -= own.tags[whole(t[k.HOLE_CARD]) & 15]
        unseen += 1
    return place_of_count(own, running, unseen)


@inline
def does_at(t: Whole, cards: Bytes, seat: int, differs: int) -> AtCount:
    """Return what a seat does at its present count.

    If `differs` is 0, every count leads to the same answer: return the record for the count at the
    bet.
    """
    place = count_of(t, cards, seat) if differs else seat_at(t, seat).at
    return at_count(t, seat, place)
