"""A quick guess at the events that stand in a piece of a journal.

It is a guess because nothing is checked: not the spelling of a line, not its place, not what else
stands in it. That is enough for a replay in one piece. An engine that is fed with the guess writes
a journal of its own, and no two lists of events ever give the same one; so if that is the piece,
byte for byte, the guess was right, and every line of the piece is as it must be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from pitboss.errors import JournalError
from pitboss.game.events import ANSWERS, Event
from pitboss.journal.reader import RawLine, check_note

_NOTE: Final = b'"line":"note"'

_INPUTS: Final = re.compile(rb'"line":"(round|event[^[]*)')
"""What a line says that is an input of the replay: all that stands before its moves."""

_EVENT: Final = re.compile(
    rb'event","event":"([a-z_]{1,16})",'
    rb'"seat":([0-9]{1,4}),"hand":([0-9]{1,4}),(?:"amount":([0-9]{1,18}),)?"moves":'
)

_MOST_KEPT: Final = 4096
"""Events that are kept; a few hundred are said again and again, but stakes can be anything."""


class Guesses:
    """Guesses events from pieces of one journal."""

    def __init__(self) -> None:
        self._events = _EventsByText({b"round": Event.open()})

    def events(self, piece: bytes) -> Iterator[Event]:
        """Give the events that seem to stand in some lines.

        Raises:
            JournalError: something that looked like an event is none.
        """
        return map(self._events.__getitem__, _INPUTS.findall(piece))


class _EventsByText(dict[bytes, Event]):
    """Events by what stands in a line; one that is not there yet is read, and mostly kept."""

    def __missing__(self, text: bytes) -> Event:
        found = _EVENT.fullmatch(text)
        kind = None if found is None else ANSWERS.get(found[1].decode())
        if found is None or kind is None:
            raise JournalError(None, "no event that can be guessed")
        event = Event(kind, int(found[2]), int(found[3]), int(found[4] or 0))
        if len(self) < _MOST_KEPT:
            self[text] = event
        return event


def without_notes(piece: bytes) -> bytes:
    """Return some lines of a journal without the host's own.

    Raises:
        JournalError: one of those is no note.
    """
    if _NOTE not in piece:
        return piece
    # A line ends with a line feed alone; `splitlines` would also end it with a carriage return.
    lines = [RawLine(0, 0, data) for data in BytesIO(piece)]
    for raw in lines:
        if raw.is_note:
            check_note(raw)
    return b"".join([raw.data for raw in lines if not raw.is_note])
