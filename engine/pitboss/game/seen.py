"""The cards of the shoe in use that everybody at a table has seen. They are counted on request."""

from __future__ import annotations

from typing import Final

from pitboss.game.cards import NOTHING_SEEN, Card
from pitboss.game.round import DealerNatural, House, Round, cards_face_up, clear

_UNKNOWN: Final = DealerNatural.UNKNOWN


def cards_seen(round_: Round) -> tuple[int, ...]:
    """Count the cards of the shoe in use that everybody has seen, for each rank, ace to king.

    Cards that were taken off the table are counted only once, not in every call. Another thread may
    call this function at the same time. That thread may even bring in a new shoe, because
    `see_anew` makes a new list for each shoe.
    """
    swept = round_.swept
    of, counted, counts = round_.counted
    if of is not swept:
        counted, counts = 0, NOTHING_SEEN
    seen = list(counts)
    size = len(swept)
    if counted < size:
        for card in swept[counted:size]:
            seen[card.rank_index] += 1
        round_.counted = (swept, size, tuple(seen))
    for card in cards_face_up(round_):
        seen[card.rank_index] += 1
    for card in round_.older:
        seen[card.rank_index] -= 1
    return tuple(seen)


def all_seen(round_: Round) -> list[Card]:
    """Return the cards of the shoe in use that everybody has seen."""
    cards = round_.swept + cards_face_up(round_)
    for card in round_.older:
        cards.remove(card)
    return cards


def see_anew(round_: Round) -> None:
    """Record that a new shoe comes into use; none of its cards was seen or is on the table."""
    round_.swept = []
    round_.counted = (round_.swept, 0, NOTHING_SEEN)
    round_.older = cards_face_up(round_)
    round_.hole_is_older = round_.hole_hidden


def sweep(round_: Round, house: House) -> None:
    """Clear the cards of a round from the table, and remember the cards that everybody saw."""
    swept = round_.swept
    for seat in round_.seats:
        for hand in seat.hands:
            swept += hand.cards
        seat.hands = []
        seat.ante_minor = 0
        seat.side_bets = ()
    swept += round_.dealer.cards
    clear(round_.dealer)
    if round_.older:
        _leave_older_out(round_)
    round_.up_card = None
    round_.hole_hidden = False
    round_.dealer_natural = _UNKNOWN
    round_.turn_seat = 0
    round_.turn_hand = 0
    round_.void = False
    house.hole_card = None


def _leave_older_out(round_: Round) -> None:
    """After the round in which a shoe came into use, keep only the seen cards of that shoe."""
    swept = round_.swept.copy()
    for card in round_.older:
        swept.remove(card)
    round_.swept = swept
    round_.older = []
    round_.hole_is_older = False
