"""OpenSpiel's blackjack, driven from Python; the game itself is C++.

A round: one seat, hit or stand, one deck; no bets, splits or doubles; records its actions; the
calling program draws the random cards and sets the seed.

The documented way: the next card is one of `chance_outcomes`. They are all equally likely, which is
checked once, so that drawing one takes a single random number.
"""

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol, cast

HIT = 0
STAND = 1
SEED = 7


class State(Protocol):
    """What is used of a state."""

    def is_terminal(self) -> bool: ...
    def current_player(self) -> int: ...
    def chance_outcomes(self) -> Sequence[tuple[int, float]]: ...
    def legal_actions(self) -> Sequence[int]: ...
    def apply_action(self, action: int, /) -> None: ...
    def get_best_player_total(self, player: int, /) -> int: ...
    def returns(self) -> Sequence[float]: ...


class Game(Protocol):
    """What is used of a game."""

    def new_initial_state(self) -> State: ...


class PlayerIds(Protocol):
    """The numbers that stand for nobody."""

    CHANCE: int
    TERMINAL: int


class Library(Protocol):
    """What is used of the library."""

    PlayerId: PlayerIds

    def load_game(self, name: str, /) -> Game: ...


def library() -> Library:
    """Import the library."""
    return cast(Library, import_module("pyspiel"))


def check_equal_chances(game: Game) -> None:
    """See that every outcome of every draw of a round is as likely as the others."""
    state = game.new_initial_state()
    chance = library().PlayerId.CHANCE
    while not state.is_terminal():
        if state.current_player() == chance:
            outcomes = state.chance_outcomes()
            assert {chances for _, chances in outcomes} == {1 / len(outcomes)}
            assert [action for action, _ in outcomes] == list(state.legal_actions())
            state.apply_action(outcomes[0][0])
        else:
            state.apply_action(STAND)


def start() -> Callable[[int], None]:
    """Return what plays so many rounds."""
    game = library().load_game("blackjack")
    check_equal_chances(game)
    chance = int(library().PlayerId.CHANCE)
    terminal = int(library().PlayerId.TERMINAL)
    draw = random.Random(SEED).random

    def play(rounds: int) -> None:
        for _ in range(rounds):
            state = game.new_initial_state()
            while (player := state.current_player()) != terminal:
                if player == chance:
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                else:
                    state.apply_action(HIT if state.get_best_player_total(0) < 17 else STAND)
            state.returns()

    return play
