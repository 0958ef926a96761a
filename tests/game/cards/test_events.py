"""Events are values: they compare by their parts, and hash alike."""

from fractions import Fraction
from typing import cast

import pytest

from pitboss import Event, EventKind
from pitboss.errors import EventError
from pitboss.game.limits import MAX_HANDS_OF_A_SEAT, MAX_SEATS


def test_events_of_equal_parts_are_equal() -> None:
    """However they were made; anything else is another event, or none."""
    bet = Event(EventKind.BET, 1, 0, 500)
    assert bet == Event.bet(1, 500)
    assert len({bet, Event.bet(1, 500), Event.bet(1, 501), Event.bet(0, 500)}) == 3
    assert bet != (EventKind.BET, 1, 0, 500)
    assert Event.stand(0, 0) != Event.hit(0, 0)


@pytest.mark.parametrize(("seat", "amount_minor"), [(1, Fraction(500)), (True, 500), (1, 500.0)])
def test_an_amount_of_another_type_is_no_bet(seat: object, amount_minor: object) -> None:
    """Though it equals a bet that was made before."""
    assert Event.bet(1, 500).amount_minor == 500
    with pytest.raises(EventError, match="whole numbers"):
        Event.bet(cast("int", seat), cast("int", amount_minor))


def test_every_seat_and_hand_has_its_events() -> None:
    """Those that are kept ready, and those that are made when they are needed."""
    for seat in range(MAX_SEATS):
        for hand in range(MAX_HANDS_OF_A_SEAT):
            assert Event.hit(seat, hand) == Event(EventKind.HIT, seat, hand)


def test_more_bets_are_made_than_are_kept() -> None:
    """Whether one is kept or not cannot be told."""
    for amount_minor in range(1, 5_000):
        bet = Event.bet(0, amount_minor)
        assert bet == Event.bet(0, amount_minor) == Event(EventKind.BET, 0, 0, amount_minor)
