"""Plots: what is drawn is what was simulated, and it is written alike every time."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from math import isclose
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from matplotlib import rcParams
from matplotlib.colors import to_hex

from pitboss import Rules
from pitboss.exact import value
from pitboss.players.chart import Chart, ChartBy, HandKind
from pitboss.players.counting import CountingSystem
from pitboss.plots import (
    Plot,
    PlotError,
    bankroll_paths,
    convergence,
    edge_by_count,
    results_of_rounds,
    strategy_chart,
)
from pitboss.plots.plot import Palette
from pitboss.simulation import (
    Bankroll,
    ByCount,
    CustomPlayer,
    Run,
    SimulationResult,
    StrategyError,
    run_of,
    simulate,
)
from pitboss.text.tokens import COLOURS

RULES = Rules.preset("six_deck_h17_ls")
FRESH = Rules.of(shuffle="every_round")
BASIC = ByCount.basic(FRESH)
BANKROLL = Bankroll(20_000, shoes=10)

LIGHT = Palette(dark=False)


@cache
def counting() -> Run:
    """Return the run of a counter."""
    return run_of(RULES, "hi-lo", seed=7)


@cache
def found() -> SimulationResult:
    """Return what the counter wins in 100,000 rounds."""
    return simulate(RULES, "hi-lo", rounds=100_000, seed=7)


PLOTS: dict[str, Callable[[], Plot]] = {
    "edge": lambda: edge_by_count(counting(), found()),
    "bankroll": lambda: bankroll_paths(counting(), BANKROLL),
    "results": lambda: results_of_rounds(counting(), 10_000),
    "convergence": lambda: convergence(
        run_of(FRESH, BASIC, seed=7), 10_000, value(FRESH, BASIC.chart)
    ),
}

DARK: dict[str, Callable[[], Plot]] = {
    "edge": lambda: edge_by_count(counting(), found(), dark=True),
    "bankroll": lambda: bankroll_paths(counting(), BANKROLL, fan=0, dark=True),
    "results": lambda: results_of_rounds(counting(), 1000, dark=True),
    "convergence": lambda: convergence(counting(), 1000, dark=True),
    "chart": lambda: strategy_chart(BASIC.chart, dark=True),
}


def axes_of(plot: Plot) -> Any:  # noqa: ANN401  the axes of Matplotlib have no types
    """Return the only axes of a plot."""
    (axes,) = plot.figure.axes
    return axes


def legend_of(plot: Plot) -> list[str]:
    """Return what its legend says."""
    return [text.get_text() for text in axes_of(plot).get_legend().get_texts()]


def points(line: Any) -> list[tuple[float, float]]:  # noqa: ANN401  as above
    """Return the points of a line."""
    return [(float(x), float(y)) for x, y in line.get_xydata()]


def test_edges_are_those_by_count() -> None:
    """Each with two standard errors to either side."""
    (bars,) = axes_of(edge_by_count(counting(), found())).containers
    line, _, (ranges,) = bars.lines
    wanted = {at: sums for at, sums in found().by_count[0].items() if sums.rounds >= 1000}
    assert 5 < len(wanted) < len(found().by_count[0])
    assert points(line) == [(at, 100 * wanted[at].edge) for at in sorted(wanted)]
    for (at, edge), segment in zip(points(line), ranges.get_segments(), strict=True):
        sums = wanted[round(at)]
        error = 100 * sums.standard_error_minor / (sums.bets_minor / sums.rounds)
        assert [float(y) for _, y in segment] == pytest.approx([edge - 2 * error, edge + 2 * error])


def test_bankrolls_go_as_the_rounds_went() -> None:
    """From shoe to shoe; in some session it is lost, and its path ends there."""
    plot = bankroll_paths(counting(), BANKROLL, 6)
    lines = axes_of(plot).get_lines()[:6]
    ends: dict[str, float] = {}
    nets = iter(counting().nets(1, 60))
    for session, line in enumerate(lines):
        owned = BANKROLL.amount_minor
        wanted = [owned]
        for _ in range(counting().shoes(10 * session + 1, 10 * session + 10).rounds):
            owned += next(nets)
            wanted += [owned] if wanted[-1] > 0 else []
        assert points(line) == list(enumerate(wanted))
        assert line.get_label() == f"session {session + 1}{', lost' * (wanted[-1] <= 0)}"
        ends[line.get_label()] = wanted[-1]
    assert {end > 0 for end in ends.values()} == {True, False}
    assert legend_of(plot) == [
        *sorted(ends, key=lambda label: -ends[label]),
        "90 % of 100 sessions",
        "50 % of 100 sessions",
        "their median",
    ]
    assert [to_hex(line.get_color()) for line in lines] == list(LIGHT.series)


def test_a_fan_holds_the_shares_of_the_sessions() -> None:
    """After each round, a bankroll that was lost counting as nothing."""
    few = Bankroll(3_000, shoes=1)
    axes = axes_of(bankroll_paths(counting(), few, 1, fan=20))
    median = next(line for line in axes.get_lines() if line.get_label() == "their median")
    paths: list[list[int]] = []
    for session in range(20):
        nets = counting().nets(session + 1, session + 1)
        path = list(accumulate(nets, initial=few.amount_minor))
        lost = next((at for at, left in enumerate(path) if left <= 0), len(path))
        paths.append(path[:lost] + [0] * (len(path) - lost))
    assert any(0 in path for path in paths)
    rounds = len(points(median))
    assert rounds == min(len(path) for path in paths if path[-1] > 0)
    for at in range(rounds):
        owned = sorted(path[at] if at < len(path) else 0 for path in paths)
        assert points(median)[at][1] == (owned[9] + owned[10]) / 2


def test_a_fan_of_lost_sessions_ends_with_the_longest() -> None:
    """Nothing else says how far it goes."""
    axes = axes_of(bankroll_paths(counting(), Bankroll(1, shoes=5), 1, fan=1))
    (median,) = [line for line in axes.get_lines() if line.get_label() == "their median"]
    assert points(median)[-1][1] == 0


def test_results_are_those_of_the_rounds() -> None:
    """As shares, and neither more nor fewer rounds than were asked for."""
    plot = results_of_rounds(counting(), 10_000, unit_minor=500)
    nets = counting().nets(1, counting().place_of(10_000)[0])[:10_000]
    wanted = {net / 500: many / 100 for net, many in Counter(nets).items()}
    drawn = dict(point for line in axes_of(plot).get_lines() for point in points(line))
    assert drawn == pytest.approx(wanted)
    colours = {to_hex(line.get_color()): points(line) for line in axes_of(plot).get_lines()}
    assert all(result < 0 for result, _ in colours[LIGHT["player"]])
    assert all(result > 0 for result, _ in colours[LIGHT["house"]])
    lost = sum(net < 0 for net in nets) / 100
    assert legend_of(plot)[0] == f"lost: {lost:.2f} %"


def test_a_mean_converges_beside_the_exact_value() -> None:
    """The last point is the mean of all rounds; each lies amid its errors."""
    run, exact = run_of(FRESH, BASIC, seed=7), value(FRESH, BASIC.chart)
    axes = axes_of(convergence(run, 10_000, exact))
    line, level = axes.get_lines()
    played = [int(rounds) for rounds, _ in points(line)]
    assert (played[0], played[-1]) == (100, 10_000)
    for rounds, mean in points(line)[:: len(played) // 3]:
        found = run.shoes(1, int(rounds))
        assert isclose(mean, 100 * found.mean_minor / 1000, abs_tol=1e-9)
    found = simulate(FRESH, BASIC, rounds=10_000, seed=7)
    assert isclose(points(line)[-1][1], 100 * found.seats[0].edge)
    assert {y for _, y in points(level)} == {100 * exact.value}
    (band,) = axes.collections
    ends = [float(y) for x, y in band.get_paths()[0].vertices if x == 10_000]
    error = 200 * found.standard_error_minor / 1000
    assert (min(ends), max(ends)) == pytest.approx(
        (points(line)[-1][1] - error, points(line)[-1][1] + error)
    )


def test_a_mean_is_drawn_without_an_exact_value_and_of_few_rounds() -> None:
    """Two shoes are enough."""
    (line,) = axes_of(convergence(counting(), 60)).get_lines()
    assert len(points(line)) == 1


@pytest.mark.untraced
@pytest.mark.parametrize("name", PLOTS)
def test_bytes_are_the_same_twice(name: str) -> None:
    """In both formats, and without a date."""
    once, again = PLOTS[name](), PLOTS[name]()
    assert once.to_bytes("svg") == once.to_bytes("svg") == again.to_bytes()
    assert once.to_bytes("png") == again.to_bytes("png")
    assert once.to_bytes("png").startswith(b"\x89PNG\r\n")
    assert b"dc:date" not in once.to_bytes("svg")


@pytest.mark.untraced
@pytest.mark.parametrize("name", PLOTS)
def test_text_is_text_and_both_axes_have_titles(name: str) -> None:
    """With units in brackets, where something is measured."""
    plot = PLOTS[name]()
    root = ET.fromstring(plot.to_bytes("svg"))  # noqa: S314  it is ours
    texts = {"".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")}
    axes = axes_of(plot)
    titles = {axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel()}
    assert titles | set(legend_of(plot)) <= texts
    assert len(titles) == 3
    assert axes.get_ylabel() == "Bankroll" or " (%" in axes.get_ylabel()


@pytest.mark.parametrize("name", DARK)
def test_a_dark_plot_has_the_dark_tokens(name: str) -> None:
    """Ground and text, and nothing is white."""
    drawn = DARK[name]().to_bytes().decode()
    assert COLOURS["panel"][1] in drawn
    assert COLOURS["ink"][1] in drawn
    assert "#ffffff" not in drawn


RULES_OF_MINE = Rules.preset("lott", decks=4, max_seats=2)


@pytest.mark.parametrize(
    ("run", "described"),
    [
        (counting, "six_deck_h17_ls · hi-lo · seed 7"),
        (lambda: run_of(RULES, "ko", seed=7), "six_deck_h17_ls · ko · seed 7"),
        (
            lambda: run_of(RULES_OF_MINE, [BASIC, CustomPlayer("mimic")], seed=b"\x0f" * 32),
            "lott, 2 options changed · one chart, mimic · seed 0f0f0f0f0f0f0f0f0f0f…",
        ),
        (
            lambda: run_of(RULES, evolve(BASIC, count=CountingSystem((1,) * 10, 3)), seed=1),
            "six_deck_h17_ls · own count · seed 1",
        ),
    ],
    ids=["hi-lo", "ko", "two", "own"],
)
def test_a_plot_names_rules_strategy_and_seed(run: Callable[[], Run], described: str) -> None:
    """In a second line of its title."""
    plot = bankroll_paths(run(), Bankroll(10**6, shoes=1), 1, fan=0)
    assert [text.get_text() for text in axes_of(plot).texts] == [described]


def test_bankrolls_are_in_units_of_money() -> None:
    """Whatever the minor units are."""
    axes = axes_of(bankroll_paths(counting(), BANKROLL, 1, fan=0))
    assert axes.yaxis.get_major_formatter()(-123_450, 0) == "−1,234.5"


def test_a_running_count_is_called_so() -> None:
    """Of a system that does not divide."""
    run = run_of(RULES, "ko", seed=7)
    axes = axes_of(edge_by_count(run, run.shoes(1, 99), least_rounds=1))
    assert axes.get_xlabel() == "Running count at the bet"


def test_a_chart_is_drawn_cell_by_cell() -> None:
    """Each code stands in its row and column, on the ground of its play."""
    plot = strategy_chart(BASIC.chart)
    panels: list[Any] = [*plot.figure.axes]
    for axes, kind in zip(panels, HandKind, strict=True):
        rows = [row for row in BASIC.chart.moves if row.kind is kind]
        written = {text.get_position(): text.get_text() for text in axes.texts}
        assert written == {
            (column + 0.5, line): move.value
            for line, row in enumerate(rows)
            for column, move in enumerate(BASIC.chart.moves[row])
        }
        grounds = {
            (bar.get_x() + 0.5, round(bar.get_y() + 0.5)): to_hex(bar.get_facecolor())
            for bar in axes.patches
        }
        split = {place for place, code in written.items() if code == "P"}
        assert {at for at, ground in grounds.items() if ground == LIGHT["house-ground"]} == split


@pytest.mark.parametrize("suffix", ["svg", "png", "PNG"])
def test_the_suffix_says_what_is_written(suffix: str, tmp_path: Path) -> None:
    """In whatever letters."""
    plot = PLOTS["edge"]()
    plot.write(tmp_path / f"edge.{suffix}")
    assert tmp_path.joinpath(f"edge.{suffix}").read_bytes() == plot.to_bytes(suffix.lower())


def test_settings_of_matplotlib_neither_change_nor_matter() -> None:
    """Whatever else the program draws."""
    with pytest.MonkeyPatch.context() as patch:
        before = PLOTS["edge"]().to_bytes()
        patch.setitem(rcParams, "lines.linewidth", 9)
        patch.setitem(rcParams, "svg.hashsalt", "another")
        settings = dict(rcParams)
        assert PLOTS["edge"]().to_bytes() == before
        assert dict(rcParams) == settings


def test_a_player_in_python_is_drawn_as_well() -> None:
    """Tables of the engine play its rounds."""
    run = run_of(RULES, CustomPlayer("mimic"), seed=7)
    (line, *_) = axes_of(bankroll_paths(run, Bankroll(10**6, shoes=2), 1)).get_lines()
    assert points(line) == list(enumerate(accumulate(run.nets(1, 2), initial=10**6)))


@cache
def no_bets() -> Run:
    """Return a run without bets."""
    return run_of(FRESH, CustomPlayer("pitboss.players:AbsentPlayer"), seed=7)


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: edge_by_count(counting(), found(), seat=1), "seat 1: give 0 to 0"),
        (
            lambda: edge_by_count(counting(), found(), least_rounds=10**6),
            "no count has 1000000 rounds",
        ),
        (
            lambda: edge_by_count(no_bets(), no_bets().shoes(1, 9), least_rounds=0),
            "no count has 0 rounds",
        ),
        (lambda: bankroll_paths(counting(), BANKROLL, 0), "0 sessions: give 1 to 6"),
        (lambda: bankroll_paths(counting(), BANKROLL, 7), "7 sessions: give 1 to 6"),
        (lambda: bankroll_paths(counting(), BANKROLL, fan=-1), "a fan of -1 sessions: give 0 to"),
        (lambda: edge_by_count(no_bets(), found()), "the result of another run"),
        (lambda: results_of_rounds(counting(), 10, unit_minor=0), "a unit of 0"),
        (lambda: convergence(counting(), 3), "1 shoes, or shoes without bets"),
        (lambda: convergence(no_bets(), 300), "300 shoes, or shoes without bets"),
        (
            lambda: strategy_chart(Chart(BASIC.chart.moves, ChartBy.STAKE, (BASIC.chart,))),
            "several charts that depend on who staked the hand: draw each",
        ),
        (lambda: PLOTS["edge"]().to_bytes("jpeg"), "a plot as 'jpeg': give svg or png"),
        (lambda: PLOTS["edge"]().write("edge"), "a plot as '': give svg or png"),
    ],
)
def test_what_cannot_be_drawn_is_named(draw: Callable[[], object], said: str) -> None:
    """With what to do about it."""
    with pytest.raises(PlotError, match=re.escape(said)):
        draw()


def test_rounds_that_there_are_not_are_refused_by_the_simulation() -> None:
    """As everywhere else."""
    for rounds in (0, 10**7 + 1, 10**12):
        with pytest.raises(
            StrategyError, match=f"^cannot draw {rounds} rounds: give 1 to 10,000,000$"
        ):
            results_of_rounds(counting(), rounds)
    with pytest.raises(StrategyError, match="shoes 2 to 1"):
        counting().nets(2, 1)
