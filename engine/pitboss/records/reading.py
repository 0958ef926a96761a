"""Reading records out of a journal: it is played again, and a collector listens to the table."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import TypeVar, cast

from attrs import evolve

from pitboss.arguments import takes
from pitboss.errors import JournalError, journal_fault
from pitboss.game.shoe import TableSeed
from pitboss.journal import Journal
from pitboss.journal.reader import Header
from pitboss.journal.source import Lines, Source, digest_of, read_journal
from pitboss.records.collecting import (
    ChangeCollector,
    Collector,
    HostLineCollector,
    RoundCollector,
)
from pitboss.records.values import (
    Provenance,
    RecordedChange,
    RecordedHostLine,
    RecordedRound,
)
from pitboss.replay.advancing import play_lines
from pitboss.replay.playing import HearBytes, Replay
from pitboss.replay.sharing import SharedReplay, replay_from_beginning
from pitboss.replay.starts import read_first

_RecordT = TypeVar("_RecordT", bound=RecordedRound | RecordedChange | RecordedHostLine)


@takes(journal_fault)
def rounds(
    journal: str | PathLike[str] | Source, *, seed: TableSeed | None = None, seen: bool = False
) -> Iterator[RecordedRound]:
    """Give every round of a journal that is over, from the first to the last.

    The rounds are played again, and each is given once all its lines came out byte for byte as they
    stand in the journal. Memory does not grow with the length of the journal. Nothing is read until
    the first round is asked for.

    A journal may be cut short, or still be written: a round that is not over is not given, and
    `JournalRounds` says whether there is one.

    Args:
        journal: its path, or a file opened in binary mode.
        seed: the seed of the table, if the journal keeps it apart.
        seen: of each decision the cards that everybody had seen are told, too, which takes longer.

    Raises:
        SecretError: the seed is missing, or it is another one.
        UnsupportedError: the journal is of a version that this engine does not know.
        JournalError: there is no journal, a line cannot be read, or the engine does something else;
            all rounds before that line were given.
        OSError: the file cannot be opened or read.
    """
    return _records(journal, RecordedRound, seed, seen=seen)


@takes(journal_fault)
def seat_changes(
    journal: str | PathLike[str] | Source, *, seed: TableSeed | None = None
) -> Iterator[RecordedChange]:
    """Give every change of a seat in a journal; arguments and errors are those of `rounds`."""
    return _records(journal, RecordedChange, seed)


@takes(journal_fault)
def host_lines(
    journal: str | PathLike[str] | Source, *, seed: TableSeed | None = None
) -> Iterator[RecordedHostLine]:
    """Give every line of the host in a journal; arguments and errors are those of `rounds`."""
    return _records(journal, RecordedHostLine, seed)


def _records(
    journal: str | PathLike[str] | Source,
    kind: type[_RecordT],
    seed: TableSeed | None,
    *,
    seen: bool = False,
) -> Iterator[_RecordT]:
    return read_journal(journal, lambda source: JournalRecords(source, kind, seed=seed, seen=seen))


class JournalRecords(Iterator[_RecordT]):
    """The records of one kind in a journal, once, from the first to the last.

    Args:
        source: the journal, opened in binary mode; its header is read at once.
        kind: `RecordedRound`, `RecordedChange` or `RecordedHostLine`.
        seed: the seed of the table, if the journal keeps it apart.
        progress: is called with the number of bytes read, at every round.
        seen: of each decision the cards that everybody had seen are told, too, which takes longer.

    Attributes:
        header: the first line of the journal, with the seed.
        provenance: where the records come from.

    Raises:
        SecretError: the seed is missing, or it is another one.
        JournalError: there is no header, it is damaged, or its version is not supported.
    """

    @takes(journal_fault)
    def __init__(
        self,
        source: Source,
        kind: type[_RecordT],
        *,
        seed: TableSeed | None = None,
        progress: HearBytes | None = None,
        seen: bool = False,
    ) -> None:
        self._lines = Lines(source)
        header, first = read_first(self._lines)
        self._replay = replay = replay_from_beginning(header, first, self._lines, seed)
        if seen and header.viewer is not None:
            problem = "a viewer's journal does not say how many cards are unseen"
            raise JournalError(None, problem, "take the journal that it was made from")
        collector = _collector_of(kind, replay.journal, seen=seen)
        replay.heard_by(collector)
        replay.hear_host = collector.host
        self._records: Iterator[_RecordT] = self._played(collector, progress)
        self.header: Header = header.with_seed(seed)
        self.provenance = Provenance(
            header.engine, header.rules, digest_of(first.data), header.seed
        )

    def __next__(self) -> _RecordT:
        """Play on to the next record.

        Raises:
            JournalError: a line cannot be read, or the engine does something else.
        """
        return next(self._records)

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

    def _played(
        self, collector: Collector[_RecordT], progress: HearBytes | None
    ) -> Iterator[_RecordT]:
        replay = self._replay
        for _ in play_lines(replay, self._lines, progress):
            # The end of a round is compared with a line of its own.
            if not replay.due:
                yield from [_hide_unknown(each, replay) for each in collector.taken()]


class JournalRounds(JournalRecords[RecordedRound]):
    """The rounds of a journal that are over, see `rounds` and `JournalRecords`.

    Args:
        source: the journal, opened in binary mode; its header is read at once.
        seed: the seed of the table, if the journal keeps it apart.
        progress: is called with the number of bytes read, at every round.
        seen: of each decision the cards that everybody had seen are told, too, which takes longer.

    Raises:
        SecretError: the seed is missing, or it is another one.
        JournalError: there is no header, it is damaged, or its version is not supported.
    """

    @takes(journal_fault)
    def __init__(
        self,
        source: Source,
        *,
        seed: TableSeed | None = None,
        progress: HearBytes | None = None,
        seen: bool = False,
    ) -> None:
        super().__init__(source, RecordedRound, seed=seed, progress=progress, seen=seen)


def _collector_of(kind: type[_RecordT], journal: Journal, *, seen: bool) -> Collector[_RecordT]:
    collector: object
    if kind is RecordedRound:
        collector = RoundCollector(seen=seen)
    elif kind is RecordedChange:
        collector = ChangeCollector(journal)
    else:
        collector = HostLineCollector(journal)
    return cast("Collector[_RecordT]", collector)


def _hide_unknown(record: _RecordT, replay: Replay) -> _RecordT:
    """Return a record as far as its journal tells it.

    Args:
        record: of what was played last.
        replay: which played it.
    """
    if not isinstance(replay, SharedReplay):
        return record
    viewer = replay.viewer
    found: object = record
    if isinstance(record, RecordedChange) and record.seat != viewer:
        found = evolve(record, amount_minor=None, balance_minor=None, reason=None)
    elif isinstance(record, RecordedRound):
        found = evolve(
            record,
            hole_card=None if replay.laying.unseen else record.hole_card,
            seats=tuple(
                [
                    each if each.seat == viewer else evolve(each, balance_minor=None)
                    for each in record.seats
                ]
            ),
            decisions=tuple(
                [
                    each if each.seat == viewer else evolve(each, least_minor=None, most_minor=None)
                    for each in record.decisions
                ]
            ),
        )
    return cast("_RecordT", found)
