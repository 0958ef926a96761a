"""Every pair of option values that is refused, with its reason, as the golden file lists them.

``python -m tests.tools.refused_pairs > fixtures/rules/refused_pairs.txt`` writes the list anew. A
line that comes or goes is a change of the rules, and needs a reason.
"""

import json
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from attrs import frozen
from tests.players.strategies.rules import candidates

from pitboss.errors import RulesError
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.values import RuleValue

GOLDEN = Path(__file__).parents[2] / "fixtures" / "rules" / "refused_pairs.txt"


@frozen
class RefusedPair:
    """Two values that cannot stand together.

    Attributes:
        one: the first option and its value, as they are written.
        other: the second option and its value.
        problems: the sentences that refuse them.
    """

    one: tuple[str, str]
    other: tuple[str, str]
    problems: tuple[str, ...]

    def __str__(self) -> str:
        pair = ", ".join(f"{name} = {text}" for name, text in (self.one, self.other))
        reasons = "; ".join(problem.partition(": ")[2] for problem in self.problems)
        return f"{pair}: {reasons}"


def refused_pairs() -> Iterator[RefusedPair]:
    """Try every two values of every two options on the default table; give those refused."""
    for one, other in combinations(OPTIONS.values(), 2):
        for value in candidates(one):
            for another in candidates(other):
                try:
                    Rules.of(**{one.name: value, other.name: another})
                except RulesError as error:
                    yield RefusedPair(
                        (one.name, text_of(one.name, value)),
                        (other.name, text_of(other.name, another)),
                        error.problems,
                    )


def text_of(name: str, value: RuleValue) -> str:
    """Write a value of an option as a refusal shows it."""
    written = OPTIONS[name].written(value)
    return written if isinstance(written, str) else json.dumps(written)


if __name__ == "__main__":
    for pair in refused_pairs():
        sys.stdout.write(f"{pair}\n")
