"""A program that writes a journal may be killed at any moment: it loses the open round at most.

``JOURNAL_KILLS=300 pytest tests/journal/test_kills.py`` kills more often than the gate does.
"""

import os
from pathlib import Path
from random import Random

import pytest
from tests.journal.writers import (
    STEPS_ROUNDS,
    finish,
    killed_at,
    never_killed,
    play_until_killed,
)
from tests.processes import killed_when_told, starter, steps_until_killed
from tests.replay.recorded import verdict_of

from pitboss.journal.files import Flush
from pitboss.replay import VerdictKind

KILLS = int(os.environ.get("JOURNAL_KILLS", "25"))
KILLS_OF_A_GAME = 10
MAX_ROUNDS = 12
"""After how many rounds a process is killed, at the latest."""

START = starter("tests.journal.writers")


def test_a_program_that_is_killed_loses_the_open_round_only(tmp_path: Path) -> None:
    """Every round that it told of is there, and goes on as if nobody had been killed."""
    chance = Random(11)
    settled = 0
    for kill in range(KILLS):
        path = tmp_path / f"{kill // KILLS_OF_A_GAME}.jsonl"
        before = path.read_bytes() if path.exists() else b""
        times = 1 + chance.randint(0, MAX_ROUNDS)
        last_told = max(killed_when_told(START, play_until_killed, path, times=times))
        data = path.read_bytes() if path.exists() else b""
        # An open round may be dropped when its journal is taken up again; a finished one may not.
        assert data.startswith(before.rpartition(b'"digest":')[0])
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


@pytest.mark.parametrize("flush", Flush)
def test_a_program_may_be_killed_around_every_write(tmp_path: Path, flush: Flush) -> None:
    """Before it, in its middle and after it, from the very first one on."""
    due = never_killed(STEPS_ROUNDS)
    steps = steps_until_killed(START, killed_at, tmp_path / "whole", flush, 0)
    assert (tmp_path / "whole").read_bytes() == due
    assert steps >= 3 * {Flush.EACH_EVENT: 12, Flush.EACH_ROUND: 6, Flush.WHEN_FULL: 1}[flush]
    for step in range(1, steps + 1):
        path = tmp_path / str(step)
        steps_until_killed(START, killed_at, path, flush, step)
        if path.read_bytes() != due:
            finish(path, STEPS_ROUNDS)
        assert path.read_bytes() == due
