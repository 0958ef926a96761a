"""Whether a table stands where another one has brought a journal."""

from __future__ import annotations

from pitboss.game.round import House, Round, contents
from pitboss.table.table import Table


def named_by(table: Table) -> tuple[object, ...]:
    """Return what a header says of a table."""
    return table.rules, table.seed, table.plans


def stands_where(
    table: Table, of: tuple[object, ...], event_count: int, round_: Round, house: House
) -> bool:
    """Return whether a table is just as the one that was recorded, after the same events.

    Args:
        table: which goes on.
        of: what the header says, see `named_by`.
        event_count: events and changes of seats that the journal holds.
        round_: of the table that was recorded.
        house: what is hidden there.
    """
    return (
        named_by(table) == of
        and table.round.event_count == round_.event_count == event_count
        and contents(table.round) == contents(round_)
        and _hidden(table.house) == _hidden(house)
    )


def _hidden(house: House) -> tuple[object, ...]:
    """Return what is hidden at a table, and its money, as far as later lines depend on it."""
    return (
        house.balance_minor,
        house.brought_minor,
        house.hole_card,
        house.shoes,
        contents(house.shoe),
        house.exchange,
    )
