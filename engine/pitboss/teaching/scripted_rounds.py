"""Scripted rounds: cards and answers that are known beforehand, played at an ordinary table.

This module knows no rule of the game. Every answer goes to the table, which accepts or refuses it.
The module decides only one thing. If an answer does not fit an offer, the module may decline the
offer and keep the answer for the next question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NoReturn

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import EventError, PitbossError, ShoeError, TableError
from pitboss.game.cards import CARDS, Card, Suit
from pitboss.game.events import Event, EventKind
from pitboss.game.results import HandResult
from pitboss.game.round import Question, Round
from pitboss.players.scripted import MAX_AMOUNT_DIGITS, read_answer
from pitboss.rules import Rules
from pitboss.rules.option_kinds import show_given
from pitboss.rules.values import InsuranceAmount
from pitboss.table.menu import RefusedError
from pitboss.table.seating import SeatPlan
from pitboss.table.shoe_invariants import dealer_as_drawn
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.table import Table

_DECISIONS: Final = (
    "insure, insure:AMOUNT, even_money, decline, split, double, hit, stand, surrender"
)
_NO_DECISIONS: Final = frozenset({EventKind.BET, EventKind.SIT_OUT})
"""Answers that cannot be decisions, because `bets_minor` gives the bets of a round."""

_WORDS_OF_PLAY: Final = frozenset({"hit", "stand", "double", "surrender"})
"""The decisions that play a hand; when a split is offered, they decline it."""


class ScriptedErrorKind(Enum):
    """Why a scripted round has no result."""

    BAD_JSON = "bad_json"
    BAD_FIELD = "bad_field"
    BAD_RULES = "bad_rules"
    BAD_CARD = "bad_card"
    OUT_OF_CARDS = "out_of_cards"
    MISSING_DECISION = "missing_decision"
    ILLEGAL_DECISION = "illegal_decision"
    UNUSED_DECISIONS = "unused_decisions"


class ScriptedError(PitbossError):
    """A scripted round cannot be read, or cannot be played to its end.

    Attributes:
        kind: the kind of fault.
        message: what is wrong and what to do about it.
    """

    def __init__(self, kind: ScriptedErrorKind, message: str) -> None:
        self.kind = kind
        self.message = message
        super().__init__(message, "correct the round and give it again", f"{kind.value}: {message}")


@frozen
class ScriptedRound:
    """One round whose cards and answers are known beforehand.

    Attributes:
        rules: the rule set; `burn` is ignored, because the cards are given as they are drawn. No
            seat places a side bet.
        bets_minor: the opening bet of each seat in minor units; `None` if the seat sits out.
        cards: the cards in the order in which the rule set draws them. Each is a rank such as
            ``T``, or a rank and a suit such as ``Th``. They may be cards that `decks` do not have,
            and some may remain unused.
        decisions: the answers of the seats in the order in which they are asked.
        balances_minor: the chips of each seat before it bets, in minor units; `None` for unlimited
            funds.
    """

    rules: Rules
    bets_minor: Sequence[int | None]
    cards: Sequence[str]
    decisions: Sequence[str]
    balances_minor: Sequence[int] | None = None


@frozen
class ScriptedResult:
    """The result of a scripted round.

    Attributes:
        hands: the hands in the order of the seats; after a split, the new hand comes right after
            the hand that was split. The ``code`` of a card is the text that was given for it.
        dealer: every card that the dealer drew, in order, even if it was never turned up.
        cards_used: how many cards were drawn.
        answers: the answers after the bets, including declines of offers for which the decisions
            have no answer.
    """

    hands: tuple[HandResult, ...]
    dealer: tuple[Card, ...]
    cards_used: int
    answers: tuple[Event, ...]

    @property
    def insurance_net_minor(self) -> int:
        """The net result of all insurance bets, in minor units."""
        return sum(hand.insurance_net_minor for hand in self.hands)

    @property
    def net_minor(self) -> int:
        """The net result of all bets, including insurance, in minor units."""
        return sum(hand.net_minor for hand in self.hands) + self.insurance_net_minor


@takes()
def play_scripted(scripted: ScriptedRound) -> ScriptedResult:
    """Play a scripted round to its end.

    Raises:
        ScriptedError: a bet, a balance or a card is invalid; the cards or the decisions end before
            the round; or a decision is refused or remains unused.
    """
    if not scripted.cards:
        raise ScriptedError(ScriptedErrorKind.OUT_OF_CARDS, "no cards are given: give some")
    table = _table_with_bets(scripted)
    answers = _answer_all(table, scripted.decisions)
    if table.round.void:
        raise ScriptedError(
            ScriptedErrorKind.OUT_OF_CARDS,
            f"the round needs more than the {len(scripted.cards)} cards given: give more",
        )
    dealer = dealer_as_drawn(table.rules, table.round.dealer.cards, table.house.hole_card)
    return ScriptedResult(table.results(), dealer, table.shoe.position, answers)


# A card given by its rank alone is a separate object, so that the result writes it without a suit.
# The object still has a suit, which no rule reads.
def _of_any_suit(card: Card) -> Card:
    """Return a copy of a card that is written by its rank alone."""
    return Card(card.rank, card.suit, card.index, card.rank.value)


_CARD_OF: Final[Mapping[str, Card]] = {
    **{card.code: card for card in CARDS},
    **{card.rank.value: _of_any_suit(card) for card in CARDS if card.suit is Suit.SPADES},
}


def _table_with_bets(scripted: ScriptedRound) -> Table:
    """Set up a table with the cards in its shoe, and place the bets; the table checks them."""
    bets = scripted.bets_minor
    unlimited: Sequence[int | None] = [None] * len(bets)
    balances = unlimited if scripted.balances_minor is None else scripted.balances_minor
    if len(balances) != len(bets):
        raise ScriptedError(
            ScriptedErrorKind.BAD_FIELD,
            f"{len(balances)} balances and {len(bets)} bets: give both for every seat",
        )
    if all(bet is None for bet in bets):
        raise ScriptedError(ScriptedErrorKind.BAD_FIELD, "no seat bets: give a bet")
    cards = tuple([_card_of(text) for text in scripted.cards])
    plans = [SeatPlan(f"seat {seat}", balance) for seat, balance in enumerate(balances)]
    try:
        table = Table(scripted.rules, seats=plans, shoes=ArrangedShoes((cards,)))
        table.open_round()
        for seat, bet in enumerate(bets):
            table.apply(Event.sit_out(seat) if bet is None else Event.bet(seat, bet))
    except (EventError, RefusedError, ShoeError, TableError) as error:
        raise ScriptedError(ScriptedErrorKind.BAD_FIELD, str(error)) from error
    return table


def _card_of(text: str) -> Card:
    card = _CARD_OF.get(text)
    if card is None:
        raise ScriptedError(
            ScriptedErrorKind.BAD_CARD,
            f"{show_given(text)} is not a card: write a rank (A 2-9 T J Q K), or a rank and a suit "
            "(c d h s), such as 'T' or 'Th'",
        )
    return card


def _answer_all(table: Table, decisions: Sequence[str]) -> tuple[Event, ...]:
    """Answer every question of the round, and return the answers.

    Raises:
        ScriptedError: a decision is missing, illegal or unused.
    """
    round_ = table.round
    answers: list[Event] = []
    used = 0
    while (question := round_.question) is not None:
        word = decisions[used] if used < len(decisions) else None
        kept = _declines_and_is_kept(round_, question, word)
        used += not kept
        try:
            event = _event_of(table, question, "decline" if kept else word, used)
            table.apply(event)
        except (EventError, RefusedError) as error:
            _illegal(used, str(error))
        answers.append(event)
    if used < len(decisions) and not round_.void:
        raise ScriptedError(
            ScriptedErrorKind.UNUSED_DECISIONS,
            f"the round is over after {used} of {len(decisions)} decisions: "
            f"leave out {show_given(decisions[used])} and what follows",
        )
    return tuple(answers)


def _illegal(number: int, reason: str) -> NoReturn:
    raise ScriptedError(ScriptedErrorKind.ILLEGAL_DECISION, f"decision {number}: {reason}")


def _declines_and_is_kept(round_: Round, question: Question, word: str | None) -> bool:
    """Return whether to decline an offer, and to keep the next decision, if any, for later."""
    if question is Question.EARLY_SURRENDER:
        return word not in {"surrender", "decline"}
    if question is not Question.SPLIT or word not in _WORDS_OF_PLAY:
        return False
    # If split aces may only be split again, ``stand`` declines the split, and is not kept.
    hand = round_.seats[round_.asked_seat].hands[round_.asked_hand]
    return word != "stand" or not hand.done


def _event_of(table: Table, question: Question, word: str | None, number: int) -> Event:
    """Return the event of a decision for the open question, whether or not it is legal."""
    seat, hand = table.round.asked_seat, table.round.asked_hand
    if word is None:
        legal = ", ".join(kind.value for kind in table.menu().kinds)
        raise ScriptedError(
            ScriptedErrorKind.MISSING_DECISION,
            f"seat {seat}, hand {hand} is asked after {number - 1} decisions: add one of {legal}",
        )
    try:
        kind, digits = read_answer(word)
    except ValueError:
        kind, digits = None, ""
    if kind is None or kind in _NO_DECISIONS:
        _illegal(number, f"{show_given(word)} is unknown, write one of {_DECISIONS}")
    if kind is EventKind.INSURE:
        return Event.insure(seat, hand, _stake(table, question, digits, number))
    if kind is EventKind.STAND and question is Question.SPLIT:
        kind = EventKind.DECLINE
    return Event(kind, seat, hand)


def _stake(table: Table, question: Question, digits: str, number: int) -> int:
    """Return the insurance stake of a decision: half of the bet if `digits` is empty."""
    if len(digits) > MAX_AMOUNT_DIGITS:
        _illegal(number, f"a stake has at most {MAX_AMOUNT_DIGITS} digits")
    if digits:
        return int(digits)
    limits = table.menu().limits
    if question is not Question.INSURANCE or limits is None:
        return 0
    kind = table.rules.insurance_amount
    if kind is not InsuranceAmount.HALF:
        _illegal(
            number,
            f"insurance_amount = {kind.value}, so write insure:AMOUNT "
            f"with {limits.least_minor} to {limits.most_minor}",
        )
    return limits.most_minor
