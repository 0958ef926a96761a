"""A casino on top of the table: accounts of named players, and sessions that survive a crash.

A bank knows accounts and movements, and nothing of the game. It is told how a round stands: what
each seat has staked and got back until now. It books the difference from what it has booked, in one
transaction, so being told the same thing again changes nothing. Stakes lie in escrow: they leave
the balance when they are made.

The bank follows the journal of a table: a line is safe on the disk before anything of it is booked.
Wherever a process is killed, the bank is at most one event behind and never ahead. Going through
the journal again brings it up to date.
"""

from pitboss.casino.bank import Bank
from pitboss.casino.bookkeeping import Decide, RecoveryChoice, UnfinishedRound, Voided, take_up
from pitboss.casino.checking import Checked
from pitboss.casino.database import BankError
from pitboss.casino.ledger import (
    MAX_BALANCE_MINOR,
    Account,
    AccountStatus,
    InUseError,
    MismatchError,
    Movement,
    MovementKind,
    RoundState,
    SeatStanding,
    SessionError,
)
from pitboss.casino.live_table import LiveTable
from pitboss.casino.passwords import Cost
from pitboss.casino.session import BankSession, Ending, Host, play_session
from pitboss.casino.sign_ins import SignInError, TooSoonError
from pitboss.casino.sitting import Sitting

__all__ = [
    "MAX_BALANCE_MINOR",
    "Account",
    "AccountStatus",
    "Bank",
    "BankError",
    "BankSession",
    "Checked",
    "Cost",
    "Decide",
    "Ending",
    "Host",
    "InUseError",
    "LiveTable",
    "MismatchError",
    "Movement",
    "MovementKind",
    "RecoveryChoice",
    "RoundState",
    "SeatStanding",
    "SessionError",
    "SignInError",
    "Sitting",
    "TooSoonError",
    "UnfinishedRound",
    "Voided",
    "play_session",
    "take_up",
]
