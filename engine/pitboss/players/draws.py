"""Random numbers that no version of anything may change.

The same seed must give the same rounds on every Python. Of `random.Random` only ``random()`` is
promised to stay, and a float is a poor source of whole numbers; so the numbers are taken from
SHA-256 in counter mode, 64 bits each, and those that would favour some results are passed over.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct
from typing import Final

_PREFIX: Final = b"pitboss random player/1\0"
_KEY: Final = Struct("<QQ")
_COUNTER: Final = Struct("<Q")
_WORDS: Final = Struct("<4Q")
_WORDS_OF_A_BLOCK: Final = 4
_WORD_VALUES: Final = 2**64


class Draws:
    """An endless row of random numbers, apart from those that shuffle shoes.

    Args:
        seed: 0 to 2**64 - 1.
        stream: tells apart the rows of one seed, 0 to 2**64 - 1.
    """

    def __init__(self, seed: int, stream: int) -> None:
        self._key = _PREFIX + _KEY.pack(seed, stream)
        self._used = 0
        self._block = -1
        self._words: tuple[int, ...] = ()

    def below(self, number: int) -> int:
        """Return a number from 0 to `number` - 1, all of them equally likely.

        Args:
            number: 1 to 2**64.
        """
        fair = _WORD_VALUES - _WORD_VALUES % number
        place = self._used
        while (word := self._word(place)) >= fair:
            place += 1
        # Only now, so that whoever is interrupted before draws the same number again.
        self._used = place + 1
        return word % number

    def _word(self, place: int) -> int:
        """Return a word by its place in the row."""
        block, place_in_block = divmod(place, _WORDS_OF_A_BLOCK)
        if block != self._block:
            self._words = _WORDS.unpack(sha256(self._key + _COUNTER.pack(block)).digest())
            self._block = block
        return self._words[place_in_block]
