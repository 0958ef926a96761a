"""The story of a journal: it is played again, and a teller stands beside the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from pitboss.game.events import Event
from pitboss.journal.reader import (
    Header,
    RawLine,
    Source,
    decode,
    numbered_lines,
    raw_lines,
    read_event,
)
from pitboss.replay.playing import DifferenceError, Replay
from pitboss.replay.starts import read_first, start_of_round
from pitboss.story.moments import Moment
from pitboss.story.teller import Teller
from pitboss.story.viewers import Viewer


class Story:
    """A journal whose rounds can be told, once, from its beginning to its end.

    Memory does not grow with the length of the journal.

    Args:
        source: the journal, opened in binary mode; its header is read at once.

    Raises:
        JournalError: there is no header, it is damaged, or its version is not supported.
    """

    def __init__(self, source: Source) -> None:
        self._lines = raw_lines(source)
        self._header, self._first = read_first(self._lines)
        self._moments: list[Moment] = []

    @property
    def header(self) -> Header:
        """What the journal says once: rules, seed and seats."""
        return self._header

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at the table, in the order of the seats."""
        return tuple(seat.name for seat in self._header.seats)

    def rounds(
        self, viewer: Viewer, number: int | None = None, *, explains: bool = False
    ) -> Iterator[tuple[Moment, ...]]:
        """Tell the table, and then its rounds, or one of them.

        A round is told as a whole, once the engine has written all its lines as they stand in the
        journal. Of a round that is not finished everything is told up to where the journal
        stops.

        Args:
            viewer: who is told, and so how much.
            number: which round, counted from 1; all without it.
            explains: tell after each round why its bets were settled as they were.

        Raises:
            JournalError: a line cannot be read, the engine does something else, or the journal has
                no such round.
        """
        try:
            yield from self._told(Teller(viewer, self._moments.append, explains=explains), number)
        except DifferenceError as error:
            raise error.as_journal_error() from error

    def _told(self, teller: Teller, number: int | None) -> Iterator[tuple[Moment, ...]]:
        replay = self._at_beginning() if number is None else self._at_round(number)
        teller.opened(replay.table)
        yield self._taken()
        told = 0
        for raw in numbered_lines(self._lines):
            self._feed(replay, teller, raw)
            if replay.rounds > told:
                told = replay.rounds
                yield self._taken()
                if number is not None:
                    return
        teller.stopped(replay.table)
        if self._moments:
            yield self._taken()

    def _at_beginning(self) -> Replay:
        """Return the table as it was set up, before its first round."""
        replay = Replay.from_header(self._header, self._first)
        # The line of the first shoe sets the table.
        for raw in islice(numbered_lines(self._lines), 1):
            replay.feed(raw)
        return replay

    def _at_round(self, number: int) -> Replay:
        """Return the table as it stood before a round."""
        start = start_of_round(chain([self._first], self._lines), number)
        self._lines = chain(start.lines, self._lines)
        return Replay.from_start(start)

    @staticmethod
    def _feed(replay: Replay, teller: Teller, raw: RawLine) -> None:
        replay.feed(raw)
        record = decode(raw)
        if record["line"] == "event":
            teller.applied(replay.table, read_event(raw, record))
        elif record["line"] == "round":
            teller.applied(replay.table, Event.open())

    def _taken(self) -> tuple[Moment, ...]:
        taken = tuple(self._moments)
        self._moments.clear()
        return taken
