"""Simulation: very many rounds, played by a compiled kernel in the same way as at a table.

This package needs the extra `simulation`.
"""

from pitboss.errors import require_extra

with require_extra("simulation", __name__):
    from pitboss.simulation.at_tables import StoppedError, StrategyPlayer
    from pitboss.simulation.encoding import UncoveredError
    from pitboss.simulation.results import MergeError, ShoeSums, SimulationResult, Sums
    from pitboss.simulation.results_file import ResultsError, results_from_json, results_to_json
    from pitboss.simulation.runs import RoundAt, Run, run_of
    from pitboss.simulation.sessions import Bankroll, Sessions
    from pitboss.simulation.side_bets import SideBetSums
    from pitboss.simulation.simulate import simulate, simulate_on
    from pitboss.simulation.strategy import (
        ByCount,
        CustomPlayer,
        Strategy,
        StrategyError,
        strategy_named,
    )

__all__ = [
    "Bankroll",
    "ByCount",
    "CustomPlayer",
    "MergeError",
    "ResultsError",
    "RoundAt",
    "Run",
    "Sessions",
    "ShoeSums",
    "SideBetSums",
    "SimulationResult",
    "StoppedError",
    "Strategy",
    "StrategyError",
    "StrategyPlayer",
    "Sums",
    "UncoveredError",
    "results_from_json",
    "results_to_json",
    "run_of",
    "simulate",
    "simulate_on",
    "strategy_named",
]
