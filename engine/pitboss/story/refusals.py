"""Why a word was refused."""

from __future__ import annotations

from functools import partial

from pitboss.rules import Rules
from pitboss.story.clauses import clauses_of_fact
from pitboss.story.explanation import Explanation, RuledBy, Ruling, cited, money
from pitboss.table.legality import Refusal, RefusedError


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
        because = error.limits.sentence(
            "the stake", partial(money, rules), error.event.amount_minor
        )
    options = tuple([RuledBy.of(rules, name) for name in error.options])
    clauses = clauses_of_fact(rules, error.clauses)
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
