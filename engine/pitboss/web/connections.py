"""The connections of a server: limits for their number, their addresses and their duration.

A client can show its key only after it has connected. So connections without a key make room for
new ones. If an address has too many connections without a key, the server closes one of them. If
there are too many connections in all, the server takes the address with the most connections
without a key, and closes one of them. If no connection without a key is open, it closes the
new one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final

FIRST_REQUEST_SECONDS: Final = 10
"""The seconds within which a new connection must send a whole request."""

REQUEST_SECONDS: Final = 30
"""A connection that is no WebSocket is closed this long after its last request."""

STUCK_SECONDS: Final = 10
"""The seconds for which a client may leave messages unread, or keep an ended connection open."""

_SECONDS_BETWEEN_LINES: Final = 60
_ADDRESSES_AT_HAND: Final = 1_000
_LOG: Final = logging.getLogger(__name__)


class Connection:
    """One connection, as the server counts it.

    Args:
        connections: all connections of the server.
        transport: the transport, with which the connection can be closed.
        ends_at: the time at which the connection is closed, unless it sends a request before.

    Attributes:
        transport: as given.
        group: the address group for which the connection counts. It is `None` in three cases: the
            client has shown a key or the token of a seat; the connection comes from a proxy; the
            connection is no longer counted.
        watches: whether the client is a spectator of a table.
    """

    def __init__(
        self, connections: Connections, transport: asyncio.Transport, ends_at: float
    ) -> None:
        self.transport = transport
        self.group: str | None = None
        self.watches = False
        self._connections = connections
        self._ends_at: float | None = ends_at
        self._stuck_since: float | None = None

    def lasts_until(self, ends_at: float | None) -> None:
        """Set the time at which the connection is closed; `None` if the application closes it."""
        self._ends_at = ends_at

    def enters(self, *, trusted: bool) -> None:
        """Note that the client of this connection has entered a table.

        Args:
            trusted: whether the client has shown a key or the token of a seat; then the connection
                is never closed to make room for a new one.
        """
        self.watches = not trusted
        if trusted:
            self._connections.forget_address(self)

    def forget(self) -> None:
        """Stop counting this connection, because it is closed."""
        self._connections.forget(self)

    def is_overdue(self, now: float) -> bool:
        """Return whether the client has sent no request, or read nothing, for too long."""
        if self._ends_at is not None and now >= self._ends_at:
            return True
        if not (self.transport.is_closing() or self.transport.get_write_buffer_size()):
            self._stuck_since = None
        elif self._stuck_since is None:
            self._stuck_since = now
        return self._stuck_since is not None and now - self._stuck_since >= STUCK_SECONDS


class Connections:
    """All connections of a server.

    Args:
        most: how many connections there may be.
        most_of_address: how many connections without a key one address may have.
        proxies: addresses or networks of proxies; a connection from a proxy does not count for the
            proxy's address.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        most: int,
        most_of_address: int,
        proxies: Iterable[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._proxies = tuple(ip_network(each, strict=False) for each in proxies)
        self._clock = clock
        self._open: dict[Connection, None] = {}
        self._of_address: dict[str, dict[Connection, None]] = {}
        self._told_at: dict[str, float] = {}

    def begin(self, transport: asyncio.Transport) -> Connection:
        """Count a new connection, and close another one if there are too many."""
        connection = Connection(self, transport, self._clock() + FIRST_REQUEST_SECONDS)
        if len(self._open) >= self._most:
            self._tell("There are %d connections, which is the limit; some are closed.", self._most)
            fullest = max(self._of_address.values(), key=len, default={connection: None})
            self._end(_first_to_end(fullest))
        if not transport.is_closing():
            self._open[connection] = None
            peer = transport.get_extra_info("peername")
            self._count(connection, peer[0] if peer else "")
        return connection

    def _end(self, connection: Connection) -> None:
        # Abort, to discard what the client has not read yet.
        connection.transport.abort()
        self.forget(connection)

    def forget(self, connection: Connection) -> None:
        """Stop counting a connection."""
        self.forget_address(connection)
        self._open.pop(connection, None)

    def forget_address(self, connection: Connection) -> None:
        """Stop counting a connection for its address."""
        if connection.group is not None:
            group = self._of_address[connection.group]
            del group[connection]
            if not group:
                del self._of_address[connection.group]
            connection.group = None

    def note_request(self, connection: Connection, kind: str, host: str) -> None:
        """Note that a connection has sent a whole request.

        Args:
            connection: the connection.
            kind: `http`, or `websocket` if the connection becomes a WebSocket.
            host: the address from which the request comes; behind a proxy, the address that the
                proxy names.
        """
        if kind == "http":
            connection.lasts_until(self._clock() + REQUEST_SECONDS)
            return
        connection.lasts_until(None)
        if connection.group is None:
            self._count(connection, host)

    async def sweep(self) -> None:
        """Close connections that have lasted too long; call this once a second."""
        now = self._clock()
        for connection in list(self._open):
            if connection.is_overdue(now):
                self._end(connection)
                # Let other connections be served before the next one is closed.
                await asyncio.sleep(0)

    def _count(self, connection: Connection, host: str) -> None:
        """Count a connection for its address; if the address has too many, close another one."""
        address = _address(host)
        if any(address in each for each in self._proxies if address is not None):
            return
        name = address_group(host)
        group = self._of_address.get(name, {})
        if len(group) >= self._most_of_address:
            self._tell("%s has more connections without a key than one address may have.", name)
            self._end(_first_to_end(group))
        connection.group = name
        self._of_address.setdefault(name, {})[connection] = None

    def _tell(self, line: str, *arguments: object) -> None:
        """Write a line to the log, the same line at most once a minute."""
        now, told_at = self._clock(), self._told_at.get(line)
        if told_at is None or now - told_at >= _SECONDS_BETWEEN_LINES:
            self._told_at[line] = now
            _LOG.warning(line, *arguments)


@lru_cache(_ADDRESSES_AT_HAND)
def address_group(host: str) -> str:
    """Return the group of addresses that usually belongs to one owner.

    For an IPv6 address, this is its network of 64 bits; any other address or text is a group of its
    own.
    """
    address = _address(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), 64), strict=False))
    return host if address is None else str(address)


@lru_cache(_ADDRESSES_AT_HAND)
def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


def _first_to_end(group: Mapping[Connection, None]) -> Connection:
    """Return the oldest connection that is at no table; if all watch tables, the newest one."""
    return next((each for each in group if not each.watches), None) or next(reversed([*group]))


def connection_of(scope: Mapping[str, Any]) -> Connection | None:
    """Return the connection of a request; `None` if the server does not count connections."""
    found: Connection | None = scope.get("state", {}).get(CONNECTION)
    return found


CONNECTION: Final = "pitboss.connection"
"""The name of the connection in the state of a request."""
