"""The code of the kernel runs without the compiler as well, and does the same."""

import sys
from importlib import import_module
from random import Random
from types import ModuleType

import numpy as np
import pytest
from tests.scale import scaled
from tests.simulation.any_game import CROWDED, Game, any_game, crowded_game
from tests.simulation.any_side_bet import with_bonuses, with_side_bets
from tests.simulation.both_sides import covered_presets

from pitboss.players import BetRamp, Chart, CountingStrategy, chart
from pitboss.players.chart import ChartBy
from pitboss.rules import Rules
from pitboss.simulation import ByCount, shoe_ranges
from pitboss.simulation.encoding import numbers_of
from pitboss.simulation.kernel import layout, shuffling
from pitboss.simulation.shoe_ranges import play_range

KERNEL = "pitboss.simulation.kernel"


@pytest.fixture(scope="module")
def uncompiled() -> tuple[ModuleType, ModuleType]:
    """Import the kernel once more, without the compiler; everybody else keeps the other one.

    Returned are the module that plays shoes, and the one that shuffles.
    """
    ours = [name for name in sys.modules if name.startswith(KERNEL)]
    parent = sys.modules[KERNEL.rpartition(".")[0]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numba.config.DISABLE_JIT", True)
        patch.setattr(parent, "kernel", sys.modules[KERNEL])
        for name in ours:
            patch.delitem(sys.modules, name)
        return import_module(f"{KERNEL}.shoes"), import_module(f"{KERNEL}.shuffling")


def games() -> list[Game]:
    """Return games in which everything happens that the kernel knows."""
    presets = [Rules.preset(name) for name in covered_presets()]
    alone = [Game(rules, (ByCount.basic(rules),)) for rules in presets]
    one_deck = Rules.preset("single_deck_6to5", cut_card="1..9", burn=3)
    full = Game(one_deck, (ByCount.basic(one_deck),) * 7)
    crowded = [crowded_game(**options) for options in CROWDED]
    busts = [
        Game(Rules.preset(name, bust_settles="at_end"), crowded[0].strategies[:2])
        for name in ("european_all", "european_original")
    ]
    early, no_hole = Rules.of(surrender="early"), Rules.preset("european_all")
    late = Rules.of(surrender="late", hole_card="none", natural_settles="turn")
    usual, free, wins = Rules.of(), Rules.of(free_doubles=True), Rules.of(player_21="wins")
    shown, one = Rules.of(hole_card_shown=True), chart(Rules.of())
    by_hole_card = Chart(one.moves, ChartBy.HOLE_CARD, (one,) * 9)
    named = [
        Game(usual, (ByCount.counting(usual, CountingStrategy.hi_lo()),)),
        Game(free, (ByCount.basic(free),)),
        Game(wins, (ByCount.basic(wins),) * 2),
        Game(shown, (ByCount(by_hole_card, BetRamp(1000)),)),
        Game(late, (ByCount.basic(late),) * 3),
        Game(early, (ByCount.basic(early),)),
        Game(no_hole, (ByCount.counting(no_hole, CountingStrategy.hi_lo()),)),
    ]
    return [
        *alone,
        full,
        *crowded,
        *busts,
        *named,
        *(with_side_bets(Random(number), any_game(number)) for number in range(scaled(80, 40))),
        *(with_bonuses(Random(number), any_game(number)) for number in range(scaled(40, 20))),
        *(any_game(number) for number in range(scaled(200))),
    ]


@pytest.mark.parametrize("rounds", [12, pytest.param(100, marks=pytest.mark.untraced)])
def test_the_same_is_found_without_the_compiler(
    uncompiled: tuple[ModuleType, ModuleType], rounds: int
) -> None:
    """Hundreds of rounds, in all games together.

    After the first game the permutation of SHAKE-256 is the compiled one: it has been seen to be
    the same, and takes almost all the time.
    """
    shoes, shuffling_module = uncompiled
    played = 0
    with pytest.MonkeyPatch.context() as patch:
        for game in games():
            numbers = numbers_of(game.rules, game.strategies, 3)
            compiled = play_range(numbers, 12, 3, hands=True, rounds=rounds)
            with pytest.MonkeyPatch.context() as here:
                here.setattr(shoe_ranges, "play_shoes", shoes.play_shoes)
                found = play_range(numbers, 12, 3, hands=True, rounds=rounds)
            assert found.side_bets == compiled.side_bets
            for name in ("by_count", "by_hand", "shoes", "rounds"):
                assert np.array_equal(getattr(found, name), getattr(compiled, name)), game.rules
            played += found.played
            patch.setattr(shuffling_module, "permute", shuffling.permute)
    assert played >= 10 * rounds


@pytest.mark.parametrize("hole_card", ["dealt", "none"])
def test_how_many_cards_are_shuffled_ahead_changes_nothing(
    uncompiled: tuple[ModuleType, ModuleType], hole_card: str
) -> None:
    """A round for which too few are is played card by card, or begins anew."""
    rules = Rules.of(hole_card=hole_card, shuffle="every_round")
    numbers = numbers_of(rules, [ByCount.basic(rules)], 3)
    expected = play_range(numbers, 1, 40, rounds=40).rounds
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shoe_ranges, "play_shoes", uncompiled[0].play_shoes)
        for ahead in range(3, 9):
            numbers.t[layout.FIRST_CARDS] = ahead
            assert np.array_equal(play_range(numbers, 1, 40, rounds=40).rounds, expected)


def test_a_shoe_that_passes_over_too_many_words_is_refused(
    uncompiled: tuple[ModuleType, ModuleType],
) -> None:
    """No word is written behind the last block, by either code."""
    rules = Rules.of()
    numbers = numbers_of(rules, [ByCount.basic(rules)], 3)
    numbers.t[layout.READY] = layout.MAX_BLOCKS
    before = numbers.longs.copy()
    for module in (shuffling, uncompiled[1]):
        with pytest.raises(OverflowError, match="more random words than"):
            module.next_block(numbers.t, numbers.longs)
    assert np.array_equal(numbers.longs, before)
