"""What a view shows, as values: the round, its seats and their hands."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from attrs import fields, frozen

from pitboss.game.cards import Card, Rank
from pitboss.game.documents import document
from pitboss.game.reasons import Outcome, Reason
from pitboss.game.round import (
    DealerNatural,
    Hand,
    Phase,
    Presence,
    Question,
    Round,
    Seat,
)
from pitboss.game.seen import cards_seen

_RANKS: Final = tuple(Rank)
_PLACES: Final = {rank: place for place, rank in enumerate(_RANKS)}


@frozen
class CardsSeen:
    """What everybody at the table has seen of the cards drawn since the shuffle.

    Burned cards are not among them. A dealer's card that lies face down is counted when it is
    turned; one that is never turned is not. After a shuffle in mid-round the cards that lie on the
    table already are not counted any more, for they are not of the new shoe.

    Attributes:
        counts: how many of each rank, in the order of `Rank`: ace, two to ten, jack, queen, king.
    """

    counts: tuple[int, ...]

    def of(self, *ranks: Rank) -> int:
        """Return how many cards of these ranks were seen."""
        return sum([self.counts[_PLACES[rank]] for rank in ranks])

    @property
    def total(self) -> int:
        """How many cards were seen."""
        return sum(self.counts)


@frozen
class CutCard:
    """What everybody at the table knows of the place of the cut card.

    It has come out when a card beneath it was drawn; the round is then the last with this shoe.

    Attributes:
        least: the least number of the shoe's cards that may lie above it, drawn ones included.
        most: the greatest number; if it is that of the whole shoe, the cut card may never appear.
        out: it has come out, so that `least` and `most` are its place.
    """

    least: int
    most: int
    out: bool


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

    def written(self) -> dict[str, object]:
        """Return the hand as an object of a document; what is not known yet is absent."""
        members: dict[str, object] = {
            "cards": [card.code for card in self.cards],
            "points": self.points,
            "soft": self.soft,
            "bet": self.bet_minor,
            "natural": self.natural,
            "from_split": self.from_split,
            "doubled": self.doubled,
            "surrendered": self.surrendered,
            "done": self.done,
        }
        if self.reason is not None:
            members |= {"outcome": self.reason.outcome.value, "net": self.net_minor}
        if self.insurance_minor:
            members["insurance"] = self.insurance_minor
        if self.insurance_reason is not None:
            members["insurance_net"] = self.insurance_net_minor
        return members


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

    def written(self) -> dict[str, object]:
        """Return the seat as an object of a document; chips that are not shown are absent."""
        members: dict[str, object] = {"seat": self.index, "name": self.name}
        if self.balance_minor is not None:
            members["balance"] = self.balance_minor
        return {
            **members,
            "presence": self.presence.value,
            "playing": self.playing,
            "hands": [hand.written() for hand in self.hands],
        }


@frozen
class Sight:
    """Everything that a viewer sees at one moment; the values of a `View`."""

    phase: Phase
    round_number: int
    shoe_number: int
    cards_drawn: int
    cards_left: int
    cut_card: CutCard | None
    cards_seen: CardsSeen
    seats: tuple[SeatView, ...]
    dealer_cards: tuple[Card, ...]
    dealer_points: int
    up_card: Card | None
    hole_hidden: bool
    dealer_natural: DealerNatural
    question: Question | None
    asked_seat: int | None
    asked_hand: int | None

    def to_json(self, viewer: int | None, seq: int) -> str:
        """Return it as a document of the protocol, for the viewer who sees it.

        Args:
            viewer: the seat that looks; None for a spectator.
            seq: the sequence number of the table.
        """
        members: dict[str, object] = {"seq": seq}
        if viewer is not None:
            members["viewer"] = viewer
        dealer: dict[str, object] = {
            "cards": [card.code for card in self.dealer_cards],
            "points": self.dealer_points,
            "hole_hidden": self.hole_hidden,
            "natural": self.dealer_natural.value,
        }
        if self.up_card is not None:
            dealer["up_card"] = self.up_card.code
        shoe: dict[str, object] = {
            "number": self.shoe_number,
            "drawn": self.cards_drawn,
            "left": self.cards_left,
            "seen": {rank.value: self.cards_seen.of(rank) for rank in _RANKS},
        }
        if self.cut_card is not None:
            shoe["cut_card"] = {
                "least": self.cut_card.least,
                "most": self.cut_card.most,
                "out": self.cut_card.out,
            }
        members |= {
            "round": self.round_number,
            "phase": self.phase.value,
            "shoe": shoe,
            "dealer": dealer,
            "seats": [seat.written() for seat in self.seats],
        }
        if self.question is not None:
            members["asked"] = {
                "question": self.question.value,
                "seat": self.asked_seat,
                "hand": self.asked_hand,
            }
        return document("view", members)


def sight_of(
    round_: Round, viewer: int | None, shoe: tuple[int, int, int, CutCard | None]
) -> Sight:
    """Return what a viewer sees of a round as it stands.

    Args:
        round_: what lies face up on the table.
        viewer: the seat that looks; None for a spectator.
        shoe: the number of the shoe in use, how many of its cards are drawn, how many are left, and
            what is known of its cut card.
    """
    shoe_number, cards_drawn, cards_left, cut_card = shoe
    asked = round_.question is not None
    return Sight(
        phase=round_.phase,
        round_number=round_.number,
        shoe_number=shoe_number,
        cards_drawn=cards_drawn,
        cards_left=cards_left,
        cut_card=cut_card,
        cards_seen=CardsSeen(cards_seen(round_)),
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
