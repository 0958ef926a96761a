"""Players whose answers come from a script or from a journal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.arguments import takes
from pitboss.errors import PitbossError, brief, journal_fault
from pitboss.game.events import ANSWERS, KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.journal.fields import decode
from pitboss.journal.reader import read_event
from pitboss.journal.source import Lines, Source, whole_lines
from pitboss.players.answers import PlayerError
from pitboss.table.offer import Offer, View
from pitboss.text.names import suggest

MAX_AMOUNT_DIGITS: Final = 16
"""The most digits of an amount that is read; no stake has more."""

_DIGITS: Final = re.compile("[0-9]+")


class ScriptEndedError(PitbossError):
    """A script has no answer left for an offer.

    Attributes:
        offer: what was asked.
        words: how many answers the script had.
    """

    def __init__(self, offer: Offer, words: int) -> None:
        self.offer = offer.look()
        self.words = words
        question = offer.question.value.replace("_", " ")
        super().__init__(
            f"seat {offer.seat} is asked for {question}, and all {words} words of its script "
            "are used",
            "write more",
        )


def read_answer(text: str) -> tuple[EventKind, str]:
    """Read an answer in the form of scripts, such as ``hit`` or ``insure:500``.

    Returns:
        The kind of event, and the digits of the amount in minor units, if it has one.

    Raises:
        ValueError: the text is not an answer; the message says what to write.
    """
    word, colon, digits = text.partition(":")
    kind = ANSWERS.get(word)
    if kind is None:
        hint = suggest(word, ANSWERS) or f"; write one of {', '.join(ANSWERS)}"
        raise ValueError(f"there is no such word{hint}")
    if colon and kind not in KINDS_WITH_AMOUNT:
        raise ValueError("only bet and insure have an amount")
    if colon and not _DIGITS.fullmatch(digits):
        raise ValueError("write the amount in whole minor units, such as bet:1000")
    return kind, digits


class ScriptedPlayer:
    """Gives the answers of a script in their order, without regard to the questions.

    A word such as ``hit`` answers for the hand that is asked. ``bet:1000`` and ``insure:500`` have
    the stake in minor units. Without an amount, a bet is the least that is allowed, and insurance
    the greatest. Events in the script are returned unchanged, legal or not.

    Args:
        script: words and events.

    Raises:
        PlayerError: a word cannot be read.
    """

    @takes(PlayerError)
    def __init__(self, script: Iterable[str | Event]) -> None:
        self._script = tuple(_read(entry) if isinstance(entry, str) else entry for entry in script)
        self._given = 0

    @property
    def left(self) -> int:
        """How many answers are left."""
        return len(self._script) - self._given

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  a script looks at nothing
        """Give the next answer.

        Raises:
            ScriptEndedError: no answer is left.
        """
        if not self.left:
            raise ScriptEndedError(offer, self._given)
        entry = self._script[self._given]
        self._given += 1
        return entry if isinstance(entry, Event) else offer.answer(*entry)


def _read(text: str) -> tuple[str, int | None]:
    try:
        kind, digits = read_answer(text)
    except ValueError as error:
        raise PlayerError(f"there is {brief(text)} in a script", str(error)) from error
    if len(digits) > MAX_AMOUNT_DIGITS:
        raise PlayerError(
            f"there is {brief(text)} in a script",
            f"write the amount in at most {MAX_AMOUNT_DIGITS} digits",
        )
    return kind.value, int(digits) if digits else None


class JournalPlayer:
    """Gives the answers of a journal, for every seat of its table.

    The same player must answer for all seats, because the answers of a journal are in one order. At
    a table with the same rules, seats and seed, it repeats the rounds of the journal. `verify`
    checks rounds byte for byte; this player lets a host watch them, or continue where the journal
    ends.

    Args:
        source: the journal, opened in binary mode; it is read only when an answer is needed.
    """

    @takes(journal_fault)
    def __init__(self, source: Source) -> None:
        self._events = _events(source)
        self._given = 0
        self._whole = True

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  it looks at nothing
        """Give the next answer of the journal.

        Raises:
            ScriptEndedError: the journal has no further answer.
            PlayerError: the next answer in the journal is from another seat, so the tables
                differ; or an earlier call was interrupted, or could not read a line.
            JournalError: a line of the journal cannot be read.
        """
        if not self._whole:
            raise PlayerError("the journal was not read to its end", "begin again with its file")
        self._whole = False
        event = next(self._events, None)
        self._whole = True
        if event is None:
            raise ScriptEndedError(offer, self._given)
        if event.seat != offer.seat:
            raise PlayerError(
                f"seat {offer.seat} is asked, but next in the journal is {event}",
                "use the rules, the seats and the seed of the journal",
            )
        self._given += 1
        return event


def _events(source: Source) -> Iterator[Event]:
    for raw in whole_lines(Lines(source)):
        record = decode(raw)
        if record["line"] == "event":
            yield read_event(raw, record)
