"""Libre Blackjack with its internal player, as a process that plays so many hands.

A round: one seat, basic strategy, splits, doubles; six decks, shuffled after the
round in which the cut card comes out; mean, variance, counts of outcomes; no record; seeded.

It is built by ``make bench LIBREBLACKJACK=CHECKOUT`` from a checkout of seamplex/libreblackjack.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

PROGRAM = Path(__file__).parents[4] / ".cache" / "peers" / "libreblackjack"


def start() -> Callable[[int], None]:
    """Return what plays so many rounds.

    Raises:
        ImportError: it was not built.
    """
    if not PROGRAM.exists():
        raise ImportError("it was not built: make bench LIBREBLACKJACK=CHECKOUT does that")
    words = [str(PROGRAM), "--internal", "--decks=6", "--flat_bet=1", "--no_insurance=1"]

    def play(rounds: int) -> None:
        # It tells what it found on standard error.
        subprocess.run([*words, f"--hands={rounds}"], check=True, stderr=subprocess.DEVNULL)

    return play
