"""What a view shows, as values: the round, its seats and their hands."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from attrs import fields, frozen

from pitboss.game.cards import Card
from pitboss.game.reasons import Outcome, Reason
from pitboss.game.round import DealerNatural, Hand, Phase, Presence, Question, Round, Seat


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
        balance_minor: the free chips, shown to the seat itself; None to others, and on credit.
        playing: the seat has a bet in this round.
        hands: its hands in order.
        presence: whether somebody sits there, and can be asked.
    """

    index: int
    name: str
    balance_minor: int | None
    playing: bool
    hands: tuple[HandView, ...]
    presence: Presence = Presence.SEATED


@frozen
class Sight:
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


def sight_of(round_: Round, viewer: int | None) -> Sight:
    """Return what a viewer sees of a round as it stands.

    Args:
        round_: what lies face up on the table.
        viewer: the seat that looks; None for a spectator.
    """
    asked = round_.question is not None
    return Sight(
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
        presence=seat.presence,
    )


def _hand_view(hand: Hand) -> HandView:
    return HandView(tuple(hand.cards), *_SHOWN_OF_HAND(hand))


_SHOWN_OF_HAND: Final = attrgetter(
    *[each.name for each in fields(HandView) if each.name != "cards"]
)
"""Everything that a hand shows beside its cards, in the order in which a view holds it."""
