"""Effects of the answers before play: even money, insurance, surrender."""

from __future__ import annotations

from typing import Final

from pitboss.game.events import Event
from pitboss.game.reasons import EVEN_MONEY
from pitboss.game.round import DealerNatural, House, Round
from pitboss.machine.flags import Flags
from pitboss.machine.settlement import give_half_back, pay_even

_EXCLUDED: Final = DealerNatural.EXCLUDED


def take_even_money(_flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Settle the natural 1:1 at once; there is no insurance bet [000 Even Money, 001]."""
    seat = round_.seats[event.seat]
    seat.even_money_asked = True
    pay_even(round_, house, seat, seat.hands[event.hand], EVEN_MONEY)


def decline_even_money(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """Insurance is then the second offer [001 Offer Insurance]."""
    round_.seats[event.seat].even_money_asked = True


def place_insurance(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """A side bet on the hand, kept apart from its ante [001 Bets, 002 Insurance]."""
    seat = round_.seats[event.seat]
    hand = seat.hands[event.hand]
    hand.insurance_asked = True
    hand.insurance_minor = event.amount_minor
    hand.insurance_open = True
    seat.balance_minor -= event.amount_minor
    round_.open_bets += 1


def decline_insurance(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """There are no further insurance considerations for the hand [001 Offer Insurance]."""
    round_.seats[event.seat].hands[event.hand].insurance_asked = True


def decline_early_surrender(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """It is not offered again."""
    round_.seats[event.seat].early_surrender_asked = True


def surrender_hand(flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Early surrender is final; late surrender stands once a dealer natural is excluded."""
    seat = round_.seats[event.seat]
    hand = seat.hands[event.hand]
    seat.early_surrender_asked = True
    hand.surrendered = True
    hand.done = True
    hand.live = False
    round_.live_hands -= 1
    if flags.surrenders_early or round_.dealer_natural is _EXCLUDED:
        give_half_back(flags, round_, house, seat, hand)
