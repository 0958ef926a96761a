"""Processes that write a journal, and are killed while they do."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from tests.processes import Steps

from pitboss import Flush, Journal, MimicPlayer, Table, play_round, resume
from pitboss.journal.files import JournalFile
from pitboss.replay import Resumed

SEATS = ("Ann", "Ben")
SEED = 24
PLAYERS = (MimicPlayer(), MimicPlayer())
STEPS_ROUNDS = 3


def begun_or_gone_on(path: Path, flush: Flush = Flush.EACH_ROUND) -> Resumed:
    """Begin a game in a file, or go on with the one that is in it."""
    return resume(path, seats=SEATS, seed=SEED, flush=flush)


def never_killed(rounds: int) -> bytes:
    """Return the journal of the same game by a process that lives."""
    sink = BytesIO()
    table = Table(seats=SEATS, seed=SEED, recorder=Journal(sink))
    for _ in range(rounds):
        play_round(table, PLAYERS)
    table.close()
    return sink.getvalue()


def finish(path: Path, rounds: int) -> None:
    """Take a game up and play it to its end."""
    with begun_or_gone_on(path) as resumed:
        while not resumed.table.over or resumed.table.round.number < rounds:
            play_round(resumed.table, PLAYERS)
        resumed.table.close()


def play_until_killed(path: Path, there: Connection) -> None:
    """Play for ever, and tell the number of every round when it is settled."""
    there.send(0)
    table = begun_or_gone_on(path).table
    while True:
        play_round(table, PLAYERS)
        there.send(table.round.number)


def killed_at(path: Path, flush: Flush, fatal_step: int, there: Connection) -> None:
    """Play a few rounds, and be killed before a write, in its middle or after it.

    Args:
        path: of the journal.
        flush: how it is handed on.
        fatal_step: at which of these moments; 0 for never.
        there: hears how many there were, if it comes to that.
    """
    step = Steps(fatal_step)
    with pytest.MonkeyPatch.context() as patch:
        tear_writes(patch, step)
        with begun_or_gone_on(path, flush) as resumed:
            for _ in range(STEPS_ROUNDS):
                play_round(resumed.table, PLAYERS)
            resumed.table.close()
    there.send(step.taken)


def tear_writes(patch: pytest.MonkeyPatch, step: Callable[[], None]) -> None:
    """Let every write of a journal's file be done in two parts, with steps around them."""
    write_whole = JournalFile.write

    def write(file: JournalFile, data: bytes | memoryview, /) -> int:
        whole = memoryview(data)
        half = len(whole) // 2
        step()
        write_whole(file, whole[:half])
        step()
        written = half + write_whole(file, whole[half:])
        step()
        return written

    patch.setattr(JournalFile, "write", write)
