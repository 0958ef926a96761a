"""A short session in a process that is killed at a chosen step of its writing."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from tests.bank.bots import CPSC386
from tests.bank.quick_disk import make_disk_quick
from tests.bank.statements import trace_statements
from tests.journal.writers import tear_writes
from tests.processes import Steps

from pitboss import Event, MimicPlayer, Offer, Question, View
from pitboss.bank import Bank, BankSession, play_session

PLUNGER_AND_FRIEND = ("Ann", "Ben")
SEED = 4
"""With it the plunger is broke after the first round."""


class Plunger:
    """Stakes everything and hits until it is lost."""

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  he looks at nothing
        """Answer without hope."""
        if offer.question is Question.BET:
            return offer.bet(offer.most_minor)
        return offer.hit() if offer.question is Question.PLAY else offer.decline()


class TwoRounds:
    """A host who lets two rounds be played, and every gift be taken."""

    def __init__(self) -> None:
        self.gifts = 0
        self.rounds = 0

    def takes_gift(self, name: str, amount_minor: int) -> bool:  # noqa: ARG002  the protocol's
        """Take it."""
        self.gifts += 1
        return True

    def plays_again(self, name: str) -> bool:  # noqa: ARG002  the protocol's
        """Play a second time."""
        self.rounds += 1
        return self.rounds < 2


def short_session(path: Path) -> TwoRounds:
    """Play two rounds and a gift between them, or what is left to be played."""
    host = TwoRounds()
    with (
        Bank(path) as bank,
        BankSession(bank, PLUNGER_AND_FRIEND, CPSC386, draw_seed=lambda: SEED) as session,
    ):
        play_session(session, [Plunger(), MimicPlayer()], host)
    return host


def killed_at(path: Path, fatal_step: int, there: Connection) -> None:
    """Play the short session, and be killed before one of its statements or in one of its writes.

    Args:
        path: of the bank.
        fatal_step: at which it is; 0 for never.
        there: hears how many steps there were, if it comes to that.
    """
    step = Steps(fatal_step)

    def sync(_descriptor: int) -> None:
        step()

    with pytest.MonkeyPatch.context() as patch:
        make_disk_quick(patch)
        trace_statements(patch, step)
        tear_writes(patch, step)
        patch.setattr(os, "fsync", sync)
        short_session(path)
    there.send(step.taken)
