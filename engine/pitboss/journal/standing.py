"""Compares the state of a table with the state in which a journal ends."""

from __future__ import annotations

from pitboss.game.round import House, Round, contents
from pitboss.table.table import Table


def named_by(table: Table) -> tuple[object, ...]:
    """Return the properties of a table that the header of its journal has."""
    return table.rules, table.seed, table.plans


def stands_where(
    table: Table, of: tuple[object, ...], event_count: int, round_: Round, house: House
) -> bool:
    """Return whether a table is in the same state as the recorded table, after the same events.

    Args:
        table: the table that continues.
        of: the properties in the header, as from `named_by`.
        event_count: how many events and changes of seats the journal holds.
        round_: the round of the recorded table.
        house: the hidden state of the recorded table.
    """
    return (
        named_by(table) == of
        and table.round.event_count == round_.event_count == event_count
        and contents(table.round) == contents(round_)
        and _hidden(table.house) == _hidden(house)
    )


def _hidden(house: House) -> tuple[object, ...]:
    """Return the hidden state and the money of a table that later lines depend on."""
    return (
        house.balance_minor,
        house.brought_minor,
        house.hole_card,
        house.shoes,
        contents(house.shoe),
        house.exchange,
    )
