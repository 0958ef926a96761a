"""A player who says what is written down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.errors import brief
from pitboss.game.events import ANSWERS, KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.players.errors import PlayerError, ScriptEndedError
from pitboss.players.words import SAY
from pitboss.rules.option_kinds import suggestion
from pitboss.table.offers import Offer
from pitboss.table.views import View

LONGEST_AMOUNT: Final = 18
"""Digits of the longest amount in a script; no stake has more."""


class ScriptedPlayer:
    """Says the given words in their order, whatever is asked.

    A word such as ``hit`` is said of the hand that is asked. ``bet:1000`` and ``insure:500`` name
    their stake in minor units; without one a bet is the least and insurance the most that is
    allowed. An event is said as it stands, legal or not.

    Args:
        script: words and events.

    Raises:
        PlayerError: a word cannot be read.
    """

    def __init__(self, script: Iterable[str | Event]) -> None:
        self._script = tuple(_read(entry) if isinstance(entry, str) else entry for entry in script)
        self._said = 0

    @property
    def left(self) -> int:
        """How many words are still to be said."""
        return len(self._script) - self._said

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  a script looks at nothing
        """Say the next word.

        Raises:
            ScriptEndedError: there is none.
        """
        if not self.left:
            raise ScriptEndedError(offer, self._said)
        entry = self._script[self._said]
        self._said += 1
        return entry if isinstance(entry, Event) else _event(entry, offer)


_Word = tuple[EventKind, int | None]
"""What is said, and the amount where one is written."""


def _read(text: str) -> _Word:
    word, colon, amount = text.partition(":")
    kind = ANSWERS.get(word)
    if kind is None:
        hint = suggestion(word, ANSWERS) or f"; write one of {', '.join(ANSWERS)}"
        raise _unreadable(text, f"there is no such word{hint}")
    if not colon:
        return kind, None
    if kind not in KINDS_WITH_AMOUNT:
        raise _unreadable(text, "only bet and insure name an amount")
    if not (amount.isascii() and amount.isdigit() and len(amount) <= LONGEST_AMOUNT):
        raise _unreadable(text, "write the amount in whole minor units, such as bet:1000")
    return kind, int(amount)


def _event(word: _Word, offer: Offer) -> Event:
    kind, amount_minor = word
    if kind is EventKind.BET:
        return offer.bet(offer.least_minor if amount_minor is None else amount_minor)
    if kind is EventKind.INSURE:
        return offer.insure(amount_minor)
    return SAY[kind](offer)


def _unreadable(text: str, hint: str) -> PlayerError:
    return PlayerError(f"{brief(text)} in a script", hint)
