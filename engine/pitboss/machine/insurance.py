"""Effects of the answers to even money and insurance."""

from __future__ import annotations

from pitboss.game.bets import Bet, BetKind
from pitboss.game.events import Event
from pitboss.game.facts import BetPlaced
from pitboss.game.reasons import EVEN_MONEY
from pitboss.game.round import House, Round
from pitboss.machine import settlement
from pitboss.machine.flags import Flags


def take_even_money(_flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Settle the natural 1:1 at once; there is no insurance bet [000 Even Money, 001]."""
    seat = round_.seats[event.seat]
    seat.even_money_asked = True
    settlement.pay_even(round_, house, seat, seat.hands[event.hand], EVEN_MONEY)


def decline_even_money(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """Decline even money; then insurance is offered [001 Offer Insurance]."""
    round_.seats[event.seat].even_money_asked = True


def place_insurance(_flags: Flags, round_: Round, house: House, event: Event) -> None:
    """Place an insurance bet on the hand, separate from its ante [001 Bets, 002 Insurance]."""
    seat = round_.seats[event.seat]
    hand = seat.hands[event.hand]
    hand.insurance_asked = True
    hand.insurance = Bet(BetKind.INSURANCE, event.amount_minor)
    seat.balance_minor -= event.amount_minor
    round_.open_bets += 1
    if house.notes_facts:
        placed = BetPlaced(event.seat, event.hand, BetKind.INSURANCE, event.amount_minor)
        house.facts.append(placed)


def decline_insurance(_flags: Flags, round_: Round, _house: House, event: Event) -> None:
    """Decline insurance; the hand is not asked about it again [001 Offer Insurance]."""
    round_.seats[event.seat].hands[event.hand].insurance_asked = True
