"""Drawing cards, and what happens when the shoe is empty in the middle of a round."""

from __future__ import annotations

from pitboss.game.cards import Card
from pitboss.game.round import House, Round
from pitboss.game.shoe import Shoe
from pitboss.game.trace import NewShoe
from pitboss.machine.settlement import void_round


def draw(round_: Round, house: House) -> Card | None:
    """Draw the next card; `None` when no card is left anywhere, which makes the round void."""
    shoe = house.shoe
    if shoe.position >= len(shoe.cards):
        remade = house.shoes.remade(shoe.number + 1, cards_on_table(round_, house))
        if remade is None:
            void_round(round_, house)
            return None
        bring_in(house, remade)
        shoe = remade
    card = shoe.cards[shoe.position]
    shoe.position += 1
    house.trace.append(card)
    return card


def bring_in(house: House, shoe: Shoe) -> None:
    """Put a new shoe to use and leave its mark in the trace."""
    house.shoe = shoe
    house.new_shoes.append(shoe)
    house.trace.append(NewShoe(shoe.number))


def cards_on_table(round_: Round, house: House) -> list[Card]:
    """Return the cards that cannot be in a new shoe: all hands and the dealer's, hole card too."""
    cards = [card for seat in round_.seats for hand in seat.hands for card in hand.cards]
    cards.extend(round_.dealer.cards)
    if house.hole_card is not None:
        cards.append(house.hole_card)
    return cards
