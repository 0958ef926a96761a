"""What an effect is: a named change of the round, made once for a rule set."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from pitboss.events import Event
from pitboss.round import House, Round
from pitboss.rules import Rules

EffectFunction = Callable[[Round, House, Event], None]


@frozen
class Effect:
    """A named change of the round.

    Attributes:
        name: for code and tests.
        words: what it does, in plain words.
        make: gives the function for a rule set.
    """

    name: str
    words: str
    make: Callable[[Rules], EffectFunction]


def effect(words: str) -> Callable[[Callable[[Rules], EffectFunction]], Effect]:
    """Name a change of the round; used as a decorator on its maker."""

    def named(make: Callable[[Rules], EffectFunction]) -> Effect:
        return Effect(make.__name__, words, make)

    return named


def change_nothing(_round: Round, _house: House, _event: Event) -> None:
    """Change nothing but the state, which the machine does."""


@effect("nothing but the change of state")
def move_on(_rules: Rules) -> EffectFunction:
    """Most moves between states change nothing else."""
    return change_nothing
