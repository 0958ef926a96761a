"""Effects of Betting: a table is cleared, bets are made, cards are dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from pitboss.cards import Card
from pitboss.effects.drawing import bring_in, draw
from pitboss.effects.effect import EffectFunction, effect
from pitboss.events import Event
from pitboss.hand import ACE_EXTRA_POINTS, TWENTY_ONE
from pitboss.round import DealerNatural, Hand, House, Round, clear
from pitboss.rule_values import Deal, HoleCard, Shuffle, UpCard
from pitboss.rules import Rules
from pitboss.shoe import cut_card_out

_UNKNOWN: Final = DealerNatural.UNKNOWN
_EXCLUDED: Final = DealerNatural.EXCLUDED


@effect("clear the table and, where it is due, bring in a new shoe")
def open_round(rules: Rules) -> EffectFunction:
    """Begin a round: the cut card asks for a new shoe, or every round does [002 Rules, 003]."""
    every_round = rules.shuffle is Shuffle.EVERY_ROUND
    at_cut_card = rules.shuffle is Shuffle.CUT_CARD

    def apply(round_: Round, house: House, _event: Event) -> None:
        shoe = house.shoe
        if (every_round and round_.number > 0) or (at_cut_card and cut_card_out(shoe)):
            bring_in(house, house.shoes.fresh(shoe.number + 1))
        round_.number += 1
        clear(round_.dealer)
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
        bet_minor = event.amount_minor
        seat.answered = True
        seat.ante_minor = bet_minor
        seat.balance_minor -= bet_minor
        seat.hands = [Hand(bet_minor=bet_minor)]
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
    of_dealer = 2 if rules.hole_card is HoleCard.DEALT else 1
    in_blocks = rules.deal is Deal.BLOCKS
    deal_one_by_one = deal_in_blocks(rules) if in_blocks else deal_alternately(rules)
    lay_out = _lay_out_together(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        while not round_.seats[round_.turn_seat].hands:
            round_.turn_seat += 1
        shoe = house.shoe
        start = shoe.position
        end = start + 2 * round_.live_hands + of_dealer
        if end <= len(shoe.cards):
            # A shoe that holds them all gives them at once, which takes half the time.
            shoe.position = end
            cards = shoe.cards[start:end]
            lay_out(round_, house, cards)
        else:
            hands = [hand for seat in round_.seats for hand in seat.hands]
            if deal_one_by_one(round_, house, hands):
                look_for_naturals(round_, hands)

    return apply


def _lay_out_together(rules: Rules) -> Callable[[Round, House, Sequence[Card]], None]:
    """Make the function that lays all cards of a deal where they would come one by one."""
    in_blocks = rules.deal is Deal.BLOCKS
    hole_card = rules.hole_card is HoleCard.DEALT
    up_card_second = hole_card and rules.up_card is UpCard.SECOND

    def lay_out(round_: Round, house: House, cards: Sequence[Card]) -> None:
        trace = house.trace
        for card in cards:
            trace.append(card.code)
        place = 0
        behind_first = 1 if in_blocks else round_.live_hands + 1
        for seat in round_.seats:
            if seat.hands:
                _lay_two(seat.hands[0], cards[place], cards[place + behind_first])
                place += 2 if in_blocks else 1
        # The dealer's first card comes behind the players' last, or behind their first cards.
        first = cards[place]
        if hole_card:
            house.hole_card = first if up_card_second else cards[-1]
            round_.hole_hidden = True
        up_card = cards[-1] if up_card_second else first
        round_.up_card = up_card
        dealer = round_.dealer
        dealer.cards = [up_card]
        dealer.soft = up_card.is_ace
        dealer.points = up_card.points + (ACE_EXTRA_POINTS if up_card.is_ace else 0)
        _judge_up_card(round_, up_card)

    return lay_out


def _judge_up_card(round_: Round, up_card: Card) -> None:
    """See whether the up card alone excludes a dealer natural."""
    if not up_card.makes_natural:
        round_.dealer_natural = _EXCLUDED


def _lay_two(hand: Hand, first: Card, second: Card) -> None:
    """Give a hand its first two cards: the same as to let it take one after the other."""
    hand.cards = [first, second]
    hand.points = first.points + second.points
    if first.is_ace or second.is_ace:
        hand.points += ACE_EXTRA_POINTS
        hand.soft = True
        _notice_natural(hand)


def _notice_natural(hand: Hand) -> None:
    """See whether the two cards that were dealt make a natural."""
    if hand.points == TWENTY_ONE:
        hand.natural = True
        hand.done = True


DealAll = Callable[[Round, House, list[Hand]], bool]
"""Deals one card after another; no if one was missing and the round is void."""


def deal_alternately(rules: Rules) -> DealAll:
    """Make the deal of one card each, twice over [002 Cards are dealt one at a time, 003]."""
    deal_first, deal_second = _dealers_cards(rules)

    def deal(round_: Round, house: House, hands: list[Hand]) -> bool:
        return (
            _deal_one_each(round_, house, hands)
            and deal_first(round_, house)
            and _deal_one_each(round_, house, hands)
            and deal_second(round_, house)
        )

    return deal


def deal_in_blocks(rules: Rules) -> DealAll:
    """Make the deal of two cards to each hand in turn, then the dealer's [000 cycle]."""
    deal_first, deal_second = _dealers_cards(rules)

    def deal(round_: Round, house: House, hands: list[Hand]) -> bool:
        return (
            _deal_one_each(round_, house, [hand for hand in hands for _ in range(2)])
            and deal_first(round_, house)
            and deal_second(round_, house)
        )

    return deal


def look_for_naturals(round_: Round, hands: list[Hand]) -> None:
    """See which hands that were dealt are naturals, and whether the dealer's can be one."""
    for hand in hands:
        _notice_natural(hand)
    # Every deal has laid a card face up.
    _judge_up_card(round_, cast("Card", round_.up_card))


def _deal_one_each(round_: Round, house: House, hands: list[Hand]) -> bool:
    """Deal a card to each of some hands; no if one was missing and the round is void."""
    for hand in hands:
        card = draw(round_, house)
        if card is None:
            return False
        hand.take(card)
    return True


_DealOne = Callable[[Round, House], bool]


def _dealers_cards(rules: Rules) -> tuple[_DealOne, _DealOne]:
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
