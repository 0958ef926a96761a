"""How each kind of event is said in answer to an offer, for players that choose by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.game.events import Event, EventKind
from pitboss.table.offers import Offer

Say = Callable[[Offer], Event]
"""Makes the event that answers an offer."""

SAY: Final[Mapping[EventKind, Say]] = {
    EventKind.SIT_OUT: Offer.sit_out,
    EventKind.EVEN_MONEY: Offer.even_money,
    EventKind.DECLINE: Offer.decline,
    EventKind.SPLIT: Offer.split,
    EventKind.HIT: Offer.hit,
    EventKind.STAND: Offer.stand,
    EventKind.DOUBLE: Offer.double,
    EventKind.SURRENDER: Offer.surrender,
}
"""How the kinds are said that name no amount."""
