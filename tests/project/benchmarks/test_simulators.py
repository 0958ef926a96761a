"""The simulators that pitboss is measured beside play what they say."""

import numpy as np
import pytest
from attrs import evolve
from matplotlib.patches import Rectangle
from tests.tools.benchmarks.chart import simulations_chart
from tests.tools.benchmarks.contenders import SIMULATIONS, SIMULATORS
from tests.tools.benchmarks.peers.numpy_shoes import play_shoes
from tests.tools.benchmarks.peers.whole_shoes import WholeShoes
from tests.tools.benchmarks.record import Record, sample

from pitboss.exact import value
from pitboss.players.chart import chart
from pitboss.rules import Rules


@pytest.fixture(scope="module")
def tables() -> WholeShoes:
    """Return the tables of the default rules."""
    return WholeShoes.of(Rules())


def test_whole_shoes_win_about_what_basic_strategy_wins(tables: WholeShoes) -> None:
    """Five standard errors off the exact value at most; a cut card changes 0.02 percent."""
    rounds, total, squares = tables.play(10_000, 7)
    mean = total / rounds
    error = ((squares / rounds - mean * mean) / rounds) ** 0.5
    assert abs(mean - value(tables.rules, chart(tables.rules)).value) < 5 * error + 0.0002


def test_numpy_alone_plays_the_rounds_of_whole_shoes_but_for_splits(tables: WholeShoes) -> None:
    """From the same shoes, with tables that split nothing, the sums are the same."""
    unsplit = evolve(tables, splits=np.zeros_like(tables.splits))
    for seed in range(3):
        assert play_shoes(unsplit, 500, seed) == unsplit.play(500, seed)


def test_the_chart_has_a_bar_for_each_that_was_measured() -> None:
    """With its title; whatever was not measured is left out."""
    lines = [sample(SIMULATIONS[0].key, 10, 2.0, 2.0), sample(SIMULATORS[1].key, 10, 1.0, 1.0)]
    (axes,) = simulations_chart(Record(lines)).figure.axes
    assert [each.get_text() for each in axes.get_yticklabels()] == [
        SIMULATIONS[0].title,
        SIMULATORS[1].title,
    ]
    widths = [bar.get_width() for bar in axes.patches if isinstance(bar, Rectangle)]
    assert widths == [5e-6, 1e-5]
