"""Why a word was refused."""

from __future__ import annotations

from typing import Final

from pitboss.explain.clauses import clauses_of_fact
from pitboss.explain.explanation import Explanation, RuledBy, Ruling, cited, money
from pitboss.guards import AmountLimits, can_match_bet, first_decision
from pitboss.legality import Refusal, RefusedError
from pitboss.limits import MAX_AMOUNT_MINOR
from pitboss.money import Rounding
from pitboss.rules import Rules

_FUNDS: Final = ("[001] Bets", "[002] Rules")
"""A split and a double need as much again as the bet."""


def explain_refusal(error: RefusedError, rules: Rules) -> Explanation:
    """Say why an event was refused.

    Args:
        error: the refusal.
        rules: the rules of the table that refused it.
    """
    event = error.event
    subject = event.kind.value.replace("_", " ")
    because = error.reason
    if error.kind is Refusal.WRONG_AMOUNT and error.limits is not None:
        because = _stakes(rules, error.limits)
    names = (*error.options, *(("surrender",) if because == first_decision.otherwise else ()))
    options = tuple([RuledBy.of(rules, name) for name in names])
    clauses = clauses_of_fact(rules, _FUNDS if because == can_match_bet.otherwise else ())
    ruled = "".join([f", {option.text(joined_by=' = ')}" for option in options])
    return Explanation(
        subject=subject,
        ruling=Ruling.REFUSED,
        seat=event.seat,
        hand=event.hand,
        amount_minor=event.amount_minor,
        because=because,
        options=options,
        clauses=clauses,
        sentence=f"{subject} refused: {because}{cited(clauses)}{ruled}",
    )


def _stakes(rules: Rules, limits: AmountLimits) -> str:
    """Say which stakes there are."""
    least, most = money(rules, limits.least_minor), money(rules, limits.most_minor)
    whole = " and make no fraction" if rules.rounding is Rounding.EXACT else ""
    if limits.least_minor == limits.most_minor:
        return f"the stake must be {least}"
    if limits.most_minor > MAX_AMOUNT_MINOR - limits.unit_minor:
        return f"the stake must be at least {least}{whole}"
    return f"the stake must be {least} to {most}{whole}"
