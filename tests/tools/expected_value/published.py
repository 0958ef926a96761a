"""The published figures that basic strategy is measured against, with their sources."""

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Final, NotRequired, TypedDict, cast

from attrs import frozen

from pitboss.rules import Rules
from pitboss.rules.pay_words import PlainValue
from pitboss.rules.values import Shuffle

FIXTURES: Final = Path(__file__).parents[3] / "fixtures" / "expected_value"


@frozen
class Figure:
    """A published figure.

    Attributes:
        percent: the house edge, or its rise, in percent of the opening bet.
        source: who published it, and where.
        cause: why it may lie off the exact figure.
        also: the same figure as others publish it, by source.
    """

    percent: Decimal
    source: str
    cause: str
    also: Mapping[str, Decimal]


@frozen
class Difference:
    """What a change of the rules costs the player who changes his strategy with them.

    Attributes:
        name: of the rule set, and the option with its two values.
        before: the rules from which the change starts.
        after: the rules that it leads to.
        published: the rise of the house edge.
    """

    name: str
    before: Rules
    after: Rules
    published: Figure


@frozen
class RuleSet:
    """A rule set with a published house edge.

    Attributes:
        name: of the preset, which is played as it is but for the shuffle before every round.
        rules: what is played.
        seed: of the shoes.
        published: the house edge.
        differences: changes of these rules, measured on the same shoes.
    """

    name: str
    rules: Rules
    seed: int
    published: Figure
    differences: tuple[Difference, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Under which the house edge and its rises are recorded."""
        return self.name, *(difference.name for difference in self.differences)


class _Figure(TypedDict):
    percent: str
    source: str
    cause: str
    also: NotRequired[dict[str, str]]


class _Difference(_Figure):
    name: str
    before: dict[str, PlainValue]
    after: dict[str, PlainValue]


class _RuleSet(_Figure):
    preset: str
    seed: int
    differences: NotRequired[list[_Difference]]


class _File(TypedDict):
    conditions: str
    sources: dict[str, str]
    causes: dict[str, str]
    rule_sets: list[_RuleSet]


def published() -> dict[str, RuleSet]:
    """Read the published figures, by the name of the rule set."""
    file = cast("_File", json.loads((FIXTURES / "published.json").read_text("utf-8")))
    return {entry["preset"]: _rule_set(entry, file) for entry in file["rule_sets"]}


def _rule_set(entry: _RuleSet, file: _File) -> RuleSet:
    preset = entry["preset"]
    return RuleSet(
        name=preset,
        rules=_fresh(preset, {}),
        seed=entry["seed"],
        published=_figure(entry, file),
        differences=tuple(
            Difference(
                name=f"{preset}, {difference['name']}",
                before=_fresh(preset, difference["before"]),
                after=_fresh(preset, difference["after"]),
                published=_figure(difference, file),
            )
            for difference in entry.get("differences", [])
        ),
    )


def _fresh(preset: str, changes: Mapping[str, PlainValue]) -> Rules:
    """Return a preset with changes, shuffled before every round."""
    return Rules.preset(preset, **changes, shuffle=Shuffle.EVERY_ROUND)


def _figure(entry: _Figure, file: _File) -> Figure:
    sources, also = file["sources"], entry.get("also", {})
    return Figure(
        percent=Decimal(entry["percent"]),
        source=sources[entry["source"]],
        cause=file["causes"][entry["cause"]],
        also={sources[source]: Decimal(percent) for source, percent in also.items()},
    )
