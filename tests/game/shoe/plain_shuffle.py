"""The shuffle once more, as plainly as its description can be followed: the twin of the engine's.

It keeps no table, no unpacked block and no place up to which it has shuffled. Faults are planted in
it by way of `below`.
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
            longer = 3 * len(self.known) + 50
            self.known = shake_256(b"pitboss shake256-fy/2\0" + self.seed).digest(longer)
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


def eight_bytes(number: int) -> bytes:
    """Return a number, its lowest byte first."""
    return bytes([number >> 8 * place & 255 for place in range(8)])


def plain_secret(table_seed: int | bytes) -> bytes:
    """Return the secret of a table, to which a whole number is stretched."""
    if isinstance(table_seed, bytes):
        return table_seed
    message = b"pitboss secret of a number/2\0" + eight_bytes(table_seed)
    return shake_256(message).digest(32)


def plain_seed(
    table_seed: int | bytes, number: int, part: int = 0, client_seeds: Sequence[str] = ()
) -> bytes:
    """Return the seed of one shoe of a table."""
    message = b"pitboss shoe seed/2\0" + plain_secret(table_seed)
    message += eight_bytes(number) + eight_bytes(part)
    for text in client_seeds:
        message += eight_bytes(len(text.encode())) + text.encode()
    return shake_256(message).digest(32)


def plain_commitment(tag: bytes, secret: bytes, table_seed: int | bytes) -> str:
    """Return what a secret, or the seed of a shoe, is held to."""
    mark = "not secret " if isinstance(table_seed, int) else ""
    return mark + sha256(tag + secret).hexdigest()


def plain_shuffled(
    cards: Sequence[Card], seed: bytes, cut_places: int = 1, below: Below = fair_below
) -> tuple[tuple[Card, ...], int]:
    """Return the cards shuffled, from the first place to the last, and the cut card's place."""
    stream = Stream(seed)
    cut_place = below(stream, cut_places)
    order = list(cards)
    for first in range(len(order)):
        other = first + below(stream, len(order) - first)
        order[first], order[other] = order[other], order[first]
    return tuple(order), cut_place
