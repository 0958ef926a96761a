"""Basic strategy, played through the table and summed up in whole numbers."""

from __future__ import annotations

from typing import Final

from attrs import frozen
from tests.tools.expected_value.cut_shoes import CutShoes

from pitboss.players.basic import BasicStrategy
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import play_rounds

BET_MINOR: Final = 10
"""The least bet of which 3:2, 6:5 and the half are whole."""


@frozen
class Sums:
    """Exact sums over samples, one sample a shuffle.

    Attributes:
        samples: how many there are.
        total_minor: their sum: what the house won, or won more under one rule than under another.
        squares: the sum of their squares.
    """

    samples: int = 0
    total_minor: int = 0
    squares: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.samples + other.samples,
            self.total_minor + other.total_minor,
            self.squares + other.squares,
        )


def summed(samples: list[int]) -> Sums:
    """Return the sums of some samples."""
    return Sums(len(samples), sum(samples), sum(sample * sample for sample in samples))


@frozen
class Chunk:
    """Some shuffles to be played under one rule set and under changes of it.

    Attributes:
        seed: of the table.
        shuffles: how many are played, at every cut.
        rules: the rule set.
        pairs: changes of it: the rules before and after.
    """

    seed: int
    shuffles: int
    rules: Rules
    pairs: tuple[tuple[Rules, Rules], ...]


class _Seat:
    """One player of basic strategy, alone at a table, on the shoes that others play as well."""

    def __init__(self, rules: Rules, shoes: CutShoes) -> None:
        self._table = Table(rules, seats=["basic strategy"], shoes=shoes)
        self._players = [BasicStrategy(rules, BET_MINOR)]
        self._rounds = shoes.cuts

    def won_by_house(self) -> int:
        """Play one shuffle, a round at every cut, and return what the house won by it."""
        before = self._table.house.balance_minor
        play_rounds(self._table, self._players, self._rounds)
        return self._table.house.balance_minor - before


def play_chunk(chunk: Chunk) -> tuple[Sums, ...]:
    """Play a chunk, the same cards under all its rules.

    Returns:
        What the house won, and for each pair what it won more after the change than before.
    """
    shoes = CutShoes(chunk.seed, chunk.rules.decks)
    all_rules = dict.fromkeys([chunk.rules, *(rules for pair in chunk.pairs for rules in pair)])
    seats = {rules: _Seat(rules, shoes) for rules in all_rules}
    won: dict[Rules, list[int]] = {rules: [] for rules in all_rules}
    for _ in range(chunk.shuffles):
        for rules, seat in seats.items():
            won[rules].append(seat.won_by_house())
    return (
        summed(won[chunk.rules]),
        *(
            summed([more - less for less, more in zip(won[before], won[after], strict=True)])
            for before, after in chunk.pairs
        ),
    )
