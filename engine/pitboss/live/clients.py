"""Clients: the connections to a table, and the seat for which each of them acts."""

from __future__ import annotations

from typing import Final

MAX_CLIENTS_OF_A_SEAT: Final = 10
"""How many clients may act for one seat."""


class Clients:
    """The connected clients of a table; a seat may have several, such as two browser windows.

    Attributes:
        seats: the seat of each client; `None` for a spectator.
        left: the seat that each client has left, until another player joins there.
        groups: the clients of each seat that has clients, and under `None` the spectators.
    """

    def __init__(self) -> None:
        self.seats: dict[str, int | None] = {}
        self.left: dict[str, int] = {}
        self.groups: dict[int | None, tuple[str, ...]] = {}

    def takes_one_more(self, seat: int | None, most_spectators: int) -> bool:
        """Return whether one more client may connect; the spectators and each seat have a limit.

        Args:
            seat: the seat for which the client would act; `None` for a spectator.
            most_spectators: how many spectators may be connected.
        """
        most = most_spectators if seat is None else MAX_CLIENTS_OF_A_SEAT
        return len(self.groups.get(seat, ())) < most

    def put(self, client: str, seat: int | None) -> None:
        """Let a client, connected or new, act for a seat; `None` makes it a spectator."""
        self.remove(client)
        self.seats[client] = seat
        self.groups[seat] = (*self.groups.get(seat, ()), client)

    def remove(self, client: str) -> None:
        """Forget a client, if it is connected."""
        if client in self.seats:
            seat = self.seats.pop(client)
            others = tuple([each for each in self.groups.pop(seat) if each != client])
            if others:
                self.groups[seat] = others
            self.left.pop(client, None)

    def leave(self, seat: int) -> None:
        """Make the clients of a seat spectators."""
        for client in self.groups.get(seat, ()):
            self.put(client, None)
            self.left[client] = seat

    def join(self, client: str, seat: int) -> None:
        """Record that a player has joined a seat.

        Args:
            client: the client that joined, connected or not; empty if the host seated the player.
            seat: the seat, which was empty until now.
        """
        # If a spectator takes the seat, clients that acted for the empty seat become spectators.
        if client in self.seats and self.seats[client] is None:
            self.leave(seat)
            self.put(client, seat)
        self.left = {each: left for each, left in self.left.items() if left != seat}
