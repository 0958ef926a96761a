"""Where shoes come from: a seed, an arrangement by hand, or the record of a shoe.

A journal takes only shoes that its replay would find, which is checked here, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from secrets import randbelow
from typing import Final

from attrs import field, frozen

from pitboss.errors import CardError, JournalError, ShoeError, brief
from pitboss.game.cards import CARDS, CARDS_IN_A_DECK, Card
from pitboss.game.limits import MAX_CARDS, MAX_DECKS
from pitboss.game.shoe import (
    MAX_SEED,
    SEED_BYTES,
    Shoe,
    ShoeSource,
    check_range,
    shoe_seed,
    shuffled,
)
from pitboss.rules import Rules


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read what `Shoe.cards_text` wrote.

    Raises:
        ShoeError: the text is not 1 to `MAX_CARDS` card codes with nothing between them.
    """
    codes = [text[at : at + 2] for at in range(0, len(text), 2)]
    check_range("number of cards", len(codes), 1, MAX_CARDS)
    try:
        return tuple([Card.parse(code) for code in codes])
    except CardError as error:
        raise ShoeError(
            f"the cards of a shoe hold {brief(error.text)}",
            "write codes without spaces, such as 'ThAs'",
        ) from error


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
        check_range("seed", self.table_seed, 0, MAX_SEED)
        check_range("number of decks", self.decks, 1, MAX_DECKS)
        cards = self.decks * CARDS_IN_A_DECK
        check_range("number of burned cards", self.burn, 0, cards - 1)
        check_range("upper end of the cut window", self.cut_high, 0, cards)
        check_range("lower end of the cut window", self.cut_low, 0, self.cut_high)

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
        check_range("shoe number", number, 1, MAX_SEED)
        return self._made(number, _seed_of(seed), CARDS * self.decks, written_out=False)

    def remade(self, number: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the shoe of that number, of the cards not on the table; `None` if no card is left.

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
        position, cut_at = min(self.burn, size - 1), size - low - place
        return Shoe(number, order, position, cut_at, seed, written_out=written_out)


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
            check_range("number of cards", len(order), 1, MAX_CARDS)
            _check_cards(order)
            if self.cut_at is not None:
                check_range("place of the cut card", self.cut_at, 0, len(order))

    def fresh(self, number: int) -> Shoe:
        """Return the arranged shoe of that number, or the one of `then`.

        Raises:
            ShoeError: there is neither.
        """
        arranged = self._arranged(number)
        if arranged is not None:
            return arranged
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
        arranged = self._arranged(number)
        if arranged is not None or self.then is None:
            return arranged
        return self.then.remade(number, on_table)

    def _arranged(self, number: int) -> Shoe | None:
        check_range("shoe number", number, 1, MAX_SEED)
        if number > len(self.orders):
            return None
        order = self.orders[number - 1]
        cut_at = len(order) if self.cut_at is None else self.cut_at
        return Shoe(number, order, 0, cut_at, None, written_out=True)


def recorded_shoe(
    number: int, cards: str, position: int, cut_at: int, seed: str | None = None
) -> Shoe:
    """Return an arranged shoe, or one made in mid-round, again from its written cards.

    Args:
        number: of the shoe at its table.
        cards: what `Shoe.cards_text` wrote.
        position: index of the next card.
        cut_at: index of the first card beneath the cut card.
        seed: the shoe's own seed in hex; `None` for an arranged shoe.

    Raises:
        ShoeError: a number is out of range, or a text cannot be read.
    """
    order = parse_cards(cards)
    check_range("shoe number", number, 1, MAX_SEED)
    check_range("position", position, 0, len(order))
    check_range("place of the cut card", cut_at, 0, len(order))
    own_seed = None if seed is None else _seed_of(seed)
    return Shoe(number, order, position, cut_at, own_seed, written_out=True)


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


def drawn_seed() -> int:
    """Draw the seed of a table whose host names none; the engine itself draws only from a seed."""
    return randbelow(MAX_SEED + 1)


def check_source(source: ShoeSource, rules: Rules, seed: int | None) -> None:
    """See that a replay would find all shoes that a source may bring.

    A journal names the seed of its table, or none; of a shoe that comes from a seed it writes no
    cards. A replay makes such a shoe again, as the rules say.

    Args:
        source: of the table; of one of a host's own each shoe is looked at when it comes.
        rules: of the table.
        seed: of the table, if it has one.

    Raises:
        JournalError: it would not.
    """
    last = last_source(source)
    if last is None and seed is not None:
        raise JournalError(None, *_ENDING)
    if isinstance(last, SeededShoes):
        due = seeded_shoes(rules, last.table_seed if seed is None else seed)
        if last != due:
            raise JournalError(None, *_FOREIGN)


def check_shoe(shoe: Shoe, source: ShoeSource, rules: Rules, seed: int | None) -> None:
    """See that a replay would find a shoe that a source of a host's own has brought.

    Raises:
        JournalError: it would not.
    """
    if shoe.written_out or type(last_source(source)) is SeededShoes:
        return
    if shoe.seed is None:
        raise JournalError(None, *_FOREIGN)
    made = seeded_shoes(rules, 0 if seed is None else seed)
    own = shoe.seed.hex()
    due = made.recorded(shoe.number, own) if seed is None else made.fresh(shoe.number)
    if _drawn_from(due) != _drawn_from(shoe):
        raise JournalError(None, *_FOREIGN)


def _drawn_from(shoe: Shoe) -> tuple[object, ...]:
    return shoe.seed, shoe.cards, shoe.position, shoe.cut_at


def last_source(source: ShoeSource) -> ShoeSource | None:
    """Return where shoes come from after those that are arranged; None if from nowhere."""
    last: ShoeSource | None = source
    while isinstance(last, ArrangedShoes):
        last = last.then
    return last


_FOREIGN: Final = (
    "these shoes are not those of the table's seed and rules, so that no replay would find them",
    "give the table seeded_shoes(rules, seed)",
)
_ENDING: Final = (
    "the arranged shoes come to an end, after which a replay would go on with shoes of the seed",
    "leave the seed out, or let ArrangedShoes go on with seeded_shoes(rules, seed)",
)
