"""Play very many rounds in the kernel and at tables of the engine, and compare each.

From the root of the project, on all cores:

    python -m tests.tools.kernel --rounds 1000000
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from attrs import frozen
from tests.simulation.any_game import CROWDED, Game, any_game, crowded_game
from tests.simulation.both_sides import covered_presets, first_difference

from pitboss.rules import Rules
from pitboss.simulation import ByCount

ROUNDS_IN_A_TASK = 20_000


@frozen
class Task:
    """Rounds of a game from the first shoe of a seed on."""

    name: str
    game: Game
    seed: int
    rounds: int

    def play(self) -> str | None:
        """Say where the two sides part, if they do."""
        return first_difference(self.game.rules, self.game.strategies, self.seed, self.rounds)


def tasks(rounds: int, games: int) -> Iterator[Task]:
    """Give so many rounds of every covered preset, then two thousand of each game."""
    for name in covered_presets():
        rules = Rules.preset(name)
        for seed in range(1, rounds // ROUNDS_IN_A_TASK + 1):
            alone = Game(rules, (ByCount.basic(rules),))
            yield Task(name, alone, seed, ROUNDS_IN_A_TASK)
    for number, options in enumerate(CROWDED):
        yield Task(f"crowded game {number}", crowded_game(**options), number, 2_000)
    for number in range(games):
        yield Task(f"game {number}", any_game(number), number, 2_000)


def main() -> int:
    """Play, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="of each covered preset")
    parser.add_argument("--games", type=int, default=200, help="at random, 2,000 rounds of each")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    todo = list(tasks(options.rounds, options.games))
    begun, played, different = time.monotonic(), 0, 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for task, difference in zip(todo, pool.map(Task.play, todo), strict=True):
            played += task.rounds
            if difference is not None:
                different += 1
                sys.stdout.write(f"{task.name}: {difference}\n")
    seconds = time.monotonic() - begun
    sys.stdout.write(f"{played} rounds in {seconds:.0f} s, {different} tasks differ\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
