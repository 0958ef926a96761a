"""Rule sets to play environments under, and actions at random."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from tests.play.rule_play.covering import covering_rules

from pitboss.environments.gymnasium_imports import Array
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.rules import Rules
from pitboss.rules.rules import every_preset


def rule_sets(most: int) -> Iterator[Rules]:
    """Give every preset, then rule sets in which the options meet each other, up to a number."""
    everything = [*every_preset().values(), *covering_rules()]
    playable = (
        rules
        for rules in everything
        if limits_of_any_bet(rules).possible and not rules.hole_card_shown
    )
    yield from islice(playable, most)


def legal_action(chance: Random, mask: Array) -> int:
    """Return one of the actions that a mask allows."""
    return chance.choice([place for place, holds in enumerate(mask.tolist()) if holds])


def mask_in(info: dict[str, Any]) -> Array:
    """Return the mask that an info holds."""
    mask: Array = info["action_mask"]
    return mask
