"""The calculator of cell values: held to exact fractions, to a published edge and to play."""

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from tests.odds.exact_odds import ACE, POINTS, dealer_outcomes, full_shoe, without
from tests.tools.cell_values.dealer import dealer_hands, with_card
from tests.tools.cell_values.gains import column_of, gain
from tests.tools.cell_values.house_edge import house_edge_percent
from tests.tools.cell_values.splits import split_hands
from tests.tools.cell_values.values import NOTHING, Held, UpCard
from tests.tools.expected_value.published import published

from pitboss.game.cards import CARDS
from pitboss.game.events import Event
from pitboss.game.round import Question
from pitboss.players.basic import BasicStrategy
from pitboss.players.chart import ChartRow, HandKind, Move, chart, published_chart
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import play_round
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.views import Offer, View

ACES = ChartRow(HandKind.PAIR, ACE)
BET_MINOR = 1_000


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("gone", [(), (10, 6), (1, 1, 1), (5, 5, 5, 5)])
def test_the_dealers_chances_are_the_exact_ones(
    gone: tuple[int, ...], *, hits_soft_17: bool
) -> None:
    """For every up card, from a deck that lacks some cards, they are the exact fractions."""
    for up_points in POINTS:
        shoe = full_shoe(1)
        for points in gone:
            shoe = without(shoe, points)
        hands = dealer_hands(up_points, hits_soft_17=hits_soft_17)
        exact = dealer_outcomes(shoe, up_points, hits_soft_17=hits_soft_17)
        assert hands.chances(without(shoe, up_points)) == pytest.approx(
            [float(share) for share in exact.values()], abs=1e-14
        )


@pytest.mark.usefixtures("untraced")
def test_the_house_edge_of_a_whole_chart_is_the_published_one() -> None:
    """All hands against all up cards come to the edge that others computed, to 0.003 percent."""
    rule_set = published()["single_deck_6to5"]
    edge = house_edge_percent(rule_set.rules, published_chart(rule_set.rules))
    assert edge == pytest.approx(float(rule_set.published.percent), abs=0.003)


def test_what_a_change_gains_is_the_difference_of_two_edges() -> None:
    """A cell alone, with its chance, is worth what the whole round wins more."""
    rules = Rules.of(decks=1)
    printed = published_chart(rules)
    soft_eighteen = ChartRow(HandKind.SOFT, 18)
    column = column_of(printed, 9)
    table = UpCard(rules, 9, column)
    worth = sum(
        often * (table.play(hand, Move.STAND) - table.value(hand))
        for hand, often in table.reached().items()
        if hand.row == soft_eighteen
    )
    assert worth == pytest.approx(gain(rules, printed, soft_eighteen, 9, Move.STAND), rel=1e-9)
    assert worth < 0


def test_a_split_without_another_comes_to_two_hands() -> None:
    """Aces that are split once are two hands; pairs that are split to four come to some more."""
    rules = Rules.of(decks=1)
    left = without(without(without(full_shoe(1), 6), 8), 8)
    once = split_hands(Rules.of(decks=1, max_hands=2), left, 8)
    assert once.other + once.same == pytest.approx(2)
    assert once.same == pytest.approx(2 * 2 / 49)
    again = split_hands(rules, left, 8)
    # Both other eights can come, and every hand that is dealt one may be split.
    assert again.same == 0
    assert 2.08 < again.other < 2.1
    assert split_hands(rules, left, ACE).other == pytest.approx(2 * 45 / 49)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(
    ("rules", "rounds"),
    [
        (Rules.preset("lott"), 600),
        (Rules.preset("cpsc386"), 1_000),
        (Rules.of(hole_card="none", hit_split_aces=True), 2_000),
        (Rules.of(hole_card="none"), 1_500),
    ],
    ids=["lott", "cpsc386", "hit", "one card"],
)
def test_two_aces_against_an_ace_win_at_the_table_what_was_worked_out(
    rules: Rules, rounds: int
) -> None:
    """Split or not, on the same cards: the difference is as worked out, within four errors."""
    printed = column_of(published_chart(rules), ACE)
    worked_out = UpCard(rules, ACE, printed)
    aces = Held(with_card(with_card(NOTHING, ACE), ACE))
    chance = dict(worked_out.opening_hands())[aces]
    expected = gain(rules, published_chart(rules), ACES, ACE, Move.SPLIT) / chance
    won = [won_by_splitting_aces(rules, number) for number in range(rounds)]
    error = stdev(won) / sqrt(rounds)
    assert abs(mean(won) - expected) < 4 * error
    # The sign is certain at the table as well.
    assert abs(expected) > 2 * error
    assert (mean(won) > 0) is (expected > 0) is (chart(rules).move(ACES, ACE) is Move.SPLIT)


def won_by_splitting_aces(rules: Rules, number: int) -> float:
    """Play two aces against an ace both ways on the same cards; return by how much a split wins."""
    return won(rules, number, split=True) - won(rules, number, split=False)


def won(rules: Rules, number: int, *, split: bool) -> float:
    """Play one round with two aces against an ace, and return what it wins in opening bets."""
    aces = [card for card in CARDS if card.points == ACE][:3]
    others = list(rules.decks * CARDS)
    for ace in aces:
        others.remove(ace)
    Random(number).shuffle(others)
    table = Table(rules, seats=["Ann"], shoes=ArrangedShoes([(*aces, *others)]))
    play_round(table, [AcesSplit(rules, split=split)])
    return sum(hand.net_minor for hand in table.results()) / BET_MINOR


class AcesSplit:
    """Plays basic strategy, but splits aces always or never."""

    def __init__(self, rules: Rules, *, split: bool) -> None:
        self._player = BasicStrategy(rules, BET_MINOR)
        self._splits = split

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        if offer.question is not Question.SPLIT:
            return self._player.decide(view, offer)
        return offer.split() if self._splits else offer.decline()
