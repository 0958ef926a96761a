"""Names that people choose: which are allowed, and which look the same.

A name is checked when a person chooses it. Names in a journal, or from a host, are not checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final
from unicodedata import bidirectional, category, combining, normalize

_MAX_MARKS: Final = 4
"""The most marks on one letter; no language has more, and more would cover other text [UTS #39]."""

_MAX_WORD: Final = 40
"""`suggest` has no suggestion for a word that has more letters than this."""

_DEALER: Final = "dealer"
_CONTROLS: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""The Unicode categories of characters that control how text is shown, or have no standard look."""

_SEEN: Final = frozenset("LNPS")
"""The first letters of the categories for letters, numbers, punctuation and symbols."""

_MARKS: Final = frozenset({"Mn", "Me"})
_IN_EMOJI: Final = frozenset({"So", "Sm", "Sk"})
_VIRAMA: Final = 9
"""The combining class of viramas, which join letters in scripts of India."""

NON_JOINER: Final = "\u200c"
JOINER: Final = "\u200d"
JOINERS: Final = frozenset({NON_JOINER, JOINER})
"""These characters have no width; they say how the letters or emoji next to them are drawn."""

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Joiners, and letters, marks and a symbol that are invisible by themselves."""


def name_key(name: str) -> str:
    """Return a form of a name that is equal for names that look the same to people.

    The form ignores capitals, extra blanks, invisible characters, and other forms of a letter, such
    as full width.
    """
    folded = normalize("NFKC", _UNSEEN.sub("", name)).casefold()
    return " ".join(normalize("NFKC", folded).split())


def name_refusal(name: str) -> str:
    """Return how to change a refused name; empty if the name is allowed.

    Other people must be able to read a name, and a name must not hide or change the text around it.
    """
    kinds = [
        category(letter)
        for place, letter in enumerate(name)
        if letter not in JOINERS or not _joins(name, place)
    ]
    if not _CONTROLS.isdisjoint(kinds):
        return "leave out signs that control how text is shown"
    if not any(category(letter)[0] in _SEEN for letter in _UNSEEN.sub("", name)):
        return "give a name with letters that can be seen"
    if category(name[0])[0] == "M" or _most_marks(name) > _MAX_MARKS:
        return f"put marks on letters, and at most {_MAX_MARKS} on each"
    if name_key(name) == _DEALER:
        return "choose another name than the dealer's"
    return ""


def _joins(name: str, place: int) -> bool:
    """Say whether a language, or an emoji of several parts, needs a joiner at this place."""
    before = name[:place]
    if before and combining(before[-1]) == _VIRAMA:
        return True
    bare = [letter for letter in before[-1 - _MAX_MARKS :] if category(letter) not in _MARKS]
    around = [*bare[-1:], *name[place + 1 : place + 2]]
    if name[place] == NON_JOINER:
        joins = [bidirectional(letter) == "AL" for letter in around]
    else:
        joins = [category(letter) in _IN_EMOJI for letter in around]
    return joins == [True, True]


def _most_marks(name: str) -> int:
    """Return the most marks on one letter after form C has joined marks with letters."""
    most = marks = 0
    for letter in normalize("NFC", name):
        marks = marks + 1 if category(letter) in _MARKS else 0
        most = max(most, marks)
    return most


def suggest(word: object, known: Iterable[str]) -> str:
    """Return a question that offers the words most like `word`; empty if no word is like it.

    Args:
        word: the word that the user wrote.
        known: the words that are allowed.
    """
    text = word if isinstance(word, str) and len(word) <= _MAX_WORD else ""
    close = get_close_matches(text, tuple(known), n=2)
    return f"; did you mean {' or '.join(close)}?" if close else ""
