"""What an effect is: a change of the round, with the words in which a drawing tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from pitboss.game.events import Event
from pitboss.game.round import House, Round
from pitboss.machine.flags import Flags

EffectFunction = Callable[[Flags, Round, House, Event], None]


@frozen
class Effect:
    """A change of the round.

    Attributes:
        apply: changes it; None where a transition changes the state alone.
        words: what it does, in plain words.
    """

    apply: EffectFunction | None
    words: str


move_on: Final = Effect(None, "nothing but the change of state")
