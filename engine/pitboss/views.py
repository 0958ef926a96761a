"""What the table looks like from a seat, and what a seat is asked.

Both are frozen values made from the `Round` alone, which holds no hidden card, no shoe and no seed.
"""

from __future__ import annotations

from attrs import frozen

from pitboss.cards import Card
from pitboss.errors import TableError
from pitboss.events import Event, EventKind
from pitboss.legality import Menu
from pitboss.round import DealerNatural, Hand, Outcome, Phase, Question, Round, Seat


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
class View:
    """The table as a viewer sees it: every card that lies face up, and no other.

    Attributes:
        viewer: the seat that looks; none for a spectator.
        phase: the state of the round.
        round_number: rounds opened at this table so far.
        seats: in the order of play.
        dealer_cards: the dealer's cards that lie face up, in the order drawn.
        dealer_points: their best total.
        up_card: the dealer's card that lies face up from the deal on.
        hole_hidden: a dealer's card lies face down.
        dealer_natural: what the table knows of a dealer natural.
        question: what is asked now.
        asked_seat: whom; none if nothing is asked.
        asked_hand: of which hand; none if nothing is asked.
    """

    viewer: int | None
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


def view_of(round_: Round, viewer: int | None) -> View:
    """Return what a seat sees, or a spectator for none.

    Raises:
        TableError: there is no such seat.
    """
    if viewer is not None and not 0 <= viewer < len(round_.seats):
        raise TableError(f"no seat {viewer}", f"seats are 0 to {len(round_.seats) - 1}")
    asked = round_.question is not None
    return View(
        viewer=viewer,
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


@frozen
class Offer:
    """A question put to a seat, with the hand it concerns and everything that may be answered.

    Attributes:
        question: what is asked.
        seat: whom, counted from 0.
        hand: of which of the seat's hands, counted from 0.
        cards: the hand's cards; none at a bet.
        points: its best total.
        soft: an ace is counted eleven.
        up_card: the dealer's up card; none at a bet.
        bet_minor: the stake on the hand.
        legal: the kinds of event that may answer.
        least_minor: the smallest stake, where one is asked for; else 0.
        most_minor: the largest stake, where one is asked for; else 0.
        unit_minor: stakes are multiples of it.
    """

    question: Question
    seat: int
    hand: int
    cards: tuple[Card, ...]
    points: int
    soft: bool
    up_card: Card | None
    bet_minor: int
    legal: tuple[EventKind, ...]
    least_minor: int
    most_minor: int
    unit_minor: int

    def can(self, kind: EventKind) -> bool:
        """Say whether a kind of event may answer."""
        return kind in self.legal

    def bet(self, amount_minor: int) -> Event:
        """Answer with an opening bet."""
        return Event.bet(self.seat, amount_minor)

    def sit_out(self) -> Event:
        """Answer that the seat plays no hand in this round."""
        return Event.sit_out(self.seat)

    def even_money(self) -> Event:
        """Answer that the natural takes even money."""
        return Event.even_money(self.seat, self.hand)

    def insure(self, amount_minor: int | None = None) -> Event:
        """Answer with an insurance bet; without an amount, the largest."""
        return Event.insure(
            self.seat, self.hand, self.most_minor if amount_minor is None else amount_minor
        )

    def decline(self) -> Event:
        """Answer no."""
        return Event.decline(self.seat, self.hand)

    def split(self) -> Event:
        """Answer that the pair is split."""
        return Event.split(self.seat, self.hand)

    def hit(self) -> Event:
        """Answer that the hand takes a card."""
        return Event.hit(self.seat, self.hand)

    def stand(self) -> Event:
        """Answer that the hand takes no more cards."""
        return Event.stand(self.seat, self.hand)

    def double(self) -> Event:
        """Answer that the hand doubles its bet for one last card."""
        return Event.double(self.seat, self.hand)

    def surrender(self) -> Event:
        """Answer that the hand is given up."""
        return Event.surrender(self.seat, self.hand)


def offer_of(round_: Round, menu: Menu) -> Offer | None:
    """Return the question that waits with its menu; none when no seat is asked anything."""
    if menu.question is None:
        return None
    seat = round_.seats[menu.seat]
    hand = seat.hands[menu.hand] if seat.hands else None
    limits = menu.limits
    return Offer(
        question=menu.question,
        seat=menu.seat,
        hand=menu.hand,
        cards=() if hand is None else tuple(hand.cards),
        points=0 if hand is None else hand.points,
        soft=hand is not None and hand.soft,
        up_card=round_.up_card,
        bet_minor=0 if hand is None else hand.bet_minor,
        legal=menu.kinds,
        least_minor=0 if limits is None else limits.least_minor,
        most_minor=0 if limits is None else limits.most_minor,
        unit_minor=1 if limits is None else limits.unit_minor,
    )
