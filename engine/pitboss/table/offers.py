"""What a seat is asked, with everything that it may answer."""

from __future__ import annotations

from typing import Final, Self

from attrs import frozen

from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind, said
from pitboss.game.round import Question, Round
from pitboss.given import Given
from pitboss.table.legality import Legality, Menu
from pitboss.table.views import out_of_date

_EVEN_MONEY: Final = EventKind.EVEN_MONEY
_DECLINE: Final = EventKind.DECLINE
_SPLIT: Final = EventKind.SPLIT
_HIT: Final = EventKind.HIT
_STAND: Final = EventKind.STAND
_DOUBLE: Final = EventKind.DOUBLE
_SURRENDER: Final = EventKind.SURRENDER


class Offer:
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
        "_hand",
        "_legality",
        "_moment",
        "_round",
        "_seat",
        "_terms",
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
    _round: Round | None
    _legality: Legality | None
    _moment: int
    _terms: _Terms | None

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
        # Python 3.11 is slow to call a class that has an `__init__` of its own.
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
        offer._moment = round_.moment
        offer._terms = None
        return offer

    def look(self) -> Self:
        """Fill the offer in, so that it may be kept.

        Raises:
            TableError: an event has been applied since the offer was made.
        """
        self._read()
        return self

    def _read(self) -> _Terms:
        terms = self._terms
        if terms is None:
            round_, legality = self._current()
            try:
                terms = _terms_of(round_, legality)
            finally:
                # Another thread may have moved the table meanwhile.
                if round_.moment != self._moment:
                    raise out_of_date("offer")
            self._terms = terms
            self._round = self._legality = None
        return terms

    def _current(self) -> tuple[Round, Legality]:
        """Return what an offer is filled in from, as long as it stands as it did then."""
        round_, legality = self._round, self._legality
        if round_ is None or legality is None or round_.moment != self._moment:
            raise out_of_date("offer")
        return round_, legality

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand's cards; no cards at a bet."""
        return self._read().cards

    @property
    def bet_minor(self) -> int:
        """The stake on the hand; 0 at a bet."""
        return self._read().bet_minor

    @property
    def legal(self) -> tuple[EventKind, ...]:
        """The kinds of event that may answer."""
        return self._read().menu.kinds

    @property
    def least_minor(self) -> int:
        """The smallest stake, where one is asked for; else 0."""
        limits = self._read().menu.limits
        return 0 if limits is None else limits.least_minor

    @property
    def most_minor(self) -> int:
        """The largest stake, where one is asked for; else 0."""
        limits = self._read().menu.limits
        return 0 if limits is None else limits.most_minor

    @property
    def unit_minor(self) -> int:
        """From the smallest stake on, stakes go up in steps of it."""
        limits = self._read().menu.limits
        return 1 if limits is None else limits.step_minor

    @property
    def unlimited(self) -> bool:
        """A stake is asked for, and no largest one was set."""
        limits = self._read().menu.limits
        return limits is not None and limits.unlimited

    def takes(self, amount_minor: Given[int]) -> bool:
        """Say whether an amount may be staked, at a bet or an insurance bet."""
        if type(amount_minor) is not int:
            return False
        if self._terms is not None:
            limits = self._terms.menu.limits
            return limits is not None and limits.allow(amount_minor)
        round_, legality = self._current()
        try:
            return legality.may_stake(round_, amount_minor)
        finally:
            if round_.moment != self._moment:
                raise out_of_date("offer")

    def can(self, kind: Given[EventKind]) -> bool:
        """Say whether a kind of event may answer."""
        if type(kind) is not EventKind:
            return False
        if self._terms is not None:
            return kind in self._terms.menu.kinds
        round_, legality = self._current()
        try:
            return legality.may_say(round_, kind)
        finally:
            if round_.moment != self._moment:
                raise out_of_date("offer")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Offer):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def __reduce__(self) -> tuple[object, ...]:
        """Let an offer be copied and pickled as what it shows."""
        self._read()
        shown = {name: getattr(self, name) for name in _SHOWN}
        return _kept, ({**shown, "_round": None, "_legality": None, "_moment": 0},)

    def __repr__(self) -> str:
        cards = " ".join(str(card) for card in self.cards)
        words = ", ".join(kind.value for kind in self.legal)
        stakes = f", stake {self.least_minor}..{self.most_minor}" if self.most_minor else ""
        return (
            f"Offer({self.question.value}, seat {self._seat}, hand {self._hand} [{cards}], "
            f"up card {self.up_card}, legal: {words}{stakes})"
        )

    def _value(self) -> tuple[object, ...]:
        return (self.question, self._seat, self._hand, self.up_card, self._read())

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


_SHOWN: Final = ("question", "_seat", "_hand", "points", "soft", "up_card", "_terms")
"""What an offer holds that was looked at."""


def _kept(shown: dict[str, object]) -> Offer:
    """Return an offer that was copied or pickled."""
    offer = Offer()
    for name, value in shown.items():
        setattr(offer, name, value)
    return offer


@frozen
class _Terms:
    """What an offer holds that is not asked first."""

    cards: tuple[Card, ...]
    bet_minor: int
    menu: Menu


def _terms_of(round_: Round, legality: Legality) -> _Terms:
    hands = round_.seats[round_.asked_seat].hands
    hand = hands[round_.asked_hand] if hands else None
    return _Terms(
        cards=() if hand is None else tuple(hand.cards),
        bet_minor=0 if hand is None else hand.bet_minor,
        menu=legality.menu(round_),
    )
