"""A network that loses, doubles, delays and reorders, between careless clients and a session.

Everything is drawn from the seed of a schedule. ``python -m tests.live.simulated`` runs very many;
``--schedules 100`` says how many, and ``--first 4711`` from which seed on.
"""

import argparse
import sys
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import Any, Final

import orjson
from attrs import define, field
from tests.live.judged import judge_journal
from tests.table.accounts import chips_at

from pitboss.errors import PitbossError
from pitboss.game.events import ANSWERS
from pitboss.game.round import Question
from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind, SeatChange
from pitboss.journal import Flush, Journal
from pitboss.journal.source import Lines
from pitboss.live import Command, CommandMemory, Message, Session, SessionPolicy
from pitboss.live.commands import WORDS
from pitboss.players import BasicStrategy, MimicPlayer, RandomLegal
from pitboss.replay import resume
from pitboss.rules import Rules
from pitboss.table.driver import Player
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table

Fields = dict[str, Any]

STEPS: Final = 240
WISHES: Final = tuple(word for word in WORDS if word in CHANGE_KINDS)
MAX_SEATS: Final = 4
ANSWER_TYPES: Final = frozenset({"applied", "waiting", "stale", "refused", "error"})


@define
class Person:
    """Somebody with a client program, which knows only what it was told.

    Attributes:
        number: tells them apart.
        seat: that the host has down for them; `None` for a spectator.
        connection: the name of the open one; empty if none is.
        state: the last they were told of the table.
        inbox: what is on its way to them; it is lost with the connection.
        open: commands without a last answer, by their ids.
        applied: the answers to commands that were applied, by id and seat.
    """

    number: int
    seat: int | None
    connection: str = ""
    state: Fields = field(factory=dict[str, Any])
    inbox: list[str] = field(factory=list[str])
    open: dict[str, Command] = field(factory=dict[str, Command])
    applied: dict[tuple[int, str], Fields] = field(factory=dict[tuple[int, str], Fields])

    def read(self) -> None:
        """Read everything that has arrived."""
        inbox, self.inbox = self.inbox, []
        for text in inbox:
            told = orjson.loads(text)
            match told["type"]:
                case "welcome":
                    self.state = told["state"]
                case "state":
                    assert told["seq"] >= self.state["seq"], "told of the past"
                    self.state = told
                case "applied":
                    self.open.pop(told["id"], None)
                    first = self.applied.setdefault((told["seat"], told["id"]), told)
                    # After somebody has left and come back, an id of before may be used again.
                    assert first == told or first["seq"] < told["seq"]
                    self.applied[told["seat"], told["id"]] = told
                case "stale" | "refused" | "error":
                    self.open.pop(told.get("id"), None)
                case _:
                    assert told["type"] in {"waiting", "warning"}


class Schedule:
    """One run of a network, people and a session, drawn from a seed.

    Args:
        seed: of everything.
    """

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(seed)
        self.now_ms = chance.randint(0, 10**6)
        self.sink = BytesIO()
        self.policy = random_policy(chance)
        self.bots: dict[int, Player] = {}
        self.host_commands: list[SeatChange] = []
        self.reused: set[str] = set()
        self.counter = 0
        self.restarts = 0
        rules = Rules.preset("six_deck_s17", decks=chance.randint(1, 6))
        plans = [self._random_plan(rules, seat) for seat in range(chance.randint(1, MAX_SEATS))]
        self.bots = {seat: bot for seat, bot in self.bots.items() if len(self.bots) < len(plans)}
        journal = Journal(self.sink, flush=Flush.EACH_EVENT)
        self.table = Table(rules, seats=plans, seed=seed, recorder=journal)
        self.session = Session(self.table, self.policy, bots=self.bots)
        free: list[int | None] = [seat for seat in range(len(plans)) if seat not in self.bots]
        homes = [chance.choice([*free, *free, None]) for _ in range(chance.randint(1, 5))]
        self.people = [Person(number, home) for number, home in enumerate(homes)]
        self.network: list[tuple[Person, str]] = []

    def _random_plan(self, rules: Rules, seat: int) -> SeatPlan | None:
        chance = self.chance
        if chance.random() < 0.2:
            return None
        if chance.random() < 0.2:
            bots: list[Player] = [MimicPlayer(), RandomLegal(seat), Careless(chance)]
            self.bots[seat] = chance.choice(bots)
            if chance.random() < 0.3:
                self.bots[seat] = BasicStrategy(rules)
        return SeatPlan(f"Seat {seat}", chance.choice([None, 0, 500, 5_000, 10**6]))

    # The host.

    def take(self, told: tuple[Message, ...]) -> None:
        """Hand messages to the connections, and see what must hold after every call."""
        by_connection = {person.connection: person for person in self.people if person.connection}
        for message in told:
            assert message.clients
            for client in message.clients:
                if client in by_connection:
                    by_connection[client].inbox.append(message.text)
        for connection, person in by_connection.items():
            person.seat = self.session.seat_of(connection)
        assert chips_at(self.table) == self.table.house.brought_minor, "chips were made or lost"

    def tick_when_due(self) -> None:
        """Do as a host does whose timer goes off."""
        due = self.session.deadline()
        if due is not None and self.now_ms >= due:
            self.take(self.session.tick(self.now_ms))
            due = self.session.deadline()
            assert due is None or due > self.now_ms, "something due was not done"

    def connect(self, person: Person) -> None:
        """Let a person come, or come back; the host knows which seat is theirs."""
        self.counter += 1
        person.connection = f"{person.number}.{self.counter}"
        if person.seat is not None and self.chance.random() < 0.05:
            person.seat = None
        self.take(self.session.connect(person.connection, person.seat, self.now_ms))
        if "too_many_clients" in person.inbox[-1]:
            person.connection = ""
            person.inbox.clear()

    def disconnect(self, person: Person) -> None:
        """Let a person's connection break; what was on its way to them is lost."""
        connection, person.connection = person.connection, ""
        person.inbox.clear()
        self.take(self.session.disconnect(connection, self.now_ms))

    def change_seats(self) -> None:
        """Let the host do something to a seat, now and then what it did before."""
        chance = self.chance
        if self.host_commands and chance.random() < 0.3:
            change = chance.choice(self.host_commands)
        else:
            change = self._random_change()
            self.host_commands.append(change)
        try:
            self.take(self.session.change(change, self.now_ms))
        except PitbossError:
            self.take(self.session.tick(self.now_ms))
        self.session.take_refused()

    def _random_change(self) -> SeatChange:
        chance = self.chance
        self.counter += 1
        seat, number = chance.randrange(len(self.table.round.seats)), f"host-{self.counter}"
        changes = [
            SeatChange.deposit(seat, chance.randint(1, 10_000)),
            SeatChange.withdraw(seat, chance.randint(1, 1_000)),
            SeatChange.award(seat, chance.randint(1, 1_000), "a prize"),
            SeatChange.charge(seat, chance.randint(1, 1_000), "a fee"),
            SeatChange.back(seat),
        ]
        if seat not in self.bots:
            changes += [SeatChange.leave(seat), SeatChange.join(seat, "Host's guest", 2_000)]
        return chance.choice(changes).sent(command=chance.choice([number, None]))

    def restart(self) -> None:
        """Let the program end, and begin again from the journal alone; its clock begins anew."""
        self.restarts += 1
        for person in self.people:
            person.connection = ""
            person.inbox.clear()
        remembered = self.session.memory
        self.sink = BytesIO(self.sink.getvalue())
        self.table = resume(self.sink, flush=Flush.EACH_EVENT).table
        memory = CommandMemory()
        self.sink.seek(0)
        assert memory.read(Lines(self.sink)) == self.table.seq
        self.sink.seek(0, 2)
        assert memory.to_document() == remembered.to_document(), "a command was forgotten"
        self.now_ms = self.chance.randint(0, 10**6)
        self.session = Session(self.table, self.policy, bots=self.bots, memory=memory)

    # The people.

    def send(self, person: Person) -> None:
        """Let a person send something: something new, or again what was not answered."""
        chance = self.chance
        if person.open and chance.random() < 0.5:
            command = chance.choice([*person.open.values()])
        else:
            command = self.random_command(person)
            person.open.setdefault(command.id, command)
        text = command.to_json()
        if chance.random() < 0.02:
            text = text[: chance.randrange(len(text))]
        copies = chance.choice([0, 1, 1, 1, 1, 1, 2, 3])
        self.network += [(person, text)] * copies

    def random_command(self, person: Person) -> Command:
        """Return what a person may want, know, or lie about."""
        chance, state = self.chance, person.state
        self.counter += 1
        number, expects = f"{person.number}-{self.counter}", state.get("seq", 0)
        seat = person.seat or 0
        if chance.random() < 0.05:
            seat = chance.randrange(7)
        if chance.random() < 0.05:
            expects = max(0, expects + chance.randint(-3, 3))
        if chance.random() < 0.03 and person.applied:
            number = chance.choice([*person.applied])[1]
            self.reused.add(number)
        if chance.random() < 0.15 or person.seat is None:
            return self._random_wish(number, expects, seat, person.seat is None)
        offer = state.get("offer", {"legal": [*ANSWERS]})
        word = chance.choice(offer["legal"] if chance.random() < 0.95 else [*ANSWERS])
        amount = None
        if word in {"bet", "insure"} and chance.random() < 0.9:
            stake = offer.get("stake", {"least": 0, "most": 1_000})
            amount = chance.randint(stake["least"], min(stake["least"] + 2_000, stake["most"] + 1))
        return Command(number, expects, seat, word, amount)

    def _random_wish(self, number: str, expects: int, seat: int, watches: bool) -> Command:  # noqa: FBT001  whether they do
        chance = self.chance
        word = "join" if watches and chance.random() < 0.8 else chance.choice(WISHES)
        if watches:
            seat = chance.randrange(len(self.table.round.seats))
        amount = chance.randint(1, 3_000) if word in {"deposit", "withdraw"} else None
        name = f"Guest {number}" if word == "join" else ""
        digits = sha256(number.encode()).hexdigest()
        seed = {"client_seed": number, "open_seed": digits}.get(word, "")
        commitment = digits if word == "commit_seed" else ""
        return Command(number, expects, seat, word, amount, name, seed, commitment)

    def deliver(self) -> None:
        """Let something arrive that some client has sent, whichever and whenever."""
        at = self.chance.randrange(len(self.network))
        person, text = self.network.pop(at)
        sender = person.connection or f"{person.number}.gone"
        if self.chance.random() < 0.02:
            sender = "nobody"
        told = self.session.receive(sender, text, self.now_ms)
        answers = [orjson.loads(each.text)["type"] for each in told if each.clients == (sender,)]
        assert ANSWER_TYPES.intersection(answers), "a message was not answered"
        self.take(told)

    # The run.

    def run(self) -> None:
        """Play the schedule, and judge it."""
        for _ in range(STEPS):
            self.step()
        self.end()

    def step(self) -> None:
        """Let one thing happen."""
        chance = self.chance
        self.now_ms += chance.choice([0, 1, 1, 10, 10, 100, 500])
        if chance.random() < 0.02:
            self.now_ms += chance.choice([-50_000, 50_000, 10**7])
        if chance.random() < 0.8:
            self.tick_when_due()
        person = chance.choice(self.people)
        roll = chance.random()
        if not person.connection:
            if roll < 0.8:
                self.connect(person)
        elif roll < 0.02:
            self.disconnect(person)
        elif roll < 0.7:
            person.read()
            self.send(person)
        elif roll < 0.73:
            self.change_seats()
        elif roll < 0.733:
            self.restart()
        while self.network and chance.random() < 0.6:
            self.deliver()

    def end(self) -> None:
        """Let everything arrive, let the round end, and see that everybody knows the same."""
        while self.network:
            self.deliver()
        while self.table.round.question is not None:
            due = self.session.deadline()
            # A session that has just begun was not told the time yet.
            self.now_ms = self.now_ms if due is None else max(due, self.now_ms)
            self.take(self.session.tick(self.now_ms))
        for person in self.people:
            if person.connection:
                person.read()
                self.check_knows(person)
        self.table.close()
        judge_journal(self.sink.getvalue(), self.people_applied(), self.reused)

    def check_knows(self, person: Person) -> None:
        """See that a person knows how the table stands, and nothing else."""
        assert person.seat == self.session.seat_of(person.connection)
        assert person.state["seq"] == self.table.seq
        assert person.state["view"] == orjson.loads(self.table.view(person.seat).to_json())
        assert "offer" not in person.state

    def people_applied(self) -> Iterator[Fields]:
        """Yield every answer that says that a command was applied."""
        for person in self.people:
            yield from person.applied.values()


@define
class Careless:
    """A bot that fails now and then, or answers what is not legal.

    Attributes:
        chance: decides when.
    """

    chance: Random

    def decide(self, view: object, offer: Any) -> Any:  # noqa: ANN401, ARG002  whatever it is
        """Answer, or not."""
        if self.chance.random() < 0.3:
            raise ValueError("a careless bot")
        return self.chance.choice([offer.default(), offer.hit(), offer.bet(-1), None])

    def round_over(self, view: object) -> None:  # noqa: ARG002  the protocol's
        """Hear that a round is over, or fail."""
        if self.chance.random() < 0.3:
            raise ValueError("a careless listener")


def random_policy(chance: Random) -> SessionPolicy:
    """Return what a host may decide."""
    limits: list[Any] = [1_000, 20_000, {Question.BET: 500}, {Question.PLAY: 3_000}]
    answers: list[dict[Question, str]] = [{}, {Question.BET: "bet", Question.PLAY: "hit"}]
    return SessionPolicy(
        answer_ms=chance.choice(limits),
        warning_ms=chance.choice([0, 300, 5_000]),
        grace_ms=chance.choice([0, 2_000]),
        time_outs_until_away=chance.choice([None, 1, 3]),
        pause_ms=chance.choice([1, 1_000]),
        bot_ms=chance.choice([0, 100]),
        answers=chance.choice(answers),
        open_to_clients=frozenset(chance.sample([*ChangeKind], chance.randint(3, 7))),
        join_balance_minor=chance.choice([None, 0, 3_000]),
        most_waiting=chance.choice([1, 8]),
        most_spectators=chance.choice([2, 100]),
    )


def run(seed: int) -> Schedule:
    """Run a schedule, and say which it was if something does not hold."""
    schedule = Schedule(seed)
    try:
        schedule.run()
    except BaseException as error:
        error.add_note(f"in the schedule of seed {seed}")
        raise
    return schedule


def main() -> None:
    """Run many schedules, and print what they have seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    arguments = parser.parse_args()
    first, count = arguments.first, arguments.schedules
    rounds = events = restarts = applied = 0
    for seed in range(first, first + count):
        schedule = run(seed)
        rounds += schedule.table.round.number
        events += schedule.table.seq
        restarts += schedule.restarts
        applied += sum(1 for _ in schedule.people_applied())
    sys.stdout.write(
        f"{count} schedules hold: {rounds} rounds, {events} events and changes of seats, "
        f"{applied} applied commands known to their clients, {restarts} restarts\n"
    )


if __name__ == "__main__":
    main()
