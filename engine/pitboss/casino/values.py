"""What a bank tells: accounts, movements, how a round stands for an account, and refusals."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from pitboss.errors import PitbossError

MAX_BALANCE_MINOR: Final = 2**62
"""No account holds more; every sum of a history stays inside 64 bits."""

MAX_NAME_LETTERS: Final = 100


class AccountStatus(Enum):
    """What an account is good for."""

    ACTIVE = "active"
    CLOSED = "closed"
    """It may not sit down."""


class MovementKind(Enum):
    """Why a balance moved."""

    OPENING = "opening"
    GIFT = "gift"
    STAKE = "stake"
    RETURNED = "returned"
    """What came back for stakes that were settled, winnings included."""

    VOID = "void"
    """What undoes a round that counts for nothing."""


class RoundState(Enum):
    """How far a round is."""

    OPEN = "open"
    SETTLED = "settled"
    VOID = "void"


@frozen
class Account:
    """An account.

    Attributes:
        id: never given twice.
        name: by which the account is found, in the normal form NFC; no other has it.
        status: whether it may sit down.
        balance_minor: the sum of all its movements; stakes that are not settled are not in it.
    """

    id: int
    name: str
    status: AccountStatus
    balance_minor: int

    @property
    def may_sit(self) -> bool:
        """It may sit down at a table."""
        return self.status is AccountStatus.ACTIVE


@frozen
class Movement:
    """One movement of a balance; it is never changed.

    Attributes:
        sequence: its place in the history of the account, from 1 without a gap.
        kind: why.
        amount_minor: what was added; below 0 for a stake.
        balance_minor: the balance after it.
        sitting: at which table; None for an opening and a gift.
        round_number: in which of its rounds; None for an opening and a gift.
    """

    sequence: int
    kind: MovementKind
    amount_minor: int
    balance_minor: int
    sitting: str | None
    round_number: int | None


@frozen
class SeatStanding:
    """How a round stands for one account: all that it has staked and got back until now.

    Attributes:
        staked_minor: all stakes of the round.
        returned_minor: all that came back for them.
        balance_minor: the free chips that are left; the balance must come to the same.
    """

    staked_minor: int
    returned_minor: int
    balance_minor: int


class BankError(PitbossError):
    """A bank refuses, or cannot do, what it is asked; nothing was booked."""


class InUseError(BankError):
    """An account sits at a table already.

    Attributes:
        name: of the account.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} sits at a table", "leave that table first")


class MismatchError(BankError):
    """What is stated of a round cannot follow from what is booked of it."""

    def __init__(self, problem: str) -> None:
        super().__init__(
            f"{problem}, so that bank and journal do not belong together",
            "take both from where they were kept together",
        )


class SessionError(PitbossError):
    """A session cannot begin or go on as it was asked to."""
