"""The shoe: a seed becomes an order of cards that no version of anything may change.

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

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256, shake_256
from itertools import chain
from struct import unpack
from typing import Final, Protocol

from attrs import field, frozen

from pitboss.cards import CARDS, CARDS_IN_A_DECK, Card
from pitboss.errors import CardError, ShoeError, brief
from pitboss.limits import MAX_CARDS, MAX_DECKS
from pitboss.rules import Rules

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
        cut_at: index of the first card beneath the cut card; with none there it never appears.
        seed: what the order was made from; none for an arranged shoe.
        written_out: a journal must write the cards, for the rules and `seed` do not give them.
    """

    __slots__ = SHOE_FIELDS

    number: int
    cards: tuple[Card, ...]
    position: int
    cut_at: int
    seed: bytes | None
    written_out: bool

    def __init__(  # noqa: PLR0917  its fields, in their order
        self,
        number: int,
        cards: tuple[Card, ...],
        position: int,
        cut_at: int,
        seed: bytes | None,
        written_out: bool,  # noqa: FBT001  as it stands in the state
    ) -> None:
        self.number = number
        self.cards = cards
        self.position = position
        self.cut_at = cut_at
        self.seed = seed
        self.written_out = written_out

    def __repr__(self) -> str:
        return (
            f"Shoe(number={self.number}, position={self.position}, written_out={self.written_out})"
        )

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


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read what `Shoe.cards_text` wrote.

    Raises:
        ShoeError: the text is not 1 to `MAX_CARDS` card codes with nothing between them.
    """
    codes = [text[at : at + 2] for at in range(0, len(text), 2)]
    _check("number of cards", len(codes), 1, MAX_CARDS)
    try:
        return tuple([Card.parse(code) for code in codes])
    except CardError as error:
        raise ShoeError(
            f"the cards of a shoe hold {brief(error.text)}",
            "write codes without spaces, such as 'ThAs'",
        ) from error


def shoe_seed(table_seed: int, shoe_number: int) -> bytes:
    """Return the 32 bytes from which one shoe of a table is shuffled.

    Args:
        table_seed: 0 to `MAX_SEED`.
        shoe_number: 1 to `MAX_SEED`.

    Raises:
        ShoeError: an argument is out of range.
    """
    _check("seed", table_seed, 0, MAX_SEED)
    _check("shoe number", shoe_number, 1, MAX_SEED)
    numbers = table_seed.to_bytes(8, "little") + shoe_number.to_bytes(8, "little")
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
    _check("number of cards", left, 1, MAX_CARDS)
    _check("number of places for the cut card", cut_places, 1, MAX_CARDS + 1)
    _check("number of bytes in a shoe's seed", len(seed), SEED_BYTES, SEED_BYTES)
    words = chain.from_iterable(_blocks_of_words(seed, left + _SPARE_WORDS))
    next_word = words.__next__
    limits = _LIMITS
    # All the time goes into this loop. A word passed over costs a turn and leaves `left` as it was.
    while left:
        word = next_word()
        if word < limits[left]:
            other = word % left
            left -= 1
            order[left], order[other] = order[other], order[left]
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
        """Return a shoe of the cards not on the table, in mid-round; none if no card is left."""
        ...


@frozen
class SeededShoes:
    """Shoes shuffled from a table's seed.

    Attributes:
        table_seed: 0 to `MAX_SEED`; kept out of the `repr`.
        decks: in a whole shoe, 1 to `MAX_DECKS`.
        burn: cards burned after a shuffle.
        cut_low: the least number of cards beneath the cut card.
        cut_high: the greatest number of cards beneath it.

    Raises:
        ShoeError: a number is out of range, or the cut window does not lie inside the shoe.
    """

    table_seed: int = field(repr=False)
    decks: int
    burn: int
    cut_low: int
    cut_high: int

    def __attrs_post_init__(self) -> None:
        _check("seed", self.table_seed, 0, MAX_SEED)
        _check("number of decks", self.decks, 1, MAX_DECKS)
        cards = self.decks * CARDS_IN_A_DECK
        _check("number of burned cards", self.burn, 0, cards - 1)
        _check("upper end of the cut window", self.cut_high, 0, cards)
        _check("lower end of the cut window", self.cut_low, 0, self.cut_high)

    def fresh(self, number: int) -> Shoe:
        """Return the whole shoe of that number.

        Raises:
            ShoeError: the number is out of range.
        """
        seed = shoe_seed(self.table_seed, number)
        return self._made(number, seed, CARDS * self.decks, written_out=False)

    def recorded(self, number: int, seed: str) -> Shoe:
        """Return the whole shoe of that number again from its own seed, without the table's.

        Args:
            number: of the shoe at its table.
            seed: of the shoe, in hex.

        Raises:
            ShoeError: the number is out of range, or the seed is not 32 bytes in hex.
        """
        _check("shoe number", number, 1, MAX_SEED)
        return self._made(number, _seed_of(seed), CARDS * self.decks, written_out=False)

    def remade(self, number: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the shoe of that number, of the cards not on the table; none if none is left.

        The cut window is clipped to the cards there are, and at least one of them is not burned. A
        card on the table that these decks do not hold, because it came from an arranged shoe, takes
        nothing away.

        Raises:
            ShoeError: the number is out of range.
        """
        left = Counter(CARDS * self.decks)
        left.subtract(on_table)
        # Deck after deck, as a whole shoe begins: what is missing is missing from the last decks.
        cards = [card for deck in range(self.decks) for card in CARDS if left[card] > deck]
        if not cards:
            return None
        seed = shoe_seed(self.table_seed, number)
        return self._made(number, seed, cards, written_out=True)

    def _made(self, number: int, seed: bytes, cards: Sequence[Card], *, written_out: bool) -> Shoe:
        """Shuffle the cards, place the cut card and burn, as far as there are cards for it."""
        size = len(cards)
        low, high = min(self.cut_low, size), min(self.cut_high, size)
        order, place = shuffled(cards, seed, high - low + 1)
        return Shoe(
            number=number,
            cards=order,
            position=min(self.burn, size - 1),
            cut_at=size - low - place,
            seed=seed,
            written_out=written_out,
        )


def seeded_shoes(rules: Rules, seed: int) -> SeededShoes:
    """Return the shoes that a seed makes under a rule set.

    Raises:
        ShoeError: the seed is out of range.
    """
    return SeededShoes(seed, rules.decks, rules.burn, rules.cut_card.low, rules.cut_card.high)


def _orders(orders: Iterable[Iterable[Card]]) -> tuple[tuple[Card, ...], ...]:
    try:
        return tuple(tuple(order) for order in orders)
    except TypeError as error:
        raise ShoeError("the orders are not lists of cards", "give a list of shoes") from error


@frozen
class ArrangedShoes:
    """Shoes whose order is known beforehand, as shoe 1, shoe 2 and so on; nothing is burned.

    Attributes:
        orders: of each shoe the cards in the order of drawing, 1 to `MAX_CARDS`; not in the `repr`.
        then: where later shoes come from; without it there are none.
        cut_at: index, in every order, of the first card beneath the cut card; by default the cut
            card never appears.

    Raises:
        ShoeError: an order is empty or too long, holds what is no card, or the cut card lies
            outside it.
    """

    orders: tuple[tuple[Card, ...], ...] = field(converter=_orders, repr=False)
    then: ShoeSource | None = field(default=None, repr=False)
    cut_at: int | None = field(default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        for order in self.orders:
            _check("number of cards", len(order), 1, MAX_CARDS)
            _check_cards(order)
            if self.cut_at is not None:
                _check("place of the cut card", self.cut_at, 0, len(order))

    def fresh(self, number: int) -> Shoe:
        """Return the arranged shoe of that number, or the one of `then`.

        Raises:
            ShoeError: there is neither.
        """
        _check("shoe number", number, 1, MAX_SEED)
        if number <= len(self.orders):
            return self._arranged(number)
        if self.then is None:
            raise ShoeError(
                f"shoe {number} is asked for and {len(self.orders)} are arranged",
                "arrange more, or give the source that follows them",
            )
        return self.then.fresh(number)

    def remade(self, number: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the arranged shoe of that number, or `then`'s of the cards not on the table.

        Raises:
            ShoeError: the number is out of range.
        """
        _check("shoe number", number, 1, MAX_SEED)
        if number <= len(self.orders):
            return self._arranged(number)
        return None if self.then is None else self.then.remade(number, on_table)

    def _arranged(self, number: int) -> Shoe:
        order = self.orders[number - 1]
        return Shoe(
            number=number,
            cards=order,
            position=0,
            cut_at=len(order) if self.cut_at is None else self.cut_at,
            seed=None,
            written_out=True,
        )


def recorded_shoe(
    number: int, cards: str, position: int, cut_at: int, seed: str | None = None
) -> Shoe:
    """Return an arranged shoe, or one made in mid-round, again from its written cards.

    Args:
        number: of the shoe at its table.
        cards: what `Shoe.cards_text` wrote.
        position: index of the next card.
        cut_at: index of the first card beneath the cut card.
        seed: the shoe's own seed in hex; none for an arranged shoe.

    Raises:
        ShoeError: a number is out of range, or a text cannot be read.
    """
    order = parse_cards(cards)
    _check("shoe number", number, 1, MAX_SEED)
    _check("position", position, 0, len(order))
    _check("place of the cut card", cut_at, 0, len(order))
    return Shoe(
        number=number,
        cards=order,
        position=position,
        cut_at=cut_at,
        seed=None if seed is None else _seed_of(seed),
        written_out=True,
    )


def _check_cards(order: Sequence[object]) -> None:
    # What a host arranges is not always what its types promise.
    if not all(isinstance(card, Card) for card in order):
        raise ShoeError("an order holds what is no card", "give the cards of parse_cards('Th6c')")


def _seed_of(text: str) -> bytes:
    """Read a shoe's seed as `bytes.hex` writes it, and in no other spelling."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != text:
        raise ShoeError("a shoe's seed cannot be read", f"write {2 * SEED_BYTES} digits 0-9 a-f")
    return seed


def _check(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise ShoeError(f"the {name} is {brief(value)}", f"give {least} to {most}")
