"""Pitboss: the blackjack engine that plays by any table's rules and can play every round again.

The names below are the front door. Each room behind it is imported when one of its names is first
used, so that importing the package alone costs next to nothing and does nothing by itself.
"""

from typing import TYPE_CHECKING

from pitboss.version import VERSION

if TYPE_CHECKING:
    from pitboss.builds import compiled
    from pitboss.cards import Card
    from pitboss.driver import AdapterError, Player, play_round, play_rounds
    from pitboss.errors import PitbossError
    from pitboss.events import Event, EventKind
    from pitboss.journal import Journal
    from pitboss.journal_files import Flush
    from pitboss.legality import RefusedError
    from pitboss.offers import Offer
    from pitboss.players import BasicStrategy, DealersRule, RandomLegal
    from pitboss.reasons import Outcome
    from pitboss.replay import Verdict, resume, verify
    from pitboss.round import Phase, Question
    from pitboss.rules import Rules
    from pitboss.seating import SeatPlan
    from pitboss.table import Table
    from pitboss.views import View
else:
    # Hidden from type checkers, who would believe any name of a module with a `__getattr__`.
    _ROOMS = {
        "builds": ("compiled",),
        "cards": ("Card",),
        "driver": ("AdapterError", "Player", "play_round", "play_rounds"),
        "errors": ("PitbossError",),
        "events": ("Event", "EventKind"),
        "journal": ("Journal",),
        "journal_files": ("Flush",),
        "legality": ("RefusedError",),
        "offers": ("Offer",),
        "players": ("BasicStrategy", "DealersRule", "RandomLegal"),
        "replay": ("Verdict", "resume", "verify"),
        "reasons": ("Outcome",),
        "round": ("Phase", "Question"),
        "rules": ("Rules",),
        "seating": ("SeatPlan",),
        "table": ("Table",),
        "views": ("View",),
    }
    _ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

    def __getattr__(name: str) -> object:
        """Fetch a public name from its room when it is first used."""
        if name not in _ROOM_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(__import__(f"{__name__}.{_ROOM_OF[name]}", fromlist=[name]), name)
        globals()[name] = value
        return value

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
