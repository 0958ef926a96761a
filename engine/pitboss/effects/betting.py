"""Effects of Betting: a table is cleared, bets are made, cards are dealt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitboss.effects.drawing import bring_in, draw
from pitboss.effects.effect import EffectFunction, effect
from pitboss.events import Event
from pitboss.round import TWENTY_ONE, DealerNatural, Hand, Holding, House, Round
from pitboss.rule_values import Deal, HoleCard, Shuffle, UpCard
from pitboss.rules import Rules

_UNKNOWN: Final = DealerNatural.UNKNOWN
_EXCLUDED: Final = DealerNatural.EXCLUDED


@effect("clear the table and, where it is due, bring in a new shoe")
def open_round(rules: Rules) -> EffectFunction:
    """Begin a round: the cut card asks for a new shoe, or every round does [002 Rules, 003]."""
    every_round = rules.shuffle is Shuffle.EVERY_ROUND
    at_cut_card = rules.shuffle is Shuffle.CUT_CARD

    def apply(round_: Round, house: House, _event: Event) -> None:
        shoe = house.shoe
        if (every_round and round_.number > 0) or (at_cut_card and shoe.position > shoe.cut_at):
            bring_in(house, house.shoes.fresh(shoe.number + 1))
        round_.number += 1
        round_.dealer = Holding()
        round_.up_card = None
        round_.hole_hidden = False
        round_.dealer_natural = _UNKNOWN
        round_.turn_seat = 0
        round_.turn_hand = 0
        round_.void = False
        house.hole_card = None
        for seat in round_.seats:
            seat.hands = []
            seat.ante_minor = 0
            seat.answered = False
            seat.even_money_asked = False
            seat.early_surrender_asked = False

    return apply


@effect("put the bet on the table")
def place_bet(_rules: Rules) -> EffectFunction:
    """Escrow the ante; the bet belongs to the hand [000 Hand Rework, 001 Place Bet]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        seat.answered = True
        seat.ante_minor = event.amount_minor
        seat.balance_minor -= event.amount_minor
        seat.hands = [Hand(bet_minor=event.amount_minor)]
        round_.open_bets += 1
        round_.live_hands += 1
        round_.last_seat = event.seat

    return apply


@effect("the seat plays no hand in this round")
def leave_out(_rules: Rules) -> EffectFunction:
    """A host or a player may sit a seat out."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].answered = True

    return apply


@effect("deal the cards")
def deal_cards(rules: Rules) -> EffectFunction:
    """Deal in the order of `deal`, then see what the up card alone excludes."""
    deal_all = deal_in_blocks(rules) if rules.deal is Deal.BLOCKS else deal_alternately(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        hands = [hand for seat in round_.seats for hand in seat.hands]
        round_.turn_seat = first_playing_seat(round_)
        if not deal_all(round_, house, hands):
            return
        up_card = round_.up_card
        if up_card is not None and not up_card.makes_natural:
            round_.dealer_natural = _EXCLUDED
        for hand in hands:
            if hand.points == TWENTY_ONE:
                hand.natural = True
                hand.done = True

    return apply


def first_playing_seat(round_: Round) -> int:
    """Return the index of the first seat that has a bet on the table."""
    index = 0
    while not round_.seats[index].hands:
        index += 1
    return index


DealAll = Callable[[Round, House, list[Hand]], bool]
"""Deals to all hands and the dealer; no if a card was missing and the round is void."""


def deal_alternately(rules: Rules) -> DealAll:
    """Make the deal of one card each, twice over [002 Cards are dealt one at a time, 003]."""
    deal_first, deal_second = _dealers_cards(rules)

    def deal(round_: Round, house: House, hands: list[Hand]) -> bool:
        return (
            deal_one_each(round_, house, hands)
            and deal_first(round_, house)
            and deal_one_each(round_, house, hands)
            and deal_second(round_, house)
        )

    return deal


def deal_in_blocks(rules: Rules) -> DealAll:
    """Make the deal of two cards to each hand in turn, then the dealer's [000 cycle]."""
    deal_first, deal_second = _dealers_cards(rules)

    def deal(round_: Round, house: House, hands: list[Hand]) -> bool:
        return (
            deal_one_each(round_, house, [hand for hand in hands for _ in range(2)])
            and deal_first(round_, house)
            and deal_second(round_, house)
        )

    return deal


def deal_one_each(round_: Round, house: House, hands: list[Hand]) -> bool:
    """Deal a card to each of some hands; no if one was missing and the round is void."""
    for hand in hands:
        card = draw(round_, house)
        if card is None:
            return False
        hand.take(card)
    return True


DealOne = Callable[[Round, House], bool]


def _dealers_cards(rules: Rules) -> tuple[DealOne, DealOne]:
    """Make the deals of the dealer's two cards: one face up, the other face down or not at all."""
    if rules.hole_card is HoleCard.NONE:
        return _deal_up_card, _deal_nothing
    if rules.up_card is UpCard.SECOND:
        return _deal_hole_card, _deal_up_card
    return _deal_up_card, _deal_hole_card


def _deal_up_card(round_: Round, house: House) -> bool:
    card = draw(round_, house)
    if card is None:
        return False
    round_.dealer.take(card)
    round_.up_card = card
    return True


def _deal_hole_card(round_: Round, house: House) -> bool:
    card = draw(round_, house)
    if card is None:
        return False
    house.hole_card = card
    round_.hole_hidden = True
    return True


def _deal_nothing(_round: Round, _house: House) -> bool:
    return True
