"""Rounds as values: the seats, the hands, and every decision with its question and answer.

There are also records of changes of seats, and of lines that the host wrote.

A record holds the hole card and the chips of every seat, so show it only to auditors. If a
journal was made for one viewer, its records hold `None` in place of what the journal hides.
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
from pitboss.notebooks import in_notebook
from pitboss.rules import Rules
from pitboss.table.shoe_view import CardsSeen
from pitboss.text.strict import JsonValue


class RecordsError(PitbossError):
    """Records cannot be written as requested."""


class AnsweredBy(Enumeration):
    """Who answered a question to a seat."""

    PLAYER = "player"
    """The seat itself."""

    CLOCK = "clock"
    """The clock: the seat did not answer in time."""

    HOUSE = "house"
    """The host's rule, such as for a player who has left in mid-round."""

    FALLBACK = "fallback"
    """A fallback policy, after the player of the seat failed."""


@frozen
class RecordedSeat:
    """A seat that was not empty in a round.

    Attributes:
        seat: the number of the seat, from 0.
        name: the name of the player.
        presence: whether the seat was asked for a bet, or was away.
        balance_minor: its chips when the round was opened; they may be negative for a seat with
            unlimited chips. Add `net_minor` to get its chips after the round. `None` if the journal
            hides them.
        stake_minor: its total stake, including insurance and side bets; 0 if it sat out.
        net_minor: the net result of all its bets, including insurance and side bets.
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
        seat: the number of its seat, from 0.
        name: the name of the player.
        hand: the number of the hand at its seat, from 0; a hand that was split off comes right
            after the hand from which it was split.
        cards: its cards in the order in which they came.
        points: its best total.
        soft: whether an ace in it counts eleven.
        natural: whether it counted as a natural.
        split: whether a split made it.
        doubled: whether its bet was doubled.
        surrendered: whether the seat surrendered it.
        up_points: the points of the dealer's up card, 1 for an ace; `None` without an up card.
        ante_minor: the seat's bet before the deal, the same for each of its hands.
        bet_minor: the whole stake, including doubles.
        outcome: how the bet was settled.
        net_minor: the net result of the bet.
        insurance_minor: the insurance stake; 0 if the hand was not insured.
        insurance_net_minor: the net result of the insurance.
        bonus: the name of the bonus that paid the bet; empty if no bonus did.
        pay_class: the name of the class of that bonus; empty if no bonus paid the bet.
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
        seat: the number of its seat, from 0.
        name: the name of the player.
        bet: the name of the side bet in the rules.
        stake_minor: the stake.
        outcome: how it was settled.
        pay_class: the name of the class that paid or returned the stake; empty if no class did.
        net_minor: its net result.
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
    """The cards of the shoe in use that everybody has seen.

    Attributes:
        cards: the seen cards.
        unseen: the number of unseen cards: cards left in the shoe, burned cards, and a card that
            lies face down.
    """

    cards: CardsSeen
    unseen: int


@frozen
class RecordedDecision:
    """A question, its answer, and the result.

    Attributes:
        round: the number of its round.
        number: its number in the round, from 0.
        seat: the number of the seat that was asked, from 0.
        name: the name of the player.
        by: who answered.
        command: the id that the client of the seat gave to the answer; `None` if it gave no id.
        question: the question.
        legal: the legal answers, in the order of the table of transitions.
        least_minor: the smallest allowed stake; `None` if no stake was possible.
        most_minor: the largest allowed stake; `None` if no stake was possible, or if there
            was no limit.
        answer: the answer.
        amount_minor: the stake in the answer; `None` if the answer has no stake.
        hand: the number of the hand at its seat, from 0, at the time of the question.
        hands: how many hands the seat had then; 0 for a bet.
        bet_minor: the stake on the hand then; 0 for a bet.
        cards: the hand's cards then; empty for a bet.
        points: the best total of `cards`.
        soft: whether an ace counted eleven in `points`.
        up_card: the dealer's up card; `None` for a bet.
        cards_after: the hand's cards at the next question, or at the end of the round; empty for a
            bet.
        points_after: the best total of `cards_after`.
        outcome: the outcome of the bet on this hand, or of the side bet in the answer; `None` for a
            seat that sat out.
        net_minor: the final net result of this hand, its insurance, and all hands split off from
            it later, without side bets; if the answer was a side bet, only the net result of that
            side bet.
        seen: the cards of the shoe in use that everybody had seen at the question; `None` if not
            requested.
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
        """The points of the up card, 1 for an ace; `None` for a bet."""
        return None if self.up_card is None else self.up_card.points


@frozen
class RecordedRound:
    """A finished round.

    Attributes:
        number: the number of the round, from 1.
        shoe: the number of the shoe that was in use when the round was opened, from 1.
        shoe_part: how often that shoe had run out in mid-round; 0 for a whole shoe.
        position: how many cards of that shoe had been drawn by then, including burned cards.
        cards_used: how many cards lay on the table at the end, including the hole card.
        up_card: the dealer's up card; `None` if no card was dealt face up.
        hole_card: the dealer's card that was dealt face down, even if it was turned up later;
            `None` if no card was dealt face down.
        dealer_cards: the dealer's cards that lay face up at the end, in the order drawn.
        dealer_points: the best total of `dealer_cards`.
        dealer_soft: whether an ace counts eleven in `dealer_points`.
        dealer_natural: whether the dealer showed a natural.
        void: whether the cards ran out, so that every bet was returned.
        seats: the seats with a player, in the order of play.
        hands: the hands, seat by seat.
        decisions: the decisions, in the order in which they were made.
        side_bets: the side bets, seat by seat, in the order in which they were placed.
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
        """The total stake of all seats, including insurance and side bets."""
        return sum([seat.stake_minor for seat in self.seats])

    @property
    def net_minor(self) -> int:
        """The net result of all bets of all seats; the house lost as much."""
        return sum([seat.net_minor for seat in self.seats])

    def _repr_html_(self) -> str | None:
        """Return a picture of the table at the end of the round, for a notebook."""
        return in_notebook(self)


@frozen
class RecordedChange:
    """A change of a seat, between two rounds.

    Attributes:
        seq: the number of its line in the journal.
        round: the number of the last finished round; 0 before the first.
        seat: the number of the seat, from 0.
        name: the player who joined, or who sat there before the change.
        kind: the kind of change.
        amount_minor: the chips with which a player joined or left, or that were deposited,
            withdrawn, awarded or charged; `None` for any other kind, and for a player who joined
            with unlimited funds.
        balance_minor: the chips of the seat after the change; `None` if the journal hides it.
        reason: why the house awarded or charged; `None` for any other kind.
        client_seed: the seed that the seat added to the seeds of later shoes; `None` for any other
            kind.
        by: who asked for the change. If the journal does not say: the house for `award`, `charge`
            and `close_seeds`, the player for any other kind.
        command: the id that the client of the seat gave to the change; `None` if it gave no id.
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
        in_round: whether that round was still open.
        facts: the content of the line.
    """

    seq: int
    round: int
    in_round: bool
    facts: Mapping[str, JsonValue]


@frozen
class Provenance:
    """The origin of records.

    Attributes:
        engine: the version of the engine that wrote the journal.
        rules: the whole rule set.
        header_digest: the digest of the first line of the journal. Another journal has the same
            digest only if it was begun in the same way with the same seed.
        seed: the seed of the table, as in the journal: a number, or 64 hexadecimal digits; `None`
            if the journal does not hold it, or if every shoe was arranged.
    """

    engine: str
    rules: Rules
    header_digest: str
    seed: TableSeed | None = field(repr=False)
