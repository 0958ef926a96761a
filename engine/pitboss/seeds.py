"""Seeds of tables whose host names none; the engine itself draws only what follows from a seed."""

from __future__ import annotations

from secrets import randbelow

from pitboss.shoe import MAX_SEED


def drawn_seed() -> int:
    """Draw the seed of a table from the operating system."""
    return randbelow(MAX_SEED + 1)
