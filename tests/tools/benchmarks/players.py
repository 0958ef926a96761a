"""Players in plain Python, as a host writes them: they use nothing but the names of `pitboss`.

They play alike on both builds, and on an engine of before. What they name in every decision is
kept in constants, because Python 3.11 takes long to find a member of an enumeration by its class.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pitboss import Event, EventKind, Offer, Player, Question, View

BET_MINOR: Final = 1000
HITS_UP_TO: Final = 16
BET: Final = Question.BET
PLAY: Final = Question.PLAY
SPLIT: Final = Question.SPLIT
DOUBLE: Final = EventKind.DOUBLE

CHART: Final = """
             A 2 3 4 5 6 7 8 9 T
    hard  8  H H H H H H H H H H
    hard  9  H H D D D D H H H H
    hard 10  H D D D D D D D D H
    hard 11  H D D D D D D D D D
    hard 12  H H H S S S H H H H
    hard 16  H S S S S S H H H H
    hard 21  S S S S S S S S S S
    soft 12  H H H H H D H H H H
    soft 14  H H H H D D H H H H
    soft 16  H H H D D D H H H H
    soft 17  H H D D D D H H H H
    soft 18  H S d d d d S S H H
    soft 21  S S S S S S S S S S
    pair  1  P P P P P P P P P P
    pair  3  H P P P P P P H H H
    pair  4  H H H H P P H H H H
    pair  5  H H H H H H H H H H
    pair  6  H P P P P P H H H H
    pair  7  H P P P P P P H H H
    pair  8  P P P P P P P P P P
    pair  9  S P P P P P S P P S
    pair 10  S S S S S S S S S S
"""
"""Basic strategy for the rules that are measured: each row holds for all totals above the last.

``D`` doubles or hits, ``d`` doubles or stands, ``P`` splits.
"""


def rows(kind: str) -> Sequence[str]:
    """Return a part of the chart: by the total, the answers by the points of the up card."""
    answers: list[str] = []
    for line in CHART.splitlines():
        part, _, rest = line.strip().partition(" ")
        if part == kind:
            total, *moves = rest.split()
            answers += ["-" + "".join(moves)] * (int(total) + 1 - len(answers))
    return answers


class MimicPlayer:
    """Hits below 17, stands else, and declines every offer."""

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  the offer tells enough
        """Answer an offer."""
        question = offer.question
        if question is PLAY:
            return offer.hit() if offer.points <= HITS_UP_TO else offer.stand()
        return offer.bet(BET_MINOR) if question is BET else offer.decline()


class Strategist:
    """Plays by the chart."""

    def __init__(self) -> None:
        self._hard, self._soft, self._pair = map(rows, ("hard", "soft", "pair"))

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  the offer tells enough
        """Answer an offer."""
        question, up_card = offer.question, offer.up_card
        if question is BET or up_card is None:
            return offer.bet(BET_MINOR)
        if question is PLAY:
            chart = self._soft if offer.soft else self._hard
            move = chart[offer.points][up_card.points]
            if move in "Dd" and offer.can(DOUBLE):
                return offer.double()
            return offer.hit() if move in "DH" else offer.stand()
        if question is SPLIT:
            splits = self._pair[offer.cards[0].points][up_card.points] == "P"
            return offer.split() if splits else offer.decline()
        return offer.decline()


PLAYERS: Final[Mapping[str, Callable[[], Player]]] = {"mimic": MimicPlayer, "basic": Strategist}
