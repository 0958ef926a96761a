"""Arranged rounds: known cards and known decisions, settled with nobody at the table.

`play_arranged` plays one round through an ordinary `Table` whose shoe holds the given cards, and
`settle_line` does so for a line of JSON. Nothing here knows a rule of the game; what is known is
how a list of words answers the questions of the table, and how the lines are written.

The lines are read and written with the standard library: unlike `orjson` it lets a key that stands
twice be refused, and keeps whole numbers of any size whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NoReturn, cast

from attrs import frozen

from pitboss.cards import CARDS, Card, Suit
from pitboss.errors import CardError, PitbossError, RulesError, ShoeError, TableError
from pitboss.events import Event
from pitboss.legality import RefusedError
from pitboss.round import Question, Round
from pitboss.rule_values import InsuranceAmount, UpCard
from pitboss.rules import Rules
from pitboss.shoe import ArrangedShoes
from pitboss.table import HandResult, SeatPlan, Table

MAX_LINE_LENGTH: Final = 65_536
"""Longest line that is read; the longest sensible round stays far below."""

MAX_DECISIONS: Final = 4_096
"""Most decisions of one round; a shoe of sixteen decks cannot ask for as many."""

_AMOUNT_DIGITS: Final = 16
_INSURE: Final = "insure"
_INSURE_AMOUNT: Final = "insure:"
_LINE_FIELDS: Final = ("id", "rules", "bet", "bets", "balances", "cards", "decisions")


class ArrangedErrorKind(Enum):
    """Why an arranged round has no result."""

    BAD_JSON = "bad_json"
    BAD_FIELD = "bad_field"
    BAD_RULES = "bad_rules"
    BAD_CARD = "bad_card"
    OUT_OF_CARDS = "out_of_cards"
    MISSING_DECISION = "missing_decision"
    ILLEGAL_DECISION = "illegal_decision"
    UNUSED_DECISIONS = "unused_decisions"


class ArrangedError(PitbossError):
    """An arranged round cannot be read, or cannot be played to its end.

    Attributes:
        kind: the kind of fault.
        message: what is wrong and what to do about it.
    """

    def __init__(self, kind: ArrangedErrorKind, message: str) -> None:
        self.kind = kind
        self.message = message
        super().__init__(f"{kind.value}: {message}")


@frozen
class ArrangedRound:
    """One round of which all is known beforehand.

    Attributes:
        rules: the rule set; `burn` is passed over, for the cards are given as they are drawn.
        bets_minor: the opening bet of each seat in minor units; none where a seat sits out.
        cards: in the order in which the rule set draws them, each a rank such as ``T`` or a rank
            and a suit such as ``Th``; not held against `decks`, and some may be left over.
        decisions: the words of the seats in the order in which they are asked.
        balances_minor: chips of each seat before it bets, in minor units; none for unlimited funds.
    """

    rules: Rules
    bets_minor: Sequence[int | None]
    cards: Sequence[str]
    decisions: Sequence[str]
    balances_minor: Sequence[int] | None = None


@frozen
class ArrangedResult:
    """How an arranged round ended.

    Attributes:
        hands: in the order of the seats, a split-off hand right after its parent; a card's ``code``
            is the text that was given for it.
        dealer: every card that the dealer drew, in that order, turned up or not.
        cards_used: how many of the cards were drawn.
        answers: what the seats said after their bets, a refusal that was only implied written out.
    """

    hands: tuple[HandResult, ...]
    dealer: tuple[Card, ...]
    cards_used: int
    answers: tuple[Event, ...]

    @property
    def insurance_net_minor(self) -> int:
        """What all insurance bets together brought."""
        return sum(hand.insurance_net_minor for hand in self.hands)

    @property
    def net_minor(self) -> int:
        """What all bets together brought, insurance included."""
        return sum(hand.net_minor for hand in self.hands) + self.insurance_net_minor


def play_arranged(arranged: ArrangedRound) -> ArrangedResult:
    """Play an arranged round to its end.

    Raises:
        ArrangedError: a bet, a balance or a card cannot be, the cards or the decisions do not reach
            to the end of the round, a decision is refused, or one is left over.
    """
    table = _table_with_bets(arranged)
    answers, left = _answered(table, arranged.decisions)
    if table.round.void:
        _refuse(
            ArrangedErrorKind.OUT_OF_CARDS,
            f"the round needs more than {len(arranged.cards)} cards: give more",
        )
    if left:
        _refuse(
            ArrangedErrorKind.UNUSED_DECISIONS,
            f"the round was over before {', '.join(map(repr, left[:5]))}: leave out what is "
            "not asked",
        )
    return ArrangedResult(table.results(), _dealer_cards(table), table.shoe.position, answers)


def settle_line(line: str | bytes) -> str:
    """Settle the arranged round that a line of JSON describes.

    Args:
        line: a JSON object; bytes are read as UTF-8.

    Returns:
        A line of JSON without its end: the result, or the kind of error with a message.
    """
    line_id: str | int | None = None
    try:
        fields = _fields_of(line)
        line_id = _id_of(fields)
        result = play_arranged(_round_of(fields))
    except ArrangedError as error:
        fault = {"kind": error.kind.value, "message": error.message}
        return json.dumps({"id": line_id, "error": fault})
    return json.dumps({"id": line_id, **_written(result)})


def settle_stream(lines: Iterable[str | bytes]) -> Iterator[str]:
    """Yield the result of each line as soon as the line was read."""
    return map(settle_line, lines)


def _refuse(kind: ArrangedErrorKind, message: str) -> NoReturn:
    raise ArrangedError(kind, message)


# The table


def _bare_rank(card: Card) -> Card:
    return Card(
        rank=card.rank,
        suit=card.suit,
        points=card.points,
        index=card.index,
        code=card.rank.value,
        is_ace=card.is_ace,
    )


# A card of which only the rank is given is one of no suit in particular, written as it was given.
_CARD_OF: Final[Mapping[str, Card]] = {
    **{card.code: card for card in CARDS},
    **{card.rank.value: _bare_rank(card) for card in CARDS if card.suit is Suit.SPADES},
}


def _table_with_bets(arranged: ArrangedRound) -> Table:
    """Set up a table with the cards in its shoe, and place the bets."""
    if not arranged.cards:
        _refuse(ArrangedErrorKind.OUT_OF_CARDS, "no cards are given")
    bets = arranged.bets_minor
    unlimited: Sequence[int | None] = [None] * len(bets)
    balances = unlimited if arranged.balances_minor is None else arranged.balances_minor
    if len(balances) != len(bets):
        _refuse(
            ArrangedErrorKind.BAD_FIELD,
            f"{len(balances)} balances for {len(bets)} bets: give one for each",
        )
    plans = [SeatPlan(f"seat {seat}", balance) for seat, balance in enumerate(balances)]
    try:
        shoes = ArrangedShoes((tuple(map(_card_of, arranged.cards)),))
        table = Table(arranged.rules, seats=plans, shoes=shoes)
        table.open_round()
        for seat, bet in enumerate(bets):
            table.apply(Event.sit_out(seat) if bet is None else Event.bet(seat, bet))
    except (RefusedError, ShoeError, TableError) as error:
        raise ArrangedError(ArrangedErrorKind.BAD_FIELD, str(error)) from error
    if not table.round.dealer.cards and not table.round.void:
        _refuse(ArrangedErrorKind.BAD_FIELD, "every seat sits out: give a bet")
    return table


def _card_of(text: str) -> Card:
    card = _CARD_OF.get(text)
    if card is None:
        raise ArrangedError(ArrangedErrorKind.BAD_CARD, str(CardError(text)))
    return card


def _dealer_cards(table: Table) -> tuple[Card, ...]:
    """Return the dealer's cards in the order drawn, with one that was never turned in its place."""
    face_up = tuple(table.round.dealer.cards)
    hole_card = table.house.hole_card
    if hole_card is None:
        return face_up
    if table.rules.up_card is UpCard.SECOND:
        return (hole_card, *face_up)
    return (*face_up, hole_card)


# The decisions

_WORDS: Final[Mapping[str, Callable[[int, int], Event]]] = {
    "even_money": Event.even_money,
    "decline": Event.decline,
    "split": Event.split,
    "double": Event.double,
    "hit": Event.hit,
    "stand": Event.stand,
    "surrender": Event.surrender,
}
_WORDS_OF_PLAY: Final = frozenset({"hit", "stand", "double", "surrender"})


def _answered(table: Table, decisions: Sequence[str]) -> tuple[tuple[Event, ...], Sequence[str]]:
    """Answer every question of the round; return the answers and the decisions left over."""
    round_ = table.round
    answers: list[Event] = []
    used = 0
    while (question := round_.question) is not None:
        word = decisions[used] if used < len(decisions) else None
        kept = _declines_and_is_kept(round_, question, word)
        if kept:
            event = Event.decline(round_.asked_seat, round_.asked_hand)
        else:
            event = _event_of(table, question, word, used)
            used += 1
        try:
            table.apply(event)
        except RefusedError as error:
            _refuse(ArrangedErrorKind.ILLEGAL_DECISION, f"decision {used}: {error}")
        answers.append(event)
    return tuple(answers), decisions[used:]


def _declines_and_is_kept(round_: Round, question: Question, word: str | None) -> bool:
    """Say whether a word, or there being none, declines an offer and is kept for what follows."""
    if question is Question.EARLY_SURRENDER:
        return word not in {"surrender", "decline"}
    if question is not Question.SPLIT or word not in _WORDS_OF_PLAY:
        return False
    return word != "stand" or not _asked_hand_is_done(round_)


def _asked_hand_is_done(round_: Round) -> bool:
    """Say whether the hand takes no decision of play, so that an offer is all it is asked."""
    return round_.seats[round_.asked_seat].hands[round_.asked_hand].done


def _amount_of(word: str) -> int | None:
    """Return the stake in ``insure:AMOUNT``; none if the word is not of that form."""
    amount = word.removeprefix(_INSURE_AMOUNT)
    if amount == word or not amount.isascii() or not amount.isdigit():
        return None
    return int(amount) if len(amount) <= _AMOUNT_DIGITS else None


def _event_of(table: Table, question: Question, word: str | None, used: int) -> Event:
    """Return what a word says to the question that waits."""
    round_ = table.round
    seat, hand = round_.asked_seat, round_.asked_hand
    if word is None:
        legal = ", ".join(kind.value for kind in table.menu().kinds)
        _refuse(
            ArrangedErrorKind.MISSING_DECISION,
            f"seat {seat}, hand {hand} is asked after {used} decisions: add one of {legal}",
        )
    say = _WORDS.get(word)
    if say is None:
        return Event.insure(seat, hand, _stake_of(table, question, word, used))
    if word == "stand" and question is Question.SPLIT:
        # Split aces that may only be split again: to stand is to decline that.
        say = Event.decline
    return say(seat, hand)


def _stake_of(table: Table, question: Question, word: str, used: int) -> int:
    """Return the insurance stake that a word names; the plain word names the half."""
    amount = _amount_of(word)
    if amount is not None:
        return amount
    if word != _INSURE:
        known = ", ".join([_INSURE, f"{_INSURE_AMOUNT}AMOUNT", *_WORDS])
        _refuse(
            ArrangedErrorKind.ILLEGAL_DECISION,
            f"decision {used + 1} is {word[:40]!r}: write one of {known}",
        )
    limits = table.menu().limits
    if question is not Question.INSURANCE or limits is None:
        return 0
    if table.rules.insurance_amount is not InsuranceAmount.HALF:
        _refuse(
            ArrangedErrorKind.ILLEGAL_DECISION,
            f"decision {used + 1}: insurance_amount = {table.rules.insurance_amount.value} asks "
            f"for a stake of {limits.least_minor} to {limits.most_minor}: write insure:AMOUNT",
        )
    return limits.most_minor


# The lines


def _fields_of(line: str | bytes) -> Mapping[str, object]:
    """Read a line as a JSON object with known fields."""
    if len(line) > MAX_LINE_LENGTH:
        _refuse(ArrangedErrorKind.BAD_JSON, f"the line is longer than {MAX_LINE_LENGTH}")
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        fields: object = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise ArrangedError(ArrangedErrorKind.BAD_JSON, f"the line is no JSON: {error}") from error
    if not isinstance(fields, dict):
        _refuse(ArrangedErrorKind.BAD_JSON, "the line is no JSON object: write { ... }")
    return cast("dict[str, object]", fields)


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_without_duplicates, parse_constant=_no_constant
)


def _id_of(fields: Mapping[str, object]) -> str | int:
    line_id = fields.get("id")
    if isinstance(line_id, str) or type(line_id) is int:
        return line_id
    _refuse(ArrangedErrorKind.BAD_FIELD, "id is missing or unreadable: give a text or a number")


def _round_of(fields: Mapping[str, object]) -> ArrangedRound:
    """Read the fields of a line; what the table judges is left to the table."""
    unknown = [name for name in fields if name not in _LINE_FIELDS]
    if unknown:
        _refuse(
            ArrangedErrorKind.BAD_FIELD,
            f"field {unknown[0][:40]!r} is unknown: the fields are {', '.join(_LINE_FIELDS)}",
        )
    if ("bet" in fields) == ("bets" in fields):
        _refuse(ArrangedErrorKind.BAD_FIELD, "give either bet, or bets with one for each seat")
    decisions = _list(fields, "decisions")
    if len(decisions) > MAX_DECISIONS or not all(isinstance(word, str) for word in decisions):
        _refuse(ArrangedErrorKind.BAD_FIELD, f"decisions must be at most {MAX_DECISIONS} words")
    return ArrangedRound(
        rules=_rules_of(fields),
        bets_minor=_amounts("bet", [fields["bet"]])
        if "bet" in fields
        else _amounts("bets", _list(fields, "bets")),
        cards=[_card_text(card) for card in _list(fields, "cards")],
        decisions=cast("list[str]", decisions),
        balances_minor=_amounts("balances", _list(fields, "balances"))
        if "balances" in fields
        else None,
    )


def _list(fields: Mapping[str, object], name: str) -> list[object]:
    value = fields.get(name)
    if not isinstance(value, list):
        _refuse(ArrangedErrorKind.BAD_FIELD, f"{name} is missing or no list: write [ ... ]")
    return cast("list[object]", value)


def _amounts(name: str, values: list[object]) -> list[int]:
    if not all(type(value) is int for value in values):
        _refuse(ArrangedErrorKind.BAD_FIELD, f"{name} must hold whole numbers of minor units")
    return cast("list[int]", values)


def _card_text(value: object) -> str:
    if isinstance(value, str):
        return value
    _refuse(
        ArrangedErrorKind.BAD_CARD, f"{str(value)[:40]} is not a card: write a text such as 'T'"
    )


def _rules_of(fields: Mapping[str, object]) -> Rules:
    """Read the rules; many lines have the same, and those are read once."""
    given = fields.get("rules", {})
    if not isinstance(given, dict):
        _refuse(ArrangedErrorKind.BAD_FIELD, "rules is no JSON object: write { ... }")
    try:
        return _rules_read(json.dumps(given, sort_keys=True))
    except RulesError as error:
        raise ArrangedError(ArrangedErrorKind.BAD_RULES, str(error)) from error


@lru_cache(maxsize=1024)
def _rules_read(text: str) -> Rules:
    return Rules.from_json(text)


def _written(result: ArrangedResult) -> dict[str, object]:
    """Return the fields of a result as they stand in a line."""
    return {
        "net": result.net_minor,
        "insurance_net": result.insurance_net_minor,
        "hands": [
            {
                "seat": hand.seat,
                "cards": [card.code for card in hand.cards],
                "bet": hand.bet_minor,
                "net": hand.net_minor,
                "outcome": hand.outcome.value,
            }
            for hand in result.hands
        ],
        "dealer": [card.code for card in result.dealer],
        "cards_used": result.cards_used,
    }
