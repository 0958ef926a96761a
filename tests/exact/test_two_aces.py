"""Two aces against an ace: at the table, a split wins more or less by what was worked out."""

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from tests.tools.cell_values.corrections import with_cell

from pitboss import BasicStrategy, Event, Offer, Question, Rules, Table, View, play_round
from pitboss.exact.column import column_of
from pitboss.exact.played import PlayedColumn, moves_of
from pitboss.exact.terms import Terms, shoe_of
from pitboss.game.cards import CARDS
from pitboss.players import Chart, chart, published_chart
from pitboss.players.chart import ChartRow, HandKind, Move
from pitboss.table.shoes import ArrangedShoes

ACE = 1
ACES = ChartRow(HandKind.PAIR, ACE)
BET_MINOR = 1_000


@pytest.mark.untraced
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
    split = with_cell(published_chart(rules), (ACES, "A"), Move.SPLIT)
    hit = with_cell(published_chart(rules), (ACES, "A"), Move.HIT)
    expected = value_of_aces(rules, split) - value_of_aces(rules, hit)
    won = [won_by_splitting_aces(rules, number) for number in range(rounds)]
    error = stdev(won) / sqrt(rounds)
    assert abs(mean(won) - expected) < 4 * error
    # The sign is certain at the table as well.
    assert abs(expected) > 2 * error
    assert (mean(won) > 0) is (expected > 0) is (chart(rules).move(ACES, ACE) is Move.SPLIT)


def value_of_aces(rules: Rules, strategy: Chart) -> float:
    """Return what two aces win against an ace, but for a bet that is lost whatever is played."""
    column = column_of(Terms.of(rules, ACE), shoe_of(rules))
    played = PlayedColumn(column, moves_of(strategy, ACE))
    (aces,) = [played.choice(dealt).won for dealt in column.dealt if dealt.pair == ACE]
    return aces


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
