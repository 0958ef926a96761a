"""What tables of the engine find is what the kernel finds, and players in Python are counted so."""

import sys
from pathlib import Path

import pytest
from tests.scale import scaled
from tests.simulation.any_game import CROWDED, any_game, crowded_game
from tests.simulation.both_sides import covered_presets

from pitboss import AdapterError, Event, Offer, Question, Rules, Table, View, play_round
from pitboss.players import HI_LO, BetRamp, PlayerError, chart
from pitboss.simulation import (
    Bankroll,
    ByCount,
    CustomPlayer,
    Run,
    StrategyError,
    StrategyPlayer,
    UncoveredError,
    run_of,
    simulate,
    strategy_named,
)
from pitboss.simulation.at_tables import play_at_tables
from pitboss.simulation.results import result_of

RULES = Rules.preset("six_deck_h17_ls")
BANKROLL = Bankroll(5_000, 3)


def test_a_seat_whose_bet_is_nothing_sits_the_round_out() -> None:
    """Its count is 0, from which on it bets nothing."""
    nothing = ByCount(chart(RULES), BetRamp(100, ((0, 0),)), count=HI_LO)
    table = Table(RULES, seats=["Ann", "Ben"], seed=7)
    play_round(table, [StrategyPlayer(RULES, nothing), StrategyPlayer(RULES, ByCount.basic(RULES))])
    assert [len(seat.hands) > 0 for seat in table.round.seats] == [False, True]


class Careful:
    """Plays the least bet, and stands on everything."""

    def decide(self, view: View, offer: Offer) -> Event:
        """Stand, unless something else is asked."""
        assert view.seats
        if offer.question is Question.BET:
            return offer.bet(100)
        return offer.stand() if offer.question is Question.PLAY else offer.decline()


class Broken:
    """Fails."""

    def decide(self, view: View, offer: Offer) -> Event:
        """Fail."""
        raise ArithmeticError(f"{view.round_number}, {offer.seat}")


class Absent:
    """Never bets."""

    def decide(self, view: View, offer: Offer) -> Event:
        """Sit out."""
        assert view.seats
        return offer.sit_out()


def both_find_the_same(run: Run, last: int) -> None:
    """See that a table finds in shoes what the kernel does: every sum of every kind."""
    found = play_at_tables(run.rules, run.strategies, run.seed, range(1, last + 1), hands=True)
    at_tables = result_of(run.digest, run.rules.cards_in_shoe, found, BANKROLL)
    assert at_tables == run.shoes(1, last, bankroll=BANKROLL), run.rules


@pytest.mark.untraced
@pytest.mark.parametrize("name", covered_presets())
def test_tables_find_what_the_kernel_finds(name: str) -> None:
    """By all that is counted, for a player who counts and one who does not."""
    rules = Rules.preset(name)
    both_find_the_same(run_of(rules, ["hi-lo", "basic"], seed=3), scaled(40, 5))


@pytest.mark.untraced
def test_tables_find_what_the_kernel_finds_in_any_game() -> None:
    """Seven seats, shoes that run out in mid-round, void rounds, seats that sit out."""
    games = [any_game(number) for number in range(scaled(200, 25))]
    for number, game in enumerate([*games, *(crowded_game(**each) for each in CROWDED)]):
        both_find_the_same(run_of(game.rules, game.strategies, seed=number), 7)


def test_a_player_in_python_is_counted_as_its_chart_is() -> None:
    """The players of the library stand beside those that count."""
    found = simulate(RULES, CustomPlayer("basic", count=None), rounds=300, seed=5)
    kernel = simulate(RULES, "basic", rounds=300, seed=5)
    assert found.seats == kernel.seats
    assert (found.by_count, found.by_hand) == (kernel.by_count, kernel.by_hand)
    assert (found.of_shoes, found.worst_shoes) == (kernel.of_shoes, kernel.worst_shoes)
    assert found.run != kernel.run


def test_rounds_of_a_player_in_python_are_told_apart_by_a_count() -> None:
    """By Hi-Lo, if nothing else is said; the counts are those of the kernel's player."""
    by_hi_lo = ByCount(ByCount.basic(RULES).chart, BetRamp(1000), count=HI_LO)
    found = simulate(RULES, CustomPlayer("basic"), rounds=300, seed=5)
    assert found.by_count == simulate(RULES, by_hi_lo, rounds=300, seed=5).by_count
    assert len(found.by_count[0]) > 3


def test_jobs_of_a_player_in_python_find_the_same() -> None:
    """Each shoe has a player of its own, wherever it is played."""
    one = simulate(RULES, ["random", "hi-lo"], rounds=1_000, seed=5)
    assert simulate(RULES, ["random", "hi-lo"], rounds=1_000, seed=5, jobs=2) == one
    run = run_of(RULES, ["random", "hi-lo"], seed=5)
    last = one.ranges[0][1]
    assert run.shoes(8, last) + run.shoes(1, 7) == one
    different = {run.shoes(shoe, shoe).seats[0].net_minor for shoe in range(1, 6)}
    assert len(different) > 1


def test_a_class_of_your_own_plays() -> None:
    """It is named by its module, and every round of it can be played again."""
    run = run_of(RULES, f"{__name__}:Careful", seed=5)
    found = run.shoes(1, 10)
    assert found.seats[0].hands == found.rounds
    table = run.play_again(60)
    shoe, place = run.place_of(60)
    assert (table.shoe.number, table.round.number) == (shoe, place)
    assert run.worst(found, 1)[0].net_minor == -100


def test_rules_that_the_kernel_does_not_play_are_played_at_tables() -> None:
    """As long as their shoes end between two rounds."""
    rules = Rules.of(play_order="splits_first", split_deal="both")
    with pytest.raises(UncoveredError, match="play_order"):
        simulate(rules, "basic", rounds=10, seed=1)
    assert simulate(rules, CustomPlayer("basic"), rounds=10, seed=1).rounds >= 10
    with pytest.raises(UncoveredError, match="when_empty"):
        simulate(Rules.of(shuffle="when_empty"), "mimic", rounds=10, seed=1)


def test_what_fails_in_a_player_is_told() -> None:
    """Whoever does not bet would never see the end of a shoe."""
    with pytest.raises(AdapterError, match="ArithmeticError"):
        simulate(RULES, f"{__name__}:Broken", rounds=10, seed=1)
    with pytest.raises(StrategyError, match="nobody bets"):
        run_of(RULES, f"{__name__}:Absent", seed=1).shoes(1, 1)
    fresh = Rules.preset("six_deck_h17_ls", shuffle="every_round")
    assert simulate(fresh, f"{__name__}:Absent", rounds=10, seed=1).seats[0].rounds == 0
    with pytest.raises(StrategyError, match="counts at most"):
        simulate(RULES, CustomPlayer("basic", 10**10), rounds=1000, seed=1)


def test_a_name_is_read() -> None:
    """Three are of strategies, the others are of players."""
    assert strategy_named("basic", RULES, 700) == ByCount.basic(RULES, 700)
    counting = strategy_named("hi-lo", RULES, 500)
    assert isinstance(counting, ByCount)
    assert [counting.ramp.at(count) for count in (-9, 0, 1, 2, 3, 4, 40)] == [
        500, 500, 1000, 2000, 3000, 4000, 4000
    ]  # fmt: skip
    assert (counting.insures_at(2), counting.insures_at(3)) == (False, True)
    assert strategy_named("mimic", RULES) == CustomPlayer("mimic")
    with pytest.raises(PlayerError, match="nobody"):
        strategy_named("nobody", RULES)
    with pytest.raises(StrategyError, match="command"):
        strategy_named('exec:"node bot.js"', RULES)


def test_a_player_that_cannot_be_made_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is played."""
    (tmp_path / "bots_of_a_test.py").write_text("class Deaf: pass\n", "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "bots_of_a_test", raising=False)
    with pytest.raises(PlayerError, match="decide"):
        run_of(RULES, "bots_of_a_test:Deaf", seed=1)
    with pytest.raises(PlayerError, match="cannot be made"):
        run_of(RULES, "bots_of_a_test:Gone", seed=1)
