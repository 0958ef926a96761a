"""What the table looks like from a seat, and what a seat is asked.

Both are values made from the `Round` alone, which holds no hidden card, no shoe and no seed.
"""

from __future__ import annotations

from typing import Final, Self

from attrs import frozen

from pitboss.cards import Card
from pitboss.events import Event, EventKind, said
from pitboss.freshness import check_moment, out_of_date
from pitboss.legality import Legality, Menu
from pitboss.round import DealerNatural, Hand, Outcome, Phase, Question, Round, Seat

_EVEN_MONEY: Final = EventKind.EVEN_MONEY
_DECLINE: Final = EventKind.DECLINE
_SPLIT: Final = EventKind.SPLIT
_HIT: Final = EventKind.HIT
_STAND: Final = EventKind.STAND
_DOUBLE: Final = EventKind.DOUBLE
_SURRENDER: Final = EventKind.SURRENDER


@frozen
class HandView:
    """A hand as everybody at the table sees it.

    Attributes:
        cards: in the order in which they came.
        points: the best total.
        soft: an ace is counted eleven.
        bet_minor: the whole stake on it.
        insurance_minor: the insurance stake on it.
        natural: it counts as a natural.
        from_split: a split made it.
        doubled: its bet was doubled.
        surrendered: it was given up.
        done: it takes no more decisions.
        outcome: how it was settled; none while its bet is open.
        net_minor: what the bet brought; 0 while it is open.
        insurance_net_minor: what the insurance bet brought; 0 while it is open.
    """

    cards: tuple[Card, ...]
    points: int
    soft: bool
    bet_minor: int
    insurance_minor: int
    natural: bool
    from_split: bool
    doubled: bool
    surrendered: bool
    done: bool
    outcome: Outcome | None
    net_minor: int
    insurance_net_minor: int


@frozen
class SeatView:
    """A seat as a viewer sees it.

    Attributes:
        index: place at the table, from 0.
        name: who sits there.
        balance_minor: the free chips, shown to the seat itself; none to others, and on credit.
        playing: the seat has a bet in this round.
        hands: its hands in order.
    """

    index: int
    name: str
    balance_minor: int | None
    playing: bool
    hands: tuple[HandView, ...]


@frozen
class _Sight:
    """Everything that a viewer sees at one moment; the values of a `View`."""

    phase: Phase
    round_number: int
    seats: tuple[SeatView, ...]
    dealer_cards: tuple[Card, ...]
    dealer_points: int
    up_card: Card | None
    hole_hidden: bool
    dealer_natural: DealerNatural
    question: Question | None
    asked_seat: int | None
    asked_hand: int | None


class View:
    """The table as a viewer sees it: every card that lies face up, and no other.

    A view is a value: it shows one moment, compares by what it shows and never changes. It is
    filled in when it is first looked at, which costs a player nothing who does not look; that has
    to be before the next event. `Table.view` fills it in at once.

    Args:
        round_: what lies face up on the table.
        viewer: the seat that looks; none for a spectator.

    Attributes:
        viewer: the seat that looks; none for a spectator.
    """

    __slots__ = ("_moment", "_round", "_sight", "viewer")

    def __init__(self, round_: Round, viewer: int | None) -> None:
        self.viewer = viewer
        self._round: Round | None = round_
        self._moment = round_.moment
        self._sight: _Sight | None = None

    def look(self) -> Self:
        """Fill the view in, so that it may be kept.

        Raises:
            TableError: an event has been applied since the view was made.
        """
        self._seen()
        return self

    def _seen(self) -> _Sight:
        if self._sight is None:
            round_ = check_moment(self._round, self._moment, "view")
            self._sight = _sight_of(round_, self.viewer)
            self._round = None
        return self._sight

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
        """Whom it is asked; none if nothing is asked."""
        return self._seen().asked_seat

    @property
    def asked_hand(self) -> int | None:
        """Of which hand; none if nothing is asked."""
        return self._seen().asked_hand

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.viewer == other.viewer and self._seen() == other._seen()

    def __hash__(self) -> int:
        return hash((self.viewer, self._seen()))

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer!r}, {repr(self._seen()).removeprefix('_Sight(')}"


def _sight_of(round_: Round, viewer: int | None) -> _Sight:
    asked = round_.question is not None
    return _Sight(
        phase=round_.phase,
        round_number=round_.number,
        seats=tuple(_seat_view(seat, viewer) for seat in round_.seats),
        dealer_cards=tuple(round_.dealer.cards),
        dealer_points=round_.dealer.points,
        up_card=round_.up_card,
        hole_hidden=round_.hole_hidden,
        dealer_natural=round_.dealer_natural,
        question=round_.question,
        asked_seat=round_.asked_seat if asked else None,
        asked_hand=round_.asked_hand if asked else None,
    )


def _seat_view(seat: Seat, viewer: int | None) -> SeatView:
    shown = viewer == seat.index and not seat.on_credit
    return SeatView(
        index=seat.index,
        name=seat.name,
        balance_minor=seat.balance_minor if shown else None,
        playing=bool(seat.hands),
        hands=tuple(_hand_view(hand) for hand in seat.hands),
    )


def _hand_view(hand: Hand) -> HandView:
    return HandView(
        cards=tuple(hand.cards),
        points=hand.points,
        soft=hand.soft,
        bet_minor=hand.bet_minor,
        insurance_minor=hand.insurance_minor,
        natural=hand.natural,
        from_split=hand.from_split,
        doubled=hand.doubled,
        surrendered=hand.surrendered,
        done=hand.done,
        outcome=hand.outcome,
        net_minor=hand.net_minor,
        insurance_net_minor=hand.insurance_net_minor,
    )


class Offer:
    """A question put to a seat, with the hand it concerns and everything that may be answered.

    Like a view it is a value of one moment. What a strategy asks first stands in it; the rest is
    filled in when it is first looked at, which has to be before the next event. `Table.offer`
    fills it in at once.

    Args:
        round_: what lies face up on the table; a question must wait.
        legality: the law of the table.

    Attributes:
        question: what is asked.
        seat: whom, counted from 0.
        hand: of which of the seat's hands, counted from 0.
        points: the hand's best total; 0 at a bet.
        soft: an ace is counted eleven.
        up_card: the dealer's up card; none at a bet.
    """

    __slots__ = (
        "_legality",
        "_moment",
        "_round",
        "_terms",
        "hand",
        "points",
        "question",
        "seat",
        "soft",
        "up_card",
    )

    def __init__(self, round_: Round, question: Question, legality: Legality) -> None:
        self.question = question
        self.seat = round_.asked_seat
        self.hand = round_.asked_hand
        self.up_card = round_.up_card
        hands = round_.seats[self.seat].hands
        if hands:
            hand = hands[self.hand]
            self.points = hand.points
            self.soft = hand.soft
        else:
            self.points = 0
            self.soft = False
        self._round: Round | None = round_
        self._legality: Legality | None = legality
        self._moment = round_.moment
        self._terms: _Terms | None = None

    def look(self) -> Self:
        """Fill the offer in, so that it may be kept.

        Raises:
            TableError: an event has been applied since the offer was made.
        """
        self._read()
        return self

    def _read(self) -> _Terms:
        if self._terms is None:
            self._terms = _terms_of(*self._current())
            self._round = self._legality = None
        return self._terms

    def _current(self) -> tuple[Round, Legality]:
        """Return what an offer is filled in from, as long as it stands as it did then."""
        round_, legality = self._round, self._legality
        if round_ is None or legality is None or round_.moment != self._moment:
            raise out_of_date("offer")
        return round_, legality

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand's cards; none at a bet."""
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

    def takes(self, amount_minor: int) -> bool:
        """Say whether an amount may be staked, at a bet or an insurance bet."""
        if self._terms is not None:
            limits = self._terms.menu.limits
            return limits is not None and limits.allow(amount_minor)
        round_, legality = self._current()
        may_stake = legality.may_stake.get(self.question)
        return may_stake is not None and may_stake(round_.seats[self.seat], amount_minor)

    def can(self, kind: EventKind) -> bool:
        """Say whether a kind of event may answer."""
        if self._terms is not None:
            return kind in self._terms.menu.kinds
        round_, legality = self._current()
        return legality.may_say(round_, kind)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Offer):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        cards = " ".join(str(card) for card in self.cards)
        words = ", ".join(kind.value for kind in self.legal)
        stakes = f", stake {self.least_minor}..{self.most_minor}" if self.most_minor else ""
        return (
            f"Offer({self.question.value}, seat {self.seat}, hand {self.hand} [{cards}], "
            f"up card {self.up_card}, legal: {words}{stakes})"
        )

    def _value(self) -> tuple[object, ...]:
        return (self.question, self.seat, self.hand, self.up_card, self._read())

    def bet(self, amount_minor: int) -> Event:
        """Answer with an opening bet."""
        return Event.bet(self.seat, amount_minor)

    def sit_out(self) -> Event:
        """Answer that the seat plays no hand in this round."""
        return Event.sit_out(self.seat)

    def even_money(self) -> Event:
        """Answer that the natural takes even money."""
        return said(_EVEN_MONEY, self.seat, self.hand)

    def insure(self, amount_minor: int | None = None) -> Event:
        """Answer with an insurance bet; without an amount, the largest."""
        return Event.insure(
            self.seat, self.hand, self.most_minor if amount_minor is None else amount_minor
        )

    def decline(self) -> Event:
        """Answer no."""
        return said(_DECLINE, self.seat, self.hand)

    def split(self) -> Event:
        """Answer that the pair is split."""
        return said(_SPLIT, self.seat, self.hand)

    def hit(self) -> Event:
        """Answer that the hand takes a card."""
        return said(_HIT, self.seat, self.hand)

    def stand(self) -> Event:
        """Answer that the hand takes no more cards."""
        return said(_STAND, self.seat, self.hand)

    def double(self) -> Event:
        """Answer that the hand doubles its bet for one last card."""
        return said(_DOUBLE, self.seat, self.hand)

    def surrender(self) -> Event:
        """Answer that the hand is given up."""
        return said(_SURRENDER, self.seat, self.hand)


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
