"""What seats add to the shoe to come: each commits to a seed, and opens it when all have committed.

`pitboss/table/README.md` says who can choose what by it, and who cannot.
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
    """What the seats have committed to for the shoe to come, and what they have opened.

    Attributes:
        commitments: the commitment of each seat, "" for one that has not committed.
        openings: the seed of each seat in hex, "" for one that has not opened; not in the `repr`.
        closed: no commitment comes in and none is replaced, so that seeds may be opened.
    """

    commitments: tuple[str, ...]
    openings: tuple[str, ...] = field(repr=False)
    closed: bool = False

    @property
    def client_seeds(self) -> tuple[str, ...]:
        """What the shoe is made with: all openings, or nothing if no seat has opened."""
        return self.openings if any(self.openings) else ()


def exchange_after(
    exchange: SeedExchange | None, change: SeatChange, seats: int
) -> SeedExchange | None:
    """Return what has been exchanged after a change of a seat, which is allowed.

    Args:
        exchange: what was before it; `None` if no seat had committed.
        change: any change.
        seats: how many the table has.
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
