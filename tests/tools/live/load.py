"""Five seats play among strangers who do the server no good: ``python -m tests.tools.live.load``.

It starts ``pitboss serve``, lets them play for ten minutes, and prints how many turns were lost,
what the server took of memory and wrote to its standard error, and how long its answers took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from attrs import define, field, frozen
from tests.cli.command_line import read_until
from tests.tools.live.strangers import KINDS
from tests.web.played import answer_to
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SEATS: Final = 5
STRANGERS: Final = {
    "idle": 2_000,
    "slow": 500,
    "pings": 20,
    "fragments": 20,
    "storms": 50,
    "watchers": 100,
}
ANSWERS_UNTIL_BREAK: Final = 50
"""After so many answers a player loses the connection, and comes back."""

_SERVE: Final = (
    *(sys.executable, "-m", "pitboss", "serve", "--port", "0", "--seats", str(SEATS)),
    *("--balance", "unlimited", "--pause-ms", "200"),
)

Document = dict[str, Any]


@frozen
class Report:
    """What came of it.

    Attributes:
        lost_turns: how many turns of seats the clock has taken.
        memory_bytes: the most that the server had.
        error_bytes: what it wrote to its standard error.
        waits_s: how long each answer took, the shortest first.
    """

    lost_turns: int
    memory_bytes: int
    error_bytes: int
    waits_s: list[float]

    def __str__(self) -> str:
        """Say it in a line."""
        waits_ms = [wait * 1000 for wait in self.waits_s]
        middle, late = (waits_ms[len(waits_ms) * share // 100] for share in (50, 99))
        return (
            f"{len(waits_ms)} answers, {self.lost_turns} lost turns, "
            f"RSS {self.memory_bytes / 1e6:.0f} MB, stderr {self.error_bytes} bytes, "
            f"an answer takes {middle:.1f} ms, p99 {late:.1f} ms, the longest {waits_ms[-1]:.1f} ms"
        )


@define(eq=False)
class Player:
    """Somebody at a seat.

    Attributes:
        seat: which they take.
        key: of the link to join.
        answers: how many answers are enough.
        think_s: how long they think at most.
        chance: by which they choose.
        token: of their seat; empty before they have asked for it.
        told: the last state that they were told.
        pending: the command that has no answer yet.
        since_s: when that was sent.
        waits_s: how long answers took.
        lost: where the clock has answered for the seat.
        enough: they have given as many answers.
    """

    seat: int
    key: str
    answers: float
    think_s: float
    chance: Random
    token: str = ""
    told: Document = field(factory=dict[str, Any])
    pending: Document | None = None
    since_s: float = 0.0
    waits_s: list[float] = field(factory=list[float])
    lost: set[int] = field(factory=set[int])
    enough: asyncio.Event = field(factory=asyncio.Event)

    async def play(self, address: str) -> None:
        """Play for ever, with a break now and then."""
        while True:
            with suppress(OSError, EOFError, WebSocketException):
                async with connect(address, compression=None) as line:
                    await self._sit(line)

    async def _sit(self, line: ClientConnection) -> None:
        """Play until it is time for a break."""
        entering = {"token": self.token} if self.token else {"key": self.key}
        await line.send(json.dumps({"protocol": 1, "type": "enter", **entering}))
        until = len(self.waits_s) + ANSWERS_UNTIL_BREAK
        async for text in line:
            self._hear(json.loads(text))
            if self.pending is None and "offer" in self.told:
                await asyncio.sleep(self.chance.random() * self.think_s)
                word, members = answer_to(self.told.pop("offer"), self.chance)
                self._ask(f"{self.seat}-{self.told['seq']}", word, **members)
            if self.pending is not None and self.pending.pop("to_send", False):
                self.since_s = perf_counter()
                await line.send(json.dumps(self.pending))
            if len(self.waits_s) >= until:
                return

    def _hear(self, message: Document) -> None:
        kind = message["type"]
        if kind == "ticket":
            self.token = message["token"]
            self.told = {"seq": 0}
            self._ask(message["id"], "join", name=f"player {self.seat}")
            assert self.pending is not None
            self.pending["to_send"] = False
        elif kind in {"welcome", "state"}:
            self.told = message.get("state", message)
            if any(self._is_lost(each) for each in self.told["happened"]):
                self.lost.add(self.told["seq"])
            if kind == "welcome" and self.pending is not None:
                self.pending["to_send"] = True
        elif self.pending is not None and message.get("id") == self.pending["id"]:
            if self.pending["word"] != "join":
                self.waits_s.append(perf_counter() - self.since_s)
            if len(self.waits_s) >= self.answers:
                self.enough.set()
            if kind != "waiting":
                self.pending = None

    def _is_lost(self, event: Document) -> bool:
        return event.get("by") == "clock" and event["seat"] == self.seat

    def _ask(self, number: str, word: str, **members: object) -> None:
        command = {"id": number, "expects": self.told["seq"], "seat": self.seat, "word": word}
        self.pending = {"protocol": 1, "type": "command", **command, **members, "to_send": True}


async def play(address: str, players: list[Player], seconds: float | None) -> None:
    """Let players play until all have given enough answers, or for so long."""
    playing = [asyncio.create_task(player.play(address)) for player in players]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for player in players:
                await player.enough.wait()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def run(
    strangers: Mapping[str, int],
    *,
    think_s: float,
    answers: float = float("inf"),
    seconds: float | None = None,
    answer_s: int = 10,
) -> Report:
    """Start a server and strangers, let players play, and say what came of it.

    Args:
        strangers: how many of each kind.
        think_s: how long players think at most.
        answers: it ends when each player has given so many.
        seconds: or after so long.
        answer_s: how long a seat may take to answer.
    """
    with tempfile.TemporaryDirectory() as name, Path(name, "errors").open("w+b") as errors:
        command = [*_SERVE, "--journals", name, "--answer-seconds", str(answer_s)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)
        counts = [text for kind in KINDS for text in (f"--{kind}", str(strangers[kind]))]
        try:
            printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
            port, key = (printed.partition(sign)[2] for sign in ("127.0.0.1:", "#"))
            port, key = port.partition("/")[0], key.split()[0]
            players = [Player(seat, key, answers, think_s, Random(seat)) for seat in range(SEATS)]
            crowding = [sys.executable, "-m", "tests.tools.live.strangers", port, *counts]
            crowd = subprocess.Popen(crowding)
            try:
                asyncio.run(play(f"ws://127.0.0.1:{port}/ws/1", players, seconds))
            finally:
                crowd.kill()
                crowd.wait()
            status = Path(f"/proc/{server.pid}/status").read_text("ascii")
        finally:
            server.kill()
            server.communicate()
        return Report(
            lost_turns=sum(len(player.lost) for player in players),
            memory_bytes=int(status.partition("VmHWM:")[2].split()[0]) * 1024,
            error_bytes=errors.seek(0, 2),
            waits_s=sorted(wait for player in players for wait in player.waits_s),
        )


def main() -> None:
    """Let them play, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--think-s", type=float, default=0.3)
    for kind, count in STRANGERS.items():
        parser.add_argument(f"--{kind}", type=int, default=count)
    arguments = vars(parser.parse_args())
    strangers = {kind: arguments[kind] for kind in KINDS}
    report = run(strangers, think_s=arguments["think_s"], seconds=arguments["seconds"])
    sys.stdout.write(f"{report}\n")


if __name__ == "__main__":
    main()
