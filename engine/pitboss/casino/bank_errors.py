"""What can go wrong with a bank."""

from __future__ import annotations

from pitboss.errors import PitbossError


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
