"""The seeds of seats for the next shoe: each seat commits to a seed, and opens it later.

`pitboss/table/README.md` says who can influence such a shoe, and who cannot.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, field, frozen

from pitboss.game.seat_changes import ChangeKind, SeatChange

_COMMIT: Final = ChangeKind.COMMIT_SEED
_CLOSE: Final = ChangeKind.CLOSE_SEEDS
_OPEN: Final = ChangeKind.OPEN_SEED
_LEAVE: Final = ChangeKind.LEAVE


@frozen
class SeedExchange:
    """The commitments of the seats for the next shoe, and the seeds that they have opened.

    Attributes:
        commitments: the commitment of each seat; "" if the seat has not committed.
        openings: the seed of each seat in hex; "" if the seat has not opened it. The `repr` leaves
            these seeds out.
        closed: whether the host has closed the commitments: no commitment can be added or replaced
            any more, and seeds may be opened.
    """

    commitments: tuple[str, ...]
    openings: tuple[str, ...] = field(repr=False)
    closed: bool = False

    @property
    def client_seeds(self) -> tuple[str, ...]:
        """The seeds for the shoe: all openings; empty if no seat has opened a seed."""
        return self.openings if any(self.openings) else ()


def exchange_after(
    exchange: SeedExchange | None, change: SeatChange, seats: int
) -> SeedExchange | None:
    """Return the exchange after an allowed change of a seat.

    Args:
        exchange: the exchange before the change; `None` if no seat had committed.
        change: any change.
        seats: the number of seats of the table.
    """
    kind, seat = change.kind, change.seat
    if kind is _COMMIT:
        nothing = ("",) * seats
        exchange = exchange or SeedExchange(nothing, nothing)
        return evolve(exchange, commitments=_put(exchange.commitments, seat, change.commitment))
    if exchange is None:
        return None
    if kind is _CLOSE:
        return evolve(exchange, closed=True)
    if kind is _OPEN:
        return evolve(exchange, openings=_put(exchange.openings, seat, change.client_seed))
    if kind is _LEAVE and not exchange.closed:
        left = _put(exchange.commitments, seat, "")
        return evolve(exchange, commitments=left) if any(left) else None
    return exchange


def _put(texts: tuple[str, ...], place: int, text: str) -> tuple[str, ...]:
    return (*texts[:place], text, *texts[place + 1 :])
