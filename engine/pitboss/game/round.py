"""The state of a round: what lies face up on the table, and separately what is hidden.

A `Round` has no secrets. So a view, an offer, a menu or a refusal that is made from a `Round` alone
cannot reveal the hole card, the shoe's order or its seed. This module makes no decisions: guards
read the state, and effects change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from pitboss.game.arithmetic import TWENTY_ONE
from pitboss.game.bets import BET_FIELDS, SIDE_STAKE_FIELDS, Bet, PaidBonus, SideStake
from pitboss.game.cards import NOTHING_SEEN, Card
from pitboss.game.enumerations import Enumeration
from pitboss.game.facts import Fact
from pitboss.game.reasons import Outcome, Reason
from pitboss.game.seed_exchange import SeedExchange
from pitboss.game.shoe import SHOE_FIELDS, Shoe, ShoeSource
from pitboss.game.trace import TraceEntry

MAX_HOUSE_MOVES: Final = 4096
"""The most moves of the house after one event; even a full table of split hands needs fewer."""


class Phase(Enumeration):
    """The seven states of a round."""

    BETTING = "Betting"
    DEALT = "Dealt"
    INSURANCE_OFFERED = "InsuranceOffered"
    SPLIT_OFFERED = "SplitOffered"
    FILLING = "Filling"
    DEALER_TURN = "DealerTurn"
    RESOLVED = "Resolved"


_BETTING: Final = Phase.BETTING
_RESOLVED: Final = Phase.RESOLVED


class Question(Enumeration):
    """What a seat may be asked."""

    BET = "bet"
    EVEN_MONEY = "even_money"
    INSURANCE = "insurance"
    EARLY_SURRENDER = "early_surrender"
    SPLIT = "split"
    PLAY = "play"


STAKED: Final = frozenset({Question.BET, Question.INSURANCE})
"""The questions about a stake. A seat with too few chips is asked to bet, but not to insure."""


class DealerNatural(Enumeration):
    """Whether the table knows that the dealer has a natural, or that there is none."""

    UNKNOWN = "unknown"
    EXCLUDED = "excluded"
    SEEN = "seen"


class Presence(Enumeration):
    """Whether somebody at a seat can be asked."""

    SEATED = "seated"
    AWAY = "away"
    EMPTY = "empty"


class _Part:
    """A part of the state; its `repr` shows its fields, except those in `_NOT_SHOWN`."""

    __slots__ = ()

    def __repr__(self) -> str:
        hidden: frozenset[str] = _NOT_SHOWN.get(type(self), frozenset())
        fields = [name for name in PART_FIELDS[type(self)] if name not in hidden]
        shown = [f"{name}={getattr(self, name)!r}" for name in fields]
        return f"{type(self).__name__}({', '.join(shown)})"


_HOLDING_FIELDS: Final = ("cards", "points", "soft")


# Programs keep many rounds and play them fast, so these are plain classes with slots.
class Holding(_Part):
    """Cards held face up, for example by the dealer, with their present total.

    Attributes:
        cards: the cards in the order in which they were taken.
        points: the best total; an ace counts eleven if the total is then at most 21.
        soft: whether an ace counts eleven.
    """

    __slots__ = _HOLDING_FIELDS

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.points: int = 0
        self.soft: bool = False


def clear(holding: Holding) -> None:
    """Take all cards away from a hand or the dealer."""
    holding.cards = []
    holding.points = 0
    holding.soft = False


_HAND_FIELDS: Final = (
    "bet_minor",
    "open",
    "live",
    "done",
    "natural",
    "from_split",
    "split_declined",
    "doubled",
    "surrendered",
    "insurance_asked",
    "insurance",
    "reason",
    "returned_minor",
    "bonus",
)


class Hand(Holding):
    """One hand of a seat with its bets.

    Attributes:
        bet_minor: all that the seat staked on the hand, including doubles.
        open: whether the bet is not settled yet.
        live: whether the hand may still be compared: it is not settled, bust or surrendered.
        done: whether the seat makes no more decisions of play for the hand.
        natural: whether the hand counts as a natural.
        from_split: whether a split made the hand.
        split_declined: whether the seat declined a split, stood or surrendered, so it cannot split.
        doubled: whether the bet was doubled.
        surrendered: whether the seat surrendered for half the bet; a dealer natural may take all.
        insurance_asked: whether the seat was asked about insurance for the hand.
        insurance: the insurance bet; `None` without one.
        reason: how and why the bet was settled; `None` while it is open.
        returned_minor: what the seat got back for the bet.
        bonus: the bonus by which the bet was paid; `None` without one.
    """

    __slots__ = _HAND_FIELDS

    def __init__(self, bet_minor: int) -> None:
        self.cards = []
        self.points = 0
        self.soft = False
        self.bet_minor: int = bet_minor
        self.open: bool = True
        self.live: bool = True
        self.done: bool = False
        self.natural: bool = False
        self.from_split: bool = False
        self.split_declined: bool = False
        self.doubled: bool = False
        self.surrendered: bool = False
        self.insurance_asked: bool = False
        self.insurance: Bet | None = None
        self.reason: Reason | None = None
        self.returned_minor: int = 0
        self.bonus: PaidBonus | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How the bet was settled; `None` while it is open."""
        return None if self.reason is None else self.reason.outcome

    @property
    def bust(self) -> bool:
        """Whether the total is over 21."""
        return self.points > TWENTY_ONE

    @property
    def net_minor(self) -> int:
        """What the bet won; negative for a loss, 0 while it is open."""
        return 0 if self.open else self.returned_minor - self.bet_minor

    @property
    def bets_beside(self) -> tuple[Bet, ...]:
        """The bets on the hand besides its ante."""
        return () if self.insurance is None else (self.insurance,)

    @property
    def all_staked_minor(self) -> int:
        """The sum of all stakes on the hand, settled or not."""
        return self.bet_minor + (0 if self.insurance is None else self.insurance.stake_minor)

    @property
    def all_returned_minor(self) -> int:
        """The sum that the seat got back for all bets on the hand."""
        return self.returned_minor + sum([bet.returned_minor for bet in self.bets_beside])


_SEAT_FIELDS: Final = (
    "index",
    "name",
    "balance_minor",
    "on_credit",
    "presence",
    "client_seed",
    "ante_minor",
    "answered",
    "even_money_asked",
    "early_surrender_asked",
    "hands",
    "side_bets",
)


class Seat(_Part):
    """One seat at the table with its chips, which other seats do not know; no `repr` shows them.

    Attributes:
        index: the place at the table, from 0 in the order of dealing.
        name: who sits there.
        balance_minor: chips of the seat, without its stakes; may be below 0 on credit.
        on_credit: whether the seat's funds are unlimited.
        presence: whether the seat can be asked; a seat that is away or empty plays in no round.
        client_seed: the public seed that the seat adds to the seeds of the next shoes, or "".
        ante_minor: the opening bet of this round; 0 if the seat sits out.
        answered: whether the seat has bet or sits out.
        even_money_asked: whether the seat was asked about even money.
        early_surrender_asked: whether the seat was asked about early surrender.
        hands: the seat's hands in order; empty if it sits out.
        side_bets: the side bets of this round, in the order in which they were placed.
    """

    __slots__ = _SEAT_FIELDS

    def __init__(self, index: int, name: str, balance_minor: int, on_credit: bool) -> None:  # noqa: FBT001  positional like the rest
        self.index: int = index
        self.name: str = name
        self.balance_minor: int = balance_minor
        self.on_credit: bool = on_credit
        self.presence: Presence = Presence.SEATED
        self.client_seed: str = ""
        self.ante_minor: int = 0
        self.answered: bool = True
        self.even_money_asked: bool = False
        self.early_surrender_asked: bool = False
        self.hands: list[Hand] = []
        self.side_bets: tuple[SideStake, ...] = ()

    @property
    def staked_minor(self) -> int:
        """The sum of all its stakes of the round, settled or not."""
        beside = sum(bet.stake_minor for bet in self.side_bets)
        return beside + sum(hand.all_staked_minor for hand in self.hands)

    @property
    def returned_minor(self) -> int:
        """The sum that the seat got back for all its bets of the round."""
        beside = sum(bet.returned_minor for bet in self.side_bets)
        return beside + sum(hand.all_returned_minor for hand in self.hands)

    def bet_on(self, hand: Hand) -> int:
        """Return the sum of a hand's stake and of what the house staked beside it."""
        return max(hand.bet_minor, self.ante_minor * (2 if hand.doubled else 1))

    def can_pay(self, amount_minor: int) -> bool:
        """Say whether the seat's free chips cover an amount."""
        return self.on_credit or self.balance_minor >= amount_minor


_ROUND_FIELDS: Final = (
    "phase",
    "seats",
    "number",
    "event_count",
    "dealer",
    "up_card",
    "hole_hidden",
    "dealer_natural",
    "open_bets",
    "live_hands",
    "last_seat",
    "question",
    "asked_seat",
    "asked_hand",
    "turn_seat",
    "turn_hand",
    "void",
    "swept",
    "older",
    "hole_is_older",
)


class Round(_Part):
    """What everybody at the table can see.

    Attributes:
        phase: the state of the machine.
        number: how many rounds were opened at this table so far.
        event_count: how many events and changes of seats there were so far; with this number, a
            view finds out that it is out of date.
        seats: the seats in the order of play.
        dealer: the dealer's cards that lie face up, in the order drawn.
        up_card: the dealer's card that was dealt face up; `None` before the deal.
        hole_hidden: whether one of the dealer's cards lies face down.
        dealer_natural: what the table knows about a dealer natural.
        open_bets: how many bets of every kind are not settled.
        live_hands: how many hands may still be compared.
        last_seat: the last seat that plays in this round.
        question: what is asked now; `None` if the house or the host moves next.
        asked_seat: the seat that the question is for.
        asked_hand: the hand of that seat that the question is about.
        turn_seat: the seat whose turn it is.
        turn_hand: the hand whose turn it is.
        void: whether no card was left, so that every bet was returned.
        swept: the cards of the shoe in use that everybody saw and that are no longer on the table.
        older: the cards from an earlier shoe that lie face up.
        hole_is_older: whether the card that lies face down is from an earlier shoe.
        counted: the list `swept`, the number of its counted cards, and how many have each rank.
        cut_window: the least and the greatest number of cards that may lie beneath the cut card;
            `None` without a cut card.
    """

    __slots__ = (*_ROUND_FIELDS, "counted", "cut_window")

    def __init__(
        self, phase: Phase, seats: list[Seat], cut_window: tuple[int, int] | None = None
    ) -> None:
        self.phase: Phase = phase
        self.seats: list[Seat] = seats
        self.number: int = 0
        self.event_count: int = 0
        self.dealer: Holding = Holding()
        self.up_card: Card | None = None
        self.hole_hidden: bool = False
        self.dealer_natural: DealerNatural = DealerNatural.UNKNOWN
        self.open_bets: int = 0
        self.live_hands: int = 0
        self.last_seat: int = 0
        self.question: Question | None = None
        self.asked_seat: int = 0
        self.asked_hand: int = 0
        self.turn_seat: int = 0
        self.turn_hand: int = 0
        self.void: bool = False
        self.swept: list[Card] = []
        self.older: list[Card] = []
        self.hole_is_older: bool = False
        self.counted: tuple[list[Card], int, tuple[int, ...]] = (self.swept, 0, NOTHING_SEEN)
        self.cut_window: tuple[int, int] | None = cut_window

    @property
    def over(self) -> bool:
        """Whether the host may open the next round."""
        return self.question is None and (self.phase is _RESOLVED or self.phase is _BETTING)


_HOUSE_FIELDS: Final = (
    "shoes",
    "shoe",
    "hole_card",
    "balance_minor",
    "brought_minor",
    "trace",
    "new_shoes",
    "exchange",
)


class House(_Part):
    """What the house keeps hidden, and what it won; the `repr` leaves out what is hidden.

    Attributes:
        shoes: where the next shoe comes from.
        shoe: the shoe in use.
        hole_card: the dealer's card that lies face down.
        balance_minor: what the house won at this table; negative for a loss.
        brought_minor: the chips that seats brought to this table, minus those that they took away.
        trace: the transitions, cards and new shoes since the last event, in order.
        new_shoes: shoes that came into use since the last event.
        exchange: the seeds of seats for the next shoe; `None` if no seat has committed to one.
        notes_facts: whether facts are recorded; off if nothing reads them, to save time.
        facts: what happened since the last event, in order; see `pitboss.game.facts`.
    """

    __slots__ = (*_HOUSE_FIELDS, "facts", "notes_facts")

    def __init__(self, shoes: ShoeSource, shoe: Shoe) -> None:
        self.shoes: ShoeSource = shoes
        self.shoe: Shoe = shoe
        self.hole_card: Card | None = None
        self.balance_minor: int = 0
        self.brought_minor: int = 0
        self.trace: list[TraceEntry] = []
        self.new_shoes: list[Shoe] = []
        self.exchange: SeedExchange | None = None
        self.notes_facts: bool = False
        self.facts: list[Fact] = []


def cards_face_up(round_: Round) -> list[Card]:
    """Return the cards that everybody sees: those of all hands, and those of the dealer."""
    cards = [card for seat in round_.seats for hand in seat.hands for card in hand.cards]
    return [*cards, *round_.dealer.cards]


def cards_on_table(round_: Round, house: House) -> list[Card]:
    """Return the cards that cannot be in a new shoe: those that lie face up, and the hole card."""
    return cards_face_up(round_) + ([] if house.hole_card is None else [house.hole_card])


_NOT_SHOWN: Final[dict[type[object], frozenset[str]]] = {
    Seat: frozenset({"balance_minor", "on_credit"}),
    Round: frozenset({"swept"}),
    House: frozenset({"shoes", "hole_card", "brought_minor", "trace"}),
}
PART_FIELDS: Final[dict[type[object], tuple[str, ...]]] = {
    Holding: _HOLDING_FIELDS,
    Hand: (*_HOLDING_FIELDS, *_HAND_FIELDS),
    Seat: _SEAT_FIELDS,
    Round: _ROUND_FIELDS,
    House: _HOUSE_FIELDS,
    Shoe: SHOE_FIELDS,
    Bet: BET_FIELDS,
    SideStake: SIDE_STAKE_FIELDS,
}
"""The fields of each class whose objects change in play, in the order of the stored state."""


def parts_of(held: object) -> Sequence[object] | None:
    """Return the items of a list, or of a tuple of parts of the state; `None` for other values."""
    if not isinstance(held, (list, tuple)):
        return None
    each = cast("Sequence[object]", held)
    return each if isinstance(held, list) or (each and type(each[0]) in PART_FIELDS) else None


def contents(held: object) -> object:
    """Return a part of the state as plain values; these are equal if the contents are equal."""
    if isinstance(held, TraceEntry):
        return held.code
    if (parts := parts_of(held)) is not None:
        return tuple(map(contents, parts))
    fields = PART_FIELDS.get(type(held))
    return held if fields is None else tuple([contents(getattr(held, name)) for name in fields])
