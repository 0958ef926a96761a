"""What the best play wins, and how much less each action wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import nan

from attrs import frozen

from pitboss.environments.actions import Actions
from pitboss.exact import ExactValue, action_values, value
from pitboss.game.events import EventKind
from pitboss.game.round import Question, Round
from pitboss.rules import Rules


@lru_cache(maxsize=64)
def exact_value(rules: Rules) -> ExactValue:
    """Return what the best play wins on average in a round from a fresh shoe; this takes seconds.

    Raises:
        NotCoveredError: the rules are not covered.
    """
    return value(rules)


@lru_cache(maxsize=1 << 16)
def _values(
    rules: Rules, question: Question, up_points: int, cards: tuple[int, ...], *, insured: bool
) -> Mapping[EventKind, float]:
    return action_values(rules, question, up_points, cards, insured=insured)


@frozen
class Decision:
    """What the value of an action depends on.

    Attributes:
        question: the question.
        ante_minor: the opening bet of the seat; 0 if the question is how much to bet.
        up_points: the points of the up card; 0 if there is none.
        cards: the points of the cards of the hand, in rising order.
        insured: whether the hand is insured.
        from_split: whether a split made the hand.
    """

    question: Question
    ante_minor: int = 0
    up_points: int = 0
    cards: tuple[int, ...] = ()
    insured: bool = False
    from_split: bool = False

    @classmethod
    def in_round(cls, round_: Round) -> Decision:
        """Return the decision at the open question of a round."""
        up_card = round_.up_card
        if round_.question is None or up_card is None:
            return cls(Question.BET)
        seat = round_.seats[round_.asked_seat]
        hand = seat.hands[round_.asked_hand]
        return cls(
            round_.question,
            seat.ante_minor,
            up_card.points,
            tuple(sorted(card.points for card in hand.cards)),
            hand.insurance is not None,
            hand.from_split,
        )


def regrets(
    rules: Rules, actions: Actions, legal: Iterable[int], decision: Decision
) -> Mapping[int, float]:
    """Return how much less each action wins than the best one, in units of `bets_minor[0]`.

    Args:
        rules: the rule set.
        actions: the actions under these rules.
        legal: the actions that are legal.
        decision: the decision.

    Returns:
        For each legal action, how much less it wins on average than the best action. This assumes
        a fresh shoe and the best play afterwards. The numbers are NaN for hands from a split, and
        if the values of the actions are not known.
    """
    if decision.question is Question.BET:
        won = {each: exact_value(rules).value * actions.ante_minor(each) for each in legal}
    elif decision.from_split:
        return dict.fromkeys(legal, nan)
    else:
        values = _values(
            rules,
            decision.question,
            decision.up_points,
            decision.cards,
            insured=decision.insured,
        )
        if not values:
            return dict.fromkeys(legal, nan)
        won = {each: values[actions.kind(each)] * decision.ante_minor for each in legal}
    best = max(won.values())
    return {each: (best - value) / actions.bets_minor[0] for each, value in won.items()}
