"""Connections of strangers, who have shown no key: how many there may be, and for how long."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, cast

import pytest
from attrs import define
from starlette.types import Receive, Scope, Send
from tests.cli.command_line import HANGS_AFTER_S, ended, read_until
from tests.web.served import Served, served
from websockets.sync.client import connect

from pitboss.web import open_files
from pitboss.web.connections import CONNECTION, Connection, Connections, address_group
from pitboss.web.lines import Allowances, now_ms
from pitboss.web.serving import NotingApp, Seldom

PING: Final = b"\x89\x80\0\0\0\0"
UPGRADE: Final = (
    b"GET /ws/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


ENTER: Final = b'\x81\x9d\0\0\0\0{"protocol":1,"type":"enter"}'


@define(eq=False)
class Wire:
    """What stands for the transport of a connection.

    Attributes:
        host: from where it comes.
        ended: it was aborted.
        closing: its end waits until the client has read all.
        unread: what the client has not read.
    """

    host: str
    ended: bool = False
    closing: bool = False
    unread: int = 0

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        """Return the address of the client."""
        return self.host, 5

    def abort(self) -> None:
        """End at once."""
        self.ended = True

    def is_closing(self) -> bool:
        """Say whether it ends."""
        return self.ended or self.closing

    def get_write_buffer_size(self) -> int:
        """Return how much is unread."""
        return self.unread


class Counted:
    """Connections at a time of the test's own.

    Attributes:
        now: the time in seconds.
        connections: which are counted.
    """

    def __init__(
        self, most: int = 100, of_address: int = 100, proxies: tuple[str, ...] = ()
    ) -> None:
        self.now = 0.0
        self.connections = Connections(most, of_address, proxies, lambda: self.now)

    def begin(self, host: str) -> tuple[Wire, Connection]:
        """Return a new connection."""
        wire = Wire(host)
        return wire, self.connections.begin(cast("asyncio.Transport", wire))

    def at(self, now: float) -> None:
        """Let time pass, and see what has lasted too long."""
        self.now = now
        asyncio.run(self.connections.sweep())


@pytest.mark.parametrize(("kind", "ends"), [(None, 10), ("http", 5 + 30), ("websocket", None)])
def test_a_connection_without_a_request_ends(kind: str | None, ends: int | None) -> None:
    """Soon without any, later after the last, and never by itself as a WebSocket."""
    counted = Counted()
    wire, connection = counted.begin("192.0.2.1")
    counted.now = 5
    if kind is not None:
        counted.connections.note_request(connection, kind, "192.0.2.1")
    counted.at(1000 if ends is None else ends - 0.5)
    assert not wire.ended
    counted.at(2000 if ends is None else ends)
    assert wire.ended == (ends is not None)


@pytest.mark.parametrize("held", ["unread", "closing"])
def test_a_client_that_reads_nothing_ends(held: str) -> None:
    """Ten seconds of it in a row are too many, also where the end waits for it."""
    counted = Counted()
    wire, connection = counted.begin("192.0.2.1")
    counted.connections.note_request(connection, "websocket", "192.0.2.1")
    setattr(wire, held, True)
    counted.at(1)
    setattr(wire, held, False)
    counted.at(6)
    setattr(wire, held, True)
    counted.at(7)
    counted.at(16)
    assert not wire.ended
    counted.at(17)
    assert wire.ended


def test_strangers_of_one_address_yield_to_each_other() -> None:
    """First the oldest that has entered no table, then the newest that watches."""
    counted = Counted(of_address=3)
    other, _ = counted.begin("192.0.2.2")
    (first, watching), (second, _), (third, _) = (counted.begin("192.0.2.1") for _ in range(3))
    watching.enters(trusted=False)
    fourth, later = counted.begin("192.0.2.1")
    assert [each.ended for each in (first, second, third, fourth)] == [False, True, False, False]
    later.enters(trusted=False)
    fifth, last = counted.begin("192.0.2.1")
    last.enters(trusted=False)
    sixth, _ = counted.begin("192.0.2.1")
    ended = [each.ended for each in (first, third, fourth, fifth, sixth, other)]
    assert ended == [False, True, False, True, False, False]


def test_who_has_shown_a_key_yields_to_nobody() -> None:
    """However many come from the same address, or from all; nor do they count for it."""
    counted = Counted(most=4, of_address=2)
    known = [counted.begin("192.0.2.1") for _ in range(2)]
    for _, connection in known:
        connection.enters(trusted=True)
    strangers = [counted.begin("192.0.2.1")[0] for _ in range(2)]
    strangers += [counted.begin("192.0.2.2")[0] for _ in range(2)]
    assert [wire.ended for wire in strangers] == [True, True, False, False]
    assert not any(wire.ended for wire, _ in known)


def test_the_address_with_the_most_yields_when_there_are_too_many(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One that is alone stays; if all have shown a key, the new one goes. A line says it once."""
    counted = Counted(most=4)
    alone, _ = counted.begin("192.0.2.9")
    for _ in range(100):
        counted.begin("192.0.2.1")
    assert not alone.ended
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    counted = Counted(most=1)
    counted.begin("192.0.2.1")[1].enters(trusted=True)
    late, connection = counted.begin("192.0.2.2")
    assert late.ended
    connection.forget()


def test_behind_a_proxy_the_address_that_it_names_counts() -> None:
    """The proxy has as many connections as it likes, and one client of it no more than another."""
    counted = Counted(of_address=1, proxies=("10.0.0.0/8",))
    wires: list[Wire] = []
    for host in ("192.0.2.1", "192.0.2.2", "192.0.2.1", "10.0.0.1"):
        wire, connection = counted.begin("10.0.0.7")
        counted.connections.note_request(connection, "websocket", host)
        wires.append(wire)
    assert [wire.ended for wire in wires] == [True, False, False, False]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2:3", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%3", "fe80::2", True),
        ("unix", "", False),
    ],
)
def test_one_owner_has_one_address(one: str, other: str, same: bool) -> None:  # noqa: FBT001
    """Whoever has one IPv6 address has a whole network of them."""
    assert (address_group(one) == address_group(other)) is same


def test_idle_connections_keep_nobody_out(tmp_path: Path) -> None:
    """However many there are and however few files the system allows; one line says so."""
    limited = ["bash", "-c", 'ulimit -n 300; exec "$0" "$@"', sys.executable, "-m", "pitboss"]
    serving = ["serve", "--port", "0", "--connections-per-address", "1000"]
    command = [*limited, *serving, "--journals", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
    port = int(printed.partition("127.0.0.1:")[2].partition("/")[0])
    with ExitStack() as stack:
        for _ in range(400):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), HANGS_AFTER_S))
        tables = Served(f"http://127.0.0.1:{port}", {})
        assert tables.get("/")[0] == 200
        with tables.client(key=printed.partition("#")[2].split()[0]) as ann:
            assert ann.join(0, "Ann")["type"] == "applied"
    server.terminate()
    errors = ended(server)[1]
    assert errors.count(b"\n") == 1
    assert b"which is the limit" in errors


@pytest.mark.parametrize(("proxies", "ends"), [(("127.0.0.0/8",), False), ((), True)])
def test_a_proxy_is_believed_if_it_is_named(
    proxies: tuple[str, ...], *, ends: bool, tmp_path: Path
) -> None:
    """If not, what it says of its clients is nothing, and they all have one address."""
    with (
        served(tmp_path, trusted_proxies=proxies, connections_per_address=1) as tables,
        tables.line(**{"X-Forwarded-For": "192.0.2.1"}) as one,
        tables.line(**{"X-Forwarded-For": "192.0.2.2"}) as other,
    ):
        other.send("enter")
        other.until("welcome")
        if ends:
            assert one.end() == 1006
        else:
            one.send("enter")
            one.until("welcome")


@pytest.mark.parametrize(("asked", "extensions"), [(False, 0), (True, 1)])
def test_messages_are_compressed_if_that_is_asked_for(
    *, asked: bool, extensions: int, tmp_path: Path
) -> None:
    """It takes the server more time and memory than it is worth where the line is good."""
    with served(tmp_path, deflate=asked) as tables:
        url = f"ws://{tables.host_and_port}/ws/1"
        with connect(url, open_timeout=HANGS_AFTER_S) as line:
            assert len(line.protocol.extensions) == extensions


def test_a_connection_that_says_nothing_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server looks for them by itself."""
    monkeypatch.setattr("pitboss.web.connections.FIRST_REQUEST_SECONDS", 0)
    with served(tmp_path) as tables, connected(tables) as line:
        assert line.recv(1) == b""


def test_a_client_that_has_gone_at_once_is_served_from_nowhere() -> None:
    """Nobody knows its address any more, and nobody complains."""

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        served_from.append(scope["client"])

    served_from: list[object] = []
    counted = Counted()
    wire, connection = counted.begin("")
    scope = {"type": "websocket", "client": None, "state": {CONNECTION: connection}}
    asyncio.run(
        NotingApp(app, counted.connections)(scope, cast("Receive", None), cast("Send", None))
    )
    assert served_from == [None]
    assert not wire.ended


def test_more_wait_to_be_let_in_than_are_let_in_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the server does something else, the system takes their connections."""
    busy, free = threading.Event(), threading.Event()

    def wait() -> int:
        busy.set()
        free.wait(HANGS_AFTER_S)
        return now_ms()

    with served(tmp_path) as tables, tables.client() as watching, ExitStack() as waiting:
        watching.until("welcome")
        monkeypatch.setattr("pitboss.web.hosting.now_ms", wait)
        watching.say("{}")
        busy.wait(HANGS_AFTER_S)
        try:
            for _ in range(50):
                waiting.enter_context(connected(tables))
        finally:
            free.set()


@pytest.mark.parametrize(
    ("first", "frame", "count"),
    [
        (b"", PING, 10_000),
        (b"", b"\x8a\x80\0\0\0\0", 10_000),
        (b"", b"\x81\x80\0\0\0\0", 10_000),
        (b"", b"\x82\x80\0\0\0\0", 10_000),
        (b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0", 100),
        (b"\x02\x80\0\0\0\0", b"\x00\x80\0\0\0\0", 100),
    ],
)
def test_a_flood_of_frames_ends_the_connection(
    first: bytes, frame: bytes, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pings, pongs that answer nothing, messages, and messages without an end."""
    # Nothing else ends it: the server neither pings it nor is so slow that the frames may come.
    monkeypatch.setattr("pitboss.web.serving._PING_SECONDS", None)
    monkeypatch.setattr("pitboss.web.protocols.now_ms", lambda: 0)
    with served(tmp_path) as tables, connected(tables) as line, suppress(ConnectionError):
        line.sendall(UPGRADE)
        line.recv(65536)
        line.sendall(ENTER)
        line.recv(65536)
        line.sendall(first + frame * count)
        while line.recv(65536):
            pass


def test_what_is_kept_of_addresses_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has sent nothing for a while is as one who has never sent anything."""
    monkeypatch.setattr("pitboss.web.lines.now_ms", lambda: 0)
    allowances = Allowances()
    busy = allowances.of("192.0.2.1")
    assert busy.takes_one(0)
    resting = allowances.of("192.0.2.2")
    for number in range(20_000):
        allowances.of(str(number))
    assert allowances.of("192.0.2.1") is busy
    assert allowances.of("192.0.2.2") is not resting


def test_the_limit_of_open_files_is_raised_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the system does not let that be, it stays."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (500, before[1]))
        with monkeypatch.context() as patched:
            patched.setattr(resource, "setrlimit", refuse)
            assert open_files.raise_limit() == 500
        raised = open_files.raise_limit()
        assert (
            raised == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > open_files.count_left() > 500
        )
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def refuse(*_limits: object) -> None:
    """Stand for a system that says it would allow more."""
    raise ValueError


def test_no_client_fills_the_log() -> None:
    """What it does wrong is not told, and a failure of the server only once a minute."""
    seldom = Seldom()

    def tells(name: str, level: int, text: str, second: int) -> bool:
        record = logging.makeLogRecord({"name": name, "levelno": level, "msg": text})
        record.created = second
        return bool(seldom.filter(record))

    assert not tells("uvicorn.error", logging.WARNING, "Invalid HTTP request received.", 0)
    assert [tells("asyncio", logging.ERROR, "no more files", at) for at in (0, 59, 60, 61)] == [
        True,
        False,
        True,
        False,
    ]
    assert tells("uvicorn.error", logging.INFO, "Started", 0)
    assert tells("uvicorn.error", logging.INFO, "Started", 1)


def connected(tables: Served) -> socket.socket:
    """Return a connection that has said nothing."""
    host, _, port = tables.host_and_port.partition(":")
    return socket.create_connection((host, int(port)), HANGS_AFTER_S)
