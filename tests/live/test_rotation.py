"""A live table whose journal is rotated."""

from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pytest
from tests.live.forgetful_disk import ForgetfulDisk, PowerCutError
from tests.replay.recorded import any_answer, play_on, play_round

from pitboss import Event, Offer, Table
from pitboss.errors import TableError
from pitboss.live import OpenTable, open_table
from pitboss.replay import verify_chain

ROUNDS = 4


def opened(path: Path, *, checkpoints: bool = True) -> OpenTable:
    """Begin a table, or go on with it."""
    return open_table(
        path, seats=["Ann"], seed=1, durable=True, sync_apart=True, checkpoints=checkpoints
    )


def commanded(table: Table, offer: Offer) -> Event:
    """Answer by a command whose id tells the place in the game."""
    event = any_answer(table, offer)
    return Event(event.kind, event.seat, event.hand, event.amount_minor, command=f"c{table.seq}")


@pytest.mark.parametrize("checkpoints", [True, False])
def test_a_live_table_goes_on_in_its_last_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, checkpoints: bool
) -> None:
    """It knows the commands of all files, and its checkpoint lies beside the last one."""
    monkeypatch.setattr("pitboss.live.checkpoints.CHECKPOINT_EVENTS", 8)
    path = tmp_path / "game.jsonl"
    known: dict[str, object] = {}
    rounds = 0
    for _ in range(4):
        with opened(path, checkpoints=checkpoints) as live:
            table = live.table
            assert (table.round.number, live.memory.to_document()) == (rounds, known)
            assert live.from_checkpoint == (checkpoints and rounds > 0)
            assert live.rounds == (ROUNDS if rounds else 0)
            for _ in range(ROUNDS):
                play_round(table, commanded)
            live.journal.rotate(table)
            for _ in range(ROUNDS):
                play_round(table, commanded)
            live.sync()
            rounds, known = table.round.number, live.memory.to_document()
    beside = [each.name for each in tmp_path.glob("*.checkpoint")]
    assert beside == (["game.5.jsonl.checkpoint"] if checkpoints else [])
    with opened(path) as live:
        live.table.close()
    assert verify_chain(path).matches
    assert not [*tmp_path.glob("*.checkpoint")] or not checkpoints


def test_a_live_table_rotates_its_journal_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After so many rounds of a file; the checkpoint follows when it is due there."""
    monkeypatch.setattr("pitboss.live.checkpoints.CHECKPOINT_EVENTS", 1)
    path = tmp_path / "game.jsonl"
    for opening in range(4):
        with open_table(path, seats=["Ann"], seed=1, rotate_rounds=3) as live:
            assert live.from_checkpoint == (opening in {1, 2})
            play_round(live.table, commanded)
            play_round(live.table, commanded)
    assert {each.name for each in tmp_path.iterdir()} == {
        *("game.jsonl", "game.2.jsonl", "game.3.jsonl", "game.3.jsonl.checkpoint")
    }
    assert verify_chain(path).rounds == 8
    with pytest.raises(TableError, match="rotate_rounds must be 1 or more, got 0"):
        open_table(path, rotate_rounds=0)


def test_a_live_table_goes_on_without_the_files_before(tmp_path: Path) -> None:
    """Only what clients said there is not known then."""
    path = tmp_path / "game.jsonl"
    with opened(path) as live:
        play_round(live.table, commanded)
        live.journal.rotate(live.table)
        play_round(live.table, commanded)
        seq = live.table.seq
    path.unlink()
    with opened(tmp_path / "game.2.jsonl") as live:
        assert live.table.seq == live.memory.last_seq(0) == seq
        assert live.memory.find(0, "c1") is None


@pytest.mark.parametrize("cut_at", range(1, 41))
def test_a_power_cut_while_a_journal_is_rotated_loses_nothing(tmp_path: Path, cut_at: int) -> None:
    """What the disk was waited for is there again, and the chain is whole."""
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    with opened(before / "game.jsonl") as live:
        play_round(live.table, commanded)
        live.sync()
    disk, told = ForgetfulDisk(before, Random(cut_at), cut_at), 0
    with ExitStack() as closing, disk.beneath(), suppress(PowerCutError):
        live = opened(before / "game.jsonl")
        closing.callback(live.close)
        while True:
            live.sync()
            told = live.table.seq
            live.journal.rotate(live.table)
            play_round(live.table, commanded)
    disk.after_the_cut(after)
    with opened(after / "game.jsonl") as live:
        assert live.table.seq >= told
        if not live.table.over:
            play_on(live.table, commanded)
        play_round(live.table, commanded)
        live.table.close()
    assert verify_chain(after / "game.jsonl").matches
