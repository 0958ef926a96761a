"""What notebooks show: a table, a recorded round and a journal, each as a page in its own frame.

Many people may see a notebook, so each page holds only what a spectator may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import BinaryIO, Final

from pitboss.errors import PitbossError
from pitboss.game.events import EventKind
from pitboss.game.round import Phase
from pitboss.records import RecordedDecision, RecordedHand, RecordedRound
from pitboss.story import RoundPage, round_page, table_page
from pitboss.story.viewer.steps import PHASES, Frame, codes
from pitboss.story.viewer.writing import write_page
from pitboss.table import Table
from pitboss.text.strict import JsonValue
from pitboss.text.terminal import (
    Look,
    dealer_total,
    ordinal,
    outcome_text,
    printable,
    signed_text,
    total_text,
)

SHOWN_ROUNDS: Final = 20
"""How many of the last rounds of a journal are shown."""

_LOOK: Final = Look()


def draw(value: object, held: BinaryIO | None) -> str | None:
    """Return a value as HTML for a notebook; `None` if it cannot be drawn.

    Args:
        value: a table, a recorded round, or a journal.
        held: a file with the text of the journal so far, if the value is a journal that can be
            read; `draw` closes the file. `None` for any other value.
    """
    try:
        if isinstance(value, Table):
            page = table_page(value)
        elif isinstance(value, RecordedRound):
            page = _recorded(value)
        elif held is not None:
            with held:
                page = _last_rounds(held)
        else:
            return None
    except (PitbossError, OSError):
        # The notebook then shows the value as text; an error would show nothing.
        return None
    return page.in_frame()


def _last_rounds(held: BinaryIO) -> RoundPage:
    over = sum(b'"line":"end"' in line for line in held)
    held.seek(0)
    return round_page(held, max(1, over - SHOWN_ROUNDS + 1), max(1, over))


def _recorded(shown: RecordedRound) -> RoundPage:
    """Draw a round as it ended, in minor units, because a record does not name the unit."""
    names = [""] * (max([seat.seat for seat in shown.seats], default=-1) + 1)
    for seat in shown.seats:
        names[seat.seat] = printable(seat.name)
    total = ""
    if shown.dealer_cards:
        total = dealer_total(shown.dealer_cards, natural=shown.dealer_natural)
    lies = codes(shown.dealer_cards)
    if shown.hole_card is not None and shown.dealer_cards[1:] == ():
        lies += "--"
    frame: Frame = {"s": PHASES.index(Phase.RESOLVED), "d": [lies, total], "a": 0}
    for hand in shown.hands:
        frame[f"{hand.seat}.{hand.hand}"] = [*_hand(hand)]
    number = str(shown.number)
    data: JsonValue = {
        "names": {number: [*names]},
        "rounds": [{"n": shown.number, "steps": [[0, 0, 0, frame]], "won": {}, "had": []}],
    }
    return write_page(
        f"Round {number}",
        "".join(_text(shown, total)),
        data,
        about=f"{', '.join(filter(None, names))} \N{MIDDLE DOT} amounts in minor units",
        kind="recorded",
    )


def _hand(hand: RecordedHand) -> tuple[str, str, str, str, int, str, str]:
    net_minor = hand.net_minor
    beside = ""
    if hand.insurance_minor:
        beside = f"insurance {signed_text(hand.insurance_net_minor, 1)}"
    return (
        codes(hand.cards),
        _total(hand),
        signed_text(hand.bet_minor, 1).removeprefix("+"),
        f"{outcome_text(hand.outcome)} {signed_text(net_minor, 1)}",
        (net_minor > 0) - (net_minor < 0),
        beside,
        "x2" if hand.doubled else "",
    )


def _total(hand: RecordedHand) -> str:
    return total_text(hand.points, soft=hand.soft, natural=hand.natural) if hand.cards else ""


def _text(shown: RecordedRound, total: str) -> Iterator[str]:
    """Return the round as text: how it ended, and the answers."""
    ended = f"The dealer has {total}" if total else "The round is over"
    yield f'<section id="r{shown.number}"><h2>Round {shown.number}</h2>'
    yield f'<ol class="steps"><li>{ended}</li></ol><table>'
    yield "<tr><th>who<th>cards<th>total<th>bet<th>result<th>insurance"
    for hand in shown.hands:
        sign = "won" if hand.net_minor > 0 else "lost" if hand.net_minor < 0 else "even"
        yield f'<tr class="{sign}">'
        _, points, bet, came, _, beside, _ = _hand(hand)
        cells = (printable(hand.name), _LOOK.cards(hand.cards), points, bet, came, beside)
        yield from (f"<td>{escape(cell)}" for cell in cells)
    yield '</table><ul class="why" data-title="Answers">'
    yield from map(_answer, shown.decisions)
    yield "</ul><pre></pre></section>"


def _answer(made: RecordedDecision) -> str:
    """Return an answer and its question."""
    answer = made.answer.value.replace("_", " ")
    if made.answer is EventKind.DECLINE:
        answer += f" {made.question.value.replace('_', ' ')}"
    amount = "" if made.amount_minor is None else f" {signed_text(made.amount_minor, 1)[1:]}"
    with_cards = ""
    if made.cards:
        which = f", {ordinal(made.hand)} hand" if made.hands > 1 else ""
        with_cards = f"{which}: {_LOOK.cards(made.cards)}, {made.points}"
    name = f"<b>{escape(printable(made.name))}</b>"
    return f"<li>{name}{with_cards} \N{RIGHTWARDS ARROW} {answer}{amount}</li>"
