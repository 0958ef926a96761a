"""The trace of an event: its transitions, cards and new shoes, in order."""

from __future__ import annotations

from typing import Final, NoReturn

SHOE_MARK: Final = "shoe"
"""The code of a new shoe in a journal; the name of the shoe follows it."""


class TraceEntry:
    """One thing that happened; it never changes.

    Attributes:
        code: the text in a journal.
    """

    __slots__ = ("code",)

    code: str

    def __init__(self, code: str) -> None:
        object.__setattr__(self, "code", code)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self!r} never changes, so its {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self!r} never changes, so its {name} cannot be deleted")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code,)


class RowTaken(TraceEntry):
    """A transition was taken; the code is the name of its row. Use `row_taken` to create it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        return row_taken, (self.code,)


class NewShoe(TraceEntry):
    """A shoe came into use.

    Attributes:
        name: the name of the shoe at its table.
    """

    __slots__ = ("name",)

    name: str

    def __init__(self, name: str) -> None:
        super().__init__(f"{SHOE_MARK} {name}")
        object.__setattr__(self, "name", name)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.name,)


_ROWS_TAKEN: Final[dict[str, RowTaken]] = {}


def row_taken(name: str) -> RowTaken:
    """Return the entry of a row of the table of transitions; there is one object for each name."""
    known = _ROWS_TAKEN.get(name)
    if known is None:
        known = _ROWS_TAKEN[name] = RowTaken(name)
    return known


def codes(trace: list[TraceEntry]) -> list[str]:
    """Return a trace in the form of a journal."""
    return [entry.code for entry in trace]
