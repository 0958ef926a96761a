"""Plots as SVG or PNG: edges, bankrolls, results of rounds, convergence, strategy charts.

Plots need the extras `plots` and `simulation`.
"""

from pitboss.plots.charts import strategy_chart
from pitboss.plots.drawing import bankroll_paths, convergence, edge_by_count, results_of_rounds
from pitboss.plots.plot import Plot, PlotError

__all__ = [
    "Plot",
    "PlotError",
    "bankroll_paths",
    "convergence",
    "edge_by_count",
    "results_of_rounds",
    "strategy_chart",
]
