"""Players, which answer for a seat: strategies, people, scripts and journals.

A player needs one method, ``decide(view, offer)``, which returns an event; see
`pitboss.table.driver.Player`.
"""

from pitboss.players.answers import AbsentPlayer, MimicPlayer, PlayerError, UnchartedError
from pitboss.players.basic import BasicStrategy, ChartStrategy
from pitboss.players.chart import Chart, chart, published_chart
from pitboss.players.counter import CountingPlayer, CountingStrategy
from pitboss.players.counting import COUNTING_SYSTEMS, HI_LO, KO, BetRamp, CountingSystem
from pitboss.players.human import HumanPlayer
from pitboss.players.index_plays import HI_LO_PLAYS, IndexPlay, charts_by_count
from pitboss.players.process import ProcessError, ProcessPlayer
from pitboss.players.random_legal import RandomLegal
from pitboss.players.registry import DEFAULT_PLAYERS, PLAYER_NAMES, player_named
from pitboss.players.scripted import JournalPlayer, ScriptedPlayer, ScriptEndedError
from pitboss.players.side_bets import WithSideBets
from pitboss.players.table_text import table_text

__all__ = [
    "COUNTING_SYSTEMS",
    "DEFAULT_PLAYERS",
    "HI_LO",
    "HI_LO_PLAYS",
    "KO",
    "PLAYER_NAMES",
    "AbsentPlayer",
    "BasicStrategy",
    "BetRamp",
    "Chart",
    "ChartStrategy",
    "CountingPlayer",
    "CountingStrategy",
    "CountingSystem",
    "HumanPlayer",
    "IndexPlay",
    "JournalPlayer",
    "MimicPlayer",
    "PlayerError",
    "ProcessError",
    "ProcessPlayer",
    "RandomLegal",
    "ScriptEndedError",
    "ScriptedPlayer",
    "UnchartedError",
    "WithSideBets",
    "chart",
    "charts_by_count",
    "player_named",
    "published_chart",
    "table_text",
]
