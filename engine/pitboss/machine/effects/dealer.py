"""Effects of the house: the peek, the dealer's own cards, and the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.game.round import DealerNatural, House, Round
from pitboss.machine.effects.drawing import draw
from pitboss.machine.flags import Flags
from pitboss.machine.settlement import (
    settle_natural_excluded,
    settle_natural_seen,
    settle_open_naturals,
    settle_showdown,
)
from pitboss.rules import Rules
from pitboss.rules.values import UpCard

_EXCLUDED: Final = DealerNatural.EXCLUDED


def peek_at_hole(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """A natural is turned up and settles every bet; else the card stays unseen [001]."""
    hole_card = house.hole_card
    if hole_card is not None and _is_dealer_natural(round_, hole_card):
        _turn_hole_up(flags, round_, house, hole_card)
        settle_natural_seen(flags, round_, house)
    else:
        settle_natural_excluded(flags, round_, house)


def _is_dealer_natural(round_: Round, second: Card) -> bool:
    """Say whether a card beside the up card makes a natural: an ace beside a card worth ten."""
    up_card = round_.up_card
    return (
        up_card is not None
        and up_card.is_ace is not second.is_ace
        and up_card.makes_natural
        and second.makes_natural
    )


def _turn_hole_up(flags: Flags, round_: Round, house: House, hole_card: Card) -> None:
    """Lay the hole card face up, in the place in which it was drawn."""
    house.trace.append(hole_card)
    house.hole_card = None
    round_.hole_hidden = False
    round_.dealer.take(hole_card)
    if flags.up_card_is_second:
        round_.dealer.cards.reverse()


def dealer_as_drawn(
    rules: Rules, shown: Sequence[Card], hole_card: Card | None
) -> tuple[Card, ...]:
    """Return the dealer's cards in the order drawn, one that was not turned in its place.

    Args:
        rules: they say which of the first two cards lies face up.
        shown: the cards that lie face up.
        hole_card: the card that lies face down; None where there is none.
    """
    if hole_card is None:
        return tuple(shown)
    return (hole_card, *shown) if rules.up_card is UpCard.SECOND else (*shown, hole_card)


def pay_naturals(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """A dealer natural is excluded, so that they cannot be tied [003 Natural Resolution]."""
    settle_open_naturals(flags, round_, house)


def _judge_dealer(flags: Flags, round_: Round, house: House, second: Card) -> None:
    """Settle what the dealer's second card settles."""
    if round_.dealer_natural is _EXCLUDED:
        return
    if _is_dealer_natural(round_, second):
        settle_natural_seen(flags, round_, house)
    else:
        settle_natural_excluded(flags, round_, house)
        if flags.settles_naturals_at_deal:
            settle_open_naturals(flags, round_, house)


def turn_hole_card(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """The dealer shows the hole card before doing anything else [002 Rules]."""
    # The guard of this move has seen that a card lies face down.
    hole_card = cast("Card", house.hole_card)
    _turn_hole_up(flags, round_, house, hole_card)
    _judge_dealer(flags, round_, house, hole_card)


def draw_second_card(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Without a hole card this is the first draw of the dealer's turn."""
    card = draw(round_, house)
    if card is not None:
        round_.dealer.take(card)
        _judge_dealer(flags, round_, house, card)


def draw_for_dealer(_flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """On sixteen or less, and on a soft seventeen where the rules say so [000, 001, 002, 003]."""
    card = draw(round_, house)
    if card is not None:
        round_.dealer.take(card)


def settle_round(flags: Flags, round_: Round, house: House, _event: Event) -> None:
    """Compare each hand with the dealer's alone [001 Game Resolution]."""
    settle_showdown(flags, round_, house)
