"""Replay: play journals again, check them byte for byte, step through them, and resume them."""

from pitboss.journal.chains import open_chain
from pitboss.replay.comparing import JournalDifference, first_difference
from pitboss.replay.fairness import Fairness, Making, ShoeFairness, fairness
from pitboss.replay.finding import FoundHand, FoundRound, find_rounds
from pitboss.replay.inputs import DifferenceError
from pitboss.replay.parallel import JobsError, verify_each, verify_files
from pitboss.replay.restored_tables import (
    FinishedError,
    JournalStepper,
    OtherGameError,
    Resumed,
    resume,
)
from pitboss.replay.seed_lines import SeedFault
from pitboss.replay.starts import NoJournalError, NoSuchRoundError, NotBegunError
from pitboss.replay.verifying import Verdict, VerdictKind, verify, verify_chain, verify_round
from pitboss.replay.viewer_journals import viewer_journal

__all__ = [
    "DifferenceError",
    "Fairness",
    "FinishedError",
    "FoundHand",
    "FoundRound",
    "JobsError",
    "JournalDifference",
    "JournalStepper",
    "Making",
    "NoJournalError",
    "NoSuchRoundError",
    "NotBegunError",
    "OtherGameError",
    "Resumed",
    "SeedFault",
    "ShoeFairness",
    "Verdict",
    "VerdictKind",
    "fairness",
    "find_rounds",
    "first_difference",
    "open_chain",
    "resume",
    "verify",
    "verify_chain",
    "verify_each",
    "verify_files",
    "verify_round",
    "viewer_journal",
]
