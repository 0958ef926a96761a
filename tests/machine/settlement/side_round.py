"""One round of a seat with side bets, whose cards are laid out."""

from collections.abc import Sequence
from random import Random

from tests.table.random_play import rich_cards

from pitboss import Event, Phase, Rules
from pitboss.game.bets import SideStake
from pitboss.game.events import EventKind
from pitboss.game.facts import Fact
from pitboss.game.round import House, Round, Seat
from pitboss.game.trace import codes
from pitboss.machine.dispatch import apply_event
from pitboss.machine.flags import Flags
from pitboss.machine.side_bets import are_side_bets_due
from pitboss.machine.transitions_machine import library_machine
from pitboss.rules.side_bets import SideBet, built_in
from pitboss.table.legality import Legality
from pitboss.table.shoes import ArrangedShoes, parse_cards

BALANCE = 100_000


class SideRound:
    """A seat that bets 100, and 10 on each side bet of the rules.

    Args:
        bets: the side bets of the rules, by name or as pay tables.
        cards: in the order of drawing: player, dealer, player, dealer.
        places: whether it bets, or is only asked.
        options: of the rules beside them.
    """

    def __init__(
        self, bets: Sequence[str | SideBet], cards: str, *, places: bool = True, **options: object
    ) -> None:
        rules = Rules.preset("six_deck_s17", side_bets=bets, **options)
        self.flags = Flags(rules)
        shoes = ArrangedShoes([parse_cards(cards)])
        self.seat = Seat(0, "Ann", BALANCE, on_credit=False)
        self.round = Round(Phase.BETTING, [self.seat])
        self.house = House(shoes, shoes.fresh(1))
        self.house.notes_facts = True
        self.facts: list[Fact] = []
        self.rows: set[str] = set()
        self.rules = rules
        self.say(Event.open())
        if not places:
            return
        for name in self.flags.side_bets:
            self.say(Event.side_bet(0, name, 10))
        self.say(Event.bet(0, 100))

    def apply(self, event: Event) -> bool:
        """Apply an event, or say that no row takes it."""
        return apply_event(self.flags, self.round, self.house, event)

    def say(self, event: Event) -> None:
        """Apply an event, after which nothing is left to settle that could be."""
        assert self.apply(event), event
        self.facts += self.house.facts
        self.rows |= {code for code in codes(self.house.trace) if "-" in code}
        assert not (self.seat.hands and are_side_bets_due(self.flags, self.round))

    def answer(self, *words: str) -> None:
        """Answer as the hand that is asked."""
        for word in words:
            self.say(Event(EventKind(word), 0, self.round.asked_hand))

    def play_at_random(self, chance: Random) -> None:
        """Answer what is legal until the round is over."""
        legality = legality_of(self)
        while self.round.question is not None:
            self.say(chance.choice(legality.menu(self.round).events()))

    @property
    def bet(self) -> SideStake:
        """The first side bet."""
        return self.seat.side_bets[0]

    @property
    def chips_minor(self) -> int:
        """All chips, wherever they lie."""
        hands = sum(hand.all_staked_minor for hand in self.seat.hands if hand.open)
        beside = sum(bet.stake_minor for bet in self.seat.side_bets if bet.open)
        return self.seat.balance_minor + self.house.balance_minor + hands + beside


class LibraryRound(SideRound):
    """The same, run by the machine of the library."""

    def apply(self, event: Event) -> bool:
        """Apply an event, or say that no row takes it."""
        machine = library_machine(self.rules)
        return machine.apply_event(self.flags, self.round, self.house, event)


def legality_of(asked: SideRound) -> Legality:
    """Return the legality of the round's rules, with its own flags."""
    legality = Legality(asked.rules)
    legality.flags = asked.flags
    return legality


def random_side_round(chance: Random, kind: type[SideRound] = SideRound) -> SideRound:
    """Return a round that asks for a bet, with a few side bets; it may run out of cards."""
    bets = ["super_sevens", *chance.sample(sorted(built_in().keys() - {"super_sevens"}), 2)]
    cards = "".join(card.code for card in rich_cards(chance, chance.choice([5, 60])))
    return kind(bets, cards, places=False)
