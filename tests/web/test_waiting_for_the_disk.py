"""What has happened at a table is told when the disk has it, and nothing else waits for that."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from errno import EIO
from pathlib import Path
from typing import Any, Final

from tests.cli.command_line import HANGS_AFTER_S, ended, read_until
from tests.live.host import ANN, a_host
from tests.web.examples import KeptLine
from tests.web.served import Served

from pitboss.game.documents import document
from pitboss.web import TableHost

NOTING: Final = """
import os, sys, threading
sync = os.fsync
def note(descriptor):
    if os.readlink(f"/proc/self/fd/{descriptor}").endswith(".jsonl"):
        print(threading.current_thread() is threading.main_thread(), file=sys.stderr)
    sync(descriptor)
os.fsync = note
from pitboss.__main__ import run
run()
"""


class HeardLine(KeptLine):
    """A line that can be listened to.

    Attributes:
        heard: what nobody has listened to yet.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def put(self, text: str) -> None:
        """Let a document be heard."""
        self.heard.put_nowait(json.loads(text))

    async def kinds(self, count: int) -> list[str]:
        """Return of which types the next documents are."""
        return [(await self.heard.get())["type"] for _ in range(count)]


class Joining:
    """A table on a disk of the test's own, at which a client asks for a seat.

    Attributes:
        host: of the table.
        line: of the client.
    """

    def __init__(self, sync: Callable[[], object]) -> None:
        self.host = TableHost("low", "key", a_host(ANN, None).session, sync=sync)
        self.line = HeardLine("low:1")

    async def join(self) -> None:
        """Enter, and ask for a seat."""
        self.host.enter(self.line, document("enter", {"key": "key"}))
        number = (await self.line.heard.get())["id"]
        joins = {"id": number, "expects": 0, "seat": 1, "word": "join", "name": "Eve"}
        self.host.receive(self.line, document("command", joins))


def test_nothing_is_told_before_the_disk_has_it() -> None:
    """What comes meanwhile waits as well, in its order; who has gone by then is told nothing."""
    ready = threading.Semaphore(0)

    async def play() -> None:
        table, gone = Joining(ready.acquire), HeardLine("low:2")
        await table.join()
        table.host.enter(gone, document("enter", {}))
        table.host.leave(gone)
        assert table.line.heard.empty()
        ready.release()
        assert await table.line.kinds(1) == ["welcome"]
        assert table.line.heard.empty()
        ready.release()
        assert await table.line.kinds(2) == ["applied", "state"]
        assert gone.heard.empty()
        ready.release(10)

    asyncio.run(play())


def test_tables_wait_together() -> None:
    """A disk that is waited for by several does the work of all at once."""
    together = threading.Barrier(3, timeout=HANGS_AFTER_S)

    async def play() -> None:
        tables = [Joining(together.wait) for _ in range(3)]
        for table in tables:
            await table.join()
        for table in tables:
            assert await table.line.kinds(2) == ["welcome", "applied"]
        together.abort()

    asyncio.run(play())


def test_what_the_disk_does_not_take_is_told_to_nobody() -> None:
    """The table stops."""

    def fail() -> None:
        raise OSError(EIO, "Input/output error")

    async def play() -> None:
        table = Joining(fail)
        await table.join()
        assert (await table.line.heard.get())["kind"] == "stopped"
        assert isinstance(table.host.failure, OSError)

    asyncio.run(play())


def test_the_server_waits_in_another_thread(tmp_path: Path) -> None:
    """So that its loop goes on with other clients and tables."""
    serving = ["serve", "--port", "0", "--journals", str(tmp_path)]
    command = [sys.executable, "-c", NOTING, *serving]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
    address = printed.partition("http://")[2].partition("/")[0]
    with Served(f"http://{address}", {}).client(key=printed.partition("#")[2].split()[0]) as ann:
        assert ann.join(0, "Ann")["type"] == "applied"
    server.send_signal(signal.SIGINT)
    errors = ended(server)[1]
    assert set(errors.split()) == {b"False"}
