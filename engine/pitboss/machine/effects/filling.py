"""Effects of SplitOffered and Filling: hands are split, hit, doubled and finished."""

from __future__ import annotations

from pitboss.game.events import Event
from pitboss.game.hand import TWENTY_ONE
from pitboss.game.reasons import CHARLIE
from pitboss.game.round import Hand, House, Round, Seat, clear
from pitboss.machine.effects.drawing import draw
from pitboss.machine.flags import Flags
from pitboss.machine.settlement import bust_may_come_back, lose_bust, pay_even, pay_natural


def split_hand(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """An equal bet on the new hand, and a card to each as `split_deal` says [001 Split]."""
    seat = round_.seats[event.seat]
    parent = seat.hands[event.hand]
    first, second = parent.cards
    clear(parent)
    parent.take(first)
    parent.from_split = True
    new = Hand(parent.bet_minor)
    new.from_split = True
    new.insurance_asked = parent.insurance_asked
    new.take(second)
    seat.hands.insert(event.hand + 1, new)
    seat.balance_minor -= parent.bet_minor
    round_.open_bets += 1
    round_.live_hands += 1
    _take_second_card(flags, round_, house, parent)
    if flags.split_deals_both and not round_.void:
        _take_second_card(flags, round_, house, new)


def _take_second_card(flags: Flags, round_: Round, house: House, hand: Hand) -> None:
    """Give a split hand its second card."""
    card = draw(round_, house)
    if card is None:
        return
    hand.take(card)
    if hand.points == TWENTY_ONE:
        hand.natural = flags.split_makes_naturals
        hand.done = flags.stands_at_21 or flags.split_makes_naturals
    if flags.split_aces_stand and hand.cards[0].is_ace:
        hand.done = True


def decline_split(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """The hand is not offered a split again [000 Split Declined]."""
    round_.seats[event.seat].hands[event.hand].split_declined = True


def _take_and_judge(flags: Flags, round_: Round, house: House, seat: Seat, hand: Hand) -> None:
    """Draw a card into a hand and settle what that card settles."""
    card = draw(round_, house)
    if card is None:
        return
    hand.take(card)
    if hand.points > TWENTY_ONE:
        hand.done = True
        if flags.busts_lose_at_once and not bust_may_come_back(flags, round_, seat, hand):
            lose_bust(round_, house, seat, hand)
        else:
            hand.live = False
            round_.live_hands -= 1
    elif 0 < flags.charlie_cards <= len(hand.cards):
        pay_even(round_, house, seat, hand, CHARLIE)
    elif flags.stands_at_21 and hand.points == TWENTY_ONE:
        hand.done = True


def hit_hand(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """One more card; what it decides is settled at once [001 Hit, 003 Hit]."""
    seat = round_.seats[event.seat]
    _take_and_judge(flags, round_, house, seat, seat.hands[event.hand])


def stand_hand(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """The hand stands pat [001 Stands Pat]."""
    round_.seats[event.seat].hands[event.hand].done = True


def double_hand(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """The added bet equals the ante; play of the hand is done [001 Double Down, 002]."""
    seat = round_.seats[event.seat]
    hand = seat.hands[event.hand]
    seat.balance_minor -= hand.bet_minor
    hand.bet_minor *= 2
    hand.doubled = True
    _take_and_judge(flags, round_, house, seat, hand)
    hand.done = True


def pay_natural_at_turn(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Whatever the dealer's unseen card may be [000 Filling the Hands]."""
    seat = round_.seats[round_.turn_seat]
    pay_natural(flags, round_, house, seat, seat.hands[round_.turn_hand])


def next_hand(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Hands are played in order, seat by seat [002 turn order]."""
    if round_.turn_hand + 1 < len(round_.seats[round_.turn_seat].hands):
        round_.turn_hand += 1
    else:
        round_.turn_hand = 0
        round_.turn_seat += 1
        while not round_.seats[round_.turn_seat].hands:
            round_.turn_seat += 1
    hand = round_.seats[round_.turn_seat].hands[round_.turn_hand]
    if len(hand.cards) == 1 and hand.open:
        _take_second_card(flags, round_, house, hand)
