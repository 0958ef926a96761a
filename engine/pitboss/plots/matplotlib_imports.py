"""What the plots import from Matplotlib."""

from __future__ import annotations

from typing import Any

from pitboss.errors import require_extra

with require_extra("plots", "pitboss.plots"):
    from matplotlib import style
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator
    from numpy import percentile

    from pitboss.exact import ExactValue
    from pitboss.simulation import (
        Bankroll,
        CustomPlayer,
        Run,
        SimulationResult,
        StrategyError,
        Sums,
    )
    from pitboss.simulation.runs import MAX_KEPT_ROUNDS
    from pitboss.simulation.strategy import Strategy

Axes = Any
"""The axes of Matplotlib; their options have no types."""


def percentiles(rows: list[list[int]], shares: tuple[int, ...]) -> list[list[float]]:
    """Return, for each share, the percentile of each column of the rows."""
    found: list[list[float]] = percentile(rows, shares, axis=0).tolist()
    return found


__all__ = [
    "MAX_KEPT_ROUNDS",
    "Axes",
    "Bankroll",
    "CustomPlayer",
    "ExactValue",
    "Figure",
    "FuncFormatter",
    "MaxNLocator",
    "Run",
    "SimulationResult",
    "Strategy",
    "StrategyError",
    "Sums",
    "percentiles",
    "style",
]
