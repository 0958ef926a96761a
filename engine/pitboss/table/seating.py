"""Who may sit down: what a table is set up from is checked before there is a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import field, frozen

from pitboss.errors import TableError, brief
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.rules import Rules

MAX_SEAT_NAME_LETTERS: Final = 200
"""No seat's name is longer."""


@frozen
class SeatPlan:
    """Who sits down, and with what.

    Attributes:
        name: how the seat is called.
        balance_minor: opening chips; `None` for unlimited funds. The `repr` leaves them out.
    """

    name: str
    balance_minor: int | None = field(default=None, repr=False)


def known_rules(rules: object) -> Rules:
    """Return rules that are given, or those of the default table.

    Raises:
        TableError: what is given is no rule set.
    """
    if rules is None:
        return Rules()
    if isinstance(rules, Rules):
        return rules
    raise TableError(f"rules {brief(rules)}", "give Rules.preset(name) or Rules.of(...), or none")


def planned_seats(rules: Rules, seats: Sequence[str | SeatPlan]) -> list[SeatPlan]:
    """Return who sits down, and with what.

    Raises:
        TableError: no seat, too many, a name that is none, or a balance out of range.
    """
    _check_list(seats)
    plans = [SeatPlan(seat) if isinstance(seat, str) else seat for seat in seats]
    if not 1 <= len(plans) <= rules.max_seats:
        raise TableError(
            f"{len(plans)} seats", f"give a list of 1 to {rules.max_seats} (max_seats)"
        )
    for plan in plans:
        _check_plan(plan)
    return plans


def _check_list(seats: object) -> None:
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise TableError(f"seats {brief(seats)}", "give a list of names")


def _check_plan(plan: object) -> None:
    if not isinstance(plan, SeatPlan):
        raise TableError(f"a seat {brief(plan)}", "give a name, or a SeatPlan")
    name: object = plan.name
    balance: object = plan.balance_minor
    if not _is_name(name):
        raise TableError(
            f"a seat called {brief(name)}",
            f"a name is text of at most {MAX_SEAT_NAME_LETTERS} letters",
        )
    whole = type(balance) is int and 0 <= balance <= MAX_TOTAL_MINOR
    if balance is not None and not whole:
        raise TableError(
            f"a balance of {brief(balance)}",
            f"give 0 to {MAX_TOTAL_MINOR} minor units, or none",
        )


def _is_name(name: object) -> bool:
    if not isinstance(name, str) or len(name) > MAX_SEAT_NAME_LETTERS:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
