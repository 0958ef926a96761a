"""What may never get lost at a table: chips, cards, and the one who is asked."""

from collections import Counter

from pitboss import Card, Event, EventKind, Question, Table
from pitboss.game.cards import CARDS
from pitboss.game.round import Round, contents
from pitboss.game.shoe import Shoe
from pitboss.game.trace import codes
from pitboss.rules.values import Deck


def chips_at(table: Table) -> int:
    """Count the chips before the seats, at stake and with the house."""
    round_ = table.round
    hands = [hand for seat in round_.seats for hand in seat.hands]
    at_stake = sum(hand.bet_minor for hand in hands if hand.open)
    insured = [bet for hand in hands if (bet := hand.insurance) is not None]
    side_bets = [bet for seat in round_.seats for bet in seat.side_bets]
    at_stake += sum(bet.stake_minor for bet in (*insured, *side_bets) if bet.open)
    return table.house.balance_minor + at_stake + sum(seat.balance_minor for seat in round_.seats)


def chips_brought(table: Table) -> int:
    """Count the chips that came to the table; a seat on credit brings none."""
    return sum(plan.balance_minor or 0 for plan in table.plans)


def cards_lying(table: Table) -> Counter[Card]:
    """Count the cards on the table, the hole card included."""
    lying = Counter(table.round.dealer.cards)
    for seat in table.round.seats:
        for hand in seat.hands:
            lying.update(hand.cards)
    if table.house.hole_card is not None:
        lying[table.house.hole_card] += 1
    return lying


def public_state(round_: Round) -> object:
    """Return everything that lies face up, as plain values."""
    return contents(round_)


def hidden_state(table: Table) -> tuple[object, ...]:
    """Return everything that the house keeps, as plain values."""
    house = table.house
    shoe = contents(house.shoe)
    new_shoes = [contents(new) for new in house.new_shoes]
    return (shoe, house.hole_card, house.balance_minor, codes(house.trace), new_shoes)


def check_who_is_asked(table: Table) -> None:
    """See that one hand is asked, and one that can answer; or nobody, and the host is to move."""
    round_, menu, offer = table.round, table.menu(), table.offer()
    assert menu.kinds, "nothing may be said"
    if offer is None:
        assert menu.kinds == (EventKind.OPEN,)
        assert table.over
        assert not [hand for seat in round_.seats for hand in seat.hands if hand.open]
        return
    assert not table.over
    assert (offer.question, offer.seat, offer.hand) == (menu.question, menu.seat, menu.hand)
    assert offer.legal == menu.kinds == tuple(event.kind for event in table.legal())
    assert all(offer.can(kind) == (kind in menu.kinds) for kind in EventKind)
    seat = round_.seats[offer.seat]
    if offer.question is Question.BET:
        assert not seat.answered
        return
    hand = seat.hands[offer.hand]
    assert hand.open
    assert offer.question is not Question.PLAY or not hand.done


class CardCount:
    """Follows every card of a table from the shoe to the hand in which it lies.

    Args:
        table: a new table, or one between rounds.
    """

    def __init__(self, table: Table) -> None:
        rules = table.rules
        tens = "T" if rules.deck is Deck.SPANISH else ""
        deck = [card for card in CARDS if card.rank.value != tens]
        self._decks = Counter(deck * rules.decks)
        self._burn = rules.burn
        self._number, self._part = table.shoe.number, table.shoe.part
        self._order = table.shoe.cards
        self._next = table.shoe.position
        self.drawn: list[Card] = []

    def follow(self, table: Table, event: Event) -> None:
        """Account for what an event drew; every card lies where its drawing put it."""
        new_shoes = table.house.new_shoes
        if event.kind is EventKind.OPEN:
            self.drawn.clear()
            for shoe in new_shoes:
                self._see_whole(shoe)
                self._take_up(shoe)
                assert shoe.part == 0, "a whole shoe is a part of one"
            assert len(new_shoes) <= 1
        for shoe in () if event.kind is EventKind.OPEN else new_shoes:
            self.drawn += self._order[self._next :]
            self._see_rest(shoe)
            self._take_up(shoe)
        shoe = table.shoe
        assert shoe.cards is self._order or shoe.cards == self._order, "the order has changed"
        assert shoe.position >= self._next, "a card came back"
        self.drawn += self._order[self._next : shoe.position]
        self._next = shoe.position
        assert Counter(self.drawn) == cards_lying(table)

    def _take_up(self, shoe: Shoe) -> None:
        part_of_the_last = (self._number, self._part + 1) if shoe.part else (self._number + 1, 0)
        assert (shoe.number, shoe.part) == part_of_the_last
        self._number, self._part = shoe.number, shoe.part
        self._order = shoe.cards
        self._next = 0 if shoe.seed is None else min(self._burn, len(shoe.cards) - 1)

    def _see_whole(self, shoe: Shoe) -> None:
        if shoe.seed is not None:
            assert Counter(shoe.cards) == self._decks, "a whole shoe is not whole"

    def _see_rest(self, shoe: Shoe) -> None:
        if shoe.seed is not None:
            rest = Counter(shoe.cards)
            rest.update(self.drawn)
            assert rest == self._decks, "a shoe made in mid-round is not the rest of the decks"
