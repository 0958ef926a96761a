"""Players: whoever answers for a seat.

Each has a method ``decide(view, offer)`` that returns an event, which is all that a player needs;
see `pitboss.table.driver.Player`.
"""

from pitboss.players.basic import BasicStrategy
from pitboss.players.chart import chart
from pitboss.players.dealers_rule import DealersRule
from pitboss.players.errors import PlayerError, ScriptEndedError
from pitboss.players.logged import Logged
from pitboss.players.person import Person
from pitboss.players.random_legal import RandomLegal
from pitboss.players.registry import PLAYER_NAMES, player_named
from pitboss.players.scripted import Scripted
from pitboss.players.table_text import table_text

__all__ = [
    "PLAYER_NAMES",
    "BasicStrategy",
    "DealersRule",
    "Logged",
    "Person",
    "PlayerError",
    "RandomLegal",
    "ScriptEndedError",
    "Scripted",
    "chart",
    "player_named",
    "table_text",
]
