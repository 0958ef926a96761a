"""What players share: how each kind of event answers an offer, and bets that stay the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.errors import PitbossError, brief
from pitboss.game.events import Event, EventKind
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.table.offers import Offer


class PlayerError(PitbossError):
    """A player cannot be made as described, or cannot answer."""


Answer = Callable[[Offer], Event]
"""Makes the event that answers an offer."""

ANSWER_OF: Final[Mapping[EventKind, Answer]] = {
    EventKind.SIT_OUT: Offer.sit_out,
    EventKind.EVEN_MONEY: Offer.even_money,
    EventKind.DECLINE: Offer.decline,
    EventKind.SPLIT: Offer.split,
    EventKind.HIT: Offer.hit,
    EventKind.STAND: Offer.stand,
    EventKind.DOUBLE: Offer.double,
    EventKind.SURRENDER: Offer.surrender,
}
"""What makes the event of each kind that names no amount."""

DEFAULT_BET_MINOR: Final = 1000
"""What a player bets who is told no amount: ten units of a hundred minor units each."""


class LevelBets:
    """The bets of one player, every one as near to the same amount as is allowed.

    Where more is wanted than may be staked the bet is the largest that may, where less is wanted
    the smallest, and between two steps the lower one. A seat that cannot bet at all sits out.

    Args:
        bet_minor: the wanted amount in minor units.

    Raises:
        PlayerError: the amount is negative, or no whole number.
    """

    def __init__(self, bet_minor: int) -> None:
        wanted: object = bet_minor
        if type(wanted) is not int or wanted < 0:
            raise PlayerError(f"a bet of {brief(wanted)}", "give 0 or more minor units")
        self._wanted_minor = bet_minor
        # Round after round the same event is the answer, so it is made once.
        self._last = Event.bet(0, min(bet_minor, MAX_AMOUNT_MINOR))

    def answer(self, offer: Offer) -> Event:
        """Answer the question for a bet."""
        last, wanted = self._last, self._wanted_minor
        if last.seat == offer.seat and last.amount_minor == wanted and offer.takes(wanted):
            return last
        if EventKind.BET not in offer.legal:
            return offer.sit_out()
        amount_minor = max(offer.least_minor, min(wanted, offer.most_minor))
        if not offer.takes(amount_minor):
            amount_minor -= (amount_minor - offer.least_minor) % offer.unit_minor
        if last.amount_minor != amount_minor or last.seat != offer.seat:
            self._last = last = offer.bet(amount_minor)
        return last
