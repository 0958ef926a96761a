"""Verify a journal: find out whether the engine writes the same lines, or where they differ.

The verdict ``MATCH`` means: from the journal's rules, seats, seed, arranged cards and answers, this
engine writes exactly the journal's numbered lines. It does not show who gave the answers, whether
some answers were left out, or whether the whole file was written anew (its digests have no key). It
does not show who could choose the shoes, either; `fairness` examines that.

A viewer's journal hides a part of the game. ``CONSISTENT`` means that the engine does all that the
journal shows; the verdict lists what the journal hides.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from enum import Enum
from io import BufferedReader
from itertools import chain
from os import PathLike
from sys import maxsize
from typing import Final, TypeVar

from attrs import evolve, frozen

from pitboss.arguments import takes
from pitboss.errors import ExitCode, JournalError, SecretError, UnsupportedError, journal_fault
from pitboss.game.shoe import TableSeed
from pitboss.journal.chains import ChainedFiles
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.opening import PackedError
from pitboss.journal.reader import Header
from pitboss.journal.source import Lines, Source, is_sealed, open_source, whole_lines
from pitboss.replay.advancing import play_lines
from pitboss.replay.between_rounds import following
from pitboss.replay.inputs import DifferenceError, show_line
from pitboss.replay.playing import HearBytes, Replay
from pitboss.replay.sharing import SharedReplay, replay_from_beginning
from pitboss.replay.single_rounds import replay_at_round
from pitboss.replay.starts import (
    NoJournalError,
    NoSuchRoundError,
    NotBegunError,
    read_first,
)

SHOWN_CHARACTERS: Final = 4000
"""A verdict shows at most this many characters of a line."""

_Result = TypeVar("_Result")


class VerdictKind(Enum):
    """The possible verdicts of a replay; users see the value."""

    MATCH = "MATCH"
    CONSISTENT = "CONSISTENT"
    DIVERGED = "DIVERGED"
    DAMAGED = "DAMAGED"
    UNSUPPORTED = "UNSUPPORTED"
    INCOMPLETE = "INCOMPLETE"
    NO_JOURNAL = "NO JOURNAL"


EXIT_CODES: Final = {
    VerdictKind.MATCH: ExitCode.DONE,
    VerdictKind.CONSISTENT: ExitCode.CONSISTENT,
    VerdictKind.DIVERGED: ExitCode.FAILED,
    VerdictKind.DAMAGED: ExitCode.FAILED,
    VerdictKind.UNSUPPORTED: ExitCode.UNSUPPORTED,
    VerdictKind.INCOMPLETE: ExitCode.INCOMPLETE,
    VerdictKind.NO_JOURNAL: ExitCode.WRONG_USAGE,
}


@frozen
class Verdict:
    """What a replay found.

    Attributes:
        kind: the verdict. DIVERGED: the journal's digests are right, but the engine does something
            else; DAMAGED: the file was changed after it was written; NO JOURNAL: the file is not a
            journal; CONSISTENT: the engine does all that this viewer's journal shows.
        rounds: the number of whole rounds that were replayed and were the same.
        lines: how many lines were read; if one round was verified alone, the number of its lines.
        line_number: the number of the line with the first fault, from 1; `None` with MATCH and
            CONSISTENT, and in an empty file.
        seq: the sequence number in that line; `None` if there is none, or it cannot be read.
        round_number: the round of that line; 0 before the first.
        journal_says: the journal's line at the fault; empty if there is none.
        engine_does: the line that the engine writes instead; empty if it writes none.
        problem: a sentence that describes the fault; empty with MATCH and CONSISTENT.
        hidden: what a viewer's journal hides, and what was therefore not checked.
        file: the path of the file with the faulty line, from `verify_chain`; other functions leave
            it empty.
    """

    kind: VerdictKind
    rounds: int
    lines: int
    line_number: int | None = None
    seq: int | None = None
    round_number: int = 0
    journal_says: str = ""
    engine_does: str = ""
    problem: str = ""
    hidden: tuple[str, ...] = ()
    file: str = ""

    @property
    def exit_code(self) -> ExitCode:
        """The exit code that a program gives for this verdict."""
        return EXIT_CODES[self.kind]

    @property
    def matches(self) -> bool:
        """Whether the engine writes exactly the journal's numbered lines, given the same answers.

        The docstring of this module says what a match does not show. For a viewer's journal, this
        is always false.
        """
        return self.kind is VerdictKind.MATCH


@takes(journal_fault)
def verify(
    source: str | PathLike[str] | Source,
    progress: HearBytes | None = None,
    *,
    seed: TableSeed | None = None,
) -> Verdict:
    """Replay a whole journal; the verdict says whether the engine writes the same numbered lines.

    The docstring of `pitboss.replay.verifying` says what a match means.

    Args:
        source: the path of the journal, or a file opened in binary mode, at its beginning.
        progress: called now and then with the number of bytes read.
        seed: the seed of the table, if it is not in the journal.

    Raises:
        SecretError: the seed is missing or wrong.
        JournalError: the source is not a binary file, or is packed and cannot be unpacked. All
            other binary files get a verdict.
        OSError: the file cannot be opened or read.
    """
    with open_source(source) as file:
        return Verification(Lines(file), progress, seed=seed).of_all()


@takes(journal_fault)
def verify_round(
    source: str | PathLike[str] | Source, number: int, *, seed: TableSeed | None = None
) -> Verdict:
    """Replay only one round of a journal.

    No other round is checked, but a viewer's journal is checked from its beginning. The state
    before the round is taken from its first line and from the line of its shoe. In a seekable file,
    the round is found without reading all earlier lines; a match says nothing about those lines.

    Args:
        source: the path of the journal, or a file opened in binary mode, at its beginning.
        number: the number of the round, from 1.
        seed: the seed of the table, if it is not in the journal.

    Raises:
        SecretError: the seed is missing or wrong.
        JournalError: the source is not a binary file, or is packed and cannot be unpacked.
        OSError: the file cannot be opened or read.
        NoSuchRoundError: the journal has no such round.
    """
    with open_source(source) as file:
        return Verification(Lines(file), seed=seed).of_round(number)


class Verification:
    """A replay of a journal that turns every error into a verdict.

    Args:
        lines: the lines of the journal.
        progress: called now and then with the number of bytes read.
        stop: an offset in the file, in bytes; rounds that end after it are replayed line by line.
        seed: the seed of the table, if it is not in the journal.
    """

    def __init__(
        self,
        lines: Lines,
        progress: HearBytes | None = None,
        *,
        stop: int = maxsize,
        seed: TableSeed | None = None,
    ) -> None:
        self._seed = seed
        self._lines = lines
        self._progress = progress
        self._stop = stop
        self._replay: Replay | None = None
        self._fed = 0

    def of_all(self) -> Verdict:
        """Replay the whole journal."""
        return self.judged(self._play_all)

    def of_round(self, number: int) -> Verdict:
        """Replay one round.

        Raises:
            NoSuchRoundError: the journal has no such round.
        """
        return self.judged(lambda: self._play_round(number))

    def judged(self, play: Callable[[], _Result]) -> _Result | Verdict:
        """Return the result of `play`, or the verdict on a line that cannot be read or replayed.

        Raises:
            SecretError: the seed is missing or wrong.
            NoSuchRoundError: the journal does not have the round.
        """
        try:
            return play()
        except DifferenceError as error:
            return self._parted(error)
        except (NoSuchRoundError, SecretError, PackedError):
            raise
        except NotBegunError as error:
            return self._unreadable(VerdictKind.INCOMPLETE, error.problem, error)
        except NoJournalError as error:
            return self._unreadable(VerdictKind.NO_JOURNAL, error.problem, error)
        except UnsupportedError as error:
            problem = f"{error.problem}; {error.next_step}"
            return self._unreadable(VerdictKind.UNSUPPORTED, problem, error)
        except JournalError as error:
            return self._unreadable(VerdictKind.DAMAGED, error.problem, error)

    def _play_all(self) -> Verdict:
        header, first = read_first(self._lines)
        for _ in self.steps(replay_from_beginning(header, first, self._lines, self._seed)):
            pass
        return self.at_the_end()

    def _play_round(self, number: int) -> Verdict:
        header, first = read_first(self._lines)
        if header.viewer is not None:
            return self._play_up_to(header, first, number)
        replay, lines = replay_at_round(header, first, self._lines, number, self._seed)
        self._replay = replay
        for self._fed, raw in enumerate(lines, 1):
            replay.feed(raw)
            if replay.rounds:
                return self._verdict(VerdictKind.MATCH, "", None)
        return self._cut_off(f"round {number} is not finished")

    def _play_up_to(self, header: Header, first: RawLine, number: int) -> Verdict:
        """Replay a viewer's journal up to a round, because no line has the state of the table."""
        replay = replay_from_beginning(header, first, self._lines)
        for _ in self.steps(replay):
            if replay.rounds and replay.rounds + header.rounds_before == number:
                return self._verdict(VerdictKind.CONSISTENT, "", None)
        reached = replay.table.round.number
        if not header.rounds_before < number <= reached:
            raise NoSuchRoundError(number, reached, header.rounds_before + 1)
        return self._cut_off(f"round {number} is not finished")

    def steps(self, replay: Replay) -> Iterator[None]:
        """Replay up to the last whole line; pause (yield) after every line or block of rounds."""
        self._replay = replay
        return play_lines(replay, self._lines, self._progress, stop=self._stop)

    def at_the_end(self) -> Verdict:
        """Return the verdict after every whole line of the journal was played."""
        last, replay = self._lines.last, self._replay
        if last is not None and not last.whole:
            return self._cut_off("its last line is cut off")
        if isinstance(replay, SharedReplay) and (replay.finished or replay.continued):
            return self._verdict(VerdictKind.CONSISTENT, "", None)
        if replay and replay.finished:
            return self._verdict(VerdictKind.MATCH, "", None)
        if replay and replay.continued:
            file = following(replay.journal.file_number)
            return self._cut_off(f"the journal continues in {file} but that file was not given")
        return self._cut_off("its last line, the trailer, is missing")

    def _cut_off(self, problem: str) -> Verdict:
        """Return the verdict on a journal that ends too soon; its whole lines are the same."""
        replay = self._replay
        if replay and replay.begun and not replay.table.over:
            problem += f"; round {replay.table.round.number} is open"
        return self._verdict(VerdictKind.INCOMPLETE, problem, self._lines.last)

    def _parted(self, error: DifferenceError) -> Verdict:
        """Return the verdict on a difference: the engine diverged, or the file was changed."""
        replay, last = self._replay, self._lines.last
        before = [] if replay is None else [*replay.since, *replay.held]
        if last is not None and last not in before:
            before.append(last)
        digest = "" if replay is None else replay.digest
        try:
            written = is_sealed(digest, chain(before, whole_lines(self._lines)), error.raw.number)
        except JournalError:
            written = False
        kind = VerdictKind.DIVERGED if written else VerdictKind.DAMAGED
        return self._verdict(kind, error.problem, error.raw, engine_does=error.due)

    def _unreadable(self, kind: VerdictKind, problem: str, error: JournalError) -> Verdict:
        """Return the verdict on a line that cannot be read, or on bytes that are not a line."""
        last = self._lines.last
        in_last = last is not None and error.line_number in {None, last.number}
        raw = last if in_last else None
        return self._verdict(kind, problem, raw, line_number=error.line_number)

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
        return Verdict(
            kind=kind,
            rounds=replay.rounds if replay else 0,
            lines=self._fed or self._lines.number,
            line_number=line_number if raw is None else raw.number,
            seq=None if raw is None else _sequence_number(raw),
            round_number=replay.table.round.number if replay and replay.begun else 0,
            journal_says="" if raw is None else show_line(raw.data)[:SHOWN_CHARACTERS],
            engine_does=engine_does[:SHOWN_CHARACTERS],
            problem=problem,
            hidden=replay.hidden if isinstance(replay, SharedReplay) and replay.begun else (),
        )


def _sequence_number(raw: RawLine) -> int | None:
    try:
        seq = decode(raw).get("seq")
    except JournalError:
        return None
    return seq if isinstance(seq, int) and seq >= 0 else None


@takes(journal_fault)
def verify_chain(
    path: str | PathLike[str],
    progress: HearBytes | None = None,
    *,
    seed: TableSeed | None = None,
) -> Verdict:
    """Replay the files of a rotated journal as one journal.

    The verdict names the file with the first fault, and counts lines in that file. If a file is
    missing, the verdict says which.

    Args:
        path: the path of the first file to replay. If it is a later file of the chain, the replay
            trusts what its header says of the game before it. The following files are searched for
            next to it; each may be packed by gzip.
        progress: called now and then with the number of bytes read.
        seed: the seed of the table, if it is not in the journal.

    Raises:
        SecretError: the seed is missing or wrong.
        JournalError: a file is packed and cannot be unpacked.
        OSError: a file cannot be opened or read.
    """
    files = ChainedFiles(os.fspath(path))
    with BufferedReader(files) as source:
        verdict = verify(source, progress, seed=seed)
    if verdict.line_number is not None:
        file, number = files.place_of(verdict.line_number)
        verdict = evolve(verdict, file=file, line_number=number)
    if verdict.kind is VerdictKind.INCOMPLETE and files.gap:
        verdict = evolve(verdict, problem=files.gap)
    return verdict
