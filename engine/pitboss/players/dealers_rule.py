"""The sources' default player, which plays by the dealer's rule."""

from __future__ import annotations

from typing import Final

from pitboss.game.events import Event
from pitboss.game.round import Question
from pitboss.players.answers import DEFAULT_BET_MINOR, LevelBets
from pitboss.table.views import Offer, View

HITS_UP_TO: Final = 16
"""The highest total on which the dealer's rule takes a card [000 BlackjackPlayer.hit]."""


_BET: Final = Question.BET
_PLAY: Final = Question.PLAY


class DealersRule:
    """Declines every offer, hits 16 or less and stands on 17 or more, soft or hard.

    This is the default player of Lott's design exercise, which copies the dealer
    [000 BlackjackPlayer Class].

    Args:
        bet_minor: the bet of every round in minor units, see `LevelBets`.

    Raises:
        PlayerError: the amount is negative.
    """

    def __init__(self, bet_minor: int = DEFAULT_BET_MINOR) -> None:
        self._bets = LevelBets(bet_minor)

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  the rule looks at one hand
        """Answer an offer."""
        question = offer.question
        if question is _PLAY:
            return offer.hit() if offer.points <= HITS_UP_TO else offer.stand()
        if question is _BET:
            return self._bets.answer(offer)
        return offer.decline()
