"""The best chart: what the published charts lose against it, cell by cell, and that it is best."""

from itertools import product

import pytest
from tests.scale import share_of
from tests.tools.cell_values.corrections import with_cell
from tests.tools.cell_values.optimum import Optimum, optimum, recorded, recorded_rules

from pitboss import EventKind, Rules, Table, exact, play_rounds
from pitboss.exact.terms import Terms, dealers_cards
from pitboss.players import ChartStrategy, chart, published_chart
from pitboss.players.chart import ROWS, SPLITS, HandKind, Move
from pitboss.rules.presets import PRESETS

COVERED = [name for name in PRESETS if not Rules.preset(name).unknown_to("exact")]
MIN_WORTH = 1e-6
ROUNDING = 1e-9


@pytest.mark.untraced
@pytest.mark.parametrize("line", list(share_of(recorded())), ids=lambda line: str(line["rules"]))
def test_the_cells_that_differ_from_the_published_charts_are_recorded(line: Optimum) -> None:
    """Under 24 rule sets: which cells differ from the best chart, and what each of them costs."""
    rules = Rules.of(**line["rules"])
    assert optimum(rules, published_chart(rules)) == line


def test_the_record_has_all_its_rule_sets() -> None:
    """The published charts lose up to 0.0003 of a bet, most where one deck has surrender."""
    lines = recorded()
    assert [Rules.of(**line["rules"]) for line in lines] == recorded_rules()
    lost = {Rules.of(**line["rules"]): float(line["lost"]) for line in lines}
    assert 0.0002 < max(lost.values()) < 0.0003
    most = max(lost, key=lambda rules: lost[rules])
    assert most == Rules.of(decks=1, soft_17="hit", surrender="early")
    assert min(lost.values()) == 0


@pytest.mark.untraced
@pytest.mark.parametrize("rules", list(share_of(recorded_rules())), ids=str)
def test_basic_strategy_loses_less_than_a_millionth(rules: Rules) -> None:
    """Once corrected, no cell is worth a correction."""
    left = optimum(rules, chart(rules))
    assert float(left["lost"]) < MIN_WORTH
    assert not [cell for cell in left["cells"] if float(cell["gain"]) >= MIN_WORTH]


@pytest.mark.untraced
def test_no_other_cell_wins_more() -> None:
    """Each play in each cell of the best chart is tried: none is better."""
    rules = Rules.of(decks=1, soft_17="hit", surrender="late", hole_card="none")
    best = exact.chart(rules)
    for move, up, row in share_of(product(Move, ("6", "A"), ROWS)):
        if row.kind is HandKind.PAIR or move not in SPLITS:
            other = with_cell(best, (row, up), move)
            gains = [change.gain for change in exact.changes(rules, other, best)]
            assert all(gain > -ROUNDING for gain in gains), (row, up, move)


@pytest.mark.untraced
def test_a_chart_for_other_rules_is_changed_to_the_same() -> None:
    """Wherever it begins, it comes to a chart that wins as much; what changes, gains."""
    rules = Rules.of(decks=1)
    other = chart(Rules.of(decks=8, soft_17="hit"))
    best, again = exact.chart(rules), exact.chart(rules, begin=other)
    won = {id(each): exact.value(rules, each).value for each in (other, best, again)}
    assert won[id(again)] == pytest.approx(won[id(best)], abs=MIN_WORTH)
    found = exact.changes(rules, other, again)
    assert all(change.gain > 0 for change in found)
    gained = sum(change.gain for change in found)
    assert won[id(again)] - won[id(other)] == pytest.approx(gained, rel=0.1)
    assert exact.changes(rules, best, best) == []


@pytest.mark.parametrize("name", COVERED)
def test_every_preset_of_known_options_is_covered(name: str) -> None:
    """Under each up card, whether hands are insured or not."""
    rules = Rules.preset(name)
    for up, hole in dealers_cards(rules):
        assert Terms.of(rules, up, hole).insured.held[0] == up


@pytest.mark.untraced
@pytest.mark.parametrize("name", list(share_of(COVERED)))
def test_a_preset_has_a_chart_that_can_be_played(name: str) -> None:
    """Its best chart wins as much as basic strategy or more, and plays at a table."""
    rules = Rules.preset(name)
    best = exact.chart(rules)
    assert exact.value(rules, best).value >= exact.value(rules, chart(rules)).value - ROUNDING
    table = Table(rules, seats=["Ann"], seed=1)
    play_rounds(table, [ChartStrategy(rules, best, rules.bet_min)], rounds=20)


def test_a_shoe_of_other_cards_has_its_own_chart() -> None:
    """With many tens a hard 15 is stood on against a ten."""
    rules = Rules.of(decks=1)
    rich = exact.chart(rules, shoe=[0, 8, 0, 0, 0, 0, 4, 4, 0, 40])
    fifteen = next(row for row in ROWS if str(row) == "hard 15")
    assert chart(rules).move(fifteen, 10) is Move.HIT
    assert rich.move(fifteen, 10) is Move.STAND


def test_where_nothing_may_be_split_pairs_are_played_as_totals() -> None:
    """Whatever the chart says of them."""
    rules = Rules.of(split="off")
    shoe = [4, 0, 0, 0, 0, 32, 0, 0, 0, 16]
    best = exact.value(rules, exact.chart(rules, shoe=shoe), shoe=shoe)
    assert best.value > exact.value(rules, chart(rules), shoe=shoe).value
    assert {hand.play for hand in best.hands}.isdisjoint({EventKind.SPLIT})


def test_a_chart_that_splits_tens_of_one_rank_is_not_covered() -> None:
    """Tens are counted together."""
    rules = Rules.of(split="rank")
    tens = next(row for row in ROWS if str(row) == "pair T")
    with pytest.raises(exact.NotCoveredError, match="split = rank") as caught:
        exact.value(rules, with_cell(chart(rules), (tens, "6"), Move.SPLIT))
    assert caught.value.options == {"split": "rank"}
