"""The rules of a table in sentences for players; the sentences are in ``rules_told.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pitboss.arguments import takes
from pitboss.game.money import format_minor
from pitboss.rules import Rules

_GROUPS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)
_ABSENT: Final = frozenset({"off", "none", "false"})
_AMOUNTS: Final = frozenset({"bet_min", "bet_max"})


@takes()
def tell_rules(rules: Rules) -> list[tuple[str, list[str]]]:
    """Return the rules of a table in sentences for players, grouped by subject.

    Args:
        rules: the rules of a table.
    """
    return [
        (title, [text for name, said in options.items() if (text := _tell(rules, name, said))])
        for title, options in _GROUPS.items()
    ]


def _tell(rules: Rules, name: str, said: Mapping[str, str]) -> str:
    """Return the sentence about an option; empty if players need not know it."""
    if not all(_has(rules, need) for need in said.get("needs", "").split(", ") if need):
        return ""
    value = rules.text_of(name)
    sentence = said[value] if value in said else said["other"]
    if name in _AMOUNTS and value.isdecimal():
        return sentence.format(format_minor(int(value), rules.minor_per_unit))
    least, _, most = value.partition("..")
    value = least if least == most else value.replace("..", " to ").replace(":", " to ")
    return sentence.format(value)


def _has(rules: Rules, need: str) -> bool:
    """Return whether a rule set has what a sentence needs, such as ``split`` or ``peek=never``."""
    name, _, values = need.partition("=")
    value = rules.text_of(name)
    return value in values.split() if values else value not in _ABSENT
