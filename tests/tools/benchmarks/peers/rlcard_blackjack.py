"""RLCard's environment blackjack.

A round: one seat or more, hit or stand, one deck; no bets, splits or doubles; records its actions;
seeded.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

HIT = 0
STAND = 1
SEED = 7

Seen = Mapping[str, Sequence[int]]


class Environment(Protocol):
    """What is used of an environment."""

    def reset(self) -> tuple[Seen, int]: ...
    def step(self, action: int, /) -> tuple[Seen, int]: ...
    def is_over(self) -> bool: ...
    def get_payoffs(self) -> Sequence[int]: ...


class Library(Protocol):
    """What is used of the library."""

    def make(self, name: str, /, *, config: Mapping[str, int]) -> Environment: ...


def start() -> Callable[[int], None]:
    """Return what plays so many rounds."""
    environment = cast(Library, import_module("rlcard")).make("blackjack", config={"seed": SEED})

    def play(rounds: int) -> None:
        for _ in range(rounds):
            seen, _ = environment.reset()
            while not environment.is_over():
                seen, _ = environment.step(HIT if seen["obs"][0] < 17 else STAND)
            environment.get_payoffs()

    return play
