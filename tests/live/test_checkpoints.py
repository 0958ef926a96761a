"""Whatever a checkpoint holds, a table comes out as by the reading of its whole journal."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import orjson
import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.live.opened import SEATS, SEED, State, opened, play, state_of
from tests.replay.recorded import lines_of, play_on
from tests.scale import scaled

from pitboss import Journal, PitbossError, Table
from pitboss.errors import JournalError
from pitboss.journal.lines import DIGEST_END, DIGEST_KEY, Chain
from pitboss.journal.source import Lines
from pitboss.live import CommandMemory, OpenTable, checkpoints
from pitboss.live.checkpoints import Checkpoint, LiveRecorder, checkpoint_path
from pitboss.story import SPECTATOR, Narrator, Recorders, ToldEvent

EVERY: Final = 15
STEPS: Final = 90


@contextmanager
def often() -> Generator[None]:
    """Let a checkpoint be written after some fifteen events."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkpoints, "CHECKPOINT_EVENTS", EVERY)
        yield


@frozen
class Game:
    """What was played at a table.

    Attributes:
        journal: its bytes.
        checkpoints: what stood beside it, one after another.
    """

    journal: bytes
    checkpoints: tuple[bytes, ...]


@cache
def game(seed: int, forked_at: int = STEPS) -> Game:
    """Play at a table of the one seed; two games are alike up to the step where they fork."""
    found: list[bytes] = []
    chance = Random(1)
    with often(), TemporaryDirectory() as folder:
        path = Path(folder, "table.jsonl")
        beside = Path(checkpoint_path(str(path)))
        with opened(path) as table:
            for at in range(STEPS):
                if at == forked_at:
                    chance = Random(seed)
                play(table.table, 1, chance)
                if beside.exists() and beside.read_bytes() not in found:
                    found.append(beside.read_bytes())
        assert len(found) > 2
        return Game(path.read_bytes(), tuple(found))


GAMES: Final = ((1, STEPS), (2, 0), (3, 30), (4, 60))


def outcome(path: Path, *, with_checkpoint: bool) -> tuple[State | str, bytes, bool]:
    """Open a table and return how it stands, or why it cannot, and what its file holds then."""
    found: OpenTable | None = None
    try:
        with opened(path, checkpoints=with_checkpoint) as found:
            state: State | str = state_of(found)
    except PitbossError as error:
        state = f"{type(error).__name__}: {error}"
    believed = found is not None and found.from_checkpoint
    return state, path.read_bytes(), believed


def same_as_whole(journal: bytes, checkpoint: bytes) -> bool:
    """See that a checkpoint changes nothing; return whether it was believed."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.jsonl")
        path.write_bytes(journal)
        state, left, _ = outcome(path, with_checkpoint=False)
        path.write_bytes(journal)
        Path(checkpoint_path(str(path))).write_bytes(checkpoint)
        assert outcome(path, with_checkpoint=True)[:2] == (state, left)
        path.write_bytes(journal)
        return outcome(path, with_checkpoint=True)[2]


@pytest.mark.parametrize("number", range(3))
def test_a_checkpoint_of_any_age_is_believed(number: int) -> None:
    """An old one only makes the reading longer."""
    each = game(*GAMES[0])
    assert same_as_whole(each.journal, each.checkpoints[number])


@pytest.mark.untraced
def test_a_checkpoint_behind_the_end_of_the_journal_is_not_believed() -> None:
    """The journal lost what it stands for, wherever it was cut."""
    each = game(*GAMES[0])
    held = Checkpoint.from_bytes(each.checkpoints[-1])
    assert held is not None
    end = held.end.offset
    assert same_as_whole(each.journal[:end], each.checkpoints[-1])
    for cut in range(0, end, 97):
        assert not same_as_whole(each.journal[:cut], each.checkpoints[-1])


def test_a_checkpoint_of_another_game_is_not_believed() -> None:
    """Also of one that began with the same seed, or that went the same way for long."""
    games = [game(*each) for each in GAMES]
    believed = [
        (number, other, age)
        for number, each in enumerate(games)
        for other, foreign in enumerate(games)
        for age, data in enumerate(foreign.checkpoints)
        if same_as_whole(each.journal, data)
    ]
    for number, other, age in believed:
        data = games[other].checkpoints[age]
        held = Checkpoint.from_bytes(data)
        assert held is not None
        shared = games[other].journal[: held.end.offset]
        assert games[number].journal.startswith(shared)
    assert any(number != other for number, other, _ in believed)


def test_a_checkpoint_of_another_engine_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It might play on otherwise, which a reading of the whole journal would tell."""
    each = game(*GAMES[0])
    held = Checkpoint.from_bytes(each.checkpoints[0])
    assert held is not None
    for name, other in (("VERSION", "0.0.0"), ("CHECKPOINT_SCHEMA", 2)):
        with monkeypatch.context() as patch:
            patch.setattr(checkpoints, name, other)
            data = held.to_bytes()
        assert not same_as_whole(each.journal, data)
    assert held.to_bytes() == each.checkpoints[0]


@pytest.mark.parametrize(
    "changed",
    [
        {"offset": 0},
        {"offset": -1},
        {"offset": 2**62},
        {"header": "0" * 64},
        {"digest": "0" * 64},
        {"digest": ""},
        {"next_seq": 3},
        {"next_seq": -1},
    ],
    ids=repr,
)
def test_a_checkpoint_that_names_another_place_is_not_believed(changed: dict[str, Any]) -> None:
    """Though its own digest holds."""
    each = game(*GAMES[0])
    held = Checkpoint.from_bytes(each.checkpoints[0])
    assert held is not None
    end = evolve(held.end, **changed)
    assert not same_as_whole(each.journal, evolve(held, end=end).to_bytes())


def sealed(checkpoint: bytes, **changed: object) -> bytes:
    """Return a checkpoint with other members, and with a digest that holds."""
    members = orjson.loads(checkpoint)
    del members["digest"]
    line = orjson.dumps({**members, **changed})[:-1]
    return b"".join((line, DIGEST_KEY, Chain().close(line), DIGEST_END))


@pytest.mark.parametrize(
    "changed",
    [
        {"journal": None},
        {"offset": "1"},
        {"offset": True},
        {"end": 7},
        {"seq": 1.5},
        {"snapshot": {}},
        {"snapshot": "{}"},
        {"commands": []},
        {"commands": {"0": 7}},
    ],
    ids=repr,
)
def test_a_checkpoint_of_another_form_is_not_believed(changed: dict[str, object]) -> None:
    """Though its own digest holds."""
    each = game(*GAMES[0])
    assert sealed(each.checkpoints[0]) == each.checkpoints[0]
    assert Checkpoint.from_bytes(sealed(each.checkpoints[0], **changed)) is None
    assert not same_as_whole(each.journal, sealed(each.checkpoints[0], **changed))


def test_no_checkpoint_is_written_of_a_journal_that_has_lost_its_name(tmp_path: Path) -> None:
    """It would stand beside another file; the table plays on, and in the end it is told."""
    path = tmp_path / "table.jsonl"
    with often():
        found = opened(path)
        path.rename(tmp_path / "moved.jsonl")
        path.write_bytes(b"another\n")
        play(found.table, 60, Random(SEED))
        assert "another file has the name" in str(found.recorder.failure)
    with pytest.raises(JournalError, match="was moved"):
        found.close()
    assert not Path(checkpoint_path(str(path))).exists()


def test_a_table_in_a_file_may_be_recorded_by_more(tmp_path: Path) -> None:
    """The host adds what it likes beside the recorder of the table."""
    with opened(tmp_path / "table.jsonl") as found:
        play(found.table, 20, Random(SEED))
        told: list[ToldEvent] = []
        found.table.record_with(Recorders((found.recorder, Narrator(SPECTATOR, told.append))))
        play(found.table, 20, Random(SEED))
        assert told
        state = state_of(found)
    with opened(tmp_path / "table.jsonl") as found:
        assert state_of(found)[:4] == state[:4]


def test_a_table_may_be_set_up_with_the_recorder_of_a_file() -> None:
    """Its journal is what a journal alone would be, and its commands are remembered."""
    alone, beside, memory = BytesIO(), BytesIO(), CommandMemory()
    for recorder in (Journal(alone), LiveRecorder(Journal(beside), memory, None)):
        table = Table(seats=SEATS, seed=SEED, recorder=recorder)
        play(table, 20, Random(SEED))
        play_on(table)
        table.close()
    assert beside.getvalue() == alone.getvalue()
    kept = CommandMemory()
    kept.read(Lines(BytesIO(alone.getvalue())), 0)
    assert memory.to_document() == kept.to_document()


def test_a_checkpoint_may_be_anything(tmp_path: Path) -> None:
    """A folder, a device or a file that is too long is left alone."""
    each = game(*GAMES[0])
    path = tmp_path / "table.jsonl"
    beside = Path(checkpoint_path(str(path)))
    makers: tuple[Callable[[], object], ...] = (
        beside.mkdir,
        lambda: beside.symlink_to("/dev/zero"),
        lambda: beside.symlink_to(beside.name),
        lambda: beside.write_bytes(b""),
        lambda: beside.write_bytes(each.checkpoints[0] * 1000),
    )
    for make in makers:
        path.write_bytes(each.journal)
        make()
        with opened(path) as found:
            assert not found.from_checkpoint
        beside.rmdir() if beside.is_dir() else beside.unlink()


@st.composite
def damaged(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """Draw a journal that may be cut or not, and a checkpoint that is damaged, or of any game."""
    journal = game(*draw(st.sampled_from(GAMES))).journal
    if draw(st.booleans()):
        lines = lines_of(journal)
        journal = b"".join(lines[: draw(st.integers(0, len(lines)))])
        journal = journal[: len(journal) - draw(st.integers(0, 40))]
    data = bytearray(draw(st.sampled_from(game(*draw(st.sampled_from(GAMES))).checkpoints)))
    at = draw(st.integers(0, len(data) - 1))
    match draw(st.sampled_from(("keep", "change", "cut", "put", "drop", "join"))):
        case "change":
            data[at] ^= draw(st.integers(1, 255))
        case "cut":
            del data[at:]
        case "put":
            data[at:at] = draw(st.binary(min_size=1, max_size=20))
        case "drop":
            del data[at : at + draw(st.integers(1, 200))]
        case "join":
            other = draw(st.sampled_from(game(*draw(st.sampled_from(GAMES))).checkpoints))
            data[at:] = other[at:]
        case _:
            pass
    return journal, bytes(data)


@pytest.mark.untraced
@settings(max_examples=scaled(800, 100), deadline=None)
@given(damaged())
def test_no_checkpoint_makes_another_table(drawn: tuple[bytes, bytes]) -> None:
    """However it was changed, cut or swapped, and whatever became of the journal."""
    same_as_whole(*drawn)


def test_the_next_checkpoint_takes_the_place_of_what_was_damaged(tmp_path: Path) -> None:
    """So only one restart is slow."""
    path = tmp_path / "table.jsonl"
    beside = Path(checkpoint_path(str(path)))
    path.write_bytes(game(*GAMES[0]).journal)
    beside.write_bytes(b"damaged")
    with often():
        with opened(path) as found:
            assert not found.from_checkpoint
            play(found.table, 20, Random(SEED))
            state = state_of(found)
        with opened(path) as found:
            assert found.from_checkpoint
            assert state_of(found)[:4] == state[:4]
