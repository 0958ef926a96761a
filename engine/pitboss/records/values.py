"""What a round was, as values: its seats, its hands, and every answer with all that it answered.

Beside rounds stand changes of seats and lines of the host.

A record holds the hole card and the chips of every seat, so show it to auditors only. Records of a
viewer's journal hold `None` where that journal hides something.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from pitboss.errors import PitbossError
from pitboss.game.cards import Card
from pitboss.game.enumerations import Enumeration
from pitboss.game.events import EventKind
from pitboss.game.reasons import Outcome
from pitboss.game.round import Presence, Question
from pitboss.game.seat_changes import ChangeKind
from pitboss.game.shoe import TableSeed
from pitboss.journal.lines import JsonValue
from pitboss.notebooks import in_notebook
from pitboss.rules import Rules
from pitboss.table.shoe_view import CardsSeen


class RecordsError(PitbossError):
    """Records cannot be written as asked."""


class AnsweredBy(Enumeration):
    """Who answered a question that was put to a seat."""

    PLAYER = "player"
    """The seat itself."""

    CLOCK = "clock"
    """The clock: the seat did not answer in time."""

    HOUSE = "house"
    """The host's rule, such as for somebody who has left in mid-round."""

    FALLBACK = "fallback"
    """A policy, after the player of the seat failed."""


@frozen
class RecordedSeat:
    """A seat at which somebody sat in a round.

    Attributes:
        seat: which, counted from 0.
        name: who sat there.
        presence: whether the seat was asked for a bet, or was away.
        balance_minor: its chips when the round was opened; below 0 for a seat with unlimited chips
            that lost. What it had afterwards is this and `net_minor`. `None` where the journal
            hides it.
        stake_minor: all that it staked, insurance and side bets included; 0 if it sat out.
        net_minor: what all its bets brought, insurance and side bets included.
    """

    seat: int
    name: str
    presence: Presence
    balance_minor: int | None
    stake_minor: int
    net_minor: int


@frozen
class RecordedHand:
    """A hand as it was settled.

    Attributes:
        round: the number of its round.
        shoe: the number of the shoe that was in use when its round was opened.
        seat: whose, counted from 0.
        name: who sat there.
        hand: which of the seat's hands, counted from 0; one that was split off stands right behind
            the hand that it was split from.
        cards: in the order in which they were taken.
        points: the best total.
        soft: an ace counts eleven in it.
        natural: it counted as a natural.
        split: it was made by a split.
        doubled: its bet was doubled.
        surrendered: whether the seat surrendered it.
        up_points: the points of the dealer's up card, 1 for an ace; `None` if it never came to a
            deal.
        ante_minor: what the seat bet before the deal, the same for each of its hands.
        bet_minor: the whole stake, doubling included.
        outcome: how the bet was settled.
        net_minor: what the bet brought.
        insurance_minor: the insurance stake; 0 without one.
        insurance_net_minor: what that brought.
        bonus: the name of the bonus by which the bet was paid; empty without one.
        pay_class: the name of its class; empty without one.
    """

    round: int
    shoe: int
    seat: int
    name: str
    hand: int
    cards: tuple[Card, ...]
    points: int
    soft: bool
    natural: bool
    split: bool
    doubled: bool
    surrendered: bool
    up_points: int | None
    ante_minor: int
    bet_minor: int
    outcome: Outcome
    net_minor: int
    insurance_minor: int
    insurance_net_minor: int
    bonus: str = ""
    pay_class: str = ""


@frozen
class RecordedSideBet:
    """A side bet as it was settled.

    Attributes:
        round: the number of its round.
        shoe: the number of the shoe that was in use when its round was opened.
        seat: whose, counted from 0.
        name: who sat there.
        bet: the name of the side bet in the rules.
        stake_minor: what was staked.
        outcome: how it was settled.
        pay_class: the name of the class that was paid, or gave the stake back; empty without one.
        net_minor: what it brought.
    """

    round: int
    shoe: int
    seat: int
    name: str
    bet: str
    stake_minor: int
    outcome: Outcome
    pay_class: str
    net_minor: int


@frozen
class ShoeSeen:
    """What everybody has seen of the shoe in use.

    Attributes:
        cards: those that were seen.
        unseen: how many were not: those left in it, burned ones, and one that lies face down.
    """

    cards: CardsSeen
    unseen: int


@frozen
class RecordedDecision:
    """A question, its answer, and what came of it.

    Attributes:
        round: the number of its round.
        number: which of the round, counted from 0.
        seat: who was asked, counted from 0.
        name: who sat there.
        by: who answered.
        command: the id that the client of the seat gave to the answer; `None` without one.
        question: what was asked.
        legal: the answers that were legal, in the order of the table of transitions.
        least_minor: the smallest stake that might be given; `None` where none might.
        most_minor: the largest; `None` also where there was no largest.
        answer: what was answered.
        amount_minor: the stake that was given; `None` if the answer names none.
        hand: about which of the seat's hands, counted from 0 as they lay then.
        hands: how many hands the seat had then; 0 at a bet.
        bet_minor: the stake on the hand then; 0 at a bet.
        cards: the hand's cards then; none at a bet.
        points: their best total.
        soft: an ace counted eleven in it.
        up_card: the dealer's card that lay face up; `None` at a bet.
        cards_after: the hand's cards when the next question was put, or the round was over; none at
            a bet.
        points_after: their best total.
        outcome: how the bet on this hand was settled, or the side bet that was answered; `None` for
            a seat that sat out.
        net_minor: what this hand brought in the end, with all that was split off from it later, and
            with insurance; of a side bet that was answered, what that brought.
        seen: what everybody had seen of the shoe in use by then; `None` unless it was asked for.
    """

    round: int
    number: int
    seat: int
    name: str
    by: AnsweredBy
    command: str | None
    question: Question
    legal: tuple[EventKind, ...]
    least_minor: int | None
    most_minor: int | None
    answer: EventKind
    amount_minor: int | None
    hand: int
    hands: int
    bet_minor: int
    cards: tuple[Card, ...]
    points: int
    soft: bool
    up_card: Card | None
    cards_after: tuple[Card, ...]
    points_after: int
    outcome: Outcome | None
    net_minor: int
    seen: ShoeSeen | None = None

    @property
    def up_points(self) -> int | None:
        """The points of the up card, 1 for an ace; `None` at a bet."""
        return None if self.up_card is None else self.up_card.points


@frozen
class RecordedRound:
    """A round that is over.

    Attributes:
        number: which, counted from 1.
        shoe: the number of the shoe that was in use when it was opened, counted from 1.
        shoe_part: how often that shoe had been used up in mid-round; 0 for a whole one.
        position: how many cards of that shoe were gone by then, burned ones included.
        cards_used: how many cards lay on the table in the end, the hole card included.
        up_card: the dealer's card that lay face up from the deal on; `None` if it never came to a
            deal.
        hole_card: the card that was dealt face down, turned up later or not; `None` if none was.
        dealer_cards: the dealer's cards that lay face up in the end, in the order drawn.
        dealer_points: their best total.
        dealer_soft: an ace counts eleven in it.
        dealer_natural: the dealer was seen to have a natural.
        void: no card was left to play it with, and every bet went back.
        seats: those at which somebody sat, in the order of play.
        hands: seat by seat.
        decisions: in the order in which they were made.
        side_bets: seat by seat, in the order in which they were placed.
    """

    number: int
    shoe: int
    shoe_part: int
    position: int
    cards_used: int
    up_card: Card | None
    hole_card: Card | None
    dealer_cards: tuple[Card, ...]
    dealer_points: int
    dealer_soft: bool
    dealer_natural: bool
    void: bool
    seats: tuple[RecordedSeat, ...]
    hands: tuple[RecordedHand, ...]
    decisions: tuple[RecordedDecision, ...]
    side_bets: tuple[RecordedSideBet, ...] = ()

    @property
    def stake_minor(self) -> int:
        """What all seats staked, insurance and side bets included."""
        return sum([seat.stake_minor for seat in self.seats])

    @property
    def net_minor(self) -> int:
        """What all bets of all seats brought; the house lost as much."""
        return sum([seat.net_minor for seat in self.seats])

    def _repr_html_(self) -> str | None:
        """Return what lay on the table in the end, for a notebook."""
        return in_notebook(self)


@frozen
class RecordedChange:
    """A change of a seat, between two rounds.

    Attributes:
        seq: the number of its line in the journal.
        round: the number of the round that was over last; 0 before the first.
        seat: which seat, counted from 0.
        name: who joined, or sat there before it.
        kind: the kind of change.
        amount_minor: the chips with which somebody joined or left, or that were deposited,
            withdrawn, awarded or charged; `None` for every other kind, and for one who joined with
            unlimited funds.
        balance_minor: the chips of the seat after it; `None` where the journal hides it.
        reason: why the house awarded or charged; `None` for another kind.
        client_seed: what the seat added to the seeds of the shoes to come; `None` for another kind.
        by: who asked for it.
        command: the id that the client of the seat gave to it; `None` without one.
    """

    seq: int
    round: int
    seat: int
    name: str
    kind: ChangeKind
    amount_minor: int | None
    balance_minor: int | None
    reason: str | None
    client_seed: str | None
    by: AnsweredBy
    command: str | None


@frozen
class RecordedHostLine:
    """A line that the host wrote into the journal.

    Attributes:
        seq: the number of the line in the journal.
        round: the number of the round that was opened last; 0 before the first.
        in_round: that round was not over.
        facts: what the line says.
    """

    seq: int
    round: int
    in_round: bool
    facts: Mapping[str, JsonValue]


@frozen
class Provenance:
    """Where records come from.

    Attributes:
        engine: the version of the engine that wrote the journal.
        rules: the whole rule set.
        header_digest: the digest of the first line of the journal, which no other journal has
            unless it was begun in the same way with the same seed.
        seed: the seed of the table, as it stands in the journal: a number, or 64 hexadecimal
            digits; `None` if it is kept apart, or if every shoe was arranged.
    """

    engine: str
    rules: Rules
    header_digest: str
    seed: TableSeed | None = field(repr=False)
