"""A session may be killed at any moment: no chip is lost or made, no round is half booked.

``BANK_KILLS=200 pytest tests/bank/test_kills.py`` kills more often than the gate does.
"""

import os
from pathlib import Path
from random import Random

import pytest
from tests.bank.bots import NAMES, BotHost, begun, bots, play_beside_others, play_until_killed
from tests.bank.every_step import killed_at, short_session
from tests.bank.plain_audit import Audit, audited
from tests.processes import killed_when_told, starter, steps_until_killed

from pitboss.bank import Bank, play_session

KILLS = int(os.environ.get("BANK_KILLS", "40"))
MAX_STEPS = 250
"""After how many answers and statements to the bank a process is killed, at the latest."""

PARTS = 4
"""Into how many tests the steps of a short session are divided."""

EVENINGS = 8
"""How many each of two processes plays on one bank."""

START = starter("tests.bank.bots", "tests.bank.every_step")


def played_on(path: Path, chance: Random) -> bool:
    """Sit down where somebody was killed and play on; say whether a round was taken up."""
    with Bank(path) as bank, begun(bank, chance) as session:
        assert not session.voided
        play_session(session, bots(chance, len(NAMES)), BotHost(chance, 1))
        return session.taken_up


def audited_at_rest(path: Path) -> Audit:
    """Audit a bank in which nobody sits anywhere, and everything is booked."""
    found = audited(path)
    assert not found.open
    assert not found.behind
    assert found.seated == 0
    assert not any(found.escrow.values())
    assert not found.void
    return found


def test_an_session_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    """After every kill the books balance, and whoever sits down next finds all that was played.

    At times it is the next to be killed who recovers from the last; so recovery is killed, too.
    """
    path = tmp_path / "session.bank"
    chance = Random(386)
    taken_up = open_rounds = 0
    for seed in range(KILLS):
        times = chance.randint(1, MAX_STEPS)
        killed_when_told(START, play_until_killed, path, seed, times=times)
        found = audited(path)
        assert len(found.open) <= 1
        assert len(found.behind) <= 1
        open_rounds += len(found.open)
        if chance.random() < 0.5:
            taken_up += played_on(path, chance)
            audited_at_rest(path)
    played_on(path, chance)
    found = audited_at_rest(path)
    assert len(found.settled) > KILLS // 2
    assert found.gifts > 0
    assert open_rounds > 0
    assert taken_up > 0


@pytest.mark.parametrize("part", range(PARTS))
def test_an_session_may_be_killed_at_every_step(tmp_path: Path, part: int) -> None:
    """Before every statement to the bank, and in the middle of every line of a journal."""
    steps = steps_until_killed(START, killed_at, tmp_path / "whole.bank", 0)
    whole = audited_at_rest(tmp_path / "whole.bank")
    assert (len(whole.settled), whole.gifts) == (2, 2)
    assert steps > 100
    for step in range(1 + part, steps + 1, PARTS):
        path = tmp_path / f"step-{step}.bank"
        steps_until_killed(START, killed_at, path, step)
        if path.exists() and path.stat().st_size:
            audited(path)
        short_session(path)
        found = audited_at_rest(path)
        assert len(found.settled) >= len(whole.settled)


def test_two_processes_on_one_bank_lose_and_make_no_chip(tmp_path: Path) -> None:
    """They sit down with whom they find, and are refused who sits elsewhere."""
    path = tmp_path / "session.bank"
    pipes = [START.Pipe() for _ in range(2)]
    processes = [
        START.Process(target=play_beside_others, args=(path, seed, EVENINGS, there))
        for seed, (_, there) in enumerate(pipes)
    ]
    with Bank(path) as bank, begun(bank, Random(EVENINGS)):
        for process, (here, there) in zip(processes, pipes, strict=True):
            process.start()
            there.close()
            assert here.recv() == "refused"
    for here, _ in pipes:
        here.send("go")
    for process, (here, _) in zip(processes, pipes, strict=True):
        process.join()
        here.close()
        assert process.exitcode == 0
    found = audited_at_rest(path)
    assert len(found.settled) > EVENINGS
    assert set(found.balances) == set(NAMES)
