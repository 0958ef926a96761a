"""Effects of the answers before play: even money, insurance, surrender."""

from __future__ import annotations

from typing import Final

from pitboss.effects.effect import EffectFunction, effect
from pitboss.events import Event
from pitboss.round import DealerNatural, House, Outcome, Round
from pitboss.rule_values import Surrender
from pitboss.rules import Rules
from pitboss.settle import give_half_back, pay_even

_EXCLUDED: Final = DealerNatural.EXCLUDED
_EVEN_MONEY: Final = Outcome.EVEN_MONEY


@effect("pay the natural even money")
def take_even_money(_rules: Rules) -> EffectFunction:
    """Settle the natural 1:1 at once; there is no insurance bet [000 Even Money, 001]."""

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        seat.even_money_asked = True
        pay_even(round_, house, seat, seat.hands[event.hand], _EVEN_MONEY)

    return apply


@effect("even money is declined")
def decline_even_money(_rules: Rules) -> EffectFunction:
    """Insurance is then the second offer [001 Offer Insurance]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].even_money_asked = True

    return apply


@effect("put the insurance bet on the table")
def place_insurance(_rules: Rules) -> EffectFunction:
    """A side bet on the hand, kept apart from its ante [001 Bets, 002 Insurance]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        hand = seat.hands[event.hand]
        hand.insurance_asked = True
        hand.insurance_minor = event.amount_minor
        hand.insurance_open = True
        seat.balance_minor -= event.amount_minor
        round_.open_bets += 1

    return apply


@effect("insurance is declined")
def decline_insurance(_rules: Rules) -> EffectFunction:
    """There are no further insurance considerations for the hand [001 Offer Insurance]."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].hands[event.hand].insurance_asked = True

    return apply


@effect("early surrender is declined")
def decline_early_surrender(_rules: Rules) -> EffectFunction:
    """It is not offered again."""

    def apply(round_: Round, _house: House, event: Event) -> None:
        round_.seats[event.seat].early_surrender_asked = True

    return apply


@effect("give the hand up")
def surrender_hand(rules: Rules) -> EffectFunction:
    """Early surrender is final; late surrender stands once a dealer natural is excluded."""
    final = rules.surrender is Surrender.EARLY
    half_back = give_half_back(rules)

    def apply(round_: Round, house: House, event: Event) -> None:
        seat = round_.seats[event.seat]
        hand = seat.hands[event.hand]
        seat.early_surrender_asked = True
        hand.surrendered = True
        hand.done = True
        hand.live = False
        round_.live_hands -= 1
        if final or round_.dealer_natural is _EXCLUDED:
            half_back(round_, house, seat, hand)

    return apply
