"""The table as plain text, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.game.money import format_minor
from pitboss.game.reasons import Outcome
from pitboss.game.round import DealerNatural
from pitboss.table.views import HandView, SeatView, View
from pitboss.text.terminal import Look, printable, total_text

_PLAIN: Final = Look(symbols=False)

_OUTCOMES: Final = {
    Outcome.WIN: "wins",
    Outcome.LOSS: "loses",
    Outcome.PUSH: "pushes",
    Outcome.NATURAL: "is paid as blackjack",
    Outcome.BUST: "is lost",
    Outcome.SURRENDER: "was given up",
    Outcome.EVEN_MONEY: "took even money",
    Outcome.CHARLIE: "wins as a charlie",
    Outcome.VOID: "is void",
}


def table_text(view: View, minor_per_unit: int) -> str:
    """Draw the table as a viewer sees it, one line for the dealer and one for each hand.

    Args:
        view: what the viewer sees; an arrow marks the hand that is asked.
        minor_per_unit: minor units in one unit of money.
    """
    rows = [("  ", "Dealer", _dealer(view))]
    for seat in view.seats:
        name = _name(seat, view)
        for arrow, text in _seat(seat, view, minor_per_unit):
            rows.append((arrow, name, text))
            name = ""
    width = max(len(name) for _, name, _ in rows)
    lines = [f"{arrow}{name:<{width}}  {text}".rstrip() for arrow, name, text in rows]
    return "\n".join([f"Round {view.round_number}", *lines])


def _dealer(view: View) -> str:
    if not view.dealer_cards:
        return ""
    seen = view.dealer_natural is DealerNatural.SEEN
    total = "blackjack" if seen else str(view.dealer_points)
    return f"{_PLAIN.cards(view.dealer_cards, hidden=view.hole_hidden)}  {total}"


def _name(seat: SeatView, view: View) -> str:
    name = printable(seat.name)
    return f"{name} (you)" if view.viewer == seat.index else name


def _seat(seat: SeatView, view: View, minor_per_unit: int) -> Iterator[tuple[str, str]]:
    """Give the arrow and the text of each line of a seat."""
    balance = seat.balance_minor
    chips = "" if balance is None else f"chips {format_minor(balance, minor_per_unit)}"
    if not seat.hands:
        yield _arrow(seat, 0, view), chips
    for number, hand in enumerate(seat.hands):
        parts = [*_parts(hand, minor_per_unit), chips]
        yield _arrow(seat, number, view), "  ".join(part for part in parts if part)
        chips = ""


def _arrow(seat: SeatView, number: int, view: View) -> str:
    return "> " if (view.asked_seat, view.asked_hand) == (seat.index, number) else "  "


def _parts(hand: HandView, minor_per_unit: int) -> Iterator[str]:
    """Give what there is to say of a hand."""
    if hand.cards:
        yield _PLAIN.cards(hand.cards)
        yield total_text(hand.points, soft=hand.soft, natural=hand.natural)
    yield f"bet {format_minor(hand.bet_minor, minor_per_unit)}"
    if hand.doubled:
        yield "doubled"
    if hand.insurance_minor:
        settled = _signed(hand.insurance_net_minor, minor_per_unit)
        came_to = f" ({settled})" if hand.insurance_net_minor else ""
        yield f"insured {format_minor(hand.insurance_minor, minor_per_unit)}{came_to}"
    if hand.outcome is not None:
        yield f"{_OUTCOMES[hand.outcome]} ({_signed(hand.net_minor, minor_per_unit)})"
    elif hand.surrendered:
        yield "given up"


def _signed(amount_minor: int, minor_per_unit: int) -> str:
    """Write what was won with a plus."""
    plus = "+" if amount_minor > 0 else ""
    return f"{plus}{format_minor(amount_minor, minor_per_unit)}"
