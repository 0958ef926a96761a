"""Events: the answers of the seats, and the event with which the host opens a round."""

from __future__ import annotations

import re
from typing import Any, Final, NoReturn, Self

from pitboss.errors import EventError, brief
from pitboss.game.bets import NAME_SIGNS, is_bet_name
from pitboss.game.documents import PROTOCOL, members_of
from pitboss.game.enumerations import Enumeration
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_HANDS_OF_A_SEAT, MAX_SEATS
from pitboss.unchecked import Unchecked


class EventKind(Enumeration):
    """The kinds of event. The host opens a round with ``OPEN``; the rest are answers of a seat."""

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
    SIDE_BET = "side_bet"


class By(Enumeration):
    """Who acted in place of a seat: who answered, or who asked for a change of the seat."""

    CLOCK = "clock"
    """The seat did not answer in time."""

    HOUSE = "house"
    """A rule of the host, for example about somebody who left in mid-round."""

    FALLBACK = "fallback"
    """A fallback policy, after the player of the seat failed."""


_CLIENT_TEXT: Final = re.compile("[0-9A-Za-z_.:+/=-]{1,64}")
CLIENT_TEXT_SIGNS: Final = "1 to 64 signs, of A-Z a-z 0-9 _ . : + / = -"
"""How errors describe the texts that `is_client_text` allows."""


def is_client_text(text: object) -> bool:
    """Say whether a text may be the id of a client's command, or a client's seed.

    It has 1 to 64 signs, each a letter or digit of ASCII or one of ``_ . : + / = -``, so it needs
    no escapes in a line.
    """
    return type(text) is str and _CLIENT_TEXT.fullmatch(text) is not None


def sender_members(by: object, command: object) -> str:
    """Return the members of a line that name its sender; empty if the seat itself sent it.

    Args:
        by: who acted instead of the seat; `None` for the seat itself.
        command: the id that the client gave to its command; `None` without one.

    Raises:
        EventError: `by` is not a `By`, or `command` is not an id that `is_client_text` allows.
    """
    if by is not None and type(by) is not By:
        raise EventError(f"by {brief(by)}", "use one of By, or None for the seat itself")
    if command is not None and not is_client_text(command):
        raise EventError(f"command {brief(command)}", f"give {CLIENT_TEXT_SIGNS}")
    said_by = "" if by is None else f',"by":"{by.value}"'
    return said_by if command is None else f'{said_by},"command":"{command}"'


_OPEN: Final = EventKind.OPEN
_BET: Final = EventKind.BET
_SIT_OUT: Final = EventKind.SIT_OUT
_EVEN_MONEY: Final = EventKind.EVEN_MONEY
_INSURE: Final = EventKind.INSURE
_DECLINE: Final = EventKind.DECLINE
_SPLIT: Final = EventKind.SPLIT
_HIT: Final = EventKind.HIT
_STAND: Final = EventKind.STAND
_DOUBLE: Final = EventKind.DOUBLE
_SURRENDER: Final = EventKind.SURRENDER
_SIDE_BET: Final = EventKind.SIDE_BET

KINDS_WITH_AMOUNT: Final = frozenset({EventKind.BET, EventKind.INSURE, EventKind.SIDE_BET})
"""The kinds of event that have an amount."""

_NO_ANSWERS: Final = {EventKind.OPEN, EventKind.SIDE_BET}

ANSWERS: Final = {kind.value: kind for kind in EventKind if kind not in _NO_ANSWERS}
"""The kinds of event that a seat can write as one word, with an amount if necessary.

The host alone opens a round, and a side bet also needs a name.
"""

SEAT_EVENTS: Final = {**ANSWERS, EventKind.SIDE_BET.value: EventKind.SIDE_BET}
"""The kinds of event of a seat, by their words."""


_MAX_MINOR: Final = {
    kind: MAX_AMOUNT_MINOR if kind in KINDS_WITH_AMOUNT else 0 for kind in EventKind
}
"""The largest amount that an event of each kind may name."""


_MEMBERS: Final = ("event", "seat", "hand", "amount")
_KINDS: Final = {kind.value: kind for kind in EventKind}


class Event:
    """One answer of a seat, or the host's ``OPEN``.

    An event never changes, and is checked once, when it is made. The limits are the same under all
    rules.

    Args:
        kind: the kind of event.
        seat: the seat that answers, 0 to `MAX_SEATS` - 1; 0 for the host's ``OPEN``.
        hand: which of the seat's hands, 0 to `MAX_HANDS_OF_A_SEAT` - 1.
        amount_minor: the stake, 0 to `MAX_AMOUNT_MINOR`, for the kinds in `KINDS_WITH_AMOUNT`; 0
            for every other kind.
        by: who answered in place of the seat; `None` if the seat did.
        command: the id that the seat's client gave to its answer; `None` without one.
        bet_name: the name of a side bet in the rules of the table; empty for every other kind.

    Raises:
        EventError: a part has a wrong type or is beyond its limit; an amount or a name is missing,
            or given for a kind that has none; or the host's ``OPEN`` has `by` or `command`.
    """

    __slots__ = ("amount_minor", "bet_name", "by", "command", "hand", "kind", "members", "seat")

    kind: EventKind
    seat: int
    hand: int
    amount_minor: int
    by: By | None
    command: str | None
    bet_name: str
    # The text of the event in a journal; it is cached, because the same few events are written
    # often.
    members: str

    def __new__(
        cls,
        kind: Unchecked[EventKind],
        seat: Unchecked[int],
        hand: Unchecked[int] = 0,
        amount_minor: Unchecked[int] = 0,
        *,
        by: Unchecked[By] | None = None,
        command: Unchecked[str] | None = None,
        bet_name: Unchecked[str] = "",
    ) -> Self:
        """Make an event from parts of the right types and within their limits."""
        # In Python, a bool is a number, so it could pass as a seat. An object can have the type of
        # an enumeration without being one of its members.
        if (
            type(kind) is EventKind
            and type(seat) is int
            and type(hand) is int
            and type(amount_minor) is int
            and 0 <= seat < MAX_SEATS
            and 0 <= hand < MAX_HANDS_OF_A_SEAT
            and 0 <= amount_minor <= _MAX_MINOR.get(kind, -1)
        ):
            event = object.__new__(cls)
            amount = f',"amount":{amount_minor}' if kind in KINDS_WITH_AMOUNT else ""
            if kind is _SIDE_BET or bet_name != "":
                amount += _name_member(kind, bet_name)
            members = f'"event":"{kind.word}","seat":{seat},"hand":{hand}{amount}'
            if by is not None or command is not None:
                if kind is _OPEN:
                    raise EventError("open with a sender", "only the host opens a round")
                members += sender_members(by, command)
            object.__setattr__(event, "kind", kind)
            object.__setattr__(event, "seat", seat)
            object.__setattr__(event, "hand", hand)
            object.__setattr__(event, "amount_minor", amount_minor)
            object.__setattr__(event, "by", by)
            object.__setattr__(event, "command", command)
            object.__setattr__(event, "bet_name", bet_name)
            object.__setattr__(event, "members", members)
            return event
        raise _no_event(kind, seat, hand, amount_minor)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an event never changes, so its {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an event never changes, so its {name} cannot be deleted")

    def sent(
        self, *, by: Unchecked[By] | None = None, command: Unchecked[str] | None = None
    ) -> Event:
        """Return the same answer with its sender and the id of the client's command.

        Args:
            by: who answered in place of the seat; `None` if the seat did.
            command: the client's own id, of 1 to 64 letters, digits or ``_ . : + / = -``.

        Raises:
            EventError: `by` or `command` is invalid, or this is the host's ``OPEN``.
        """
        parts = self.kind, self.seat, self.hand, self.amount_minor
        return Event(*parts, by=by, command=command, bet_name=self.bet_name)

    def _parts(self) -> tuple[object, ...]:
        said_by = self.by, self.command
        return self.kind, self.seat, self.hand, self.amount_minor, *said_by, self.bet_name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        named = f", bet_name={self.bet_name!r}" if self.bet_name else ""
        return (
            f"Event(kind={self.kind!r}, seat={self.seat}, hand={self.hand}, "
            f"amount_minor={self.amount_minor}, by={self.by!r}, command={self.command!r}{named})"
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle an event as its parts, which are checked again when it is loaded."""
        return _made_again, self._parts()

    def to_json(self) -> str:
        """Return the event as a document of the protocol."""
        return f'{{"protocol":{PROTOCOL},"type":"event",{self.members}}}'

    @staticmethod
    def from_json(text: Unchecked[str | bytes]) -> Event:
        """Read an event of the protocol; spaces and the order of its members do not matter.

        Only the host may say who answered instead of the seat, so `by` is refused.

        Raises:
            EventError: the text is not an event.
        """
        try:
            members: dict[str, Any] = members_of(text, "event", (*_MEMBERS, "bet", "command"))
        except ValueError as error:
            raise EventError(str(error), "write one as `to_json` does") from error
        word = members.get("event")
        kind = _KINDS.get(word) if isinstance(word, str) else None
        if kind is None:
            raise EventError(f"the word {brief(word)}", f"write one of {', '.join(_KINDS)}")
        due: tuple[str, ...] = _MEMBERS if kind in KINDS_WITH_AMOUNT else _MEMBERS[:-1]
        if kind is _SIDE_BET:
            due = (*due, "bet")
        command = members.pop("command", None)
        if members.keys() != set(due):
            raise EventError(f"the members {brief([*members])}", f"give {', '.join(due)}")
        seat, hand, amount_minor = members["seat"], members["hand"], members.get("amount", 0)
        bet_name = members.get("bet", "")
        return Event(kind, seat, hand, amount_minor, command=command, bet_name=bet_name)

    @staticmethod
    def open() -> Event:
        """Return the event of the host that opens the next round."""
        return _plain(_OPEN, 0, 0)

    @staticmethod
    def bet(seat: Unchecked[int], amount_minor: Unchecked[int]) -> Event:
        """Return the opening bet of a seat."""
        # A value of another type, such as True, may equal a cached one; `Event` refuses it.
        if type(seat) is int and type(amount_minor) is int:
            event = _BETS.get((seat, amount_minor))
            if event is not None:
                return event
        return _cache((seat, amount_minor), Event(_BET, seat, 0, amount_minor))

    @staticmethod
    def side_bet(seat: Unchecked[int], name: Unchecked[str], amount_minor: Unchecked[int]) -> Event:
        """Return the answer that places a side bet, before the opening bet."""
        key = seat, amount_minor, name
        if type(seat) is int and type(amount_minor) is int and type(name) is str:
            event = _BETS.get(key)
            if event is not None:
                return event
        return _cache(key, Event(_SIDE_BET, seat, 0, amount_minor, bet_name=name))

    @staticmethod
    def sit_out(seat: Unchecked[int]) -> Event:
        """Return the answer that the seat plays no hand in this round."""
        return _plain(_SIT_OUT, seat, 0)

    @staticmethod
    def even_money(seat: Unchecked[int], hand: Unchecked[int] = 0) -> Event:
        """Return the acceptance of even money for a natural."""
        return _plain(_EVEN_MONEY, seat, hand)

    @staticmethod
    def insure(seat: Unchecked[int], hand: Unchecked[int], amount_minor: Unchecked[int]) -> Event:
        """Return the answer that insures a hand against the dealer's natural."""
        return Event(_INSURE, seat, hand, amount_minor)

    @staticmethod
    def decline(seat: Unchecked[int], hand: Unchecked[int] = 0) -> Event:
        """Return the answer that declines an offer."""
        return _plain(_DECLINE, seat, hand)

    @staticmethod
    def split(seat: Unchecked[int], hand: Unchecked[int]) -> Event:
        """Return the answer that splits a pair into two hands."""
        return _plain(_SPLIT, seat, hand)

    @staticmethod
    def hit(seat: Unchecked[int], hand: Unchecked[int]) -> Event:
        """Return the answer that takes one more card."""
        return _plain(_HIT, seat, hand)

    @staticmethod
    def stand(seat: Unchecked[int], hand: Unchecked[int]) -> Event:
        """Return the answer that takes no more cards."""
        return _plain(_STAND, seat, hand)

    @staticmethod
    def double(seat: Unchecked[int], hand: Unchecked[int]) -> Event:
        """Return the answer that doubles the bet and takes one last card."""
        return _plain(_DOUBLE, seat, hand)

    @staticmethod
    def surrender(seat: Unchecked[int], hand: Unchecked[int] = 0) -> Event:
        """Return the answer that surrenders the hand for half of its bet."""
        return _plain(_SURRENDER, seat, hand)

    def __str__(self) -> str:
        named = f" {self.bet_name}" if self.bet_name else ""
        amount = f"{named} {self.amount_minor}" if self.kind in KINDS_WITH_AMOUNT else ""
        if self.kind is _OPEN:
            return "open"
        return f"{self.kind.value}{amount} (seat {self.seat}, hand {self.hand})"


def _made_again(  # noqa: PLR0917  as `_parts` returns them
    kind: EventKind,
    seat: int,
    hand: int,
    amount_minor: int,
    by: By | None,
    command: str | None,
    bet_name: str,
) -> Event:
    """Make an event again from a pickle or a copy."""
    return Event(kind, seat, hand, amount_minor, by=by, command=command, bet_name=bet_name)


def _name_member(kind: EventKind, bet_name: object) -> str:
    """Return the name of a side bet in the form of a journal's line.

    Raises:
        EventError: the name is missing or invalid, or the event takes no name.
    """
    if kind is not _SIDE_BET:
        raise EventError(f"{kind.value} with the name of a bet", "only side_bet has such a name")
    if not is_bet_name(bet_name):
        raise EventError(f"a side bet {brief(bet_name)}", f"give its name, of {NAME_SIGNS}")
    return f',"bet":"{bet_name}"'


def _no_event(kind: object, seat: object, hand: object, amount_minor: object) -> EventError:
    """Return the error that says why some parts do not make an event."""
    if type(kind) is not EventKind or kind not in _MAX_MINOR:
        return EventError(f"kind {brief(kind)}", "use one of EventKind")
    if type(seat) is not int or type(hand) is not int or type(amount_minor) is not int:
        numbers = f"numbers {brief((seat, hand, amount_minor))}"
        return EventError(numbers, "seat, hand and amount are whole numbers")
    if not (0 <= seat < MAX_SEATS and 0 <= hand < MAX_HANDS_OF_A_SEAT):
        return EventError(
            f"seat {brief(seat)}, hand {brief(hand)}",
            f"give a seat from 0 to {MAX_SEATS - 1} and a hand from 0 to {MAX_HANDS_OF_A_SEAT - 1}",
        )
    if kind not in KINDS_WITH_AMOUNT:
        *words, last = [each.value for each in EventKind if each in KINDS_WITH_AMOUNT]
        known = f"only {', '.join(words)} and {last} have an amount"
        return EventError(f"{kind.value} with an amount", known)
    return EventError(
        f"{kind.value} of {brief(amount_minor)}", f"give 0 to {MAX_AMOUNT_MINOR} minor units"
    )


_MAX_BETS: Final = 4096
_BETS: Final[dict[tuple[object, ...], Event]] = {}
"""Bets by seat, stake and name; they are cached, because the same few bets are made often."""


def _cache(key: tuple[object, ...], bet: Event) -> Event:
    """Cache a bet, unless there are too many, and return it."""
    if len(_BETS) < _MAX_BETS:
        _BETS[key] = bet
    return bet


_READY_HANDS: Final = 4


def _ready(kind: EventKind) -> tuple[tuple[Event, ...], ...]:
    return tuple(
        tuple(Event(kind, seat, hand) for hand in range(_READY_HANDS)) for seat in range(MAX_SEATS)
    )


_READY: Final[dict[EventKind, tuple[tuple[Event, ...], ...]]] = {
    kind: _ready(kind) for kind in EventKind if kind is not _SIDE_BET
}
"""The common events without a stake, which are created only once."""


def event_of(kind: EventKind, seat: int, hand: int) -> Event:
    """Return the event of a kind without a stake; its numbers are not checked.

    Args:
        kind: the kind of event.
        seat: the seat that answers, 0 or more.
        hand: which of the seat's hands, 0 or more.
    """
    if seat < MAX_SEATS and hand < _READY_HANDS:
        return _READY[kind][seat][hand]
    return Event(kind, seat, hand)


def _plain(kind: EventKind, seat: Unchecked[int], hand: Unchecked[int]) -> Event:
    # A bool is an int to Python; `Event` refuses it.
    if type(seat) is int and type(hand) is int and seat >= 0 and hand >= 0:
        return event_of(kind, seat, hand)
    return Event(kind, seat, hand)
