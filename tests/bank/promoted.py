"""A live table whose seat an account has bought, with side bets, bonuses, an award and a fee."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import pytest
from tests.bank.quick_disk import make_disk_quick
from tests.bank.statements import trace_statements
from tests.journal.writers import tear_writes
from tests.processes import Steps

from pitboss import MimicPlayer, Rules, SeatPlan
from pitboss.bank import Bank, Cost, LiveTable
from pitboss.bank.table_journals import ChipsMoved
from pitboss.game.seat_changes import ChangeKind
from pitboss.live import OpenTable, Session, SessionPolicy, open_table
from pitboss.players import WithSideBets
from pitboss.table import SeatChange

STAKES: Final = {"21+3": 30, "perfect_pairs": 20, "super_sevens": 10, "buster": 5}
RULES: Final = Rules.preset(
    "six_deck_s17", bet_min=100, side_bets=[*STAKES], bonuses=["spanish_21", "suited_natural"]
)
AWARD: Final = SeatChange.award(0, 70, "the first of the evening").sent(command="promotion-1")
CHARGE: Final = SeatChange.charge(0, 25, "a seat").sent(command="fee-1")
LEAVE: Final = SeatChange.leave(0).sent(command="goodbye")
OPENING_MINOR: Final = 10_000
ROUNDS: Final = 2
CHEAP: Final = Cost(1, 1, 1)


def journal_of(folder: Path) -> Path:
    """Return the journal of the table."""
    return folder / "low.jsonl"


def play_promotion(folder: Path) -> None:
    """Let Ann sit down, be given an award, play some rounds, pay a fee and leave.

    Whoever runs this asks for everything each time, for nobody knows what was done before.
    """
    path = journal_of(folder)
    seats = [None, SeatPlan("Guest", 10**6)]
    with (
        Bank(folder / "house.bank", cost=CHEAP) as bank,
        open_table(path, RULES, seats, seed=31, durable=True) as opened,
    ):
        if not bank.accounts():
            bank.open_account("Ann", OPENING_MINOR)
        live = bank.live_table("low", path)
        assert live.settle() == ()
        if opened.memory.find(0, "goodbye") is None:
            _visit(opened, live, f"1:join-{len(bank.history('Ann'))}")


def _visit(opened: OpenTable, live: LiveTable, command: str) -> None:
    table = opened.table
    if live.account_at(0) is None:
        live.bring(1, 0, OPENING_MINOR, command)
        table.change(SeatChange.join(0, "Ann", OPENING_MINOR).sent(command=command))
    # A guest whom the rounds wait for, and who says nothing.
    policy = SessionPolicy(time_outs_until_away=None)
    bots = {0: WithSideBets(MimicPlayer(), STAKES)}
    session = Session(table, policy, bots=bots, memory=opened.memory)
    session.change(AWARD, 0)
    if table.round.number < ROUNDS or not table.over:
        session.connect("guest", 1, 0)
    while (due_ms := session.deadline()) is not None and table.round.number < ROUNDS:
        session.tick(due_ms)
    while not table.over and (due_ms := session.deadline()) is not None:
        session.tick(due_ms)
    session.disconnect("guest", 0)
    for change in (AWARD, CHARGE, CHARGE, AWARD):
        session.change(change, 0)
    left = ChipsMoved(opened.journal.seq, ChangeKind.LEAVE, 0, table.round.seats[0].balance_minor)
    session.change(LEAVE, 0)
    live.book(left)


def killed_at(folder: Path, fatal_step: int, there: Connection) -> None:
    """Do it all, and be killed before a statement to the bank or in a write to the journal.

    Args:
        folder: of the bank and the journal.
        fatal_step: at which step; 0 for never.
        there: hears how many there were, if it comes to that.
    """
    step = Steps(fatal_step)

    def sync(_descriptor: int) -> None:
        step()

    with pytest.MonkeyPatch.context() as patch:
        make_disk_quick(patch)
        trace_statements(patch, step)
        tear_writes(patch, step)
        patch.setattr(os, "fsync", sync)
        play_promotion(folder)
    there.send(step.taken)
