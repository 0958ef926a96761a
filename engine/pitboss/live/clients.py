"""Clients: which connections there are, and for which seat each of them acts."""

from __future__ import annotations

from collections.abc import Iterable


class Clients:
    """The connected clients of a table; a seat may have several, such as two windows."""

    def __init__(self) -> None:
        self._seats: dict[str, int | None] = {}
        self._left: dict[str, int] = {}
        self._groups: dict[int | None, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self._seats)

    def __contains__(self, client: str) -> bool:
        return client in self._seats

    def seat_of(self, client: str) -> int | None:
        """Return the seat of a client; `None` for a spectator, and for one who is not connected."""
        return self._seats.get(client)

    def left_by(self, client: str) -> int | None:
        """Return the seat that a client left, as long as nobody else has joined it."""
        return self._left.get(client)

    def of(self, seat: int | None) -> tuple[str, ...]:
        """Return the clients of a seat; for `None` the spectators."""
        return self._groups.get(seat, ())

    def groups(self) -> Iterable[tuple[int | None, tuple[str, ...]]]:
        """Return each seat that has clients with them, and `None` with the spectators."""
        return self._groups.items()

    def put(self, client: str, seat: int | None) -> None:
        """Let a client, connected or new, act for a seat; for `None` let it watch."""
        self.remove(client)
        self._seats[client] = seat
        self._groups[seat] = (*self.of(seat), client)

    def remove(self, client: str) -> None:
        """Forget a client, if it is connected."""
        if client in self._seats:
            seat = self._seats.pop(client)
            others = tuple([each for each in self._groups.pop(seat) if each != client])
            if others:
                self._groups[seat] = others
            self._left.pop(client, None)

    def leave(self, seat: int) -> None:
        """Let the clients of a seat watch from now on."""
        for client in self.of(seat):
            self.put(client, None)
            self._left[client] = seat

    def join(self, client: str, seat: int) -> None:
        """Note that somebody has joined a seat.

        Args:
            client: whose; empty if the host let somebody join.
            seat: which was empty until now.
        """
        # Who waited at the empty seat is not the one who has taken it as a spectator.
        if client and self.seat_of(client) is None:
            self.leave(seat)
            self.put(client, seat)
        self._left = {each: left for each, left in self._left.items() if left != seat}
