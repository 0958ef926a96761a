"""The plots: each is made of what a simulation found, or of the rounds of a run."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, pairwise

from pitboss.arguments import takes
from pitboss.errors import brief
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.plots.borrowed import (
    MOST_KEPT_ROUNDS,
    Bankroll,
    ExactValue,
    MaxNLocator,
    Run,
    Simulated,
    StrategyError,
)
from pitboss.plots.plot import (
    BLUE,
    COLOURS,
    GREY,
    ORANGE,
    Plot,
    PlotError,
    alike,
    empty_plot,
    percent,
    with_commas,
)

_ERRORS = 2
"""How many standard errors are drawn to each side: 19 of 20 true values lie within."""

_BY = 1.15
"""By how much the rounds grow from point to point where a mean converges."""


@takes(PlotError)
@alike()
def edge_by_count(
    found: Simulated, seat: int = 0, *, least_rounds: int = 1000, count: str = "True count"
) -> Plot:
    """Draw what a seat wins of a unit bet at each count, with its standard error.

    Args:
        found: what a simulation found.
        seat: which seat, from 0.
        least_rounds: counts with fewer rounds are left out, whose errors would hide the rest.
        count: what the strategy counts, for the axis.

    Raises:
        PlotError: there is no such seat, or no count with so many rounds.
    """
    if not 0 <= seat < len(found.by_count):
        raise PlotError(f"seat {brief(seat)}", f"give 0 to {len(found.by_count) - 1}")
    drawn = {
        at: sums
        for at, sums in sorted(found.by_count[seat].items())
        if sums.rounds >= max(1, least_rounds)
    }
    if not drawn:
        raise PlotError(
            f"no count has {brief(least_rounds)} rounds",
            "simulate more rounds, or give fewer `least_rounds`",
        )
    plot, axes = empty_plot(
        f"Edge by count in {found.rounds:,} rounds", f"{count} at the bet", "Won of a unit bet (%)"
    )
    errors = [
        _ERRORS * 100 * sums.standard_error_minor * sums.rounds / sums.bets_minor
        for sums in drawn.values()
    ]
    axes.axhline(0, color=GREY, linewidth=1)
    axes.errorbar(
        list(drawn),
        [100 * sums.edge for sums in drawn.values()],
        yerr=errors,
        fmt="o",
        color=BLUE,
        capsize=3,
        label=f"mean ± {_ERRORS} standard errors",
    )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(with_commas())
    axes.legend(loc="upper left")
    return plot


@takes(PlotError)
@alike()
def bankroll_paths(run: Run, bankroll: Bankroll, sessions: int = 5) -> Plot:
    """Draw how the bankroll goes in the first sessions of a run; a path ends where it is lost.

    Args:
        run: whose rounds are played.
        bankroll: with which each session begins, and how many shoes it has.
        sessions: how many, 1 to 6.

    Raises:
        PlotError: it is another number of sessions.
        AdapterError: a player in Python failed.
    """
    if not 1 <= sessions <= len(COLOURS):
        raise PlotError(f"{brief(sessions)} sessions", f"give 1 to {len(COLOURS)}")
    plot, axes = empty_plot(
        f"Bankroll in sessions of {bankroll.shoes:,} shoes",
        "Rounds played",
        "Bankroll (minor units)",
    )
    for session, colour in enumerate(COLOURS[:sessions]):
        first = session * bankroll.shoes + 1
        path = _path(bankroll.amount_minor, run.nets(first, first + bankroll.shoes - 1))
        lost = path[-1] <= 0
        axes.plot(
            path,
            color=colour,
            linewidth=1.3,
            label=f"session {session + 1}{', lost' if lost else ''}",
            marker="X" if lost else "o",
            markevery=[len(path) - 1],
        )
    axes.axhline(bankroll.amount_minor, color=GREY, linewidth=1, linestyle="dashed")
    axes.axhline(0, color=GREY, linewidth=1)
    axes.xaxis.set_major_formatter(with_commas())
    axes.yaxis.set_major_formatter(with_commas())
    # In the order in which the paths end.
    lines = sorted(axes.get_lines()[:sessions], key=lambda line: -line.get_ydata()[-1])
    axes.legend(handles=lines, loc="center left", bbox_to_anchor=(1, 0.5))
    return plot


def _path(amount_minor: int, nets: list[int]) -> list[int]:
    """Return a bankroll before the first round and after each, up to where it is lost."""
    whole = list(accumulate(nets, initial=amount_minor))
    lost_at = next((at for at, left in enumerate(whole) if left <= 0), len(whole))
    return whole[: lost_at + 1]


@takes(PlotError)
@alike()
def results_of_rounds(run: Run, rounds: int, *, unit_minor: int = DEFAULT_BET_MINOR) -> Plot:
    """Draw how often a round brings what, all seats together.

    Args:
        run: whose rounds are played.
        rounds: how many of them, from the first on, up to `MOST_KEPT_ROUNDS`.
        unit_minor: in which results are given, such as the lowest bet, in minor units.

    Raises:
        PlotError: the unit is not positive.
        StrategyError: the number of rounds is out of range.
        AdapterError: a player in Python failed.
    """
    if unit_minor < 1:
        raise PlotError(f"a unit of {brief(unit_minor)}", "give 1 minor unit or more")
    if type(rounds) is not int or not 1 <= rounds <= MOST_KEPT_ROUNDS:
        raise StrategyError(f"{brief(rounds)} rounds", f"give 1 to {MOST_KEPT_ROUNDS:,}")
    last, _ = run.place_of(rounds)
    shares = Counter(run.nets(1, last)[:rounds])
    plot, axes = empty_plot(
        f"Results of {rounds:,} rounds",
        f"Result of a round (bets of {unit_minor:,} minor units)",
        "Share of rounds (%, logarithmic)",
    )
    least = 100 / rounds
    for name, sign, colour in (("lost", -1, ORANGE), ("even", 0, GREY), ("won", 1, BLUE)):
        at = sorted(net for net in shares if (net > 0) - (net < 0) == sign)
        share = [100 * shares[net] / rounds for net in at]
        units = [net / unit_minor for net in at]
        axes.vlines(units, least / 2, share, color=colour, linewidth=1.3)
        axes.plot(
            units,
            share,
            color=colour,
            linestyle="none",
            marker="o",
            markersize=5,
            label=f"{name}: {sum(share):.2f} %",
        )
    axes.set_yscale("log")
    axes.set_ylim(bottom=least / 2)
    axes.xaxis.set_major_formatter(with_commas())
    axes.yaxis.set_major_formatter(with_commas())
    axes.legend(loc="upper left")
    return plot


@takes(PlotError)
@alike()
def convergence(run: Run, rounds: int, exact: ExactValue | None = None) -> Plot:
    """Draw how what is won of a unit bet settles with more rounds, with its standard error.

    Args:
        run: whose rounds are played.
        rounds: how many at least; the plot begins with about a hundredth of them.
        exact: of the same rules and chart, see `pitboss.exact.value`. It is that of a fresh shoe,
            so it need not be met where a shoe is played down to a cut card.

    Raises:
        PlotError: these are fewer than two shoes, or nothing was bet.
        StrategyError: the number of rounds is out of range.
        AdapterError: a player in Python failed.
    """
    last, _ = run.place_of(rounds)
    found = _growing(run, last)
    bets = [sum(seat.bets_minor for seat in each.seats) for each in found]
    if not found or not bets[0]:
        raise PlotError(
            f"{last} shoes, or no bets", "give a run that bets, and rounds of two shoes or more"
        )
    plot, axes = empty_plot(
        "What is won of a unit bet, by rounds played",
        "Rounds played (logarithmic)",
        "Won of a unit bet (%)",
    )
    played = [each.rounds for each in found]
    pairs = list(zip(found, bets, strict=True))
    means = [100 * each.mean_minor * each.rounds / bet for each, bet in pairs]
    errors = [_ERRORS * 100 * each.standard_error_minor * each.rounds / bet for each, bet in pairs]
    axes.fill_between(
        played,
        [mean - error for mean, error in zip(means, errors, strict=True)],
        [mean + error for mean, error in zip(means, errors, strict=True)],
        color=BLUE,
        alpha=0.2,
        linewidth=0,
        label=f"± {_ERRORS} standard errors",
    )
    axes.plot(played, means, color=BLUE, label=f"mean, {percent(means[-1] / 100)} at last")
    if exact is not None:
        label = f"exact value of a fresh shoe, {percent(exact.value)}"
        axes.axhline(100 * exact.value, color=ORANGE, linestyle="dashed", label=label)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(with_commas())
    axes.yaxis.set_major_formatter(with_commas())
    axes.legend(loc="best")
    return plot


def _growing(run: Run, last: int) -> list[Simulated]:
    """Return what is found from the first shoe to others, ever later ones, up to the last."""
    ends = [max(2, last // 100)]
    while ends[-1] < last:
        ends.append(min(last, int(ends[-1] * _BY) + 1))
    if last < 2:
        return []
    found = [run.shoes(1, ends[0], hands=False)]
    for before, end in pairwise(ends):
        found.append(found[-1] + run.shoes(before + 1, end, hands=False))
    return found
