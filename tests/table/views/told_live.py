"""What is told while a game is played: to people at a terminal, and to clients of a session."""

import re
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import Final

from attrs import define
from tests.table.views.games import Act, Game
from tests.table.views.twins import Told, Viewer

from pitboss import Event, EventKind, Offer, Question, Table, View, play_round
from pitboss.errors import PlayerLeft
from pitboss.game.events import KINDS_WITH_AMOUNT
from pitboss.game.money import format_minor
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.live import Command, Message, Session, SessionPolicy
from pitboss.players import HumanPlayer
from pitboss.players.process import news
from pitboss.table import ChangeRefusedError


def heard_by_people(game: Game, viewers: Sequence[Viewer], _drawn: int) -> Told:
    """Return what people read at the terminal who are asked, and what players are told unasked."""
    told: Told = {viewer: [] for viewer in viewers}
    acts = deque(game.acts)
    people = [
        Person(f"seat {seat}", game.rules.minor_per_unit, acts, told.get(seat, []))
        for seat in range(len(game.plans))
    ]
    table = game.table()
    while acts:
        act = acts[0]
        if isinstance(act, SeatChange):
            table.change(act)
            acts.popleft()
        else:
            if act.kind is EventKind.OPEN:
                acts.popleft()
            with suppress(PlayerLeft):
                play_round(table, people)
    return told


@define
class Person:
    """Somebody who says what was said at their seat, and keeps all that is shown to them.

    Attributes:
        name: by which the person is addressed.
        minor_per_unit: as in the rules.
        acts: what is yet to be said at the table; nobody speaks beyond it.
        heard: what the person was shown and told.
    """

    name: str
    minor_per_unit: int
    acts: deque[Act]
    heard: list[object]

    def decide(self, view: View, offer: Offer) -> Event:
        """Let the person be asked at the terminal, and type what was said.

        Raises:
            PlayerLeft: nothing more was said.
        """
        if not self.acts:
            raise PlayerLeft(self.name)
        said = self.acts.popleft()
        assert isinstance(said, Event)
        typed = ["no such answer", typed_for(said, offer, self.minor_per_unit)]

        def read(prompt: str) -> str:
            self.heard.append(prompt)
            return typed.pop(0)

        asking = HumanPlayer(
            self.name, read=read, write=self.heard.append, minor_per_unit=self.minor_per_unit
        )
        answer = asking.decide(view, offer)
        assert answer == said
        return answer

    def shuffled(self, view: View) -> None:
        """Hear of another shoe."""
        self.heard += [view, news("shuffled", view)]

    def round_over(self, view: View) -> None:
        """Hear that the round is over."""
        self.heard += [view, news("round_over", view)]


def typed_for(said: Event, offer: Offer, minor_per_unit: int) -> str:
    """Return what a person types for an event."""
    kind = said.kind
    if kind is EventKind.SIT_OUT:
        return "o"
    if kind is EventKind.DECLINE:
        return "no"
    free = kind is EventKind.INSURE and offer.least_minor != offer.most_minor
    if kind is EventKind.BET or free:
        return format_minor(said.amount_minor, minor_per_unit)
    return kind.value if offer.question is Question.PLAY else "yes"


def messages(game: Game, viewers: Sequence[Viewer], drawn: int) -> Told:
    """Return every message to the clients of viewers: one at each seat, and spectators."""
    playing = _Playing(game, viewers, Random(drawn))
    return {viewer: playing.told[viewer] for viewer in viewers}


def asked_next(table: Table) -> tuple[object, ...]:
    """Return what is asked next, and of whom."""
    menu = table.menu()
    return table.round.number, menu.question, menu.seat, menu.hand


SPECTATOR: Final = None
OF_SHOES: Final = re.compile(
    '("commitment":|"type":"revealed","shoe":[0-9]+,"part":[0-9]+,"seed":)"[0-9a-f]{64}"'
)
"""A commitment stands for a seed that nobody knows yet, and differs where that does. The seed of a
shoe out of use is for everybody; that none is told before is looked for where seeds are given."""

LATE_MS: Final = 6_000
"""After so long an answer is warned of."""


class _Playing:
    """A game that is played through a session, with a client at every seat and a spectator.

    Args:
        game: which.
        viewers: whose messages are looked at; others send commands with ids of their own.
        chance: decides who else speaks, and says what.
    """

    def __init__(self, game: Game, viewers: Sequence[Viewer], chance: Random) -> None:
        seats = range(len(game.plans))
        self.told: Told = {viewer: [] for viewer in (SPECTATOR, *seats)}
        self._viewers = viewers
        self._chance = chance
        self._table = game.table()
        self._session = Session(self._table, SessionPolicy(pause_ms=1, answer_ms=10_000))
        self._now_ms = 0
        self._numbers = count(1)
        acts = deque(game.acts)
        moments = game.moments()
        # A client that connects lets the first round open, before which all of this was done.
        while acts and isinstance(act := acts[0], SeatChange):
            self._change(act)
            acts.popleft()
            next(moments)
        for client, seat in [("eve", SPECTATOR), *((f"client {seat}", seat) for seat in seats)]:
            self._take(self._session.connect(client, seat, 0))
        # The first round is open by now.
        next(moments)
        for act, table in zip([*acts][1:], moments, strict=False):
            # A clock that ran out or somebody who came back early can lead elsewhere. There a
            # question can depend on chips: the games of a pair were not compared for that.
            if asked_next(self._table) != asked_next(table):
                break
            self._do(act)
        self._take(self._session.connect("late", SPECTATOR, self._now_ms))

    def _do(self, act: Act) -> None:
        if isinstance(act, SeatChange):
            self._change(act)
            if act.kind is ChangeKind.JOIN:
                self._take(self._session.connect(f"client {act.seat}", act.seat, self._now_ms))
        elif act.kind is EventKind.OPEN:
            self._now_ms += 1
            self._take(self._session.tick(self._now_ms))
        else:
            self._say(act)

    def _change(self, act: SeatChange) -> None:
        change = act.sent(command=self._id(act.seat))
        with suppress(ChangeRefusedError):
            self._take(self._session.change(change, self._now_ms))

    def _say(self, event: Event) -> None:
        """Let a client say something, sometimes late and always twice, and others interrupt."""
        chance, seq = self._chance, self._table.seq
        other = chance.randrange(len(self._table.plans))
        word = chance.choice(["hit", "back", "deposit", "split"])
        if chance.random() < 0.1:
            self._now_ms += LATE_MS
            self._take(self._session.tick(self._now_ms))
        if other != event.seat:
            self._send(Command(self._id(other), seq, other, "hit"))
            amount = 5 if word == "deposit" else None
            self._send(Command(self._id(other), seq - 1, other, word, amount))
        amount = event.amount_minor if event.kind in KINDS_WITH_AMOUNT else None
        command = Command(self._id(event.seat), seq, event.seat, event.kind.value, amount)
        self._send(command)
        self._send(command)

    def _id(self, seat: int) -> str:
        own = "" if seat in self._viewers else f"{self._table.round.seats[seat].balance_minor}-"
        return f"{own}seat-{seat}-{next(self._numbers)}"

    def _send(self, command: Command) -> None:
        self._take(self._session.receive(f"client {command.seat}", command, self._now_ms))

    def _take(self, messages: Sequence[Message]) -> None:
        for message in messages:
            for client in message.clients:
                name, _, seat = client.partition(" ")
                text = OF_SHOES.sub(r'\1"a hash"', message.text)
                self.told[int(seat) if name == "client" else SPECTATOR].append(text)
