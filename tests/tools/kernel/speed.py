"""Measure the kernel on one core, in turns with the method of `whole_shoes`.

From the root of the project:

    python -m tests.tools.kernel.speed
"""

import os
import sys
import time
from collections.abc import Callable

from tests.tools.kernel.whole_shoes import WholeShoes

from pitboss.rules import Rules
from pitboss.simulation import HI_LO, ByCount, run_of
from pitboss.simulation.running import play_range

SHOES = 4_096
TURNS = 7


def kernel(
    rules: Rules, strategy: ByCount, seats: int, shoes: int, *, hands: bool = True
) -> Callable[[int], int]:
    """Return what plays shoes in the kernel, with all its sums, or without those by hand."""
    numbers = run_of(rules, strategy, seed=7, seats=seats).numbers
    return lambda turn: play_range(numbers, 1 + turn * shoes, shoes, hands=hands).played


def contenders() -> dict[str, Callable[[int], int]]:
    """Return what is measured, by name; each plays and says how many rounds that were."""
    rules = Rules.preset("six_deck_s17")
    basic, other = ByCount.basic(rules), ByCount.basic(Rules.preset("european_all"))
    bets = ((1, 2000), (2, 4000), (3, 8000))
    ramp = ByCount(basic.chart, bets=bets, insures_from=3, count=HI_LO)
    index = ByCount(basic.chart, charts=((2, other.chart),), bets=bets, count=HI_LO)
    fresh = Rules.preset("six_deck_s17", shuffle="every_round")
    european = Rules.preset("european_all")
    whole = WholeShoes.of(rules)
    return {
        "whole shoes, hhoppe's method": lambda turn: whole.play(SHOES, turn)[0],
        "cut card": kernel(rules, basic, 1, SHOES),
        "cut card, no sums by hand": kernel(rules, basic, 1, SHOES, hands=False),
        "cut card, no hole card": kernel(european, ByCount.basic(european), 1, SHOES),
        "cut card, Hi-Lo ramp": kernel(rules, ramp, 1, SHOES),
        "cut card, Hi-Lo, two charts": kernel(rules, index, 1, SHOES),
        "cut card, seven seats": kernel(rules, basic, 7, SHOES // 4),
        "a fresh shoe each round": kernel(fresh, basic, 1, 16 * SHOES),
    }


def main() -> None:
    """Take turns, and print the best and the median of each."""
    each = contenders()
    taken: dict[str, list[float]] = {name: [] for name in each}
    for turn in range(-1, TURNS):
        for name, play in each.items():
            begun = time.process_time()
            played = play(turn + 1)
            # The first turn compiles.
            if turn >= 0:
                taken[name].append((time.process_time() - begun) / played)
    peer = sorted(taken["whole shoes, hhoppe's method"])
    for name, seconds in taken.items():
        best, median = min(seconds), sorted(seconds)[TURNS // 2]
        sys.stdout.write(
            f"{name:30} best {1e-6 / best:6.2f}, median {1e-6 / median:6.2f} million rounds/s, "
            f"{peer[0] / best:5.2f} and {peer[TURNS // 2] / median:5.2f} times hhoppe's method\n"
        )
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    sys.stdout.write(f"processor time of one process; load averages {load}\n")


if __name__ == "__main__":
    main()
