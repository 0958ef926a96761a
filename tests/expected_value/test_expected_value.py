"""The measurement of the house edge, in small: near the published figures, and exact."""

from collections.abc import Sequence
from statistics import stdev

import pytest
from tests.tools.expected_value.cut_shoes import CARDS_BETWEEN_CUTS, CutShoes
from tests.tools.expected_value.measuring import (
    ROUNDS_IN_A_CHUNK,
    Estimate,
    chunks_of,
    measure,
)
from tests.tools.expected_value.playing import BET_MINOR, Chunk, play_chunk, summed
from tests.tools.expected_value.published import RuleSet, published

from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS, Card
from pitboss.players.basic import BasicStrategy
from pitboss.rules import Rules
from pitboss.rules.values import Shuffle
from pitboss.table import Table
from pitboss.table.driver import play_round

RULE_SETS = published()
ROUNDS = 20_000


def ignore(_rounds: int) -> None:
    """Hear of progress and say nothing."""


def in_order(cards: Sequence[Card]) -> list[Card]:
    """Sort cards as a new deck lies."""
    return sorted(cards, key=lambda card: card.index)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_a_short_run_comes_near_every_published_figure(rule_set: RuleSet) -> None:
    """No house edge and no difference lies further than six standard errors off."""
    estimates = measure(rule_set, ROUNDS, 1, ignore)
    assert [estimate.name for estimate in estimates] == list(rule_set.names)
    for estimate in estimates:
        assert estimate.rounds >= ROUNDS
        assert abs(estimate.standard_errors_off) < 6, estimate


@pytest.mark.usefixtures("untraced")
def test_two_processes_find_what_one_finds() -> None:
    """The sums are the same to the last minor unit, however many processes play."""
    rule_set = RULE_SETS["single_deck_6to5"]
    heard: list[int] = []
    two = measure(rule_set, 2 * ROUNDS_IN_A_CHUNK, 2, heard.append)
    assert heard == [ROUNDS_IN_A_CHUNK, 2 * ROUNDS_IN_A_CHUNK]
    assert two == measure(rule_set, 2 * ROUNDS_IN_A_CHUNK, 1, ignore)


@pytest.mark.usefixtures("untraced")
def test_the_sums_are_those_of_the_hands() -> None:
    """Counted hand by hand, the same cards under the same rules give the same sums."""
    before = Rules.preset("six_deck_h17_ls", shuffle=Shuffle.EVERY_ROUND)
    after = Rules.preset("six_deck_h17_ls", shuffle=Shuffle.EVERY_ROUND, double_after_split=False)
    shuffles = 40
    edge, rise = play_chunk(Chunk(3, shuffles, before, ((before, after),)))
    lost = {
        rules: [counted_by_hand(rules, 3, shuffle) for shuffle in range(shuffles)]
        for rules in (before, after)
    }
    assert edge == summed(lost[before])
    assert rise == summed([more - less for less, more in zip(*lost.values(), strict=True)])
    assert rise.squares > 0


def counted_by_hand(rules: Rules, seed: int, shuffle: int) -> int:
    """Play one shuffle, round by round at tables of their own, and add up what hands lost."""
    shoes = CutShoes(seed, rules.decks)
    lost = 0
    for cut in range(shoes.cuts):
        table = Table(rules, seats=["A"], shoes=shoes)
        table.house.shoe = shoes.fresh(shuffle * shoes.cuts + cut + 1)
        play_round(table, [BasicStrategy(rules, BET_MINOR)])
        lost -= sum(hand.net_minor + hand.insurance_net_minor for hand in table.results())
    return lost


def test_a_cut_shoe_holds_every_card_and_begins_elsewhere() -> None:
    """Every cut is the whole shuffle, the cards above the cut laid beneath the others."""
    shoes = CutShoes(seed=5, decks=2)
    first = shoes.fresh(1).cards
    assert in_order(first) == in_order(2 * CARDS)
    for cut in range(1, shoes.cuts):
        top = cut * CARDS_BETWEEN_CUTS
        assert shoes.fresh(1 + cut).cards == first[top:] + first[:top]


def test_the_cuts_of_one_shuffle_are_followed_by_the_next() -> None:
    """A shoe depends on its number alone, and another shuffle has another order."""
    shoes = CutShoes(seed=5, decks=1)
    cards = [shoes.fresh(number).cards for number in range(1, 2 * shoes.cuts + 1)]
    assert len(set(cards)) == 2 * shoes.cuts
    again = [shoes.fresh(number).cards for number in range(2 * shoes.cuts, 0, -1)]
    assert again == cards[::-1]


def test_no_second_shoe_is_given_for_one_round() -> None:
    """A round that would need one is an error, not a quiet change of what is measured."""
    with pytest.raises(ShoeError, match="a shoe of its own"):
        CutShoes(seed=5, decks=1).remade(1, 1, CARDS)


def test_the_standard_error_is_the_spread_between_shuffles() -> None:
    """It agrees with the statistics module on samples of four rounds each."""
    samples = [3, -5, 0, 12, -1, 7]
    rounds = 4 * len(samples)
    rule_set = RULE_SETS["single_deck_6to5"]
    estimate = Estimate("", (), rounds, summed(samples), rule_set.published)
    per_bet = [sample / 4 / BET_MINOR for sample in samples]
    assert estimate.percent == pytest.approx(100 * sum(per_bet) / len(samples))
    expected = 100 * stdev(per_bet) / len(samples) ** 0.5
    assert estimate.standard_error_percent == pytest.approx(expected)
    off = estimate.standard_errors_off * expected
    assert estimate.percent - off == pytest.approx(float(rule_set.published.percent))


def test_no_two_chunks_play_the_same_cards() -> None:
    """Twenty million rounds of every rule set take seeds that no other chunk has."""
    seeds = [
        chunk.seed for rule_set in RULE_SETS.values() for chunk in chunks_of(rule_set, 20_000_000)
    ]
    assert len(set(seeds)) == len(seeds) > 8_000


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_what_is_measured_is_the_preset(rule_set: RuleSet) -> None:
    """Nothing is changed but the shuffle, which comes before every round."""
    preset = Rules.preset(rule_set.name)
    assert rule_set.rules.changes(preset) == {"shuffle": "every_round"}
    for difference in rule_set.differences:
        assert rule_set.rules in {difference.before, difference.after}
        assert len(difference.after.changes(difference.before)) == 1


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_sources_agree_with_each_other(rule_set: RuleSet) -> None:
    """Whoever else published a figure differs from it by less than 0.005 percent."""
    for figure in (rule_set.published, *(each.published for each in rule_set.differences)):
        assert figure.source
        for source, percent in figure.also.items():
            assert source != figure.source
            assert abs(percent - figure.percent) < 0.005
