"""What the three environments have in common: copies, seeds of NumPy, and masks of actions."""

import copy
import pickle
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test  # type: ignore[import-untyped, unused-ignore]  # has no types
from tests.environments.playing import legal_action

from pitboss.environments import PitbossEnv, PitbossSeats, SetupError
from pitboss.environments.vector import PitbossVectorEnv

MAKE: dict[str, Callable[..., Any]] = {
    "one": PitbossEnv,
    "several": partial(PitbossSeats, 3),
    "vector": partial(PitbossVectorEnv, 4),
}
COPY: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),  # noqa: S301  our own
}


def seen_of(env: Any, shown: Any = None) -> str:  # noqa: ANN401  any environment
    """Return all that can be seen."""
    masks = env.unwrapped.action_masks()
    if isinstance(env, PitbossSeats):
        shown = env.rewards, env.infos, [env.observe(agent) for agent in env.possible_agents]
    return f"{shown}{masks}"


def moved(env: Any, chance: Random) -> str:  # noqa: ANN401  as above
    """Go on by a step, or where there is none, by a reset; return all that can be seen then."""
    masks = env.unwrapped.action_masks()
    if not masks.any():
        return seen_of(env, env.reset())
    actions = [legal_action(chance, mask) if mask.any() else 0 for mask in np.atleast_2d(masks)]
    return seen_of(env, env.step(np.array(actions) if masks.ndim > 1 else actions[0]))


@pytest.mark.parametrize("way", COPY)
@pytest.mark.parametrize("kind", [*MAKE, "wrapped"])
def test_a_copy_plays_on_the_same_at_a_table_of_its_own(kind: str, way: str) -> None:
    """Before the first round, in the middle of one, and after it."""
    make: Any = MAKE.get(kind, partial(gymnasium.make, "Pitboss-v0"))
    env = make(level="count")
    if kind == "wrapped" and way == "copy":
        env = env.unwrapped
    for number in range(12):
        again = COPY[way](env)
        if number == 0:
            assert seen_of(again, again.reset(seed=5)) == seen_of(env, env.reset(seed=5))
        ahead = [moved(again, Random(number)) for _ in range(number % 6)]
        assert [moved(env, Random(number)) for _ in range(number % 6)] == ahead


@pytest.mark.parametrize("kind", MAKE)
def test_a_seed_may_be_a_number_of_numpy(kind: str) -> None:
    """It gives the same rounds."""
    env = MAKE[kind]()
    assert seen_of(env, env.reset(seed=np.int64(5))) == seen_of(env, env.reset(seed=5))


def observed(env: Any, shown: Any) -> list[tuple[Any, Any, Any]]:  # noqa: ANN401  as above
    """Return what is observed, with its space and the mask in the info."""
    if not isinstance(env, PitbossSeats):
        return [(env.observation_space, shown[0], shown[-1]["action_mask"])]
    return [
        (env.observation_space(agent), env.observe(agent), env.infos[agent]["action_mask"])
        for agent in env.agents
    ]


@pytest.mark.parametrize("kind", MAKE)
def test_a_mask_is_part_of_an_observation_on_request(kind: str) -> None:
    """The numbers are the same as without."""
    masked, plain = MAKE[kind](masked=True), MAKE[kind]()
    for seed in range(20):
        shown = [[env.reset(seed=seed), env] for env in (masked, plain)]
        for _ in range(4):
            with_mask, without = [observed(env, seen) for seen, env in shown]
            for (space, both, mask), (_, numbers, _) in zip(with_mask, without, strict=True):
                assert space.contains(both)
                assert (both["observation"] == numbers).all()
                assert (both["action_mask"] == mask).all()
            masks = masked.action_masks()
            if not masks.any():
                break
            actions = masks.argmax(axis=-1)
            shown = [[env.step(actions), env] for _, env in shown]


@pytest.mark.filterwarnings("ignore:Observation")
def test_checkers_find_nothing_to_complain_of_in_masked_environments() -> None:
    """But for PettingZoo, which calls an observation probable that is an array."""
    check_env(gymnasium.make("Pitboss-v0", masked=True).unwrapped)
    api_test(PitbossSeats(2, masked=True), num_cycles=60)


def test_a_mask_says_which_tables_of_many_are_reset() -> None:
    """As in Gymnasium's own; the others, and their seeds, are left alone."""
    env, other = MAKE["vector"](), MAKE["vector"]()
    for each in (env, other):
        each.reset(seed=1)
        each.step([9] * 4)
    where = np.array([False, True, False, True])
    seen, info = env.reset(seed=[None, 7, 8, None], options={"reset_mask": where})
    whole, all_info = other.reset(seed=[None, 7, None, None])
    for name in ("action_mask", "seed", "shoe", "round"):
        assert (info[name][where] == all_info[name][where]).all()
        assert (info[f"_{name}"] == where).all()
    assert (seen[where] == whole[where]).all()
    assert env.episode(0).actions == env.episode(2).actions == bytes([9])
    assert env.episode(2).seed == 3


@pytest.mark.parametrize(
    "mask", [True, 5, [1, 0, 0, 0], np.array([True]), np.zeros(4, np.bool_), "yes"]
)
def test_what_is_no_mask_of_tables_is_refused(mask: object) -> None:
    """And so is one that leaves out a table which has no round to go on with."""
    env = MAKE["vector"]()
    with pytest.raises(SetupError, match="never reset: reset all environments first"):
        env.reset(options={"reset_mask": np.array([False, True, True, True])})
    with pytest.raises(SetupError, match="reset_mask must be true or false for each"):
        env.reset(options={"reset_mask": mask})
