"""Simulation: very many rounds, counted by a kernel that plays as the engine plays.

It needs the extra `simulation`: ``pip install 'pitboss[simulation]'``.
"""

from pitboss.simulation.numbers import UncoveredError
from pitboss.simulation.player import StrategyPlayer
from pitboss.simulation.results import MergeError, ShoeSums, Simulated, Sums
from pitboss.simulation.simulate import Run, run_of, simulate, simulate_on
from pitboss.simulation.strategy import HI_LO, ByCount, Count, CountRounding, StrategyError

__all__ = [
    "HI_LO",
    "ByCount",
    "Count",
    "CountRounding",
    "MergeError",
    "Run",
    "ShoeSums",
    "Simulated",
    "StrategyError",
    "StrategyPlayer",
    "Sums",
    "UncoveredError",
    "run_of",
    "simulate",
    "simulate_on",
]
