"""Measurements of the house edge from fresh shoes, beside exact and published figures."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from tests.tools.expected_value.published import Figure, RuleSet

from pitboss import Rules
from pitboss.exact import value
from pitboss.players import BetRamp, published_chart
from pitboss.simulation import ByCount, Run, Sums, run_of
from pitboss.simulation.shoe_ranges import play_range

BET_MINOR: Final = 1000
"""A bet of which 3:2, 6:5 and the half are whole."""

ROUNDS_IN_A_CHUNK: Final = 1 << 20
"""A fraction of a second under each rule set; whole groups of shoes."""

Report = Callable[[int], None]
"""Hears how many rounds have been played."""


@frozen
class Exact:
    """A house edge that was worked out, or the rise of it.

    Attributes:
        percent: of the opening bet.
        bound_percent: by so much it may be off.
    """

    percent: float
    bound_percent: float


@frozen
class Estimate:
    """A measured house edge, or a measured rise of it.

    Attributes:
        name: of the rule set or of the change.
        rules: what was played; for a change the rules before and after.
        seed: of the shoes.
        sums: what the house won.
        exact: what the charts that were played lose.
        published: what others found.
    """

    name: str
    rules: tuple[Rules, ...]
    seed: int
    sums: Sums
    exact: Exact
    published: Figure

    @property
    def percent(self) -> float:
        """The house edge in percent of the opening bet."""
        return 100 * self.sums.mean_minor / BET_MINOR

    @property
    def standard_error_percent(self) -> float:
        """The standard error of `percent`; every round has a shoe of its own."""
        return 100 * self.sums.standard_error_minor / BET_MINOR

    @property
    def standard_errors_off(self) -> float:
        """How many standard errors the measured figure lies above the exact one."""
        return (self.percent - self.exact.percent) / self.standard_error_percent


def measure(rule_set: RuleSet, rounds: int, jobs: int, report: Report) -> tuple[Estimate, ...]:
    """Measure a rule set and its differences.

    Args:
        rule_set: what is played, by the published charts.
        rounds: at least so many, in whole chunks.
        jobs: how many threads play.
        report: hears of the progress.

    Returns:
        The house edge, then the rise by each difference.
    """
    chunks = -(-rounds // ROUNDS_IN_A_CHUNK)
    edge, *rises = (Sums() for _ in rule_set.names)
    for number, played in enumerate(_played(rule_set, chunks, jobs), 1):
        edge, *rises = (one + other for one, other in zip([edge, *rises], played, strict=True))
        report(number * ROUNDS_IN_A_CHUNK)
    rules, seed = rule_set.rules, rule_set.seed
    return (
        Estimate(rule_set.name, (rules,), seed, edge, exact_of(rules), rule_set.published),
        *(
            Estimate(
                each.name,
                (each.before, each.after),
                seed,
                rise,
                _risen(exact_of(each.before), exact_of(each.after)),
                each.published,
            )
            for each, rise in zip(rule_set.differences, rises, strict=True)
        ),
    )


def exact_of(rules: Rules) -> Exact:
    """Return what the published chart of a rule set loses."""
    found = value(rules, published_chart(rules))
    return Exact(-100 * found.value, 100 * found.estimated_error)


def _risen(before: Exact, after: Exact) -> Exact:
    return Exact(after.percent - before.percent, after.bound_percent + before.bound_percent)


def _played(rule_set: RuleSet, chunks: int, jobs: int) -> Iterator[tuple[Sums, ...]]:
    """Give the sums of each chunk in turn; what is played depends on its place alone."""
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[Future[tuple[Sums, ...]]] = deque()
        for chunk in range(chunks):
            waiting.append(pool.submit(play_chunk, rule_set, 1 + chunk * ROUNDS_IN_A_CHUNK))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        for each in waiting:
            yield each.result()


def play_chunk(rule_set: RuleSet, first: int, rounds: int = ROUNDS_IN_A_CHUNK) -> tuple[Sums, ...]:
    """Play the same shoes under all rules of a rule set.

    Args:
        rule_set: what is played.
        first: the number of the first shoe.
        rounds: how many, each from a shoe of its own.

    Returns:
        What the house won, and for each difference what it won more after it than before.
    """
    pairs = [(each.before, each.after) for each in rule_set.differences]
    won = {
        rules: house_won(rules, rule_set.seed, first, rounds)
        for rules in {rule_set.rules, *(rules for pair in pairs for rules in pair)}
    }
    return (
        summed(won[rule_set.rules]),
        *(summed(won[after] - won[before]) for before, after in pairs),
    )


def house_won(rules: Rules, seed: int, first: int, rounds: int) -> NDArray[np.int64]:
    """Return what the house wins by each of some rounds, the player playing the published chart."""
    found = play_range(_run(rules, seed).numbers, first, rounds, rounds=rounds)
    nets: NDArray[np.int64] = found.rounds[:, 1]
    return -nets


@cache
def _run(rules: Rules, seed: int) -> Run:
    return run_of(rules, ByCount(published_chart(rules), BetRamp(BET_MINOR)), seed=seed)


def summed(won: NDArray[np.int64]) -> Sums:
    """Return the sums of some rounds."""
    return Sums(len(won), net_minor=int(won.sum()), squares=int((won * won).sum()))
