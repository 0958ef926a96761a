"""Random numbers that no version of anything may change.

The same seed must give the same rounds on every Python. Of `random.Random` only ``random()`` is
promised to stay, and a float is a poor source of whole numbers; so the numbers are taken from
SHA-256 in counter mode, 64 bits each, and those that would favour some results are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Final

_PREFIX: Final = b"pitboss random player/1\0"
_KEY: Final = Struct("<QQ")
_COUNTER: Final = Struct("<Q")
_WORDS: Final = Struct("<4Q")
_WORD_VALUES: Final = 2**64


class Draws:
    """An endless row of random numbers, apart from those that shuffle shoes.

    Args:
        seed: 0 to 2**64 - 1.
        stream: tells apart the rows of one seed, 0 to 2**64 - 1.
    """

    def __init__(self, seed: int, stream: int) -> None:
        self._words = _words(_PREFIX + _KEY.pack(seed, stream))

    def below(self, number: int) -> int:
        """Return a number from 0 to `number` - 1, all of them equally likely.

        Args:
            number: 1 to 2**64.
        """
        fair = _WORD_VALUES - _WORD_VALUES % number
        return next(word for word in self._words if word < fair) % number


def _words(key: bytes) -> Iterator[int]:
    for block in count():
        yield from _WORDS.unpack(sha256(key + _COUNTER.pack(block)).digest())
