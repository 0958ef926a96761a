"""Effects of Betting: a table is cleared, bets are made, cards are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.game.hand import ACE_EXTRA_POINTS, TWENTY_ONE
from pitboss.game.round import DealerNatural, Hand, House, Round, clear
from pitboss.game.shoe import cut_card_out
from pitboss.machine.effects.drawing import bring_in, draw
from pitboss.machine.flags import Flags

_UNKNOWN: Final = DealerNatural.UNKNOWN
_EXCLUDED: Final = DealerNatural.EXCLUDED


def open_round(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Begin a round: the cut card asks for a new shoe, or every round does [002 Rules, 003]."""
    shoe = house.shoe
    if (flags.shuffles_every_round and round_.number > 0) or (
        flags.shuffles_at_cut_card and cut_card_out(shoe)
    ):
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


def place_bet(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """Escrow the ante; the bet belongs to the hand [000 Hand Rework, 001 Place Bet]."""
    seat = round_.seats[event.seat]
    bet_minor = event.amount_minor
    seat.answered = True
    seat.ante_minor = bet_minor
    seat.balance_minor -= bet_minor
    seat.hands = [Hand(bet_minor)]
    round_.open_bets += 1
    round_.live_hands += 1
    round_.last_seat = event.seat


def leave_out(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """A host or a player may sit a seat out."""
    round_.seats[event.seat].answered = True


def deal_cards(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Deal in the order of `deal`, then see what the up card alone excludes."""
    while not round_.seats[round_.turn_seat].hands:
        round_.turn_seat += 1
    shoe = house.shoe
    start = shoe.position
    end = start + 2 * round_.live_hands + (2 if flags.deals_hole_card else 1)
    if end <= len(shoe.cards):
        # A shoe that holds them all gives them at once, which takes half the time.
        shoe.position = end
        lay_out_together(flags, round_, house, shoe.cards[start:end])
    else:
        deal_one_by_one(flags, round_, house)


def lay_out_together(flags: Flags, round_: Round, house: House, cards: Sequence[Card]) -> None:
    """Lay all cards of a deal where they would come one by one."""
    house.trace += cards
    place = 0
    step = 2 if flags.deals_in_blocks else 1
    behind_first = 1 if flags.deals_in_blocks else round_.live_hands + 1
    for seat in round_.seats:
        if seat.hands:
            _lay_two(seat.hands[0], cards[place], cards[place + behind_first])
            place += step
    # The dealer's first card comes behind the players' last, or behind their first cards.
    up_card = cards[place]
    if flags.deals_hole_card:
        house.hole_card = cards[-1]
        round_.hole_hidden = True
        if flags.up_card_is_second:
            house.hole_card, up_card = up_card, cards[-1]
    round_.up_card = up_card
    dealer = round_.dealer
    dealer.cards = [up_card]
    dealer.soft = up_card.is_ace
    dealer.points = up_card.points + (ACE_EXTRA_POINTS if up_card.is_ace else 0)
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


def deal_one_by_one(flags: Flags, round_: Round, house: House) -> None:
    """Deal card by card, as a shoe does that may run out on the way; then the round is void.

    One card each, twice over [002 Cards are dealt one at a time, 003], or two cards to each hand
    in turn and then the dealer's [000 cycle].
    """
    hands = [seat.hands[0] for seat in round_.seats if seat.hands]
    if flags.deals_in_blocks:
        order: list[Hand | None] = [hand for hand in hands for _ in range(2)]
        order += [None, None]
    else:
        order = [*hands, None, *hands, None]
    if not flags.deals_hole_card:
        # The dealer's second place stays empty.
        order.pop()
    for hand in order:
        card = draw(round_, house)
        if card is None:
            return
        if hand is not None:
            hand.take(card)
        else:
            _lay_for_dealer(flags, round_, house, card)
    for hand in hands:
        _notice_natural(hand)
    up_card = round_.up_card
    if up_card is not None and not up_card.makes_natural:
        round_.dealer_natural = _EXCLUDED


def _lay_for_dealer(flags: Flags, round_: Round, house: House, card: Card) -> None:
    """Give the dealer the next of the first two cards, one face up and one face down."""
    first = round_.up_card is None and house.hole_card is None
    if first == flags.up_card_is_second:
        house.hole_card = card
        round_.hole_hidden = True
    else:
        round_.dealer.take(card)
        round_.up_card = card
