"""Reading rounds out of a journal: it is played again, and a collector listens to the table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from pitboss.errors import JournalError
from pitboss.game.shoe import TableSeed
from pitboss.journal.reader import Header
from pitboss.journal.source import Lines, Source
from pitboss.records.collecting import RoundCollector
from pitboss.records.values import RecordedRound
from pitboss.replay.advancing import play_lines
from pitboss.replay.playing import DifferenceError, HearBytes, Replay
from pitboss.replay.starts import read_first


def rounds(
    journal: str | PathLike[str] | Source, *, seed: TableSeed | None = None
) -> Iterator[RecordedRound]:
    """Give every round of a journal that is over, from the first to the last.

    The rounds are played again, and each is given once all its lines came out byte for byte as they
    stand in the journal. Memory does not grow with the length of the journal. Nothing is read until
    the first round is asked for.

    A journal may be cut short, or still be written: a round that is not over is not given, and
    `JournalRounds` says whether there is one.

    Args:
        journal: its path, or a file opened in binary mode.
        seed: of the table, if the journal keeps it apart.

    Raises:
        SecretError: the seed is missing, or it is another one.
        UnsupportedError: the journal is of a version that this engine does not know.
        JournalError: there is no journal, a line cannot be read, or the engine does something else;
            all rounds before that line were given.
        OSError: the file cannot be opened or read.
    """
    if isinstance(journal, str | PathLike):
        with Path(journal).open("rb") as source:
            try:
                yield from JournalRounds(source, seed=seed)
            except JournalError as error:
                error.name_file(os.fspath(journal))
                raise
    else:
        yield from JournalRounds(journal, seed=seed)


class JournalRounds(Iterator[RecordedRound]):
    """The rounds of a journal that are over, once, from the first to the last; see `rounds`.

    Args:
        source: the journal, opened in binary mode; its header is read at once.
        seed: of the table, if the journal keeps it apart.
        progress: is called with the number of bytes read, at every round.

    Attributes:
        header: the first line of the journal, with the seed.

    Raises:
        SecretError: the seed is missing, or it is another one.
        JournalError: there is no header, it is damaged, or its version is not supported.
    """

    def __init__(
        self,
        source: Source,
        *,
        seed: TableSeed | None = None,
        progress: HearBytes | None = None,
    ) -> None:
        self._lines = Lines(source)
        self._replay = Replay.from_header(*read_first(self._lines), seed)
        self._rounds = self._played(progress)
        self.header: Header = self._replay.header

    def __next__(self) -> RecordedRound:
        """Play on to the end of the next round.

        Raises:
            JournalError: a line cannot be read, or the engine does something else.
        """
        return next(self._rounds)

    @property
    def finished(self) -> bool:
        """The last line of the journal was read, after which there is nothing more to come."""
        return self._replay.finished

    @property
    def open_round(self) -> int | None:
        """The number of the round that is open after the lines read so far; `None` if none is."""
        replay = self._replay
        # If something is due, the last answer of the round was read, and not the line that ends it.
        is_open = replay.begun and (replay.due or not replay.table.over)
        return replay.table.round.number if is_open else None

    def _played(self, progress: HearBytes | None) -> Iterator[RecordedRound]:
        replay, collector = self._replay, RoundCollector()
        replay.heard_by(collector)
        try:
            for _ in play_lines(replay, self._lines, progress):
                # The end of a round is compared with a line of its own.
                if not replay.due:
                    yield from collector.taken()
        except DifferenceError as error:
            raise error.as_journal_error() from error
