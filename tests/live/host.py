"""A session with its clients, for tests: what each was told, all of it held to the schema."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import define, field
from tests.live.protocol.test_protocol import VALIDATOR

from pitboss import Card, Player, Question, Rules, SeatPlan, Table
from pitboss.live import Command, Message, Session, SessionPolicy
from pitboss.table import Recorder
from pitboss.table.shoes import ArrangedShoes, parse_cards

Fields = dict[str, Any]

ANN: Final = SeatPlan("Ann", 10_000)
BEN: Final = SeatPlan("Ben", 10_000)

DULL: Final = "9hTcTs8c7d8d" * 40
"""Rounds of two seats: both have 17, and the dealer 18."""


@define
class Host:
    """A host of a session, which keeps everything that its clients were told.

    Attributes:
        session: at any time.
        now_ms: the time.
        told: what each client was told and did not look at yet.
        sent: how many commands were sent, for their ids.
    """

    session: Session
    now_ms: int = 0
    told: dict[str, list[Fields]] = field(factory=dict[str, list[Fields]])
    sent: int = 0

    @property
    def table(self) -> Table:
        """The table of the session."""
        return self.session.table

    def take(self, messages: Sequence[Message]) -> None:
        """Hand messages to the clients."""
        for message in messages:
            document = json.loads(message.text)
            VALIDATOR.validate(document)
            for client in message.clients:
                self.told.setdefault(client, []).append(document)

    def heard(self, client: str) -> list[Fields]:
        """Return what a client was told since the last time."""
        return self.told.pop(client, [])

    def connect(self, client: str, seat: int | None = None) -> Fields:
        """Connect a client, and return its welcome; what else is told waits."""
        self.heard(client)
        self.take(self.session.connect(client, seat, self.now_ms))
        return self.told[client].pop(0)

    def disconnect(self, client: str) -> None:
        """Let a client go."""
        self.take(self.session.disconnect(client, self.now_ms))

    def give(self, client: str, text: str | bytes | Command) -> Fields:
        """Send anything, and return its answer, which is the first that the client is told."""
        self.heard(client)
        self.take(self.session.receive(client, text, self.now_ms))
        return self.told[client].pop(0)

    def command(
        self, client: str, word: str, amount: int | None = None, **other: object
    ) -> Command:
        """Return a command for the client's seat, as things stand, unless it says otherwise."""
        self.sent += 1
        parts: Fields = {
            "id": f"command-{self.sent}",
            "expects": self.table.seq,
            "seat": self.session.seat_of(client) or 0,
            **other,
        }
        return Command(word=word, amount=amount, **parts)

    def send(self, client: str, word: str, amount: int | None = None, **other: object) -> Fields:
        """Send a command, and return its answer."""
        return self.give(client, self.command(client, word, amount, **other))

    def wait(self, milliseconds: int) -> None:
        """Let time pass, and tick at each time that something is due."""
        end_ms = self.now_ms + milliseconds
        while (due := self.session.deadline()) is not None and due <= end_ms:
            self.now_ms = max(due, self.now_ms)
            self.take(self.session.tick(self.now_ms))
        self.now_ms = end_ms

    def seqs(self, client: str) -> list[int]:
        """Return the sequence numbers of the states that a client was told."""
        return [each["seq"] for each in self.heard(client) if each["type"] == "state"]


def a_host(
    *seats: SeatPlan | str | None,
    policy: SessionPolicy | None = None,
    bots: Mapping[int, Player] | None = None,
    cards: str = DULL,
    journal: Recorder | None = None,
    rules: Rules | None = None,
) -> Host:
    """Return a session at a table whose cards are known.

    Args:
        seats: by default Ann's and Ben's.
        policy: as for a session.
        bots: as for a session.
        cards: of the one shoe.
        journal: records.
        rules: of the table.
    """
    shoe: Sequence[Card] = parse_cards(cards)
    shoes = ArrangedShoes([shoe])
    table = Table(rules, seats=seats or (ANN, BEN), shoes=shoes, recorder=journal)
    return Host(Session(table, policy, bots=bots))


def playing(policy: SessionPolicy | None = None, bots: Mapping[int, Player] | None = None) -> Host:
    """Return a host at which Ann and Ben have bet, and Ann is asked to play."""
    host = a_host(policy=policy, bots=bots)
    for seat, client in enumerate(("ann", "ben")):
        if seat not in (bots or {}):
            host.connect(client, seat)
    for client in ("ann", "ben"):
        if host.table.round.question is Question.BET and host.session.seat_of(client) is not None:
            assert host.send(client, "bet", 100)["type"] == "applied"
    host.told.clear()
    return host


def over(policy: SessionPolicy | None = None) -> Host:
    """Return a host at which a round has just ended."""
    host = playing(policy)
    host.send("ann", "stand")
    host.send("ben", "stand")
    host.told.clear()
    assert host.table.over
    return host


def with_empty_seat(policy: SessionPolicy | None = None) -> Host:
    """Return a host where Ann and Ben play a round, and a third seat is empty."""
    host = a_host(ANN, BEN, None, policy=policy)
    host.connect("ann", 0)
    host.connect("ben", 1)
    host.send("ann", "sit_out")
    host.told.clear()
    return host


def finish(host: Host) -> None:
    """Let Ben end the round."""
    host.send("ben", "sit_out")


def answers(host: Host, client: str) -> list[str]:
    """Return what a client was answered since the last time: the type, or the kind."""
    told = [each for each in host.heard(client) if each["type"] != "state"]
    return [str(each.get("kind", each["type"])) for each in told]
