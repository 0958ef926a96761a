"""The slices of the simulation: whole shoes in the kernel, prepared first and then timed."""

from collections.abc import Callable, Mapping
from typing import Final

from tests.tools.benchmarks.rounds import Slice, Slices

from pitboss.players import HI_LO, BetRamp
from pitboss.rules import Rules
from pitboss.simulation import ByCount, run_of
from pitboss.simulation.shoe_ranges import play_range

BETS: Final = BetRamp(1000, ((1, 2000), (2, 4000), (3, 8000)))


def _ramp(rules: Rules) -> ByCount:
    basic = ByCount.basic(rules)
    return ByCount(basic.chart, BETS, insures_from=3, count=HI_LO)


def _index_plays(rules: Rules) -> ByCount:
    other = ByCount.basic(Rules.preset("european_all")).chart
    return ByCount(ByCount.basic(rules).chart, BETS, charts=((2, other),), count=HI_LO)


_STRATEGIES: Final[Mapping[str, Callable[[Rules], ByCount]]] = {
    "flat": ByCount.basic,
    "ramp": _ramp,
    "charts": _index_plays,
}


def simulated(preset: str, shuffle: str, strategy: str, seats: int) -> Slices:
    """Return what prepares slices of a simulation, with all that it adds up.

    Args:
        preset: the name of the rule set.
        shuffle: when it shuffles.
        strategy: what every seat plays: ``flat``, ``ramp`` or ``charts``.
        seats: how many there are.
    """
    rules = Rules.preset(preset, shuffle=shuffle)
    run = run_of(rules, _STRATEGIES[strategy](rules), seed=7, seats=seats)
    numbers = run.numbers
    play_range(numbers, 1, 1, hands=True)

    def prepare(rounds: int) -> Slice:
        shoes, _ = run.place_of(rounds)

        def play() -> None:
            play_range(numbers, 1, shoes, hands=True)

        return play

    return prepare
