"""Shoes as a journal gives them."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.errors import ShoeError
from pitboss.journal_reader import ShoeRecord
from pitboss.shoe import Shoe, ShoeSource


class JournalShoes:
    """Shoes from a journal's seed, or from the cards that it writes out.

    A shoe with a seed is always made again from the seed, so that what the journal says of it is
    checked and not believed.

    Args:
        seeded: the shoes that the journal's seed makes; none without a seed.
    """

    def __init__(self, seeded: ShoeSource | None) -> None:
        self._seeded = seeded
        self._announced: ShoeRecord | None = None
        self._lent: Shoe | None = None

    def announce(self, record: ShoeRecord) -> None:
        """Take note of the shoe that the next event brings in."""
        self._announced = record

    def lend(self, shoe: Shoe) -> None:
        """Give out this shoe the next time, to a table that is set up in the middle of a journal."""
        self._lent = shoe

    def fresh(self, number: int) -> Shoe:
        """Return a whole new shoe.

        Raises:
            ShoeError: the journal has neither a seed nor the cards of such a shoe.
        """
        lent, self._lent = self._lent, None
        shoe = lent or self._arranged(number)
        if shoe is not None:
            return shoe
        if self._seeded is None:
            raise ShoeError(f"shoe {number} is due", "the journal has neither a seed nor its cards")
        return self._seeded.fresh(number)

    def remade(self, number: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return a shoe made in mid-round; none if no card is left."""
        arranged = self._arranged(number)
        if arranged is not None or self._seeded is None:
            return arranged
        return self._seeded.remade(number, on_table)

    def _arranged(self, number: int) -> Shoe | None:
        record, self._announced = self._announced, None
        if record is None or record.number != number or record.seed is not None:
            return None
        return written_out(record)


def written_out(record: ShoeRecord) -> Shoe | None:
    """Return the shoe whose cards stand in a journal; none if they do not."""
    if not record.cards or record.position > len(record.cards):
        return None
    seed = None if record.seed is None else bytes.fromhex(record.seed)
    return Shoe(
        number=record.number,
        cards=record.cards,
        position=record.position,
        cut_at=record.cut_at,
        seed=seed,
        written_out=True,
    )


def spent(number: int) -> Shoe:
    """Return a shoe that has nothing left, so that the next round brings in another."""
    return Shoe(number=number, cards=(), position=1, cut_at=0, seed=None, written_out=True)
