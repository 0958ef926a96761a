"""Events are values: they compare by their parts, and hash alike."""

from pitboss import Event, EventKind


def test_events_of_equal_parts_are_equal() -> None:
    """However they were made; anything else is another event, or none."""
    bet = Event(EventKind.BET, 1, 0, 500)
    assert bet == Event.bet(1, 500)
    assert len({bet, Event.bet(1, 500), Event.bet(1, 501), Event.bet(0, 500)}) == 3
    assert bet != (EventKind.BET, 1, 0, 500)
    assert Event.stand(0, 0) != Event.hit(0, 0)
