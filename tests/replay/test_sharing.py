"""Journals replayed in parts, wherever they are split, get the verdict that they get whole."""

import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

import pytest
from attrs import define, field
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules
from tests.replay.executors import AtOnce
from tests.replay.recorded import hosted, lines_of, recorded, resealed, seated
from tests.replay.scenarios import SCENARIOS, journal_of
from tests.scale import scaled, share_of

from pitboss.errors import JournalError
from pitboss.game.shoe import MAX_SEED
from pitboss.replay import JobsError, Verdict, VerdictKind, verify, verify_files, viewer_journal
from pitboss.replay.parallel import MAX_JOBS, Part, Replayed, parts_of, replay_part
from pitboss.rules import Rules

P = ParamSpec("P")
T = TypeVar("T")

TWENTY_ROUNDS = recorded(Rules(), 20, seats=2, seed=8)
HOST = b'{"seq":9,"line":"host","host":{"line":"end","of":[{"seq":1,"line":"shoe","shoe":7}]}}\n'


@define
class Shared:
    """Journals that lie in a file and are replayed in small parts."""

    path: Path
    executor: AtOnce = field(factory=AtOnce)

    def verdict(self, data: bytes) -> Verdict:
        """Replay a journal in parts and whole, and see that the verdict is the same."""
        self.path.write_bytes(data)
        self.executor.parts.clear()
        (verdict,) = verify_files([self.path], jobs=2, executor=self.executor)
        assert verdict == verify(BytesIO(data))
        return verdict

    @property
    def begins(self) -> list[int]:
        """Where the parts began that were replayed, in bytes."""
        return [part.begin for part in self.executor.parts]


@pytest.fixture
def parts_of_length(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return what sets the length of parts in bytes."""

    def set_length(length: int) -> None:
        monkeypatch.setattr("pitboss.replay.parallel.MIN_PART_BYTES", length)
        monkeypatch.setattr("pitboss.replay.parallel.MAX_PART_BYTES", length)

    return set_length


@pytest.fixture
def shared(tmp_path: Path, parts_of_length: Callable[[int], None]) -> Shared:
    """Return what replays journals in parts of about a round."""
    parts_of_length(700)
    return Shared(tmp_path / "game.jsonl")


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_journal_is_replayed_in_parts_and_none_twice(name: str, shared: Shared) -> None:
    """Whatever it holds: shoes arranged or made in mid-round, notes, a shoe for every round."""
    data = journal_of(name)
    verdict = shared.verdict(data)
    assert verdict.matches
    assert len(shared.begins) > 1
    assert shared.begins == sorted(set(shared.begins))


def test_a_viewers_journal_is_played_in_one_piece(shared: Shared) -> None:
    """Nothing in its lines says where a later part begins."""
    data = b"".join(viewer_journal(BytesIO(journal_of("six_deck_s17")), 1))
    assert shared.verdict(data).kind is VerdictKind.CONSISTENT


@given(rules=valid_rules(), seats=st.integers(1, 7), seed=st.integers(0, MAX_SEED))
@settings(max_examples=scaled(60, least=20))
def test_a_journal_under_any_rules_is_replayed_in_parts_and_none_twice(
    rules: Rules, seats: int, seed: int
) -> None:
    """Every round can be the first of a part."""
    data = recorded(rules, 5, seats=seated(rules, seats), seed=seed)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.replay.parallel.MIN_PART_BYTES", 500)
        patch.setattr("pitboss.replay.parallel.MAX_PART_BYTES", 500)
        shared = Shared(Path(folder) / "game.jsonl")
        assert shared.verdict(data).matches
    assert len(shared.begins) > 1
    assert shared.begins == sorted(set(shared.begins))


@pytest.mark.parametrize("length", [1, 300, 1_000, 2_500, 7_000, 100_000])
@pytest.mark.parametrize("name", ["six_deck_s17", "host_lines", "tiny_arranged_shoes"])
def test_parts_of_any_length_give_the_same_verdict(
    name: str, length: int, shared: Shared, parts_of_length: Callable[[int], None]
) -> None:
    """Down to a single round, and up to the whole journal."""
    parts_of_length(length)
    assert shared.verdict(journal_of(name)).matches


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_a_journal_of_few_rounds_is_replayed_by_more_jobs(rounds: int, shared: Shared) -> None:
    """Fewer parts than jobs are no harm."""
    assert shared.verdict(recorded(Rules(), rounds)).rounds == rounds


def changes(data: bytes) -> Iterator[bytes]:
    """Give a journal with every line left out, doubled, swapped, changed, or beside another."""
    rng = random.Random(5)
    lines = lines_of(data)
    for at, line in enumerate(lines):
        front, behind = lines[:at], lines[at + 1 :]
        changed = bytearray(line)
        changed[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
        for middle in (
            [],
            [line, line],
            [*behind[:1], line],
            [bytes(changed)],
            [HOST, line],
            [b'{"line":"host"}\n', line],
            [b"\n", line],
            [line[: len(line) // 2]],
        ):
            rest = behind[1:] if middle == [*behind[:1], line] else behind
            yield b"".join([*front, *middle, *rest])


SMALL = {
    "host_lines": journal_of("host_lines"),
    "void_round": journal_of("void_round"),
    "arranged_shoe": journal_of("arranged_shoe"),
    "cut_card_at_once": journal_of("cut_card_at_once"),
    "arranged_then_shuffled": b"".join(lines_of(journal_of("arranged_then_shuffled"))[:50]),
    "shoes_in_mid_round": recorded(
        Rules.of(decks=1, burn=20, shuffle="when_empty"), 4, seats=2, seed=4
    ),
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.untraced
def test_damage_anywhere_gives_the_same_verdict(name: str, shared: Shared) -> None:
    """In every part, and where two of them meet; also if all digests were made to hold."""
    for data in share_of(changes(SMALL[name])):
        shared.verdict(data)
        shared.verdict(resealed(lines_of(data)))


@pytest.mark.untraced
def test_a_journal_cut_off_anywhere_gives_the_same_verdict(shared: Shared) -> None:
    """At every byte from the second round on, where there are parts."""
    data = recorded(Rules(), 3, seats=1, seed=20)
    for cut in share_of(range(data.index(b'"line":"end"'), len(data))):
        verdict = shared.verdict(data[:cut])
        assert verdict.kind is VerdictKind.INCOMPLETE
        assert verdict.line_number == verdict.lines


def test_the_first_fault_of_all_is_told(shared: Shared) -> None:
    """Though a later part may be done before."""
    lines = lines_of(TWENTY_ROUNDS)
    faults = [at for at, line in enumerate(lines) if b'"event":"bet"' in line][5::8]
    for at in faults:
        lines[at] = lines[at].replace(b'"betting-bet"', b'"betting-but"')
    assert len(faults) > 3
    verdict = shared.verdict(b"".join(lines))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, faults[0] + 1)


def forged(old: bytes, new: bytes, number: int) -> bytes:
    """Return the journal with a change in the line that opens a round, and all digests right."""
    lines = lines_of(TWENTY_ROUNDS)
    at = next(at for at, line in enumerate(lines) if b'"line":"round","round":%d,' % number in line)
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new, 1)
    return resealed(lines)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"balances":[', b'"balances":[1'),
        (b'"balances":[', b'"balances":[5,'),
        (b'"house":', b'"house":1'),
        (b'"round":9', b'"round":10'),
        (b'"position":', b'"position":1'),
        (b'"position":', b'"position":9999'),
        (b'"shoe":"1"', b'"shoe":"2"'),
        (b'"resolved-open"', b'"betting-open"'),
        (b'"resolved-open"', b'"resolved-open","resolved-open"'),
        (b'"line":"round"', b'"line":"turn"'),
    ],
)
def test_a_part_is_not_believed_where_it_begins(old: bytes, new: bytes, shared: Shared) -> None:
    """What a round says of where it begins is proved by the part in front of it."""
    verdict = shared.verdict(forged(old, new, 9))
    assert verdict.kind is VerdictKind.DIVERGED
    assert verdict.rounds == 8


def test_a_part_that_could_be_of_another_journal_is_not_joined(shared: Shared) -> None:
    """Its own lines are whole and agree with each other, but not with the part in front."""
    for other in (recorded(Rules(), 20, seats=2, seed=9), recorded(Rules(), 25, seats=2, seed=8)):
        ours, theirs = lines_of(TWENTY_ROUNDS), lines_of(other)
        for number in (5, 9, 14):
            mark = b'"line":"round","round":%d,' % number
            here = next(at for at, line in enumerate(ours) if mark in line)
            there = next(at for at, line in enumerate(theirs) if mark in line)
            for begin in (here - 1, here):
                data = b"".join([*ours[:begin], *theirs[there:]])
                shared.verdict(data)
                shared.verdict(resealed(lines_of(data)))


def test_many_journals_get_their_verdicts_in_order(
    tmp_path: Path, parts_of_length: Callable[[int], None]
) -> None:
    """Each its own, whatever came of the others."""
    parts_of_length(1_000)
    damaged = TWENTY_ROUNDS.replace(b'"betting-bet"', b'"betting-but"', 1)
    data = [TWENTY_ROUNDS, damaged, b"", journal_of("host_lines"), TWENTY_ROUNDS[:-9], damaged]
    paths = [tmp_path / str(number) for number in range(len(data))]
    for path, each in zip(paths, data, strict=True):
        path.write_bytes(each)
    due = [verify(BytesIO(each)) for each in data]
    assert list(verify_files(paths, jobs=3, executor=AtOnce())) == due
    with ThreadPoolExecutor(2) as threads:
        assert list(verify_files(iter(paths), jobs=2, executor=threads)) == due
        assert list(verify_files(map(str, paths), executor=threads)) == due
    assert list(verify_files(paths, jobs=1)) == due
    assert list(verify_files(paths, jobs=2)) == due
    assert list(verify_files([], jobs=2)) == []


def test_parts_behind_a_fault_are_not_replayed(shared: Shared) -> None:
    """But for those that were waiting already."""
    damaged = TWENTY_ROUNDS.replace(b'"betting-bet"', b'"betting-but"', 1)
    assert not shared.verdict(damaged).matches
    parts = parts_of(str(shared.path), shared.path.stat().st_size, 2)
    assert len(shared.begins) < 6 < len(list(parts))


def test_progress_is_told_part_by_part(
    tmp_path: Path, parts_of_length: Callable[[int], None]
) -> None:
    """In bytes of all journals together, and up to the last; in one process, block by block."""
    parts_of_length(1_000)
    paths = [tmp_path / "one", tmp_path / "other"]
    for path in paths:
        path.write_bytes(TWENTY_ROUNDS)
    for jobs, executor, least in ((2, AtOnce(), 10), (1, None, 4)):
        heard: list[int] = []
        list(verify_files(paths, jobs=jobs, executor=executor, progress=heard.append))
        assert heard == sorted(heard)
        assert len(heard) >= least
        assert heard[-1] == 2 * len(TWENTY_ROUNDS)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_replayed_in_this_process(tmp_path: Path) -> None:
    """It cannot be split, and another process may not have it open."""
    pipe, path = tmp_path / "pipe", tmp_path / "game.jsonl"
    os.mkfifo(pipe)
    path.write_bytes(TWENTY_ROUNDS)
    executor = AtOnce()
    with ThreadPoolExecutor(1) as writing:
        writing.submit(pipe.write_bytes, TWENTY_ROUNDS)
        verdicts = list(verify_files([pipe, path], jobs=2, executor=executor))
    assert [verdict.matches for verdict in verdicts] == [True, True]
    assert {part.path for part in executor.parts} == {str(path)}


@pytest.mark.parametrize("jobs", [0, -1, MAX_JOBS + 1])
def test_a_number_of_jobs_out_of_range_is_refused(jobs: int) -> None:
    """At once, not when the first verdict is fetched."""
    with pytest.raises(JobsError, match=f"{jobs} jobs are not possible: give 1 to {MAX_JOBS}"):
        verify_files([], jobs=jobs)


@pytest.mark.parametrize("executor", [None, AtOnce()])
def test_a_journal_that_is_not_there_is_an_error_of_the_system(
    executor: Executor | None, tmp_path: Path
) -> None:
    """It names the file."""
    verdicts = verify_files([tmp_path / "none"], jobs=2, executor=executor)
    with pytest.raises(FileNotFoundError) as caught:
        next(verdicts)
    assert caught.value.filename == str(tmp_path / "none")


class Broken(AtOnce):
    """Its processes die."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Fail, but not yet."""
        del fn, args, kwargs
        future: Future[T] = Future()
        future.set_exception(BrokenExecutor("a process terminated abruptly"))
        return future


def test_a_process_that_dies_is_one_sentence(shared: Shared) -> None:
    """It says what may help."""
    shared.path.write_bytes(TWENTY_ROUNDS)
    with pytest.raises(JobsError, match=r"has died: .* try again with fewer jobs") as caught:
        next(verify_files([shared.path], jobs=2, executor=Broken()))
    assert isinstance(caught.value.__cause__, BrokenExecutor)


class Overwriting(AtOnce):
    """Somebody writes to the journal while it is replayed."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Cut the journal off before its third part."""
        part = args[0]
        assert isinstance(part, Part)
        if len(self.parts) == 2:
            Path(part.path).write_bytes(TWENTY_ROUNDS[: self.parts[1].begin + 10])
        return super().submit(fn, *args, **kwargs)


def test_a_journal_that_changes_meanwhile_is_an_error(shared: Shared) -> None:
    """No verdict would be true of what lies there."""
    shared.path.write_bytes(TWENTY_ROUNDS)
    with pytest.raises(JournalError, match="changed while it was replayed"):
        next(verify_files([shared.path], jobs=2, executor=Overwriting()))


def test_what_is_sent_away_is_never_the_rest_of_a_long_journal(shared: Shared) -> None:
    """Whatever does not meet the part in front is replayed here, where an interrupt is heard."""
    shared.verdict(forged(b'"house":', b'"house":1', 9))
    assert len(shared.begins) == len(set(shared.begins)) > 8
    assert all(part.end is not None for part in shared.executor.parts)


class Kept(AtOnce):
    """Keeps what it was given and does nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.cancelled: list[Callable[[], bool]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do the first and keep the others."""
        future: Future[T] = Future()
        if not self.cancelled:
            future.set_result(fn(*args, **kwargs))
        self.cancelled.append(future.cancelled)
        return future


def test_parts_that_wait_are_let_go_when_nobody_asks_any_more(
    tmp_path: Path,
) -> None:
    """As after an interrupt: a host's executor is left with nothing to do."""
    paths = [tmp_path / str(number) for number in range(9)]
    for path in paths:
        path.write_bytes(TWENTY_ROUNDS)
    executor = Kept()
    verdicts = verify_files(paths, jobs=2, executor=executor)
    assert next(verdicts).matches
    assert len(executor.cancelled) == 4
    verdicts.close()
    assert [cancelled() for cancelled in executor.cancelled] == [False, True, True, True]


def test_processes_give_the_same_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts_of_length: Callable[[int], None]
) -> None:
    """Real ones, begun for it."""
    parts_of_length(5_000)
    monkeypatch.setattr("pitboss.replay.parallel.WORTH_SHARING_BYTES", 0)
    path = tmp_path / "game.jsonl"
    for data in (TWENTY_ROUNDS, TWENTY_ROUNDS[:-1]):
        path.write_bytes(data)
        assert list(verify_files([path], jobs=2)) == [verify(BytesIO(data))]


def test_a_part_where_no_round_begins_says_nothing(shared: Shared) -> None:
    """It may begin anywhere; whoever asked finds that it does not meet the part in front."""
    shared.path.write_bytes(journal_of("host_lines"))
    for begin in range(1, 2_000, 7):
        assert replay_part(Part(str(shared.path), begin, None)) == Replayed()


def test_a_part_behind_which_no_round_begins_ends_in_nothing(shared: Shared) -> None:
    """The trailer follows, or nothing does; what comes of it is for one process to say."""
    lines = lines_of(TWENTY_ROUNDS)
    end = len(TWENTY_ROUNDS) - len(lines[-1]) - len(lines[-2])
    for data in (TWENTY_ROUNDS, TWENTY_ROUNDS[:end]):
        shared.path.write_bytes(data)
        replayed = replay_part(Part(str(shared.path), 0, end))
        assert replayed == Replayed(rounds=20, lines=len(lines) - 2)
        assert replay_part(Part(str(shared.path), end, None)) == Replayed()


def test_without_a_shoe_in_front_no_part_begins(shared: Shared) -> None:
    """There are no cards to draw."""
    lines = lines_of(TWENTY_ROUNDS)
    del lines[1]
    shared.path.write_bytes(b"".join(lines))
    first = next(at for at, line in enumerate(lines) if b'"line":"end"' in line)
    begin = len(b"".join(lines[: first + 1]))
    assert replay_part(Part(str(shared.path), begin, None)) == Replayed()


def test_a_shoe_far_in_front_is_found(shared: Shared) -> None:
    """Across blocks, and whatever lines of a host look like one."""
    rules = Rules.of(decks=8, cut_card="0..0")
    data = recorded(rules, 60, seats=seated(rules, 1), seed=3)
    long = b'{"seq":0,"line":"host","host":{"x":"%s","seq":1,"line":"shoe",' % (b"x" * 9_001)
    assert shared.verdict(hosted(data, long + b'"shoe":"2"}}\n')).matches
    assert len(shared.begins) > 20
    assert shared.begins == sorted(set(shared.begins))
