"""How much one round can move at the most, so that no sum outgrows the numbers of a journal."""

from __future__ import annotations

from typing import Final

from pitboss.errors import TableError
from pitboss.limits import MAX_AMOUNT_MINOR, MAX_HANDS_OF_A_SEAT
from pitboss.money import Ratio
from pitboss.rule_values import Insurance, InsuranceAmount, InsuranceTime
from pitboss.rules import Rules

MAX_ROUND_MINOR: Final = 9 * 10**18
"""No round moves more: beside what was won before, it still fits into 64 bits."""

_DOUBLED: Final = 2
"""A hand wins or loses its bet twice at the most, unless it is a natural."""


def check_reach(rules: Rules) -> None:
    """See that whatever is won or lost in one round can be written down.

    Only payments of many times the stake, on stakes without a limit, come that far.

    Raises:
        TableError: it cannot.
    """
    most_minor = rules.bet_max if isinstance(rules.bet_max, int) else MAX_AMOUNT_MINOR
    if _reach_minor(rules, most_minor) > MAX_ROUND_MINOR:
        raise TableError(
            f"payments of {rules.blackjack_pays} and insurance of {rules.insurance_pays} may win "
            "more in a round than can be written down",
            "set a lower bet_max, or lower payments",
        )


def _reach_minor(rules: Rules, stake_minor: int) -> int:
    """Return what a round moves at the most if no bet is higher than a stake."""
    hands = rules.max_hands if isinstance(rules.max_hands, int) else MAX_HANDS_OF_A_SEAT
    natural = max(_DOUBLED, _times(rules.blackjack_pays))
    naturals = hands if rules.split_natural else 1
    of_bets = (naturals * natural + (hands - naturals) * _DOUBLED) * stake_minor
    return rules.max_seats * (of_bets + _insured_minor(rules, hands, stake_minor))


def _insured_minor(rules: Rules, hands: int, stake_minor: int) -> int:
    """Return what the insurance bets of a seat move at the most."""
    if rules.insurance is Insurance.OFF:
        return 0
    free = rules.insurance_amount is InsuranceAmount.UP_TO_BALANCE
    insured = hands if rules.insurance_time is InsuranceTime.AFTER_SPLIT else 1
    return insured * _times(rules.insurance_pays) * (MAX_AMOUNT_MINOR if free else stake_minor)


def _times(ratio: Ratio) -> int:
    """Return by what, rounded up, a ratio multiplies a stake."""
    return -(-ratio.numerator // ratio.denominator)
