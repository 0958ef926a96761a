"""The base of every error of the library, and the kinds that belong to no single package.

If only one package raises an error, that package defines it, for example a refused event in
`table.legality`. Every error says what is wrong and what to do next.
"""

from __future__ import annotations

import reprlib
from collections.abc import Generator
from contextlib import contextmanager
from enum import IntEnum
from typing import Final

_MAX_LETTERS: Final = 100
_MAX_BITS: Final = 256


class _Brief(reprlib.Repr):
    """Shortens values; a long number is only described."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlong = self.maxstring = self.maxother = 2 * _MAX_LETTERS

    def repr_int(self, x: int, level: int) -> str:
        """Return a number as text, or only its length if Python may refuse to write it."""
        bits = int.bit_length(x)
        if bits > _MAX_BITS:
            return f"a whole number of about {bits * 30103 // 100000 + 1} digits"
        return super().repr_int(x, level)


_BRIEF: Final = _Brief()


def brief(value: object, longest: int = _MAX_LETTERS) -> str:
    """Return any value as a short text on one line, for an error message.

    This works even if the `repr` of the value fails or is long.

    Args:
        value: any value, also from outside.
        longest: the most letters to return, up to 100.
    """
    try:
        text = str.__str__(_BRIEF.repr(value))
    except Exception:  # noqa: BLE001  the `repr` of a value from outside may raise anything
        text = f"<{type_name(value)}>"
    text = "".join([letter if letter.isprintable() else "?" for letter in text])
    return text if len(text) <= longest else f"{text[:longest]}..."


def type_name(value: object) -> str:
    """Return the name of a value's type, even if a metaclass hides the name."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name[:_MAX_LETTERS]


def with_article(name: str) -> str:
    """Return the name of a type with "a" or "an" before it, such as "a Unit" or "an Event"."""
    return f"{'an' if name[:1] in 'AEIOaeio' else 'a'} {name}"


class PitbossError(Exception):
    """The base class of all errors that this library raises on purpose: catch it to catch all.

    Args:
        problem: what is wrong.
        next_step: what to do about it.
        message: the whole text; by default, the problem and the next step.

    Attributes:
        problem: what is wrong.
        next_step: what to do about it.
    """

    def __init__(self, problem: str, next_step: str, message: str = "") -> None:
        self.problem = problem
        self.next_step = next_step
        super().__init__(message or f"{problem}: {next_step}")

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error be pickled with its message and fields, for another process."""
        return _again, (type(self), self.args, self._portable())

    def _portable(self) -> dict[str, object]:
        """Return the fields that another process gets."""
        return self.__dict__


def _again(kind: type[PitbossError], args: tuple[object, ...], fields: dict[str, object]) -> object:
    error = kind.__new__(kind, *args)
    # A compiled error has a `__dict__` only after its first field was set.
    for name, value in fields.items():
        setattr(error, name, value)
    return error


class ArgumentError(PitbossError, TypeError):
    """An argument has a wrong type, and its package has no special error for that."""


class MissingExtraError(PitbossError, ImportError):
    """A library that an extra installs is missing.

    Attributes:
        extra: the name of the extra.
        missing: the name of the library.
    """

    def __init__(self, user: str, extra: str, library: str) -> None:
        self.extra = extra
        self.missing = library
        problem = f"{user} needs {library}, which is not installed"
        super().__init__(problem, f'pip install "pitboss[{extra}]"')


@contextmanager
def require_extra(extra: str, user: str) -> Generator[None]:
    """Let the block import libraries that an extra installs.

    Args:
        extra: the name of the extra.
        user: what needs the libraries, in words for the error.

    Raises:
        MissingExtraError: a library is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = str(error.name).partition(".")[0]
        raise MissingExtraError(user, extra, library) from error


class CardError(PitbossError):
    """A text is not a card.

    Attributes:
        text: the text.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"{brief(text)} is not a card",
            "write rank and suit, such as 'Th' or 'As' (ranks A 2-9 T J Q K, suits c d h s)",
        )


class MoneyError(PitbossError):
    """An amount or a ratio cannot be used."""


class RulesError(PitbossError):
    """A rule set is refused; the error holds all reasons.

    Attributes:
        problems: one sentence for each reason.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        every = "; ".join(problems)
        super().__init__(every, "correct what each reason names; see pitboss.rules.options", every)


class ShoeError(PitbossError):
    """A shoe cannot be made from the given arguments."""


class PlayerLeft(PitbossError):  # noqa: N818  leaving is not an error
    """A player left during a round. The driver does not catch this; the round can be continued.

    Attributes:
        name: the name of the player.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} has left", "continue the round when the player is back")


class TimedOutError(PitbossError):
    """A player has not answered in time; players that measure their own time raise this, too.

    Args:
        seconds: the time that the player had.
        next_step: what to do about it.
    """

    def __init__(
        self, seconds: float, next_step: str = "give more time, or another player"
    ) -> None:
        super().__init__(f"no answer within {seconds} seconds", next_step)


class EventError(PitbossError):
    """A value cannot be an event in any state."""

    def __init__(self, problem: str, next_step: str) -> None:
        super().__init__(f"not an event: {problem}", next_step)


class TableError(PitbossError):
    """A table cannot be set up, or its state does not allow a call."""


class LimitError(PitbossError):
    """A stated limit was reached.

    Attributes:
        limit: the name of the limit.
        allowed: the value of the limit.
    """

    def __init__(self, limit: str, allowed: int, next_step: str) -> None:
        self.limit = limit
        self.allowed = allowed
        super().__init__(f"the limit {limit} = {allowed} is reached", next_step)


_REPLAY: Final = "replay the journal: the verdict names the first wrong line"


class JournalError(PitbossError):
    """A journal cannot be read or written.

    Attributes:
        line_number: the line, counted from 1; `None` if the fault is in no line that was read.
        path: the path of the file, which the message names; `None` if it is not known.
    """

    def __init__(
        self,
        line_number: int | None,
        problem: str,
        next_step: str = _REPLAY,
        path: str | None = None,
    ) -> None:
        self.line_number = line_number
        self.path = path
        where = "" if line_number is None else f"line {line_number}: "
        super().__init__(problem, next_step, f"{where}{problem}; {next_step}")

    def name_file(self, path: str) -> None:
        """Put the name of the file before the message, unless the message names it."""
        if self.path is None:
            self.path = path
            self.args = (f"{path}: {self}",)


def journal_fault(problem: str, next_step: str) -> JournalError:
    """Return an error that is about a journal, but not about one of its lines."""
    return JournalError(None, problem, next_step)


class JournalInUseError(JournalError):
    """The file of a journal is open for writing elsewhere, in this process or another."""

    def __init__(self, path: str) -> None:
        problem = f"the journal {path} is being written elsewhere"
        super().__init__(None, problem, "leave that game first", path)


class UnsupportedError(JournalError):
    """A journal has a version, or names an algorithm, that this engine does not know.

    Attributes:
        what: which version or algorithm.
    """

    def __init__(self, line_number: int, what: str) -> None:
        self.what = what
        super().__init__(line_number, f"{what} is not supported by this engine", "use a newer one")


class SecretError(JournalError):
    """A journal does not hold the secret of its table, and the right secret was not given."""

    def __init__(self, problem: str) -> None:
        super().__init__(None, problem, "give the secret that was kept for this table")


class SnapshotError(PitbossError):
    """A snapshot cannot be restored.

    Attributes:
        where: the place of the fault in the snapshot.
        flaw: what is wrong at that place.
    """

    def __init__(self, where: str, flaw: str) -> None:
        self.where = where
        self.flaw = flaw
        problem = f"snapshot refused at {where}: {flaw}"
        next_step = "restore an unchanged text of `to_json`, with the engine that wrote it"
        super().__init__(problem, next_step, f"{problem}; {next_step}")


class ExitCode(IntEnum):
    """The number with which a command ends, for the shell."""

    DONE = 0
    FAILED = 1
    """The command could not do what was asked for."""

    WRONG_USAGE = 2
    """The arguments of the command are wrong."""

    UNSUPPORTED = 3
    """The journal needs a newer engine: it has a version or an algorithm that this one lacks."""

    INCOMPLETE = 4
    """The journal ends too soon."""

    CONSISTENT = 5
    """Everything that a viewer's journal shows is as the engine plays it."""

    INTERRUPTED = 130
    """The command was interrupted by Ctrl-C; shells expect this number."""

    PIPE_CLOSED = 141
    """The program that read the output has ended, as after ``| head``."""
