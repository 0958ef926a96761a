"""The vector environment: held to single environments, step by step, compiled and not."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from tests.environments.beside import MODES, any_kind, first_difference
from tests.environments.playing import mask_in
from tests.scale import scaled
from tests.simulation.both_sides import covered_presets

from pitboss import Rules, verify
from pitboss.environments import Action, IllegalActionError, SetupError, batch, vector
from pitboss.environments.vector import MAX_ANSWERS, PitbossVectorEnv
from pitboss.errors import RulesError, ShoeError
from pitboss.simulation import UncoveredError
from pitboss.simulation.kernel import shuffling
from pitboss.simulation.kernel.layout import (
    HELD,
    HELD_CARDS,
    POSITION,
    PREPARED,
    SIZE,
)

KERNEL = "pitboss.simulation.kernel"
STEPPER = "pitboss.environments.batch"

# One deck, whose cards may all come to lie on the table.
CROWDED: dict[str, Any] = {
    "decks": 1,
    "cut_card": "1..1",
    "max_hands": "unlimited",
    "resplit_aces": True,
    "hit_split_aces": True,
    "burn": 9,
}


def kinds() -> list[dict[str, Any]]:
    """Return environments in which everything happens that the stepper knows."""
    shown = [rules for rules in map(Rules.preset, covered_presets()) if not rules.hole_card_shown]
    presets = [{"rules": rules, "level": "count"} for rules in shown]
    two_bets = {"rules": Rules(), "level": "hand", "bets_minor": [1, 1000], "sit_out": True}
    above = Rules.of(insurance_amount="up_to_balance", bet_min=600)
    no_half = {"rules": above, "bets_minor": [700, 1200]}
    crowded = {"rules": Rules.of(**CROWDED), "level": "count"}
    each = {"rules": Rules.of(shuffle="every_round", **CROWDED), "level": "count"}
    by_rank = {**two_bets, "rules": Rules.of(decks=1, split="rank", even_money=True)}
    regrets = [
        {**how, "regret": True}
        for how in (by_rank, {"rules": "european_all"}, {"rules": Rules.of(surrender="early")})
    ]
    redoubled = {"rules": Rules.preset("spanish_21", max_doubles=3), "level": "hand"}
    return [*presets, two_bets, no_half, crowded, each, redoubled, *regrets]


@pytest.mark.untraced
def test_presets_and_special_tables_are_as_single_ones() -> None:
    """The same observations, masks, rewards, infos and episodes, whatever is done."""
    for number, how in enumerate(kinds()):
        assert not first_difference(how, MODES[number % 2], seed=number, steps=120)


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(4))
def test_any_rules_are_as_in_single_environments(part: int) -> None:
    """Three hundred of them, in both modes, with actions that are not looked up as well."""
    for number in range(part, scaled(300, least=16), 4):
        mode = MODES[number // 4 % 2]
        assert not first_difference(any_kind(number), mode, seed=number, steps=250)


def hitting(_rules: object) -> Rules:
    """Return rules that nobody has asked for."""
    return Rules.of(soft_17="hit")


def test_a_difference_is_found() -> None:
    """Where the two sides do not play by the same rules."""
    how = {"rules": Rules(), "level": "count"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector, "playable", hitting)
        assert first_difference(how, AutoresetMode.SAME_STEP, seed=1, steps=250)


@pytest.fixture(scope="module")
def uncompiled() -> ModuleType:
    """Import stepper and kernel once more, without the compiler; nobody else gets these."""
    parents = {name: sys.modules[name.rpartition(".")[0]] for name in (KERNEL, STEPPER)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numba.config.DISABLE_JIT", True)
        for name in [*sys.modules]:
            if name.startswith(KERNEL) or name == STEPPER:
                patch.delitem(sys.modules, name)
        for name, parent in parents.items():
            child = name.rpartition(".")[2]
            patch.setattr(parent, child, getattr(parent, child))
        own, own_shuffling = import_module(STEPPER), sys.modules[f"{KERNEL}.shuffling"]
    # It takes almost all the time, and the tests of the kernel see that it is the same.
    vars(own_shuffling)["permute"] = shuffling.permute
    return own


def test_the_same_is_done_without_the_compiler(uncompiled: ModuleType) -> None:
    """In environments in which everything happens."""
    with stepped_by(uncompiled):
        for number, how in enumerate([*kinds(), *map(any_kind, range(scaled(50)))]):
            assert not first_difference(how, MODES[number % 2], seed=number, steps=70, envs=2)


@contextmanager
def stepped_by(own: ModuleType) -> Generator[None]:
    """Let vector environments step with another module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "step_all", own.step_all)
        patch.setattr(batch, "begin_all", own.begin_all)
        patch.setattr(batch, "write_decisions", own.write_decisions)
        yield


def use_all_cards(env: PitbossVectorEnv) -> None:
    """Let no card be left, as if all others lay on the table."""
    for t in vars(env)["_t"]:
        t[POSITION] = t[PREPARED] = t[SIZE]
        t[HELD] = 1
        t[HELD_CARDS : HELD_CARDS + 52] = 1


def void_rounds(env: PitbossVectorEnv) -> None:
    """Let the cards run out at each turn of a round, in which one seat hardly uses them all."""
    hits = [Action.BET, Action.HIT]
    splits = [Action.BET, Action.SPLIT, Action.STAND]
    found: set[tuple[int, ...]] = set()
    for seed in range(60):
        for actions in (hits[:1], hits, splits[:2], splits):
            _, info = env.reset(seed=seed)
            seen, ended, rewards = np.zeros((1, 1)), np.zeros(1, np.bool_), np.zeros(1)
            for number, action in enumerate(actions):
                if ended[0] or not mask_in(info)[0, action]:
                    break
                if number == len(actions) - 1:
                    use_all_cards(env)
                seen, rewards, ended, _, info = env.step([action])
            else:
                assert ended[0]
                assert rewards[0] == 0
                assert seen[0, 0] == 1
                assert (seen[0, 7:17].sum() > 0) == (len(actions) > 1)
                found.add(tuple(actions))
    assert len(found) == 4


def test_a_round_for_which_no_card_is_left_is_void(uncompiled: ModuleType) -> None:
    """Every stake comes back, and a card that was not dealt is not shown, compiled or not."""
    env = made(num_envs=1, rules=Rules.of(decks=1), level="hand")
    void_rounds(env)
    with stepped_by(uncompiled):
        void_rounds(env)


def made(**how: Any) -> PitbossVectorEnv:  # noqa: ANN401  the arguments of any environment
    """Return a vector environment as Gymnasium makes it."""
    env = gymnasium.make_vec("Pitboss-v0", vectorization_mode="vector_entry_point", **how)
    assert isinstance(env.unwrapped, PitbossVectorEnv)
    return env.unwrapped


def within(env: Any, seen: object) -> bool:  # noqa: ANN401  spaces are typed in part
    """Say whether an observation is one of its space."""
    return bool(env.observation_space.contains(seen))


def test_gymnasium_makes_it_and_its_spaces_hold_what_it_gives() -> None:
    """The mode stands where wrappers look for it."""
    for mode in MODES:
        env = made(num_envs=5, level="count", autoreset_mode=mode)
        assert env.metadata["autoreset_mode"] is mode
        seen, info = env.reset(seed=1)
        for _ in range(40):
            assert within(env, seen)
            mask = mask_in(info)
            actions = np.where(mask.any(axis=1), mask.argmax(axis=1), 0)
            seen, rewards, ended, cut, info = env.step(actions)
            assert rewards.dtype == np.float64
            assert not cut.any()
            assert ended.any() == ("final_obs" in info) or mode is AutoresetMode.NEXT_STEP


def test_what_was_given_is_not_changed_later() -> None:
    """Whoever keeps an observation or an info keeps it as it was."""
    env = made(num_envs=3, level="count")
    kept = [env.reset(seed=1)]
    copies = [tuple(map(repr, kept[0]))]
    for action in (Action.BET, Action.STAND, Action.DECLINE):
        seen, *_, info = env.step(np.full(3, action))
        kept.append((seen, info))
        copies.append((repr(seen), repr(info)))
    assert [tuple(map(repr, each)) for each in kept] == copies


def test_a_round_of_any_table_has_its_journal(tmp_path: Path) -> None:
    """It is played by the engine."""
    env = made(num_envs=4, autoreset_mode="SameStep")
    _, info = env.reset(seed=11)
    won = np.zeros(4)
    for _ in range(60):
        _, rewards, _, _, info = env.step(mask_in(info).argmax(axis=1))
        won += rewards
    for number in range(4):
        env.journal(tmp_path / "round.jsonl", number)
        with (tmp_path / "round.jsonl").open("rb") as file:
            assert verify(file).kind.value in {"MATCH", "INCOMPLETE"}
        episode = env.episode(number)
        assert episode.seed == 11 + number
        seat = episode.play_again().round.seats[0]
        stakes = sum(hand.bet_minor for hand in seat.hands if hand.open)
        assert won[number] * 1000 == seat.balance_minor + stakes


def test_seeds_are_given_to_each_or_drawn() -> None:
    """A table without one goes on, and a new one draws its own."""
    env = made(num_envs=3)
    _, info = env.reset(seed=[5, None, 7])
    drawn = info["seed"].tolist()
    assert (drawn[0], drawn[2]) == (5, 7)
    _, info = env.reset(seed=[None, 6, None])
    assert info["seed"].tolist() == [5, 6, 7]
    assert info["round"].tolist() == [2, 1, 2]
    _, info = env.reset(seed=3)
    assert info["seed"].tolist() == [3, 4, 5]
    with pytest.raises(SetupError):
        env.reset(seed=[1, 2])
    with pytest.raises(ShoeError):
        env.reset(seed=[0, 1, -1])


def test_an_illegal_action_is_refused_for_all_or_replaced() -> None:
    """Nothing is done anywhere if one is refused."""
    env = made(num_envs=2, illegal="raise")
    env.reset(seed=1)
    for wrong in ([Action.BET, Action.HIT], [Action.BET, -1], [10, Action.BET]):
        with pytest.raises(IllegalActionError, match="bet 1"):
            env.step(np.array(wrong))
    assert env.episode(0).actions == b""
    for shape in ([9], [9.0, 9.0], "hits"):
        with pytest.raises(SetupError):
            env.step(shape)
    env.step([9, 9])
    assert env.episode(0).actions == bytes([9])


def test_what_is_asked_too_early_or_of_nobody_is_refused() -> None:
    """There is no round before the first reset."""
    env = made(num_envs=2)
    for number in (-1, 2, True):
        with pytest.raises(SetupError, match="no environment"):
            env.episode(number)
    with pytest.raises(SetupError, match="reset"):
        env.episode(0)
    with pytest.raises(SetupError, match="reset"):
        env.step([9, 9])


@pytest.mark.parametrize("seed", [-1, 2**63 - 1, "ab", [1, 1.5], [False, 1]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:  # noqa: ANN401  of any wrong type
    """Before anything is begun; the last of two seeds is one more than the first."""
    env = made(num_envs=2)
    with pytest.raises(ShoeError, match="seed is"):
        env.reset(seed=seed)
    for number in (True, 1.5):
        with pytest.raises(SetupError, match="one for each"):
            env.reset(seed=cast("Any", number))
    with pytest.raises(SetupError, match="reset"):
        env.episode(0)
    env.reset(seed=cast("Any", np.array([4, 5])))
    assert env.episode(1).seed == 5


def test_answers_that_were_not_kept_are_missed(uncompiled: ModuleType) -> None:
    """Who sits out again and again gives more of them than a shoe has cards."""
    env = made(num_envs=1, sit_out=True, autoreset_mode="SameStep")
    env.reset(seed=1)
    for _ in range(MAX_ANSWERS + 1):
        env.step([Action.SIT_OUT])
    with pytest.raises(SetupError, match="kept"):
        env.episode(0)
    with stepped_by(uncompiled):
        env.step([Action.SIT_OUT])
    with pytest.raises(SetupError, match=f"{MAX_ANSWERS + 2} answers"):
        env.episode(0)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"num_envs": 0}, SetupError),
        ({"num_envs": "two"}, SetupError),
        ({"autoreset_mode": "Disabled"}, SetupError),
        ({"autoreset_mode": AutoresetMode.DISABLED}, SetupError),
        ({"rules": "educative"}, UncoveredError),
        ({"rules": "roulette"}, RulesError),
        ({"rules": Rules.of(hole_card_shown=True)}, SetupError),
        ({"level": "all"}, SetupError),
    ],
)
def test_what_cannot_be_made_is_refused(given: dict[str, Any], error: type[Exception]) -> None:
    """Rules that the kernel does not play are named by their options."""
    with pytest.raises(error):
        PitbossVectorEnv(**given)
