"""The code of the kernel runs without the compiler as well, and does the same."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tests.simulation.any_game import Game, any_game
from tests.simulation.both_sides import covered_presets

from pitboss.rules import Rules
from pitboss.simulation import ByCount, kernel
from pitboss.simulation.numbers import numbers_of
from pitboss.simulation.running import play_range


@pytest.fixture(scope="module")
def uncompiled() -> ModuleType:
    """Make a second module of the kernel's code, which is not compiled."""
    spec = spec_from_file_location("uncompiled_kernel", Path(kernel.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numba.config.DISABLE_JIT", True)
        spec.loader.exec_module(module)
    return module


def games() -> list[Game]:
    """Return games in which everything happens that the kernel knows."""
    presets = [Rules.preset(name) for name in covered_presets()]
    alone = [Game(rules, (ByCount.basic(rules),)) for rules in presets]
    one_deck = Rules.preset("single_deck_6to5", cut_card="1..9", burn=3)
    full = Game(one_deck, (ByCount.basic(one_deck),) * 7)
    return [*alone, full, *(any_game(number) for number in range(40))]


def test_the_same_is_found_without_the_compiler(uncompiled: ModuleType) -> None:
    """Two thousand rounds, in all games together."""
    played = 0
    for game in games():
        numbers = numbers_of(game.rules, game.strategies, 3)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "play_shoes", uncompiled.play_shoes)
            found = play_range(numbers, 5, 3, hands=True, rounds=200)
        compiled = play_range(numbers, 5, 3, hands=True, rounds=200)
        for name in ("by_count", "by_hand", "shoes", "rounds"):
            assert np.array_equal(getattr(found, name), getattr(compiled, name)), game.rules
        played += found.played
    assert played >= 2_000
