"""The protocols of uvicorn, with counted connections and limits for clients."""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from typing import Any, Final, cast

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from pitboss.web.connections import CONNECTION, Connection, Connections
from pitboss.web.lines import Allowance, now_ms

FRAMES_A_SECOND: Final = 20
"""How many frames, such as pings and parts of messages, a WebSocket may send a second."""

MAX_FRAMES: Final = 80
"""How many frames a WebSocket may send at once, after a pause."""

MAX_PARTS: Final = 64
"""How many parts a message may have."""

_READ_BYTES: Final = 256
"""The limits are checked again after this many bytes, which can hold at most 42 pings."""


class CountedHttp(H11Protocol):
    """A connection before it becomes a WebSocket; each request has it in the request's state."""

    def __init__(
        self,
        connections: Connections,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._connections = connections
        self._state = {**app_state}
        super().__init__(config, server_state, self._state, _loop)

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection."""
        stream = cast("asyncio.Transport", transport)
        super().connection_made(stream)
        self._state[CONNECTION] = self._connections.begin(stream)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._state[CONNECTION].forget()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket.

    The connection is closed if its client sends too many frames.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._connection: Connection = app_state[CONNECTION]
        self._frames = Allowance(FRAMES_A_SECOND, MAX_FRAMES)
        self._parts = 0
        super().__init__(config, server_state, app_state, _loop)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._connection.forget()

    def data_received(self, data: bytes) -> None:
        """Parse the data part by part, until the connection is closed."""
        for begin in range(0, len(data), _READ_BYTES):
            if not self.transport.is_closing():
                super().data_received(data[begin : begin + _READ_BYTES])

    def handle_text(self, event: Frame) -> None:
        """Handle the first frame of a message."""
        if self._takes_frame(parts=1):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Handle the first frame of a message that is not text."""
        if self._takes_frame(parts=1):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Handle a further frame of a message."""
        if self._takes_frame(parts=self._parts + 1):
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._takes_frame(parts=self._parts):
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong, whether or not a ping was sent."""
        if self._takes_frame(parts=self._parts):
            super().handle_pong(event)

    def _takes_frame(self, *, parts: int) -> bool:
        """Count a frame, and return whether the connection is open; too many frames close it.

        Args:
            parts: how many parts of the present message have come so far.
        """
        self._parts = parts
        if parts > MAX_PARTS or not self._frames.takes_one(now_ms()):
            self.transport.abort()
        # Writing to a closed connection logs a warning.
        return not self.transport.is_closing()
