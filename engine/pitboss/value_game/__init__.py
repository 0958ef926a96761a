"""A game as a value: each move returns a new game, and the old one stays what it was."""

from pitboss.value_game.game import Game
from pitboss.value_game.parts import GameError, GameHand, GameStatus, PlayerHand

__all__ = ["Game", "GameError", "GameHand", "GameStatus", "PlayerHand"]
