"""A player who answers as a journal says that it was answered."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.game.events import Event
from pitboss.journal.reader import Source, decode, numbered_lines, raw_lines, read_event
from pitboss.players.errors import PlayerError, ScriptEndedError
from pitboss.table.offers import Offer
from pitboss.table.views import View


class JournalPlayer:
    """Gives the answers that stand in a journal, for every seat of its table.

    One of these sits in all seats, since a journal keeps the answers of all in one order. On a
    table of the same rules, seats and seed the rounds are those of the journal; `verify` checks
    that byte for byte, while this lets a host watch them, or play on where the journal ends.

    Args:
        source: the journal, opened in binary mode; it is read as far as answers are needed.
    """

    def __init__(self, source: Source) -> None:
        self._events = _events(source)
        self._said = 0
        self._whole = True

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  what is logged is said
        """Say what the journal says next.

        Raises:
            ScriptEndedError: the journal holds no further answer.
            PlayerError: the journal's next answer is another seat's, so the tables are not alike;
                or an interrupt or a line that cannot be read has ended the reading before.
            JournalError: a line of the journal cannot be read.
        """
        if not self._whole:
            raise PlayerError("the journal was not read to its end", "begin again with its file")
        self._whole = False
        event = next(self._events, None)
        self._whole = True
        if event is None:
            raise ScriptEndedError(offer, self._said)
        if event.seat != offer.seat:
            raise PlayerError(
                f"seat {offer.seat} is asked, and the journal goes on with {event}",
                "use the rules, the seats and the seed of the journal",
            )
        self._said += 1
        return event


def _events(source: Source) -> Iterator[Event]:
    for raw in numbered_lines(raw_lines(source)):
        record = decode(raw)
        if record["line"] == "event":
            yield read_event(raw, record)
