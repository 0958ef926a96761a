"""No message tells what its reader may not know: chips of others, their ids, or hidden cards."""

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Final

import pytest
from tests.scale import scaled
from tests.views.chips import Game, random_game, with_other_chips
from tests.views.pairs import History
from tests.views.test_chips import rule_sets

from pitboss.game.events import KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.game.round import Presence
from pitboss.live import Command, Message, Session, SessionPolicy
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.table import Table

PAIRS: Final = scaled(10_000)
PARTS: Final = 4
ONE_RULE_SET: Final = 10
SPECTATOR: Final = None

Told = dict[int | None, list[str]]


class Played:
    """A game that was played through a session, with a client at every seat and a spectator.

    Args:
        table: which has just been set up.
        events: what is said there.
        ids: with what the ids of commands begin, for every seat.
        chance: decides who else speaks, and says what.

    Attributes:
        table: as given.
        told: what each viewer was told.
        funded: whether anybody could bet, after each event.
    """

    def __init__(
        self, table: Table, events: Sequence[Event], ids: Sequence[str], chance: Random
    ) -> None:
        self.told: defaultdict[int | None, list[str]] = defaultdict(list)
        self.funded: list[bool] = []
        self.table = table
        policy = SessionPolicy(pause_ms=1, answer_ms=None)
        self._session = Session(table, policy)
        self._now_ms = 0
        self._number = 0
        self._take(self._session.connect("eve", SPECTATOR, 0))
        for seat in range(len(table.plans)):
            self._take(self._session.connect(f"client {seat}", seat, 0))
        for event in events[1:]:
            self._say(event, ids, chance)
        self._take(self._session.connect("late", SPECTATOR, self._now_ms))

    def _say(self, event: Event, ids: Sequence[str], chance: Random) -> None:
        table, session = self.table, self._session
        other = chance.randrange(len(table.plans))
        word = chance.choice(["hit", "back", "deposit", "split"])
        if event.kind is EventKind.OPEN:
            self.funded.append(funded(table))
            self._now_ms += 1
            self._take(session.tick(self._now_ms))
            return
        if other != event.seat:
            self._send(Command(self._id(ids, other), table.seq, other, "hit"))
            amount = 5 if word == "deposit" else None
            self._send(Command(self._id(ids, other), table.seq - 1, other, word, amount))
        amount = event.amount_minor if event.kind in KINDS_WITH_AMOUNT else None
        number = self._id(ids, event.seat)
        command = Command(number, table.seq, event.seat, event.kind.value, amount)
        self._send(command)
        self._send(command)

    def _id(self, ids: Sequence[str], seat: int) -> str:
        self._number += 1
        return f"{ids[seat]}-{self._number}"

    def _send(self, command: Command) -> None:
        self._take(self._session.receive(f"client {command.seat}", command, self._now_ms))

    def _take(self, messages: Sequence[Message]) -> None:
        for message in messages:
            for client in message.clients:
                name, _, seat = client.partition(" ")
                self.told[int(seat) if name == "client" else SPECTATOR].append(message.text)


def funded(table: Table) -> bool:
    """Say whether anybody can bet."""
    least = limits_of_any_bet(table.rules).least_minor
    seats = [seat for seat in table.round.seats if seat.presence is Presence.SEATED]
    return any(seat.can_pay(least) for seat in seats)


def table_of(game: Game, seed: int) -> Table:
    """Set up the table of a game."""
    shoes = ArrangedShoes(game.shoes)
    return Table(game.rules, seats=game.plans, seed=seed, shoes=shoes)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("part", range(PARTS))
def test_the_chips_and_commands_of_others_are_not_told(part: int) -> None:
    """To no seat and no spectator, whatever else is the same."""
    chance, rules = Random(part), rule_sets(Random(part))
    pairs = texts = 0
    while pairs < PAIRS // PARTS:
        here = next(rules)
        for _ in range(ONE_RULE_SET):
            game = random_game(chance, here)
            seat = chance.choice([SPECTATOR, *range(len(game.plans))])
            other = with_other_chips(chance, game, seat)
            if other is None:
                continue
            names = [f"seat{number}" for number in range(len(game.plans))]
            others = [name if at == seat else f"x{name}" for at, name in enumerate(names)]
            drawn = chance.random()
            one = Played(table_of(game, 7), game.events, names, Random(drawn))
            twin = Played(table_of(other, 8), game.events, others, Random(drawn))
            # Whether anybody can bet shows, for else no round opens.
            if one.funded != twin.funded or funded(one.table) != funded(twin.table):
                continue
            assert one.told[seat] == twin.told[seat]
            pairs += 1
            texts += len(one.told[seat])
    assert texts > pairs * 5


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("part", range(PARTS))
def test_cards_that_nobody_has_seen_are_not_told(part: int) -> None:
    """Nor is a seed; to nobody."""
    chance, rules = Random(part), rule_sets(Random(part))
    for _ in range(PAIRS // PARTS // ONE_RULE_SET):
        here = next(rules)
        for _ in range(ONE_RULE_SET):
            history = History(chance, here)
            if not funded(history.table):
                continue
            names = [f"seat{number}" for number in range(len(history.plans))]
            drawn = chance.random()
            tables = (
                history.table_of(history.shoes, chance),
                history.table_of(history.other_shoes(chance), chance),
            )
            one, twin = [Played(table, history.events, names, Random(drawn)) for table in tables]
            assert one.told == twin.told


def test_what_a_seat_may_know_is_told() -> None:
    """The comparison misses nothing that is shown; else it would prove nothing."""
    chance = Random(3)
    games = (random_game(chance, rules) for rules in rule_sets(Random(3)))
    pairs = ((game, with_other_chips(chance, game, SPECTATOR)) for game in games)
    game, other = next((game, other) for game, other in pairs if other is not None)
    names = [f"seat{number}" for number in range(len(game.plans))]
    one = Played(table_of(game, 7), game.events, names, Random(1))
    twin = Played(table_of(other, 7), game.events, names, Random(1))
    assert one.told[SPECTATOR] == twin.told[SPECTATOR]
    assert any(one.told[seat] != twin.told[seat] for seat in range(len(names)))
    assert "balance" in "".join(one.told[0])
