"""The kernel plays what the engine plays: every net and every card of every round."""

from random import Random

import pytest
from attrs import evolve
from tests.project.architecture.test_readers_of_options import READERS
from tests.scale import scaled, share_of
from tests.simulation.any_game import CROWDED, any_chart, any_charts, any_game, crowded_game
from tests.simulation.both_sides import by_kernel, covered_presets, first_difference

from pitboss import Rules, Table, play_round
from pitboss.players import (
    HI_LO,
    BetRamp,
    CountingPlayer,
    CountingStrategy,
    CountingSystem,
    IndexPlay,
)
from pitboss.rules.options import OPTIONS
from pitboss.simulation import ByCount, StrategyError

ROUNDS = scaled(20_000)


def counting(rules: Rules) -> ByCount:
    """Return a strategy that counts, raises its bets, insures, and plays by two charts."""
    return ByCount(
        ByCount.basic(Rules.preset("european_all")).chart,
        BetRamp(1000, ((1, 2000), (2, 4000), (4, 8000))),
        charts=((0, ByCount.basic(rules).chart),),
        insures_from=3,
        even_money_from=2,
        count=HI_LO,
    )


@pytest.mark.untraced
@pytest.mark.parametrize("name", covered_presets())
def test_a_preset_is_played_alike(name: str) -> None:
    """Basic strategy alone at the table, in full on every build."""
    rules = Rules.preset(name)
    assert first_difference(rules, [ByCount.basic(rules)], 7, 20_000) is None


@pytest.mark.untraced
@pytest.mark.parametrize("name", covered_presets())
def test_a_preset_with_company_is_played_alike(name: str) -> None:
    """A counting player among others, and a fresh shoe for each round as well."""
    rules = Rules.preset(name)
    company = [ByCount.basic(rules, 500), counting(rules), ByCount.basic(rules)]
    assert first_difference(rules, company, 8, ROUNDS // 4) is None
    fresh = Rules.preset(name, shuffle="every_round")
    assert first_difference(fresh, [counting(fresh)], 9, ROUNDS // 4) is None


@pytest.mark.untraced
def test_shoes_that_run_out_in_mid_round_are_played_alike() -> None:
    """One deck, seven seats, and a cut card near the end: almost every shoe is made twice."""
    rules = Rules.preset("single_deck_6to5", cut_card="1..9", burn=3, surrender="late")
    seats = [counting(rules), *[ByCount.basic(rules)] * 6]
    assert first_difference(rules, seats, 11, ROUNDS // 4) is None


@pytest.mark.untraced
@pytest.mark.parametrize("options", [{}, {"split_natural": True}, {"hole_card": "none"}])
def test_decks_wins_and_bonuses_of_spanish_21_are_played_alike(options: dict[str, object]) -> None:
    """Its 48 cards, any 21 that always wins, and what it pays for some of them."""
    spanish = {"deck": "spanish", "player_21": "wins", "bonuses": ["spanish_21"]}
    aces = {"resplit_aces": True, "hit_split_aces": True}
    rules = Rules.of(**spanish, **aces, **options, double="any_time", surrender="late")
    for seats in (1, 3):
        assert first_difference(rules, [ByCount.basic(rules)] * seats, seats, ROUNDS // 4) is None


@pytest.mark.untraced
@pytest.mark.parametrize(
    "options",
    [
        {"free_doubles": True, "free_splits": True, "resplit_aces": True},
        {"free_doubles": True, "double": "any_time", "bonuses": ["spanish_21"]},
        {"free_splits": True, "hole_card": "none", "dealer_blackjack_takes": "original"},
        {"hole_card_shown": True, "ties": "lose", "player_21": "natural_wins"},
        {"hole_card_shown": True, "natural_settles": "showdown", "surrender": "late"},
    ],
)
def test_free_bets_and_open_hole_cards_are_played_alike(options: dict[str, object]) -> None:
    """What the house stakes is won and not lost; a natural that everybody sees ends the round."""
    rules = Rules.of(**options)
    for seats in (1, 3):
        strategies = [counting(rules), *[ByCount(any_chart(Random(7)))] * (seats - 1)]
        assert first_difference(rules, strategies, seats, ROUNDS // 4) is None
    for number in range(4):
        strategies = [ByCount(any_charts(Random(number), rules))] * (1 + number % 2)
        assert first_difference(rules, strategies, number, ROUNDS // 16) is None


@pytest.mark.untraced
@pytest.mark.parametrize(
    "options",
    [
        {"deck": "spanish", "player_21": "wins", "bonuses": ["spanish_21"], "max_doubles": 3},
        Rules.preset("spanish_21", max_doubles=3).changes(),
        Rules.preset("spanish_21", max_doubles=2, rescue=False).changes(),
        {"surrender_any_time": True, "charlie": 6, "charlie_21": 5, "charlie_doubled": False},
        {"double": "any_time", "charlie_21": 3, "charlie_doubled": False, "rescue": True},
        {"surrender_any_time": True, "hole_card": "none", "dealer_blackjack_takes": "original"},
    ],
)
def test_spanish_21_and_super_fun_21_are_played_alike(options: dict[str, object]) -> None:
    """Charts double a doubled hand once more, give it up or let it stand, as their game has it."""
    rules = Rules.of(**{"hit_split_aces": True, "surrender": "late", "rescue": True, **options})
    for seats in (1, 3):
        strategies = [counting(rules), *[ByCount(any_chart(Random(7)))] * (seats - 1)]
        assert first_difference(rules, strategies, seats, ROUNDS // 4) is None
    assert first_difference(rules, [ByCount(any_chart(Random(8)))], 4, ROUNDS // 4) is None


@pytest.mark.untraced
@pytest.mark.parametrize("options", CROWDED)
def test_rounds_for_which_no_card_is_left_are_played_alike(options: dict[str, object]) -> None:
    """They are void: every bet goes back."""
    game = crowded_game(**options)
    assert first_difference(game.rules, game.strategies, 3, 300) is None
    rounds = by_kernel(game.rules, game.strategies, 3, 300)
    assert any(played.cards == 52 and not any(played.nets) for played in rounds)


@pytest.mark.untraced
@pytest.mark.parametrize("start", range(0, 300, 30))
def test_any_game_is_played_alike(start: int) -> None:
    """Three hundred covered rule sets, charts and ways to count."""
    for number in share_of(range(start, start + 30)):
        game = any_game(number)
        assert first_difference(game.rules, game.strategies, number, scaled(2_000, 500)) is None


def test_any_game_may_have_any_word_that_the_kernel_reads() -> None:
    """Words of options that it reads without asking the machine."""
    sets = [any_game(number).rules for number in range(100)]
    for name in READERS["simulation/encoding.py"]:
        words = {meant for _, meant in OPTIONS[name].kind.meanings}
        assert {getattr(rules, name) for rules in sets} == words


def test_counts_are_rounded_alike() -> None:
    """By a count that is often below 0, and by a running count."""
    rules = Rules.preset("double_deck_h17")
    for divided in (True, False):
        count = CountingSystem((-2, 1, 1, 2, 2, 2, 1, 0, 0, -2), -1, -1, divided)
        basic = ByCount.basic(rules)
        bets = tuple((step, 100 * (step + 50)) for step in range(-12, 13))
        player = ByCount(basic.chart, BetRamp(100, bets), count=count)
        assert first_difference(rules, [player], 5, 1_000) is None


@pytest.mark.untraced
@pytest.mark.parametrize("name", covered_presets())
def test_players_that_count_are_simulated_as_they_play(name: str) -> None:
    """With their index plays, insurance and bets, in the kernel and at a table."""
    rules = Rules.preset(name)
    if not rules.hole_card_shown:
        rules = Rules.preset(name, insurance="ace")
    rounds = scaled(4_000, 1_000)
    for strategy in (CountingStrategy.hi_lo(), CountingStrategy.knock_out(rules.decks)):
        table = Table(rules, seats=["Ann"], seed=5)
        player = CountingPlayer(rules, strategy)
        by_kernel_alone = by_kernel(rules, [ByCount.counting(rules, strategy)], 5, rounds)
        for played in by_kernel_alone:
            play_round(table, [player])
            hands = table.round.seats[0].hands
            net_minor = sum(hand.all_returned_minor - hand.all_staked_minor for hand in hands)
            assert [net_minor] == list(played.nets)


def test_counts_that_are_not_told_apart_are_refused() -> None:
    """A step that no count would reach, and a count that begins beyond all of them."""
    rules = Rules.of(decks=16)
    hi_lo, level = CountingStrategy.hi_lo(), BetRamp(100)
    play = IndexPlay(hand="hard 16", up="9", play="S", instead_of="H", at_least=41)
    for far in (
        evolve(hi_lo, ramp=BetRamp(100, ((41, 200),))),
        evolve(hi_lo, ramp=BetRamp(100, ((-40, 200),))),
        evolve(hi_lo, insures_from=41),
        evolve(hi_lo, plays=(play,)),
    ):
        with pytest.raises(StrategyError, match="let it change at a count from -39 to 40"):
            ByCount.counting(rules, far)
    with pytest.raises(StrategyError, match="begins at -60 with 16 decks: give fewer decks"):
        ByCount.counting(rules, CountingStrategy.knock_out(16))
    at_40 = evolve(hi_lo, ramp=BetRamp(100, ((-39, 200), (40, 300))))
    assert ByCount.counting(rules, at_40).ramp == at_40.ramp
    assert ByCount(ByCount.basic(rules).chart, level, insures_from=-100).insures_at(0)


def test_a_count_for_aces_insures_nothing_else() -> None:
    """Under a ten it would say nothing; where insurance pays less than 2:1, it is never taken."""
    under_ten = Rules.of(insurance="ace_or_ten")
    with pytest.raises(StrategyError, match="only against an ace"):
        ByCount.counting(under_ten, CountingStrategy.hi_lo())
    system, ramp = CountingStrategy.hi_lo().system, BetRamp(100)
    assert ByCount.counting(under_ten, CountingStrategy(system, ramp)).insures_from is None
    poor = Rules.of(insurance_pays="1:1")
    assert ByCount.counting(poor, CountingStrategy.hi_lo()).insures_from is None
