"""A server that is killed, or loses its journal, loses no answer that it gave.

KILLS=300 pytest tests/web/test_killed.py    kills it so often, in ten minutes, and takes the
journal away sixty times more: it is moved, cut, removed, or finds no space on the disk.
"""

import asyncio
import json
import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field
from tests.cli.command_line import HANGS_AFTER_S, ended, read_until, start
from tests.web.played import answer_to
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from pitboss.replay import VerdictKind, fairness, resume, verify
from pitboss.table import seed_commitment

KILLS = int(os.environ.get("KILLS", "3"))
SEATS = 5
SERVE = ("serve", "--port", "0", "--seats", str(SEATS), "--balance", "unlimited", "--pause-ms", "1")
UNTIL_THEN = 160
"""So many messages go to and fro at most before the server is killed."""

Document = dict[str, Any]


def connected(address: str) -> connect:
    """Return a connection that opens and lasts on however slow a machine."""
    return connect(address, open_timeout=HANGS_AFTER_S, ping_interval=None)


@define
class Player:
    """Somebody at a seat, who comes back after each break and sends again what has no answer.

    Attributes:
        seat: which they want.
        key: of the link to join.
        chance: by which they choose.
        token: of their seat; empty before they asked for one.
        ticket_id: the id of the command by which they join.
        pending: the command that has no answer.
        applied: the answers to those that were applied, by their ids.
        refused: the ids of those that were not.
        told: the last state that they were told.
        sent: how many commands they have sent.
        stopped: they were told that the table has stopped.
        table: the commitment of the table.
        kept: every welcome and state that they were told.
    """

    seat: int
    key: str
    chance: Random
    token: str = ""
    ticket_id: str = ""
    pending: Document | None = None
    applied: dict[str, Document] = field(factory=dict[str, Document])
    refused: set[str] = field(factory=set[str])
    told: Document = field(factory=dict[str, Any])
    sent: int = 0
    stopped: bool = False
    table: str = ""
    kept: list[str] = field(factory=list[str])

    async def play(self, address: str, moment: Callable[[], None]) -> None:
        """Play until the server is gone, or says that the table has stopped.

        Args:
            address: of the table.
            moment: called for each message.
        """
        self.stopped = False
        try:
            while not self.stopped:
                async with connected(address) as line:
                    await self._enter(line)
                    async for text in line:
                        moment()
                        await self._hear(line, json.loads(text))
        except ConnectionClosed as closed:
            # Whoever was sending when the line was closed does not read what came before.
            self.stopped |= closed.rcvd is not None and closed.rcvd.code == 1011
        except (OSError, EOFError, WebSocketException):
            return

    async def _enter(self, line: ClientConnection) -> None:
        entering = {"token": self.token} if self.token else {"key": self.key}
        await line.send(json.dumps({"protocol": 1, "type": "enter", **entering}))

    async def _hear(self, line: ClientConnection, message: Document) -> None:
        kind = message["type"]
        if kind == "ticket":
            self.token, self.ticket_id = message["token"], message["id"]
        elif kind == "welcome":
            self.table, self.told = message["commitment"], message["state"]
            self.kept.append(json.dumps(message))
            await self._begin(line, message)
        elif kind == "state":
            self.told = message
            self.kept.append(json.dumps(message))
        elif kind == "error" and message["kind"] == "unknown_token":
            # The seat was asked for, and the server did not live to give it.
            assert self.ticket_id not in self.applied
            self.token, self.pending = "", None
        elif kind == "error" and message["kind"] == "stopped":
            self.stopped = True
        elif "id" in message:
            self._answered(message)
        if self.pending is None and "seeds" in self.told and "viewer" in self.told["view"]:
            await self._exchange(line, self.told.pop("seeds"))
        if self.pending is None and "offer" in self.told:
            word, members = answer_to(self.told.pop("offer"), self.chance)
            self.sent += 1
            await self._ask(line, f"{self.seat}-{self.sent}", word, members)

    async def _exchange(self, line: ClientConnection, seeds: Document) -> None:
        """Commit to a seed of the shoe to come, or open it, if that is due."""
        seed = sha256(f"{self.seat} {seeds['shoe']}".encode()).digest()
        mine = seed_commitment(self.table, self.seat, seeds["shoe"], seed)
        given = seeds["commitments"][self.seat]
        self.sent += 1
        if not seeds["closed"] and not given:
            number = f"{self.seat}-{self.sent}"
            await self._ask(line, number, "commit_seed", {"commitment": mine})
        elif seeds["closed"] and given and self.seat not in seeds["opened"]:
            assert given == mine
            number = f"{self.seat}-{self.sent}"
            await self._ask(line, number, "open_seed", {"client_seed": seed.hex()})

    async def _begin(self, line: ClientConnection, welcome: Document) -> None:
        if self.pending is not None:
            await line.send(json.dumps(self.pending))
        elif "seat" not in welcome:
            await self._ask(line, self.ticket_id, "join", {"name": f"player {self.seat}"})

    async def _ask(self, line: ClientConnection, number: str, word: str, members: Document) -> None:
        command = {"id": number, "expects": self.told["seq"], "seat": self.seat, "word": word}
        self.pending = {"protocol": 1, "type": "command", **command, **members}
        await line.send(json.dumps(self.pending))

    def _answered(self, message: Document) -> None:
        number = message["id"]
        if message["type"] == "waiting":
            return
        assert self.pending is not None
        assert number == self.pending["id"]
        self.pending = None
        if message["type"] == "applied":
            assert number not in self.applied
            self.applied[number] = message
        else:
            self.refused.add(number)


def killed(server: subprocess.Popen[bytes], _journal: Path, _kept: Path) -> None:
    """Kill a server."""
    server.kill()


def moved(_server: subprocess.Popen[bytes], journal: Path, kept: Path) -> None:
    """Rename its journal."""
    journal.rename(kept)


def cut(_server: subprocess.Popen[bytes], journal: Path, kept: Path) -> None:
    """Copy its journal, and cut that."""
    shutil.copy(journal, kept)
    os.truncate(journal, journal.stat().st_size // 2)


def removed(_server: subprocess.Popen[bytes], journal: Path, kept: Path) -> None:
    """Copy its journal, and remove that."""
    shutil.copy(journal, kept)
    journal.unlink()


def full(server: subprocess.Popen[bytes], journal: Path, _kept: Path) -> None:
    """Leave it space for a part of an event."""
    size = journal.stat().st_size
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size + 30, most))


Mishap = Callable[[subprocess.Popen[bytes], Path, Path], None]
SAID: dict[Mishap, bytes] = {
    moved: b"was moved while it was written",
    cut: b"was cut or changed while it was written",
    removed: b"was deleted while it was written",
    full: b"File too large",
}
"""What is said on standard error of a journal that is taken away."""


@define
class Fate:
    """What becomes of a server after so many messages.

    Attributes:
        server: the process.
        mishap: what happens to it.
        journal: of its table.
        kept: where the journal is then, if it was taken away.
        left: messages until then.
        turns: for how long it hesitates, so that it is not always just when a message has come.
    """

    server: subprocess.Popen[bytes]
    mishap: Mishap
    journal: Path
    kept: Path
    left: int
    turns: int

    def __call__(self) -> None:
        """Count a message."""
        self.left -= 1
        if self.left == 0:
            for _ in range(self.turns):
                pass
            # It may be anywhere, and stands there until all is done.
            self.server.send_signal(signal.SIGSTOP)
            assert os.WIFSTOPPED(os.waitpid(self.server.pid, os.WUNTRACED)[1])
            self.mishap(self.server, self.journal, self.kept)
            self.server.send_signal(signal.SIGCONT)
        elif self.left == -UNTIL_THEN:
            # What is not told by now is not told at all.
            self.server.kill()


def lives(
    folder: Path, players: list[Player], chance: Random, mishaps: list[Mishap]
) -> Iterator[bytes]:
    """Let a server live again and again; give its journal after each death."""
    journal, kept = folder / "1.jsonl", folder / "kept.jsonl"
    for mishap in mishaps:
        rules = folder / "rules.toml"
        # Seats exchange seeds before each round, so that many servers die in the middle of that.
        rules.write_text('preset = "six_deck_s17"\nshuffle = "every_round"\n', "utf-8")
        given = ("--rules", str(rules), "--answer-seconds", "0", "--seed-seconds", "60")
        server = start(*SERVE, *given, "--journals", folder)
        try:
            printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
            base = printed.partition("http://")[2].partition("/")[0]
            for player in players:
                player.key = printed.partition("#")[2].split()[0]
            left, turns = chance.randrange(1, UNTIL_THEN), chance.randrange(20_000)
            fate = Fate(server, mishap, journal, kept, left, turns)
            asyncio.run(live(f"ws://{base}/ws/1", players, fate, folder))
        finally:
            server.kill()
            errors = ended(server)[1]
        is_told = mishap in SAID
        assert [player.stopped for player in players] == [is_told] * SEATS, mishap
        assert errors.count(b"pitboss: table 1 has stopped: ") == errors.count(b"\n") == is_told
        assert SAID.get(mishap, b"") in errors
        if kept.exists():
            kept.replace(journal)
        yield journal.read_bytes()


async def live(
    address: str, players: list[Player], moment: Callable[[], None], folder: Path
) -> None:
    """Look at the table that a server has found, and play there until it is killed."""
    await see_what_was_left(address, players, folder)
    await asyncio.gather(*(player.play(address, moment) for player in players))


async def see_what_was_left(address: str, players: list[Player], folder: Path) -> None:
    """See that the table stands where the journal ends, at the question that was open."""
    async with connected(address) as line:
        await line.send('{"protocol":1,"type":"enter"}')
        state = json.loads(await line.recv())["state"]
    before = folder / "before.jsonl"
    if not before.exists():
        return
    resumed = resume(before)
    resumed.journal.close()
    table = resumed.table
    assert state["view"] == json.loads(table.view(None).to_json())
    for player in players:
        told_seq = player.told.get("seq", 0)
        assert told_seq <= state["seq"]
        if told_seq == state["seq"] > 0:
            assert player.told["view"].get("asked") == state["view"].get("asked")


def test_a_killed_server_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    """The journal has each command that was answered as applied once, and no other of those.

    No seat commits or opens once more, and each shoe is made with what its seats were told.
    """
    chance = Random(20)
    players = [Player(seat, "", Random(seat)) for seat in range(SEATS)]
    mishaps = [killed] * KILLS + [*SAID] * -(-KILLS // 20)
    chance.shuffle(mishaps)
    for journal in lives(tmp_path, players, chance, mishaps):
        shutil.copy(tmp_path / "1.jsonl", tmp_path / "before.jsonl")
        for player in players:
            for number in player.applied:
                assert journal.count(b'"command":"%s"' % number.encode()) == 1, number
            for number in player.refused:
                assert b'"command":"%s"' % number.encode() not in journal, number
            if player.pending is not None:
                assert journal.count(b'"command":"%s"' % player.pending["id"].encode()) <= 1
    assert sum(len(player.applied) for player in players) > len(mishaps)
    with (tmp_path / "1.jsonl").open("rb") as file:
        assert verify(file).kind in {VerdictKind.MATCH, VerdictKind.INCOMPLETE}
        for player in players:
            file.seek(0)
            found = fairness(file, told=player.kept)
            assert not found.faults
            opened = [shoe for shoe in found.shoes() if player.seat in shoe.opened]
            assert opened
            assert all(shoe.choices == 1 for shoe in opened)
