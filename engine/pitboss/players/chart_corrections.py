"""Where the published charts lose, by exact figures of our own: corrections of single cells.

A chart is printed for hands of two cards. Where it gives a hand up, it names a play for hands that
can no longer be given up, and those have other cards: a hard 16 of three cards or more holds small
cards, which are then missing from the shoe, and stands against a ten. A few other cells are close
calls that the exact figures decide the other way, and no source prints a chart for tables that
look for no natural and let split aces be hit.

Each cell, with what it gains in which game, is listed in `fixtures/basic_strategy`. Only gains of
at least a millionth of a bet a round are worth a correction.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from pitboss.rules.values import SoftSeventeen, Surrender


@frozen
class Correction:
    """Another play in one cell of the published charts.

    Attributes:
        hand: the row, such as ``hard 16``.
        up: the column.
        printed: the code that the published charts come to; another is not corrected.
        played: the code that takes its place.
        most_decks: it holds for as many decks ...
        least_decks: ... and as few.
        soft_17: what the dealer has to do with a soft 17; None if either will do.
        surrender: the kind of surrender there has to be; None if any will do.
        split_aces_hit: whether split aces have to be such as may be hit.
        when_21_ties: whether it also holds where a natural that nobody has looked for takes every
            stake but ties a 21, which is worth hitting for.
    """

    hand: str
    up: str
    printed: str
    played: str
    most_decks: int
    least_decks: int = 1
    soft_17: SoftSeventeen | None = None
    surrender: Surrender | None = None
    split_aces_hit: bool = False
    when_21_ties: bool = False


_ANY_DECKS: Final = 16

CORRECTIONS: Final = (
    Correction("hard 16", "T", "Rh", "Rs", most_decks=12),
    Correction(
        "pair A", "A", "H", "P", most_decks=_ANY_DECKS, split_aces_hit=True, when_21_ties=True
    ),
    Correction("hard 14", "T", "Rh", "H", most_decks=1, surrender=Surrender.EARLY),
    Correction(
        *("hard 8", "A", "H", "Rh"),
        most_decks=2,
        soft_17=SoftSeventeen.HIT,
        surrender=Surrender.EARLY,
    ),
    Correction(
        *("pair 4", "A", "H", "Rh"),
        most_decks=1,
        soft_17=SoftSeventeen.HIT,
        surrender=Surrender.EARLY,
    ),
    Correction("soft 18", "A", "H", "S", most_decks=2, least_decks=2, soft_17=SoftSeventeen.STAND),
    Correction(
        *("pair 8", "A", "Rh", "H"),
        most_decks=1,
        soft_17=SoftSeventeen.STAND,
        surrender=Surrender.LATE,
    ),
)
"""Every correction; no two are for the same cell."""
