"""Makes the seats of a new table, and checks the rules and the seats that the host gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import field, frozen

from pitboss.errors import TableError, brief
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.game.round import Presence, Round, Seat
from pitboss.game.seat_changes import MAX_SEAT_NAME_LETTERS, is_seat_name
from pitboss.rules import Rules
from pitboss.unchecked import Unchecked


@frozen
class SeatPlan:
    """Who sits down, and with how many chips.

    Attributes:
        name: the name of the seat; any text of at most 200 letters, also with line ends. Only names
            that clients choose must be visible.
        balance_minor: opening chips; `None` for unlimited funds. The `repr` leaves them out.
        empty: whether the seat is empty, as in `EMPTY_SEAT`.
    """

    name: str
    balance_minor: int | None = field(default=None, repr=False)
    empty: bool = False


EMPTY_SEAT: Final = SeatPlan("", 0, empty=True)
"""An empty seat; a player may join it later."""


def check_rules(rules: object) -> Rules:
    """Return the given rules; for `None`, return the default rules.

    Raises:
        TableError: the argument is not a rule set.
    """
    if rules is None:
        return Rules()
    if isinstance(rules, Rules):
        return rules
    raise TableError(f"rules {brief(rules)}", "give Rules.preset(name) or Rules.of(...), or None")


def plan_seats(rules: Rules, seats: Sequence[str | SeatPlan | None]) -> list[SeatPlan]:
    """Return the plans of the seats after checking them.

    Raises:
        TableError: there are no seats or too many, a name is invalid, or a balance is out of range.
    """
    _check_list(seats)
    plans = [
        EMPTY_SEAT if seat is None else SeatPlan(seat) if isinstance(seat, str) else seat
        for seat in seats
    ]
    if not 1 <= len(plans) <= rules.max_seats:
        raise TableError(
            f"a table cannot have {len(plans)} seats",
            f"give a list of 1 to {rules.max_seats} (max_seats)",
        )
    for plan in plans:
        _check_plan(plan)
    return plans


def _check_list(seats: object) -> None:
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise TableError(f"seats must be a list, got {brief(seats)}", "give a list of names")


def _check_plan(plan: object) -> None:
    if not isinstance(plan, SeatPlan):
        raise TableError(f"{brief(plan)} is not a seat", "give a name, or a SeatPlan")
    name: object = plan.name
    balance: object = plan.balance_minor
    if plan.empty:
        if plan != EMPTY_SEAT:
            raise TableError("an empty seat has a name or chips", "give None for an empty seat")
        return
    if not is_seat_name(name):
        raise TableError(
            f"a seat cannot be called {brief(name)}",
            f"give a text of at most {MAX_SEAT_NAME_LETTERS} letters",
        )
    whole = type(balance) is int and 0 <= balance <= MAX_TOTAL_MINOR
    if balance is not None and not whole:
        raise TableError(
            f"a seat cannot have a balance of {brief(balance)}",
            f"give 0 to {MAX_TOTAL_MINOR} minor units, or leave it out for unlimited funds",
        )


def new_seats(plans: Sequence[SeatPlan]) -> list[Seat]:
    """Return the seats of a new table, in the order of play."""
    seats: list[Seat] = []
    for index, plan in enumerate(plans):
        seat = Seat(index, plan.name, plan.balance_minor or 0, plan.balance_minor is None)
        seat.presence = Presence.EMPTY if plan.empty else Presence.SEATED
        seats.append(seat)
    return seats


def check_viewer(round_: Round, seat: Unchecked[int] | None) -> int | None:
    """Return the seat of a viewer after checking that it exists; `None` for a spectator.

    Raises:
        TableError: there is no such seat.
    """
    most = len(round_.seats) - 1
    if seat is not None and not (type(seat) is int and 0 <= seat <= most):
        raise TableError(f"there is no seat {brief(seat)}", f"seats are 0 to {most}")
    return seat
