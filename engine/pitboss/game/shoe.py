"""Shuffling: a seed becomes an order of cards that no version of anything may change.

Neither `random.shuffle` nor NumPy promises that tomorrow's order is today's, and a journal must
play again for ever. So the whole algorithm, `SHUFFLE_ALGORITHM`, is written down here:

1. The seed of a shoe is the SHA-256 of a fixed prefix, the table's seed and the number of the shoe,
   both as eight bytes, lowest first. Any shoe can thus be made without those before it.
2. The shoe's seed, behind a prefix of its own, feeds SHAKE-256 [FIPS 202], whose output is read as
   16-bit words, lowest byte first, for as long as words are needed. A number below n is a word
   modulo n; words from the largest multiple of n upwards are passed over, so that all n results are
   equally likely.
3. Fisher-Yates [Knuth, The Art of Computer Programming, volume 2, 3.4.2, algorithm P] over the
   canonical order, the last place first. Every place takes one number, even the first, which has
   no choice; the cut card's place takes the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256, shake_256
from itertools import chain
from struct import unpack
from typing import Final, Protocol

from pitboss.errors import ShoeError, brief
from pitboss.game.cards import Card
from pitboss.game.limits import MAX_CARDS
from pitboss.given import Given

SHUFFLE_ALGORITHM: Final = "shake256-fy/1"
"""The name under which a journal records how its shoes were shuffled."""

MAX_SEED: Final = 2**63 - 1
SEED_BYTES: Final = 32

_SEED_PREFIX: Final = b"pitboss shoe seed/1\0"
_WORDS_PREFIX: Final = b"pitboss " + SHUFFLE_ALGORITHM.encode() + b"\0"
_SPARE_WORDS: Final = 4
_WORD_VALUES: Final = 2**16
_LIMITS: Final = (0, *(_WORD_VALUES - _WORD_VALUES % n for n in range(1, MAX_CARDS + 2)))
"""The largest multiple of n within the values of a word, by n; nothing can be drawn below 0."""

SHOE_FIELDS: Final = ("number", "cards", "position", "cut_at", "seed", "written_out")
"""What a shoe holds; its slots, and what is compared of it."""


class Shoe:
    """The cards of one shuffle, and how far they have been drawn.

    Drawing is ``card = shoe.cards[shoe.position]; shoe.position += 1``. The `repr` tells nothing of
    what lies unseen.

    Attributes:
        number: counted from 1 at a table.
        cards: in the order of drawing; burned cards come first.
        position: index of the next card.
        cut_at: index of the first card beneath the cut card; past the end it never appears.
        seed: what the order was made from; `None` for an arranged shoe.
        written_out: a journal must write the cards, for the rules and `seed` do not give them.
    """

    __slots__ = SHOE_FIELDS

    def __init__(  # noqa: PLR0917  its fields, in their order
        self,
        number: int,
        cards: tuple[Card, ...],
        position: int,
        cut_at: int,
        seed: bytes | None,
        written_out: bool,  # noqa: FBT001  as it stands in the state
    ) -> None:
        self.number: int = number
        self.cards: tuple[Card, ...] = cards
        self.position: int = position
        self.cut_at: int = cut_at
        self.seed: bytes | None = seed
        self.written_out: bool = written_out

    def __repr__(self) -> str:
        return (
            f"Shoe(number={self.number}, position={self.position}, written_out={self.written_out})"
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Let a shoe be copied and pickled as what it is made from."""
        return Shoe, tuple([getattr(self, name) for name in SHOE_FIELDS])

    @property
    def remaining(self) -> int:
        """How many cards are left to draw."""
        return len(self.cards) - self.position

    @property
    def digest(self) -> str:
        """SHA-256, in hex, over the index of every card in the order of drawing, one byte each."""
        return sha256(bytes([card.index for card in self.cards])).hexdigest()

    def cards_text(self) -> str:
        """Return the codes in the order of drawing, nothing between them, for `parse_cards`."""
        return "".join([card.code for card in self.cards])

    def proved(self, digest: str) -> Shoe:
        """Return the shoe itself, if its order has the digest that a record states.

        Raises:
            ShoeError: it is another order.
        """
        if self.digest != digest:
            raise ShoeError(
                f"the cards of shoe {self.number} do not have the digest that is stated for them",
                "the record is damaged, or another algorithm made it",
            )
        return self


def cut_card_out(shoe: Shoe) -> bool:
    """Say whether a card beneath the cut card was drawn, so that this round is the shoe's last."""
    return shoe.position > shoe.cut_at


def shoe_seed(table_seed: Given[int], shoe_number: Given[int]) -> bytes:
    """Return the 32 bytes from which one shoe of a table is shuffled.

    Args:
        table_seed: 0 to `MAX_SEED`.
        shoe_number: 1 to `MAX_SEED`.

    Raises:
        ShoeError: an argument is out of range.
    """
    seed = check_range("seed", table_seed, 0, MAX_SEED)
    number = check_range("shoe number", shoe_number, 1, MAX_SEED)
    numbers = seed.to_bytes(8, "little") + number.to_bytes(8, "little")
    return sha256(_SEED_PREFIX + numbers).digest()


def shuffled(
    cards: Iterable[Card], seed: bytes, cut_places: int = 1
) -> tuple[tuple[Card, ...], int]:
    """Return the cards in the order that `seed` gives them, and the place drawn for the cut card.

    Args:
        cards: 1 to `MAX_CARDS` cards in canonical order.
        seed: 32 bytes, from `shoe_seed`.
        cut_places: how many places the cut card may take, 1 to `MAX_CARDS` + 1; they count from 0.

    Raises:
        ShoeError: an argument is out of range.
    """
    order = list(cards)
    left = len(order)
    check_range("number of cards", left, 1, MAX_CARDS)
    check_range("number of places for the cut card", cut_places, 1, MAX_CARDS + 1)
    check_range("number of bytes in a shoe's seed", len(seed), SEED_BYTES, SEED_BYTES)
    words = chain.from_iterable(_blocks_of_words(seed, left + _SPARE_WORDS))
    limits = _LIMITS
    # All the time goes into this loop. A word passed over costs a turn and leaves `left` as it was.
    for word in words:  # pragma: no branch  the words never end
        if word < limits[left]:
            other = word % left
            left -= 1
            order[left], order[other] = order[other], order[left]
            if not left:
                break
    cut_place = next(word for word in words if word < limits[cut_places]) % cut_places
    return tuple(order), cut_place


def _blocks_of_words(seed: bytes, count: int) -> Iterator[tuple[int, ...]]:
    """Yield the endless words of a seed: `count` at first, then as many as there were so far."""
    stream = shake_256(_WORDS_PREFIX + seed)
    start = 0
    while True:
        yield unpack(f"<{count - start}H", stream.digest(2 * count)[2 * start :])
        start, count = count, 2 * count


class ShoeSource(Protocol):
    """Where a table gets its shoes; it remembers nothing, so any shoe may be asked for again."""

    def fresh(self, number: int) -> Shoe:
        """Return a whole new shoe, between rounds.

        Raises:
            ShoeError: there is no shoe of that number.
        """
        ...

    def remade(self, number: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return a shoe of the cards not on the table, in mid-round; `None` if no card is left."""
        ...


def check_range(name: str, value: object, least: int, most: int) -> int:
    """Return a number of a shoe that is within its bounds.

    Raises:
        ShoeError: it is not, or no whole number.
    """
    if type(value) is int and least <= value <= most:
        return value
    raise ShoeError(f"the {name} is {brief(value)}", f"give {least} to {most}")
