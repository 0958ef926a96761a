"""Viewers: who is told what happens at a table, and what they may know about the seats."""

from __future__ import annotations

from typing import Final, Self

from attrs import frozen

from pitboss.errors import JournalError
from pitboss.game.round import Presence, Seat
from pitboss.journal.reader import Header
from pitboss.table import Table


@frozen
class Viewer:
    """Who is told what happens at a table; this decides how much is told.

    Every viewer is told the cards that lie face up and the answers. A seat also knows its own chips
    and what they allow it to stake. People who share one terminal know the chips of all their
    seats. An auditor knows everything: the seed, the hole card before it is turned, all chips.

    Attributes:
        seats: the seats whose chips the viewer knows, counted from 0.
        audits: whether the viewer is an auditor.
    """

    seats: frozenset[int] = frozenset()
    audits: bool = False

    @classmethod
    def at(cls, *seats: int) -> Self:
        """Return the viewer that sits at some seats."""
        return cls(frozenset(seats))

    def knows_chips(self, seat: int) -> bool:
        """Return whether the viewer may know what a seat owns, and so how much it could stake."""
        return self.audits or seat in self.seats


SPECTATOR: Final = Viewer()
AUDITOR: Final = Viewer(audits=True)


def check_viewer(viewer: Viewer | None, header: Header) -> Viewer:
    """Return who views a journal.

    Args:
        viewer: who looks; by default the viewer that the journal was made for, or a spectator.
        header: the header of the journal.

    Raises:
        JournalError: the journal was made for another viewer.
    """
    if header.viewer is None:
        return viewer or SPECTATOR
    seat = header.viewer.seat
    made_for = SPECTATOR if seat is None else Viewer.at(seat)
    if viewer not in {None, made_for}:
        of = "a spectator" if seat is None else f"seat {seat}"
        raise JournalError(
            None,
            f"the journal was made for {of}",
            "view it as this viewer, or view the auditor's journal",
        )
    return made_for


@frozen
class SeatShown:
    """What a viewer knows about a seat.

    Attributes:
        seat: the seat, counted from 0.
        name: who sits there.
        balance_minor: free chips; `None` if the viewer may not know them. With unlimited funds they
            may be below zero, and only an auditor knows them.
        on_credit: whether the seat's funds are unlimited; `None` if the viewer may not know that.
        presence: whether somebody sits there, and plays.
    """

    seat: int
    name: str
    balance_minor: int | None
    on_credit: bool | None
    presence: Presence = Presence.SEATED

    @classmethod
    def of(cls, seat: Seat, viewer: Viewer) -> Self:
        """Return a seat with its chips if the viewer may know them."""
        known = viewer.knows_chips(seat.index)
        counted = known and (viewer.audits or not seat.on_credit)
        return cls(
            seat.index,
            seat.name,
            balance_minor=seat.balance_minor if counted else None,
            on_credit=seat.on_credit if known else None,
            presence=seat.presence,
        )


def show_seats(table: Table, viewer: Viewer) -> tuple[SeatShown, ...]:
    """Return the seats of a table, each with its chips if the viewer may know them."""
    return tuple([SeatShown.of(seat, viewer) for seat in table.round.seats])
