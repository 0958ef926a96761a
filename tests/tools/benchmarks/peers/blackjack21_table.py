"""The package blackjack21 from PyPI: a table object that is told what each hand does.

A round: any number of seats, stakes, splits, doubles, surrender; no payments or insurance; no
record; sets no seed.

Its six-deck shoe is shuffled anew when three quarters are gone, by the package's own hook.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol, cast


class Hand(Protocol):
    """What is used of a hand."""

    @property
    def total(self) -> int: ...


class Shoe(Protocol):
    """A shoe; nothing of it is used but that it is there."""


class DeckMaker(Protocol):
    """What makes a shoe."""

    def __call__(self, suits: Sequence[str], /, *, count: int) -> Shoe: ...


class Table(Protocol):
    """What is used of a table."""

    @property
    def current_hand(self) -> Hand | None: ...
    def start_game(self) -> None: ...
    def hit(self) -> object: ...
    def stand(self) -> None: ...


class TableMaker(Protocol):
    """What makes a table."""

    def __call__(
        self,
        players: Sequence[tuple[str, int]],
        deck: Shoe,
        /,
        *,
        on_round_reset: Callable[[], None],
    ) -> Table: ...


class Library(Protocol):
    """What is used of the library."""

    DEFAULT_SUITS: Sequence[str]
    Deck: DeckMaker
    Table: TableMaker

    def shoe_reset_hook(self, deck: Shoe, /) -> Callable[[], None]: ...


def start() -> Callable[[int], None]:
    """Return what plays so many rounds."""
    library = cast(Library, import_module("blackjack21"))
    deck = library.Deck(library.DEFAULT_SUITS, count=6)
    table = library.Table([("Ann", 10)], deck, on_round_reset=library.shoe_reset_hook(deck))

    def play(rounds: int) -> None:
        for _ in range(rounds):
            table.start_game()
            while (hand := table.current_hand) is not None:
                if hand.total < 17:
                    table.hit()
                else:
                    table.stand()

    return play
