"""Random legal play in bulk: quick, repeatable, and with a taste for what happens seldom."""

from collections.abc import Iterator, Sequence
from random import Random

from attrs import frozen

from pitboss.game.cards import CARDS, Card
from pitboss.game.events import KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.game.shoe import Shoe
from pitboss.table import Table
from pitboss.table.menu import Menu

# A round in which everybody sits out, stands or declines shows little.
SELDOM = frozenset({EventKind.SIT_OUT, EventKind.SURRENDER, EventKind.EVEN_MONEY})

RICH_RANKS = "AAAAAATTTJQK88892345679"
"""Ranks for shoes that bring naturals, insurance and pairs far more often than real ones."""

RICH_CARDS = [card for rank in RICH_RANKS for card in CARDS if card.rank.value == rank]


def random_event(chance: Random, table: Table) -> Event:
    """Choose among all that is legal; the words that end a hand early come up less often."""
    menu = table.menu()
    kind = chance.choice(menu.kinds)
    if kind in SELDOM and chance.random() < 0.8:
        kind = chance.choice(menu.kinds)
    return Event(kind, menu.seat, menu.hand, random_stake(chance, menu, kind))


def random_stake(chance: Random, menu: Menu, kind: EventKind) -> int:
    """Choose a stake that is allowed: the least, the most, or one near the least."""
    limits = menu.limits
    if limits is None or kind not in KINDS_WITH_AMOUNT:
        return 0
    least, most = limits.least_minor, limits.most_minor
    for _ in range(4):
        stake = chance.randint(least, min(most, least + 2000))
        if limits.allow(stake):
            return stake
    return chance.choice((least, least, most)) if most < least + 10**6 else least


def random_round(chance: Random, table: Table) -> Iterator[Event]:
    """Open a round, play it to its end, and yield each event after it was applied."""
    event = Event.open()
    table.apply(event)
    yield event
    while table.round.question is not None:
        event = random_event(chance, table)
        table.apply(event)
        yield event


def play_rounds(chance: Random, table: Table, rounds: int) -> None:
    """Play some rounds."""
    for _ in range(rounds):
        for _event in random_round(chance, table):
            pass


def rich_cards(chance: Random, count: int) -> tuple[Card, ...]:
    """Draw cards of the ranks that make much happen."""
    return tuple(chance.choices(RICH_CARDS, k=count))


@frozen
class RichShoes:
    """Shoes without end, not made of decks but of certain ranks.

    Attributes:
        chance: draws their cards.
    """

    chance: Random

    def fresh(self, number: int) -> Shoe:
        """Return any shoe; the cut card comes in its middle."""
        return Shoe(number, rich_cards(self.chance, 200), 0, 100, None, written_out=True)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe:
        """Return any shoe, whatever lies on the table."""
        assert part == 1
        assert on_table is not None
        return self.fresh(number + 1)
