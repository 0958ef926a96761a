"""The bank: balances that are kept from one evening to the next.

A bank knows accounts and movements, and nothing of the game. All that it is ever told of a round is
how it stands: what each seat has staked and got back until now. It books what differs from what it
has booked, in one transaction, so that it can be told the same thing any number of times. Stakes
lie in escrow: they are out of the balance from the moment they are made.

The journal of a table is the truth, and the bank follows it: a line is in the journal, safe on the
disk, before anything of it is booked. Wherever a process is killed, the bank is therefore at most
one event behind and never ahead; going through the journal again brings it up to date.
"""

from pitboss.bank.bank import Bank
from pitboss.bank.errors import BankError, InUseError, MismatchError
from pitboss.bank.sitting import Sitting
from pitboss.bank.values import (
    MAX_BALANCE_MINOR,
    Account,
    AccountStatus,
    Movement,
    MovementKind,
    RoundState,
    SeatStanding,
)

__all__ = [
    "MAX_BALANCE_MINOR",
    "Account",
    "AccountStatus",
    "Bank",
    "BankError",
    "InUseError",
    "MismatchError",
    "Movement",
    "MovementKind",
    "RoundState",
    "SeatStanding",
    "Sitting",
]
