"""The web application: a page, a list of the tables, and a WebSocket for each client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.arguments import takes
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.web.accounts import Accounts
from pitboss.web.connections import address_group, connection_of
from pitboss.web.hosting import TableHost, stopped_table
from pitboss.web.keys import Identity
from pitboss.web.lines import Allowances, Line, Refused
from pitboss.web.round_pages import RoundPages
from pitboss.web.sheets import Sheets, error_page

_SECONDS_KNOWN: Final = 1
"""The seconds for which a client counts as signed in before it is checked again."""

ENTER_SECONDS: Final = 10
"""The seconds within which a client must send its first message."""

NO_SUCH_TABLE: Final = 4004
"""The code that closes a WebSocket for a table that does not exist."""

Authenticate = Callable[[HTTPConnection], Awaitable[Identity | None]]
"""Returns who has opened a connection; `None` if the host does not know the client."""

_READING: Final = frozenset({"GET", "HEAD"})
_PAGE: Final = Path(__file__).with_name("page")

_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@takes()
def web_app(
    tables: Mapping[str, TableHost | None],
    origins: Collection[str] = (),
    started: Callable[[], None] = lambda: None,
    *,
    authenticate: Authenticate | None = None,
    accounts: Accounts | None = None,
) -> Starlette:
    """Return the application for some tables.

    A form or WebSocket of another website is refused: the `Origin` that a browser sends must be one
    of `origins`, or this server itself (under its IP address or as `localhost`).

    Args:
        tables: the tables by name; `None` for a table that cannot be opened. Its clients are told
            that it has stopped.
        origins: further addresses at which browsers find the server, such as
            ``https://cards.example``, the address of a proxy.
        started: called when the server starts.
        authenticate: returns who a client is, by the cookies or headers of its connection. A known
            client needs neither a key nor a token.
        accounts: the pages on which people sign in; if `authenticate` is not given, these pages
            say who a client is.
    """
    if accounts is not None:
        authenticate = authenticate or accounts.authenticate

    async def page(request: Request) -> Response:
        table = request.path_params.get("table")
        status = 200 if table is None or table in tables else 404
        root = "./" if table is None else "../"
        return HTMLResponse(_page(root, has_accounts=accounts is not None), status)

    async def listed(_request: Request) -> Response:
        return JSONResponse({"tables": [_described(*each) for each in tables.items()]})

    sheets = Sheets(tables)
    files = StaticFiles(directory=_PAGE, packages=[("pitboss.text", "cards")])
    return Starlette(
        routes=[
            Route("/", page),
            Route("/t/{table}", page),
            Route("/t/{table}/rules", sheets.rules),
            Route("/code", sheets.code, methods=["POST"]),
            Route("/tables", listed),
            *RoundPages(tables).routes,
            WebSocketRoute("/ws/{table}", _player(tables, authenticate)),
            *(() if accounts is None else accounts.routes),
            Mount("/page", GZipMiddleware(files)),
        ],
        exception_handlers={HTTPException: error_page, 500: error_page},
        middleware=[Middleware(_Guard, origins=frozenset(origins))],
        lifespan=lambda _app: _running(tables, started),
    )


def _player(
    tables: Mapping[str, TableHost | None], authenticate: Authenticate | None
) -> Callable[[WebSocket], Awaitable[None]]:
    """Return the function that serves the WebSockets of tables."""
    strangers = Allowances()

    async def play(socket: WebSocket) -> None:
        name = socket.path_params["table"]
        # A client may have disconnected already.
        with suppress(WebSocketDisconnect):
            await socket.accept()
            if host := tables.get(name):
                await _serve(host, socket, authenticate, strangers)
            elif name in tables:
                await _say_stopped(socket)
            else:
                await socket.close(NO_SUCH_TABLE)

    return play


@asynccontextmanager
async def _running(
    tables: Mapping[str, TableHost | None], started: Callable[[], None]
) -> AsyncGenerator[None]:
    """Call `started`, and stop the tables when the server ends."""
    started()
    yield
    for host in filter(None, tables.values()):
        host.stop()


@cache
def _page(root: str, *, has_accounts: bool) -> str:
    """Return the page with relative addresses, so that it can be under any prefix.

    Args:
        root: the relative address of the list of tables.
        has_accounts: whether people can sign in; then the page links to their accounts.
    """
    text = (_PAGE / "index.html").read_text("utf-8")
    if has_accounts:
        text = text.replace(' id="account" hidden', ' id="account"')
    return text.replace('="./', f'="{root}')


def _described(name: str, host: TableHost | None) -> dict[str, object]:
    if host is None or host.failure is not None:
        return {"name": name, "stopped": True}
    table = host.session.table
    names = [seat.name or None for seat in table.round.seats]
    bets = limits_of_any_bet(table.rules)
    limits = [bets.least_minor] if bets.unlimited else [bets.least_minor, bets.most_minor]
    playing = table.round.question is not None
    told = {"name": name, "seats": names, "bets": limits, "playing": playing}
    return {**told, "rules": table.rules.to_dict(), "printed": host.rounds.printed}


async def _say_stopped(socket: WebSocket) -> None:
    told = stopped_table()
    await socket.send_text(told.text)
    await socket.close(told.code)


async def _serve(
    host: TableHost,
    socket: WebSocket,
    authenticate: Authenticate | None,
    strangers: Allowances,
) -> None:
    """Serve a client, from its first message to its last."""
    identity = None if authenticate is None else await authenticate(socket)
    address = address_group(socket.client.host if socket.client else "")
    line = Line(socket, host.new_name(), address, strangers.of(address))
    connection = connection_of(socket.scope)
    sending = asyncio.create_task(line.send())
    try:
        async with asyncio.timeout(ENTER_SECONDS):
            first = await line.receive()
        trusted = host.enter(line, first, identity)
        if connection is not None:
            connection.enters(trusted=trusted)
        asked_at = time.monotonic()
        while True:
            text = await line.receive()
            if authenticate and identity and time.monotonic() - asked_at >= _SECONDS_KNOWN:
                asked_at = time.monotonic()
                check_same(identity, await authenticate(socket))
            host.receive(line, text)
    except (WebSocketDisconnect, TimeoutError):
        line.close(1008)
    except Refused as refused:
        line.put(refused.text)
        line.close(refused.code)
    finally:
        host.leave(line)
        # The client may have disconnected; that must not stop the messages to others.
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await sending


def check_same(before: Identity, now: Identity | None) -> None:
    """Check that a client is still who it was when its connection was opened.

    Raises:
        Refused: the client has signed out, or has another account or name now.
    """
    if now != before:
        raise Refused("signed_out", "you are signed out", "sign in again")


class _Guard:
    """Refuses forms and WebSockets of other websites, and adds headers to every answer.

    A browser sends the host name by which it knows the server. The guard refuses every name that
    does not belong to the server. Otherwise anybody could point a name of their own to this server,
    and a browser would treat their page as a page of this server.
    """

    def __init__(self, app: ASGIApp, origins: frozenset[str]) -> None:
        self._app = app
        self._origins = origins
        self._names = {origin.partition("://")[2] for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    given.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        reads = scope["type"] == "http" and scope["method"] in _READING
        own = reads or origin is None or origin in self._origins
        if self._is_ours(host) and (own or origin == f"http://{host}"):
            await self._app(scope, receive, send_safely)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            wrong = PlainTextResponse("This server does not have that name.", 421)
            await wrong(scope, receive, send_safely)

    def _is_ours(self, host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        with suppress(ValueError):
            ip_address(name.strip("[]"))
            return True
        return name == "localhost" or host in self._names
