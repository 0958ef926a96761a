"""Live games at which clients exchange seeds of shoes, each answer of which comes at once."""

import json
from io import BytesIO
from typing import Any

from tests.live.protocol.test_protocol import VALIDATOR

from pitboss import Journal, MimicPlayer, Rules, SeatPlan, Table
from pitboss.live import Command, Message, Session, SessionPolicy
from pitboss.table import seed_commitment

RULES = Rules.preset("spring", max_seats=3)
POLICY = SessionPolicy(seeds_ms=5_000, pause_ms=3_000, join_balance_minor=10_000, bot_ms=0)
SECRET = bytes(range(100, 132))


class Client:
    """A client that draws, commits, opens and keeps what it was told.

    Args:
        seat: of the client.
        opens: whether it opens what it has committed to.
        commits: whether it commits at all.
    """

    def __init__(self, seat: int, *, commits: bool = True, opens: bool = True) -> None:
        self.seat = seat
        self.told: list[dict[str, Any]] = []
        self.table = ""
        self._words = {"commit_seed"} if commits else set[str]()
        self._words |= {"open_seed"} if opens else set()
        self._sent: set[str] = set()

    def seed(self, shoe: int) -> bytes:
        """Return what it draws for a shoe."""
        return bytes([self.seat + 1, shoe] * 16)

    def hear(self, text: str) -> Command | None:
        """Take a message, and return what it answers."""
        message = json.loads(text)
        self.told.append(message)
        self.table = message.get("commitment", self.table)
        state = message.get("state", message)
        seeds = state.get("seeds")
        if seeds is None:
            return None
        shoe, mine = seeds["shoe"], seeds["commitments"][self.seat]
        seed = self.seed(shoe)
        commitment = seed_commitment(self.table, self.seat, shoe, seed)
        if not seeds["closed"] and not mine:
            return self._send("commit_seed", state["seq"], shoe, commitment=commitment)
        if seeds["closed"] and mine == commitment and self.seat not in seeds["opened"]:
            return self._send("open_seed", state["seq"], shoe, client_seed=seed.hex())
        return None

    def _send(
        self, word: str, seq: int, shoe: int, *, commitment: str = "", client_seed: str = ""
    ) -> Command | None:
        command_id = f"{word}-{self.seat}-{shoe}"
        if word not in self._words or command_id in self._sent:
            return None
        self._sent.add(command_id)
        texts = client_seed, commitment
        return Command(command_id, seq, self.seat, word, None, "", *texts)


class LiveGame:
    """A session with clients, whose answers come at once.

    Args:
        clients: of the first seats.
        policy: of the session.
    """

    def __init__(self, *clients: Client, policy: SessionPolicy = POLICY) -> None:
        self.sink = BytesIO()
        seats = [SeatPlan(name, 100_000) for name in ("Ann", "Bo", "Robo")]
        self.journal = Journal(self.sink)
        self.table = Table(RULES, seats=seats, seed=SECRET, recorder=self.journal)
        self.session = Session(self.table, policy, bots={2: MimicPlayer()})
        self.clients = {f"c{client.seat}": client for client in clients}
        self.now_ms = 0
        told: list[Message] = []
        for name, client in self.clients.items():
            told += self.session.connect(name, client.seat, 0)
        self.hand_out(tuple(told))

    def hand_out(self, messages: tuple[Message, ...]) -> None:
        """Let clients hear messages, and the session their answers."""
        waiting = list(messages)
        self.look_at(messages)
        while waiting:
            message = waiting.pop(0)
            for name in message.clients:
                answer = self.clients[name].hear(message.text)
                if answer is not None:
                    told = self.session.receive(name, answer.to_json(), self.now_ms)
                    waiting += told
                    self.look_at(told)

    def look_at(self, messages: tuple[Message, ...]) -> None:
        """Look at what the session gave, before anybody hears it."""
        for message in messages:
            VALIDATOR.validate(json.loads(message.text))

    def tick(self) -> int:
        """Do what is due next; return how long that took."""
        due_ms = self.session.deadline()
        assert due_ms is not None
        took, self.now_ms = due_ms - self.now_ms, max(due_ms, self.now_ms)
        self.hand_out(self.session.tick(self.now_ms))
        return took

    def play_to(self, number: int) -> None:
        """Play until a round is open."""
        while self.table.round.number < number:
            self.tick()
