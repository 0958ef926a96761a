"""The sources of shoes: a seed, an arrangement by hand, or a recorded shoe.

This module also checks shoes for a journal, which refuses shoes that a replay could not make again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from secrets import token_bytes
from typing import Final

from attrs import evolve, field, frozen

from pitboss.arguments import takes
from pitboss.errors import CardError, JournalError, ShoeError, TableError, brief
from pitboss.game.cards import Card
from pitboss.game.events import CLIENT_TEXT_SIGNS, is_client_text
from pitboss.game.limits import MAX_CARDS, MAX_DECKS
from pitboss.game.round import Round
from pitboss.game.shoe import (
    MAX_SEED,
    SEED_BYTES,
    Shoe,
    ShoeSource,
    TableSeed,
    check_range,
    check_seed,
    secret_commitment,
    shoe_seed,
)
from pitboss.rules import Rules
from pitboss.rules.values import Deck
from pitboss.unchecked import Unchecked


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards in a text that `Shoe.cards_text` wrote.

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
        table_seed: a secret, or a number in place of one. The `repr` leaves it out.
        decks: how many decks a whole shoe has, 1 to `MAX_DECKS`.
        burn: how many cards are burned after a shuffle.
        cut_low: the least number of cards beneath the cut card.
        cut_high: the greatest number of cards beneath the cut card.
        client_seeds: the seeds that the seats add to further shoes, in the order of the seats, with
            "" for a seat without a seed. The tuple is empty if no seat adds a seed.
        deck: the cards of one deck.

    Raises:
        ShoeError: a number is out of range, the cut window does not lie inside the shoe, or a
            client's seed is not allowed for `SeatChange.seed`.
    """

    table_seed: TableSeed = field(repr=False)
    decks: int
    burn: int
    cut_low: int
    cut_high: int
    client_seeds: tuple[str, ...] = ()
    deck: Deck = Deck.STANDARD

    def __attrs_post_init__(self) -> None:
        check_seed(self.table_seed)
        check_range("number of decks", self.decks, 1, MAX_DECKS)
        cards = len(self.whole)
        check_range("number of burned cards", self.burn, 0, cards - 1)
        check_range("upper end of the cut window", self.cut_high, 0, cards)
        check_range("lower end of the cut window", self.cut_low, 0, self.cut_high)
        for client_seed in self.client_seeds:
            if client_seed != "" and not is_client_text(client_seed):
                raise ShoeError(
                    f"a client's seed cannot be {brief(client_seed)}",
                    f"give {CLIENT_TEXT_SIGNS}",
                )

    def fresh(self, number: int) -> Shoe:
        """Return the whole shoe that has this number.

        Raises:
            ShoeError: the number is out of range.
        """
        return self._made(number, 0, self.whole)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return a part of a shoe, made of the cards not on the table; `None` if no card is left.

        The cut window shrinks to fit these cards, and at least one of them is not burned. A card on
        the table that is from an arranged shoe, and not in these decks, is ignored.

        Raises:
            ShoeError: a number is out of range.
        """
        cards = self.without(on_table)
        return self._made(number, part, cards) if cards else None

    @property
    def whole(self) -> tuple[Card, ...]:
        """All cards of a whole shoe, deck after deck."""
        return self.deck.cards * self.decks

    def without(self, gone: Iterable[Card]) -> list[Card]:
        """Return a whole shoe's cards, deck after deck; the last decks lack the cards in `gone`."""
        left = Counter(self.whole)
        left.subtract(gone)
        return [card for deck in range(self.decks) for card in self.deck.cards if left[card] > deck]

    @property
    def commitment(self) -> str:
        """The commitment to the secret of the table."""
        return secret_commitment(self.table_seed)

    def stands_for(self, rules: Rules, seed: TableSeed | None, /) -> bool:
        """Return whether a replay with the rules and the seed of a table makes the same shoes."""
        return seed is not None and self == seeded_shoes(rules, seed, self.client_seeds)

    def _made(self, number: int, part: int, cards: Sequence[Card]) -> Shoe:
        seed = shoe_seed(self.table_seed, number, part, self.client_seeds)
        return self.made_of(seed, number, part, cards)

    def made_of(self, seed: bytes, number: int, part: int, cards: Sequence[Card]) -> Shoe:
        """Return a new shoe: begin to shuffle it, place its cut card, and burn cards.

        If there are too few cards to burn, all except one are burned.

        Args:
            seed: the seed of the shoe.
            number: the number of the shoe.
            part: the part of the shoe.
            cards: all cards of the shoe, in their canonical order.
        """
        size = len(cards)
        low, high = min(self.cut_low, size), min(self.cut_high, size)
        burned, added = min(self.burn, size - 1), self.client_seeds
        shoe = Shoe(number, cards, burned, 0, seed, part > 0, part, added)
        shoe.cut_at = size - low - shoe.shuffle(high - low + 1)
        return shoe


def seeded_shoes(rules: Rules, seed: TableSeed, client_seeds: tuple[str, ...] = ()) -> SeededShoes:
    """Return the shoes that a seed makes under a rule set.

    Args:
        rules: the rules of the table.
        seed: a secret of 32 bytes, or a number from 0 to `MAX_SEED`, which anybody can guess.
        client_seeds: the seeds that the seats add, in the order of the seats.

    Raises:
        ShoeError: a seed is out of range.
    """
    window, burn = rules.cut_card, rules.burn
    return SeededShoes(seed, rules.decks, burn, window.low, window.high, client_seeds, rules.deck)


def _orders(orders: Iterable[Iterable[Card]]) -> tuple[tuple[Card, ...], ...]:
    try:
        return tuple(tuple(order) for order in orders)
    except TypeError as error:
        raise ShoeError("the orders are not lists of cards", "give a list of shoes") from error


@frozen
class ArrangedShoes:
    """Shoes with a given order, as shoe 1, shoe 2 and so on; nothing is burned.

    Attributes:
        orders: the 1 to `MAX_CARDS` cards of each shoe, in the order in which they are drawn. The
            `repr` leaves them out.
        then: the source of later shoes; `None` if there are no later shoes.
        cut_at: the index, in every order, of the first card beneath the cut card. By default, the
            cut card never appears.

    Raises:
        ShoeError: an order is empty or too long, or holds something that is not a card; or the cut
            card lies outside an order.
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
        """Return the arranged shoe that has this number, or else the shoe of `then`.

        Raises:
            ShoeError: there is no such shoe.
        """
        arranged = self._arranged(number)
        if arranged is not None:
            return arranged
        if self.then is None:
            raise ShoeError(
                f"shoe {number} is needed, but only {len(self.orders)} are arranged",
                "arrange more, or give the source that follows them",
            )
        return self.then.fresh(number)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the next arranged shoe, or one that `then` makes of the cards not on the table.

        If there is neither, return `None`.

        Raises:
            ShoeError: a number is out of range.
        """
        check_range("shoe number", number, 1, MAX_SEED)
        arranged = self._arranged(number + 1)
        if arranged is not None or self.then is None:
            return arranged
        return self.then.remade(number, part, on_table)

    def _arranged(self, number: int) -> Shoe | None:
        check_range("shoe number", number, 1, MAX_SEED)
        if number > len(self.orders):
            return None
        order = self.orders[number - 1]
        cut_at = len(order) if self.cut_at is None else self.cut_at
        return Shoe(number, order, 0, cut_at, None, written_out=True)


def recorded_shoe(number: int, cards: str, position: int, cut_at: int) -> Shoe:
    """Return an arranged shoe from the text of its cards.

    Args:
        number: the number of the shoe at its table.
        cards: the text from `Shoe.cards_text`.
        position: the index of the next card.
        cut_at: the index of the first card beneath the cut card.

    Raises:
        ShoeError: a number is out of range, or the text cannot be parsed.
    """
    order = parse_cards(cards)
    check_range("shoe number", number, 1, MAX_SEED)
    check_range("position", position, 0, len(order))
    check_range("place of the cut card", cut_at, 0, len(order))
    return Shoe(number, order, position, cut_at, None, written_out=True)


def _check_cards(order: Sequence[object]) -> None:
    # A host may pass values of other types than the annotations say.
    if not all(isinstance(card, Card) for card in order):
        raise ShoeError("an order must hold cards only", "give the cards of parse_cards('Th6c')")


def draw_table_seed() -> bytes:
    """Draw the secret of a table to which no seed is given; all shoes are made from the secret."""
    return token_bytes(SEED_BYTES)


def check_source(source: ShoeSource, rules: Rules, seed: TableSeed | None) -> None:
    """Check that a replay could make all shoes of a source again.

    A replay reads arranged shoes from the journal, and makes all others from the rules and seed.

    Args:
        source: the source of the table. If it is a host's own class, `check_shoe` checks each shoe
            later.
        rules: the rules of the table.
        seed: the seed of the table, if it has one.

    Raises:
        JournalError: a replay could not make these shoes.
    """
    last = last_source(source)
    if last is None and seed is not None:
        raise JournalError(None, *_ENDING)
    if isinstance(last, SeededShoes) and not last.stands_for(rules, seed):
        raise JournalError(None, *_FOREIGN)


def check_shoe(
    shoe: Shoe,
    source: ShoeSource,
    rules: Rules,
    seed: TableSeed | None,
    round_: Round,
) -> None:
    """Check that a replay could make a shoe of a host's own source again.

    Args:
        shoe: the shoe that came into use.
        source: the source of the table's shoes.
        rules: the rules of the table.
        seed: the seed of the table, if it has one.
        round_: the round of this shoe; it has the seeds that the seats add.

    Raises:
        JournalError: a replay could not make this shoe.
    """
    if isinstance(last_source(source), SeededShoes) or (shoe.written_out and shoe.seed is None):
        return
    if shoe.seed is None or seed is None:
        raise JournalError(None, *_FOREIGN)
    due = seeded_shoes(rules, seed, client_seeds_of(round_)).fresh(shoe.number)
    if not shoe.written_out and _drawn_from(due) != _drawn_from(shoe):
        raise JournalError(None, *_FOREIGN)


def _drawn_from(shoe: Shoe) -> tuple[object, ...]:
    return shoe.seed, shoe.cards, shoe.position, shoe.cut_at, shoe.client_seeds


@takes(TableError, of="Table")
def source_of(
    rules: Rules, seed: Unchecked[TableSeed] | None, shoes: ShoeSource | None
) -> tuple[ShoeSource, TableSeed | None]:
    """Return the source of a new table's shoes, and the seed, which is `None` if no shoe has one.

    Args:
        rules: the rules of the table.
        seed: the given seed; if neither seed nor shoes are given, a secret is drawn.
        shoes: the given shoes.

    Raises:
        ShoeError: the seed is out of range.
    """
    stated = None if seed is None else check_seed(seed)
    if shoes is None:
        stated = draw_table_seed() if stated is None else stated
        return seeded_shoes(rules, stated), stated
    return shoes, seed_of(shoes) if stated is None else stated


def seed_of(source: ShoeSource) -> TableSeed | None:
    """Return the seed of the shoes after the arranged ones; `None` if no shoe has a seed."""
    last = last_source(source)
    return last.table_seed if isinstance(last, SeededShoes) else None


def client_seeds_of(round_: Round) -> tuple[str, ...]:
    """Return the seeds that the seats add to further shoes; empty if no seat adds a seed."""
    added = tuple([seat.client_seed for seat in round_.seats])
    return added if any(added) else ()


def with_client_seeds(source: ShoeSource, client_seeds: tuple[str, ...]) -> ShoeSource:
    """Return the source with these seeds of the clients for its further shoes.

    Raises:
        ShoeError: a seed is not allowed for `SeatChange.seed`.
    """
    if isinstance(source, SeededShoes):
        return evolve(source, client_seeds=client_seeds)
    if isinstance(source, ArrangedShoes) and source.then is not None:
        return evolve(source, then=with_client_seeds(source.then, client_seeds))
    return source


def last_source(source: ShoeSource) -> ShoeSource | None:
    """Return the source of the shoes after the arranged ones; `None` if no shoes follow."""
    last: ShoeSource | None = source
    while isinstance(last, ArrangedShoes):
        last = last.then
    return last


_FOREIGN: Final = (
    "these shoes are not made from the table's seed and rules, so no replay could make them again",
    "give the table seeded_shoes(rules, seed)",
)
_ENDING: Final = (
    "after the arranged shoes, a replay would continue with shoes of the seed",
    "leave the seed out, or give ArrangedShoes then=seeded_shoes(rules, seed)",
)
