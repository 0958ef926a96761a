"""Rule sets that together hold every two option values that may stand together.

They are made greedily: each begins with two values that no rule set has yet, and every other option
takes the value that adds the most new pairs. Which pairs are refused is read from the golden file
of refused pairs, not asked of the engine. A least bet above the greatest is not refused, but nobody
can play at such a table, so these pairs stand in no rule set that is to cover others.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

from tests.players.strategies.rules import candidates
from tests.tools.refused_pairs import GOLDEN, text_of

from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.values import RuleValue

Choice = tuple[str, int]
"""An option, and the place of a value among its candidates."""

Pair = frozenset[Choice]

CHOICES: Final[dict[str, list[Choice]]] = {
    name: [(name, place) for place in range(len(candidates(option)))]
    for name, option in OPTIONS.items()
}
"""Every value worth trying, by option."""


def value_of(choice: Choice) -> RuleValue:
    """Return the value that a choice stands for."""
    name, place = choice
    return candidates(OPTIONS[name])[place]


@cache
def refused_pairs() -> frozenset[Pair]:
    """Read the pairs that the golden file refuses."""
    named = {
        f"{name} = {text_of(name, value_of(choice))}": choice
        for name, choices in CHOICES.items()
        for choice in choices
    }
    lines = GOLDEN.read_text("utf-8").splitlines()
    pairs = (line.partition(": ")[0].split(", ") for line in lines)
    return frozenset(frozenset(named[each] for each in pair) for pair in pairs)


def allowed_pairs() -> set[Pair]:
    """Return every two values of two options that no line of the golden file refuses."""
    pairs = {
        frozenset({one, other})
        for name, another in combinations(OPTIONS, 2)
        for one in CHOICES[name]
        for other in CHOICES[another]
    }
    return pairs - refused_pairs()


def covering_rules() -> Iterator[Rules]:
    """Yield rule sets until every allowed pair has been in one; the same ones every time."""
    chance = Random(2)
    missing = allowed_pairs()
    # Sets have no order of their own that would be the same in the next process.
    waiting = sorted(missing, key=sorted)
    chance.shuffle(waiting)
    for pair in waiting:
        if pair in missing:
            chosen = _completed(chance, pair, missing)
            missing -= _pairs_in(chosen)
            yield _rules_of(chosen.items())


def _rules_of(choices: Iterable[Choice]) -> Rules:
    return Rules.of(**{choice[0]: value_of(choice) for choice in choices})


def _completed(chance: Random, pair: Pair, missing: set[Pair]) -> dict[str, int]:
    """Choose a value for every other option, the options in a random order."""
    chosen = dict(pair)
    rest = [name for name in OPTIONS if name not in chosen]
    chance.shuffle(rest)
    for name in rest:
        beside = list(chosen.items())
        fitting = [choice for choice in CHOICES[name] if not _barred(choice, beside)]
        chance.shuffle(fitting)
        best = max(fitting, key=lambda choice: _gain(choice, beside, missing))
        chosen[name] = best[1]
    return chosen


def _barred(choice: Choice, beside: list[Choice]) -> bool:
    refused = refused_pairs()
    return any(frozenset((choice, other)) in refused for other in beside)


def _gain(choice: Choice, beside: list[Choice], missing: set[Pair]) -> int:
    return sum(frozenset((choice, other)) in missing for other in beside)


def _pairs_in(chosen: dict[str, int]) -> set[Pair]:
    return {frozenset(pair) for pair in combinations(chosen.items(), 2)}
