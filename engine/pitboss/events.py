"""Events: everything that anybody at the table may say."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from attrs import field, frozen

from pitboss.enumerations import Enumeration
from pitboss.errors import EventError, brief
from pitboss.limits import MAX_AMOUNT_MINOR, MAX_HANDS_OF_A_SEAT, MAX_SEATS


class EventKind(Enumeration):
    """The words of play. ``OPEN`` is the host's; the rest are answers of a seat."""

    OPEN = "open"
    BET = "bet"
    SIT_OUT = "sit_out"
    EVEN_MONEY = "even_money"
    INSURE = "insure"
    DECLINE = "decline"
    SPLIT = "split"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SURRENDER = "surrender"


KINDS_WITH_AMOUNT: Final = frozenset({EventKind.BET, EventKind.INSURE})
"""A stake stands with these."""

ANSWERS: Final = {kind.value: kind for kind in EventKind if kind is not EventKind.OPEN}
"""What a seat may say, by its word; to open a round is the host's."""


_MOST_MINOR: Final = {
    kind: MAX_AMOUNT_MINOR if kind in KINDS_WITH_AMOUNT else 0 for kind in EventKind
}
"""The largest amount that may stand with each kind."""


@frozen(getstate_setstate=False)
class Event:
    """One thing said at the table.

    An event never changes, and what is written over one by force moves nothing: a table does what
    the event was made to say. Numbers beyond the limits make no event, whatever the rules are.

    Attributes:
        kind: what is said.
        seat: who says it, 0 to `MAX_SEATS` - 1; 0 for the host's ``OPEN``.
        hand: of which of the seat's hands, 0 to `MAX_HANDS_OF_A_SEAT` - 1.
        amount_minor: the stake of a bet or of an insurance bet, 0 to `MAX_AMOUNT_MINOR`; 0 for
            every other kind.

    Raises:
        EventError: a part is not of its type or beyond its limit, or an amount stands where none
            belongs.
    """

    kind: EventKind
    seat: int
    hand: int = 0
    amount_minor: int = 0
    # The engine's own event of the same parts, which nobody who plays is handed.
    _own: Event = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse what is not of its type, or beyond its limit."""
        if hasattr(self, "_own"):
            raise EventError("an event that is made anew", "an event never changes; make another")
        kind, seat, hand, amount_minor = self.kind, self.seat, self.hand, self.amount_minor
        # What is given is not always what its type promises; a bool would be taken for a seat.
        if type(kind) is not EventKind or kind not in _MOST_MINOR:
            raise EventError(f"kind {brief(kind)}", "use one of EventKind")
        if not type(seat) is type(hand) is type(amount_minor) is int:
            numbers = f"numbers {brief((seat, hand, amount_minor))}"
            raise EventError(numbers, "seat, hand and amount are whole numbers")
        if not (0 <= seat < MAX_SEATS and 0 <= hand < MAX_HANDS_OF_A_SEAT):
            raise EventError(
                f"seat {brief(seat)}, hand {brief(hand)}",
                f"give a seat from 0 to {MAX_SEATS - 1} and a hand from 0 to "
                f"{MAX_HANDS_OF_A_SEAT - 1}",
            )
        if not 0 <= amount_minor <= _MOST_MINOR[kind]:
            if kind not in KINDS_WITH_AMOUNT:
                raise EventError(
                    f"{kind.value} with an amount", "only a bet and an insurance bet name one"
                )
            raise EventError(
                f"{kind.value} of {brief(amount_minor)}",
                f"give 0 to {MAX_AMOUNT_MINOR} minor units",
            )
        object.__setattr__(self, "_own", _kept(kind, seat, hand, amount_minor))

    def __reduce__(self) -> tuple[object, ...]:
        """Let an event be copied and kept as what it is made from, and checked when it is read."""
        return Event, (self.kind, self.seat, self.hand, self.amount_minor)

    @staticmethod
    def open() -> Event:
        """Return the host's word that the next round begins."""
        return _plain(EventKind.OPEN, 0, 0)

    @staticmethod
    def bet(seat: int, amount_minor: int) -> Event:
        """Return the opening bet of a seat."""
        return _with_amount(EventKind.BET, seat, 0, amount_minor)

    @staticmethod
    def sit_out(seat: int) -> Event:
        """Return a seat's word that it plays no hand in this round."""
        return _plain(EventKind.SIT_OUT, seat, 0)

    @staticmethod
    def even_money(seat: int, hand: int = 0) -> Event:
        """Return the acceptance of even money for a natural."""
        return _plain(EventKind.EVEN_MONEY, seat, hand)

    @staticmethod
    def insure(seat: int, hand: int, amount_minor: int) -> Event:
        """Return an insurance bet on the dealer's natural."""
        return _with_amount(EventKind.INSURE, seat, hand, amount_minor)

    @staticmethod
    def decline(seat: int, hand: int = 0) -> Event:
        """Return a no to even money, insurance, a split or an early surrender."""
        return _plain(EventKind.DECLINE, seat, hand)

    @staticmethod
    def split(seat: int, hand: int) -> Event:
        """Return the wish to split a pair into two hands."""
        return _plain(EventKind.SPLIT, seat, hand)

    @staticmethod
    def hit(seat: int, hand: int) -> Event:
        """Return the wish for one more card."""
        return _plain(EventKind.HIT, seat, hand)

    @staticmethod
    def stand(seat: int, hand: int) -> Event:
        """Return the wish to take no more cards."""
        return _plain(EventKind.STAND, seat, hand)

    @staticmethod
    def double(seat: int, hand: int) -> Event:
        """Return the wish to double the bet and take one last card."""
        return _plain(EventKind.DOUBLE, seat, hand)

    @staticmethod
    def surrender(seat: int, hand: int = 0) -> Event:
        """Return the wish to give up the hand for half of its bet."""
        return _plain(EventKind.SURRENDER, seat, hand)

    def __str__(self) -> str:
        amount = f" {self.amount_minor}" if self.kind in KINDS_WITH_AMOUNT else ""
        if self.kind is EventKind.OPEN:
            return "open"
        return f"{self.kind.value}{amount} (seat {self.seat}, hand {self.hand})"


_KEPT: Final = 4096
"""Events that the engine keeps; a few hundred are said again and again, stakes can be anything."""


@lru_cache(maxsize=_KEPT)
def _kept(kind: EventKind, seat: int, hand: int, amount_minor: int) -> Event:
    """Return the engine's own event of some parts that were checked."""
    event = object.__new__(Event)
    parts = ("kind", kind), ("seat", seat), ("hand", hand), ("amount_minor", amount_minor)
    for name, value in (*parts, ("_own", event)):
        object.__setattr__(event, name, value)
    return event


@lru_cache(maxsize=_KEPT)
def _own_of(kind: EventKind, seat: int, hand: int, amount_minor: int) -> Event:
    """Check some parts, and return the engine's own event of them."""
    Event(kind, seat, hand, amount_minor)
    return _kept(kind, seat, hand, amount_minor)


_new: Final = object.__new__
_set: Final = object.__setattr__


def _with_amount(kind: EventKind, seat: int, hand: int, amount_minor: int) -> Event:
    """Return an event that names an amount; most bets are of a few, which are checked once."""
    # What only equals a whole number would be found under it.
    if not type(seat) is type(hand) is type(amount_minor) is int:
        return Event(kind, seat, hand, amount_minor)
    own = _own_of(kind, seat, hand, amount_minor)
    event = _new(Event)
    _set(event, "kind", kind)
    _set(event, "seat", seat)
    _set(event, "hand", hand)
    _set(event, "amount_minor", amount_minor)
    _set(event, "_own", own)
    return event


_READY_SEATS: Final = 7
_READY_HANDS: Final = 4


def _ready(kind: EventKind) -> tuple[tuple[Event, ...], ...]:
    return tuple(
        tuple(Event(kind, seat, hand) for hand in range(_READY_HANDS))
        for seat in range(_READY_SEATS)
    )


_READY: Final = {kind: _ready(kind) for kind in EventKind}
"""Events are values, so the common ones without a stake are made once."""


def said(kind: EventKind, seat: int, hand: int) -> Event:
    """Return the event of a kind without a stake; its numbers are taken on trust.

    Args:
        kind: what is said.
        seat: who says it, 0 or more.
        hand: of which of the seat's hands, 0 or more.
    """
    if seat < _READY_SEATS and hand < _READY_HANDS:
        return _READY[kind][seat][hand]
    return Event(kind, seat, hand)


def _plain(kind: EventKind, seat: int, hand: int) -> Event:
    # A bool is an int to Python; it is refused by the event itself, not taken for seat 1.
    if type(seat) is type(hand) is int and seat >= 0 and hand >= 0:
        return said(kind, seat, hand)
    return Event(kind, seat, hand)
