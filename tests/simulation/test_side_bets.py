"""Side bets are simulated as the engine plays them, whatever their pay tables say."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve
from tests.scale import scaled, share_of
from tests.simulation.any_game import CROWDED, any_game, crowded_game
from tests.simulation.any_side_bet import with_bonuses, with_side_bets
from tests.simulation.both_sides import first_difference

from pitboss import MimicPlayer, Rules, Table, play_round
from pitboss.exact import side_bet_value
from pitboss.players import WithSideBets
from pitboss.rules import pay_words
from pitboss.rules.side_bets import SideBet, built_in
from pitboss.rules.values import Shuffle
from pitboss.simulation import (
    ByCount,
    CustomPlayer,
    MergeError,
    ResultsError,
    Run,
    StrategyError,
    UncoveredError,
    encoding,
    results_from_json,
    results_to_json,
    run_of,
    side_bets,
    simulate,
)
from pitboss.simulation.at_tables import play_at_tables
from pitboss.simulation.kernel import side_bets as side_bets_of_kernel
from pitboss.simulation.side_bets import knows_side_bets
from pitboss.table.snapshot_json import digest_of

RULES = Rules.preset("six_deck_s17", side_bets=["21+3", "perfect_pairs", "buster"])
STAKES = (("21+3", 100), ("buster", 50))


def placing(rules: Rules, *stakes: tuple[str, int]) -> ByCount:
    """Return basic strategy beside side bets."""
    return evolve(ByCount.basic(rules), side_bets=stakes)


def both_count_the_same(run: Run, last: int) -> Counter[str]:
    """See that kernel and tables count the same classes; return how often each place held."""
    at_tables = play_at_tables(run.rules, run.strategies, run.seed, range(1, last + 1))
    assert at_tables.side_bets == run.shoes(1, last).side_bets, run.rules
    every = Counter[str]()
    for seat in at_tables.side_bets:
        for times in seat:
            every.update({"class": sum(times[:-2]), "lost": times[-2], "returned": times[-1]})
    return every


@pytest.mark.untraced
@pytest.mark.parametrize("start", range(0, 300, 30))
def test_any_pay_tables_are_played_alike_under_any_rules(start: int) -> None:
    """Card by card and class by class; the dealer draws where they ask for it."""
    for number in share_of(range(start, start + 30)):
        game = with_side_bets(Random(number), any_game(number))
        assert first_difference(game.rules, game.strategies, number, scaled(400, 150)) is None
        every = both_count_the_same(run_of(game.rules, game.strategies, seed=number), 4)
        assert sum(every.values()) or not any(each.side_bets for each in game.strategies)


@pytest.mark.untraced
@pytest.mark.parametrize("start", range(0, 300, 30))
def test_any_bonuses_are_paid_alike_under_any_rules(start: int) -> None:
    """On hands that win in any way, but for even money, whatever was doubled or split before."""
    for number in share_of(range(start, start + 30)):
        game = with_bonuses(Random(number), any_game(number))
        assert first_difference(game.rules, game.strategies, number, scaled(400, 150)) is None


def test_a_bonus_raises_what_is_won() -> None:
    """Two to one for naturals of one suit, of which a quarter of the naturals is one."""
    plain, suited = (
        simulate(Rules.preset("six_deck_s17", bonuses=bonuses), rounds=200_000, seed=1).seats[0]
        for bonuses in ((), ("suited_natural",))
    )
    assert 0.0025 < suited.edge - plain.edge < 0.0065


def test_classes_are_listed_alike_without_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the first two cards, and by these and the up card."""
    rules = Rules.preset("six_deck_s17", side_bets=["21+3", "perfect_pairs"])
    basic = evolve(ByCount.basic(rules), side_bets=(("21+3", 100), ("perfect_pairs", 100)))
    compiled = encoding.numbers_of(rules, [basic, basic], 9).t
    own = side_bets_of_kernel.list_classes
    monkeypatch.setattr(side_bets, "list_classes", getattr(own, "py_func", own))
    assert (encoding.numbers_of(rules, [basic, basic], 9).t == compiled).all()
    # Environments, of which each has a table of its own, go without.
    assert 4 * len(encoding.numbers_of(rules, [basic], 9, lists=False).t) < len(compiled)


def test_what_a_player_stakes_beside_its_strategy_is_not_counted() -> None:
    """Of two side bets that are placed, the one that the strategy names is."""
    rules = Rules.preset("six_deck_s17", side_bets=["21+3", "perfect_pairs"])
    table = Table(rules, seats=["Ann"], seed=7)
    play_round(table, [WithSideBets(MimicPlayer(), {"21+3": 100, "perfect_pairs": 100})])
    counts = side_bets.SideBetCounts(rules, [(("21+3", 100),)])
    counts.add(table.round.seats[0])
    ((times,),) = counts.found
    assert sum(times) == 1


@pytest.mark.untraced
@pytest.mark.parametrize("options", CROWDED)
def test_side_bets_of_void_rounds_are_returned_alike(options: dict[str, object]) -> None:
    """Also those that were won before the last card was drawn."""
    game = with_side_bets(Random(3), crowded_game(**options))
    assert first_difference(game.rules, game.strategies, 3, 150) is None
    assert both_count_the_same(run_of(game.rules, game.strategies, seed=3), 30)["returned"]


@pytest.mark.untraced
def test_every_built_in_side_bet_is_played_alike() -> None:
    """Alone, where most of them are looked up by the first cards, and in company."""
    names = sorted(built_in())
    for first in range(0, len(names), 8):
        some = names[first : first + 8]
        rules = Rules.preset("single_deck_6to5", side_bets=some)
        seats = [placing(rules, *[(name, 10) for name in some])] * 2
        assert first_difference(rules, seats, first, scaled(1_000)) is None
        for name in some:
            alone = [placing(rules, (name, 10))]
            assert first_difference(rules, alone, first, scaled(1_000)) is None


def test_edges_are_near_the_exact_ones() -> None:
    """Within four standard errors, from shoes of one round, as exact values are of those."""
    names = ["21+3", "perfect_pairs", "buster", "lucky_ladies", "royal_match"]
    rules = Rules.preset("six_deck_s17", side_bets=names, shuffle="every_round")
    found = simulate(rules, placing(rules, *[(name, 10) for name in names]), rounds=100_000, seed=5)
    run = run_of(rules, placing(rules, *[(name, 10) for name in names]), seed=5)
    for bet, sums in zip(rules.side_bets, run.side_bets(found)[0], strict=True):
        assert sums.rounds == found.rounds
        assert abs(sums.edge - float(side_bet_value(bet, rules).edge)) < 4 * sums.standard_error


def test_what_side_bets_won_adds_up_to_the_net_of_the_seat() -> None:
    """Beside what the hands won; results of parts of a run are added, and are kept in a file."""
    rules = evolve(RULES, shuffle=Shuffle.EVERY_ROUND)
    run = run_of(rules, [placing(rules, *STAKES), ByCount.basic(rules)], seed=7)
    whole = run.shoes(1, 60)
    one, other = run.side_bets(whole)
    assert [(each.name, each.stake_minor) for each in one] == [*STAKES]
    assert other == ()
    plain = run_of(evolve(rules, side_bets=()), "basic", seed=7, seats=2)
    assert plain.shoes(1, 60).rounds == whole.rounds
    hands = plain.shoes(1, 60).seats[0]
    assert whole.seats[0].net_minor == hands.net_minor + sum(each.net_minor for each in one)
    assert whole.seats[0].stakes_minor == hands.stakes_minor + 150 * whole.rounds
    assert run.nothing() + run.shoes(1, 20) + run.shoes(21, 60) == whole
    assert results_from_json(results_to_json(whole)) == whole
    assert "side_bets" not in results_to_json(plain.shoes(1, 2))
    nothing = run.side_bets(run.nothing())[0][0]
    assert (nothing.rounds, nothing.edge, nothing.standard_error) == (0, 0, 0)
    with pytest.raises(StrategyError, match="give a result of this run"):
        plain.side_bets(whole)
    with pytest.raises(MergeError):
        _ = whole + evolve(run.shoes(61, 62), side_bets=())


def test_a_player_in_python_has_its_side_bets_placed() -> None:
    """By tables of the engine, which count them as the kernel does."""
    names = run_of(RULES, placing(RULES, *STAKES), seed=7)
    own = run_of(RULES, CustomPlayer("basic", count=None, side_bets=STAKES), seed=7)
    assert own.shoes(1, 4).side_bets == names.shoes(1, 4).side_bets
    without = run_of(RULES, CustomPlayer("basic", count=None), seed=7)
    assert without.shoes(1, 2).side_bets == ()
    assert len({own.digest, names.digest, without.digest, run_of(RULES, seed=7).digest}) == 4


@pytest.mark.parametrize(
    ("stakes", "problem"),
    [
        ((("hot_3", 5),), "a side bet 'hot_3': name a side bet of the rules"),
        ((("21+3", 5), ("21+3", 5)), "a side bet '21\\+3': name a side bet of the rules, once"),
        ((("21+3", 0),), "0 on 21\\+3: give amounts that the rules allow"),
        ((("21+3", 2**30),), "a bet of 1000: a round may win or lose at most 2147483647"),
    ],
)
def test_stakes_that_cannot_be_placed_are_refused(
    stakes: tuple[tuple[str, int], ...], problem: str
) -> None:
    """Before anything is played."""
    with pytest.raises(StrategyError, match=problem):
        run_of(RULES, placing(RULES, *stakes), seed=1)


def test_a_word_that_the_kernel_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vocabulary may grow; tables of the engine play what the kernel does not."""
    known = pay_words.WORDS["suited"]
    monkeypatch.setattr(pay_words, "WORDS", {**pay_words.WORDS, "plain": known})
    monkeypatch.setattr("pitboss.rules.pay_classes.WORDS", pay_words.WORDS)
    line = {"name": "one", "title": "one", "pays": "1:1", "plain": True}
    head = {"name": "own", "title": "Own", "source": "ours", "decided_by": "first_two"}
    rules = Rules.of(side_bets=[SideBet.from_dict({**head, "classes": [line]})])
    assert not knows_side_bets(rules)
    with pytest.raises(UncoveredError, match="side_bets with conditions that it does not know"):
        run_of(rules, seed=1)
    player = CustomPlayer("basic", count=None, side_bets=(("own", 5),))
    assert run_of(rules, player, seed=1).shoes(1, 1).side_bets


@pytest.mark.parametrize(
    "side_bets", [[], [5], [[[5, -1, 0]]], [[[10**9, 0]]], [[[0] * 259]], [[[0] * 3] * 9], "no"]
)
def test_counts_of_side_bets_that_cannot_be_are_refused(side_bets: object) -> None:
    """As all else in a file of results."""
    run = run_of(RULES, placing(RULES, *STAKES), seed=7)
    held: dict[str, Any] = json.loads(results_to_json(run.shoes(1, 2)))
    del held["digest"]
    held["side_bets"] = side_bets
    held["digest"] = digest_of(held)
    with pytest.raises(ResultsError, match="side_bets"):
        results_from_json(json.dumps(held))
