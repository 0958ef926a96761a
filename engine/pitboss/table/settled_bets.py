"""What holds of every settled bet: the reason that it has, and what came back for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from pitboss.errors import MoneyError
from pitboss.game.hand import TWENTY_ONE
from pitboss.game.money import HALF, Ratio, scaled
from pitboss.game.reasons import (
    BUST,
    CHARLIE,
    EVEN_MONEY,
    INSURANCE_LOST,
    INSURANCE_WON,
    LOSS,
    NATURAL,
    NATURAL_AGAINST_21,
    NATURAL_PAID_BEFORE,
    NATURAL_TIED_BY_21,
    PUSH,
    SURRENDER,
    VOID,
    WIN,
    WIN_AGAINST_BUST,
    Outcome,
    Reason,
)
from pitboss.game.round import DealerNatural, Hand, Round, Seat
from pitboss.machine.flags import Flags, flags_for
from pitboss.machine.settlement import reason_against_natural
from pitboss.rules import Rules
from pitboss.table.dealt_cards import Claim

_WITHOUT_CARDS: Final = frozenset({VOID, EVEN_MONEY, SURRENDER})
"""Reasons that no card gives beside those which make the outcome."""


def about_settled(rules: Rules, round_: Round) -> Iterator[Claim]:
    """Hold each settled bet to the cards that settled it, and what came back to its reason.

    Args:
        rules: of the table.
        round_: the round.
    """
    flags = flags_for(rules)
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            where = f"round.seats[{seat.index}].hands[{number}]"
            yield (
                hand.open or hand.returned_minor in _returns(rules, round_, seat, hand),
                f"{where}.returned_minor",
                "is not what this outcome returns",
            )
            yield (
                hand.reason is None or _settles_so(flags, round_, seat, number),
                f"{where}.reason",
                "is not why this hand is settled so",
            )
            yield (
                hand.insurance_reason is _reason_of_insurance(round_, hand),
                f"{where}.insurance_reason",
                "is not what the dealer's cards make of insurance",
            )
            yield (
                hand.insurance_returned_minor == _insured(rules, hand),
                f"{where}.insurance_returned_minor",
                "is not what insurance returns here",
            )


def _returns(rules: Rules, round_: Round, seat: Seat, hand: Hand) -> Collection[int]:
    """Return what may come back for a settled bet."""
    bet_minor = hand.bet_minor
    match hand.outcome:
        case Outcome.NATURAL:
            return _scaled(bet_minor, bet_minor, rules.blackjack_pays, rules)
        case Outcome.SURRENDER:
            return _scaled(0, bet_minor, HALF, rules)
        case Outcome.PUSH | Outcome.VOID:
            return (bet_minor,)
        case Outcome.BUST | Outcome.LOSS:
            # Against a dealer natural the rules may give back all but the opening bet.
            seen = round_.dealer_natural is DealerNatural.SEEN
            return (0, bet_minor - seat.ante_minor, bet_minor) if seen else (0,)
        case _:
            return (2 * bet_minor,)


def _settles_so(flags: Flags, round_: Round, seat: Seat, number: int) -> bool:
    """Say whether a bet is settled for a reason that the cards and the rules give."""
    hand = seat.hands[number]
    reason = hand.reason
    if reason in _WITHOUT_CARDS:
        return True
    if 0 < flags.charlie_cards <= len(hand.cards) and not hand.bust:
        return reason is CHARLIE
    if round_.dealer_natural is DealerNatural.SEEN:
        against = reason_against_natural(flags, seat, number)
        return reason is NATURAL_PAID_BEFORE or reason is against
    if hand.surrendered:
        return False
    return reason in {NATURAL, BUST} or reason is _compared(hand, round_.dealer.points)


def _compared(hand: Hand, dealer_points: int) -> Reason:
    """Return how a hand that is not bust compares with the dealer's total."""
    if hand.natural and dealer_points == TWENTY_ONE:
        return NATURAL_TIED_BY_21 if hand.outcome is Outcome.PUSH else NATURAL_AGAINST_21
    if dealer_points > TWENTY_ONE:
        return WIN_AGAINST_BUST
    if hand.points == dealer_points:
        return PUSH
    return WIN if hand.points > dealer_points else LOSS


def _reason_of_insurance(round_: Round, hand: Hand) -> Reason | None:
    """Return why the insurance of a hand is settled, if it is."""
    if not hand.insurance_minor or hand.insurance_open:
        return None
    if round_.void:
        return VOID
    seen = round_.dealer_natural is DealerNatural.SEEN
    return INSURANCE_WON if seen else INSURANCE_LOST


def _insured(rules: Rules, hand: Hand) -> int:
    """Return what comes back for an insurance bet; below 0 where that is no whole amount."""
    staked_minor = hand.insurance_minor
    if hand.insurance_reason is VOID:
        return staked_minor
    if hand.insurance_reason is not INSURANCE_WON:
        return 0
    return next(iter(_scaled(staked_minor, staked_minor, rules.insurance_pays, rules)), -1)


def _scaled(back_minor: int, bet_minor: int, ratio: Ratio, rules: Rules) -> Collection[int]:
    """Return an amount and what is paid on top of it; nothing where the rules allow no such bet."""
    try:
        return (back_minor + scaled(bet_minor, ratio, rules.rounding),)
    except MoneyError:
        return ()
