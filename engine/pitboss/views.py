"""What the table looks like from a seat.

A view is made from the `Round` alone, which holds no hidden card, no shoe and no seed.
"""

from __future__ import annotations

from typing import Self

from attrs import frozen

from pitboss.cards import Card
from pitboss.freshness import check_moment
from pitboss.reasons import Outcome, Reason
from pitboss.round import DealerNatural, Hand, Phase, Question, Round, Seat


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
        reason: how it was settled, and why; None while its bet is open.
        insurance_reason: the same of the insurance bet; None without one as well.
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
    reason: Reason | None
    insurance_reason: Reason | None
    net_minor: int
    insurance_net_minor: int

    @property
    def outcome(self) -> Outcome | None:
        """How it was settled; None while its bet is open."""
        return None if self.reason is None else self.reason.outcome


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
    to be before the next event. `Table.view` fills it in at once. To copy or pickle a view is to
    look at it, and the copy holds what it shows and nothing else.

    Args:
        round_: what lies face up on the table.
        viewer: the seat that looks; none for a spectator.
    """

    __slots__ = ("_moment", "_round", "_sight", "_viewer")

    def __init__(self, round_: Round, viewer: int | None) -> None:
        self._viewer = viewer
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
            try:
                sight = _sight_of(round_, self._viewer)
            finally:
                # Another thread may have moved the table meanwhile.
                check_moment(round_, self._moment, "view")
            self._sight = sight
            self._round = None
        return self._sight

    @property
    def viewer(self) -> int | None:
        """The seat that looks; none for a spectator."""
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
        """Whom it is asked; none if nothing is asked."""
        return self._seen().asked_seat

    @property
    def asked_hand(self) -> int | None:
        """Of which hand; none if nothing is asked."""
        return self._seen().asked_hand

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._viewer == other._viewer and self._seen() == other._seen()

    def __hash__(self) -> int:
        return hash((self._viewer, self._seen()))

    def __reduce__(self) -> tuple[object, ...]:
        """Let a view be copied and pickled as what it shows."""
        return View._kept, (self._viewer, self._seen())

    @staticmethod
    def _kept(viewer: int | None, sight: _Sight) -> View:
        """Return a view that was copied or pickled."""
        view = View.__new__(View)
        view._viewer, view._moment = viewer, 0  # noqa: SLF001  a view is filled in as in `__init__`
        view._round, view._sight = None, sight  # noqa: SLF001
        return view

    def __repr__(self) -> str:
        return f"View(viewer={self._viewer!r}, {repr(self._seen()).removeprefix('_Sight(')}"


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
        reason=hand.reason,
        insurance_reason=hand.insurance_reason,
        net_minor=hand.net_minor,
        insurance_net_minor=hand.insurance_net_minor,
    )
