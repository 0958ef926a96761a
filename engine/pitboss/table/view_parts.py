"""The contents of a view as values: the round, its seats and their hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, Final

import orjson
from attrs import fields, frozen

from pitboss.game.bets import BetView, PaidBonus, side_bet_record
from pitboss.game.cards import Card
from pitboss.game.documents import PROTOCOL
from pitboss.game.reasons import Outcome, Reason
from pitboss.game.round import DealerNatural, Hand, Phase, Presence, Question, Round, Seat
from pitboss.game.seen import cards_seen
from pitboss.game.shoe import Shoe
from pitboss.table.shoe_view import ShoeView, write_shoe


@frozen
class HandView:
    """A hand as everybody at the table sees it.

    Attributes:
        cards: the cards in the order in which they came.
        points: the best total.
        soft: whether an ace counts eleven.
        bet_minor: the whole stake on the hand.
        natural: whether the hand counts as a natural.
        from_split: whether a split made the hand.
        doubled: whether the bet was doubled.
        surrendered: whether the seat surrendered the hand.
        done: whether the seat makes no more decisions for the hand.
        reason: how and why the bet was settled; `None` while the bet is open.
        net_minor: the net result of the bet; 0 while the bet is open.
        insurance: the insurance bet; `None` if the hand is not insured.
        bonus: the bonus by which the hand was paid, or `None`.
    """

    cards: tuple[Card, ...]
    points: int
    soft: bool
    bet_minor: int
    natural: bool
    from_split: bool
    doubled: bool
    surrendered: bool
    done: bool
    reason: Reason | None
    net_minor: int
    insurance: BetView | None
    bonus: PaidBonus | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How the hand was settled; `None` while its bet is open."""
        return None if self.reason is None else self.reason.outcome

    @property
    def bets(self) -> tuple[BetView, ...]:
        """The ante, including a double, and then the insurance bet."""
        ante = BetView.of_ante(self.bet_minor, self.reason, self.net_minor, self.bonus)
        return (ante,) if self.insurance is None else (ante, self.insurance)


@frozen
class SeatView:
    """A seat as a viewer sees it.

    Attributes:
        index: the number of the seat, counted from 0.
        name: who sits there.
        balance_minor: the free chips; `None` if the viewer is not at this seat, or if the seat has
            unlimited funds.
        playing: whether the seat has a bet in this round.
        hands: the seat's hands in the order of play.
        presence: whether the player of the seat is there or away, or the seat is empty.
        side_bets: the seat's side bets, in the order in which they were placed.
    """

    index: int
    name: str
    balance_minor: int | None
    playing: bool
    hands: tuple[HandView, ...]
    presence: Presence = Presence.SEATED
    side_bets: tuple[BetView, ...] = ()


@frozen
class Sight:
    """Everything that a viewer sees at one moment; the values of a `View`."""

    phase: Phase
    round_number: int
    shoe: ShoeView
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
        """Return the values as a document of the protocol, for their viewer.

        Args:
            viewer: the seat that looks; `None` for a spectator.
            seq: the sequence number of the table.
        """
        dealer = (self.dealer_cards, self.dealer_points)
        frame = frame_of(self, seq, self.round_number, self.shoe.written(), dealer)
        return view_document(
            frame, viewer, [write_seat(each, each.balance_minor) for each in self.seats]
        )


Frame = tuple[str, str, str]
"""The three parts of a view's document that are the same for every viewer."""


def frame_of(
    seen: Round | Sight, seq: int, number: int, shoe: str, dealer: tuple[Sequence[Card], int]
) -> Frame:
    """Return the parts of a view's document that are the same for every viewer.

    Args:
        seen: the round, or the values of a view of it.
        seq: the sequence number of the table.
        number: the number of the round.
        shoe: the shoe in use, as JSON text.
        dealer: the dealer's cards that lie face up, and their total.
    """
    cards, points = dealer
    up_card, question = seen.up_card, seen.question
    up = "" if up_card is None else f',"up_card":"{up_card.code}"'
    before = f'{{"protocol":{PROTOCOL},"type":"view","seq":{seq}'
    between = (
        f',"round":{number},"phase":"{seen.phase.word}",'
        f'"shoe":{shoe},'
        f'"dealer":{{"cards":{write_cards(cards)},"points":{points},'
        f'"hole_hidden":{_TRUTH[seen.hole_hidden]},'
        f'"natural":"{seen.dealer_natural.word}"{up}}},"seats":['
    )
    if question is None:
        return before, between, "]}"
    asked = f'"seat":{seen.asked_seat},"hand":{seen.asked_hand}'
    return before, between, f'],"asked":{{"question":"{question.word}",{asked}}}}}'


_TRUTH: Final = {True: "true", False: "false"}


def write_cards(cards: Sequence[Card]) -> str:
    """Return cards as a JSON list of their codes."""
    if not cards:
        return "[]"
    codes = '","'.join([card.code for card in cards])
    return f'["{codes}"]'


def view_document(frame: Frame, viewer: int | None, seats: Iterable[str]) -> str:
    """Return the whole document of a view.

    Args:
        frame: the parts that are the same for every viewer.
        viewer: the seat that looks; `None` for a spectator.
        seats: the seats as the viewer sees them, each as JSON text.
    """
    before, between, behind = frame
    looks = "" if viewer is None else f',"viewer":{viewer}'
    return f"{before}{looks}{between}{','.join(seats)}{behind}"


class Outlook:
    """What every viewer sees at one moment, as JSON; common parts are written only once.

    Args:
        round_: what lies face up on the table.
        shoe: the shoe in use; the document shows neither its order nor its seed.
    """

    __slots__ = ("_frame", "_seats", "_written")

    def __init__(self, round_: Round, shoe: Shoe) -> None:
        dealer = round_.dealer
        seq, number = round_.event_count, round_.number
        written = write_shoe(shoe, round_.cut_window, cards_seen(round_))
        self._frame = frame_of(round_, seq, number, written, (dealer.cards, dealer.points))
        self._seats = round_.seats
        self._written = [write_seat(seat, None) for seat in round_.seats]

    def to_json(self, viewer: int | None) -> str:
        """Return the document that `View.to_json` returns; call this before the next event.

        Args:
            viewer: the seat that looks; `None` for a spectator.
        """
        seats = self._written
        if viewer is not None and not (seat := self._seats[viewer]).on_credit:
            seats = seats.copy()
            seats[viewer] = write_seat(seat, seat.balance_minor)
        return view_document(self._frame, viewer, seats)


def write_seat(seat: Seat | SeatView, balance_minor: int | None) -> str:
    """Return a seat as a JSON object.

    Args:
        seat: the seat.
        balance_minor: the chips to show; `None` to leave them out.
    """
    members: dict[str, object] = {"seat": seat.index, "name": seat.name}
    if balance_minor is not None:
        members["balance"] = balance_minor
    members["presence"] = seat.presence.word
    members["playing"] = bool(seat.hands)
    members["hands"] = [_write_hand(hand) for hand in seat.hands]
    if seat.side_bets:
        members["side_bets"] = [
            side_bet_record(bet if isinstance(bet, BetView) else BetView.of(bet))
            for bet in seat.side_bets
        ]
    return orjson.dumps(members).decode()


def _write_hand(hand: Hand | HandView) -> dict[str, object]:
    """Return a hand as members of a JSON object, without members that are not known yet."""
    members: dict[str, object] = {
        "cards": [card.code for card in hand.cards],
        "points": hand.points,
        "soft": hand.soft,
        "bet": hand.bet_minor,
        "natural": hand.natural,
        "from_split": hand.from_split,
        "doubled": hand.doubled,
        "surrendered": hand.surrendered,
        "done": hand.done,
    }
    if hand.reason is not None:
        members["outcome"] = hand.reason.outcome.word
        members["net"] = hand.net_minor
    if hand.bonus is not None:
        members |= hand.bonus.members()
    bet = hand.insurance
    if bet is not None:
        members["insurance"] = bet.stake_minor
        if bet.reason is not None:
            members["insurance_net"] = bet.net_minor
    return members


def sight_of(round_: Round, viewer: int | None, shoe: ShoeView) -> Sight:
    """Return what a viewer sees of the present round.

    Args:
        round_: what lies face up on the table.
        viewer: the seat that looks; `None` for a spectator.
        shoe: the shoe in use.
    """
    asked = round_.question is not None
    return Sight(
        phase=round_.phase,
        round_number=round_.number,
        shoe=shoe,
        seats=tuple([_seat_view(seat, viewer) for seat in round_.seats]),
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
    # Another thread may split a hand now; a compiled comprehension allocates the first length only.
    hands = seat.hands.copy()
    return SeatView(
        index=seat.index,
        name=seat.name,
        balance_minor=seat.balance_minor if shown else None,
        playing=bool(hands),
        hands=tuple([_hand_view(hand) for hand in hands]),
        presence=seat.presence,
        side_bets=tuple([BetView.of(bet) for bet in seat.side_bets]),
    )


def _hand_view(hand: Hand) -> HandView:
    bet = hand.insurance
    insurance = None if bet is None else BetView.of(bet)
    parts: tuple[Any, ...] = (tuple(hand.cards), *_SHOWN_OF_HAND(hand), insurance, hand.bonus)
    return HandView(*parts)


_SHOWN_OF_HAND: Final = attrgetter(*[each.name for each in fields(HandView)[1:-2]])
"""Reads the fields of `HandView` between `cards` and `insurance` from a hand."""
