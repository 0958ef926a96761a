"""The web table in this process, and clients that speak to it as a browser does."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from socket import socket
from types import TracebackType
from typing import Any, Final, Self

import uvicorn
from attrs import frozen
from starlette.applications import Starlette
from starlette.routing import Mount
from tests.cli.command_line import HANGS_AFTER_S
from tests.live.protocol.test_protocol import VALIDATOR
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pitboss import Rules, SeatPlan
from pitboss.live import Session, SessionPolicy, open_table
from pitboss.players import player_named
from pitboss.web import (
    Authenticate,
    JoinKeys,
    TableHost,
    address_of,
    listen,
    server_for,
    web_app,
)

Document = dict[str, Any]

RULES: Final = Rules.preset("six_deck_s17")
AT_ONCE: Final = SessionPolicy(
    answer_ms=None, pause_ms=1, bot_ms=0, join_balance_minor=100_000, time_outs_until_away=None
)
"""People may take as long as they like, and nothing else takes time."""


@frozen
class Served:
    """Tables that are served.

    Attributes:
        address: at which the list of tables is found.
        hosts: the tables by name.
    """

    address: str
    hosts: Mapping[str, TableHost]

    @property
    def host_and_port(self) -> str:
        """What stands behind the scheme of the address."""
        return self.address.partition("://")[2].partition("/")[0]

    @property
    def prefix(self) -> str:
        """Where the tables are on the server; empty if nothing else is there."""
        return self.address.partition("://")[2].removeprefix(self.host_and_port)

    def link(self, table: str = "1") -> str:
        """Return the link by which a table is joined."""
        return f"{self.address}/t/{table}#{self.hosts[table].key}"

    def client(self, table: str = "1", cookie: str = "", **entering: str) -> Client:
        """Return a client that has entered a table; `entering` says with what."""
        client = self.line(table, **({"Cookie": cookie} if cookie else {}))
        client.send("enter", **entering)
        return client

    def guest(self, table: str = "1") -> Client:
        """Return a client that may join a table."""
        return self.client(table, key=self.hosts[table].key)

    def line(self, table: str = "1", origin: str | None = None, **headers: str) -> Client:
        """Return a client that has not yet said anything; a browser names an origin."""
        return line_to(f"{self.host_and_port}{self.prefix}", table, origin, **headers)

    def get(self, path: str, **headers: str) -> tuple[int, Mapping[str, str], bytes]:
        """Ask for a page; return the status, the headers and what it holds."""
        connection = http.client.HTTPConnection(self.host_and_port, timeout=HANGS_AFTER_S)
        connection.request("GET", f"{self.prefix}{path}", headers=headers)
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        body = answer.read()
        connection.close()
        return answer.status, found, body


class Client:
    """One WebSocket to a table.

    Attributes:
        token: the token with which the client can join, or did.
        join_id: the id that its join has to have.
        state: the last state that it was told; empty before the first.
    """

    def __init__(self, connecting: AbstractContextManager[ClientConnection]) -> None:
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(connecting)
        self.token = ""
        self.join_id = ""
        self.state: Document = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def send(self, kind: str, **members: object) -> None:
        """Send a document."""
        self.say(json.dumps({"protocol": 1, "type": kind, **members}))

    def say(self, text: str | bytes) -> None:
        """Send anything."""
        self._socket.send(text)

    def say_as_text(self, data: bytes) -> None:
        """Send bytes as a text, which they may not be."""
        self._socket.send(data, text=True)

    def take(self) -> Document:
        """Return the next message, which is as the schema says."""
        message: Document = json.loads(self._socket.recv(timeout=HANGS_AFTER_S))
        VALIDATOR.validate(message)
        if message["type"] == "ticket":
            self.token, self.join_id = message.get("token", ""), message["id"]
        if message["type"] in {"welcome", "state"}:
            self.state = message.get("state", message)
        return message

    def until(self, *kinds: str) -> Document:
        """Return the next message of one of some types."""
        while True:
            message = self.take()
            if message["type"] in kinds:
                return message

    def until_asked(self) -> Document:
        """Return what the seat is asked, now or later."""
        while "offer" not in self.state:
            self.take()
        offer: Document = self.state["offer"]
        return offer

    def command(self, command_id: str, word: str, **members: object) -> None:
        """Send a command as of the state that this client knows; what it was asked is over."""
        known = {"expects": self.state["seq"], "seat": self.state["view"].get("viewer", 0)}
        self.state = {name: held for name, held in self.state.items() if name != "offer"}
        self.send("command", **{**known, **members, "id": command_id, "word": word})

    def join(self, seat: int, name: str) -> Document:
        """Ask for a seat, and return the first answer."""
        self.until("welcome")
        self.command(self.join_id, "join", seat=seat, name=name)
        return self.until("applied", "waiting", "refused", "error")

    def end(self) -> int:
        """Read until the line is closed, and return the code with which it was."""
        with suppress(ConnectionClosed):
            while True:
                self._socket.recv(timeout=HANGS_AFTER_S)
        code = self._socket.close_code
        assert code is not None
        return code


def line_to(place: str, table: str, origin: str | None = None, **headers: str) -> Client:
    """Return a client of a table that has not yet said anything, on however slow a machine.

    Args:
        place: the host and the port of the tables, and their prefix.
        table: the name of the table.
        origin: what a browser names.
        headers: of the request.
    """
    return Client(
        connect(
            f"ws://{place}/ws/{table}",
            open_timeout=HANGS_AFTER_S,
            ping_interval=None,
            origin=None if origin is None else Origin(origin),
            additional_headers=headers,
        )
    )


@contextmanager
def served(
    folder: Path,
    *names: str,
    policy: SessionPolicy = AT_ONCE,
    people: int = 3,
    bots: int = 1,
    seed: int = 7,
    origins: tuple[str, ...] = (),
    place: socket | None = None,
    prefix: str = "",
    authenticate: Authenticate | None = None,
    stopped: tuple[str, ...] = (),
    connections_per_address: int = 64,
    trusted_proxies: tuple[str, ...] = (),
    deflate: bool = False,
    rules: Rules = RULES,
    rotate: int | None = None,
) -> Generator[Served]:
    """Serve tables whose journals lie in a folder, until the context is left.

    With a prefix they are mounted there in another application, of a server of its own. Some are
    stopped from the first. A place, which listens, stays there for a server after this one.
    """
    with ExitStack() as stack:
        hosts: dict[str, TableHost] = {}
        keys = JoinKeys(folder / "keys.json", names or ("1",))
        for name in names or ("1",):
            seats = [*[None] * people, *[SeatPlan(f"bot {number + 1}") for number in range(bots)]]
            opened = stack.enter_context(
                open_table(folder / f"{name}.jsonl", rules, seats, seed=seed, rotate_rounds=rotate)
            )
            players = {
                seat: player_named("basic", rules, seed=1, seat=seat)
                for seat in range(people, people + bots)
            }
            session = Session(opened.table, policy, bots=players, memory=opened.memory)
            hosts[name] = TableHost(name, keys.of(name), session, journal=opened.journal)
        listener = stack.enter_context(place.dup() if place else listen("127.0.0.1", 0))
        app = web_app({**hosts, **dict.fromkeys(stopped)}, origins, authenticate=authenticate)
        server = server_for(
            app,
            connections_per_address=connections_per_address,
            trusted_proxies=trusted_proxies,
            deflate=deflate,
        )
        if prefix:
            mounted = Starlette(routes=[Mount(prefix, app)])
            server = uvicorn.Server(uvicorn.Config(mounted, log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield Served(f"{address_of(listener, '127.0.0.1')}{prefix}", hosts)
        finally:
            server.should_exit = True
            thread.join()
