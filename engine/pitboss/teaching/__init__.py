"""For teachers and researchers: rounds from known cards and answers, and the game as a value."""

from pitboss.teaching.scripted_lines import (
    MAX_DECISIONS,
    MAX_LINE_LENGTH,
    settle_line,
    settle_stream,
)
from pitboss.teaching.scripted_rounds import (
    ScriptedError,
    ScriptedErrorKind,
    ScriptedResult,
    ScriptedRound,
    play_scripted,
)
from pitboss.teaching.value_game import Game
from pitboss.teaching.value_parts import GameError, GameHand, GameStatus, PlayerHand

__all__ = [
    "MAX_DECISIONS",
    "MAX_LINE_LENGTH",
    "Game",
    "GameError",
    "GameHand",
    "GameStatus",
    "PlayerHand",
    "ScriptedError",
    "ScriptedErrorKind",
    "ScriptedResult",
    "ScriptedRound",
    "play_scripted",
    "settle_line",
    "settle_stream",
]
