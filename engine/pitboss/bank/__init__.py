"""Banks: accounts of named players with their chips, and sessions that survive a crash.

A bank knows accounts and movements, but not the game. A program tells the bank the state of a
round: what each seat has staked and got back so far. The bank books the difference from what is
already booked, in one transaction. So if the program tells the same state again, nothing changes.
The bank subtracts a stake from the balance when the player makes the stake, not when the round
ends.

The bank follows the journal of a table: a line is on the disk before its chips are booked. If a
process is killed, the bank is at most one event behind the journal and never ahead of it. Reading
the journal again brings the bank up to date.
"""

from pitboss.bank.bank import Bank
from pitboss.bank.bookkeeping import Decide, RecoveryChoice, UnfinishedRound, Voided, take_up
from pitboss.bank.checking import Checked
from pitboss.bank.database import BankError
from pitboss.bank.ledger import (
    MAX_BALANCE_MINOR,
    Account,
    AccountStatus,
    InUseError,
    MismatchError,
    Movement,
    MovementKind,
    RoundAmounts,
    RoundState,
    SessionError,
)
from pitboss.bank.live_table import LiveTable
from pitboss.bank.passwords import Cost
from pitboss.bank.session import BankSession, Ending, Host, play_session
from pitboss.bank.sign_ins import SignInError, TooSoonError
from pitboss.bank.sitting import Sitting

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
    "RoundAmounts",
    "RoundState",
    "SessionError",
    "SignInError",
    "Sitting",
    "TooSoonError",
    "UnfinishedRound",
    "Voided",
    "play_session",
    "take_up",
]
