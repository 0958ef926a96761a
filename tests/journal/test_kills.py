"""A program that writes a journal may be killed at any moment: it loses the open round at most.

``JOURNAL_KILLS=300 pytest tests/journal/test_kills.py`` kills more often than the gate does.
"""

import os
from pathlib import Path
from random import Random
from signal import SIGKILL

import pytest
from tests.journal.writers import (
    STEPS_ROUNDS,
    finish,
    killed_at,
    never_killed,
    play_until_killed,
)
from tests.processes import starter, told_until_the_end
from tests.replay.recorded import verdict_of

from pitboss.journal.files import Flush
from pitboss.replay import VerdictKind

KILLS = int(os.environ.get("JOURNAL_KILLS", "25"))
KILLS_OF_A_GAME = 10
MOST_ROUNDS = 12
"""After how many rounds a process is killed, at the latest."""

START = starter("tests.journal.writers")


def killed_at_random(path: Path, rounds: int) -> int:
    """Let a process play on until it has told of some rounds, and kill it; return the last told.

    It plays on while the news is under way, so that nobody knows what it does when it is killed.
    """
    here, there = START.Pipe(duplex=False)
    process = START.Process(target=play_until_killed, args=(path, there))
    process.start()
    there.close()
    told: list[int] = [here.recv() for _ in range(1 + rounds)]
    process.kill()
    told += told_until_the_end(here)
    process.join()
    here.close()
    assert process.exitcode == -SIGKILL
    return max(told)


def test_a_program_that_is_killed_loses_the_open_round_only(tmp_path: Path) -> None:
    """Every round that it told of is there, and goes on as if nobody had been killed."""
    chance = Random(11)
    settled = 0
    for kill in range(KILLS):
        path = tmp_path / f"{kill // KILLS_OF_A_GAME}.jsonl"
        before = path.read_bytes() if path.exists() else b""
        last_told = killed_at_random(path, chance.randint(0, MOST_ROUNDS))
        data = path.read_bytes() if path.exists() else b""
        assert data.startswith(before[: before.rfind(b"\\n") + 1])
        if last_told:
            verdict = verdict_of(data)
            assert verdict.kind is VerdictKind.INCOMPLETE
            assert verdict.rounds >= last_told
            settled += verdict.rounds
    assert settled > KILLS
    for path in tmp_path.iterdir():
        rounds = verdict_of(path.read_bytes()).rounds + 5
        finish(path, rounds)
        assert path.read_bytes() == never_killed(rounds)


def steps_until_killed(path: Path, flush: Flush, fatal_step: int) -> int:
    """Kill a short game at a step; return how many steps it had if it was not killed."""
    here, there = START.Pipe(duplex=False)
    process = START.Process(target=killed_at, args=(path, flush, fatal_step, there))
    process.start()
    there.close()
    process.join()
    assert process.exitcode == (-SIGKILL if fatal_step else 0)
    told = told_until_the_end(here)
    here.close()
    return told[0] if told else 0


@pytest.mark.parametrize("flush", Flush)
def test_a_program_may_be_killed_around_every_write(tmp_path: Path, flush: Flush) -> None:
    """Before it, in its middle and after it, from the very first one on."""
    due = never_killed(STEPS_ROUNDS)
    steps = steps_until_killed(tmp_path / "whole", flush, 0)
    assert (tmp_path / "whole").read_bytes() == due
    assert steps >= 3 * {Flush.EACH_EVENT: 12, Flush.EACH_ROUND: 6, Flush.WHEN_FULL: 1}[flush]
    for step in range(1, steps + 1):
        path = tmp_path / str(step)
        steps_until_killed(path, flush, step)
        if path.read_bytes() != due:
            finish(path, STEPS_ROUNDS)
        assert path.read_bytes() == due
