"""What can go wrong with a bank."""

from __future__ import annotations

from pitboss.errors import PitbossError


class BankError(PitbossError):
    """A bank refuses, or cannot do, what it is asked; nothing was booked.

    Attributes:
        problem: what is wrong.
    """

    def __init__(self, problem: str, hint: str) -> None:
        self.problem = problem
        super().__init__(f"{problem}: {hint}")


class InUseError(BankError):
    """An account sits at a table already.

    Attributes:
        name: of the account.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"{name} sits at another table", "leave that table first, or take another name"
        )


class MismatchError(BankError):
    """What is stated of a round cannot follow from what is booked of it."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem, "the bank and the journal of this table do not belong together")
