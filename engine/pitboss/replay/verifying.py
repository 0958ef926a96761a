"""Verdicts: does a journal come out the same, and if not, where is the first difference?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from sys import maxsize
from typing import Final, TypeVar

from pitboss.errors import JournalError, UnsupportedError
from pitboss.journal.reader import RawLine, decode, numbered_lines
from pitboss.replay.digests import digest_of, sealed
from pitboss.replay.playing import DifferenceError, Replay, shown
from pitboss.replay.reading import Lines, Stream, round_ends, whole_rounds
from pitboss.replay.shoes import mark_of_stated
from pitboss.replay.starts import (
    NoSuchRoundError,
    RoundStart,
    read_first,
    sequence_number,
    start_of_round,
)
from pitboss.replay.verdicts import Verdict, VerdictKind

SHOWN_CHARACTERS: Final = 4000
"""No more of a line is shown in a verdict."""


_Found = TypeVar("_Found")

HearBytes = Callable[[int], object]
"""Hears how many bytes were read."""


def verify(source: Stream, progress: HearBytes | None = None) -> Verdict:
    """Play a whole journal again and say whether its numbered lines come out the same.

    What a match means, and what it does not, is told by `pitboss.replay.verdicts`.

    Args:
        source: the journal, opened in binary mode; it is read from where it stands, which is to be
            its beginning.
        progress: hears how many bytes were read, at every round.

    Raises:
        JournalError: the source is no file of bytes; whatever stands in one, there is a verdict.
    """
    return Verification(Lines(source), progress).of_all()


def verify_round(source: Stream, number: int) -> Verdict:
    """Play one round of a journal again, alone.

    Args:
        source: the journal, opened in binary mode; it is read from where it stands, which is to be
            its beginning.
        number: which round, counted from 1.

    Raises:
        JournalError: the source is no file of bytes.
        NoSuchRoundError: the journal has no such round.
    """
    return Verification(Lines(source)).of_round(number)


class Verification:
    """One run over a journal; it turns whatever goes wrong into a verdict.

    Args:
        lines: the journal's.
        progress: hears how many bytes were read, at every round.
        stop: rounds that end behind this place in the file are replayed line by line.
    """

    def __init__(
        self, lines: Lines, progress: HearBytes | None = None, *, stop: int = maxsize
    ) -> None:
        self._lines = lines
        self._progress = progress
        self._at_once_from = 0
        self._stop = stop
        self._replay: Replay | None = None

    def of_all(self) -> Verdict:
        """Replay the whole journal."""
        return self.judged(lambda: self.play_all(self._to_the_end))

    def of_round(self, number: int) -> Verdict:
        """Replay one round.

        Raises:
            NoSuchRoundError: the journal has no such round.
        """
        return self.judged(lambda: self._play_round(number))

    def judged(self, play: Callable[[], _Found]) -> _Found | Verdict:
        """Return what a replay finds, or the verdict on what cannot be read or replayed.

        Args:
            play: replays, by `play_all` or from another begin, which is `compared`.

        Raises:
            JournalError: the journal has no such round as is asked for.
        """
        try:
            return play()
        except NoSuchRoundError:
            raise
        except UnsupportedError as error:
            newer = JournalError(error.line_number, f"{error.problem}; {error.next_step}")
            return self._unreadable(VerdictKind.UNSUPPORTED, newer)
        except JournalError as error:
            return self._unreadable(VerdictKind.DAMAGED, error)

    def play_all(self, go_on: Callable[[Replay], _Found]) -> _Found | Verdict:
        """Replay from the header on.

        Args:
            go_on: replays from there, and returns what it finds.
        """
        try:
            header, raw = read_first(self._lines)
        except JournalError as error:
            if error.line_number is not None:
                raise
            return self._unreadable(VerdictKind.INCOMPLETE, error)
        return self.compared(Replay.from_header(header, raw), go_on)

    def _to_the_end(self, replay: Replay) -> Verdict:
        for _ in self.steps(replay):
            pass
        return self.at_the_end(replay)

    def steps(self, replay: Replay) -> Iterator[None]:
        """Replay up to the last whole line, with a pause after every line or many rounds."""
        for raw in numbered_lines(self._lines):
            replay.feed(raw)
            if self._progress is not None and digest_of(raw.data):
                self._progress(raw.offset + len(raw.data))
            self._play_at_once(replay)
            yield

    def _play_at_once(self, replay: Replay) -> None:
        """Play as many whole rounds as come out the same at once; any others are left to `feed`."""
        lines = self._lines
        stated = mark_of_stated(replay.header)
        while self._at_once_from <= lines.offset < self._stop and replay.at_rest:
            piece = whole_rounds(lines.ahead()[: self._stop - lines.offset], stated)
            if not piece:
                return
            begin = lines.offset
            if not replay.play_at_once(piece):
                # The fault is found line by line; to try again before it would fail again.
                self._at_once_from = begin + len(piece)
                return
            lines.pass_over(piece)
            if self._progress is not None:
                for end in round_ends(piece):
                    self._progress(begin + end)

    def at_the_end(self, replay: Replay) -> Verdict:
        """Give the verdict on a journal of which every whole line was fed."""
        last = self._lines.last
        if last is not None and not last.whole:
            return self._cut_off(replay, "its last line is cut off")
        if replay.finished:
            return self._verdict(VerdictKind.MATCH, "", None)
        return self._cut_off(replay, "its last line, the trailer, is missing")

    def _play_round(self, number: int) -> Verdict:
        start = start_of_round(self._lines, number)
        return self.compared(
            Replay.from_start(start), lambda replay: self._to_the_end_of_round(replay, start)
        )

    def _to_the_end_of_round(self, replay: Replay, start: RoundStart) -> Verdict:
        for raw in numbered_lines(chain(start.lines, self._lines)):
            replay.feed(raw)
            if replay.rounds:
                return self._verdict(VerdictKind.MATCH, "", None)
        return self._cut_off(replay, f"round {start.record.number} is not finished")

    def compared(self, replay: Replay, go_on: Callable[[Replay], _Found]) -> _Found | Verdict:
        """Go on with a replay, up to a difference, which goes before a later unreadable line.

        Args:
            replay: as it begins.
            go_on: replays, and returns what it finds.
        """
        self._replay = replay
        try:
            try:
                return go_on(replay)
            except JournalError:
                if replay.begun:
                    replay.compare()
                raise
        except DifferenceError as error:
            return self._parted(replay, error)

    def _cut_off(self, replay: Replay, problem: str) -> Verdict:
        """Say that the journal ends too soon, if all its whole lines come out the same."""
        if replay.begun:
            replay.compare()
            if not replay.table.over:
                problem += f"; round {replay.table.round.number} is open"
        return self._verdict(VerdictKind.INCOMPLETE, problem, self._lines.last)

    def _parted(self, replay: Replay, error: DifferenceError) -> Verdict:
        """Tell a journal that the engine does not follow from one that was altered."""
        lines = replay.since_digest()
        last = self._lines.last
        if last is not None and last not in lines:
            lines.append(last)
        behind = numbered_lines(self._lines)
        try:
            written = sealed(replay.digest, chain(lines, behind), error.raw.number)
        except JournalError:
            written = False
        kind = VerdictKind.DIVERGED if written else VerdictKind.DAMAGED
        return self._verdict(kind, error.problem, error.raw, engine_does=error.due)

    def _unreadable(self, kind: VerdictKind, error: JournalError) -> Verdict:
        """Give a verdict on a line that cannot be read, which may not even be a line."""
        last = self._lines.last
        if last is None or error.line_number not in {None, last.number}:
            return self._verdict(kind, error.problem, None, line_number=error.line_number)
        return self._verdict(kind, error.problem, last)

    def _verdict(
        self,
        kind: VerdictKind,
        problem: str,
        raw: RawLine | None,
        *,
        engine_does: str = "",
        line_number: int | None = None,
    ) -> Verdict:
        replay = self._replay
        begun = replay is not None and replay.begun
        return Verdict(
            kind=kind,
            rounds=0 if replay is None else replay.rounds,
            lines=self._lines.number,
            line_number=line_number if raw is None else raw.number,
            seq=None if raw is None else _sequence_number(raw),
            round_number=replay.table.round.number if replay is not None and begun else 0,
            journal_says="" if raw is None else shown(raw.data)[:SHOWN_CHARACTERS],
            engine_does=engine_does[:SHOWN_CHARACTERS],
            problem=problem,
        )


def _sequence_number(raw: RawLine) -> int | None:
    try:
        seq = sequence_number(decode(raw))
    except JournalError:
        return None
    return None if seq < 0 else seq
