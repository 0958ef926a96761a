"""Pitboss: the blackjack engine that plays by any table's rules and can play every round again.

A package is imported when one of its names is first used, so that importing `pitboss` costs next
to nothing.
"""

from typing import TYPE_CHECKING

from pitboss.builds import compiled
from pitboss.version import VERSION

if TYPE_CHECKING:
    from pitboss.errors import PitbossError
    from pitboss.game import Card, Event, EventKind, Outcome, Phase, Question
    from pitboss.journal import Flush, Journal
    from pitboss.players import BasicStrategy, DealersRule, RandomLegal
    from pitboss.replay import Verdict, resume, verify
    from pitboss.rules import Rules
    from pitboss.table import (
        AdapterError,
        Offer,
        Player,
        RefusedError,
        SeatPlan,
        Table,
        View,
        play_round,
        play_rounds,
    )
else:
    # Hidden from type checkers, who would believe any name of a module with a `__getattr__`.
    def __getattr__(name: str) -> object:
        """Fetch a public name when it is first used, from the lowest package that offers it."""
        if name in __all__:
            for package in ("errors", "game", "rules", "table", "journal", "players", "replay"):
                module = __import__(f"{__name__}.{package}", fromlist=[name])
                if hasattr(module, name):
                    globals()[name] = getattr(module, name)
                    return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Name what can be used, fetched or not."""
        return sorted({*globals(), *__all__})


__all__ = [
    "AdapterError",
    "BasicStrategy",
    "Card",
    "DealersRule",
    "Event",
    "EventKind",
    "Flush",
    "Journal",
    "Offer",
    "Outcome",
    "Phase",
    "PitbossError",
    "Player",
    "Question",
    "RandomLegal",
    "RefusedError",
    "Rules",
    "SeatPlan",
    "Table",
    "Verdict",
    "View",
    "__version__",
    "compiled",
    "play_round",
    "play_rounds",
    "resume",
    "verify",
]

__version__ = VERSION
