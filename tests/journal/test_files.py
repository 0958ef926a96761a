"""The file of a journal: one writer at a time, and its owner's alone."""

import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import cast

import pytest
from tests.replay.recorded import lines_of, play_on, play_round, seated, verdict_of

from pitboss import Flush, Journal, MimicPlayer, Rules, SeatPlan, Table, play_rounds, resume
from pitboss.errors import JournalError, JournalInUseError, TableError
from pitboss.journal.files import JournalFile, Opening
from pitboss.replay import NotBegunError, Resumed, VerdictKind

SEATS = ("Ann", "Ben")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a journal that does not exist."""
    return tmp_path / "game.jsonl"


def table_with(journal: Journal) -> Table:
    """Set up a table of the default rules."""
    return Table(seats=SEATS, seed=21, recorder=journal)


def left_in_mid_round(path: Path) -> None:
    """Leave a journal with two whole rounds and a third one open."""
    with Journal.create(path) as journal:
        table = table_with(journal)
        for _ in range(2):
            play_round(table)
        table.open_round()


def begun_or_gone_on(path: Path) -> Resumed:
    """Go on with a game, or begin it."""
    return resume(path, seats=SEATS, seed=21)


OPENERS: dict[str, Callable[[Path], Journal | Resumed]] = {
    "create": Journal.create,
    "resume": resume,
    "begin or go on": begun_or_gone_on,
}
every_opener = pytest.mark.parametrize("opener", OPENERS)


@every_opener
@pytest.mark.parametrize("first", OPENERS)
@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
def test_a_second_writer_is_refused_and_the_first_goes_on(
    path: Path, opener: str, first: str, link: Callable[[Path, Path], None] | None
) -> None:
    """However they open it, and under whatever names; afterwards the file is free."""
    left_in_mid_round(path)
    name = path if link is None else path.with_name("link.jsonl")
    if link is not None:
        link(name, path)
    with OPENERS[first](path) as writer:
        table = table_with(writer) if isinstance(writer, Journal) else writer.table
        before = path.read_bytes()
        with pytest.raises(JournalInUseError) as refused:
            OPENERS[opener](name)
        assert refused.value.path == str(name)
        with pytest.raises(FileExistsError):
            Journal.create(name, replace=False)
        assert path.read_bytes() == before
        play_on(table)
        play_round(table)
    assert verdict_of(path.read_bytes()).kind is VerdictKind.INCOMPLETE
    with resume(name) as resumed:
        assert resumed.table.over
        resumed.table.close()
    assert verdict_of(path.read_bytes()).matches


@pytest.mark.parametrize("flush", Flush)
@pytest.mark.parametrize("sync", [False, True])
def test_a_file_holds_the_bytes_that_any_sink_is_given(
    path: Path, flush: Flush, *, sync: bool
) -> None:
    """However they are handed on, and though the file held more before."""
    path.write_bytes(b"x" * 1_000_000)
    sink = BytesIO()
    with Journal.create(path, flush=flush, sync=sync) as journal:
        for table in (table_with(journal), table_with(Journal(sink))):
            for _ in range(200):
                play_round(table)
            table.close()
    assert path.read_bytes() == sink.getvalue()


def test_what_is_handed_on_can_be_read_at_once(path: Path) -> None:
    """After every event, after every round, or when much has come together."""
    for flush in Flush:
        with Journal.create(path, flush=flush) as journal:
            table = table_with(journal)
            play_round(table)
            play_round(table)
            table.open_round()
            kinds = [line.split(b'"')[5] for line in lines_of(path.read_bytes())]
            rounds = {Flush.EACH_EVENT: 3, Flush.EACH_ROUND: 2, Flush.WHEN_FULL: 0}[flush]
            assert kinds.count(b"round") == rounds
            assert kinds[:2] == ([] if flush is Flush.WHEN_FULL else [b"journal", b"shoe"])
        # Whoever closes the journal loses nothing, not even the round that is open.
        assert path.read_bytes().count(b'"line":"round"') == 3
        with resume(path, flush=flush) as resumed:
            assert not resumed.table.over


@pytest.mark.skipif(os.name != "posix", reason="files have modes there")
@pytest.mark.parametrize("mask", [0, 0o022, 0o077])
def test_a_file_that_is_made_is_its_owners_alone(path: Path, mask: int) -> None:
    """Whatever the process lets new files be; one that exists keeps what it was given."""
    before = os.umask(mask)
    try:
        for opener in ("create", "begin or go on"):
            new = path.with_name(f"{opener}.jsonl")
            with OPENERS[opener](new):
                assert stat.S_IMODE(new.stat().st_mode) == 0o600
            new.chmod(0o640)
            with Journal.create(new):
                assert stat.S_IMODE(new.stat().st_mode) == 0o640
    finally:
        os.umask(before)


def test_a_file_that_another_took_the_place_of_is_opened_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the opening and the lock it may be deleted or replaced: the name counts."""
    open_it = os.open
    replacements: Iterator[Callable[[], object]] = iter(
        [path.unlink, lambda: path.with_name("other").replace(path)]
    )

    def open_too_early(name: str, flags: int, mode: int) -> int:
        descriptor = open_it(name, flags, mode)
        path.with_name("other").write_bytes(b"another")
        for replace in replacements:
            replace()
            break
        return descriptor

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", open_too_early)
        journal = Journal.create(path)
    with journal:
        with pytest.raises(JournalInUseError):
            resume(path)
        play_round(table_with(journal))
    assert verdict_of(path.read_bytes()).rounds == 1
    assert not next(replacements, None)


def test_a_file_that_is_replaced_for_ever_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some tries; nothing stays open."""
    open_it = os.open
    opened: list[int] = []

    def open_too_early(name: str, flags: int, mode: int) -> int:
        opened.append(open_it(name, flags, mode))
        path.unlink()
        return opened[-1]

    monkeypatch.setattr(os, "open", open_too_early)
    with pytest.raises(JournalInUseError):
        Journal.create(path)
    assert len(opened) > 10
    for descriptor in opened:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("flush", Flush)
def test_a_full_disk_is_named(flush: Flush) -> None:
    """By the name of the file, when something is handed on, and at the end at the latest."""
    with (
        pytest.raises(OSError, match="No space left") as full,
        Journal.create("/dev/full", flush=flush) as journal,
    ):
        play_round(table_with(journal))
    assert full.value.filename == "/dev/full"


def test_a_journal_is_written_where_no_file_can_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every file system has locks: nobody can tell there whether another writes."""

    def unknown(_number: int, _what: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", unknown)
    path = tmp_path / "game.jsonl"
    with Journal.create(path) as journal:
        table = table_with(journal)
        play_round(table)
        table.close()
    assert verdict_of(path.read_bytes()).matches


def test_what_is_written_to_a_device_is_not_locked() -> None:
    """Nothing is kept there that a second writer could harm."""
    with Journal.create(os.devnull) as one, Journal.create(os.devnull) as other:
        for journal in (one, other):
            table_with(journal).close()


@pytest.mark.parametrize("name", [os.devnull, "/dev/zero"])
def test_a_device_is_not_gone_on_with(name: str) -> None:
    """It holds no journal, and reading it might never end."""
    with pytest.raises(JournalError, match="is not a regular file"):
        resume(name)


def test_a_journal_that_is_closed_takes_nothing_more(path: Path) -> None:
    """A table that goes on all the same is told so; to close twice does no harm."""
    journal = Journal.create(path)
    table = table_with(journal)
    play_round(table)
    journal.close()
    journal.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="the journal is closed"):
        play_round(table)
    assert path.read_bytes() == before
    sink = BytesIO()
    with Journal(sink) as of_host:
        table = table_with(of_host)
    # What the host opened is the host's to close.
    play_round(table)
    assert verdict_of(sink.getvalue()).rounds == 1


@pytest.mark.parametrize("path", ["", "a\0b", 7, 10**5_000, None, ["game.jsonl"]], ids=type)
def test_what_is_no_path_is_refused(path: object) -> None:
    """With one sentence."""
    with pytest.raises(JournalError, match="give the path of a file"):
        Journal.create(cast("str", path))


def cut_short(path: Path) -> list[bytes]:
    """Return what may be left of a journal at its very beginning."""
    with Journal.create(path) as journal:
        table_with(journal)
    header, shoe = lines_of(path.read_bytes())
    path.unlink()
    return [b"", header[:1], header[:-1], header, header + shoe[:-1]]


def test_a_journal_that_never_began_is_refused_or_begun_anew(path: Path) -> None:
    """An empty file as well: nothing was dealt, and whoever says who plays can begin."""
    left = cut_short(path)
    for data in left:
        path.write_bytes(data)
        with pytest.raises(NotBegunError, match="begin a new one: nothing was dealt"):
            resume(path)
        assert path.read_bytes() == data
        with begun_or_gone_on(path) as resumed:
            assert (resumed.rounds, resumed.dropped_bytes) == (0, len(data))
            play_round(resumed.table)
        with begun_or_gone_on(path) as resumed:
            assert resumed.rounds == 1
            resumed.table.close()
        assert verdict_of(path.read_bytes()).matches


def test_a_game_that_is_begun_or_gone_on_with_is_looked_at_first(path: Path) -> None:
    """What cannot be a game leaves no file, and another game is not gone on with."""
    games: list[tuple[Rules | None, list[str] | None, int | None]] = [
        (Rules(), None, None),
        (Rules(), None, 7),
        (None, [], 7),
    ]
    for rules, names, seed in games:
        with pytest.raises(TableError):
            resume(path, rules=rules, seats=names, seed=seed)
    assert not path.exists()
    left_in_mid_round(path)
    before = path.read_bytes()
    others: list[tuple[Rules | None, list[str | SeatPlan]]] = [
        (Rules.preset("lott"), ["Ann"]),
        (None, ["Ben", "Ann"]),
        (None, [SeatPlan("Ann", 100), "Ben"]),
        (Rules.of(soft_17="hit"), list(SEATS)),
    ]
    for rules, seats in others:
        with pytest.raises(JournalError, match="is of another game"):
            resume(path, rules=rules, seats=seats, seed=21)
    assert path.read_bytes() == before
    with resume(path, rules=Rules(), seats=SEATS, seed=22) as resumed:
        assert resumed.table.seed == 21


def test_a_file_of_the_host_is_synced_by_the_host(path: Path) -> None:
    """It is known by its path only what is to be done."""
    left_in_mid_round(path)
    with path.open("r+b") as file, pytest.raises(JournalError, match="give its path to sync it"):
        resume(file, sync=True)


def test_the_disk_is_asked_for_what_is_to_survive_a_power_cut(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time that something is handed on, and for the name of a file that is made."""
    synced: list[bool] = []

    def note(descriptor: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))

    monkeypatch.setattr(os, "fsync", note)
    with Journal.create(path) as journal:
        play_round(table_with(journal))
    assert synced == []
    with Journal.create(path, sync=True) as journal:
        assert synced == [True]
        table = table_with(journal)
        assert synced == [True, False, False]
        for number in count(4):
            play_round(table)
            assert len(synced) == number
            if number == 9:
                break


def test_a_pipe_that_is_full_says_so(tmp_path: Path) -> None:
    """A file that does not wait takes nothing at some time; that is told with its name."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    file = JournalFile(pipe, Opening.REPLACE)
    os.set_blocking(file.fileno(), False)
    with Journal(file) as journal:
        table = table_with(journal)
        with pytest.raises(BlockingIOError, match="takes nothing now") as full:
            play_rounds(table, [MimicPlayer()] * 2, 10_000)
    os.close(reading)
    assert full.value.filename == str(pipe)


def test_a_file_is_opened_in_four_ways(path: Path) -> None:
    """As it is there already or not, and is to be kept or not."""
    for opening in (Opening.GO_ON, Opening.GO_ON_OR_BEGIN, Opening.GO_ON, Opening.NEW):
        missing = opening is Opening.GO_ON and not path.exists()
        existing = opening is Opening.NEW and path.exists()
        if missing or existing:
            with pytest.raises(FileNotFoundError if missing else FileExistsError):
                JournalFile(path, opening)
        else:
            with JournalFile(path, opening) as file:
                file.write(b"kept")
        assert path.exists() is not missing
    # What is written goes to the end, wherever somebody else has put that.
    assert path.read_bytes() == b"keptkept"
    JournalFile(path, Opening.REPLACE).close()
    assert path.read_bytes() == b""


def test_seats_may_be_plans_of_the_default_table(path: Path) -> None:
    """As for any table."""
    with resume(path, seats=seated(Rules(), 2), seed=3) as resumed:
        assert resumed.table.rules == Rules()
