"""Drawing for a terminal: cards, totals, amounts and columns as text, in colour or plain.

Nothing here prints. A `Look` says what the reader's terminal can show; the caller creates it, and
prints the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import accumulate
from typing import Final
from unicodedata import category, east_asian_width

from attrs import frozen

from pitboss.game.arithmetic import TWENTY_ONE
from pitboss.game.cards import Card, Suit
from pitboss.game.money import format_minor
from pitboss.game.reasons import Outcome
from pitboss.game.totals import total_of
from pitboss.text.names import JOINERS, name_refusal
from pitboss.text.tokens import TERMINAL

DEFAULT_WIDTH: Final = 80
"""The number of columns if a terminal does not say how wide it is."""

MAX_LINE_COLUMNS: Final = 100
"""The most columns of a line; longer lines are hard to read."""

DEALER: Final = "dealer"
"""The name of the dealer in front of a row."""

NO_BREAK: Final = "\N{NO-BREAK SPACE}"

_KEPT: Final = frozenset({NO_BREAK, *JOINERS})
"""Characters that Python calls not printable, although they control nothing."""

_NO_COLUMNS: Final = frozenset({"Mn", "Me", "Cf"})
"""The Unicode categories of characters without a column of their own, such as marks."""

MAX_NAME_COLUMNS: Final = 14
"""The most columns of a name in front of a row; longer names are cut off."""

_MAX_CHOSEN_COLUMNS: Final = 40
"""The most columns of a name that a person chooses: 40 letters, or 20 that are twice as wide."""

_TOTAL_COLUMNS: Final = 10
_CARDS_COLUMNS: Final = 16
_MIN_WORDS: Final = 24
_SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RED_SUITS: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")


class Paint(Enum):
    """What a piece of text means; the value is its escape sequence for a terminal."""

    STRONG = "1"
    FAINT = "2"
    GAIN = TERMINAL["won"]
    LOSS = TERMINAL["lost"]
    RED_CARD = TERMINAL["red"]
    HIDDEN_CARD = TERMINAL["back"]
    HIT = TERMINAL["hit"]
    STAND = TERMINAL["stand"]
    DOUBLE = TERMINAL["double"]
    SPLIT = TERMINAL["split"]
    SURRENDER = TERMINAL["surrender"]


@frozen
class Look:
    """What the reader's terminal can show.

    Attributes:
        colour: escape sequences for colour may be written.
        symbols: suits and lines may be written as symbols; otherwise plain letters are used.
        width: how many columns the terminal has.
    """

    colour: bool = False
    symbols: bool = True
    width: int = DEFAULT_WIDTH

    @property
    def columns(self) -> int:
        """How many columns a line should fill."""
        return min(self.width, MAX_LINE_COLUMNS)

    @property
    def dot(self) -> str:
        """The separator between items of one line."""
        return " · " if self.symbols else " - "

    def paint(self, paint: Paint, text: str) -> str:
        """Return text in the style of a paint, if the terminal shows colour."""
        return f"\x1b[{paint.value}m{text}\x1b[0m" if self.colour and text else text

    def strong(self, text: str) -> str:
        """Return text in the style for what a reader should notice first."""
        return self.paint(Paint.STRONG, text)

    def faint(self, text: str) -> str:
        """Return text in the style for what a reader should notice last."""
        return self.paint(Paint.FAINT, text)

    def gain(self, amount_minor: int, text: str) -> str:
        """Return the text of a gain or a loss in its colour."""
        if amount_minor == 0:
            return text
        return self.paint(Paint.GAIN if amount_minor > 0 else Paint.LOSS, text)

    def card(self, card: Card) -> str:
        """Draw a card that lies face up."""
        if not self.symbols:
            return card.code
        rank = "10" if card.rank.value == "T" else card.rank.value
        paint = Paint.RED_CARD if card.suit in _RED_SUITS else Paint.STRONG
        return self.paint(paint, rank + _SYMBOLS[card.suit])

    def face_down(self) -> str:
        """Draw a card that lies face down."""
        return self.paint(Paint.HIDDEN_CARD, "▒▒" if self.symbols else "??")

    def known(self, hole_card: Card | None) -> str:
        """Write which card lies face down; empty if the reader may not know this card."""
        return f"face down: {self.card(hole_card)}" if hole_card else ""

    def cards(self, cards: Iterable[Card], *, hidden: bool = False) -> str:
        """Draw cards beside one another.

        Args:
            cards: the cards that lie face up.
            hidden: whether one more card lies face down.
        """
        drawn = [self.card(card) for card in cards]
        return " ".join([*drawn, self.face_down()] if hidden else drawn)

    def line(self, title: str) -> str:
        """Draw a title, and a line from it to the end of the columns."""
        stroke = "─" if self.symbols else "-"
        rest = self.columns - columns_of(title) - 1
        return f"{self.strong(title)} {self.faint(stroke * max(rest, 3))}"


def total_text(points: int, *, soft: bool, natural: bool = False) -> str:
    """Write the total of a hand.

    Args:
        points: the best total of the hand.
        soft: whether an ace counts eleven in this total.
        natural: whether the hand counts as a natural.
    """
    if natural:
        return "blackjack"
    if points > TWENTY_ONE:
        return f"{points} bust"
    return f"soft {points}" if soft and points < TWENTY_ONE else str(points)


def dealer_total(cards: Sequence[Card], *, natural: bool) -> str:
    """Write the total of the dealer's face-up cards; a single ace is ``ace``."""
    if len(cards) == 1 and cards[0].is_ace:
        return "ace"
    total = total_of(cards)
    return total_text(total.points, soft=total.soft, natural=natural)


_OUTCOMES: Final = {
    Outcome.NATURAL: "blackjack",
    Outcome.SURRENDER: "surrendered",
    Outcome.VOID: "returned",
}
"""Outcomes that are written in other words than in the journal."""


def outcome_text(outcome: Outcome | None) -> str:
    """Write the outcome of a hand in one or two words; an empty text while its bet is open."""
    return "" if outcome is None else _OUTCOMES.get(outcome, str(outcome.value).replace("_", " "))


def signed_text(amount_minor: int, minor_per_unit: int) -> str:
    """Write what was won or lost, such as ``+12.50``."""
    return f"{'+' if amount_minor > 0 else ''}{format_minor(amount_minor, minor_per_unit)}"


def count_text(number: int, noun: str) -> str:
    """Write a number with its noun, such as ``1 round`` or ``2,000 lines``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """Write a position as an ordinal, such as ``2nd``; `number` is counted from 0."""
    place = number + 1
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in {11, 12, 13} else ending}"


def list_text(words: Sequence[str], last: str = "or") -> str:
    """Write words as a list, such as ``hit, stand or double``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def printable(text: str) -> str:
    """Return a text from outside as one line that cannot control a terminal or a drawing.

    Names, paths, lines of a host and error messages come from outside. Control characters, marks
    that change the direction of writing, halves of surrogate pairs and line ends become question
    marks. Joiners are kept, because names in Persian, and combined emoji, need them.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in _KEPT else "?" for letter in text)


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes; escape sequences take none."""
    return sum(
        0 if category(letter) in _NO_COLUMNS else 2 if east_asian_width(letter) in "WF" else 1
        for letter in _ESCAPES.sub("", text)
    )


def chosen_name_refusal(name: str) -> str:
    """Return how to change a name that a person chooses; empty if the name is allowed.

    The name must be visible and not too wide, and a terminal must be able to show it.
    """
    if not columns_of(name.strip()) or columns_of(name) > _MAX_CHOSEN_COLUMNS:
        return f"write 1 to {_MAX_CHOSEN_COLUMNS} letters"
    if NO_BREAK in name or printable(name) != name:
        return "leave out signs that a terminal cannot show"
    return name_refusal(name)


def align_left(text: str, columns: int) -> str:
    """Pad a text with blanks on its right."""
    return text + " " * (columns - columns_of(text))


def right(text: str, columns: int) -> str:
    """Pad a text with blanks on its left."""
    return " " * (columns - columns_of(text)) + text


def shorten(text: str, columns: int) -> str:
    """Return a plain text cut to a number of columns, with a mark where it was cut."""
    if columns_of(text) <= columns:
        return text
    taken = accumulate(map(columns_of, text))
    most = next(place for place, so_far in enumerate(taken) if so_far >= columns)
    return f"{text[:most]}~"


class BlankLines:
    """Keeps only one of several successive blank lines.

    Attributes:
        after_blank: whether the last line was blank.
    """

    def __init__(self) -> None:
        self.after_blank = False

    def without_more(self, lines: Iterable[str]) -> list[str]:
        """Return the next lines, without blank lines after a blank line."""
        kept: list[str] = []
        for line in lines:
            if line or not self.after_blank:
                kept.append(line)
            self.after_blank = not line
        return kept


def wrap(text: str, columns: int) -> Iterator[str]:
    """Break a text between its words into lines of a given width.

    A word that is longer than a line gets its own line. A colour must end in the word in
    which it begins.
    """
    return fill_lines(text.split(" "), columns, columns_of)


def fold_cells(cells: Sequence[str], columns: int) -> Iterator[str]:
    """Put the cells of a row next to each other; cells that do not fit go below."""
    row = _GAP.join(cells)
    if columns_of(row) <= columns:
        yield row.rstrip()
        return
    ended = [f"{cell}{_GAP[:-1]}" for cell in cells]
    first, *below = fill_lines(ended, columns - len(_BELOW), columns_of)
    yield first.rstrip()
    yield from (f"{_BELOW}{line.rstrip()}" for line in below)


_GAP: Final = "  "
_BELOW: Final = "    "


def fill_lines(words: Iterable[str], most: int, measure: Callable[[str], int]) -> Iterator[str]:
    """Join words into lines that are as long as possible.

    Args:
        words: the words, at least one; a word that is longer than a line gets its own line.
        most: the greatest length of a line.
        measure: returns the length of a text.
    """
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and measure(longer) > most:
            yield line
            line = word
        else:
            line = longer
    yield line


class Rows:
    """Rows of four columns: a name, cards, their total, and words.

    Args:
        look: what the reader's terminal can show.
        names: the names at the table.
    """

    def __init__(self, look: Look, names: tuple[str, ...]) -> None:
        self._look = look
        longest = max(columns_of(printable(name)) for name in ("  2nd hand", *names))
        self._name_columns = min(longest, MAX_NAME_COLUMNS) + 2

    def row(self, name: str, cards: str, total: str, words: str) -> Iterator[str]:
        """Write a row; if the words do not fit next to the cards, they go below.

        Args:
            name: whose cards they are.
            cards: the cards, as text.
            total: their total, as text.
            words: the words about them.
        """
        head = (
            self._named(name)
            + align_left(cards, _CARDS_COLUMNS)
            + align_left(total, _TOTAL_COLUMNS)
        )
        columns = self._look.columns - columns_of(head)
        if columns < min(_MIN_WORDS, columns_of(words)):
            yield head.rstrip()
            head = " " * (self._name_columns + 3)
        yield from self._beside(head, words)

    def note(self, name: str, sentence: str) -> Iterator[str]:
        """Write a sentence about a player or the dealer, without cards."""
        yield from self._beside(self._named(name), sentence)

    def list_text(self, name: str, items: list[str]) -> Iterator[str]:
        """Write items next to one another; lines are broken only between items."""
        between = f"{self._look.dot.rstrip().replace(' ', NO_BREAK)} "
        tied = items if len(items) == 1 else [item.replace(" ", NO_BREAK) for item in items]
        head = f" {align_left(self._look.faint(name), self._name_columns)}"
        for line in self._beside(head, between.join(tied)):
            yield line.replace(NO_BREAK, " ").rstrip()

    def _named(self, name: str) -> str:
        shown = shorten(printable(name), self._name_columns - 2)
        return f" {align_left(self._look.strong(shown), self._name_columns)}"

    def _beside(self, head: str, text: str) -> Iterator[str]:
        """Write a text next to a heading, and continue it below if it does not fit."""
        columns = columns_of(head)
        for line in wrap(text, self._look.columns - columns):
            yield (head + line).rstrip()
            head = " " * columns
