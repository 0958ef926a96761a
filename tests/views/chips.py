"""Pairs of tables with one history whose seats differ in the chips that one viewer may not know."""

from collections.abc import Iterator
from random import Random
from typing import Final

from attrs import evolve, frozen
from tests.table.random_play import random_event, rich_cards

from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.rules import Rules
from pitboss.table.legality import RefusedError
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.table import Recorder, Table

CHIPS: Final = (None, 300, 2_000, 50_000, 7_654_321)
MOST_EVENTS: Final = 40
SHOES: Final = 8


@frozen
class Game:
    """A game up to some moment, to be played again with whatever chips.

    Attributes:
        rules: of the table.
        plans: who sits there, and with what.
        shoes: the cards of each shoe.
        events: what was said.
    """

    rules: Rules
    plans: tuple[SeatPlan, ...]
    shoes: tuple[tuple[Card, ...], ...]
    events: tuple[Event, ...] = ()

    def table(self, recorder: Recorder | None = None) -> Table:
        """Set the table up, before anything was said."""
        shoes = ArrangedShoes(self.shoes)
        return Table(self.rules, seats=self.plans, seed=7, shoes=shoes, recorder=recorder)

    def moments(self, recorder: Recorder | None = None) -> Iterator[Table]:
        """Play it, and yield the table as it stands at the beginning and after every event."""
        table = self.table(recorder)
        yield table
        for event in self.events:
            table.apply(event)
            yield table

    def asked(self) -> list[object]:
        """List what was asked and legal at every moment, without how much could be staked."""
        return [evolve(table.menu(), limits=None) for table in self.moments()]

    def stakes(self) -> list[object]:
        """List how much could be staked at every moment."""
        return [table.menu().limits for table in self.moments()]


def random_game(chance: Random, rules: Rules) -> Game:
    """Play a game at random, up to a moment at random."""
    names = ("Ann", "Ben", "Cleo")[: chance.randint(1, min(3, rules.max_seats))]
    plans = tuple(SeatPlan(name, chance.choice(CHIPS)) for name in names)
    shoes = tuple(rich_cards(chance, 80) for _ in range(SHOES))
    game = Game(rules, plans, shoes)
    table = game.table()
    events: list[Event] = []
    for _ in range(chance.randint(1, MOST_EVENTS)):
        if table.over and table.shoe.number == SHOES:
            break
        events.append(random_event(chance, table))
        table.apply(events[-1])
    return evolve(game, events=tuple(events))


def with_other_chips(chance: Random, game: Game, seat: int | None) -> Game | None:
    """Give all seats but one other chips; none if that would show in what is asked or legal."""
    plans = tuple(
        plan if at == seat else SeatPlan(plan.name, chance.choice(CHIPS) or 10**9)
        for at, plan in enumerate(game.plans)
    )
    other = evolve(game, plans=plans)
    try:
        same = other.asked() == game.asked()
    except RefusedError:
        return None
    return other if same and plans != game.plans else None
