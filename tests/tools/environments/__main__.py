"""Measure environments: a single one beside Gymnasium's own, and many at once.

Every environment is played by one rule of thumb: stand on 17, else hit. What is measured is the
time of this process, that rule included, and the best of several turns, which are taken in turn.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from pitboss.environments import Action, Level
from pitboss.rules import Rules

TURNS = 7
STEPS = 20_000
STEPS_AT_ONCE = 400
STANDS_ON = 17


def blackjack_v1(env: Any) -> float:  # noqa: ANN401  any environment
    """Return the steps a second of Gymnasium's own environment."""
    seen, _ = env.reset(seed=1)
    began = time.process_time()
    for _ in range(STEPS):
        seen, _, ended, _, _ = env.step(0 if seen[0] >= STANDS_ON else 1)
        if ended:
            seen, _ = env.reset()
    return STEPS / (time.process_time() - began)


def choices() -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the action by what is asked and the total."""
    actions = np.full((8, 32), int(Action.DECLINE))
    actions[2] = Action.BET
    actions[7] = np.where(np.arange(32) >= STANDS_ON, Action.STAND, Action.HIT)
    return actions


def single(env: Any) -> float:  # noqa: ANN401  any environment
    """Return the steps a second of a single environment."""
    actions = choices().tolist()
    seen, _ = env.reset(seed=1)
    began = time.process_time()
    for _ in range(STEPS):
        seen, _, ended, _, _ = env.step(actions[seen[0]][seen[1]])
        if ended:
            seen, _ = env.reset()
    return STEPS / (time.process_time() - began)


def many(env: Any) -> float:  # noqa: ANN401  any environment
    """Return the decisions a second of a vector environment, without steps that only reset."""
    actions = choices()
    seen, _ = env.reset(seed=1)
    decisions = 0
    began = time.process_time()
    for _ in range(STEPS_AT_ONCE):
        over = int((seen[:, 0] == 1).sum())
        seen, _, _, _, _ = env.step(actions[seen[:, 0], seen[:, 1]])
        decisions += len(seen) - over
    return decisions / (time.process_time() - began)


def main() -> None:
    """Print a line for each."""
    measured: dict[str, tuple[Callable[[Any], float], Any]] = {
        "Blackjack-v1": (blackjack_v1, gymnasium.make("Blackjack-v1")),
        "Pitboss-v0": (single, gymnasium.make("Pitboss-v0")),
        "Blackjack-v1, unwrapped": (blackjack_v1, gymnasium.make("Blackjack-v1").unwrapped),
        "Pitboss-v0, unwrapped": (single, gymnasium.make("Pitboss-v0").unwrapped),
    }
    fresh = Rules.of(shuffle="every_round")
    for mode in ("NextStep", "SameStep"):
        for tables in (64, 256, 1024, 4096):
            kinds: tuple[tuple[str, dict[str, Any]], ...] = (
                ("total", {"level": Level.TOTAL}),
                ("count", {"level": Level.COUNT}),
                ("total, fresh shoes", {"rules": fresh}),
            )
            for name, how in kinds:
                env = gymnasium.make_vec(
                    "Pitboss-v0",
                    tables,
                    vectorization_mode="vector_entry_point",
                    autoreset_mode=mode,
                    **how,
                )
                measured[f"{tables} at once, {mode}, {name}"] = (many, env)
    best = dict.fromkeys(measured, 0.0)
    for _ in range(TURNS):
        for name, (measure, env) in measured.items():
            best[name] = max(best[name], measure(env))
    for name, speed in best.items():
        sys.stdout.write(f"{speed:>12,.0f}  {name}\n")


if __name__ == "__main__":
    main()
