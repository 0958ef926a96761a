"""Seeds of seats at a live table: how long the table waits for them, and what it tells clients."""

from __future__ import annotations

from pitboss.game.events import EventKind
from pitboss.game.round import Presence
from pitboss.game.shoe import Shoe
from pitboss.live import messages
from pitboss.live.bots import Bots
from pitboss.live.clients import Clients
from pitboss.live.policy import SessionPolicy
from pitboss.table.table import Table


class SeedsOfSeats:
    """Waits for the seats of a table to commit to seeds of its next shoe, and to open them.

    Args:
        table: the table of the shoes.
        policy: the policy, with the time limit of seats.
        bots: the bots of some seats; they commit to nothing.
        clients: the connected clients.
    """

    def __init__(self, table: Table, policy: SessionPolicy, bots: Bots, clients: Clients) -> None:
        self._table = table
        self._limit_ms = policy.seeds_ms
        self._bots = bots
        self._clients = clients
        self._since_ms: int | None = None
        self._closed = False
        self._in_use = table.shoe
        self._used: list[Shoe] = []

    def begin_anew(self) -> None:
        """Give the seats their whole time again when the table next waits for them."""
        self._since_ms = None

    def due_ms(self, now_ms: int) -> int:
        """Return the time until which the table waits for seats; now if it does not wait.

        It waits for a seat that has not committed yet only while the seat is connected. It waits
        for a seat that has committed even while this seat is not connected.
        """
        table, limit_ms = self._table, self._limit_ms
        exchange = table.house.exchange
        if limit_ms is None or not table.takes_seeds:
            return now_ms
        closed = exchange is not None and exchange.closed
        if self._since_ms is None or closed != self._closed:
            self._since_ms, self._closed = now_ms, closed
        if exchange is not None and closed:
            both = zip(exchange.commitments, exchange.openings, strict=True)
            awaited = any(committed and not opened for committed, opened in both)
        else:
            awaited = any(
                seat.presence is Presence.SEATED
                and seat.index not in self._bots.players
                and bool(self._clients.groups.get(seat.index))
                and not (exchange is not None and exchange.commitments[seat.index])
                for seat in table.round.seats
            )
        return self._since_ms + limit_ms if awaited else now_ms

    @property
    def wait_for_closing(self) -> bool:
        """Whether seats have committed to seeds and the commitments are not closed yet."""
        exchange = self._table.house.exchange
        return exchange is not None and not exchange.closed

    def told(self, now_ms: int) -> dict[str, object] | None:
        """Return what clients are told about the exchange; `None` if no seat can commit or open."""
        table, exchange = self._table, self._table.house.exchange
        if self._limit_ms is None or not table.takes_seeds:
            return None
        commitments, opened = [""] * len(table.round.seats), [""]
        if exchange is not None:
            commitments, opened = [*exchange.commitments], [*exchange.openings]
        return {
            "shoe": table.shoe.number + 1,
            "commitments": commitments,
            "closed": exchange is not None and exchange.closed,
            "opened": [seat for seat, seed in enumerate(opened) if seed],
            "left_ms": max(self.due_ms(now_ms) - now_ms, 0),
        }

    def shoes_told(self, kind: EventKind) -> list[str]:
        """Return messages about shoes after an event: new shoes, and seeds of shoes out of use.

        The seed of a shoe is revealed when no card from the shoe is hidden any more.
        """
        house = self._table.house
        # A compiled comprehension allocates the first length of a list only.
        new = house.new_shoes.copy()
        if new:
            self._used += [self._in_use, *new[:-1]]
            self._in_use = new[-1]
        happened = [messages.tell_shoe(shoe, self._table.seed) for shoe in new]
        if self._used and (kind is EventKind.OPEN or self._table.over):
            happened += [messages.reveal_shoe(shoe) for shoe in self._used if shoe.seed]
            self._used = []
        return happened
