"""Evenings: players, the bank and the table together, from the first round to the last."""

from pitboss.evening.course import Ending, Host, play_evening
from pitboss.evening.errors import EveningError
from pitboss.evening.evening import Evening
from pitboss.evening.recovery import Decide, RecoveryChoice, UnfinishedRound, Voided, take_up

__all__ = [
    "Decide",
    "Ending",
    "Evening",
    "EveningError",
    "Host",
    "RecoveryChoice",
    "UnfinishedRound",
    "Voided",
    "play_evening",
    "take_up",
]
