"""Replaying journals in parts, on several processors at a time, to the verdict of one.

A journal is split where rounds begin, each part is replayed by itself, and each must end in what
the next one began with. Parts are looked at in their order, so the first fault of all is the one
that is told. Where two parts do not meet, something is not as an engine writes it; the part in
front is then replayed again in this process, and on to the end of the journal.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from pitboss.errors import JournalError, PitbossError, brief
from pitboss.replay.parts import Part, Replayed, replay_part
from pitboss.replay.places import end_behind
from pitboss.replay.processes import interrupts_held, processes
from pitboss.replay.reading import size_of
from pitboss.replay.verdicts import Verdict
from pitboss.replay.verifying import HearBytes, verify

MAX_JOBS: Final = 61
"""As many processes as a pool may have on every system."""

WORTH_SHARING_BYTES: Final = 1 << 24
"""Less is replayed before any process has begun."""

LEAST_PART_BYTES: Final = 1 << 20
"""Of many small journals, each is a part; of one, a smaller part is not worth its beginning."""

MOST_PART_BYTES: Final = 1 << 23
"""No part that ends where a round does is much longer, so that an interrupt waits for no more."""

_PARTS_PER_JOB: Final = 4
_WAITING_PER_JOB: Final = 2

Finding = Verdict | OSError | JournalError
"""What came of a journal; an error if there is no verdict on it."""


class JobsError(PitbossError):
    """Work cannot be shared."""


def verify_files(
    paths: Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: HearBytes | None = None,
) -> Generator[Verdict]:
    """Play whole journals again, several parts of them at a time.

    The verdicts are those of `verify`. Without an `executor`, new processes do the work if there is
    enough of it; each imports the main module of the program, which must do nothing by itself then.

    Args:
        paths: of the journals.
        jobs: how many parts are replayed at a time, 1 to `MAX_JOBS`; by default as many as there
            are processors.
        executor: where they are replayed, such as a pool of the host's own; it is not shut down.
            What follows a fault, and what is no file, such as a pipe, is replayed here.
        progress: hears now and then how many bytes of all the journals were read.

    Returns:
        The verdict on each journal in the order of the paths, as soon as it is known. Whoever
        needs no more of them can `close` it.

    Raises:
        JobsError: `jobs` is out of range, or the paths are one text; when a verdict is
            fetched: a process has died.
        OSError: when a verdict is fetched: its journal cannot be read. No other verdict follows;
            `verify_each` goes on.
        JournalError: in the same way: the journal was changed while it was replayed.
    """
    return _verdicts(verify_each(paths, jobs=jobs, executor=executor, progress=progress))


def verify_each(
    paths: Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: HearBytes | None = None,
) -> Generator[Finding]:
    """Do what `verify_files` does, and go on behind a journal on which there is no verdict.

    Args:
        paths: of the journals.
        jobs: how many parts are replayed at a time, as for `verify_files`.
        executor: where they are replayed, as for `verify_files`.
        progress: hears now and then how many bytes of all the journals were read.

    Returns:
        What came of each journal in the order of the paths. An `OSError` says that it cannot be
        read, a `JournalError` that it was changed while it was replayed.

    Raises:
        JobsError: `jobs` is out of range, or the paths are one text; when an outcome is
            fetched: a process has died.
    """
    if jobs is None:
        jobs = min(os.cpu_count() or 1, MAX_JOBS)
    if type(jobs) is not int or not 1 <= jobs <= MAX_JOBS:
        raise JobsError(f"{brief(jobs)} jobs", f"give 1 to {MAX_JOBS}")
    if isinstance(paths, str | os.PathLike):
        raise JobsError(f"one path, {brief(os.fspath(paths))}", "give a list of paths")
    told = _nobody if progress is None else progress
    return _outcomes([os.fspath(path) for path in paths], jobs, executor, told)


def _nobody(_bytes: int) -> None:
    """Hear of progress and do nothing."""


def _verdicts(outcomes: Generator[Finding]) -> Generator[Verdict]:
    with closing(outcomes):
        for outcome in outcomes:
            if not isinstance(outcome, Verdict):
                raise outcome
            yield outcome


@frozen
class _Journal:
    """A journal as it was found; what is done with it is decided by that, whatever it becomes.

    Attributes:
        path: where it is; if it is not there, it fails at its turn, should it still be so then.
        size: in bytes; 0 for what cannot be split.
    """

    path: str
    size: int


def _outcomes(
    paths: Sequence[str], jobs: int, executor: Executor | None, told: HearBytes
) -> Generator[Finding]:
    journals = [_Journal(path, size_of(path)) for path in paths]
    if executor is not None:
        yield from _Sharing(journals, jobs, executor, told).outcomes()
    elif jobs == 1 or sum(journal.size for journal in journals) < WORTH_SHARING_BYTES:
        behind = 0
        for journal in journals:
            yield _outcome_here(journal.path, told, behind)
            behind += journal.size
    else:
        with processes(jobs) as pool:
            yield from _Sharing(journals, jobs, pool, told).outcomes()


def _outcome_here(path: str, told: HearBytes, behind: int) -> Verdict | OSError:
    try:
        return _verdict_here(path, told, behind)
    except OSError as error:
        return error


def _verdict_here(path: str, told: HearBytes, behind: int) -> Verdict:
    """Replay a journal in this process."""
    with Path(path).open("rb") as file:
        return verify(file, lambda done: told(behind + done))


def parts_of(path: str, size: int, jobs: int) -> Iterator[Part]:
    """Split a journal into parts of about the same length.

    The last of them ends with the journal, also if that has grown since, or cannot be read.

    Args:
        path: of the journal.
        size: of the journal, in bytes.
        jobs: how many of the parts will be replayed at a time.
    """
    length = min(max(size // (jobs * _PARTS_PER_JOB), LEAST_PART_BYTES), MOST_PART_BYTES)
    begin, near = 0, length
    while near + length <= size:
        try:
            with Path(path).open("rb") as file:
                end = end_behind(file, near, length)
        except OSError:
            # Whoever replays the rest finds that, too.
            break
        # So much must follow that it is not the trailer alone.
        if end is not None and end + length <= size:
            yield Part(path, begin, end)
            begin = near = end
        near += length
    yield Part(path, begin, None)


@frozen
class _Task:
    """A part of one of some journals, and what will come of its replay."""

    journal: int
    part: Part
    replayed: Future[Replayed]


def _changed() -> JournalError:
    return JournalError(
        None, "the journal was changed while it was replayed", "replay it when nobody writes to it"
    )


class _Sharing:
    """Journals whose parts are replayed in an executor.

    Just so many parts wait there that no job is idle, however long a journal.

    Args:
        journals: as they were found.
        jobs: how many parts are replayed at a time.
        executor: where.
        told: hears how many bytes were read.
    """

    def __init__(
        self, journals: Sequence[_Journal], jobs: int, executor: Executor, told: HearBytes
    ) -> None:
        self._journals = journals
        self._jobs = jobs
        self._executor = executor
        self._told = told
        self._behind = 0
        self._decided = 0
        self._to_do = self._all_parts()
        self._waiting: deque[_Task] = deque()

    def outcomes(self) -> Iterator[Finding]:
        """Give what came of each journal, in their order."""
        try:
            for journal in self._journals:
                yield self._outcome_of(journal)
        except BrokenExecutor as error:
            raise JobsError(
                "a process that replayed a part of a journal has died",
                "if it was stopped, or memory ran out, try again with fewer jobs; a program whose "
                "main module does work when it is imported needs `if __name__ == '__main__':`",
            ) from error
        finally:
            self._drop(len(self._journals))

    def _outcome_of(self, journal: _Journal) -> Finding:
        outcome: Finding
        try:
            if journal.size:
                outcome = self._verdict_of_parts()
            else:
                outcome = _verdict_here(journal.path, self._told, self._behind)
        except (OSError, JournalError) as error:
            outcome = error
        self._decided += 1
        self._drop(self._decided)
        self._behind += journal.size
        self._told(self._behind)
        return outcome

    def _drop(self, number: int) -> None:
        """Let go of the parts that wait, of so many journals."""
        while self._waiting and self._waiting[0].journal < number:
            self._waiting.popleft().replayed.cancel()

    def _all_parts(self) -> Iterator[tuple[int, Part]]:
        for number, journal in enumerate(self._journals):
            parts = parts_of(journal.path, journal.size, self._jobs) if journal.size else ()
            for part in parts:
                if number < self._decided:
                    break
                yield number, part

    def _next(self) -> _Task:
        """Return the next part of the journal in turn; those behind it are replayed meanwhile.

        Raises:
            JournalError: there is none.
        """
        missing = self._jobs * _WAITING_PER_JOB - len(self._waiting)
        for number, part in islice(self._to_do, missing):
            self._waiting.append(_Task(number, part, self._sent(part)))
        if not self._waiting or self._waiting[0].journal != self._decided:
            raise _changed()
        return self._waiting.popleft()

    def _sent(self, part: Part) -> Future[Replayed]:
        with interrupts_held():
            return self._executor.submit(replay_part, part)

    def _verdict_of_parts(self) -> Verdict:
        """Put the verdict on the next journal together."""
        rounds = lines = 0
        task = self._next()
        found = task.replayed.result()
        while found.verdict is None:
            task_behind = self._next()
            found_behind = task_behind.replayed.result()
            joint = found_behind.begun
            if joint is None or joint != found.ended:
                # It may be long, and an interrupt is heard in this process alone.
                found = replay_part(evolve(task.part, end=None))
                break
            self._told(self._behind + joint.offset)
            rounds += found.rounds
            lines += found.lines
            task, found = task_behind, found_behind
        if found.verdict is None:
            raise _changed()
        return _counted_on(found.verdict, rounds, lines)


def _counted_on(verdict: Verdict, rounds: int, lines: int) -> Verdict:
    """Return a verdict that was found in a part as one on the journal, with so much before it."""
    number = verdict.line_number
    return evolve(
        verdict,
        rounds=verdict.rounds + rounds,
        lines=verdict.lines + lines,
        line_number=None if number is None else number + lines,
    )
