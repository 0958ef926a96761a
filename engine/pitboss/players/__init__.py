"""Players: whoever answers for a seat.

Each has a method ``decide(view, offer)`` that returns an event, which is all that a player needs;
see `pitboss.table.driver.Player`.
"""

from pitboss.players.basic import BasicStrategy
from pitboss.players.chart import chart
from pitboss.players.dealers_rule import DealersRule
from pitboss.players.errors import PlayerError, ScriptEndedError
from pitboss.players.logged import JournalPlayer
from pitboss.players.person import HumanPlayer
from pitboss.players.random_legal import RandomLegal
from pitboss.players.registry import PLAYER_NAMES, player_named
from pitboss.players.scripted import ScriptedPlayer
from pitboss.players.table_text import table_text

__all__ = [
    "PLAYER_NAMES",
    "BasicStrategy",
    "DealersRule",
    "HumanPlayer",
    "JournalPlayer",
    "PlayerError",
    "RandomLegal",
    "ScriptEndedError",
    "ScriptedPlayer",
    "chart",
    "player_named",
    "table_text",
]
