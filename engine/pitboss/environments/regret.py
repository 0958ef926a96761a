"""What optimal play is worth, and what a decision gives away of it."""

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


@frozen
class Decision:
    """What the value of an action depends on.

    Attributes:
        question: what is asked.
        ante_minor: the opening bet of the seat; 0 when it is asked for.
        up_points: the points of the up card; 0 if none lies there.
        cards: the points of the cards of the hand, in rising order.
        insured: the hand is.
        from_split: a split has made the hand.
    """

    question: Question
    ante_minor: int = 0
    up_points: int = 0
    cards: tuple[int, ...] = ()
    insured: bool = False
    from_split: bool = False

    @classmethod
    def in_round(cls, round_: Round) -> Decision:
        """Return the decision that waits in a round."""
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
    """Return by how much each action wins less on average than the best one, in first bets.

    Args:
        rules: the rule set.
        actions: under these rules.
        legal: the actions that are legal.
        decision: what is decided.

    Returns:
        The differences of the values of the best play from a fresh shoe; not numbers for hands
        that a split has made, and where these values are not known.
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
