"""Gymnasium's environment Blackjack-v1, without its wrappers, which check what is passed.

A round: one seat, hit or stand, cards with replacement; no bets, splits or doubles; no record;
seeded.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol, cast

HIT = 1
STAND = 0
SEED = 7

Seen = tuple[int, int, int]


class Environment(Protocol):
    """What is used of an environment."""

    @property
    def unwrapped(self) -> "Environment": ...
    def reset(self, *, seed: int | None = None) -> tuple[Seen, Mapping[str, object]]: ...
    def step(self, action: int, /) -> tuple[Seen, float, bool, bool, Mapping[str, object]]: ...


class Library(Protocol):
    """What is used of the library."""

    def make(self, name: str, /) -> Environment: ...


def start() -> Callable[[int], None]:
    """Return what plays so many rounds."""
    environment = cast(Library, import_module("gymnasium")).make("Blackjack-v1").unwrapped
    environment.reset(seed=SEED)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            seen, _ = environment.reset()
            over = False
            while not over:
                seen, _, over, _, _ = environment.step(HIT if seen[0] < 17 else STAND)

    return play
