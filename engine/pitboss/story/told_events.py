"""Told events: what happens at a table, as values that hold only what a viewer may know."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, Self, cast

import attrs
from attrs import frozen

from pitboss.game.bets import BetKind, BetView, bets_record, bonus_record, side_bet_record
from pitboss.game.cards import Card
from pitboss.game.events import By, EventKind
from pitboss.game.round import Question
from pitboss.game.seat_changes import ChangeKind
from pitboss.rules.pay_words import PlainValue
from pitboss.story.viewers import SeatShown
from pitboss.table.offer import SeatView
from pitboss.text.strict import JsonValue

_TEXT_ONLY: Final = {"text_only": True}
_IF_THERE: Final = {"if_there": True}
"""Metadata of fields. With `_TEXT_ONLY`, a field is never in the JSON; with `_IF_THERE`, it is left
out if its value is `None` or empty.
"""


@frozen
class HandShown:
    """A hand on the table; before its seat has bet, the place for a hand.

    Attributes:
        seat: the seat of the hand, counted from 0.
        name: who sits there.
        hand: which of the seat's hands, counted from 0.
        hands: how many hands the seat has.
        cards: the cards in the order in which they came.
        points: their best total.
        soft: whether an ace counts eleven in `points`.
        natural: whether the hand counts as a natural.
        bet_minor: the stake on the hand.
        bets: the settled bets of the hand, the ante first; empty before the end of the round.
    """

    seat: int
    name: str
    hand: int = 0
    hands: int = 0
    cards: tuple[Card, ...] = ()
    points: int = 0
    soft: bool = False
    natural: bool = False
    bet_minor: int = 0
    bets: tuple[BetView, ...] = attrs.field(default=(), metadata=_TEXT_ONLY)

    @property
    def place(self) -> tuple[int, int, int]:
        """The seat, which of its hands this is, and how many hands the seat has."""
        return self.seat, self.hand, self.hands

    @classmethod
    def of(cls, seat: SeatView, number: int) -> Self:
        """Return a hand of a seat as it is now; `number` is counted from 0."""
        hand = seat.hands[number]
        return cls(
            seat=seat.index,
            name=seat.name,
            hand=number,
            hands=len(seat.hands),
            cards=hand.cards,
            points=hand.points,
            soft=hand.soft,
            natural=hand.natural,
            bet_minor=hand.bet_minor,
        )

    @classmethod
    def at(cls, seat: SeatView, number: int) -> Self:
        """Return a hand of a seat; before the seat has bet, return the place for a hand."""
        return cls.of(seat, number) if seat.hands else cls(seat.index, seat.name)


_CAPITAL: Final = re.compile(r"(?<!^)[A-Z]")


@frozen
class ToldEvent:
    """One thing that happens at a table, as a viewer is told of it.

    Attributes:
        round_number: the number of the round; 0 before the first.
    """

    round_number: int

    @property
    def kind(self) -> str:
        """The kind of event in JSON, such as ``table_opened`` for a `TableOpened`."""
        return _CAPITAL.sub(r"_\g<0>", type(self).__name__).lower()

    def record(self) -> dict[str, JsonValue]:
        """Return a JSON object; its member ``moment`` is the kind of event."""
        return {"moment": self.kind, **fields_of(self)}


@frozen
class TableOpened(ToldEvent):
    """A table was set up.

    Attributes:
        preset: the preset nearest to the rules.
        changes: the options in which the rules differ from the preset, as in a rule file.
        seats: the seats of the table.
        seed: the seed of all shoes; `None` if the viewer is no auditor.
    """

    preset: str
    changes: dict[str, PlainValue]
    seats: tuple[SeatShown, ...]
    seed: int | str | None


@frozen
class SeatChanged(ToldEvent):
    """A seat was changed after a round; for the attributes see `SeatChange`.

    For a ``leave``, `name` is the player who left. The amount, the reason and the command are
    `None` if the viewer may not know them.
    """

    change: ChangeKind
    seat: int
    name: str
    amount_minor: int | None
    client_seed: str
    by: By | None
    reason: str | None = attrs.field(default=None, metadata=_IF_THERE)
    command: str | None = attrs.field(default=None, metadata=_IF_THERE)


@frozen
class HostSaid(ToldEvent):
    """The host wrote its own line into the journal; only an auditor is told.

    Attributes:
        host: the content of the line.
    """

    host: dict[str, JsonValue]


@frozen
class RoundOpened(ToldEvent):
    """A round began.

    Attributes:
        seats: the seats of the table, with their balances before the round.
        new_shoe: the name of the shoe that came into use; `None` if the old shoe is still in use.
        shoe_position: how many cards of the shoe are drawn; `None` if the viewer is no auditor.
    """

    seats: tuple[SeatShown, ...]
    new_shoe: str | None
    shoe_position: int | None


@frozen
class Answered(ToldEvent):
    """A seat was asked and answered.

    Attributes:
        of: the hand at the time of the question; it has no cards if a bet was asked for.
        question: what was asked.
        up_card: the dealer's up card; `None` if a bet was asked for.
        legal: the kinds of event that could have answered.
        least_minor: the smallest stake; 0 if no stake is asked for. `None` if the viewer may not
            know the seat's chips, which the limits would reveal.
        most_minor: the largest stake; 0 or `None` as for `least_minor`.
        answer: the event that answered.
        amount_minor: the stake in the answer; 0 if it has no stake.
        bet: for a side bet, its name in the rules; else empty, and then not in the JSON.
        by: who answered in place of the seat; `None` if the seat did.
        unlimited: whether no largest stake was set; false if the viewer may not know that. It is
            not in the JSON.
        cost_minor: what a split or a double cost the seat, 0 if the house staked it; `None` for
            another answer. It is not in the JSON.
        command: the id that the seat's client gave to its answer; `None` if there is no id or the
            viewer may not know it. It is in the JSON only if it is not `None`.
    """

    of: HandShown
    question: Question
    up_card: Card | None
    legal: tuple[EventKind, ...]
    least_minor: int | None
    most_minor: int | None
    answer: EventKind
    amount_minor: int
    by: By | None
    unlimited: bool = attrs.field(metadata=_TEXT_ONLY)
    cost_minor: int | None = attrs.field(metadata=_TEXT_ONLY)
    command: str | None = attrs.field(default=None, metadata=_IF_THERE)
    bet: str = attrs.field(default="", metadata=_IF_THERE)


@frozen
class CardShown:
    """One of the first cards.

    Attributes:
        seat: who got it, counted from 0; `None` for the dealer.
        face_down: whether it lies face down.
        card: the card; `None` if the viewer may not know it.
    """

    seat: int | None
    face_down: bool
    card: Card | None


@frozen
class Dealt(ToldEvent):
    """The first cards were dealt.

    Attributes:
        hands: the hands, in the order of the seats.
        up_card: the dealer's card that lies face up; `None` if there was no card left for it.
        face_down: whether one of the dealer's cards lies face down.
        hole_card: the card that lies face down; `None` if the viewer is no auditor.
        cards: the first cards, one after another. They are not in the JSON.
    """

    hands: tuple[HandShown, ...]
    up_card: Card | None
    face_down: bool
    hole_card: Card | None
    cards: tuple[CardShown, ...] = attrs.field(metadata=_TEXT_ONLY)


@frozen
class Drew(ToldEvent):
    """A hand got one more card.

    Attributes:
        of: the hand with this card, which is its last card.
    """

    of: HandShown


@frozen
class Settled(ToldEvent):
    """A bet was settled before the round was over.

    Attributes:
        of: the hand of the bet; for a side bet, the first hand of its seat.
        bet: the hand's ante, or another bet.
        undone_minor: the earlier result that a void round has undone, if the viewer was told it;
            else `None`.
    """

    of: HandShown
    bet: BetView = attrs.field(metadata=_TEXT_ONLY)
    undone_minor: int | None = attrs.field(default=None, metadata=_TEXT_ONLY)

    @property
    def kind(self) -> str:
        """The kind of event in JSON; if the bet is not an ante, it begins with the bet's kind."""
        return "settled" if self.bet.kind is BetKind.ANTE else f"{self.bet.kind.word}_settled"

    def record(self) -> dict[str, JsonValue]:
        """Return a JSON object; only for an ante, it has the outcome and the bonus of the hand."""
        record = super().record()
        if self.bet.kind is BetKind.ANTE:
            record |= {"outcome": _json(self.bet.outcome), **bonus_record(self.bet)}
        beside = side_bet_record(self.bet) if self.bet.kind is BetKind.SIDE_BET else {}
        return {**record, **beside, "net": self.bet.net_minor}


@frozen
class Peeked(ToldEvent):
    """The dealer looked at the hole card and said whether it makes a natural.

    Attributes:
        up_card: the dealer's up card.
        natural: whether the hole card makes a natural.
    """

    up_card: Card | None
    natural: bool


@frozen
class DealerShowed(ToldEvent):
    """The dealer has one more card that lies face up.

    Attributes:
        turned: whether the card lay face down before; if not, it was drawn.
        card: the card.
        cards: all of the dealer's cards that lie face up now.
        points: their best total.
        soft: whether an ace counts eleven in `points`.
    """

    turned: bool
    card: Card
    cards: tuple[Card, ...]
    points: int
    soft: bool


@frozen
class ShoeBrought(ToldEvent):
    """A new shoe came into use because a card was needed and none was left.

    Attributes:
        shoe: the name of the shoe. It is the number; if the shoe was made in mid-round, a point and
            the part follow, as in ``2.1``.
    """

    shoe: str


@frozen
class SideBetEnded:
    """The result of a side bet.

    Attributes:
        seat: the seat, counted from 0.
        name: who sits there.
        bet: the side bet.
    """

    seat: int
    name: str
    bet: BetView


@frozen
class RoundEnded(ToldEvent):
    """The round is over and every bet is settled.

    Attributes:
        void: whether no card was left for the rest of the round, so that every bet was returned.
        dealer_cards: the dealer's cards that lie face up.
        dealer_points: their best total.
        dealer_soft: whether an ace counts eleven in `dealer_points`.
        dealer_natural: whether these cards are a natural.
        hands: every hand that was played.
        seats: the seats of the table, with their balances after the round.
        settled: the bets that were settled only at the end. They are not in the JSON.
        side_bets: every side bet; not in the JSON if there are none.
    """

    void: bool
    dealer_cards: tuple[Card, ...]
    dealer_points: int
    dealer_soft: bool
    dealer_natural: bool
    hands: tuple[HandShown, ...]
    seats: tuple[SeatShown, ...]
    settled: tuple[Settled, ...] = attrs.field(metadata=_TEXT_ONLY)
    side_bets: tuple[SideBetEnded, ...] = attrs.field(default=(), metadata=_IF_THERE)


@frozen
class BetExplained:
    """Why a bet was settled as it was.

    Attributes:
        seat: the seat of the bet, counted from 0.
        name: who sits there.
        hand: which of the seat's hands, counted from 0.
        hands: how many hands the seat has.
        sentence: the explanation in a sentence.
        options: the rule options that decided the result, each with its value.
        sources: the documents that the explanation cites.
    """

    seat: int
    name: str
    hand: int
    hands: int
    sentence: str
    options: dict[str, str]
    sources: tuple[str, ...]


@frozen
class Explained(ToldEvent):
    """Why every bet of a round that is over was settled as it was.

    Attributes:
        reasons: the reason of each bet, seat by seat; side bets come after the bets of hands.
    """

    reasons: tuple[BetExplained, ...]


@frozen
class Stopped(ToldEvent):
    """The journal stops in a round that is not over.

    Attributes:
        question: the open question.
        seat: the seat that is asked, counted from 0.
        name: who sits there.
    """

    question: Question
    seat: int
    name: str


def fields_of(value: attrs.AttrsInstance) -> dict[str, JsonValue]:
    """Return the fields of a value under the names that a journal uses; money is in minor units."""
    if isinstance(value, HandShown) and value.bets:
        return {"of": fields_of(attrs.evolve(value, bets=())), **bets_record(value.bets)}
    if isinstance(value, SideBetEnded):
        return {"seat": value.seat, "name": value.name, **side_bet_record(value.bet)}
    return {
        field.name.removesuffix("_number").removesuffix("_minor"): _json(getattr(value, field.name))
        for field in attrs.fields(type(value))
        if "text_only" not in field.metadata
        and ("if_there" not in field.metadata or getattr(value, field.name) not in {None, "", ()})
    }


def _json(value: object) -> JsonValue:
    """Return the value of a field as JSON writes it."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return [_json(item) for item in cast("tuple[object, ...]", value)]
    if isinstance(value, dict):
        return dict(cast("dict[str, JsonValue]", value))
    if value is None or isinstance(value, bool | int | str):
        return value
    return fields_of(cast("attrs.AttrsInstance", value))
