"""What optimal play is worth, and what a decision gives away of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import nan

from pitboss.environments.actions import Actions
from pitboss.exact import ExactValue, action_values, value
from pitboss.game.events import EventKind
from pitboss.game.round import Question, Round
from pitboss.rules import Rules


@lru_cache(maxsize=64)
def exact_value(rules: Rules) -> ExactValue:
    """Return what the best play wins on average in a round from a fresh shoe; it takes seconds.

    Raises:
        NotCoveredError: the rules are not covered.
    """
    return value(rules)


@lru_cache(maxsize=1 << 16)
def _values(
    rules: Rules, question: Question, up_points: int, cards: tuple[int, ...], *, insured: bool
) -> Mapping[EventKind, float]:
    return action_values(rules, question, up_points, cards, insured=insured)


def regret_of(
    rules: Rules, actions: Actions, legal: frozenset[int], action: int, round_: Round
) -> float:
    """Return by how much an action wins less on average than the best one, in first bets.

    Args:
        rules: the rule set.
        actions: under these rules.
        legal: the actions that are legal.
        action: one of them.
        round_: in which it is asked for.

    Returns:
        The difference of the values of the best play from a fresh shoe; not a number for hands
        that a split has made, and where these values are not known.
    """
    question = round_.question
    up_card = round_.up_card
    if question is None or up_card is None:
        won = {each: exact_value(rules).value * actions.ante_minor(each) for each in legal}
        return (max(won.values()) - won[action]) / actions.bets_minor[0]
    seat = round_.seats[round_.asked_seat]
    hand = seat.hands[round_.asked_hand]
    if hand.from_split:
        return nan
    cards = tuple(sorted(card.points for card in hand.cards))
    insured = hand.insurance_minor > 0
    values = _values(rules, question, up_card.points, cards, insured=insured)
    if not values:
        return nan
    kinds = {each: actions.event(each, round_).kind for each in legal}
    best = max(values[kind] for kind in kinds.values())
    return (best - values[kinds[action]]) * seat.ante_minor / actions.bets_minor[0]
