"""The server of the web tables."""

from __future__ import annotations

import logging
import socket
from ipaddress import ip_address
from typing import Final

import uvicorn
from starlette.applications import Starlette

from pitboss.web.lines import MAX_MESSAGE_BYTES

_MOST_CONNECTIONS: Final = 1000
_PING_SECONDS: Final = 20
_SECONDS_TO_SAY_GOODBYE: Final = 2


def listen(host: str, port: int) -> socket.socket:
    """Take an address, before anything is opened that could be in use elsewhere as well.

    Args:
        host: a name or an address of this machine.
        port: 0 for one that is free.

    Raises:
        OSError: there is no such address, or it is in use.
    """
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family)


def address_of(listener: socket.socket, host: str) -> str:
    """Return the address for a browser on this machine."""
    try:
        name = "localhost" if ip_address(host).is_unspecified else host
    except ValueError:
        name = host
    bracketed = f"[{name}]" if ":" in name else name
    return f"http://{bracketed}:{listener.getsockname()[1]}"


def server_for(app: Starlette) -> uvicorn.Server:
    """Return a server; its ``run(sockets=[listener])`` serves until Ctrl-C, which it raises."""
    # It is the same function each time, and added once.
    logging.getLogger("uvicorn.error").addFilter(_is_of_the_server)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        # A longer message is answered by the end of the line alone.
        ws_max_size=16 * MAX_MESSAGE_BYTES,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=_SECONDS_TO_SAY_GOODBYE,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
    )
    return uvicorn.Server(config)


def _is_of_the_server(record: logging.LogRecord) -> bool:
    """Leave out that a client has sent what is no UTF-8, which nobody here has to mend.

    The line of that client is closed. The server would write a traceback for each.
    """
    return not str(record.msg).startswith("Invalid UTF-8 sequence")
