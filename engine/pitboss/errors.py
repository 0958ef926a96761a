"""The few kinds of error of the library; each has fields and says what to do next."""

from __future__ import annotations


class PitbossError(Exception):
    """Root of every error raised on purpose by this library; catch it to catch them all."""

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error cross to another process as it is: message and fields."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[PitbossError], args: tuple[object, ...], fields: dict[str, object]) -> object:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class CardError(PitbossError):
    """A text is not a card.

    Attributes:
        text: what was read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"{text!r} is not a card: write rank and suit, such as 'Th' or 'As' "
            "(ranks A 2-9 T J Q K, suits c d h s)"
        )


class MoneyError(PitbossError):
    """An amount or a ratio cannot be used.

    Attributes:
        text: what was read or computed.
    """

    def __init__(self, text: str, hint: str) -> None:
        self.text = text
        super().__init__(f"{text}: {hint}")


class RulesError(PitbossError):
    """A rule set is refused; every reason is given at once.

    Attributes:
        problems: one sentence for each reason.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class ShoeError(PitbossError):
    """A shoe cannot be made as described.

    Attributes:
        problem: what is wrong with the description.
    """

    def __init__(self, problem: str, hint: str) -> None:
        self.problem = problem
        super().__init__(f"{problem}: {hint}")


class EventError(PitbossError):
    """Something is not an event at all, whatever the state.

    Attributes:
        problem: which part of it.
    """

    def __init__(self, problem: str, hint: str) -> None:
        self.problem = problem
        super().__init__(f"not an event: {problem}: {hint}")


class TableError(PitbossError):
    """A table cannot be set up, or is asked for something that its state does not allow.

    Attributes:
        problem: what was asked.
    """

    def __init__(self, problem: str, hint: str) -> None:
        self.problem = problem
        super().__init__(f"{problem}: {hint}")


class LimitError(PitbossError):
    """A stated limit was reached.

    Attributes:
        limit: the name of the limit.
        allowed: its value.
    """

    def __init__(self, limit: str, allowed: int, hint: str) -> None:
        self.limit = limit
        self.allowed = allowed
        super().__init__(f"the limit {limit} = {allowed} is reached: {hint}")


class JournalError(PitbossError):
    """A journal cannot be read or written as it stands.

    Attributes:
        line_number: the line, counted from 1; none if it is not about a line that was read.
        problem: what is wrong.
    """

    def __init__(self, line_number: int | None, problem: str) -> None:
        self.line_number = line_number
        self.problem = problem
        where = "" if line_number is None else f"line {line_number}: "
        super().__init__(f"{where}{problem}")


class UnsupportedError(JournalError):
    """A journal is of a version, or names an algorithm, that this engine does not know.

    Attributes:
        what: which version or algorithm.
    """

    def __init__(self, line_number: int, what: str) -> None:
        self.what = what
        super().__init__(line_number, f"{what} is not supported by this engine; use a newer one")


class SnapshotError(PitbossError):
    """A snapshot cannot be restored.

    Attributes:
        where: the place in the snapshot.
        problem: what is wrong there.
    """

    def __init__(self, where: str, problem: str) -> None:
        self.where = where
        self.problem = problem
        super().__init__(f"snapshot refused at {where}: {problem}")
