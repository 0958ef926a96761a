"""What everybody at a table may know of the shoe in use."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from pitboss.game.cards import Rank
from pitboss.game.shoe import Shoe, cut_card_out

_RANKS: Final = tuple(Rank)
_PLACES: Final = {rank: place for place, rank in enumerate(_RANKS)}
_COUNTS: Final = "{" + ",".join([f'"{rank.value}":%d' for rank in _RANKS]) + "}"

BY_RULES: Final = -1
ANYWHERE: Final = -2
"""Places of a cut card that is not out: in the rules' limits, or anywhere in an arranged shoe."""


@frozen
class CardsSeen:
    """How many cards of each rank everybody at the table has seen since the shuffle.

    Burned cards do not count. A dealer's card that lies face down counts only once it is turned.
    After a shuffle in mid-round, the cards already on the table no longer count, because they are
    not from the new shoe.

    Attributes:
        counts: the number of cards of each rank, in the order of `Rank`: ace, two to ten, jack,
            queen, king.
    """

    counts: tuple[int, ...]

    def of(self, *ranks: Rank) -> int:
        """Return how many cards of these ranks were seen."""
        return sum([self.counts[_PLACES[rank]] for rank in ranks])

    @property
    def total(self) -> int:
        """How many cards were seen."""
        return sum(self.counts)


@frozen
class CutCard:
    """What everybody at the table knows of the place of the cut card.

    The cut card is out if a card beneath it was drawn; then this round is the last with this shoe.

    Attributes:
        least: the least number of cards, including drawn cards, that may lie above the cut card.
        most: the greatest number of cards that may lie above it; if this is the whole shoe, the cut
            card may never appear.
        out: whether the cut card is out; then `least` and `most` are both its place.
    """

    least: int
    most: int
    out: bool


def cut_place(shoe: Shoe) -> int:
    """Return the place of a shoe's cut card; before it is out, return `BY_RULES` or `ANYWHERE`."""
    if cut_card_out(shoe):
        return shoe.cut_at
    return ANYWHERE if shoe.seed is None else BY_RULES


def cut_card_known(
    window: tuple[int, int] | None, cards: int, drawn: int, place: int
) -> CutCard | None:
    """Return what everybody knows of the cut card's place; `None` under rules without a cut card.

    Args:
        window: see `Round.cut_window`.
        cards: how many cards the shoe has, including drawn cards.
        drawn: how many of these cards are drawn.
        place: the result of `cut_place`.
    """
    known = _cut_limits(window, cards, drawn, place)
    return None if known is None else CutCard(*known)


def _cut_limits(
    window: tuple[int, int] | None, cards: int, drawn: int, place: int
) -> tuple[int, int, bool] | None:
    """Return what a `CutCard` holds; see `cut_card_known`."""
    if window is None:
        return None
    if place >= 0:
        return place, place, True
    # In an arranged shoe the cut card may be anywhere.
    beneath_least, beneath_most = (0, cards) if place == ANYWHERE else window
    # The cut card is not out, so the drawn cards all lay above it.
    least = max(cards - beneath_most, drawn)
    return least, max(cards - beneath_least, least), False


@frozen
class ShoeView:
    """The shoe in use, as everybody sees it.

    Attributes:
        number: the number of the shoe, counted from 1.
        part: how often the shoe ran out in mid-round and was made again from the cards that were
            not on the table.
        drawn: how many cards of the shoe were drawn since the shuffle, including burned cards.
        left: how many cards are left in the shoe.
        cut_card: what is known of the cut card; `None` under rules without one.
        seen: how many cards of each rank everybody has seen since the shuffle.
    """

    number: int
    part: int
    drawn: int
    left: int
    cut_card: CutCard | None
    seen: CardsSeen

    def written(self) -> str:
        """Return the shoe as a JSON object; the member `cut_card` is absent without a cut card."""
        cut = self.cut_card
        limits = None if cut is None else (cut.least, cut.most, cut.out)
        return _written((self.number, self.part), (self.drawn, self.left), limits, self.seen.counts)


def write_shoe(shoe: Shoe, window: tuple[int, int] | None, counts: tuple[int, ...]) -> str:
    """Return the shoe in use as a JSON object, as `ShoeView.written` does.

    Args:
        shoe: the shoe in use.
        window: see `Round.cut_window`.
        counts: how many cards of each rank everybody has seen since the shuffle.
    """
    drawn, left = shoe.position, shoe.remaining
    limits = _cut_limits(window, drawn + left, drawn, cut_place(shoe))
    return _written((shoe.number, shoe.part), (drawn, left), limits, counts)


def _written(
    named: tuple[int, int],
    cards: tuple[int, int],
    limits: tuple[int, int, bool] | None,
    counts: tuple[int, ...],
) -> str:
    number, part = named
    drawn, left = cards
    cut = ""
    if limits is not None:
        least, most, out = limits
        truth = "true" if out else "false"
        cut = f',"cut_card":{{"least":{least},"most":{most},"out":{truth}}}'
    return (
        f'{{"number":{number},"part":{part},"drawn":{drawn},'
        f'"left":{left},"seen":{_COUNTS % counts}{cut}}}'
    )
