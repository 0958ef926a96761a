"""Effects: what an event or a move of the house does to the round, the shoe and the chips.

An effect cannot fail, because guards have checked everything. If no card is left, the round is
void, and every bet is returned. Then no bet is open, so the usual moves end the round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from pitboss.game import facts
from pitboss.game.arithmetic import TWENTY_ONE, make_natural
from pitboss.game.bets import BetKind
from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.game.round import (
    DealerNatural,
    Hand,
    Holding,
    House,
    Presence,
    Round,
    Seat,
    cards_on_table,
    clear,
)
from pitboss.game.seen import see_anew, sweep
from pitboss.game.shoe import Shoe, cut_card_out
from pitboss.game.totals import AFTER, SOFT
from pitboss.game.trace import NewShoe
from pitboss.machine import settlement
from pitboss.machine.flags import Flags, deal_order
from pitboss.machine.guards import double_cost_minor, may_be_asked_doubled, split_cost_minor
from pitboss.machine.side_bets import withdraw_side_bets

Effect = Callable[[Flags, Round, House, Event], None]
"""A function that changes the round and the house."""

move_on: Final = None
"""The effect of a transition that changes only the state."""

_EXCLUDED: Final = DealerNatural.EXCLUDED
_SEATED: Final = Presence.SEATED


def draw(round_: Round, house: House) -> Card | None:
    """Draw the next card; if no card is left, make the round void and return `None`."""
    shoe = house.shoe
    position = shoe.position
    if position >= shoe.prepared and not shoe.has(position + 1):
        on_table = cards_on_table(round_, house)
        remade = house.shoes.remade(shoe.number, shoe.part + 1, on_table)
        if remade is None:
            settlement.void_round(round_, house)
            return None
        bring_in(round_, house, remade)
        shoe, position = remade, remade.position
        shoe.has(position + 1)
    card = shoe.order[position]
    shoe.position = position + 1
    house.trace.append(card)
    return card


def take(holding: Holding, card: Card) -> None:
    """Add a card to a hand that is not bust, and update the total."""
    holding.cards.append(card)
    before = holding.points + SOFT * holding.soft
    holding.points, holding.soft = AFTER[card.points][before]


def bring_in(round_: Round, house: House, shoe: Shoe) -> None:
    """Bring a new shoe into use, and record it in the trace."""
    see_anew(round_)
    house.shoe = shoe
    house.new_shoes.append(shoe)
    house.trace.append(NewShoe(shoe.name))
    if house.notes_facts:
        house.facts.append(facts.ShoeBroughtIn(shoe.name))


# Effects of bets and of the deal.


def shoe_is_due(flags: Flags, round_: Round, shoe: Shoe) -> bool:
    """Say whether the rules bring in a new shoe for the next round; seeds of seats can, too."""
    at_cut_card = flags.shuffles_at_cut_card and cut_card_out(shoe)
    return at_cut_card or (flags.shuffles_every_round and round_.number > 0)


def open_round(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Begin a round; the rules [002 Rules, 003] or a closed exchange may bring in a new shoe."""
    exchange = house.exchange
    if (exchange is not None and exchange.closed) or shoe_is_due(flags, round_, house.shoe):
        new = house.shoes.fresh(house.shoe.number + 1)
        # The table is cleared first, because none of its cards is from the new shoe.
        sweep(round_, house)
        bring_in(round_, house, new)
    round_.number += 1
    sweep(round_, house)
    for seat in round_.seats:
        seat.answered = seat.presence is not _SEATED
        seat.even_money_asked = False
        seat.early_surrender_asked = False


def place_bet(_flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Take the ante from the seat; the bet belongs to the hand [000 Hand Rework, 001 Place Bet]."""
    seat = round_.seats[event.seat]
    bet_minor = event.amount_minor
    seat.answered = True
    seat.ante_minor = bet_minor
    seat.balance_minor -= bet_minor
    seat.hands = [Hand(bet_minor)]
    round_.open_bets += 1
    round_.live_hands += 1
    round_.last_seat = event.seat
    if house.notes_facts:
        house.facts.append(facts.BetPlaced(event.seat, 0, BetKind.ANTE, bet_minor))


def leave_out(_flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Let a seat sit out, and return its side bets."""
    seat = round_.seats[event.seat]
    seat.answered = True
    withdraw_side_bets(round_, house, seat)


def deal_cards(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Deal in the order of the option `deal`, and note if the up card excludes a dealer natural."""
    while not round_.seats[round_.turn_seat].hands:
        round_.turn_seat += 1
    shoe = house.shoe
    start = shoe.position
    end = start + 2 * round_.live_hands + (2 if flags.deals_hole_card else 1)
    if end <= shoe.prepared or shoe.has(end):
        # If the shoe has enough cards, all are dealt at once, which takes half the time.
        shoe.position = end
        lay_out_together(flags, round_, house, shoe.order[start:end])
    else:
        deal_one_by_one(flags, round_, house)
    if house.notes_facts:
        _note_dealt(flags, round_, house)


def lay_out_together(flags: Flags, round_: Round, house: House, cards: Sequence[Card]) -> None:
    """Give all cards of a deal to the hands at once."""
    house.trace += cards
    place = 0
    step = 2 if flags.deals_in_blocks else 1
    behind_first = 1 if flags.deals_in_blocks else round_.live_hands + 1
    for seat in round_.seats:
        if seat.hands:
            hand, first, second = seat.hands[0], cards[place], cards[place + behind_first]
            place += step
            hand.cards = [first, second]
            points, soft = AFTER[first.points][0]
            hand.points, hand.soft = AFTER[second.points][points + SOFT * soft]
            if hand.soft:
                notice_natural(hand)
    # The dealer's first card comes after all cards of the players, or after their first cards.
    up_card = cards[place]
    if flags.deals_hole_card:
        house.hole_card = cards[-1]
        round_.hole_hidden = True
        if flags.up_card_is_second:
            house.hole_card, up_card = up_card, cards[-1]
    round_.up_card = up_card
    dealer = round_.dealer
    dealer.cards = [up_card]
    dealer.points, dealer.soft = AFTER[up_card.points][0]
    if not up_card.makes_natural:
        round_.dealer_natural = _EXCLUDED


def _note_dealt(flags: Flags, round_: Round, house: House) -> None:
    """Record the first cards that were dealt, each with the hand that got it."""
    seats = tuple([seat.index for seat in round_.seats if seat.hands])
    drawn = [entry for entry in house.trace if isinstance(entry, Card)]
    order = deal_order(flags, len(seats))[: len(drawn)]
    dealt = [
        facts.DealtCard(card, None if to.hand is None else seats[to.hand], to.face_down)
        for card, to in zip(drawn, order, strict=True)
    ]
    house.facts.append(facts.FirstCardsDealt(seats, tuple(dealt)))


def notice_natural(hand: Hand) -> None:
    """Record a natural if the two dealt cards make one."""
    if hand.points == TWENTY_ONE:
        hand.natural = True
        hand.done = True


def deal_one_by_one(flags: Flags, round_: Round, house: House) -> None:
    """Deal card by card, because the shoe may run out; if no card is left, the round is void."""
    hands = [seat.hands[0] for seat in round_.seats if seat.hands]
    for to in deal_order(flags, len(hands)):
        card = draw(round_, house)
        if card is None:
            return
        if to.hand is not None:
            take(hands[to.hand], card)
        elif to.face_down:
            house.hole_card = card
            round_.hole_hidden = True
        else:
            take(round_.dealer, card)
            round_.up_card = card
    for hand in hands:
        notice_natural(hand)
    up_card = round_.up_card
    if up_card is not None and not up_card.makes_natural:
        round_.dealer_natural = _EXCLUDED


# Effects of plays: surrender, split, hit, double and stand.


def decline_early_surrender(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """Record that early surrender was declined, so that it is not offered again."""
    round_.seats[event.seat].early_surrender_asked = True


def surrender_hand(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Surrender a hand; a late surrender or rescue is final when a dealer natural is excluded."""
    seat = round_.seats[event.seat]
    hand = seat.hands[event.hand]
    seat.early_surrender_asked = True
    hand.surrendered = True
    hand.done = hand.split_declined = True
    hand.live = False
    round_.live_hands -= 1
    final = flags.surrenders_early and not hand.doubled
    if final or round_.dealer_natural is _EXCLUDED:
        settlement.give_half_back(flags, round_, house, seat, hand)


def split_hand(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Split: put an opening bet on the new hand, and deal as `split_deal` says [001 Split]."""
    seat = round_.seats[event.seat]
    parent = seat.hands[event.hand]
    staked_minor = split_cost_minor(flags, seat, parent)
    first, second = parent.cards
    clear(parent)
    take(parent, first)
    parent.from_split = True
    new = Hand(staked_minor)
    new.from_split = True
    new.insurance_asked = parent.insurance_asked
    take(new, second)
    seat.hands.insert(event.hand + 1, new)
    seat.balance_minor -= staked_minor
    round_.open_bets += 1
    round_.live_hands += 1
    if house.notes_facts:
        beside_minor = seat.ante_minor - staked_minor
        placed = event.seat, event.hand + 1, BetKind.ANTE, staked_minor
        house.facts.append(facts.BetPlaced(*placed, house_stake_minor=beside_minor))
    take_second_card(flags, round_, house, seat, parent)
    if flags.split_deals_both and not round_.void:
        take_second_card(flags, round_, house, seat, new)


def _note_drawn(house: House, seat: Seat, hand: Hand, card: Card) -> None:
    house.facts.append(facts.HandDrew(seat.index, seat.hands.index(hand), card))


def take_second_card(flags: Flags, round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Give a split hand its second card."""
    card = draw(round_, house)
    if card is None:
        return
    take(hand, card)
    if house.notes_facts:
        _note_drawn(house, seat, hand, card)
    if hand.points == TWENTY_ONE:
        hand.natural = flags.split_makes_naturals
        hand.done = flags.stands_at_21 or flags.split_makes_naturals or flags.player_21_wins
    if flags.split_aces_stand and hand.cards[0].is_ace:
        hand.done = True


def decline_split(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """Record that this hand must not be offered a split again [000 Split Declined]."""
    round_.seats[event.seat].hands[event.hand].split_declined = True


def _take_and_judge(flags: Flags, round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Draw a card for a hand, and settle the bets that the card decides."""
    card = draw(round_, house)
    if card is None:
        return
    take(hand, card)
    if house.notes_facts:
        _note_drawn(house, seat, hand, card)
    if hand.points > TWENTY_ONE:
        hand.done = True
        comes_back = settlement.bust_may_come_back(flags, round_, seat, hand)
        if flags.busts_lose_at_once and not comes_back:
            settlement.lose_bust(round_, house, seat, hand)
        else:
            hand.live = False
            round_.live_hands -= 1
    elif flags.has_charlies and (reason := settlement.charlie_of(flags, hand)):
        settlement.pay_at_once(flags, round_, house, seat, hand, reason)
    elif flags.player_21_wins and hand.points == TWENTY_ONE:
        settlement.pay_21(flags, round_, house, seat, hand)
    elif flags.stands_at_21 and hand.points == TWENTY_ONE:
        hand.done = True


def hit_hand(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Draw one more card; the bets that it decides are settled at once [001 Hit, 003 Hit]."""
    seat = round_.seats[event.seat]
    _take_and_judge(flags, round_, house, seat, seat.hands[event.hand])


def stand_hand(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """Let the hand stand [001 Stands Pat]; a pair is not split after that, see `split_declined`."""
    hand = round_.seats[event.seat].hands[event.hand]
    hand.done = hand.split_declined = True


def double_hand(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Add an equal bet, staked by the seat or the house, and draw a card [001 Double Down, 002]."""
    seat = round_.seats[event.seat]
    hand = seat.hands[event.hand]
    added_minor = double_cost_minor(flags, seat, hand)
    seat.balance_minor -= added_minor
    if house.notes_facts:
        beside_minor = seat.bet_on(hand) - added_minor
        house.facts.append(facts.BetRaised(event.seat, event.hand, added_minor, beside_minor))
    hand.bet_minor += added_minor
    hand.doubled = True
    _take_and_judge(flags, round_, house, seat, hand)
    hand.done = hand.done or not may_be_asked_doubled(flags, round_, seat, hand)


def pay_natural_at_turn(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Pay a natural at its turn, or a 21 that always wins [000 Filling the Hands]."""
    seat = round_.seats[round_.turn_seat]
    settlement.pay_21(flags, round_, house, seat, seat.hands[round_.turn_hand])


def next_hand(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Turn to the next hand in order, seat by seat [002 turn order]."""
    if round_.turn_hand + 1 < len(round_.seats[round_.turn_seat].hands):
        round_.turn_hand += 1
    else:
        round_.turn_hand = 0
        round_.turn_seat += 1
        while not round_.seats[round_.turn_seat].hands:
            round_.turn_seat += 1
    seat = round_.seats[round_.turn_seat]
    hand = seat.hands[round_.turn_hand]
    if len(hand.cards) == 1 and hand.open:
        take_second_card(flags, round_, house, seat, hand)


# Effects of the dealer: the peek, the dealer's cards, and the settlement.


def peek_at_hole(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Peek: show a natural and settle every bet; keep any other hole card face down [001]."""
    hole_card = house.hole_card
    natural = hole_card is not None and _is_dealer_natural(round_, hole_card)
    if house.notes_facts:
        house.facts.append(facts.DealerPeeked(natural))
    if hole_card is not None and natural:
        _turn_hole_up(flags, round_, house, hole_card)
        settlement.settle_natural_seen(flags, round_, house)
    else:
        settlement.settle_natural_excluded(flags, round_, house)


def _is_dealer_natural(round_: Round, second: Card) -> bool:
    """Say whether a card and the up card make a natural: an ace and a card worth ten."""
    up_card = round_.up_card
    return up_card is not None and make_natural(up_card.points, second.points)


def _turn_hole_up(flags: Flags, round_: Round, house: House, hole_card: Card) -> None:
    """Turn the hole card face up; it keeps its place in the order of drawing."""
    house.trace.append(hole_card)
    house.hole_card = None
    round_.hole_hidden = False
    if round_.hole_is_older:
        round_.hole_is_older = False
        round_.older.append(hole_card)
    take(round_.dealer, hole_card)
    if flags.up_card_is_second:
        round_.dealer.cards.reverse()
    if house.notes_facts:
        _note_shown(round_, house, hole_card, turned=True)


def _note_shown(round_: Round, house: House, card: Card, *, turned: bool) -> None:
    house.facts.append(facts.DealerCardShown(card, turned, tuple(round_.dealer.cards)))


def pay_naturals(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Pay naturals, which the dealer cannot tie any more [003 Natural Resolution]."""
    settlement.settle_open_naturals(flags, round_, house)


def judge_dealer(flags: Flags, round_: Round, house: House, second: Card) -> None:
    """Settle the bets that the dealer's second card decides."""
    if round_.dealer_natural is _EXCLUDED:
        return
    if _is_dealer_natural(round_, second):
        settlement.settle_natural_seen(flags, round_, house)
    else:
        settlement.settle_natural_excluded(flags, round_, house)
        if flags.settles_naturals_at_deal:
            settlement.settle_open_naturals(flags, round_, house)


def turn_hole_card(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Turn the hole card face up, before the dealer does anything else [002 Rules]."""
    # The guard of this move has checked that a card lies face down.
    hole_card = cast("Card", house.hole_card)
    _turn_hole_up(flags, round_, house, hole_card)
    judge_dealer(flags, round_, house, hole_card)


def draw_second_card(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Draw the dealer's second card in the dealer's turn, under rules without a hole card."""
    card = draw(round_, house)
    if card is not None:
        take(round_.dealer, card)
        if house.notes_facts:
            _note_shown(round_, house, card, turned=False)
        judge_dealer(flags, round_, house, card)


def draw_for_dealer(_flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Draw on 16 or less, and on a soft 17 if the rules say so [000, 001, 002, 003]."""
    card = draw(round_, house)
    if card is not None:
        take(round_.dealer, card)
        if house.notes_facts:
            _note_shown(round_, house, card, turned=False)


def settle_round(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Compare each hand with the dealer's hand [001 Game Resolution]."""
    settlement.settle_showdown(flags, round_, house)
