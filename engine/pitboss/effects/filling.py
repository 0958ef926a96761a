"""Effects of SplitOffered and Filling: hands are split, hit, doubled and finished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitboss.effects.drawing import draw
from pitboss.effects.effect import EffectFunction, effect
from pitboss.events import Event
from pitboss.hand import TWENTY_ONE
from pitboss.round import Hand, House, Outcome, Round, Seat, clear
from pitboss.rule_values import BustSettles, SplitDeal
from pitboss.rules import Rules
from pitboss.settle import HandSettlement, bust_may_come_back, lose_bust, pay_even, pay_natural

_CHARLIE: Final = Outcome.CHARLIE


@effect("split the pair into two hands")
def split_hand(rules: Rules) -> EffectFunction:
    """An equal bet on the new hand, and a card to each as `split_deal` says [001 Split]."""
    both = rules.split_deal is SplitDeal.BOTH
    second_card = _take_second_card(rules)

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        parent = seat.hands[event.hand]
        first, second = parent.cards
        clear(parent)
        parent.take(first)
        parent.from_split = True
        new = Hand(
            bet_minor=parent.bet_minor, from_split=True, insurance_asked=parent.insurance_asked
        )
        new.take(second)
        seat.hands.insert(event.hand + 1, new)
        seat.balance_minor -= parent.bet_minor
        round_.open_bets += 1
        round_.live_hands += 1
        if second_card(round_, house, parent) and both:
            second_card(round_, house, new)

    return apply


def _take_second_card(rules: Rules) -> Callable[[Round, House, Hand], bool]:
    """Make the function that gives a split hand its second card; no if none was left."""
    stands_at_21 = rules.auto_stand_21
    split_natural = rules.split_natural
    aces_stand = not rules.hit_split_aces

    def take(round_: Round, house: House, hand: Hand) -> bool:
        card = draw(round_, house)
        if card is None:
            return False
        hand.take(card)
        if hand.points == TWENTY_ONE:
            hand.natural = split_natural
            hand.done = stands_at_21 or split_natural
        if aces_stand and hand.cards[0].is_ace:
            hand.done = True
        return True

    return take


@effect("the split is declined")
def decline_split(_rules: Rules) -> EffectFunction:
    """The hand is not offered a split again [000 Split Declined]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].hands[event.hand].split_declined = True

    return apply


def _take_and_judge(rules: Rules) -> HandSettlement:
    """Make the function that draws a card into a hand and settles what that card settles."""
    bust_at_once = rules.bust_settles is BustSettles.AT_ONCE
    may_come_back = bust_may_come_back(rules)
    stands_at_21 = rules.auto_stand_21
    charlie = rules.charlie

    def take(round_: Round, house: House, seat: Seat, hand: Hand) -> None:
        card = draw(round_, house)
        if card is not None:
            hand.take(card)
            if hand.points > TWENTY_ONE:
                hand.done = True
                if bust_at_once and not may_come_back(round_, seat, hand):
                    lose_bust(round_, house, seat, hand)
                else:
                    hand.live = False
                    round_.live_hands -= 1
            elif charlie is not None and len(hand.cards) >= charlie:
                pay_even(round_, house, seat, hand, _CHARLIE)
            elif stands_at_21 and hand.points == TWENTY_ONE:
                hand.done = True

    return take


@effect("draw a card")
def hit_hand(rules: Rules) -> EffectFunction:
    """One more card; what it decides is settled at once [001 Hit, 003 Hit]."""
    take = _take_and_judge(rules)

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        hand = seat.hands[event.hand]
        take(round_, house, seat, hand)

    return apply


@effect("take no more cards")
def stand_hand(_rules: Rules) -> EffectFunction:
    """The hand stands pat [001 Stands Pat]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].hands[event.hand].done = True

    return apply


@effect("double the bet and draw one last card")
def double_hand(rules: Rules) -> EffectFunction:
    """The added bet equals the ante; play of the hand is done [001 Double Down, 002]."""
    take = _take_and_judge(rules)

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        hand = seat.hands[event.hand]
        seat.balance_minor -= hand.bet_minor
        hand.bet_minor *= 2
        hand.doubled = True
        take(round_, house, seat, hand)
        hand.done = True

    return apply


@effect("pay the natural at its turn")
def pay_natural_at_turn(rules: Rules) -> EffectFunction:
    """Whatever the dealer's unseen card may be [000 Filling the Hands]."""
    pay = pay_natural(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        seat = round_.seats[round_.turn_seat]
        hand = seat.hands[round_.turn_hand]
        pay(round_, house, seat, hand)

    return apply


@effect("turn to the next hand; a split hand with one card gets its second")
def next_hand(rules: Rules) -> EffectFunction:
    """Hands are played in order, seat by seat [002 turn order]."""
    second_card = _take_second_card(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
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
            second_card(round_, house, hand)

    return apply
