"""What players who lie have in common: values that are none, and a table to lie at."""

from io import BytesIO

from pitboss import Event, Journal, SeatPlan, Table

HUGE = 10**5000
"""Python refuses to write it out."""

BALANCES = (50_000, 70_003)


def a_table(sink: BytesIO | None = None) -> Table:
    """Set up a table of two whose first round asks both seats to play."""
    plans = [SeatPlan("Ann", BALANCES[0]), SeatPlan("Ben", BALANCES[1])]
    return Table(seats=plans, seed=3, recorder=None if sink is None else Journal(sink))


def in_play() -> Table:
    """Return a table in mid-round."""
    table = a_table()
    table.open_round()
    table.apply(Event.bet(0, 1000))
    table.apply(Event.bet(1, 2000))
    return table


class Unprintable:
    """What has no text, and no name of its type either."""

    def __repr__(self) -> str:
        raise ValueError

    __str__ = __repr__


class Whole(int):
    """A number that is equal to everything."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return True
