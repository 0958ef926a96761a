"""Bonuses: what the bet of a hand that wins is paid beyond what is usual."""

from __future__ import annotations

from pitboss.game.bets import PaidBonus
from pitboss.game.money import scale
from pitboss.game.reasons import EVEN_MONEY, WON
from pitboss.game.round import Hand, Seat
from pitboss.machine.flags import Flags
from pitboss.rules.pay_words import HandSeen


def paid_with_bonus(flags: Flags, seat: Seat, hand: Hand, usual_minor: int) -> int:
    """Return what comes back for the bet of a hand that wins, and note by which bonus.

    Args:
        flags: of the rule set.
        seat: whose hand it is.
        hand: it wins.
        usual_minor: what comes back without a bonus, the stake included.
    """
    natural_counts = hand.natural or not hand.from_split
    seen = HandSeen(hand.cards, None, hand.doubled, hand.from_split, natural_counts)
    for bonus in flags.bonuses:
        for each in bonus.classes:
            if each.pays is not None and each.holds(hand.cards, (), seen):
                hand.bonus = PaidBonus(bonus.name, each.name)
                return hand.bet_minor + scale(seat.bet_on(hand), each.pays, flags.rounding)
    hand.bonus = None
    return usual_minor


def may_have_bonus(hand: Hand) -> bool:
    """Say whether a hand was settled so that a bonus may have been paid: even money is none."""
    return hand.outcome in WON and hand.reason is not EVEN_MONEY
