"""Events are values: they compare by their parts, and hash alike."""

import pickle
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


def test_a_side_bet_is_an_event_of_a_name() -> None:
    """It compares by it, says it, and is written and read with it."""
    placed = Event.side_bet(1, "21+3", 500)
    assert placed == Event(EventKind.SIDE_BET, 1, 0, 500, bet_name="21+3")
    assert placed != Event.side_bet(1, "hot_3", 500)
    assert placed.sent(command="a").bet_name == "21+3"
    assert pickle.loads(pickle.dumps(placed)) == placed  # noqa: S301  our own
    assert str(placed) == "side_bet 21+3 500 (seat 1, hand 0)"
    assert repr(placed).endswith("command=None, bet_name='21+3')")
    members = '"event":"side_bet","seat":1,"hand":0,"amount":500,"bet":"21+3"'
    assert placed.members == members
    assert Event.from_json(placed.to_json()) == placed


@pytest.mark.parametrize("name", ["", "21 + 3", "A", "a" * 41, 7, None])
def test_what_is_no_name_makes_no_side_bet(name: object) -> None:
    """A name stands in every line as it is."""
    with pytest.raises(EventError, match="give its name, of 1 to 40 signs of a-z"):
        Event.side_bet(0, cast("str", name), 500)


@pytest.mark.parametrize("name", ["lucky_lucky/A", "a/" + "b" * 21, "a/b/c", "a/"])
def test_the_error_says_that_a_name_may_have_a_second_part(name: str) -> None:
    """Such as the name of one of the pay tables of a side bet."""
    assert Event.side_bet(0, "a/" + "b" * 20, 500).bet_name == "a/" + "b" * 20
    with pytest.raises(EventError, match="perhaps followed by / and 1 to 20 signs of a-z 0-9 _"):
        Event.side_bet(0, name, 500)


@pytest.mark.parametrize("name", ["21+3", None])
def test_no_other_event_has_a_name(name: object) -> None:
    """A bet on nothing in particular is the opening bet."""
    with pytest.raises(EventError, match="only side_bet has such a name"):
        Event(EventKind.BET, 0, 0, 500, bet_name=cast("str", name))


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
