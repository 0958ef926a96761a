"""Tables in files: they begin, go on at the open question, and have one owner at a time."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest
from tests.live.opened import SEATS, SEED, opened, play, read_whole, state_of, step
from tests.replay.recorded import verdict_of

from pitboss import Event, Journal, Rules, SeatPlan, resume
from pitboss.errors import JournalError, JournalInUseError, TableError
from pitboss.game.seat_changes import SeatChange
from pitboss.live import CommandMemory, OpenTable, checkpoints, open_table
from pitboss.live.checkpoints import Checkpoint, checkpoint_path
from pitboss.records import rounds
from pitboss.replay import NotBegunError, OtherGameError, VerdictKind
from pitboss.story import Recorders
from pitboss.table import QuietRecorder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a journal that does not exist."""
    return tmp_path / "table.jsonl"


@pytest.fixture
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a checkpoint be written after some twenty events."""
    monkeypatch.setattr(checkpoints, "CHECKPOINT_EVENTS", 20)


often = pytest.mark.usefixtures("_often")


def checkpoint_of(path: Path) -> Path:
    """Return where the checkpoint of a journal lies."""
    return Path(checkpoint_path(str(path)))


@pytest.mark.parametrize("durable", [False, True])
@pytest.mark.parametrize("with_checkpoints", [False, True])
@often
def test_a_table_goes_on_where_it_stood(
    path: Path, *, durable: bool, with_checkpoints: bool
) -> None:
    """After every event and every change of a seat, as if nobody had gone; the commands, too."""
    chance, again = Random(1), Random(1)
    never_left = path.with_name("never left.jsonl")
    with opened(never_left) as other:
        for _ in range(120):
            with opened(path, durable=durable, checkpoints=with_checkpoints) as found:
                assert found.table.snapshot() == other.table.snapshot()
                assert found.memory.to_document() == other.memory.to_document()
                assert found.dropped_bytes == 0
                assert found.table.offer() == other.table.offer()
                step(found.table, chance)
            step(other.table, again)
            assert path.read_bytes() == never_left.read_bytes()
    with opened(path, durable=durable, checkpoints=with_checkpoints) as found:
        assert found.from_checkpoint is with_checkpoints
    assert checkpoint_of(path).exists() is with_checkpoints


def test_a_program_that_ends_without_closing_loses_nothing(path: Path) -> None:
    """Each event is in the file when `apply` comes back."""
    chance = Random(2)
    found = opened(path)
    for _ in range(60):
        step(found.table, chance)
        assert path.read_bytes().count(b"\n") == found.journal.seq
    found.close()


def test_without_seats_any_game_is_gone_on_with(path: Path) -> None:
    """But there must be one."""
    with pytest.raises(FileNotFoundError):
        open_table(path)
    assert not path.exists()
    path.write_bytes(b"")
    with pytest.raises(NotBegunError):
        open_table(path)
    rules = Rules.preset("lott")
    with open_table(path, rules, ["Ann"]) as found:
        found.table.open_round()
        seed = found.table.seed
    assert seed is not None
    with open_table(path) as found:
        assert (found.table.rules, found.table.seed) == (rules, seed)
        assert not found.table.over


@often
@pytest.mark.parametrize("steps", [0, 5, 200])
def test_another_game_is_refused(path: Path, steps: int) -> None:
    """With other rules or seats, whether it has a checkpoint or none; nothing changes."""
    with opened(path) as found:
        play(found.table, steps, Random(3))
    before = path.read_bytes()
    others: list[tuple[Rules | None, list[str | SeatPlan | None], str]] = [
        (Rules.of(soft_17="hit"), [*SEATS], "rules"),
        (None, [*SEATS, None], "seats"),
        (None, [*reversed(SEATS)], "seats"),
        (None, [SeatPlan("Ann", 1), "Ben", None], "seats"),
    ]
    for rules, seats, what in others:
        with pytest.raises(OtherGameError, match=f"of another game, with other {what}") as error:
            open_table(path, rules, seats)
        assert error.value.what == what
    assert path.read_bytes() == before
    with opened(path):
        pass


def read(path: Path) -> object:
    """Read the first round of a journal."""
    return next(rounds(path))


@pytest.mark.parametrize("opens", [open_table, resume, read])
def test_what_is_wrong_with_a_journal_names_its_file(
    path: Path, opens: Callable[[Path], object]
) -> None:
    """Whoever opens a hundred knows which it was."""
    path.write_bytes(b"damaged\n")
    with pytest.raises(JournalError, match=f"^{re.escape(str(path))}: line 1: ") as error:
        opens(path)
    assert (error.value.path, error.value.line_number) == (str(path), 1)


def test_what_cannot_be_a_table_leaves_no_file(path: Path) -> None:
    """It is looked at first."""
    with pytest.raises(TableError):
        open_table(path, seats=[])
    with pytest.raises(TableError, match="without seats"):
        open_table(path, Rules())
    # A seed alone may be that of a journal which keeps it apart.
    with pytest.raises(FileNotFoundError):
        open_table(path, seed=7)
    with pytest.raises(TableError, match="path must be text or a path"):
        open_table(cast("str", 7), seats=["Ann"])
    assert not [*path.parent.iterdir()]


def test_a_second_handle_is_refused_always(path: Path) -> None:
    """Whatever it asks for, and at whatever question the table stands; afterwards it is free."""
    openers: list[Callable[[], Journal | OpenTable | object]] = [
        lambda: opened(path),
        lambda: open_table(path),
        lambda: open_table(path, seats=["Zoe"], durable=True),
        lambda: resume(path),
        lambda: Journal.create(path),
    ]
    chance = Random(4)
    with opened(path) as found:
        for _ in range(30):
            before = path.read_bytes()
            for opener in openers:
                with pytest.raises(JournalInUseError):
                    opener()
            assert path.read_bytes() == before
            step(found.table, chance)
    with opened(path) as found:
        play(found.table, 10, chance)
    found.close()
    with resume(path), pytest.raises(JournalInUseError):
        opened(path)
    with Journal.create(path), pytest.raises(JournalInUseError):
        opened(path)


@often
def test_a_table_that_was_closed_cannot_be_opened(path: Path) -> None:
    """Its journal is whole, and its checkpoint is gone."""
    with opened(path) as found:
        play(found.table, 60, Random(5))
        while not found.table.over:
            step(found.table, Random(5))
        assert checkpoint_of(path).exists()
        # Somebody was killed while a checkpoint was written.
        Path(f"{checkpoint_of(path)}.new").write_bytes(b"{")
        found.table.close()
    assert [*path.parent.iterdir()] == [path]
    assert verdict_of(path.read_bytes()).matches
    with pytest.raises(JournalError, match="the journal is finished"):
        opened(path)


def test_a_damaged_journal_is_refused_and_stays_as_it_is(path: Path) -> None:
    """With the line that is wrong."""
    with opened(path) as found:
        play(found.table, 60, Random(6))
    data = path.read_bytes()
    damaged = data.replace(b'"amount":', b'"amounts":', 1)
    path.write_bytes(damaged)
    with pytest.raises(JournalError, match="line "):
        opened(path)
    assert path.read_bytes() == damaged


def test_a_line_that_was_cut_off_is_dropped(path: Path) -> None:
    """The question before it is asked again."""
    chance = Random(7)
    with opened(path) as found:
        play(found.table, 25, chance)
        seq = found.table.seq
        before = path.read_bytes()
        step(found.table, chance)
    cut = path.read_bytes()[: len(before) + 5]
    path.write_bytes(cut)
    with opened(path) as found:
        assert (found.table.seq, found.dropped_bytes) == (seq, 5)
    assert path.read_bytes() == before


def test_lines_of_the_host_are_kept(path: Path) -> None:
    """They are written at once, and nothing is remembered of them."""
    with opened(path) as found:
        found.journal.host({"time": "20:00"})
        play(found.table, 20, Random(8))
        found.journal.host({"command": "c1"})
    data = path.read_bytes()
    assert data.count(b'"line":"host"') == 2
    with opened(path) as found:
        assert path.read_bytes() == data
    assert verdict_of(data).kind is VerdictKind.INCOMPLETE


@often
def test_a_host_may_have_further_recorders(path: Path) -> None:
    """Beside the table's own, which goes on remembering and keeps its checkpoints."""

    class Counter(QuietRecorder):
        """Counts events."""

        def __init__(self) -> None:
            self.events = 0

        def applied(self, table: object, event: Event) -> None:  # noqa: ARG002  the protocol's
            """Count one."""
            self.events += 1

        def changed(self, table: object, change: SeatChange) -> None:  # noqa: ARG002  the same
            """Count one."""
            self.events += 1

    counter = Counter()
    with opened(path) as found:
        found.table.record_with(Recorders((found.recorder, counter)))
        play(found.table, 80, Random(9))
        assert counter.events == 80
        memory = found.memory.to_document()
    with opened(path) as found:
        assert found.from_checkpoint
        assert found.memory.to_document() == memory


@often
def test_a_checkpoint_spares_the_reading_of_what_stands_before_it(path: Path) -> None:
    """What was damaged there is not seen then; a replay of the journal would."""
    with opened(path) as found:
        play(found.table, 200, Random(10))
        state = state_of(found)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"event":"stand"', b'"event":"smile"', 1))
    with opened(path) as found:
        assert found.from_checkpoint
        assert found.rounds > 20
        assert state_of(found)[:4] == state[:4]
    checkpoint_of(path).unlink()
    with pytest.raises(JournalError, match="line "):
        opened(path)


@often
def test_the_seats_of_other_names_share_no_checkpoint(path: Path) -> None:
    """It lies beside the name under which the journal was opened; each is believed."""
    link = path.with_name("link.jsonl")
    with opened(path) as found:
        play(found.table, 50, Random(11))
    link.hardlink_to(path)
    with opened(link) as found:
        assert not found.from_checkpoint
        play(found.table, 50, Random(11))
        state = state_of(found)
    assert checkpoint_of(link).exists()
    with opened(path) as found:
        assert found.from_checkpoint
        assert state_of(found)[:4] == state[:4]


@often
def test_a_host_may_change_its_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checkpoint stays beside the journal."""
    monkeypatch.chdir(path.parent)
    elsewhere = path.with_name("elsewhere")
    elsewhere.mkdir()
    with opened(Path(path.name)) as found:
        monkeypatch.chdir(elsewhere)
        play(found.table, 50, Random(12))
        assert found.recorder.failure is None
    assert checkpoint_of(path).exists()
    assert not [*elsewhere.iterdir()]


def test_a_memory_of_commands_is_the_same_after_its_document() -> None:
    """Also one of 256 commands, of which the oldest goes next."""
    memory = CommandMemory()
    for seq in range(1, 301):
        memory.applied(Event.hit(seq % 2, 0).sent(command=f"c{seq}"), seq)
    memory.changed(SeatChange.join(3, "Eve", 7).sent(command="j"), 301)
    memory.changed(SeatChange.join(4, "Fay", 7), 302)
    memory.changed(SeatChange.award(3, 7, "a prize").sent(command="p"), 303)
    memory.changed(SeatChange.charge(3, 5, "a fee").sent(command="f"), 304)
    again = CommandMemory.from_document(memory.to_document())
    for each in (memory, again):
        each.applied(Event.bet(0, 500).sent(command="c900"), 900)
    assert again.to_document() == memory.to_document()
    assert all(again.find(3, each) == memory.find(3, each) for each in "jpf")
    assert [again.last_seq(seat) for seat in range(5)] == [900, 299, 0, 304, 302]


def test_checkpoints_are_their_owners_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They hold the seed and the shoe."""
    monkeypatch.setattr(checkpoints, "CHECKPOINT_EVENTS", 1)
    with opened(path) as found:
        play(found.table, 40, Random(13))
    assert checkpoint_of(path).stat().st_mode & 0o777 == 0o600
    held = Checkpoint.from_bytes(checkpoint_of(path).read_bytes())
    assert held is not None
    assert held.end.snapshot.seed == SEED
    assert read_whole(path.read_bytes(), path.with_name("copy"))[3] == 40
