"""The error of drawings."""

from __future__ import annotations

from pitboss.errors import PitbossError


class DiagramError(PitbossError):
    """A drawing cannot be made as asked.

    Attributes:
        problem: what is in the way.
    """

    def __init__(self, problem: str, hint: str) -> None:
        self.problem = problem
        super().__init__(f"{problem}: {hint}")
