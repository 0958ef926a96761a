"""The same rounds in the vector environment and in single ones, step by step."""

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import numpy as np
from attrs import evolve
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from tests.environments.playing import legal_action
from tests.simulation.any_game import Game, any_rules
from tests.simulation.any_side_bet import any_side_bet, with_bonuses

from pitboss.environments import PitbossEnv, SetupError
from pitboss.environments.gymnasium_imports import Array
from pitboss.environments.vector import PitbossVectorEnv
from pitboss.machine.stakes import bet_terms

BETS = (1000, 100, 600, 7, 2000)
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


def any_kind(number: int) -> dict[str, Any]:
    """Return how an environment is made, by number: any covered rules, any level, any bets."""
    chance = Random(number)
    while True:
        rules = any_rules(chance)
        bets = [bet for bet in BETS if bet_terms(rules).allow(bet)]
        how: dict[str, Any] = {
            "rules": rules,
            "level": chance.choice(("total", "hand", "count")),
            "bets_minor": bets[: chance.randint(1, 3)],
            "sit_out": chance.random() < 0.3,
        }
        try:
            PitbossEnv(**how)
        except SetupError:
            continue
        if number % 4 == 0:
            how["rules"] = with_bonuses(chance, Game(rules, ())).rules
        return placing(chance, how) if number % 2 else how


def placing(chance: Random, how: dict[str, Any]) -> dict[str, Any]:
    """Return how an environment is made that places side bets with pay tables at random."""
    bets = tuple([any_side_bet(chance, f"bet{number}") for number in range(chance.randint(1, 8))])
    stakes = {bet.name: 6 * chance.randint(1, 9) for bet in bets if chance.random() < 0.6}
    return {**how, "rules": evolve(how["rules"], side_bets=bets), "side_bets": stakes}


def first_difference(
    how: dict[str, Any],
    mode: AutoresetMode,
    *,
    seed: int,
    steps: int,
    envs: int = 3,
    reckless: float = 0.02,
) -> str | None:
    """Say where the two sides part, if they do.

    Args:
        how: the environments are made.
        mode: in which rounds follow each other.
        seed: of the first table, and of the actions.
        steps: how many are taken.
        envs: how many environments there are.
        reckless: how often an action is not looked up in the mask.
    """
    chance = Random(seed)
    native = PitbossVectorEnv(envs, **how, autoreset_mode=mode)
    single = SyncVectorEnv([lambda: PitbossEnv(**how)] * envs, autoreset_mode=mode)
    native_gave: tuple[Any, ...] = native.reset(seed=seed)
    single_gave: tuple[Any, ...] = single.reset(seed=seed)
    for step in range(steps + 1):
        apart = difference(native_gave, single_gave)
        if apart:
            return f"step {step} of seed {seed} of {how}: {apart}"
        masks: Array = single_gave[-1]["action_mask"]
        actions = np.array([_any_action(chance, mask, reckless) for mask in masks])
        if chance.random() < 0.01:
            native_gave, single_gave = native.reset(), single.reset()
        else:
            native_gave, single_gave = native.step(actions), single.step(actions)
    for at, env in enumerate(single.envs):
        assert isinstance(env, PitbossEnv)
        if native.episode(at) != env.episode():
            return f"episode {at} of seed {seed} of {how}"
    return None


def _any_action(chance: Random, mask: Array, reckless: float) -> int:
    if not mask.any() or chance.random() < reckless:
        return chance.randrange(len(mask))
    return legal_action(chance, mask)


def difference(one: Any, other: Any) -> str:  # noqa: ANN401  whatever environments give
    """Say in what two things that environments gave differ; nothing if they do not."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(cast("Sequence[Any]", one), cast("Sequence[Any]", other), strict=True)
        return next(filter(None, (difference(*pair) for pair in pairs)), "")
    if isinstance(one, dict) and isinstance(other, dict):
        return _of_infos(cast("dict[str, Any]", one), cast("dict[str, Any]", other))
    left, right = np.asarray(one), np.asarray(other)
    floats = left.dtype.kind == right.dtype.kind == "f"
    return "" if np.array_equal(left, right, equal_nan=floats) else f"{left} and {right}"


def _of_infos(one: dict[str, Any], other: dict[str, Any]) -> str:
    """Compare two infos."""
    if one.keys() != other.keys():
        return f"{sorted(one)} and {sorted(other)}"
    return next(filter(None, (_of_info(name, one, other) for name in one)), "")


def _of_info(name: str, one: dict[str, Any], other: dict[str, Any]) -> str:
    """Compare a part of two infos, only where it is known."""
    if isinstance(one[name], dict):
        return difference(one[name], other[name])
    known = np.asarray(other.get(f"_{name}", True))
    if name.startswith("_") or known.ndim == 0:
        return _named(name, difference(one[name], other[name]))
    pairs = zip(one[name][known], other[name][known], strict=True)
    return _named(name, next(filter(None, (difference(*pair) for pair in pairs)), ""))


def _named(name: str, apart: str) -> str:
    return apart and f"{name}: {apart}"
