"""The state of a table as text, for people at the table and for readers of a journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.arguments import takes
from pitboss.game.bets import BetView
from pitboss.game.cards import Card
from pitboss.game.money import format_minor
from pitboss.game.round import DealerNatural
from pitboss.players.answers import PlayerError
from pitboss.table.offer import HandView, View
from pitboss.text.terminal import (
    DEALER,
    Look,
    Rows,
    dealer_total,
    ordinal,
    outcome_text,
    signed_text,
    total_text,
)

_PLAIN: Final = Look(symbols=False)


@takes(PlayerError)
def table_text(view: View, minor_per_unit: int) -> str:
    """Draw the table in plain letters as a viewer sees it.

    Args:
        view: what the viewer sees.
        minor_per_unit: minor units in one unit of money.
    """
    balances = [seat.balance_minor for seat in view.seats]
    chips = ["" if each is None else format_minor(each, minor_per_unit) for each in balances]
    return "\n".join(table_lines(view, minor_per_unit, _PLAIN, chips))


def table_lines(
    view: View,
    minor_per_unit: int,
    look: Look,
    chips: Sequence[str],
    hole_card: Card | None = None,
) -> list[str]:
    """Draw the table, one line for each hand; an arrow marks the hand that is asked.

    Args:
        view: what the viewer sees.
        minor_per_unit: minor units in one unit of money.
        look: what the reader's terminal can show.
        chips: the chips of each seat, as text; empty if the viewer may not know them.
        hole_card: the card that lies face down, if the viewer may know it.
    """
    rows = Rows(look, tuple(seat.name for seat in view.seats))
    lines = [look.line(f"Round {view.round_number}, {view.phase.value}")]
    for seat, owned in zip(view.seats, chips, strict=True):
        of_seat = ["you"] if view.viewer == seat.index else []
        of_seat += [f"chips {owned}"] if owned else []
        of_seat += _side_bets(seat.side_bets, minor_per_unit)
        for number, hand in enumerate(seat.hands or [None]):
            name = f"  {ordinal(number)} hand" if number else seat.name
            cards = total = ""
            words = of_seat if number == 0 else []
            if hand is not None:
                words = [*_words(hand, minor_per_unit), *words]
                if hand.cards:
                    cards = look.cards(hand.cards)
                    total = total_text(hand.points, soft=hand.soft, natural=hand.natural)
            first, *more = rows.row(name, cards, total, ", ".join(words))
            asked = (view.asked_seat, view.asked_hand) == (seat.index, number)
            lines += [f">{first[1:]}" if asked else first, *more]
    if view.dealer_cards:
        cards = look.cards(view.dealer_cards, hidden=view.hole_hidden)
        total = dealer_total(view.dealer_cards, natural=view.dealer_natural is DealerNatural.SEEN)
        lines += rows.row(DEALER, cards, total, look.known(hole_card))
    return lines


def _side_bets(bets: Sequence[BetView], minor_per_unit: int) -> Iterator[str]:
    """Return the side bets of a seat, with their results."""
    for bet in bets:
        came_to = ""
        if bet.reason is not None:
            came_to = f" ({signed_text(bet.net_minor, minor_per_unit)})"
        yield f"{bet.name} {format_minor(bet.stake_minor, minor_per_unit)}{came_to}"


def _words(hand: HandView, minor_per_unit: int) -> Iterator[str]:
    """Return the words that describe a hand."""
    if hand.bet_minor:
        yield f"bet {format_minor(hand.bet_minor, minor_per_unit)}"
    if hand.doubled:
        yield "doubled"
    bet = hand.insurance
    if bet is not None:
        came_to = f" ({signed_text(bet.net_minor, minor_per_unit)})" if bet.net_minor else ""
        yield f"insured for {format_minor(bet.stake_minor, minor_per_unit)}{came_to}"
    if hand.outcome is not None:
        counts = hand.bet_minor or hand.net_minor
        came_to = f" ({signed_text(hand.net_minor, minor_per_unit)})" if counts else ""
        bonus = "" if hand.bonus is None else f" by {hand.bonus.name}"
        yield f"{outcome_text(hand.outcome)}{came_to}{bonus}"
    elif hand.surrendered:
        yield "surrendered"
