"""Seats commit and open under a session: who is waited for, what is told, and what is not."""

import json
from io import BytesIO
from typing import Any

import pytest
from tests.live.protocol.test_protocol import VALIDATOR

from pitboss.errors import TableError
from pitboss.journal import Journal
from pitboss.live import Command, Message, Session, SessionPolicy
from pitboss.players import DealersRule
from pitboss.replay import verify
from pitboss.rules import Rules
from pitboss.table import SeatPlan, Table, seed_commitment

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
        VALIDATOR.validate(message)
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


class Room:
    """A session with clients, whose answers come at once."""

    def __init__(self, *clients: Client, policy: SessionPolicy = POLICY) -> None:
        self.sink = BytesIO()
        seats = [SeatPlan(name, 100_000) for name in ("Ann", "Bo", "Robo")]
        self.journal = Journal(self.sink)
        self.table = Table(RULES, seats=seats, seed=SECRET, recorder=self.journal)
        self.session = Session(self.table, policy, bots={2: DealersRule()})
        self.clients = {f"c{client.seat}": client for client in clients}
        self.now_ms = 0
        told: list[Message] = []
        for name, client in self.clients.items():
            told += self.session.connect(name, client.seat, 0)
        self.hand_out(tuple(told))

    def hand_out(self, messages: tuple[Message, ...]) -> None:
        """Let clients hear messages, and the session their answers."""
        waiting = list(messages)
        while waiting:
            message = waiting.pop(0)
            for name in message.clients:
                answer = self.clients[name].hear(message.text)
                if answer is not None:
                    waiting += self.session.receive(name, answer.to_json(), self.now_ms)

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


def kinds_of(client: Client, kind: str) -> list[dict[str, Any]]:
    """Return what a client was told to have happened, of a kind."""
    states = [message.get("state", message) for message in client.told]
    return [each for state in states for each in state.get("happened", ()) if each["type"] == kind]


def test_every_shoe_is_made_with_what_all_have_drawn() -> None:
    """The first shoe as well, which nobody has to wait for; what is told is enough to check it."""
    ann, bo = Client(0), Client(1)
    room = Room(ann, bo)
    for number in (1, 2, 3):
        room.play_to(number)
        shoe = number + 1 if number == 1 else room.table.shoe.number
        added = (ann.seed(shoe).hex(), bo.seed(shoe).hex(), "")
        assert room.table.shoe.client_seeds == added
    assert ann.told[0]["commitment"] == room.table.commitment
    made, revealed = kinds_of(ann, "new_shoe"), kinds_of(ann, "revealed")
    assert [each["shoe"] for each in revealed] == [each["shoe"] - 1 for each in made]
    assert made[0]["client_seeds"] == [ann.seed(2).hex(), bo.seed(2).hex(), ""]
    while not room.table.over:
        room.tick()
    room.table.close()
    lines = [json.loads(line) for line in room.sink.getvalue().splitlines()]
    seeds = {line["shoe"]: line["seed"] for line in lines if line["line"] == "reveal"}
    assert {str(each["shoe"]): each["seed"] for each in revealed}.items() < seeds.items()
    assert verify(BytesIO(room.sink.getvalue())).matches


def test_who_does_not_commit_or_open_is_waited_for_as_long_as_the_policy_says() -> None:
    """And no longer: the round opens with what there is."""
    for late in (Client(1, commits=False), Client(1, opens=False)):
        ann = Client(0)
        room = Room(ann, late)
        assert room.table.round.number == 0
        took = 0
        while room.table.round.number == 0:
            took += room.tick()
        assert took == 5_000
        assert room.table.shoe.client_seeds == (ann.seed(2).hex(), "", "")
    nobody = Room(Client(0, commits=False), Client(1, commits=False))
    assert [nobody.tick(), nobody.table.round.number] == [5_000, 1]
    assert nobody.table.shoe.number == 1
    assert not kinds_of(nobody.clients["c0"], "new_shoe")


def test_what_is_opened_is_told_when_the_shoe_is_made() -> None:
    """Until then nobody hears more than who has opened, and an opening is nobody's error."""
    ann, bo = Client(0), Client(1, opens=False)
    room = Room(ann, bo)
    told = json.dumps(bo.told)
    assert ann.seed(2).hex() not in told
    assert bo.told[-1]["seeds"]["opened"] == [0]
    again = Command("again", room.table.seq, 0, "open_seed", client_seed=bo.seed(2).hex())
    room.hand_out(room.session.receive("c0", again.to_json(), 0))
    assert ann.told[-1]["kind"] == "no_change"
    room.tick()
    assert ann.seed(2).hex() in json.dumps(bo.told)
    assert bo.seed(2).hex() not in json.dumps([ann.told, bo.told])


def test_what_comes_too_late_is_refused_and_changes_nothing() -> None:
    """A commitment behind the closing, and an opening in a round."""
    ann, bo = Client(0), Client(1, commits=False)
    room = Room(ann, bo)
    room.now_ms = 4_999
    room.hand_out(room.session.tick(4_999))
    assert bo.told[-1]["seeds"]["left_ms"] == 5_000
    while room.table.over:
        room.tick()
    exchange = room.table.house.exchange
    assert exchange is None
    late = Command("late", room.table.seq, 1, "commit_seed", commitment="0" * 64)
    room.hand_out(room.session.receive("c1", late.to_json(), room.now_ms))
    assert bo.told[-1]["type"] == "waiting"
    assert room.table.house.exchange is None


def test_tables_that_do_not_exchange_seeds_take_none_of_it() -> None:
    """Nor do those that do take a seed that is given openly; the welcome says which changes."""
    plain, exchanging = Room(Client(0), policy=SessionPolicy()), Room(Client(0))
    words = [{*room.clients["c0"].told[0]["changes"]} for room in (plain, exchanging)]
    assert words[0] - words[1] == {"client_seed"}
    assert words[1] - words[0] == {"commit_seed", "open_seed"}
    for room, word in ((plain, "commit_seed"), (exchanging, "client_seed")):
        text: dict[str, Any] = (
            {"commitment": "0" * 64} if word == "commit_seed" else {"client_seed": "a"}
        )
        command = Command("x", room.table.seq, 0, word, **text)
        room.hand_out(room.session.receive("c0", command.to_json(), 0))
        assert room.clients["c0"].told[-1]["kind"] == "not_open"
    with pytest.raises(TableError, match="seeds_ms of 0"):
        SessionPolicy(seeds_ms=0)


def test_seats_open_after_a_restart_what_they_had_committed_to() -> None:
    """They have their whole time once more, and may not choose once more."""
    ann, bo = Client(0, opens=False), Client(1)
    room = Room(ann, bo)
    session = Session(room.table, POLICY, bots={2: DealersRule()})
    room.session, room.clients = session, {"c1": bo}
    room.hand_out(session.connect("c1", 1, 0))
    exchange = room.table.house.exchange
    assert exchange is not None
    assert exchange.closed
    assert session.deadline() == 5_000
    back = Client(0)
    room.clients["c0"] = back
    room.hand_out(session.connect("c0", 0, 1_000))
    assert room.table.round.number == 1
    assert room.table.shoe.client_seeds[0] == back.seed(2).hex()
