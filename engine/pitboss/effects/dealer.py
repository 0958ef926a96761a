"""Effects of the house: the peek, the dealer's own cards, and the settlement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from pitboss.cards import TEN_POINTS, Card
from pitboss.effects.drawing import draw
from pitboss.effects.effect import EffectFunction, effect
from pitboss.events import Event
from pitboss.round import DealerNatural, House, Round
from pitboss.rule_values import NaturalSettles, UpCard
from pitboss.rules import Rules
from pitboss.settle import (
    settle_natural_excluded,
    settle_natural_seen,
    settle_open_naturals,
    settle_showdown,
)

_EXCLUDED: Final = DealerNatural.EXCLUDED


@effect("look at the hole card")
def peek_at_hole(rules: Rules) -> EffectFunction:
    """A natural is turned up and settles every bet; else the card stays unseen [001]."""
    turn = _turn_hole_up(rules)
    seen = settle_natural_seen(rules)
    excluded = settle_natural_excluded(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        hole_card = house.hole_card
        if hole_card is not None and _is_dealer_natural(round_, hole_card):
            turn(round_, house, hole_card)
            seen(round_, house)
        else:
            excluded(round_, house)

    return apply


def _is_dealer_natural(round_: Round, second: Card) -> bool:
    """Say whether a card beside the up card makes a natural."""
    up_card = round_.up_card
    return up_card is not None and (
        (up_card.is_ace and second.points == TEN_POINTS)
        or (second.is_ace and up_card.points == TEN_POINTS)
    )


def _turn_hole_up(rules: Rules) -> Callable[[Round, House, Card], None]:
    """Make the function that lays the hole card face up, in the place in which it was drawn."""
    drawn_first = rules.up_card is UpCard.SECOND

    def turn(round_: Round, house: House, hole_card: Card) -> None:
        house.trace.append(hole_card.code)
        house.hole_card = None
        round_.hole_hidden = False
        round_.dealer.take(hole_card)
        if drawn_first:
            round_.dealer.cards.reverse()

    return turn


def dealer_as_drawn(
    rules: Rules, shown: Sequence[Card], hole_card: Card | None
) -> tuple[Card, ...]:
    """Return the dealer's cards in the order drawn, one that was not turned in its place.

    Args:
        rules: they say which of the first two cards lies face up.
        shown: the cards that lie face up.
        hole_card: the card that lies face down; none where there is none.
    """
    if hole_card is None:
        return tuple(shown)
    return (hole_card, *shown) if rules.up_card is UpCard.SECOND else (*shown, hole_card)


@effect("pay the naturals")
def pay_naturals(rules: Rules) -> EffectFunction:
    """A dealer natural is excluded, so that they cannot be tied [003 Natural Resolution]."""
    settle = settle_open_naturals(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        settle(round_, house)

    return apply


def _judge_dealer(rules: Rules) -> Callable[[Round, House, Card], None]:
    """Make the function that settles what the dealer's second card settles."""
    seen = settle_natural_seen(rules)
    excluded = settle_natural_excluded(rules)
    open_naturals = settle_open_naturals(rules)
    at_once = rules.natural_settles is NaturalSettles.DEAL

    def judge(round_: Round, house: House, second: Card) -> None:
        if round_.dealer_natural is not _EXCLUDED:
            if _is_dealer_natural(round_, second):
                seen(round_, house)
            else:
                excluded(round_, house)
                if at_once:
                    open_naturals(round_, house)

    return judge


@effect("turn the hole card and settle what waited for it")
def turn_hole_card(rules: Rules) -> EffectFunction:
    """The dealer shows the hole card before doing anything else [002 Rules]."""
    turn = _turn_hole_up(rules)
    judge = _judge_dealer(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        # The guard of this move has seen that a card lies face down.
        hole_card = cast("Card", house.hole_card)
        turn(round_, house, hole_card)
        judge(round_, house, hole_card)

    return apply


@effect("draw the dealer's second card and settle what waited for it")
def draw_second_card(rules: Rules) -> EffectFunction:
    """Without a hole card this is the first draw of the dealer's turn."""
    judge = _judge_dealer(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        card = draw(round_, house)
        if card is not None:
            round_.dealer.take(card)
            judge(round_, house, card)

    return apply


@effect("the dealer draws a card")
def draw_for_dealer(_rules: Rules) -> EffectFunction:
    """On sixteen or less, and on a soft seventeen where the rules say so [000, 001, 002, 003]."""

    def apply(round_: Round, house: House, _event: Event) -> None:
        card = draw(round_, house)
        if card is not None:
            round_.dealer.take(card)

    return apply


@effect("settle every bet that is open")
def settle_round(rules: Rules) -> EffectFunction:
    """Compare each hand with the dealer's alone [001 Game Resolution]."""
    settle = settle_showdown(rules)

    def apply(round_: Round, house: House, _event: Event) -> None:
        settle(round_, house)

    return apply
