"""Shuffling: how a secret becomes an order of cards, which must be the same in all versions.

Neither `random.shuffle` nor NumPy promises the same order in later versions, but it must always be
possible to replay old journals. So the whole algorithm, `SHUFFLE_ALGORITHM`, is written down here.
Numbers are written as eight bytes, lowest first; a tag is a fixed text that ends with a zero byte.

1. The secret of a table is 32 bytes. If a whole number is given instead, the secret is the first 32
   bytes of SHAKE-256 [FIPS 202] over a tag and the number.
2. The seed of a shoe is the first 32 bytes of SHAKE-256 over a tag, the secret, the number of the
   shoe, its part (see `Shoe`), and the seeds of clients. These are in the order of the seats,
   each after its length in bytes. So any shoe can be made without making earlier shoes.
3. The output of SHAKE-256 over a tag and the shoe's seed is read as 16-bit words, lowest byte
   first, as many as are needed. A number below n is a word modulo n. A word is used only
   if it is below the largest multiple of n up to 2**16, so that all n results are equally likely.
4. The first number places the cut card, even if only one place is possible.
5. The cards, in canonical order, are shuffled by Fisher-Yates [Knuth, The Art of Computer
   Programming, volume 2, 3.4.2, algorithm P], place by place from the first. If n cards lie at a
   place and after it, the next number below n says which of them is swapped with the card at the
   place. So the first k cards need k numbers, and cards that are never drawn need no shuffle.

The commitment of a shoe is the SHA-256 of a tag and its seed. The commitment of a table is the
SHA-256 of another tag and its secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256, shake_256
from struct import unpack
from typing import Final, Protocol

from pitboss.errors import ShoeError, brief
from pitboss.game.cards import Card
from pitboss.game.limits import MAX_CARDS
from pitboss.unchecked import Unchecked

SHUFFLE_ALGORITHM: Final = "shake256-fy/2"
"""The name under which a journal records how its shoes were shuffled."""

MAX_SEED: Final = 2**63 - 1
SEED_BYTES: Final = 32

NOT_SECRET: Final = "not secret "  # noqa: S105  the text says that it is no secret
"""Commitments begin with this text if the secret is made from a number, which can be guessed."""

TableSeed = int | bytes
"""The seed of a table's shoes: a secret of 32 bytes, or a number for tests."""

_SECRET_TAG: Final = b"pitboss secret of a number/2\0"
SEED_TAG: Final = b"pitboss shoe seed/2\0"
WORDS_TAG: Final = b"pitboss " + SHUFFLE_ALGORITHM.encode() + b"\0"
_SECRET_COMMITMENT_TAG: Final = b"pitboss secret commitment/2\0"
_SHOE_COMMITMENT_TAG: Final = b"pitboss shoe commitment/2\0"

_FIRST_WORDS: Final = 32
_SPARE_WORDS: Final = 8
_MIN_PREPARED: Final = 8
_MANY_PREPARED: Final = 32
_PREPARED_AT_ONCE: Final = 104
_WORD_VALUES: Final = 2**16
_LIMITS: Final = (0, *(_WORD_VALUES - _WORD_VALUES % n for n in range(1, MAX_CARDS + 2)))
"""For each n, the largest multiple of n up to 2**16. For n = 0, it is 0: no number is drawn."""

SHOE_FIELDS: Final = (
    "number",
    "cards",
    "position",
    "cut_at",
    "seed",
    "written_out",
    "part",
    "client_seeds",
)
"""The fields of a shoe that snapshots store and that comparisons use."""


class Shoe:
    """The cards of one shuffle, and how far they have been drawn.

    Drawing is ``if shoe.has(shoe.position + 1): card = shoe.order[shoe.position]``, and then
    ``shoe.position += 1``. The `repr` does not show the cards.

    Attributes:
        number: the number of the shoe at its table, counted from 1.
        part: 0 for a whole shoe; 1, 2 and so on for shoes made in mid-round from the cards not on
            the table. These keep the number of the previous shoe.
        order: the cards; those before `prepared` are in the order of drawing.
        prepared: how many cards have been shuffled so far.
        position: index of the next card; burned cards come first.
        cut_at: index of the first card beneath the cut card; if this is beyond the last card, the
            cut card never comes out.
        seed: what the order was made from; `None` for an arranged shoe.
        written_out: whether a journal must write the cards, because they do not follow from the
            rules and the seed.
        client_seeds: the public seeds that the seats added, in the order of the seats.
        words: the random words from the seed that were computed so far.
        taken: how many of `words` were used.
    """

    __slots__ = (
        "client_seeds",
        "cut_at",
        "number",
        "order",
        "part",
        "position",
        "prepared",
        "seed",
        "taken",
        "words",
        "written_out",
    )

    def __init__(  # noqa: PLR0917  its fields in their order
        self,
        number: int,
        cards: Iterable[Card],
        position: int,
        cut_at: int,
        seed: bytes | None,
        written_out: bool,  # noqa: FBT001  in the order of the state
        part: int = 0,
        client_seeds: tuple[str, ...] = (),
    ) -> None:
        self.number: int = number
        self.part: int = part
        self.order: list[Card] = list(cards)
        self.prepared: int = len(self.order)
        self.position: int = position
        self.cut_at: int = cut_at
        self.seed: bytes | None = seed
        self.written_out: bool = written_out
        self.client_seeds: tuple[str, ...] = client_seeds
        self.words: tuple[int, ...] = ()
        self.taken: int = 0

    def __repr__(self) -> str:
        return f"Shoe({self.name}, position={self.position}, written_out={self.written_out})"

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle a shoe as the arguments from which it is made."""
        return Shoe, tuple([getattr(self, name) for name in SHOE_FIELDS])

    @property
    def name(self) -> str:
        """The name in a journal: the number; if the part is not 0, then a point and the part."""
        return f"{self.number}.{self.part}" if self.part else str(self.number)

    @property
    def remaining(self) -> int:
        """How many cards are left to draw."""
        return len(self.order) - self.position

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in the order of drawing; reading them leaves the shoe itself unchanged."""
        if self.prepared == len(self.order):
            return tuple(self.order)
        whole = Shoe(self.number, self.order, 0, 0, self.seed, self.written_out)
        whole.prepared, whole.words, whole.taken = self.prepared, self.words, self.taken
        whole.has(len(whole.order))
        return tuple(whole.order)

    @cards.setter
    def cards(self, cards: tuple[Card, ...]) -> None:
        self.order = list(cards)
        self.prepared = len(cards)

    def cards_text(self) -> str:
        """Return the codes in the order of drawing without separators, for `parse_cards`."""
        return "".join([card.code for card in self.cards])

    def shuffle(self, cut_places: int) -> int:
        """Begin to shuffle the cards by the seed; return the place that was drawn for the cut card.

        Args:
            cut_places: the number of possible places, 1 to `MAX_CARDS` + 1, counted from 0.

        Raises:
            ShoeError: the number of places, of cards or of the seed's bytes is out of range.
        """
        check_range("number of cards", len(self.order), 1, MAX_CARDS)
        check_range("number of places for the cut card", cut_places, 1, MAX_CARDS + 1)
        seed_bytes = len(self.seed or b"")
        check_range("number of bytes in a shoe's seed", seed_bytes, SEED_BYTES, SEED_BYTES)
        self.prepared = 0
        limit = _LIMITS[cut_places]
        word = self._next_word()
        while word >= limit:
            word = self._next_word()
        return word % cut_places

    def has(self, count: int) -> bool:
        """Say whether the shoe has `count` cards, drawn ones included; if so, shuffle that many."""
        if count <= self.prepared:
            return True
        order = self.order
        size = len(order)
        if count > size:
            return False
        place = self.prepared
        # A shoe of one round needs few cards. If more are drawn, usually all up to the cut card are
        # drawn. Then larger steps take less time.
        ahead = 2 * place if place < _MANY_PREPARED else place + _PREPARED_AT_ONCE
        end = min(max(count, ahead, _MIN_PREPARED), size)
        limits = _LIMITS
        left = size - place
        taken = self.taken - place
        # This loop takes nearly all of the time. A skipped word takes one pass of the loop, but
        # fills no place.
        while place < end:
            for word in self.words[taken + place : taken + end]:
                if word < limits[left]:
                    other = place + word % left
                    order[place], order[other] = order[other], order[place]
                    place += 1
                    left -= 1
                else:
                    taken += 1
            if place < end and taken + place == len(self.words):
                self._more_words()
        self.taken = taken + end
        self.prepared = end
        return True

    def _next_word(self) -> int:
        if self.taken == len(self.words):
            self._more_words()
        word = self.words[self.taken]
        self.taken += 1
        return word

    def _more_words(self) -> tuple[int, ...]:
        """Compute more words: first a few, then enough for a whole shoe, then twice as many."""
        known = len(self.words)
        count = max(2 * known, len(self.order) + _SPARE_WORDS) if known else _FIRST_WORDS
        seed = self.seed or b""
        self.words = unpack(f"<{count}H", shake_256(WORDS_TAG + seed).digest(2 * count))
        return self.words


def cut_card_out(shoe: Shoe) -> bool:
    """Say whether a card beneath the cut card was drawn, so that this round is the shoe's last."""
    return shoe.position > shoe.cut_at


def check_seed(seed: object) -> TableSeed:
    """Return the seed of a table after checking it.

    Raises:
        ShoeError: the seed is neither a number from 0 to `MAX_SEED` nor 32 bytes.
    """
    if isinstance(seed, bytes):
        check_range("number of bytes in a secret", len(seed), SEED_BYTES, SEED_BYTES)
        return seed
    return check_range("seed", seed, 0, MAX_SEED)


def write_seed(seed: TableSeed | None) -> int | str | None:
    """Return the seed of a table as in a journal: a number, or the hex digits of a secret."""
    return seed.hex() if isinstance(seed, bytes) else seed


def secret_of(seed: Unchecked[TableSeed]) -> bytes:
    """Return the secret of a table: its seed, or 32 bytes made from a whole number.

    Raises:
        ShoeError: `seed` is not a seed of a table.
    """
    checked = check_seed(seed)
    return checked if isinstance(checked, bytes) else _stretched(checked)


@lru_cache
def _stretched(number: int) -> bytes:
    return shake_256(_SECRET_TAG + number.to_bytes(8, "little")).digest(SEED_BYTES)


def shoe_seed(
    seed: Unchecked[TableSeed],
    number: Unchecked[int],
    part: Unchecked[int] = 0,
    client_seeds: Sequence[str] = (),
) -> bytes:
    """Return the 32 bytes from which one shoe of a table is shuffled.

    Args:
        seed: the seed of the table.
        number: the number of the shoe, 1 to `MAX_SEED`.
        part: the part of the shoe, 0 to `MAX_SEED`.
        client_seeds: the seed that each seat added, in the order of the seats; may be empty.

    Raises:
        ShoeError: an argument is out of range.
    """
    number = check_range("shoe number", number, 1, MAX_SEED)
    part = check_range("part of a shoe", part, 0, MAX_SEED)
    message = secret_of(seed) + number.to_bytes(8, "little") + part.to_bytes(8, "little")
    for client_seed in client_seeds:
        added = client_seed.encode()
        message += len(added).to_bytes(8, "little") + added
    return shake_256(SEED_TAG + message).digest(SEED_BYTES)


def shoe_commitment(shoe: Shoe, table_seed: TableSeed | None) -> str | None:
    """Return the commitment to a shoe's seed; `None` for an arranged shoe."""
    if shoe.seed is None:
        return None
    return _commitment(_SHOE_COMMITMENT_TAG, shoe.seed, table_seed)


def secret_commitment(seed: TableSeed) -> str:
    """Return the commitment to the secret of a table."""
    return _commitment(_SECRET_COMMITMENT_TAG, secret_of(seed), seed)


def _commitment(tag: bytes, secret: bytes, table_seed: TableSeed | None) -> str:
    mark = "" if isinstance(table_seed, bytes) else NOT_SECRET
    return mark + sha256(tag + secret).hexdigest()


def shuffle(
    cards: Iterable[Card], seed: bytes, cut_places: int = 1
) -> tuple[tuple[Card, ...], int]:
    """Return the cards in the order that `seed` gives, and the place of the cut card.

    Args:
        cards: 1 to `MAX_CARDS` cards in canonical order.
        seed: 32 bytes, from `shoe_seed`.
        cut_places: how many places the cut card may take, 1 to `MAX_CARDS` + 1; place 0 is first.

    Raises:
        ShoeError: an argument is out of range.
    """
    shoe = Shoe(1, cards, 0, 0, seed, written_out=False)
    cut_place = shoe.shuffle(cut_places)
    return shoe.cards, cut_place


class ShoeSource(Protocol):
    """A source of the shoes of a table. It has no state, so any shoe can be made again."""

    def fresh(self, number: int) -> Shoe:
        """Return a whole new shoe, which comes into use between rounds.

        Raises:
            ShoeError: there is no shoe with that number.
        """
        ...

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the shoe that follows a shoe used up in mid-round; `None` if no shoe follows.

        Args:
            number: the number of the shoe that was used up.
            part: the part of the next shoe, if it is made of the cards not on the table.
            on_table: the cards on the table.
        """
        ...


def check_range(name: str, value: object, least: int, most: int) -> int:
    """Return a number, such as the number of a shoe, after checking its bounds.

    Raises:
        ShoeError: the number is out of bounds, or is not a whole number.
    """
    if type(value) is int and least <= value <= most:
        return value
    raise ShoeError(f"the {name} is {brief(value)}", f"give {least} to {most}")
