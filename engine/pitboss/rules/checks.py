"""Which values of two options contradict each other, and why: the whole list."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from pitboss.game.cards import CARDS_IN_A_DECK
from pitboss.rules.values import (
    CutWindow,
    HoleCard,
    Insurance,
    InsuranceTime,
    Peek,
    PlayOrder,
    RuleValue,
    Split,
    SplitDeal,
    Surrender,
    UpCard,
)


@frozen
class Contradiction:
    """Two options that cannot have certain values together.

    Attributes:
        one: the name of the first option.
        other: the name of the second option.
        refuses: says whether a value of the first contradicts a value of the second.
        reason: why, and what to do instead.
    """

    one: str
    other: str
    refuses: Callable[[RuleValue, RuleValue], bool]
    reason: str


def _outside_the_shoe(decks: RuleValue, cut_card: RuleValue) -> bool:
    return (
        isinstance(decks, int)
        and isinstance(cut_card, CutWindow)
        and cut_card.high > decks * CARDS_IN_A_DECK
    )


CONTRADICTIONS = (
    Contradiction(
        "insurance",
        "even_money",
        lambda insurance, even_money: insurance is Insurance.OFF and even_money is True,
        "even money is the insurance of a natural; offer insurance or set even_money = false",
    ),
    Contradiction(
        "insurance",
        "peek",
        lambda insurance, peek: insurance is Insurance.OFF and peek in (Peek.INSURED, Peek.OFFERED),
        "without insurance that peek never comes; choose never, ace_or_ten or always",
    ),
    Contradiction(
        "split",
        "max_hands",
        lambda split, max_hands: split is Split.OFF and max_hands != 1,
        "a seat that may not split has one hand; set max_hands = 1 or allow a split",
    ),
    Contradiction(
        "split",
        "max_hands",
        lambda split, max_hands: split is not Split.OFF and max_hands == 1,
        "a split makes two hands; allow 2 or more, or set split = off",
    ),
    Contradiction(
        "hole_card",
        "peek",
        lambda hole_card, peek: hole_card is HoleCard.NONE and peek is not Peek.NEVER,
        "there is no hole card to look at; set peek = never",
    ),
    Contradiction(
        "hole_card",
        "up_card",
        lambda hole_card, up_card: hole_card is HoleCard.NONE and up_card is UpCard.SECOND,
        "the dealer gets one card at the deal; set up_card = first",
    ),
    Contradiction(
        "play_order",
        "split_deal",
        lambda play_order, split_deal: (
            play_order is PlayOrder.SPLITS_FIRST and split_deal is SplitDeal.IN_TURN
        ),
        "splits before play need the second cards at once; set split_deal = both",
    ),
    Contradiction(
        "insurance_time",
        "even_money",
        lambda insurance_time, even_money: (
            insurance_time is InsuranceTime.AFTER_SPLIT and even_money is True
        ),
        "even money is asked before any split; set even_money = false",
    ),
    Contradiction(
        "insurance_time",
        "peek",
        lambda insurance_time, peek: (
            insurance_time is InsuranceTime.AFTER_SPLIT and peek is not Peek.NEVER
        ),
        "a peek comes before play, this insurance in the midst of it; set peek = never",
    ),
    Contradiction(
        "insurance_time",
        "play_order",
        lambda insurance_time, play_order: (
            insurance_time is InsuranceTime.AFTER_SPLIT and play_order is PlayOrder.SPLITS_FIRST
        ),
        "this insurance belongs to a seat's own turn; set play_order = hand_by_hand",
    ),
    Contradiction(
        "surrender",
        "peek",
        lambda surrender, peek: (
            surrender is Surrender.EARLY and peek in (Peek.INSURED, Peek.OFFERED)
        ),
        "early surrender needs to know when the peek comes; choose never, ace_or_ten or always",
    ),
    Contradiction(
        "decks",
        "cut_card",
        _outside_the_shoe,
        f"the cut card must lie inside the shoe; a deck has {CARDS_IN_A_DECK} cards",
    ),
)
"""Every contradiction that is refused; there are no others."""


def contradictions(values: Mapping[str, RuleValue]) -> tuple[Contradiction, ...]:
    """Return every contradiction among the values of options, by option name.

    Args:
        values: the options to look at; a contradiction with an absent one is not looked for.
    """
    return tuple(
        entry
        for entry in CONTRADICTIONS
        if entry.one in values
        and entry.other in values
        and entry.refuses(values[entry.one], values[entry.other])
    )
