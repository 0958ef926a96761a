"""Pairs of games with one history whose seats differ in the chips that one viewer may not know.

Chips are those with which a seat sits down, and those that come and go between rounds.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from attrs import evolve
from tests.table.random_play import random_event, rich_cards
from tests.table.views.games import Act, Game, carry_out

from pitboss import PitbossError, Rules, SeatPlan, Table
from pitboss.game.round import Presence
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import Shoe
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.table.seat_changes import refusal_of

CHIPS: Final = (None, 300, 2_000, 50_000, 7_654_321)
MAX_EVENTS: Final = 40
SHOES: Final = 8
CARDS_OF_A_SHOE: Final = 80


def random_game(chance: Random, rules: Rules, *, changes: bool = False) -> Game:
    """Play a game at random, up to a moment at random.

    Args:
        chance: decides.
        rules: of the table.
        changes: between rounds seats change, too.
    """
    names = ("Ann", "Ben", "Cleo")[: chance.randint(1, min(3, rules.max_seats))]
    plans = tuple(SeatPlan(name, chance.choice(CHIPS)) for name in names)
    shoes = tuple(
        Shoe(
            number,
            rich_cards(chance, CARDS_OF_A_SHOE),
            position=0,
            cut_at=CARDS_OF_A_SHOE,
            seed=None,
            written_out=True,
        )
        for number in range(1, SHOES + 1)
    )
    game = Game(rules, plans, shoes, bytes(32))
    table = game.table()
    acts: list[Act] = []
    for _ in range(chance.randint(1, MAX_EVENTS)):
        if table.over and table.shoe.number == SHOES:
            break
        act: Act = random_event(chance, table)
        if changes and table.over and chance.random() < 0.4:
            act = random_change(chance, table) or act
        acts.append(act)
        carry_out(table, act)
    return evolve(game, acts=tuple(acts))


def random_change(chance: Random, table: Table) -> SeatChange | None:
    """Return a change of a seat that is allowed, and after which somebody can still play."""
    seats = table.round.seats
    seat = chance.choice(seats)
    change = chance.choice(
        (
            SeatChange.deposit(seat.index, chance.choice((5, 700, 30_000))),
            SeatChange.withdraw(seat.index, chance.choice((5, 100, 20_000))),
            SeatChange.award(seat.index, chance.choice((5, 700)), "a prize"),
            SeatChange.charge(seat.index, 5, "a fee"),
            SeatChange.join(seat.index, "Dora", chance.choice(CHIPS)),
            SeatChange.leave(seat.index),
            SeatChange.away(seat.index),
            SeatChange.back(seat.index),
        )
    )
    others = any(each.presence is Presence.SEATED for each in seats if each is not seat)
    return change if others and refusal_of(table.round, table.house, change) is None else None


def with_other_chips(chance: Random, game: Game, seat: int | None) -> Game | None:
    """Give all seats but one other chips; none if that would show in what is asked or legal."""
    plans = tuple(
        plan if at == seat else SeatPlan(plan.name, chance.choice(CHIPS) or 10**9)
        for at, plan in enumerate(game.plans)
    )
    acts = tuple(act if act.seat == seat else with_other_amount(chance, act) for act in game.acts)
    other = evolve(game, plans=plans, acts=acts)
    try:
        same = all(one == twin for one, twin in zip(asked(game), asked(other), strict=True))
    except PitbossError:
        return None
    return other if same and plans != game.plans else None


def with_other_amount(chance: Random, act: Act) -> Act:
    """Return a change of a seat with other chips; what an event stakes, everybody sees."""
    if isinstance(act, SeatChange) and act.amount_minor:
        return evolve(act, amount_minor=max(1, act.amount_minor + chance.choice((-3, 3, 40_000))))
    return act


def asked(game: Game) -> Iterator[object]:
    """Yield what is asked and legal at every moment, without how much can be staked."""
    for table in game.moments():
        menu = table.menu()
        yield menu.question, menu.seat, menu.hand, menu.kinds, funded(table)


def other_stakes(game: Game, twin: Game) -> bool:
    """Say whether more can be staked in one game than in the other, at any moment."""
    moments = zip(game.moments(), twin.moments(), strict=True)
    return any(one.menu().limits != other.menu().limits for one, other in moments)


def funded(table: Table) -> bool:
    """Say whether anybody can bet in the next round, for else a session opens none."""
    least = limits_of_any_bet(table.rules).least_minor
    seats = [seat for seat in table.round.seats if seat.presence is Presence.SEATED]
    return not table.over or any(seat.can_pay(least) for seat in seats)
