"""The house edge of a whole chart, so that the values of cells are held to published figures."""

from tests.odds.exact_odds import ACE, POINTS, TEN, chance, full_shoe, without
from tests.tools.cell_values.gains import column_of, odds_of
from tests.tools.cell_values.values import UpCard

from pitboss.players.chart import Chart, natural_takes_all
from pitboss.rules import Rules


def house_edge_percent(rules: Rules, strategy: Chart) -> float:
    """Return what the house wins of an opening bet that is played by a chart, in percent.

    Args:
        rules: the rule set; naturals are paid by it unless the dealer has one too.
        strategy: what is played.
    """
    return -100 * sum(_won(rules, strategy, up_points) for up_points in POINTS)


def _won(rules: Rules, strategy: Chart, up_points: int) -> float:
    """Return what is won against one up card, times its chance."""
    odds = odds_of(rules.decks, up_points, rules.soft_17)
    hands = UpCard(rules, up_points, column_of(strategy, up_points), odds).value_of_round()
    pays = rules.blackjack_pays.numerator / rules.blackjack_pays.denominator
    shoe = without(full_shoe(rules.decks), up_points)
    ten_and_ace = 2 * float(chance(shoe, TEN) * chance(without(shoe, TEN), ACE))
    left = without(without(shoe, TEN), ACE)
    missing = {ACE: TEN, TEN: ACE}.get(up_points)
    both = ten_and_ace * float(chance(left, missing)) if missing else 0.0
    naturals = pays * (ten_and_ace - both)
    if missing and not natural_takes_all(rules, up_points):
        naturals -= float(chance(shoe, missing)) - both
    return hands + float(chance(full_shoe(rules.decks), up_points)) * naturals
