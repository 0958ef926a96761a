"""Random legal play at random tables, to bring a table into states of every kind."""

from random import Random

from pitboss import Event, EventKind, Rules, SeatPlan, Table
from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS
from pitboss.game.events import KINDS_WITH_AMOUNT
from pitboss.game.shoe import ShoeSource
from pitboss.machine.stakes import AmountLimits
from pitboss.table.shoes import ArrangedShoes, SeededShoes

BALANCES = (None, None, 0, 500, 10_000, 10**15)

# In arranged shoes aces and tens are frequent, so that there is much to ask.
WEIGHTS = [4 if card.makes_natural else 1 for card in CARDS]


def random_table(chance: Random, rules: Rules) -> Table:
    """Set a new table up: any number of seats, rich and poor, and shoes from any source."""
    seats = min(chance.choice((1, 1, 2, 3, 7)), rules.max_seats)
    names = [f"seat {seat}" for seat in range(seats)]
    plans = [SeatPlan(name, chance.choice(BALANCES)) for name in names]
    seed = chance.randrange(2**63)
    return Table(rules, seats=plans, seed=seed, shoes=_random_source(chance, seed))


def random_answer(chance: Random, table: Table) -> Event | None:
    """Choose among all that is legal; none where nothing is. Mostly the seats do play."""
    menu = table.menu()
    if not menu.kinds:
        return None
    kind = chance.choice(menu.kinds)
    if kind is EventKind.SIT_OUT and chance.random() < 0.8:
        kind = menu.kinds[0]
    if kind is EventKind.SIDE_BET:
        name, limits = chance.choice(menu.side_bets)
        return Event.side_bet(menu.seat, name, _random_stake(chance, limits))
    stake = _random_stake(chance, menu.limits) if kind in KINDS_WITH_AMOUNT else 0
    return Event(kind, menu.seat, menu.hand, stake)


def play_on(chance: Random, table: Table, events: int) -> None:
    """Play at most so many random events; arranged shoes may come to an end before that."""
    for _ in range(events):
        event = random_answer(chance, table)
        if event is None or not applied(table, event):
            return


def applied(table: Table, event: Event) -> bool:
    """Apply a legal event; say no if it is a round for which no shoe is arranged."""
    try:
        table.apply(event)
    except ShoeError:
        return False
    return True


def _random_stake(chance: Random, limits: AmountLimits | None) -> int:
    assert limits is not None
    least, step = limits.least_minor, limits.step_minor
    steps = min((limits.most_minor - least) // step, 1_000)
    return least + step * chance.choice((0, steps, chance.randint(0, steps)))


def _random_source(chance: Random, seed: int) -> ShoeSource | None:
    """Choose the seed alone, small decks, or short arranged shoes with anything after them."""
    decks = chance.randint(1, 2)
    small = SeededShoes(seed, decks, chance.choice((0, 3, 40)), 0, chance.randint(0, 52))
    lengths = [chance.choice((1, 3, 20, 100)) for _ in range(chance.randint(1, 3))]
    orders = [chance.choices(CARDS, WEIGHTS, k=length) for length in lengths]
    later = chance.choice((None, small, ArrangedShoes([CARDS] * 4, None, 30)))
    return chance.choice((None, small, ArrangedShoes(orders, later)))
