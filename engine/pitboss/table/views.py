"""What a player is handed: the table as it looks from a seat, and the question put to that seat.

Views and offers are made from the `Round` alone, which holds no hidden card, no shoe and no seed.
"""

from __future__ import annotations

from typing import Final, Self

from pitboss.errors import TableError
from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind, said
from pitboss.game.round import DealerNatural, Phase, Question, Round
from pitboss.given import Given
from pitboss.table.legality import Legality, Menu
from pitboss.table.sights import HandView, SeatView, Sight, sight_of

__all__ = ["HandView", "Offer", "SeatView", "View"]

_EVEN_MONEY: Final = EventKind.EVEN_MONEY
_DECLINE: Final = EventKind.DECLINE
_SPLIT: Final = EventKind.SPLIT
_HIT: Final = EventKind.HIT
_STAND: Final = EventKind.STAND
_DOUBLE: Final = EventKind.DOUBLE
_SURRENDER: Final = EventKind.SURRENDER

_NO_ROUND: Final = Round(Phase.BETTING, [])
"""Stands for the round in what is filled in and needs it no more."""


class _Lazy:
    """Shows a round as it was at one time; it is filled in when it is first read.

    That has to be before the next event. Another thread may apply one while the round is read, so
    the count of events is compared afterwards.
    """

    __slots__ = ("_event_count", "_round")

    _event_count: int
    _round: Round

    @property
    def seq(self) -> int:
        """The sequence number of the table when this was made, see `Table.seq`."""
        return self._event_count

    def _check_current(self) -> None:
        if self._round.event_count != self._event_count:
            what = type(self).__name__.lower()
            raise TableError(
                f"this {what} was not looked at while it was current",
                f"look before the next event, or keep it with {what}.look()",
            )


class View(_Lazy):
    """The table as a viewer sees it: every card that lies face up, and no other.

    A view is a value: it shows the round at one time, compares by what it shows and never changes.
    It is filled in when it is first read, so it costs nothing if it is not read. That has to be
    before the next event. `Table.view` fills it in at once. Copying or pickling a view fills it in,
    too, and the copy holds what it shows and nothing else.
    """

    __slots__ = ("_sight", "_viewer")

    _viewer: int | None
    _sight: Sight | None

    @staticmethod
    def at(round_: Round, viewer: int | None) -> View:
        """Return the view of a seat, to be read before the next event.

        Args:
            round_: what lies face up on the table.
            viewer: the seat that looks; `None` for a spectator.
        """
        # Python 3.11 is slow to call a class that has an `__init__` of its own.
        view = View()
        view._viewer = viewer
        view._round = round_
        view._event_count = round_.event_count
        view._sight = None
        return view

    def look(self) -> Self:
        """Fill the view in, so that it may be kept.

        Raises:
            TableError: an event has been applied since the view was made.
        """
        self._seen()
        return self

    def _seen(self) -> Sight:
        if self._sight is None:
            try:
                sight = sight_of(self._round, self._viewer)
            finally:
                self._check_current()
            self._sight = sight
            self._round = _NO_ROUND
        return self._sight

    @property
    def viewer(self) -> int | None:
        """The seat that looks; `None` for a spectator."""
        return self._viewer

    @property
    def phase(self) -> Phase:
        """The state of the round."""
        return self._seen().phase

    @property
    def round_number(self) -> int:
        """Rounds opened at this table so far."""
        return self._seen().round_number

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats in the order of play."""
        return self._seen().seats

    @property
    def dealer_cards(self) -> tuple[Card, ...]:
        """The dealer's cards that lie face up, in the order drawn."""
        return self._seen().dealer_cards

    @property
    def dealer_points(self) -> int:
        """Their best total."""
        return self._seen().dealer_points

    @property
    def up_card(self) -> Card | None:
        """The dealer's card that lies face up from the deal on."""
        return self._seen().up_card

    @property
    def hole_hidden(self) -> bool:
        """A dealer's card lies face down."""
        return self._seen().hole_hidden

    @property
    def dealer_natural(self) -> DealerNatural:
        """What the table knows of a dealer natural."""
        return self._seen().dealer_natural

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return self._seen().question

    @property
    def asked_seat(self) -> int | None:
        """The seat that is asked; `None` if nothing is asked."""
        return self._seen().asked_seat

    @property
    def asked_hand(self) -> int | None:
        """The hand that the question is about; `None` if nothing is asked."""
        return self._seen().asked_hand

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._viewer == other._viewer and self._seen() == other._seen()

    def __hash__(self) -> int:
        return hash((self._viewer, self._seen()))

    def __reduce__(self) -> tuple[object, ...]:
        """Let a view be copied and pickled as what it shows."""
        shown = {"_viewer": self._viewer, "_sight": self._seen(), "_event_count": self._event_count}
        return _kept, (View, shown)

    def __repr__(self) -> str:
        return f"View(viewer={self._viewer!r}, {repr(self._seen()).removeprefix('Sight(')}"


class Offer(_Lazy):
    """A question put to a seat, with the hand it concerns and everything that may be answered.

    Like a view it is a value that shows the round at one time. The attributes below are there from
    the beginning; the rest is filled in when it is first read, which has to be before the next
    event. `Table.offer` fills everything in at once. Copying or pickling an offer fills it in, too.

    What is written over an offer changes nothing at the table.

    Attributes:
        question: what is asked.
        points: the hand's best total; 0 at a bet.
        soft: an ace is counted eleven.
        up_card: the dealer's up card; `None` at a bet.
    """

    __slots__ = (
        "_bet_minor",
        "_cards",
        "_hand",
        "_legality",
        "_menu",
        "_seat",
        "points",
        "question",
        "soft",
        "up_card",
    )

    question: Question
    points: int
    soft: bool
    up_card: Card | None
    _seat: int
    _hand: int
    _legality: Legality
    _cards: tuple[Card, ...]
    _bet_minor: int
    _menu: Menu | None

    @property
    def seat(self) -> int:
        """The seat that is asked, counted from 0."""
        return self._seat

    @property
    def hand(self) -> int:
        """Which of the hands of the seat the question is about, counted from 0."""
        return self._hand

    @staticmethod
    def at(round_: Round, question: Question, legality: Legality) -> Offer:
        """Return the offer of the open question, to be read before the next event.

        Args:
            round_: what lies face up on the table.
            question: which waits there.
            legality: what is legal under the rules of the table.
        """
        offer = Offer()
        offer.question = question
        offer._seat = seat = round_.asked_seat
        offer._hand = number = round_.asked_hand
        offer.up_card = round_.up_card
        hands = round_.seats[seat].hands
        if hands:
            hand = hands[number]
            offer.points = hand.points
            offer.soft = hand.soft
        else:
            offer.points = 0
            offer.soft = False
        offer._round = round_
        offer._legality = legality
        offer._event_count = round_.event_count
        offer._menu = None
        return offer

    def look(self) -> Self:
        """Fill the offer in, so that it may be kept.

        Raises:
            TableError: an event has been applied since the offer was made.
        """
        self._read()
        return self

    def _read(self) -> Menu:
        menu = self._menu
        if menu is None:
            round_ = self._round
            try:
                hands = round_.seats[self._seat].hands
                hand = hands[self._hand] if hands else None
                self._cards = () if hand is None else tuple(hand.cards)
                self._bet_minor = 0 if hand is None else hand.bet_minor
                menu = self._legality.menu(round_)
            finally:
                self._check_current()
            self._menu = menu
            self._round = _NO_ROUND
        return menu

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand's cards; no cards at a bet."""
        self._read()
        return self._cards

    @property
    def bet_minor(self) -> int:
        """The stake on the hand; 0 at a bet."""
        self._read()
        return self._bet_minor

    @property
    def legal(self) -> tuple[EventKind, ...]:
        """The kinds of event that may answer."""
        return self._read().kinds

    @property
    def least_minor(self) -> int:
        """The smallest stake, where one is asked for; else 0."""
        limits = self._read().limits
        return 0 if limits is None else limits.least_minor

    @property
    def most_minor(self) -> int:
        """The largest stake, where one is asked for; else 0."""
        limits = self._read().limits
        return 0 if limits is None else limits.most_minor

    @property
    def unit_minor(self) -> int:
        """From the smallest stake on, stakes go up in steps of it."""
        limits = self._read().limits
        return 1 if limits is None else limits.step_minor

    @property
    def unlimited(self) -> bool:
        """A stake is asked for, and no largest one was set."""
        limits = self._read().limits
        return limits is not None and limits.unlimited

    def takes(self, amount_minor: Given[int]) -> bool:
        """Say whether an amount may be staked, at a bet or an insurance bet."""
        if type(amount_minor) is not int:
            return False
        if self._menu is not None:
            limits = self._menu.limits
            return limits is not None and limits.allow(amount_minor)
        try:
            return self._legality.may_stake(self._round, amount_minor)
        finally:
            self._check_current()

    def can(self, kind: Given[EventKind]) -> bool:
        """Say whether a kind of event may answer."""
        if type(kind) is not EventKind:
            return False
        if self._menu is not None:
            return kind in self._menu.kinds
        try:
            return self._legality.may_answer(self._round, kind)
        finally:
            self._check_current()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Offer):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def __reduce__(self) -> tuple[object, ...]:
        """Let an offer be copied and pickled as what it shows."""
        self._read()
        return _kept, (Offer, {name: getattr(self, name) for name in _SHOWN})

    def __repr__(self) -> str:
        cards = " ".join(str(card) for card in self.cards)
        words = ", ".join(kind.value for kind in self.legal)
        stakes = f", stake {self.least_minor}..{self.most_minor}" if self.most_minor else ""
        return (
            f"Offer({self.question.value}, seat {self._seat}, hand {self._hand} [{cards}], "
            f"up card {self.up_card}, legal: {words}{stakes})"
        )

    def _value(self) -> tuple[object, ...]:
        return self._read(), self._cards, self._bet_minor, self.question, self.up_card

    def bet(self, amount_minor: Given[int]) -> Event:
        """Answer with an opening bet."""
        return Event.bet(self._seat, amount_minor)

    def sit_out(self) -> Event:
        """Answer that the seat plays no hand in this round."""
        return Event.sit_out(self._seat)

    def even_money(self) -> Event:
        """Answer that the natural takes even money."""
        return said(_EVEN_MONEY, self._seat, self._hand)

    def insure(self, amount_minor: Given[int] | None = None) -> Event:
        """Answer with an insurance bet; without an amount, the largest."""
        return Event.insure(
            self._seat, self._hand, self.most_minor if amount_minor is None else amount_minor
        )

    def decline(self) -> Event:
        """Answer no."""
        return said(_DECLINE, self._seat, self._hand)

    def split(self) -> Event:
        """Answer that the pair is split."""
        return said(_SPLIT, self._seat, self._hand)

    def hit(self) -> Event:
        """Answer that the hand takes a card."""
        return said(_HIT, self._seat, self._hand)

    def stand(self) -> Event:
        """Answer that the hand takes no more cards."""
        return said(_STAND, self._seat, self._hand)

    def double(self) -> Event:
        """Answer that the hand doubles its bet for one last card."""
        return said(_DOUBLE, self._seat, self._hand)

    def surrender(self) -> Event:
        """Answer that the hand is given up."""
        return said(_SURRENDER, self._seat, self._hand)


_SHOWN: Final = (
    "question",
    "points",
    "soft",
    "up_card",
    "_seat",
    "_hand",
    "_cards",
    "_bet_minor",
    "_menu",
    "_event_count",
)
"""What an offer holds that was looked at."""


def _kept(kind: type[View | Offer], shown: dict[str, object]) -> View | Offer:
    """Return a view or an offer that was copied or pickled."""
    kept = kind()
    for name, value in shown.items():
        setattr(kept, name, value)
    return kept
