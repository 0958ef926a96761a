"""An offer: the question to a seat, with its possible answers.

Views and offers are made from the `Round` alone, which holds no hidden card, no shoe and no seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from pitboss.errors import EventError, brief
from pitboss.game.cards import Card
from pitboss.game.documents import PROTOCOL
from pitboss.game.events import KINDS_WITH_AMOUNT, SEAT_EVENTS, Event, EventKind, event_of
from pitboss.game.round import Question, Round
from pitboss.machine.side_bets import SideBetLimits, may_place, side_bets_offered
from pitboss.table.legality import Legality
from pitboss.table.menu import Menu, write_kinds, write_side_bets, write_stake
from pitboss.table.view import NO_ROUND, Lazy, View, restore_view
from pitboss.table.view_parts import HandView, SeatView, write_cards
from pitboss.text.names import suggest
from pitboss.unchecked import Unchecked

__all__ = ["HandView", "Offer", "SeatView", "View"]

_BET: Final = Question.BET
_EVEN_MONEY: Final = EventKind.EVEN_MONEY
_DECLINE: Final = EventKind.DECLINE
_SPLIT: Final = EventKind.SPLIT
_HIT: Final = EventKind.HIT
_STAND: Final = EventKind.STAND
_DOUBLE: Final = EventKind.DOUBLE
_SURRENDER: Final = EventKind.SURRENDER

_DEFAULTS: Final = {Question.BET: "sit_out", Question.PLAY: "stand"}


class Offer(Lazy):
    """A question to a seat, with its hand and all possible answers.

    Like a view, an offer is a value: it shows the round at one moment. The attributes below are set
    when it is made. The others are filled in when one of them is first read; read one before the
    next event. `Table.offer`, copying and pickling fill in everything at once.

    Attributes:
        question: the kind of question.
        points: the hand's best total; 0 if a bet is asked for.
        soft: whether an ace counts eleven.
        up_card: the dealer's up card; `None` if a bet is asked for.
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
        """The hand of the seat that the question is about, counted from 0."""
        return self._hand

    @staticmethod
    def at(round_: Round, question: Question, legality: Legality) -> Offer:
        """Return the offer of the open question; read it before the next event.

        Args:
            round_: what lies face up on the table.
            question: the open question.
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
        """Fill in the offer, so that it can be kept after the next event.

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
            self._round = NO_ROUND
        return menu

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand's cards; empty if a bet is asked for."""
        self._read()
        return self._cards

    @property
    def bet_minor(self) -> int:
        """The stake on the hand; 0 if a bet is asked for."""
        self._read()
        return self._bet_minor

    @property
    def legal(self) -> tuple[EventKind, ...]:
        """The kinds of event that may answer."""
        return self._read().kinds

    @property
    def least_minor(self) -> int:
        """The smallest allowed stake; 0 if no stake is asked for."""
        limits = self._read().limits
        return 0 if limits is None else limits.least_minor

    @property
    def most_minor(self) -> int:
        """The largest allowed stake; 0 if no stake is asked for."""
        limits = self._read().limits
        return 0 if limits is None else limits.most_minor

    @property
    def unit_minor(self) -> int:
        """The step between allowed stakes, from the smallest one on."""
        limits = self._read().limits
        return 1 if limits is None else limits.step_minor

    @property
    def unlimited(self) -> bool:
        """Whether the question asks for a stake, and the stake has no upper limit."""
        limits = self._read().limits
        return limits is not None and limits.unlimited

    @property
    def side_bets(self) -> SideBetLimits:
        """The limits of each side bet that may be placed, by name."""
        if self._menu is not None:
            return self._menu.side_bets
        try:
            return side_bets_offered(self._legality.flags, self._round)
        finally:
            self._check_current()

    @property
    def every_side_bet(self) -> tuple[str, ...]:
        """The names of all side bets of the rules, even of those that cannot be placed now."""
        if self._menu is not None:
            return self._menu.every_side_bet
        return self._legality.flags.side_bet_names

    def cost_minor(self, kind: EventKind) -> int | None:
        """Return what a split or a double costs the seat beyond the hand's bet.

        Returns:
            Minor units; 0 if the house stakes it; `None` for another kind of answer, or for an
            answer that is not legal.
        """
        return dict(self._read().costs).get(kind)

    def takes(self, amount_minor: Unchecked[int]) -> bool:
        """Return whether a stake is asked for, and this amount is allowed."""
        if type(amount_minor) is not int:
            return False
        if self._menu is not None:
            limits = self._menu.limits
            return limits is not None and limits.allow(amount_minor)
        try:
            return self._legality.may_stake(self._round, amount_minor)
        finally:
            self._check_current()

    def takes_side_bet(self, name: Unchecked[str], amount_minor: Unchecked[int]) -> bool:
        """Return whether an amount may be staked on a side bet."""
        if type(name) is not str or type(amount_minor) is not int or self.question is not _BET:
            return False
        if self._menu is not None:
            offered = self._menu.side_bets
            return any(each == name and limits.allow(amount_minor) for each, limits in offered)
        try:
            seat = self._round.seats[self._seat]
            return may_place(self._legality.flags, seat, name, amount_minor)
        finally:
            self._check_current()

    def can(self, kind: Unchecked[EventKind]) -> bool:
        """Return whether a kind of event may answer."""
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
        """Let an offer be copied and pickled with the values that it shows."""
        self._read()
        return restore_view, (Offer, {name: getattr(self, name) for name in _SHOWN})

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

    def to_json(self) -> str:
        """Return the offer as a document of the protocol; send it only to the seat that is asked.

        Raises:
            TableError: an event was applied before the offer was first read.
        """
        menu = self._read()
        hand = (self._cards, self.points, self.soft, self._bet_minor)
        asked = (self.question, self._seat, self._hand)
        return _write_offer(self.seq, asked, hand, self.up_card, menu)

    def answer(
        self,
        word: Unchecked[str],
        amount: Unchecked[int] | None = None,
        bet_name: Unchecked[str] = "",
    ) -> Event:
        """Answer with a word, such as ``hit``.

        Args:
            word: the kind of event.
            amount: the stake in minor units, if the answer has one. The default for a bet or a side
                bet is the least allowed stake; for ``insure``, it is the greatest.
            bet_name: the side bet for the word ``side_bet``.

        Raises:
            EventError: the word is not an answer, or takes no such amount or name.
        """
        kind = SEAT_EVENTS.get(word) if type(word) is str else None
        if kind is None:
            known = f"write one of {', '.join(SEAT_EVENTS)}"
            raise EventError(f"the word {brief(word)}", f"{known}{suggest(word, SEAT_EVENTS)}")
        if kind is EventKind.SIDE_BET:
            return self.side_bet(bet_name, amount)
        if bet_name != "":
            raise EventError(f"{word} with the bet {brief(bet_name)}", "leave the bet out")
        if kind is EventKind.BET:
            return self.bet(self.least_minor if amount is None else amount)
        if kind is EventKind.INSURE:
            return self.insure(amount)
        return Event(kind, self._seat, self._hand, 0 if amount is None else amount)

    def default(self) -> Event:
        """Return the default answer: sit out of a round, stand on a hand, decline anything else."""
        return self.answer(_DEFAULTS.get(self.question, "decline"))

    def bet(self, amount_minor: Unchecked[int]) -> Event:
        """Answer with an opening bet."""
        return Event.bet(self._seat, amount_minor)

    def side_bet(self, name: Unchecked[str], amount_minor: Unchecked[int] | None = None) -> Event:
        """Answer with a side bet; then the question for the opening bet is asked again.

        By default, the stake is the least that this side bet allows.
        """
        if amount_minor is None:
            least = [limits.least_minor for each, limits in self.side_bets if each == name]
            amount_minor = least[0] if least else 0
        return Event.side_bet(self._seat, name, amount_minor)

    def sit_out(self) -> Event:
        """Answer that the seat plays no hand in this round."""
        return Event.sit_out(self._seat)

    def even_money(self) -> Event:
        """Answer that the natural takes even money."""
        return event_of(_EVEN_MONEY, self._seat, self._hand)

    def insure(self, amount_minor: Unchecked[int] | None = None) -> Event:
        """Answer that the hand is insured, by default for the largest amount allowed."""
        return Event.insure(
            self._seat, self._hand, self.most_minor if amount_minor is None else amount_minor
        )

    def decline(self) -> Event:
        """Answer that the seat declines what is offered."""
        return event_of(_DECLINE, self._seat, self._hand)

    def split(self) -> Event:
        """Answer that the pair is split."""
        return event_of(_SPLIT, self._seat, self._hand)

    def hit(self) -> Event:
        """Answer that the hand takes a card."""
        return event_of(_HIT, self._seat, self._hand)

    def stand(self) -> Event:
        """Answer that the hand takes no more cards."""
        return event_of(_STAND, self._seat, self._hand)

    def double(self) -> Event:
        """Answer that the hand doubles its bet and takes one more card."""
        return event_of(_DOUBLE, self._seat, self._hand)

    def surrender(self) -> Event:
        """Answer that the seat surrenders the hand."""
        return event_of(_SURRENDER, self._seat, self._hand)


def write_offer(round_: Round, question: Question, legality: Legality) -> str:
    """Return the open question in the form of `Offer.to_json`.

    Args:
        round_: what lies face up on the table.
        question: the open question.
        legality: what is legal under the rules of the table.
    """
    seat, number = round_.asked_seat, round_.asked_hand
    hands = round_.seats[seat].hands
    holds: _Held = ((), 0, False, 0)
    if hands:
        hand = hands[number]
        holds = (hand.cards, hand.points, hand.soft, hand.bet_minor)
    asked = (question, seat, number)
    return _write_offer(round_.event_count, asked, holds, round_.up_card, legality.menu(round_))


_Held = tuple[Sequence[Card], int, bool, int]
"""The hand that is asked: its cards, its total, whether it is soft, and its bet."""


def _write_offer(
    seq: int, asked: tuple[Question, int, int], holds: _Held, up_card: Card | None, menu: Menu
) -> str:
    kinds, limits = menu.kinds, menu.limits
    question, seat, hand = asked
    cards, points, soft, bet_minor = holds
    held = up = stake = ""
    if cards:
        truth = "true" if soft else "false"
        held = f',"cards":{write_cards(cards)},"points":{points},"soft":{truth},"bet":{bet_minor}'
    if up_card is not None:
        up = f',"up_card":"{up_card.code}"'
    if limits is not None and not KINDS_WITH_AMOUNT.isdisjoint(kinds):
        stake = f',"stake":{write_stake(limits)}'
    if menu.costs:
        costs = ",".join([f'"{kind.word}":{cost_minor}' for kind, cost_minor in menu.costs])
        stake += f',"costs":{{{costs}}}'
    if menu.side_bets:
        stake += f',"side_bets":{write_side_bets(menu.side_bets)}'
    return (
        f'{{"protocol":{PROTOCOL},"type":"offer","seq":{seq},"question":"{question.word}",'
        f'"seat":{seat},"hand":{hand}{held}{up},"legal":{write_kinds(kinds)}{stake}}}'
    )


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
"""The fields with which an offer is copied and pickled."""
