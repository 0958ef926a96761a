"""Replay journals in parts, on several processors, with one verdict on each journal.

A journal is split where rounds begin, and each part is replayed by itself. A round's first line has
the state of the table, so a replay can begin with it. The replay of the previous part checks this
line: it continues until the first round of the next part is open. Then it must have the digest with
which the next part began. The digest covers all lines before it.

Parts are judged in their order, so the verdict names the first fault. If the digests of two parts
differ, the journal is not as an engine writes it. Then this process replays the earlier part again,
and continues to the end of the journal.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, closing, suppress
from itertools import islice
from pathlib import Path
from sys import maxsize
from typing import Final

from attrs import evolve, field, frozen

from pitboss.arguments import check_kind, takes
from pitboss.errors import JournalError, PitbossError, brief
from pitboss.game.shoe import TableSeed
from pitboss.journal.opening import open_journal, size_of
from pitboss.journal.source import Lines
from pitboss.processes import hold_interrupts, processes
from pitboss.replay.playing import HearBytes, Replay
from pitboss.replay.sharing import replay_from_beginning
from pitboss.replay.starts import end_behind, read_first, start_at
from pitboss.replay.verifying import Verdict, Verification, verify

MAX_JOBS: Final = 61
"""The largest pool of processes that every operating system allows."""

WORTH_SHARING_BYTES: Final = 1 << 24
"""Processes are started only if all journals together have at least this many bytes."""

MIN_PART_BYTES: Final = 1 << 20
"""The least size of a part; for a smaller part, it is not worth the time to start a replay."""

MAX_PART_BYTES: Final = 1 << 23
"""The usual largest size of a part; it is limited so that an interrupt need not wait long."""

_PARTS_PER_JOB: Final = 4
_WAITING_PER_JOB: Final = 2

Finding = Verdict | OSError | JournalError
"""The outcome for a journal: a verdict, or an error instead of one."""


class JobsError(PitbossError):
    """Work cannot be divided among processes."""


@takes(JobsError)
def verify_files(
    paths: Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: HearBytes | None = None,
    seed: TableSeed | None = None,
) -> Generator[Verdict]:
    """Replay whole journals, several parts of them at a time.

    The verdicts are those of `verify`. Without an `executor`, new processes do the work if there is
    enough of it. Each process imports the main module of the program, so importing that module must
    not start any work.

    Args:
        paths: the paths of the journals.
        jobs: how many parts are replayed at a time, 1 to `MAX_JOBS`; by default, the number of
            processors.
        executor: the executor that replays them, such as a pool of the host; it is not shut down.
            This process itself replays what follows a fault, and journals that are not files, such
            as pipes.
        progress: called now and then with the number of bytes read from all journals.
        seed: the seed of the tables, if it is not in the journals.

    Returns:
        The verdict on each journal, in the order of the paths, as soon as it is known. If you need
        no more verdicts, `close` the generator.

    Raises:
        JobsError: `jobs` is out of range, or `paths` is not a list of paths; or, when a verdict is
            fetched, a process has died.
        OSError: when a verdict is fetched, its journal cannot be read. No other verdict follows;
            use `verify_each` to continue after such a journal.
        JournalError: when a verdict is fetched, its journal was changed during the replay.
    """
    return _verdicts(verify_each(paths, jobs=jobs, executor=executor, progress=progress, seed=seed))


@takes(JobsError)
def verify_each(
    paths: Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: HearBytes | None = None,
    seed: TableSeed | None = None,
) -> Generator[Finding]:
    """Do the same as `verify_files`, but continue after a journal without a verdict.

    The arguments are those of `verify_files`.

    Returns:
        The outcome for each journal in the order of the paths: a verdict, an `OSError` if the file
        cannot be read, or a `JournalError` if it was changed during its replay.

    Raises:
        JobsError: `jobs` is out of range, or `paths` is not a list of paths; or, when an outcome
            is fetched, a process has died.
    """
    if jobs is None:
        jobs = min(os.cpu_count() or 1, MAX_JOBS)
    if type(jobs) is not int or not 1 <= jobs <= MAX_JOBS:
        raise JobsError(f"{brief(jobs)} jobs are not possible", f"give 1 to {MAX_JOBS}")
    if isinstance(paths, str | os.PathLike):
        one = brief(os.fspath(paths))
        raise JobsError(f"paths must be a list of paths, got {one}", "put the path into a list")
    listed = list(paths)
    for path in listed:
        check_kind("each path", path, str | os.PathLike, JobsError, "verify_files")
    return _findings([os.fspath(path) for path in listed], jobs, executor, progress, seed)


def _verdicts(findings: Generator[Finding]) -> Generator[Verdict]:
    with closing(findings):
        for finding in findings:
            if not isinstance(finding, Verdict):
                raise finding
            yield finding


def _findings(
    paths: Sequence[str],
    jobs: int,
    executor: Executor | None,
    progress: HearBytes | None,
    seed: TableSeed | None,
) -> Generator[Finding]:
    # A journal is split by its present size, even if it grows later.
    journals = [(path, size_of(path)) for path in paths]
    with ExitStack() as stack:
        enough = sum(size for _, size in journals) >= WORTH_SHARING_BYTES
        if executor is None and jobs > 1 and enough:
            executor = stack.enter_context(processes(jobs))
        yield from _Sharing(journals, jobs, executor, progress, seed).findings()


@frozen
class Part:
    """A part of a journal.

    Attributes:
        path: the path of the journal.
        begin: where it begins, in bytes: at 0, or right after the end of a round.
        end: where it ends and the next part begins; `None` for the last part.
        seed: the seed of the table, if it is not in the journal.
    """

    path: str
    begin: int
    end: int | None
    seed: TableSeed | None = field(default=None, repr=False)


@frozen
class Replayed:
    """The result of the replay of a part.

    Attributes:
        begun: the last digest before the part; empty for the first part, or if no round begins
            where the part begins.
        ended: the digest with which the next part must begin; empty if the replay did not reach
            the first round of that part.
        rounds: how many rounds of the part were replayed without a difference.
        lines: the number of lines in the part.
        verdict: the verdict on the whole journal, if this part decides it; its numbers are counted
            from the beginning of the part.
    """

    begun: str = ""
    ended: str = ""
    rounds: int = 0
    lines: int = 0
    verdict: Verdict | None = None


def replay_part(part: Part) -> Replayed:
    """Replay a part of a journal; another process may call this.

    Raises:
        OSError: the journal cannot be read.
        SecretError: the seed is missing or wrong.
    """
    with Path(part.path).open("rb") as file:
        lines = Lines(file, part.begin)
        if not part.begin:
            return _replayed(
                part, lines, "", lambda: replay_from_beginning(*read_first(lines), lines, part.seed)
            )
        try:
            header, _ = read_first(Lines(file))
            start = start_at(file, part.begin, header)
            replay = Replay.from_start(start, part.seed)
        except JournalError:
            return Replayed()
        file.seek(part.begin)
        deque(islice(lines, len(start.since)))
        return _replayed(part, lines, start.digest, lambda: replay)


def _replayed(part: Part, lines: Lines, begun: str, begin: Callable[[], Replay]) -> Replayed:
    """Replay a part; `begin` makes the replay at its beginning."""
    end = maxsize if part.end is None else part.end
    verification = Verification(lines, stop=end, seed=part.seed)

    def play() -> Replayed | Verdict:
        replay = begin()
        steps = verification.steps(replay)
        for _ in steps:
            if lines.offset >= end and replay.between_rounds:
                rounds, count, digest = replay.rounds, lines.number, replay.digest
                return Replayed(begun, digest if _opens_round(replay, steps) else "", rounds, count)
        return verification.at_the_end()

    found = verification.judged(play)
    return Replayed(begun, verdict=found) if isinstance(found, Verdict) else found


def _opens_round(replay: Replay, steps: Iterator[None]) -> bool:
    """Continue until a round is open; return `False` if the journal ends or differs before that."""
    with suppress(PitbossError):
        return any(not replay.table.over for _ in steps)
    return False


def parts_of(path: str, size: int, jobs: int) -> Iterator[Part]:
    """Split a journal into parts of about the same length.

    The last part ends where the journal ends, even if the journal has grown or cannot be read.

    Args:
        path: the path of the journal.
        size: the size of the journal, in bytes.
        jobs: how many of the parts will be replayed at a time.
    """
    length = min(max(size // (jobs * _PARTS_PER_JOB), MIN_PART_BYTES), MAX_PART_BYTES)
    begin, near = 0, length
    while near + length <= size:
        end = _end_behind(path, near, length)
        # Enough bytes must follow, so that the last part has more than the trailer.
        if end is not None and end + length <= size:
            yield Part(path, begin, end)
            begin = near = end
        near += length
    yield Part(path, begin, None)


def _end_behind(path: str, offset: int, most_bytes: int) -> int | None:
    """Return the end, in bytes, of the first line after `offset` that ends a round.

    Return `None` if there is no such line in the next `most_bytes`, or if the journal cannot be
    read; then the replay of the rest reports the error.
    """
    with suppress(OSError), Path(path).open("rb") as file:
        found = end_behind(file, offset, most_bytes)
        return None if found is None else found[0]
    return None


@frozen
class _Task:
    """A part of one of the journals, and the future result of its replay."""

    journal: int
    part: Part
    replayed: Future[Replayed]


class _Sharing:
    """Journals whose parts are replayed in an executor, or one after another in this process.

    Only a few parts for each job are submitted at a time, even of a long journal.

    Args:
        journals: the path of each journal, and its size in bytes; 0 if it cannot be split.
        jobs: how many parts are replayed at a time.
        executor: the executor that replays them; `None` for this process.
        progress: called with the number of bytes read.
        seed: the seed of the tables, if it is not in the journals.
    """

    def __init__(
        self,
        journals: Sequence[tuple[str, int]],
        jobs: int,
        executor: Executor | None,
        progress: HearBytes | None,
        seed: TableSeed | None,
    ) -> None:
        self._seed = seed
        self._journals = journals
        self._jobs = jobs
        self._executor = executor
        self._progress = progress
        self._behind = 0
        self._decided = 0
        self._to_do = self._all_parts()
        self._waiting: deque[_Task] = deque()

    def findings(self) -> Iterator[Finding]:
        """Yield the outcome for each journal, in their order."""
        try:
            for path, size in self._journals:
                yield self._finding_of(path, size)
        except BrokenExecutor as error:
            raise JobsError(
                "a process that replayed a part of a journal has died",
                "if it was stopped, or memory ran out, try again with fewer jobs; a program whose "
                "main module does work when it is imported needs `if __name__ == '__main__':`",
            ) from error
        finally:
            self._drop(len(self._journals))

    def _finding_of(self, path: str, size: int) -> Finding:
        finding: Finding
        try:
            if size and self._executor is not None:
                finding = self._verdict_of_parts(self._executor)
            else:
                with open_journal(path) as file:
                    finding = verify(file, self._tell, seed=self._seed)
        except (OSError, JournalError) as error:
            finding = error
        self._decided += 1
        self._drop(self._decided)
        self._tell(size)
        self._behind += size
        return finding

    def _tell(self, done: int) -> None:
        """Report how much of the current journal was read."""
        if self._progress is not None:
            self._progress(self._behind + done)

    def _drop(self, number: int) -> None:
        """Cancel the waiting parts of the first `number` journals."""
        while self._waiting and self._waiting[0].journal < number:
            self._waiting.popleft().replayed.cancel()

    def _all_parts(self) -> Iterator[tuple[int, Part]]:
        for number, (path, size) in enumerate(self._journals):
            for part in parts_of(path, size, self._jobs) if size else ():
                if number < self._decided:
                    break
                yield number, evolve(part, seed=self._seed)

    def _next(self, executor: Executor) -> _Task:
        """Return the next part of the current journal, while later parts are replayed.

        Raises:
            JournalError: no part of the journal is left.
        """
        missing = self._jobs * _WAITING_PER_JOB - len(self._waiting)
        for number, part in islice(self._to_do, missing):
            with hold_interrupts():
                replayed = executor.submit(replay_part, part)
            self._waiting.append(_Task(number, part, replayed))
        if not self._waiting or self._waiting[0].journal != self._decided:
            raise _changed()
        return self._waiting.popleft()

    def _verdict_of_parts(self, executor: Executor) -> Verdict:
        """Make the verdict on the current journal from the verdicts on its parts."""
        rounds = lines = 0
        task = self._next(executor)
        found = task.replayed.result()
        while found.verdict is None:
            next_task = self._next(executor)
            next_found = next_task.replayed.result()
            if not found.ended or found.ended != next_found.begun:
                # This may take long, so it is done in this process, which can be interrupted.
                found = replay_part(evolve(task.part, end=None))
                break
            self._tell(next_task.part.begin)
            rounds += found.rounds
            lines += found.lines
            task, found = next_task, next_found
        verdict = found.verdict
        if verdict is None:
            raise _changed()
        # The numbers in the verdict of a part are counted from the beginning of the part.
        number = verdict.line_number
        return evolve(
            verdict,
            rounds=verdict.rounds + rounds,
            lines=verdict.lines + lines,
            line_number=None if number is None else number + lines,
        )


def _changed() -> JournalError:
    return JournalError(
        None, "the journal was changed while it was replayed", "replay it when nobody writes to it"
    )
