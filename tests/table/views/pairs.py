"""Pairs of tables with one history whose shoes differ in every card that nobody has seen.

Unseen are the burned cards, all that lies beyond the last card drawn, and each hole card that was
never turned up. What a peek has told is seen: whether the hole card made a natural.
"""

from random import Random
from typing import Final

from attrs import define
from tests.game.shoe.changed import changed
from tests.table.random_play import random_event, rich_cards
from tests.table.views.games import Game

from pitboss import Card, Event, EventKind, Phase, Rules, SeatPlan
from pitboss.game.cards import CARDS
from pitboss.game.shoe import Shoe
from pitboss.game.trace import codes
from pitboss.rules.values import Deal, UpCard

MAX_EVENTS: Final = 45
BALANCES: Final = (None, None, 100, 1_000, 10**6)
SHOES: Final = 6

Place = tuple[int, int]
"""The number of a shoe, and an index in it."""


@define
class Hidden:
    """A hole card: where it was drawn, what lies beside it, and what became known of it."""

    place: Place
    card: Card
    up_card: Card
    turned: bool = False
    peeked: bool = False

    @property
    def natural(self) -> bool:
        """Say whether it makes a natural."""
        return makes_natural(self.up_card, self.card)


def makes_natural(up_card: Card, card: Card) -> bool:
    """Say whether two cards are an ace and one worth ten."""
    return {up_card.points, card.points} == {1, 10}


class History:
    """What was said at a table of planted shoes, and which of their cards were drawn.

    Args:
        chance: draws shoes, seats and what is said.
        rules: of the table.

    Attributes:
        table: as it stands at the end of the history.
        shoes: as they were planted.
        events: what was said.
        drawn: the places of all cards drawn.
        hidden: the hole cards.
        lying: the place of a card that lies face up at the end, if there is one.
        ran_out: no shoe was left for a round.
    """

    def __init__(self, chance: Random, rules: Rules) -> None:
        self.rules = rules
        self.shoes = tuple(planted(chance, number) for number in range(1, SHOES + 1))
        names = [f"seat {seat}" for seat in range(chance.randint(1, min(rules.max_seats, 4)))]
        self.plans = tuple(SeatPlan(name, chance.choice(BALANCES)) for name in names)
        self.events: list[Event] = []
        self.hidden: list[Hidden] = []
        self.drawn: set[Place] = set()
        self.lying: Place | None = None
        self.ran_out = False
        self.table = self.game_of(self.shoes, chance).table()
        self._next: Place = (1, self.table.shoe.position)
        for _ in range(chance.randint(1, MAX_EVENTS)):
            if self.table.over and self.table.shoe.number == SHOES:
                break
            self._say(random_event(chance, self.table))

    def game_of(self, shoes: tuple[Shoe, ...], chance: Random) -> Game:
        """Return a game of the same rules, seats and events with other shoes, and a seed."""
        return Game(self.rules, self.plans, shoes, chance.randbytes(32), tuple(self.events))

    def _say(self, event: Event) -> None:
        dealt = self.table.round.phase is Phase.BETTING
        self.table.apply(event)
        self.events.append(event)
        places = self._places_drawn(event)
        self.drawn.update(places)
        self.ran_out |= self.table.round.void
        if event.kind is EventKind.OPEN or places:
            self.lying = places[0] if places else None
        if dealt and self.table.house.hole_card is not None:
            self._note_hole_card(places)
        elif self.hidden and event.kind is not EventKind.OPEN:
            self.hidden[-1].turned |= self.table.house.hole_card is None
        if self.hidden and any(name.endswith("-peek") for name in codes(self.table.house.trace)):
            self.hidden[-1].peeked = True

    def _places_drawn(self, event: Event) -> list[Place]:
        """List the places of the cards that an event drew, in order."""
        places: list[Place] = []
        for shoe in self.table.house.new_shoes:
            number, start = self._next
            if event.kind is not EventKind.OPEN:
                places += [(number, at) for at in range(start, len(self.shoes[number - 1].cards))]
            self._next = (shoe.number, self.shoes[shoe.number - 1].position)
        number, start = self._next
        position = self.table.shoe.position
        places += [(number, at) for at in range(start, position)]
        self._next = (number, position)
        return places

    def _note_hole_card(self, places: list[Place]) -> None:
        seats = sum(bool(seat.hands) for seat in self.table.round.seats)
        order = 2 * seats + 1
        if self.rules.up_card is UpCard.SECOND:
            order = seats if self.rules.deal is Deal.ALTERNATE else 2 * seats
        number, at = place = places[order]
        card, up_card = self.table.house.hole_card, self.table.round.up_card
        if up_card is None:
            # The shoe ran out before it, and the round is void.
            assert self.table.round.void
            return
        assert card is not None
        assert card is self.shoes[number - 1].cards[at]
        self.hidden.append(Hidden(place, card, up_card))

    def other_shoes(self, chance: Random) -> tuple[Shoe, ...]:
        """Return shoes that differ from these in every card, seed and cut card nobody has seen."""
        return tuple(self._other(chance, shoe) for shoe in self.shoes)

    def _other(self, chance: Random, shoe: Shoe) -> Shoe:
        number, position = self._next
        if shoe.number > number:
            return planted(chance, shoe.number)
        cards = [
            card if (shoe.number, at) in self.drawn else other_card(chance, card)
            for at, card in enumerate(shoe.cards)
        ]
        for hidden in self.hidden:
            if not hidden.turned and hidden.place[0] == shoe.number:
                cards[hidden.place[1]] = other_hole_card(chance, hidden)
        cut_at = shoe.cut_at
        if shoe.number == number and not self.ran_out:
            # How many cards are left, everybody may know.
            seen = cards[: chance.randint(position, len(cards))]
            cards = [*seen, *rich_cards(chance, len(cards) - len(seen))]
            if position <= cut_at:
                cut_at = chance.randint(position, len(cards))
        return changed(shoe, cards=tuple(cards), cut_at=cut_at, seed=chance.randbytes(32))


def planted(chance: Random, number: int) -> Shoe:
    """Make a shoe of random cards, the first of which are burned."""
    cards = rich_cards(chance, chance.choice((12, 30, 80)))
    return Shoe(
        number=number,
        cards=cards,
        position=chance.choice((0, 0, 3)),
        cut_at=chance.randint(3, len(cards)),
        seed=chance.randbytes(32),
        written_out=True,
    )


def other_card(chance: Random, card: Card) -> Card:
    """Return any other card."""
    return CARDS[(card.index + chance.randint(1, len(CARDS) - 1)) % len(CARDS)]


def other_hole_card(chance: Random, hidden: Hidden) -> Card:
    """Return another card; after a peek one of which the peek would have told the same."""
    while True:
        card = other_card(chance, hidden.card)
        if not hidden.peeked or makes_natural(hidden.up_card, card) is hidden.natural:
            return card
