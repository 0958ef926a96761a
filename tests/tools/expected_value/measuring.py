"""Measurements of the house edge, spread over processes and held against published figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import reduce
from math import sqrt
from multiprocessing import get_context
from operator import add
from typing import Final

from attrs import frozen
from tests.tools.expected_value.cut_shoes import CUTS_IN_A_DECK
from tests.tools.expected_value.playing import BET_MINOR, Chunk, Sums, play_chunk
from tests.tools.expected_value.published import Figure, RuleSet

from pitboss.rules import Rules

ROUNDS_IN_A_CHUNK: Final = 12_000
"""A third of a second; a multiple of the cuts of 1, 2, 6 and 8 decks."""

Report = Callable[[int], None]
"""Hears how many rounds have been played."""


@frozen
class Estimate:
    """A measured house edge, or a measured rise of it.

    Attributes:
        name: of the rule set or of the change.
        rules: what was played; for a change the rules before and after.
        rounds: how many were played under each of them.
        sums: what the house won, a sample a shuffle.
        published: the figure that was expected.
    """

    name: str
    rules: tuple[Rules, ...]
    rounds: int
    sums: Sums
    published: Figure

    @property
    def percent(self) -> float:
        """The house edge in percent of the opening bet."""
        return float(Fraction(100 * self.sums.total_minor, self.rounds * BET_MINOR))

    @property
    def standard_error_percent(self) -> float:
        """The standard error of `percent`, from the spread between shuffles."""
        samples, total, squares = self.sums.samples, self.sums.total_minor, self.sums.squares
        spread = Fraction(samples * squares - total * total, samples * (samples - 1))
        return 100 * sqrt(spread * samples) / (self.rounds * BET_MINOR)

    @property
    def standard_errors_off(self) -> float:
        """How many standard errors the measured figure lies above the published one."""
        return (self.percent - float(self.published.percent)) / self.standard_error_percent


def measure(rule_set: RuleSet, rounds: int, jobs: int, report: Report) -> tuple[Estimate, ...]:
    """Measure a rule set and its differences.

    Args:
        rule_set: what is played.
        rounds: at least so many, in whole chunks.
        jobs: how many processes play; with 1 this one plays.
        report: hears of the progress.

    Returns:
        The house edge, then the rise by each difference.
    """
    chunks = chunks_of(rule_set, rounds)
    if jobs == 1:
        sums = _sum_up(map(play_chunk, chunks), report)
    else:
        # Started afresh, a process cannot inherit a lock that another thread holds.
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            sums = _sum_up(pool.map(play_chunk, chunks), report)
    played = len(chunks) * ROUNDS_IN_A_CHUNK
    edge, *rises = sums
    return (
        Estimate(rule_set.name, (rule_set.rules,), played, edge, rule_set.published),
        *(
            Estimate(
                difference.name,
                (difference.before, difference.after),
                played,
                rise,
                difference.published,
            )
            for difference, rise in zip(rule_set.differences, rises, strict=True)
        ),
    )


def chunks_of(rule_set: RuleSet, rounds: int) -> list[Chunk]:
    """Cut a number of rounds into chunks; what each of them plays depends on its place alone."""
    shuffles, over = divmod(ROUNDS_IN_A_CHUNK, CUTS_IN_A_DECK * rule_set.rules.decks)
    if over:
        raise ValueError(f"a chunk does not hold whole shuffles of {rule_set.rules.decks} decks")
    pairs = tuple((difference.before, difference.after) for difference in rule_set.differences)
    return [
        Chunk(rule_set.first_seed + place, shuffles, rule_set.rules, pairs)
        for place in range(-(-rounds // ROUNDS_IN_A_CHUNK))
    ]


def _sum_up(played: Iterable[tuple[Sums, ...]], report: Report) -> tuple[Sums, ...]:
    """Add the chunks as they come."""

    def merge(one: tuple[Sums, ...], other: tuple[Sums, ...]) -> tuple[Sums, ...]:
        return tuple(map(add, one, other))

    def reported() -> Iterable[tuple[Sums, ...]]:
        for count, sums in enumerate(played, 1):
            report(count * ROUNDS_IN_A_CHUNK)
            yield sums

    return reduce(merge, reported())
