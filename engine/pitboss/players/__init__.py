"""Players: strategies, people, scripts and journals that answer for a seat.

A player needs one method, ``decide(view, offer)``, which returns an event; see
`pitboss.table.driver.Player`.
"""

from pitboss.players.answers import AbsentPlayer, DealersRule, PlayerError
from pitboss.players.basic import BasicStrategy, ChartStrategy
from pitboss.players.chart import Chart, chart, published_chart
from pitboss.players.human import HumanPlayer
from pitboss.players.process import ProcessError, ProcessPlayer
from pitboss.players.random_legal import RandomLegal
from pitboss.players.registry import PLAYER_NAMES, player_named
from pitboss.players.scripted import JournalPlayer, ScriptedPlayer, ScriptEndedError
from pitboss.players.table_text import table_text

__all__ = [
    "PLAYER_NAMES",
    "AbsentPlayer",
    "BasicStrategy",
    "Chart",
    "ChartStrategy",
    "DealersRule",
    "HumanPlayer",
    "JournalPlayer",
    "PlayerError",
    "ProcessError",
    "ProcessPlayer",
    "RandomLegal",
    "ScriptEndedError",
    "ScriptedPlayer",
    "chart",
    "player_named",
    "published_chart",
    "table_text",
]
