"""The collector: it follows a table, as a recorder, and makes a record of each round that is over."""

from __future__ import annotations

from typing import Final, cast

from attrs import define

from pitboss.game.cards import Card
from pitboss.game.events import KINDS_WITH_AMOUNT, By, Event, EventKind
from pitboss.game.hand import FIRST_CARDS
from pitboss.game.reasons import Outcome
from pitboss.game.round import DealerNatural, Hand, House, Presence, Question, Round, Seat
from pitboss.game.seat_changes import SeatChange
from pitboss.machine.flags import Flags
from pitboss.records.values import (
    AnsweredBy,
    RecordedDecision,
    RecordedHand,
    RecordedRound,
    RecordedSeat,
)
from pitboss.table.table import Table

_OPEN: Final = EventKind.OPEN
_OPENING: Final = Event.open()
_EMPTY: Final = Presence.EMPTY
_SEEN: Final = DealerNatural.SEEN

_SPEAKERS: Final[dict[By | None, AnsweredBy]] = {
    None: AnsweredBy.PLAYER,
    **{by: AnsweredBy(by.value) for by in By},
}


class RoundCollector:
    """Makes a record of each round that is over; a recorder that joins a table between two rounds.

    It sees what the table sees, and so what no seat may see.
    """

    def __init__(self) -> None:
        self._rounds: list[RecordedRound] = []
        self._asked: list[_Asked] = []
        self._shoe = (0, 0, 0)
        self._balances_minor: list[int] = []

    def taken(self) -> list[RecordedRound]:
        """Return the rounds that were over since the last time."""
        rounds = self._rounds
        self._rounds = []
        return rounds

    def opened(self, table: Table) -> None:
        """Begin with a table that was set up."""

    def joined(self, _table: Table) -> None:
        """Begin again with a table that was taken up; rounds that were not taken are forgotten."""
        self._rounds = []

    def applied(self, table: Table, event: Event) -> None:
        """Note an answer with the question that it answered, and the question that follows."""
        round_ = table.round
        if event.kind is _OPEN:
            shoe = table.house.shoe
            self._shoe = shoe.number, shoe.part, shoe.position
            self._balances_minor = [seat.balance_minor for seat in round_.seats]
            self._asked = []
        else:
            self._asked[-1].answered(event)
        question = round_.question
        if question is not None:
            self._asked.append(_Asked.at(table, question))
        else:
            self._rounds.append(self._record(table.flags, round_, table.house))

    def changed(self, _table: Table, _change: SeatChange) -> None:
        """Note nothing: the next round says who sits there."""

    def closed(self, _table: Table) -> None:
        """Note nothing: that no further round follows happens in no round."""

    def _record(self, flags: Flags, round_: Round, house: House) -> RecordedRound:
        """Make the record of a round that is over."""
        shoe, shoe_part, position = self._shoe
        hands = [_hand(seat, *each) for seat in round_.seats for each in enumerate(seat.hands)]
        dealer = round_.dealer
        cards_used = len(dealer.cards) + (house.hole_card is not None)
        for hand in hands:
            cards_used += len(hand.cards)
        return RecordedRound(
            number=round_.number,
            shoe=shoe,
            shoe_part=shoe_part,
            position=position,
            cards_used=cards_used,
            up_card=round_.up_card,
            hole_card=_hole_card(flags, round_, house),
            dealer_cards=tuple(dealer.cards),
            dealer_points=dealer.points,
            dealer_soft=dealer.soft,
            dealer_natural=round_.dealer_natural is _SEEN,
            void=round_.void,
            seats=tuple(
                [
                    _seat(seat, balance_minor)
                    for seat, balance_minor in zip(round_.seats, self._balances_minor, strict=True)
                    if seat.presence is not _EMPTY
                ]
            ),
            hands=tuple(hands),
            decisions=tuple([asked.record(number) for number, asked in enumerate(self._asked)]),
        )


@define
class _Asked:
    """A question that was put, with its answer as soon as there is one.

    Attributes:
        seat: who was asked.
        on: the hand that it is about; `None` at a bet.
        behind: the hand behind that one. What is split off from a hand comes to lie right behind
            it, so all that a hand becomes lies before this one.
        event: the answer.
    """

    seat: Seat
    on: Hand | None
    behind: Hand | None
    question: Question
    legal: tuple[EventKind, ...]
    least_minor: int | None
    most_minor: int | None
    hand: int
    hands: int
    bet_minor: int
    cards: tuple[Card, ...]
    points: int
    soft: bool
    up_card: Card | None
    cards_after: tuple[Card, ...] = ()
    points_after: int = 0
    event: Event = _OPENING

    @classmethod
    def at(cls, table: Table, question: Question) -> _Asked:
        """Note the question that is open at a table."""
        round_, legality = table.round, table.legality
        seat = round_.seats[round_.asked_seat]
        legal = legality.kinds(round_)
        limits = legality.limits(round_)
        if limits is None or KINDS_WITH_AMOUNT.isdisjoint(legal):
            least_minor = most_minor = None
        else:
            least_minor = limits.least_minor
            most_minor = None if limits.unlimited else limits.most_minor
        number, hands = round_.asked_hand, seat.hands
        hand = hands[number] if hands else None
        return cls(
            seat=seat,
            on=hand,
            behind=hands[number + 1] if number + 1 < len(hands) else None,
            question=question,
            legal=legal,
            least_minor=least_minor,
            most_minor=most_minor,
            hand=number,
            hands=len(hands),
            bet_minor=0 if hand is None else hand.bet_minor,
            cards=() if hand is None else tuple(hand.cards),
            points=0 if hand is None else hand.points,
            soft=hand is not None and hand.soft,
            up_card=round_.up_card,
        )

    def answered(self, event: Event) -> None:
        """Note the answer, and the hand as it lies now."""
        self.event = event
        if self.on is not None:
            self.cards_after = tuple(self.on.cards)
            self.points_after = self.on.points

    def record(self, number: int) -> RecordedDecision:
        """Make the record of it when the round is over.

        Args:
            number: which question of the round it was.
        """
        event, became = self.event, self._became()
        return RecordedDecision(
            number=number,
            seat=self.seat.index,
            name=self.seat.name,
            by=_SPEAKERS[event.by],
            command=event.command,
            question=self.question,
            legal=self.legal,
            least_minor=self.least_minor,
            most_minor=self.most_minor,
            answer=event.kind,
            amount_minor=event.amount_minor if event.kind in KINDS_WITH_AMOUNT else None,
            hand=self.hand,
            hands=self.hands,
            bet_minor=self.bet_minor,
            cards=self.cards,
            points=self.points,
            soft=self.soft,
            up_card=self.up_card,
            cards_after=self.cards_after,
            points_after=self.points_after,
            outcome=became[0].outcome if became else None,
            net_minor=sum([hand.net_minor + hand.insurance_net_minor for hand in became]),
        )

    def _became(self) -> list[Hand]:
        """Return the hands that came of the hand, itself first; at a bet, all hands of the seat."""
        hands = self.seat.hands
        if self.on is None or len(hands) == 1:
            return hands
        end = len(hands) if self.behind is None else hands.index(self.behind)
        return hands[hands.index(self.on) : end]


def _hand(seat: Seat, number: int, hand: Hand) -> RecordedHand:
    return RecordedHand(
        seat=seat.index,
        name=seat.name,
        hand=number,
        cards=tuple(hand.cards),
        points=hand.points,
        soft=hand.soft,
        natural=hand.natural,
        split=hand.from_split,
        doubled=hand.doubled,
        surrendered=hand.surrendered,
        bet_minor=hand.bet_minor,
        # No bet of a round that is over is open.
        outcome=cast("Outcome", hand.outcome),
        net_minor=hand.net_minor,
        insurance_minor=hand.insurance_minor,
        insurance_net_minor=hand.insurance_net_minor,
    )


def _seat(seat: Seat, balance_minor: int) -> RecordedSeat:
    """Make the record of a seat; its chips are those that it had when the round was opened."""
    stake_minor = net_minor = 0
    for hand in seat.hands:
        stake_minor += hand.bet_minor + hand.insurance_minor
        net_minor += hand.net_minor + hand.insurance_net_minor
    return RecordedSeat(
        seat=seat.index,
        name=seat.name,
        presence=seat.presence,
        balance_minor=balance_minor,
        stake_minor=stake_minor,
        net_minor=net_minor,
    )


def _hole_card(flags: Flags, round_: Round, house: House) -> Card | None:
    """Return the card that was dealt face down, wherever it lies now."""
    cards = round_.dealer.cards
    if house.hole_card is not None or not flags.deals_hole_card or len(cards) < FIRST_CARDS:
        return house.hole_card
    return cards[0] if flags.up_card_is_second else cards[1]
