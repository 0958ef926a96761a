"""Events of any kind, each with all that its kind needs."""

from pitboss import Event, EventKind

NAMED = "21+3"


def event_of(kind: EventKind, seat: int, hand: int = 0, amount_minor: int = 0) -> Event:
    """Return an event; a side bet has a name."""
    name = NAMED if kind is EventKind.SIDE_BET else ""
    return Event(kind, seat, hand, amount_minor, bet_name=name)
