"""What one round hands on to the next."""

from __future__ import annotations

from attrs import frozen

from pitboss.game.round import Phase
from pitboss.game.shoe import Shoe
from pitboss.journal.reader import RawLine


@frozen
class JournalStanding:
    """Where a table stands between two rounds, and its journal with it.

    Attributes:
        number: rounds played.
        moment: events applied.
        phase: the state from which the next round is opened.
        balances: chips of every seat, in minor units.
        house_minor: what the house has won.
        shoe: the shoe in use; it is drawn from later on.
        position: how many of its cards are gone here.
        seq: the sequence number of the next line.
        digest: the last one.
        since: the lines after it; the first shoe's, before round 1.
    """

    number: int
    moment: int
    phase: Phase
    balances: tuple[int, ...]
    house_minor: int
    shoe: Shoe
    position: int
    seq: int
    digest: str
    since: tuple[RawLine, ...]
