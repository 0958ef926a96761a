"""Records of numbers in an array, read and written by the names of their fields."""

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiling import inline, layout_of, record_at


class Purse:
    """What somebody has: some number, and one of each of four coins."""

    number: int
    coins: NDArray[np.int64]


PURSE = layout_of(Purse, coins=4)


def put_in(t: NDArray[np.int64], place: int, coin: int) -> int:
    """Put a coin into the purse at a place; return its number."""
    purse = record_at(t, place, PURSE)
    purse.coins[coin] += 1
    purse.number = 10 * purse.number + coin
    return purse.number


def test_a_record_lies_at_its_place_compiled_or_not() -> None:
    """What is written to a field changes the array there, and nothing else."""
    for put in (put_in, inline(put_in)):
        t = np.zeros(8, np.int64)
        assert [put(t, 2, coin) for coin in (3, 1)] == [3, 31]
        assert t.tolist() == [0, 0, 31, 0, 1, 0, 1, 0]
