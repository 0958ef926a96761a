"""Pitboss: a blackjack engine that plays by any table's rules and can replay every round.

A package is imported when one of its names is first used, so `import pitboss` is fast.
"""

from typing import TYPE_CHECKING

from pitboss.notebooks import drawn_by
from pitboss.version import VERSION, compiled

if TYPE_CHECKING:
    from pitboss.errors import PitbossError
    from pitboss.game import Card, Event, EventKind, Outcome, Phase, Question
    from pitboss.journal import Flush, Journal
    from pitboss.players import BasicStrategy, MimicPlayer, RandomLegal
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
    # Hidden from type checkers, because they accept any name of a module with a `__getattr__`.
    def __getattr__(name: str) -> object:
        """Import a public name when it is first used, from the first of `packages` that has it."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        packages = ("errors", "game", "rules", "table", "journal", "players", "replay")
        modules = map(_imported, packages)
        value = getattr(next(filter(lambda module: hasattr(module, name), modules)), name)
        globals()[name] = value
        return value

    def _imported(package: str) -> object:
        return __import__(f"{__name__}.{package}", fromlist=[package])

    drawn_by(lambda value, held: _imported("notebook_pages").draw(value, held))

    def __dir__() -> list[str]:
        """Return all public names, imported or not."""
        return sorted({*globals(), *__all__})


__all__ = [
    "AdapterError",
    "BasicStrategy",
    "Card",
    "Event",
    "EventKind",
    "Flush",
    "Journal",
    "MimicPlayer",
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
