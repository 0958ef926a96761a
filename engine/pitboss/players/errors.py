"""What can go wrong with a player before or while it plays."""

from __future__ import annotations

from pitboss.errors import PitbossError
from pitboss.table.offers import Offer


class PlayerError(PitbossError):
    """A player cannot be made as described."""


class ScriptEndedError(PitbossError):
    """A script has no word left for an offer.

    Attributes:
        offer: what was asked.
        words: how many words were said before.
    """

    def __init__(self, offer: Offer, words: int) -> None:
        self.offer = offer
        self.words = words
        question = offer.question.value.replace("_", " ")
        super().__init__(
            f"seat {offer.seat} is asked for {question}, and all {words} words of its script "
            "are said",
            "write more",
        )
