"""OpenSpiel's blackjack from Python by a short cut: cards are drawn without asking their chances.

A round: one seat, hit or stand, one deck; no bets, splits or doubles; records its actions; the
calling program draws the random cards and sets the seed.

The next card is one of `legal_actions`, a list of numbers that takes half the time of the pairs in
`chance_outcomes`. That is right for this game only, whose draws are all equally likely.
"""

import random
from collections.abc import Callable

from tests.tools.benchmarks.peers.openspiel_outcomes import (
    HIT,
    SEED,
    STAND,
    check_equal_chances,
    library,
)


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
                    actions = state.legal_actions()
                    state.apply_action(actions[int(draw() * len(actions))])
                else:
                    state.apply_action(HIT if state.get_best_player_total(0) < 17 else STAND)
            state.returns()

    return play
