"""The table at the end of a round: what became of every hand, and who has how many chips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from pitboss.story.moments import HandEnded, RoundEnded
from pitboss.story.phrases import Phrases, dealer_total
from pitboss.text.terminal import (
    Look,
    columns_of,
    left,
    ordinal,
    printable,
    right,
    shortened,
    total_text,
)

_NAME_COLUMNS: Final = 14


@frozen
class _Line:
    """One line of the table, its cells as plain text; the net decides the colour."""

    name: str
    total: str = ""
    bet: str = ""
    result: str = ""
    net: str = ""
    chips: str = ""
    net_minor: int = 0

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.name, self.total, self.bet, self.result, self.net, self.chips)


_HEADING: Final = _Line("", "total", "bet", "result", "net", "chips")
_LEFT: Final = frozenset({0, 1, 3})
"""Columns whose text begins at the left; the others hold amounts."""


def settlement(ended: RoundEnded, look: Look, phrases: Phrases) -> Iterator[str]:
    """Write what became of a round.

    Columns that have nothing to say are left out: no amounts where nothing is played for, no chips
    where the viewer may not know them.
    """
    if ended.void:
        yield " No card is left to play the round with: every bet is returned."
    if not ended.hands:
        yield " Nobody plays in this round."
        return
    lines = [*_lines(ended, phrases)]
    table = [_HEADING, *lines]
    used = [any(line.cells[column] for line in lines) for column in range(len(_HEADING.cells))]
    widths = [
        max(columns_of(line.cells[column]) for line in table)
        for column in range(len(_HEADING.cells))
    ]
    for line in table:
        cells: list[str] = []
        for column, text in enumerate(line.cells):
            if used[column]:
                place = left if column in _LEFT else right
                cells.append(_painted(place(text, widths[column]), column, line, look))
        yield f" {'  '.join(cells)}".rstrip()


def _painted(text: str, column: int, line: _Line, look: Look) -> str:
    if line is _HEADING:
        return look.faint(text)
    if column == 0:
        return look.strong(text)
    return look.gain(line.net_minor, text) if column == 4 else text


def _lines(ended: RoundEnded, phrases: Phrases) -> Iterator[_Line]:
    chips = {
        seat.seat: phrases.money(seat.balance_minor)
        for seat in ended.seats
        if seat.balance_minor is not None and not seat.on_credit and phrases.for_money
    }
    house_minor = 0
    for ending in ended.hands:
        hand = ending.of
        last_of_seat = hand.hand == hand.hands - 1
        amounts = phrases.for_money
        house_minor -= ending.net_minor + ending.insurance_net_minor
        owned = chips.get(hand.seat, "") if last_of_seat else ""
        yield _Line(
            _name(ending),
            total_text(hand.points, soft=hand.soft, natural=hand.natural) if hand.cards else "",
            phrases.money(hand.bet_minor) if amounts else "",
            phrases.outcome(ending.outcome),
            phrases.signed(ending.net_minor) if amounts else "",
            "" if ending.insurance_minor else owned,
            ending.net_minor,
        )
        if ending.insurance_minor:
            yield _insurance(ending, phrases, owned)
    if ended.dealer_cards:
        total = dealer_total(ended.dealer_cards, natural=ended.dealer_natural)
        net = phrases.signed(house_minor) if phrases.for_money else ""
        yield _Line("dealer", total, net=net, net_minor=house_minor)


def _insurance(ending: HandEnded, phrases: Phrases, chips: str) -> _Line:
    won = ending.insurance_net_minor > 0
    return _Line(
        "  insurance",
        bet=phrases.money(ending.insurance_minor),
        result=f"win {phrases.rules.insurance_pays}" if won else "loss",
        net=phrases.signed(ending.insurance_net_minor),
        chips=chips,
        net_minor=ending.insurance_net_minor,
    )


def _name(ending: HandEnded) -> str:
    name = shortened(printable(ending.of.name), _NAME_COLUMNS)
    return f"{name}, {ordinal(ending.of.hand)} hand" if ending.of.hands > 1 else name
