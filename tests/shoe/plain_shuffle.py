"""The shuffle once more, as plainly as its description can be followed: the twin of the engine's.

It keeps no table, no generator and no unpacked block. Faults are planted in it by way of `below`.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256, shake_256

from attrs import define, field

from pitboss.game.cards import Card


@define
class Stream:
    """The bytes of a shoe's seed, from the first on.

    Attributes:
        seed: of the shoe.
        read: how many bytes have been taken.
        known: the bytes worked out so far.
    """

    seed: bytes
    read: int = 0
    known: bytes = field(default=b"", repr=False)

    def number(self, width: int) -> int:
        """Return the number in the next `width` bytes, lowest byte first."""
        if self.read + width > len(self.known):
            longer = 2 * len(self.known) + 64
            self.known = shake_256(b"pitboss shake256-fy/1\0" + self.seed).digest(longer)
        self.read += width
        return int.from_bytes(self.known[self.read - width : self.read], "little")


Below = Callable[[Stream, int], int]
"""Takes from a stream a number from 0 up to, and without, a bound."""


def fair_below(stream: Stream, bound: int) -> int:
    """Take 16-bit words until one lies within whole runs of `bound`, all equally long."""
    runs = 65536 // bound
    word = stream.number(2)
    while word >= runs * bound:
        word = stream.number(2)
    return word % bound


def plain_seed(table_seed: int, shoe_number: int) -> bytes:
    """Return the seed of one shoe of a table."""
    message = b"pitboss shoe seed/1\0"
    for number in (table_seed, shoe_number):
        for place in range(8):
            message += bytes([number >> 8 * place & 255])
    return sha256(message).digest()


def plain_shuffled(
    cards: Sequence[Card], seed: bytes, cut_places: int = 1, below: Below = fair_below
) -> tuple[tuple[Card, ...], int]:
    """Return the cards shuffled, from the last place to the first, and the cut card's place."""
    stream = Stream(seed)
    order = list(cards)
    for last in reversed(range(len(order))):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order), below(stream, cut_places)
