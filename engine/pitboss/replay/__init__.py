"""Replay: a journal is played again, checked byte for byte, stepped through and taken up again."""

from pitboss.replay.resuming import Resumed, resume
from pitboss.replay.stepping import Stepper
from pitboss.replay.verifying import Verdict, VerdictKind, verify, verify_round

__all__ = [
    "Resumed",
    "Stepper",
    "Verdict",
    "VerdictKind",
    "resume",
    "verify",
    "verify_round",
]
