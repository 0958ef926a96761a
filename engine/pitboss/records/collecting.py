"""Collectors: recorders of a table; each makes records of one kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from attrs import define

from pitboss.game.arithmetic import FIRST_CARDS
from pitboss.game.bets import net_of, stake_of
from pitboss.game.cards import Card
from pitboss.game.events import KINDS_WITH_AMOUNT, By, Event, EventKind
from pitboss.game.reasons import Outcome
from pitboss.game.round import DealerNatural, Hand, House, Presence, Question, Round, Seat
from pitboss.game.seat_changes import AMOUNTS, OF_HOST, SeatChange
from pitboss.game.seen import cards_seen
from pitboss.game.shoe import Shoe
from pitboss.journal import Journal
from pitboss.machine.flags import Flags, hole_place
from pitboss.records.values import (
    AnsweredBy,
    RecordedChange,
    RecordedDecision,
    RecordedHand,
    RecordedHostLine,
    RecordedRound,
    RecordedSeat,
    RecordedSideBet,
    ShoeSeen,
)
from pitboss.table.recorders import QuietRecorder
from pitboss.table.shoe_view import CardsSeen
from pitboss.table.table import Table
from pitboss.text.strict import JsonValue

_OPEN: Final = EventKind.OPEN
_OPENING: Final = Event.open()
_EMPTY: Final = Presence.EMPTY
_SEEN: Final = DealerNatural.SEEN

_SPEAKERS: Final[dict[By | None, AnsweredBy]] = {
    None: AnsweredBy.PLAYER,
    **{by: AnsweredBy(by.value) for by in By},
}


_Record = TypeVar("_Record", bound=RecordedRound | RecordedChange | RecordedHostLine)


class Collector(QuietRecorder, Generic[_Record]):
    """A recorder that joins a table between two rounds, and makes records of what happens there.

    It sees everything at the table, even what no seat may see.
    """

    def __init__(self) -> None:
        self._records: list[_Record] = []

    def taken(self) -> list[_Record]:
        """Return the records that were made since the last call."""
        records = self._records
        self._records = []
        return records

    def joined(self, table: Table) -> None:
        """Begin again with a resumed or restored table; drop records that were not returned yet."""
        self._records = []
        self.opened(table)

    def host(self, facts: Mapping[str, JsonValue]) -> None:
        """Record what the host wrote into the journal."""


class ChangeCollector(Collector[RecordedChange]):
    """Makes a record of each change of a seat.

    Args:
        journal: the journal of the table; it writes each line before this object is called.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._journal = journal
        self._names: list[str] = []

    def opened(self, table: Table) -> None:
        """Keep the names, because the table loses the name of a player who leaves."""
        self._names = [seat.name for seat in table.round.seats]

    def changed(self, table: Table, change: SeatChange) -> None:
        """Make the record of a change; the journal has just written its line."""
        kind, number = change.kind, change.seat
        seat = table.round.seats[number]
        by = By.HOUSE if change.by is None and kind in OF_HOST else change.by
        self._records.append(
            RecordedChange(
                seq=self._journal.seq - 1,
                round=table.round.number,
                seat=number,
                name=change.name or self._names[number],
                kind=kind,
                amount_minor=change.amount_minor if kind in AMOUNTS else None,
                balance_minor=seat.balance_minor,
                reason=change.reason or None,
                client_seed=change.client_seed or None,
                by=_SPEAKERS[by],
                command=change.command,
            )
        )
        self._names[number] = seat.name


class HostLineCollector(Collector[RecordedHostLine]):
    """Makes a record of each line of the host.

    Args:
        journal: the journal of these lines; it writes each line before this object is called.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._journal = journal

    def opened(self, table: Table) -> None:
        """Keep the table to which the lines belong."""
        self._table = table

    def host(self, facts: Mapping[str, JsonValue]) -> None:
        """Make the record of a line that the journal has just written."""
        round_ = self._table.round
        self._records.append(
            RecordedHostLine(self._journal.seq - 1, round_.number, not round_.over, facts)
        )


class RoundCollector(Collector[RecordedRound]):
    """Makes a record of each finished round.

    Args:
        size_of: returns how many cards a shoe has, or `None` if that is hidden. If this function
            returns a number, each decision also records the cards that everybody had seen.
    """

    def __init__(self, size_of: Callable[[Shoe], int | None] | None = None) -> None:
        super().__init__()
        self._size_of = size_of
        self._asked: list[_Asked] = []
        self._shoe = (0, 0, 0)
        self._balances_minor: list[int] = []

    def applied(self, table: Table, event: Event) -> None:
        """Record an answer with its question, and then the next question."""
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
            asked = _asked(table, question)
            if self._size_of is not None:
                asked.saw(round_, self._size_of(table.house.shoe))
            self._asked.append(asked)
        else:
            self._records.append(self._record(table.flags, round_, table.house))

    def _record(self, flags: Flags, round_: Round, house: House) -> RecordedRound:
        """Make the record of a finished round."""
        shoe, shoe_part, position = self._shoe
        hands = _hands(round_, shoe)
        dealer = round_.dealer
        cards_used = len(dealer.cards) + (house.hole_card is not None)
        for hand in hands:
            cards_used += len(hand.cards)
        # Passing the arguments by name would take longer.
        return RecordedRound(
            round_.number,
            shoe,
            shoe_part,
            position,
            cards_used,
            round_.up_card,
            _hole_card(flags, round_, house),
            tuple(dealer.cards),
            dealer.points,
            dealer.soft,
            round_.dealer_natural is _SEEN,
            round_.void,
            tuple(
                [
                    _seat(seat, balance_minor)
                    for seat, balance_minor in zip(round_.seats, self._balances_minor, strict=True)
                    if seat.presence is not _EMPTY
                ]
            ),
            tuple(hands),
            tuple([asked.record(round_.number, each) for each, asked in enumerate(self._asked)]),
            _side_bets(round_, shoe) if flags.offers_side_bets else (),
        )


@define
class _Asked:
    """A question to a seat; the answer is added when it is given.

    Attributes:
        seat: the seat that was asked.
        number: the number of the hand that was asked about.
        hand: this hand; `None` if a bet was asked for.
        behind: the hand right after `hand`. Hands that are split off from `hand` are inserted
            before `behind`, so `behind` marks their end.
        event: the answer.
    """

    seat: Seat
    question: Question
    legal: tuple[EventKind, ...]
    least_minor: int | None
    most_minor: int | None
    number: int = 0
    hand: Hand | None = None
    behind: Hand | None = None
    hands: int = 0
    bet_minor: int = 0
    cards: tuple[Card, ...] = ()
    points: int = 0
    soft: bool = False
    up_card: Card | None = None
    cards_after: tuple[Card, ...] = ()
    points_after: int = 0
    seen: ShoeSeen | None = None
    event: Event = _OPENING

    def saw(self, round_: Round, size: int | None) -> None:
        """Record the cards that everybody has seen of the shoe, if the shoe's size is known."""
        if size is not None:
            cards = CardsSeen(cards_seen(round_))
            self.seen = ShoeSeen(cards, size - cards.total)

    def answered(self, event: Event) -> None:
        """Record the answer, and the hand after the answer."""
        self.event = event
        hand = self.hand
        if hand is not None:
            self.cards_after = tuple(hand.cards)
            self.points_after = hand.points

    def record(self, round_number: int, number: int) -> RecordedDecision:
        """Make the record of this question; the round must be over.

        Args:
            round_number: the number of the round.
            number: the number of the question in the round.
        """
        event, seat = self.event, self.seat
        outcome, net_minor = self._came_of_it()
        # Passing the arguments by name would take longer.
        return RecordedDecision(
            round_number,
            number,
            seat.index,
            seat.name,
            _SPEAKERS[event.by],
            event.command,
            self.question,
            self.legal,
            self.least_minor,
            self.most_minor,
            event.kind,
            event.amount_minor if event.kind in KINDS_WITH_AMOUNT else None,
            self.number,
            self.hands,
            self.bet_minor,
            self.cards,
            self.points,
            self.soft,
            self.up_card,
            self.cards_after,
            self.points_after,
            outcome,
            net_minor,
            self.seen,
        )

    def _came_of_it(self) -> tuple[Outcome | None, int]:
        """Return the outcome and the net result of the hand, or of the side bet in the answer."""
        if self.event.kind is EventKind.SIDE_BET:
            for bet in self.seat.side_bets:
                if bet.name == self.event.bet_name and bet.reason is not None:
                    return bet.reason.outcome, bet.net_minor
            return None, 0
        hands, net_minor = self._became(), 0
        for hand in hands:
            net_minor += hand.all_returned_minor - hand.all_staked_minor
        return hands[0].outcome if hands else None, net_minor

    def _became(self) -> list[Hand]:
        """Return the hand and all hands split off from it; for a bet, all hands of the seat."""
        hands = self.seat.hands
        if self.hand is None or len(hands) == 1:
            return hands
        end = len(hands) if self.behind is None else hands.index(self.behind)
        return hands[hands.index(self.hand) : end]


def _asked(table: Table, question: Question) -> _Asked:
    """Return the open question of a table, still without its answer."""
    round_, legality = table.round, table.legality
    seat = round_.seats[round_.asked_seat]
    number, hands = round_.asked_hand, seat.hands
    legal = legality.kinds(round_)
    limits = legality.limits(round_)
    least_minor = most_minor = None
    if limits is not None and limits.possible:
        least_minor = limits.least_minor
        most_minor = None if limits.unlimited else limits.most_minor
    if not hands:
        return _Asked(seat, question, legal, least_minor, most_minor)
    hand = hands[number]
    return _Asked(
        seat,
        question,
        legal,
        least_minor,
        most_minor,
        number,
        hand,
        hands[number + 1] if number + 1 < len(hands) else None,
        len(hands),
        hand.bet_minor,
        tuple(hand.cards),
        hand.points,
        hand.soft,
        round_.up_card,
    )


def _hands(round_: Round, shoe: int) -> list[RecordedHand]:
    number, up_card = round_.number, round_.up_card
    up_points = None if up_card is None else up_card.points
    return [
        RecordedHand(
            number,
            shoe,
            seat.index,
            seat.name,
            place,
            tuple(hand.cards),
            hand.points,
            hand.soft,
            hand.natural,
            hand.from_split,
            hand.doubled,
            hand.surrendered,
            up_points,
            seat.ante_minor,
            hand.bet_minor,
            hand.reason.outcome,
            hand.returned_minor - hand.bet_minor,
            stake_of(hand.insurance),
            net_of(hand.insurance),
            *(("", "") if hand.bonus is None else (hand.bonus.name, hand.bonus.pay_class)),
        )
        for seat in round_.seats
        for place, hand in enumerate(seat.hands)
        if hand.reason is not None
    ]


def _side_bets(round_: Round, shoe: int) -> tuple[RecordedSideBet, ...]:
    return tuple(
        [
            RecordedSideBet(
                round_.number,
                shoe,
                seat.index,
                seat.name,
                bet.name,
                bet.stake_minor,
                bet.reason.outcome,
                bet.pay_class,
                bet.net_minor,
            )
            for seat in round_.seats
            for bet in seat.side_bets
            if bet.reason is not None
        ]
    )


def _seat(seat: Seat, balance_minor: int) -> RecordedSeat:
    """Make the record of a seat, with its chips at the opening of the round."""
    stake_minor = seat.staked_minor
    net_minor = seat.returned_minor - stake_minor
    return RecordedSeat(seat.index, seat.name, seat.presence, balance_minor, stake_minor, net_minor)


def _hole_card(flags: Flags, round_: Round, house: House) -> Card | None:
    """Return the card that was dealt face down, even if it was turned up later."""
    cards = round_.dealer.cards
    if house.hole_card is not None or not flags.deals_hole_card or len(cards) < FIRST_CARDS:
        return house.hole_card
    return cards[hole_place(flags, 0)]
