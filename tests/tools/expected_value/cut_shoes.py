"""Fresh shoes at a fraction of the price: one shuffle, cut at many places.

A figure for fresh shoes needs a shuffle before every round, which costs more than the round. But a
shuffled shoe that is cut, the upper part laid beneath the lower, is as fairly shuffled as before,
wherever it is cut. So one shuffle is cut at every thirteenth card, and each cut is the shoe of one
round. Every round by itself is then exactly a first round from a fresh shoe, and the mean over all
rounds is free of any error of method. Rounds from the same shuffle are not independent of each
other, for which the standard error has to account: it must be taken between shuffles.
"""

from collections.abc import Sequence
from typing import Final

from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS_IN_A_DECK, Card
from pitboss.game.shoe import Shoe
from pitboss.table.shoes import SeededShoes

CARDS_BETWEEN_CUTS: Final = 13
"""More cards than most rounds take, so that rounds of the same shuffle share few."""

CUTS_IN_A_DECK: Final = CARDS_IN_A_DECK // CARDS_BETWEEN_CUTS


class CutShoes:
    """The shuffles of a table's seed, each handed out at all its cuts before the next.

    Args:
        seed: of the table.
        decks: in a shoe.
    """

    def __init__(self, seed: int, decks: int) -> None:
        self.cuts = CUTS_IN_A_DECK * decks
        self._shuffles = SeededShoes(seed, decks, burn=0, cut_low=0, cut_high=0)
        self._size = CARDS_IN_A_DECK * decks
        self._number = 0
        self._twice: tuple[Card, ...] = ()

    def fresh(self, number: int) -> Shoe:
        """Return the shuffle that belongs to the number, cut at the place that belongs to it."""
        shuffle, cut = divmod(number - 1, self.cuts)
        if shuffle + 1 != self._number:
            self._number = shuffle + 1
            self._twice = 2 * self._shuffles.fresh(self._number).cards
        top = CARDS_BETWEEN_CUTS * cut
        return Shoe(
            number=number,
            cards=self._twice[top : top + self._size],
            position=0,
            cut_at=self._size,
            seed=None,
            written_out=True,
        )

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe:
        """Refuse: one seat cannot draw a whole deck in one round.

        Raises:
            ShoeError: always.
        """
        raise ShoeError(
            f"shoe {number}.{part} is asked for with {len(on_table)} cards on the table",
            "give every round a shoe of its own",
        )
