"""Reads records from a journal: replays the journal, and collects what happens at the table."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import TypeVar, cast

from attrs import evolve

from pitboss.arguments import takes
from pitboss.errors import JournalError, journal_fault
from pitboss.game.shoe import Shoe, TableSeed
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
    """Yield every finished round of a journal, from the first to the last.

    Each round is played again, and yielded when the engine has written the same lines as the
    journal, byte for byte. A long journal needs no more memory than a short one. Nothing is read
    before the first round is requested.

    A journal may be incomplete, or still be written. An unfinished round is not yielded;
    `JournalRecords` says whether there is such a round.

    Args:
        journal: the path of the journal, or a file opened in binary mode.
        seed: the seed of the table, if the journal does not hold it.
        seen: whether decisions also hold the cards that everybody had seen; this takes longer.

    Raises:
        SecretError: the seed is missing or wrong.
        UnsupportedError: the journal has a version that this engine does not know.
        JournalError: there is no journal, a line cannot be read, or the engine writes a
            different line; or, with `seen`, the journal hides how many cards a shoe has. All
            earlier rounds have been yielded.
        OSError: the file cannot be opened or read.
    """
    return _records(journal, RecordedRound, seed, seen=seen)


@takes(journal_fault)
def seat_changes(
    journal: str | PathLike[str] | Source, *, seed: TableSeed | None = None
) -> Iterator[RecordedChange]:
    """Yield every change of a seat in a journal; arguments and errors are those of `rounds`."""
    return _records(journal, RecordedChange, seed)


@takes(journal_fault)
def host_lines(
    journal: str | PathLike[str] | Source, *, seed: TableSeed | None = None
) -> Iterator[RecordedHostLine]:
    """Yield every line of the host in a journal; arguments and errors are those of `rounds`."""
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
    """The records of one kind in a journal, from the first to the last; iterate over them once.

    Args:
        source: the journal, opened in binary mode; its header is read at once.
        kind: `RecordedRound`, `RecordedChange` or `RecordedHostLine`.
        seed: the seed of the table, if the journal does not hold it.
        progress: called at every round with the number of bytes read.
        seen: whether decisions also hold the cards that everybody had seen; this takes longer.

    Attributes:
        header: the contents of the first line of the journal, with the seed.
        provenance: the origin of the records.

    Raises:
        SecretError: the seed is missing or wrong.
        JournalError: the header is missing or damaged, or its version is not supported.
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
        self._seen = seen
        self._replay = replay = replay_from_beginning(header, first, self._lines, seed)
        collector = _collector_of(kind, replay, seen=seen)
        replay.heard_by(collector)
        replay.hear_host = collector.host
        self._records: Iterator[_RecordT] = self._played(collector, progress)
        self.header: Header = header.with_seed(seed)
        self.provenance = Provenance(
            header.engine, header.rules, digest_of(first.data), header.seed
        )

    def __next__(self) -> _RecordT:
        """Replay up to the next record.

        Raises:
            JournalError: a line cannot be read, or the engine writes a different line.
        """
        return next(self._records)

    @property
    def finished(self) -> bool:
        """Whether the trailer of the journal was read, so that nothing more can follow."""
        return self._replay.finished

    @property
    def open_round(self) -> int | None:
        """The number of the round that is open after the lines read so far, or `None`."""
        replay = self._replay
        # If a line is due, the last answer of the round was read, but not the round's end line.
        is_open = replay.begun and (replay.due or not replay.table.over)
        return replay.table.round.number if is_open else None

    def _played(
        self, collector: Collector[_RecordT], progress: HearBytes | None
    ) -> Iterator[_RecordT]:
        replay = self._replay
        for _ in play_lines(replay, self._lines, progress):
            # A round without its end line has not been compared completely.
            if not replay.due:
                for each in collector.taken():
                    if self._seen:
                        _check_seen(each)
                    yield _hide_unknown(each, replay)


def _collector_of(kind: type[_RecordT], replay: Replay, *, seen: bool) -> Collector[_RecordT]:
    collector: object
    if kind is RecordedRound:
        size_of = replay.laying.size_of if isinstance(replay, SharedReplay) else _size_of
        collector = RoundCollector(size_of if seen else None)
    elif kind is RecordedChange:
        collector = ChangeCollector(replay.journal)
    else:
        collector = HostLineCollector(replay.journal)
    return cast("Collector[_RecordT]", collector)


def _check_seen(record: object) -> None:
    """Refuse a round if its journal hides how many cards were unseen.

    Raises:
        JournalError: a shoe was arranged, or made in mid-round before the journal begins.
    """
    if isinstance(record, RecordedRound) and any(each.seen is None for each in record.decisions):
        problem = f"a viewer's journal hides how many cards of the shoe in round {record.number}"
        raise JournalError(None, f"{problem} were unseen", "take the journal that it was made from")


def _size_of(shoe: Shoe) -> int:
    return len(shoe.order)


def _hide_unknown(record: _RecordT, replay: Replay) -> _RecordT:
    """Return a record without what its journal hides.

    Args:
        record: the latest record.
        replay: the replay that the record comes from.
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
