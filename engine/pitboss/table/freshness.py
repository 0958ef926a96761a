"""Whether what was handed out is still current: views and offers show one moment only."""

from __future__ import annotations

from pitboss.errors import TableError
from pitboss.game.round import Round


def check_moment(round_: Round | None, moment: int, what: str) -> Round:
    """Return the round if no event has been applied to it since a moment.

    Raises:
        TableError: one has.
    """
    if round_ is None or round_.moment != moment:
        raise out_of_date(what)
    return round_


def out_of_date(what: str) -> TableError:
    """Make the error that says so."""
    return TableError(
        f"this {what} was not looked at while it was current",
        f"look before the next event, or keep it with {what}.look()",
    )
