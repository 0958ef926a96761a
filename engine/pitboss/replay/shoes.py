"""Shoes as the lines of a journal give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.errors import ShoeError
from pitboss.game.cards import Card
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.journal.reader import ShoeRecord
from pitboss.rules import Rules
from pitboss.table.shoes import recorded_shoe, seeded_shoes


class AnnouncedShoes:
    """Shoes that lines of a journal have announced; all others come from a source.

    Args:
        announced: shoes as their lines state them, by the number under which they are asked for.
        then: where all other shoes come from.
        burn: cards burned after a shuffle.
    """

    def __init__(self, announced: Mapping[int, Shoe], then: ShoeSource, burn: int) -> None:
        self._announced = announced
        self._then = then
        self._burn = burn

    def fresh(self, number: int) -> Shoe:
        """Return a whole new shoe.

        Raises:
            ShoeError: neither the journal nor the source has such a shoe.
        """
        return self._announced.get(number) or self._then.fresh(number)

    def remade(self, number: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return a shoe made in mid-round; `None` if no card is left."""
        shoe = self._announced.get(number)
        if shoe is None:
            return self._then.remade(number, on_table)
        # The line of a shoe made in mid-round is written when cards have been drawn from it.
        shoe.position = 0 if shoe.seed is None else min(self._burn, len(shoe.cards) - 1)
        return shoe


def stated_shoe(record: ShoeRecord, rules: Rules) -> Shoe:
    """Return a shoe from its line alone: of the cards that are written there, or of its own seed.

    Raises:
        ShoeError: the line gives neither, or something in it cannot be.
    """
    if record.cards is not None:
        shoe = recorded_shoe(
            record.number, record.cards, record.position, record.cut_at, record.seed
        )
    elif record.seed is not None:
        shoe = seeded_shoes(rules, 0).recorded(record.number, record.seed)
    else:
        raise ShoeError(f"shoe {record.number} is without seed and cards", "the line needs either")
    return shoe.proved(record.order)
