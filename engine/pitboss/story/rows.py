"""Rows: whose cards, the cards, what they are worth, what is said of them, in columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.text.terminal import NO_BREAK, Look, columns_of, left, printable, shortened, wrapped

DEALER: Final = "dealer"
_NAME_COLUMNS_MAX: Final = 14
_TOTAL_COLUMNS: Final = 10
_CARDS_COLUMNS: Final = 16
_LEAST_WORDS: Final = 24


class Rows:
    """The columns of a page.

    Args:
        look: what the reader's terminal can show.
        names: who sits at the table.
    """

    def __init__(self, look: Look, names: tuple[str, ...]) -> None:
        self._look = look
        longest = max(columns_of(printable(name)) for name in ("  2nd hand", *names))
        self._name_columns = min(longest, _NAME_COLUMNS_MAX) + 2

    def row(self, name: str, cards: str, total: str, words: str) -> Iterator[str]:
        """Write a row; where the words do not fit beside the cards they stand below.

        Args:
            name: whose cards.
            cards: as they are drawn.
            total: what they are worth.
            words: what is said.
        """
        look, name_columns = self._look, self._name_columns
        shown = shortened(printable(name), name_columns - 2)
        head = f" {left(look.strong(shown), name_columns)}{left(cards, _CARDS_COLUMNS)}"
        head += left(total, _TOTAL_COLUMNS)
        room = look.columns - columns_of(head)
        if room < min(_LEAST_WORDS, columns_of(words)):
            yield head.rstrip()
            head = " " * (name_columns + 3)
            room = look.columns - columns_of(head)
        for line in wrapped(words, room):
            yield (head + line).rstrip()
            head = " " * columns_of(head)

    def note(self, name: str, sentence: str) -> Iterator[str]:
        """Write a sentence about somebody, with no cards between."""
        shown = shortened(printable(name), self._name_columns - 2)
        head = f" {left(self._look.strong(shown), self._name_columns)}"
        for line in wrapped(sentence, self._look.columns - self._name_columns - 1):
            yield head + line
            head = " " * (self._name_columns + 1)

    def listed(self, name: str, items: list[str]) -> Iterator[str]:
        """Write items beside one another, broken only between them."""
        dot = self._look.dot
        tied = [item.replace(" ", NO_BREAK) for item in items]
        between = f"{dot.rstrip().replace(' ', NO_BREAK)} "
        text = between.join(tied) if len(items) > 1 else "".join(items)
        head = f" {left(self._look.faint(name), self._name_columns)}"
        for line in wrapped(text, self._look.columns - self._name_columns - 1):
            yield (head + line.replace(NO_BREAK, " ")).rstrip()
            head = " " * (self._name_columns + 1)
