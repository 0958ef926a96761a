"""What each answer to a question wins on average, if the hand is then played best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from pitboss.arguments import takes
from pitboss.exact.best import BestColumn
from pitboss.exact.column import TwoCards, column_of
from pitboss.exact.hands import NOTHING, Counts, with_card
from pitboss.exact.terms import Terms, shoe_of
from pitboss.exact.values import choice_of, insured_choice_of
from pitboss.game.events import EventKind
from pitboss.game.round import Question
from pitboss.rules import Rules

_ASKED_FIRST: Final = frozenset(
    {Question.EVEN_MONEY, Question.INSURANCE, Question.EARLY_SURRENDER, Question.SPLIT}
)


@takes()
def action_values(
    rules: Rules,
    question: Question,
    up_points: int,
    cards: Sequence[int],
    *,
    insured: bool = False,
) -> Mapping[EventKind, float]:
    """Work out what each answer wins on average, in opening bets.

    After the answer, the hand is played best, as in `value`: one player plays from a fresh shoe and
    knows only the hand and the up card. The values leave out an earlier insurance bet, whether
    it won or lost. Some of these answers may be illegal: ask the table which are legal.

    Args:
        rules: the rule set.
        question: any question except the question for a bet.
        up_points: the points of the up card, 1 for an ace.
        cards: the points of each card of the hand; the hand must not come from a split.
        insured: whether the hand is insured.

    Returns:
        The values by kind of event; empty for the question whether to split two tens if the rules
        require equal ranks, because this is not covered.

    Raises:
        NotCoveredError: the rules are not covered.
    """
    hand = with_card(NOTHING, *cards)
    plain = Terms.of(rules, up_points)
    terms = plain.insured if insured else plain
    best = _best(terms)
    if question in _ASKED_FIRST:
        dealt = _dealt(best, cards)
        if question is Question.EVEN_MONEY:
            return _of_even_money(plain, dealt)
        if question is Question.INSURANCE:
            return _of_insurance(plain, dealt)
        if question is Question.EARLY_SURRENDER:
            return _of_early_surrender(best, dealt)
        return _of_split(best, dealt)
    return _known(best, hand, best.plays(hand))


@lru_cache(maxsize=40)
def _best(terms: Terms) -> BestColumn:
    return BestColumn(column_of(terms, shoe_of(terms.rules)))


def _dealt(best: BestColumn, cards: Sequence[int]) -> TwoCards:
    pair = (min(cards), max(cards))
    return next(dealt for dealt in best.column.dealt if dealt.cards == pair)


def _natural_odds(best: BestColumn, hand: Counts) -> float:
    branch = best.column.deal
    return float(branch.natural[0, branch.place(hand)])


def _known(
    best: BestColumn, hand: Counts, plays: Mapping[EventKind, float]
) -> Mapping[EventKind, float]:
    """Correct the values of plays for what the player knows about a dealer natural before the play.

    If a dealer natural does not take every stake, the opening bet that it takes is not subtracted
    from the values in `plays`. If the dealer has looked before the play, there is no natural.
    """
    natural = _natural_odds(best, hand)
    terms = best.column.terms
    if not terms.unseen:
        return {kind: won / (1 - natural) for kind, won in plays.items()}
    return plays if terms.takes_all else {kind: won - natural for kind, won in plays.items()}


def _unlooked(best: BestColumn, dealt: TwoCards, won: float) -> float:
    """Correct the value of an answer that is given before the dealer looks for a natural."""
    return won if best.column.terms.takes_all else won - dealt.natural


def _of_split(best: BestColumn, dealt: TwoCards) -> Mapping[EventKind, float]:
    if not best.column.may_split(dealt.pair):
        return {}
    plays = best.plays(dealt.counts)
    terms = best.column.terms
    if terms.flags.surrenders_early and terms.missing:
        # The player was offered early surrender before, and declined it.
        plays.pop(EventKind.SURRENDER)
    won = {EventKind.SPLIT: best.split_value(dealt.pair), EventKind.DECLINE: max(plays.values())}
    return _known(best, dealt.counts, won)


def _of_early_surrender(best: BestColumn, dealt: TwoCards) -> Mapping[EventKind, float]:
    plays = best.plays(dealt.counts)
    surrenders = plays.pop(EventKind.SURRENDER)
    goes_on = max(plays.values())
    if best.column.may_split(dealt.pair):
        goes_on = max(goes_on, best.split_value(dealt.pair))
    return {
        EventKind.SURRENDER: _unlooked(best, dealt, surrenders),
        EventKind.DECLINE: _unlooked(best, dealt, goes_on),
    }


def _of_insurance(plain: Terms, dealt: TwoCards) -> Mapping[EventKind, float]:
    return {
        EventKind.INSURE: insured_choice_of(_best(plain.insured), dealt).won,
        EventKind.DECLINE: choice_of(_best(plain), dealt).won,
    }


def _of_even_money(plain: Terms, dealt: TwoCards) -> Mapping[EventKind, float]:
    won = _of_insurance(plain, dealt)
    return {EventKind.EVEN_MONEY: 1.0, EventKind.DECLINE: max(won.values())}
