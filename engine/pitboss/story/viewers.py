"""Viewers: who is told of a round, and so how much of it."""

from __future__ import annotations

from typing import Final, Self

from attrs import frozen

from pitboss.table import Table


@frozen
class Viewer:
    """Who is told.

    Everybody sees what lies face up and hears what is said. A seat knows its own chips as well,
    with what they allow it to stake, and people who share one terminal those of all their seats. An
    auditor knows everything: the seed, the hole card before its time, all chips.

    Attributes:
        seats: the seats whose chips the viewer knows, counted from 0.
        audits: the viewer is an auditor.
    """

    seats: frozenset[int] = frozenset()
    audits: bool = False

    @classmethod
    def at(cls, *seats: int) -> Self:
        """Return the viewer who sits at some seats."""
        return cls(frozenset(seats))

    def knows_chips(self, seat: int) -> bool:
        """Say whether the viewer may know what a seat owns, and so how much it could stake."""
        return self.audits or seat in self.seats

    def balance_minor(self, table: Table, seat: int) -> int | None:
        """Return the free chips of a seat; none if the viewer may not know them.

        On credit only an auditor knows them: they run below zero.
        """
        taken = table.round.seats[seat]
        shown = self.knows_chips(seat) and (self.audits or not taken.on_credit)
        return taken.balance_minor if shown else None


SPECTATOR: Final = Viewer()
"""Sees what lies face up and hears what is said."""

AUDITOR: Final = Viewer(audits=True)
"""Knows what the house knows."""
