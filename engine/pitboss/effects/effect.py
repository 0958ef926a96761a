"""What an effect is: a change of the round, made once for a rule set."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from pitboss.events import Event
from pitboss.round import House, Round
from pitboss.rules import Rules

EffectFunction = Callable[[Round, House, Event], None]


@frozen
class Effect:
    """A change of the round.

    Attributes:
        words: what it does, in plain words.
        make: gives the function for a rule set.
    """

    words: str
    make: Callable[[Rules], EffectFunction]


def effect(words: str) -> Callable[[Callable[[Rules], EffectFunction]], Effect]:
    """Put a change of the round into words; used as a decorator on its maker."""

    def named(make: Callable[[Rules], EffectFunction]) -> Effect:
        return Effect(words, make)

    return named


def change_nothing(_round: Round, _house: House, _event: Event) -> None:
    """Change nothing but the state, which the machine does."""


@effect("nothing but the change of state")
def move_on(_rules: Rules) -> EffectFunction:
    """Most moves between states change nothing else."""
    return change_nothing
