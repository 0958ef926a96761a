"""The server of the web tables."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address
from typing import Final, cast

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.arguments import takes
from pitboss.web import open_files
from pitboss.web.connections import Connections, connection_of
from pitboss.web.lines import MAX_MESSAGE_BYTES
from pitboss.web.protocols import BoundedWebSocket, CountedHttp

CONNECTIONS_PER_ADDRESS: Final = 64
"""How many connections without a key one address may have open."""

_UVICORN: Final = "uvicorn.error"
_MAX_CONNECTIONS: Final = 4096
# The server accepts one connection, then serves the open ones. Others wait in the system's queue.
_ACCEPTED_AT_ONCE: Final = 1
_MAX_WAITING: Final = 1024
# Kept free for new files, and for connections that are not counted yet or not closed yet.
_SPARE_FILES: Final = 100
_SECONDS_BETWEEN_LINES: Final = 60
_PING_SECONDS: Final = 20
_SECONDS_TO_SAY_GOODBYE: Final = 2


@takes()
def listen(host: str, port: int) -> socket.socket:
    """Listen at an address; call this before you open anything that another server may have in use.

    Args:
        host: a name or an address of this machine.
        port: the port; 0 for any free port.

    Raises:
        OSError: there is no such address, or it is in use.
    """
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family)


@takes()
def address_of(listener: socket.socket, host: str) -> str:
    """Return the address for a browser on this machine."""
    try:
        name = "localhost" if ip_address(host).is_unspecified else host
    except ValueError:
        name = host
    bracketed = f"[{name}]" if ":" in name else name
    return f"http://{bracketed}:{listener.getsockname()[1]}"


@takes()
def server_for(
    app: Starlette,
    *,
    connections_per_address: int = CONNECTIONS_PER_ADDRESS,
    trusted_proxies: Sequence[str] = (),
    deflate: bool = False,
) -> uvicorn.Server:
    """Return a server; ``run(sockets=[listener])`` serves until Ctrl-C raises `KeyboardInterrupt`.

    Args:
        app: the application to serve.
        connections_per_address: how many connections without a key one address may have.
        trusted_proxies: addresses or networks of proxies whose `X-Forwarded-For` is trusted.
        deflate: compress messages for clients that support it.
    """
    for name in (_UVICORN, "asyncio"):
        # The filter is the same object each time, so it is added only once.
        logging.getLogger(name).addFilter(_SELDOM)
    most = max(min(_MAX_CONNECTIONS, open_files.count_left() - _SPARE_FILES), 1)
    connections = Connections(most, connections_per_address, trusted_proxies)
    config = uvicorn.Config(
        NotingApp(app, connections),
        http=cast("type[asyncio.Protocol]", partial(CountedHttp, connections)),
        ws=BoundedWebSocket,
        # If a message is longer, the connection is closed with code 1009, without an error message.
        ws_max_size=4 * MAX_MESSAGE_BYTES,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        ws_per_message_deflate=deflate,
        forwarded_allow_ips=[*trusted_proxies],
        backlog=_ACCEPTED_AT_ONCE,
        callback_notify=connections.sweep,
        timeout_notify=1,
        timeout_graceful_shutdown=_SECONDS_TO_SAY_GOODBYE,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
    )
    return _Server(config)


class _Server(uvicorn.Server):
    """Accepts one connection at a time, so it lets more of them wait in the system's queue."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(_MAX_WAITING)


class NotingApp:
    """Notes the connection of each request, then calls the application."""

    def __init__(self, app: ASGIApp, connections: Connections) -> None:
        self._app = app
        self._connections = connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        connection = connection_of(scope)
        if connection is not None:
            # There is no address if the client has already disconnected.
            host, _ = scope["client"] or ("", 0)
            self._connections.note_request(connection, scope["type"], host)
        await self._app(scope, receive, send)


class Seldom(logging.Filter):
    """Keeps the log short: drops errors of clients, and repeats no warning too soon."""

    def __init__(self) -> None:
        super().__init__()
        self._told_at: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop errors of clients; log the same warning or error at most once a minute."""
        told = str(record.msg)[:40]
        of_client = record.name == _UVICORN and record.levelno == logging.WARNING
        if of_client or told.startswith("Invalid UTF-8 sequence"):
            return False
        told_at = self._told_at.get(told)
        if told_at is not None and record.created - told_at < _SECONDS_BETWEEN_LINES:
            return record.levelno < logging.WARNING
        self._told_at[told] = record.created
        return True


_SELDOM: Final = Seldom()
