"""The kernel plays what the engine plays: every net and every card of every round."""

import pytest
from tests.scale import scaled, share_of
from tests.simulation.any_game import CROWDED, any_game, crowded_game
from tests.simulation.both_sides import by_kernel, covered_presets, first_difference

from pitboss.rules import Rules
from pitboss.simulation import HI_LO, ByCount
from pitboss.simulation.strategy import Count, CountRounding

ROUNDS = scaled(20_000)


def counting(rules: Rules) -> ByCount:
    """Return a strategy that counts, raises its bets, insures, and plays by two charts."""
    return ByCount(
        ByCount.basic(Rules.preset("european_all")).chart,
        1000,
        charts=((0, ByCount.basic(rules).chart),),
        bets=((1, 2000), (2, 4000), (4, 8000)),
        insures_from=3,
        even_money_from=2,
        count=HI_LO,
    )


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("name", covered_presets())
def test_a_preset_is_played_alike(name: str) -> None:
    """Basic strategy alone at the table, in full on every build."""
    rules = Rules.preset(name)
    assert first_difference(rules, [ByCount.basic(rules)], 7, 20_000) is None


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("name", covered_presets())
def test_a_preset_with_company_is_played_alike(name: str) -> None:
    """A counting player among others, and a fresh shoe for each round as well."""
    rules = Rules.preset(name)
    company = [ByCount.basic(rules, 500), counting(rules), ByCount.basic(rules)]
    assert first_difference(rules, company, 8, ROUNDS // 4) is None
    fresh = Rules.preset(name, shuffle="every_round")
    assert first_difference(fresh, [counting(fresh)], 9, ROUNDS // 4) is None


@pytest.mark.usefixtures("untraced")
def test_shoes_that_run_out_in_mid_round_are_played_alike() -> None:
    """One deck, seven seats, and a cut card near the end: almost every shoe is made twice."""
    rules = Rules.preset("single_deck_6to5", cut_card="1..9", burn=3, surrender="late")
    seats = [counting(rules), *[ByCount.basic(rules)] * 6]
    assert first_difference(rules, seats, 11, ROUNDS // 4) is None


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("options", CROWDED)
def test_rounds_for_which_no_card_is_left_are_played_alike(options: dict[str, object]) -> None:
    """They are void: every bet goes back."""
    game = crowded_game(**options)
    assert first_difference(game.rules, game.strategies, 3, 300) is None
    rounds = by_kernel(game.rules, game.strategies, 3, 300)
    assert any(played.cards == 52 and not any(played.nets) for played in rounds)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("start", range(0, 200, 20))
def test_any_game_is_played_alike(start: int) -> None:
    """Two hundred covered rule sets, charts and ways to count."""
    for number in share_of(range(start, start + 20)):
        game = any_game(number)
        assert first_difference(game.rules, game.strategies, number, scaled(2_000, 500)) is None


@pytest.mark.parametrize("rounding", CountRounding)
def test_counts_are_rounded_alike(rounding: CountRounding) -> None:
    """By a count that is often below 0, and by a running count."""
    rules = Rules.preset("double_deck_h17")
    for divided in (True, False):
        count = Count((-2, 1, 1, 2, 2, 2, 1, 0, 0, -2), -3, divided, rounding)
        basic = ByCount.basic(rules)
        bets = tuple((step, 100 * (step + 50)) for step in range(-12, 13))
        player = ByCount(basic.chart, 100, bets=bets, count=count)
        assert first_difference(rules, [player], 5, 1_000) is None
