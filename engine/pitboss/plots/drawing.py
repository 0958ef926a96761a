"""The plots: each is made from the results of a simulation, or from the rounds of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate, pairwise
from typing import Final

from pitboss.arguments import takes
from pitboss.errors import brief
from pitboss.game.money import format_minor
from pitboss.game.shoe import write_seed
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.players.counting import COUNTING_SYSTEMS
from pitboss.plots.matplotlib_imports import (
    MAX_KEPT_ROUNDS,
    Axes,
    Bankroll,
    CustomPlayer,
    ExactValue,
    MaxNLocator,
    Run,
    SimulationResult,
    Strategy,
    StrategyError,
    Sums,
    percentiles,
)
from pitboss.plots.plot import (
    Palette,
    Plot,
    PlotError,
    drawing_style,
    empty_plot,
    percent,
    with_commas,
)
from pitboss.rules import Rules
from pitboss.rules.rules import nearest_preset

_ERRORS: Final = 2
"""How many standard errors a plot shows on each side.

About 19 of 20 such ranges contain the true value.
"""

_BY: Final = 1.15
"""In a plot of convergence, the number of shoes grows by about this factor from point to point."""

_SHARES: Final = (5, 25, 50, 75, 95)
"""Percentiles of bankrolls: the two outer ones limit one band, the two inner ones another."""

_MAX_SESSIONS: Final = 6
_MAX_FAN: Final = 10_000
_SEED_LETTERS: Final = 20


def _described(run: Run) -> str:
    """Write the rules, the strategies and the seed of a run."""
    preset, seed = nearest_preset(run.rules), str(write_seed(run.seed))
    changed = len(run.rules.changes(Rules.preset(preset)))
    rules = f"{preset}, {changed} options changed" if changed else preset
    players = ", ".join(dict.fromkeys(map(_name, run.strategies)))
    shown = seed if len(seed) <= _SEED_LETTERS else f"{seed[:_SEED_LETTERS]}…"
    return f"{rules} · {players} · seed {shown}"


def _name(strategy: Strategy) -> str:
    if isinstance(strategy, CustomPlayer):
        return strategy.name
    named = {system: name for name, system in COUNTING_SYSTEMS.items()}
    return "one chart" if strategy.count is None else named.get(strategy.count, "own count")


@takes(PlotError)
def edge_by_count(
    run: Run,
    found: SimulationResult,
    seat: int = 0,
    *,
    least_rounds: int = 1000,
    dark: bool = False,
) -> Plot:
    """Draw the edge of a seat at each count, with bars of two standard errors.

    Args:
        run: the run that was simulated.
        found: the results of this run.
        seat: which seat, from 0.
        least_rounds: counts with fewer rounds are left out, because their large errors would hide
            the rest.
        dark: whether to draw for a dark background.

    Raises:
        PlotError: there is no such seat, no count has `least_rounds` rounds, or the results
            are of another run.
    """
    if found.run != run.digest:
        raise PlotError("this is the result of another run", "give the run that was simulated")
    if not 0 <= seat < len(found.by_count):
        raise PlotError(f"there is no seat {brief(seat)}", f"give 0 to {len(found.by_count) - 1}")
    counts = _often(found.by_count[seat], least_rounds)
    system = run.strategies[seat].count
    count = "Running count" if system is not None and not system.divided else "True count"
    errors = [
        _ERRORS * 100 * sums.standard_error_minor * sums.rounds / sums.bets_minor
        for sums in counts.values()
    ]
    with drawing_style(dark=dark) as palette:
        plot, axes = empty_plot(
            f"Edge by count in {found.rounds:,} rounds",
            _described(run),
            f"{count} at the bet",
            "Won of a unit bet (%)",
        )
        axes.axhline(0, color=palette["quiet"], linewidth=1)
        axes.errorbar(
            list(counts),
            [100 * sums.edge for sums in counts.values()],
            yerr=errors,
            fmt="o",
            color=palette["house"],
            capsize=3,
            label=f"mean ± {_ERRORS} standard errors",
        )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(with_commas())
        axes.legend(loc="upper left")
        return plot


def _often(by_count: Mapping[int, Sums], least_rounds: int) -> dict[int, Sums]:
    """Return the sums of each count that has enough rounds, in the order of the counts."""
    often = {
        at: sums for at, sums in sorted(by_count.items()) if sums.rounds >= max(1, least_rounds)
    }
    if not often:
        raise PlotError(
            f"no count has {brief(least_rounds)} rounds",
            "simulate more rounds, or give a smaller `least_rounds`",
        )
    return often


@takes(PlotError)
def bankroll_paths(
    run: Run, bankroll: Bankroll, sessions: int = 5, *, fan: int = 100, dark: bool = False
) -> Plot:
    """Draw the bankroll in the first sessions of a run; a path ends where the bankroll is lost.

    Behind the paths is a fan of the first `fan` sessions. It shows, for each round, the median
    bankroll and the bands that contain 50 % and 90 % of the bankrolls. A lost bankroll counts as 0
    from then on.

    Args:
        run: the run to play.
        bankroll: the bankroll and the number of shoes of each session.
        sessions: how many sessions have a path, 1 to 6.
        fan: how many sessions the fan shows, up to 10,000; 0 draws no fan.
        dark: whether to draw for a dark background.

    Raises:
        PlotError: the number of sessions is out of range.
        StrategyError: the sessions of the fan have too many rounds.
        AdapterError: a player in Python failed.
    """
    if not 1 <= sessions <= _MAX_SESSIONS:
        raise PlotError(f"cannot draw {brief(sessions)} sessions", f"give 1 to {_MAX_SESSIONS}")
    if not 0 <= fan <= _MAX_FAN:
        raise PlotError(f"cannot draw a fan of {brief(fan)} sessions", f"give 0 to {_MAX_FAN}")
    with drawing_style(dark=dark) as palette:
        plot, axes = empty_plot(
            f"Bankroll in sessions of {bankroll.shoes:,} shoes",
            _described(run),
            "Rounds played",
            "Bankroll",
        )
        lines = [
            _draw_path(axes, _path(run, bankroll, session), session, colour)
            for session, colour in enumerate(palette.series[:sessions])
        ]
        if fan:
            _draw_fan(axes, [_path(run, bankroll, session) for session in range(fan)], palette)
        level = bankroll.amount_minor
        axes.axhline(level, color=palette["quiet"], linewidth=1, linestyle="dashed")
        axes.axhline(0, color=palette["quiet"], linewidth=1)
        axes.xaxis.set_major_formatter(with_commas())
        axes.yaxis.set_major_formatter(with_commas(run.rules.minor_per_unit))
        # The legend lists the paths by their last bankroll, the largest first.
        lines.sort(key=lambda line: -line.get_ydata()[-1])
        bands = axes.get_legend_handles_labels()[0][len(lines) :]
        axes.legend(handles=[*lines, *bands], loc="center left", bbox_to_anchor=(1, 0.5))
        return plot


def _path(run: Run, bankroll: Bankroll, session: int) -> list[int]:
    """Return a bankroll before the first round and after each round, until it is lost."""
    first = session * bankroll.shoes + 1
    nets = run.nets(first, first + bankroll.shoes - 1)
    whole = list(accumulate(nets, initial=bankroll.amount_minor))
    lost_at = next((at for at, left in enumerate(whole) if left <= 0), len(whole))
    return whole[: lost_at + 1]


def _draw_path(axes: Axes, path: list[int], session: int, colour: str) -> Axes:
    lost = path[-1] <= 0
    (line,) = axes.plot(
        path,
        color=colour,
        linewidth=1.3,
        label=f"session {session + 1}{', lost' if lost else ''}",
        marker="X" if lost else "o",
        markevery=[len(path) - 1],
    )
    return line


def _draw_fan(axes: Axes, paths: list[list[int]], palette: Palette) -> None:
    """Draw the bands of the bankrolls, up to the end of the shortest session that was not lost."""
    ends = [len(path) for path in paths if path[-1] > 0] or [max(map(len, paths))]
    rounds = min(ends)
    filled = [[max(path[at], 0) if at < len(path) else 0 for at in range(rounds)] for path in paths]
    lowest, low, median, high, highest = percentiles(filled, _SHARES)
    bands = ((lowest, highest, "90 %", 0.15), (low, high, "50 %", 0.3))
    for below, above, share, strength in bands:
        axes.fill_between(
            range(rounds),
            below,
            above,
            color=palette["quiet"],
            alpha=strength,
            linewidth=0,
            label=f"{share} of {len(paths):,} sessions",
        )
    axes.plot(median, color=palette["ink"], linewidth=1, linestyle="dotted", label="their median")


@takes(PlotError)
def results_of_rounds(
    run: Run, rounds: int, *, unit_minor: int = DEFAULT_BET_MINOR, dark: bool = False
) -> Plot:
    """Draw how often each result of a round occurs, for all seats together.

    Args:
        run: the run to play.
        rounds: how many rounds, from the first on, up to `MAX_KEPT_ROUNDS`.
        unit_minor: the unit of the results, such as the lowest bet, in minor units.
        dark: whether to draw for a dark background.

    Raises:
        PlotError: the unit is not positive.
        StrategyError: the number of rounds is out of range.
        AdapterError: a player in Python failed.
    """
    if unit_minor < 1:
        raise PlotError(f"cannot use a unit of {brief(unit_minor)}", "give 1 minor unit or more")
    if type(rounds) is not int or not 1 <= rounds <= MAX_KEPT_ROUNDS:
        raise StrategyError(f"cannot draw {brief(rounds)} rounds", f"give 1 to {MAX_KEPT_ROUNDS:,}")
    last, _ = run.place_of(rounds)
    shares = Counter(run.nets(1, last)[:rounds])
    least = 100 / rounds
    with drawing_style(dark=dark) as palette:
        plot, axes = empty_plot(
            f"Results of {rounds:,} rounds",
            _described(run),
            f"Result of a round (bets of {format_minor(unit_minor, run.rules.minor_per_unit)})",
            "Share of rounds (%, logarithmic)",
        )
        for name, sign, token in (
            ("lost", -1, "player"),
            ("even", 0, "quiet"),
            ("won", 1, "house"),
        ):
            at = sorted(net for net in shares if (net > 0) - (net < 0) == sign)
            share = [100 * shares[net] / rounds for net in at]
            units = [net / unit_minor for net in at]
            axes.vlines(units, least / 2, share, color=palette[token], linewidth=1.3)
            axes.plot(
                units,
                share,
                color=palette[token],
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
def convergence(
    run: Run, rounds: int, exact: ExactValue | None = None, *, dark: bool = False
) -> Plot:
    """Draw how the edge converges over the rounds, with two standard errors on each side.

    Args:
        run: the run to play.
        rounds: the least number of rounds; the first point has about a hundredth of the shoes.
        exact: the exact value for the same rules and chart, see `pitboss.exact.value`. It is for
            a fresh shoe, so the mean may differ if shoes are played down to a cut card.
        dark: whether to draw for a dark background.

    Raises:
        PlotError: there are fewer than two shoes, or nothing was bet.
        StrategyError: the number of rounds is out of range.
        AdapterError: a player in Python failed.
    """
    last, _ = run.place_of(rounds)
    found = _growing(run, last)
    bets = [sum(seat.bets_minor for seat in each.seats) for each in found]
    if not found or not bets[0]:
        raise PlotError(
            f"cannot draw {last} shoes, or shoes without bets",
            "give a run with bets, and rounds for two shoes or more",
        )
    played = [each.rounds for each in found]
    pairs = list(zip(found, bets, strict=True))
    means = [100 * each.mean_minor * each.rounds / bet for each, bet in pairs]
    errors = [_ERRORS * 100 * each.standard_error_minor * each.rounds / bet for each, bet in pairs]
    with drawing_style(dark=dark) as palette:
        plot, axes = empty_plot(
            "What is won of a unit bet, by rounds played",
            _described(run),
            "Rounds played (logarithmic)",
            "Won of a unit bet (%)",
        )
        axes.fill_between(
            played,
            [mean - error for mean, error in zip(means, errors, strict=True)],
            [mean + error for mean, error in zip(means, errors, strict=True)],
            color=palette["house"],
            alpha=0.2,
            linewidth=0,
            label=f"± {_ERRORS} standard errors",
        )
        last_mean = percent(means[-1] / 100)
        axes.plot(played, means, color=palette["house"], label=f"mean, {last_mean} at last")
        if exact is not None:
            _draw_exact(axes, exact, palette)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(with_commas())
        axes.yaxis.set_major_formatter(with_commas())
        axes.legend(loc="best")
        return plot


def _draw_exact(axes: Axes, exact: ExactValue, palette: Palette) -> None:
    label = f"exact value of a fresh shoe, {percent(exact.value)}"
    axes.axhline(100 * exact.value, color=palette["player"], linestyle="dashed", label=label)


def _growing(run: Run, last: int) -> list[SimulationResult]:
    """Return results of more and more shoes, all from shoe 1 on; the last one ends with `last`."""
    ends = [max(2, last // 100)]
    while ends[-1] < last:
        ends.append(min(last, int(ends[-1] * _BY) + 1))
    if last < 2:
        return []
    found = [run.shoes(1, ends[0], hands=False)]
    for before, end in pairwise(ends):
        found.append(found[-1] + run.shoes(before + 1, end, hands=False))
    return found
