"""The columns of exported tables: one list of data for each table.

The header of CSV, the keys of JSON Lines, the schema of Parquet and the tables in the documentation
are made from these lists.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from attrs import frozen

from pitboss.game.cards import Card
from pitboss.game.enumerations import Enumeration
from pitboss.game.events import ANSWERS
from pitboss.game.reasons import Outcome
from pitboss.game.round import Question
from pitboss.game.seat_changes import ChangeKind
from pitboss.records.values import (
    AnsweredBy,
    RecordedChange,
    RecordedDecision,
    RecordedHand,
    RecordedHostLine,
    RecordedRound,
    RecordedSideBet,
)

Cell = int | str | bool | None
"""The value in one row and column of a table."""

_Row = TypeVar("_Row")


class ColumnType(Enumeration):
    """The type of the values in a column."""

    NUMBER = "number"
    """A whole number of 64 bits."""

    TEXT = "text"
    YES_OR_NO = "yes or no"


class Unit(Enumeration):
    """What the numbers of a column count."""

    NONE = ""
    AMOUNT = "minor units"
    CARDS = "cards"
    POINTS = "points"
    FROM_0 = "counted from 0"
    FROM_1 = "counted from 1"
    SEATS = "seats"
    HANDS = "hands"
    ANSWERS = "answers"
    COUNT = "count"
    """The running count of a counting system."""


@frozen
class Column(Generic[_Row]):
    """A column of a table.

    Attributes:
        name: the name of the column.
        kind: the type of its values.
        unit: what its numbers count.
        meaning: its description in the documentation.
        read: reads its cell from a record, mostly from the field of the same name.
        plain: its text holds only the engine's own words and cards, which need no quotes in CSV.
    """

    name: str
    kind: ColumnType
    unit: Unit
    meaning: str
    read: Callable[[_Row], Cell]
    plain: bool = False

    @property
    def nullable(self) -> bool:
        """Whether a cell may be empty; `meaning` says when."""
        return "; null " in self.meaning


def _number(
    name: str, unit: Unit, meaning: str, read: Callable[[_Row], int | None] | None = None
) -> Column[_Row]:
    return Column(name, ColumnType.NUMBER, unit, meaning, read or attrgetter(name))


def _text(
    name: str,
    meaning: str,
    read: Callable[[_Row], str | None] | None = None,
    *,
    plain: bool = True,
) -> Column[_Row]:
    return Column(name, ColumnType.TEXT, Unit.NONE, meaning, read or attrgetter(name), plain)


def _flag(name: str, meaning: str) -> Column[Any]:
    return Column(name, ColumnType.YES_OR_NO, Unit.NONE, meaning, attrgetter(name))


@lru_cache(maxsize=1 << 14)
def _codes(cards: tuple[Card, ...]) -> str | None:
    """Write cards as a journal does, with spaces between them; `None` if there are none."""
    return " ".join([card.code for card in cards]) or None


@lru_cache(maxsize=1 << 10)
def _words(members: tuple[Enumeration, ...]) -> str:
    return " ".join([member.word for member in members])


def _code(card: Card | None) -> str | None:
    return None if card is None else card.code


def _one_of(kinds: Iterable[Enumeration]) -> str:
    """List the words that a column may hold."""
    *others, last = [kind.word for kind in kinds]
    return f"{', '.join(others)} or {last}"


ROUNDS: Final[tuple[Column[RecordedRound], ...]] = (
    _number("round", Unit.FROM_1, "the round", lambda row: row.number),
    _number("shoe", Unit.FROM_1, "the shoe in use when it was opened"),
    _number("shoe_part", Unit.FROM_0, "how often that shoe had been used up in mid-round"),
    _number(
        "position", Unit.CARDS, "how many of its cards were gone by then, burned ones included"
    ),
    _number(
        "cards_used", Unit.CARDS, "how many lay on the table in the end, the hole card included"
    ),
    _number("seats", Unit.SEATS, "how many played", lambda row: len({h.seat for h in row.hands})),
    _number("hands", Unit.HANDS, "how many there were in the end", lambda row: len(row.hands)),
    _number("decisions", Unit.ANSWERS, "how many there were", lambda row: len(row.decisions)),
    _number("stake_minor", Unit.AMOUNT, "what all seats staked together"),
    _number(
        "net_minor", Unit.AMOUNT, "what all bets brought the seats together; the house lost as much"
    ),
    _text(
        "up_card",
        "the dealer's card that lay face up from the deal on; null if it never came to a deal",
        lambda row: _code(row.up_card),
    ),
    _text(
        "hole_card",
        "the card that was dealt face down, turned up later or not; null if none was",
        lambda row: _code(row.hole_card),
    ),
    _text(
        "dealer_cards",
        "those that lay face up in the end, in the order drawn; null if there were none",
        lambda row: _codes(row.dealer_cards),
    ),
    _number("dealer_points", Unit.POINTS, "their best total"),
    _flag("dealer_soft", "whether an ace counts eleven in it"),
    _flag("dealer_natural", "whether the dealer showed a natural"),
    _flag("void", "whether no card was left to play it with; every bet went back"),
)

HANDS: Final[tuple[Column[RecordedHand], ...]] = (
    _number("round", Unit.FROM_1, "its round"),
    _number("shoe", Unit.FROM_1, "the shoe in use when that was opened"),
    _number("seat", Unit.FROM_0, "whose"),
    _text("name", "who sat there; may be an empty text", plain=False),
    _number("hand", Unit.FROM_0, "which of the seat's hands"),
    _text("cards", "in the order taken; null if it never got one", lambda row: _codes(row.cards)),
    _number("points", Unit.POINTS, "their best total"),
    _flag("soft", "whether an ace counts eleven in it"),
    _flag("natural", "whether it counted as a natural"),
    _flag("split", "whether it was made by a split"),
    _flag("doubled", "whether its bet was doubled"),
    _flag("surrendered", "whether it was surrendered"),
    _number(
        "up_points",
        Unit.POINTS,
        "those of the dealer's up card, 1 for an ace; null if it never came to a deal",
    ),
    _number(
        "ante_minor",
        Unit.AMOUNT,
        "what the seat bet before the deal, the same for each of its hands",
    ),
    _number(
        "bet_minor",
        Unit.AMOUNT,
        "the seat's whole stake, doubling included; without what the house staked",
    ),
    _text("outcome", f"how the bet was settled: {_one_of(Outcome)}", lambda row: row.outcome.word),
    _number(
        "net_minor", Unit.AMOUNT, "what the bet brought the seat, also what the house staked won"
    ),
    _number("insurance_minor", Unit.AMOUNT, "the insurance stake; 0 without one"),
    _number("insurance_net_minor", Unit.AMOUNT, "what that brought"),
    _text(
        "bonus",
        "the bonus in the rules by which the bet was paid; null without one",
        lambda row: row.bonus or None,
    ),
    _text(
        "pay_class",
        "the class of that bonus; null without one",
        lambda row: row.pay_class or None,
    ),
)

SIDE_BETS: Final[tuple[Column[RecordedSideBet], ...]] = (
    _number("round", Unit.FROM_1, "its round"),
    _number("shoe", Unit.FROM_1, "the shoe in use when that was opened"),
    _number("seat", Unit.FROM_0, "whose"),
    _text("name", "who sat there; may be an empty text", plain=False),
    _text("bet", "the name of the side bet in the rules"),
    _number("stake_minor", Unit.AMOUNT, "what was staked"),
    _text("outcome", "how it was settled, as for a hand", lambda row: row.outcome.word),
    _text(
        "pay_class",
        "the class of its pay table that was paid, or gave the stake back; null without one",
        lambda row: row.pay_class or None,
    ),
    _number("net_minor", Unit.AMOUNT, "what it brought"),
)

DECISIONS: Final[tuple[Column[RecordedDecision], ...]] = (
    _number("round", Unit.FROM_1, "its round"),
    _number("decision", Unit.FROM_0, "which of the round", lambda row: row.number),
    _number("seat", Unit.FROM_0, "who was asked"),
    _text("name", "who sat there; may be an empty text", plain=False),
    _text("by", f"who answered: {_one_of(AnsweredBy)}", lambda row: row.by.word),
    _text(
        "command",
        "the id that the seat's client gave to the answer; null without one",
        plain=False,
    ),
    _text("question", f"what was asked: {_one_of(Question)}", lambda row: row.question.word),
    _text("legal", "the legal answers, with spaces between them", lambda row: _words(row.legal)),
    _number(
        "least_minor", Unit.AMOUNT, "the smallest stake that might be given; null where none might"
    ),
    _number("most_minor", Unit.AMOUNT, "the largest; null also where there was no largest"),
    _text("answer", f"what was answered: {_one_of(ANSWERS.values())}", lambda row: row.answer.word),
    _number("amount_minor", Unit.AMOUNT, "the stake that was given; null if the answer names none"),
    _number("hand", Unit.FROM_0, "which of the seat's hands, as they lay then"),
    _number("hands", Unit.HANDS, "how many the seat had then; 0 at a bet"),
    _number("bet_minor", Unit.AMOUNT, "the stake on the hand then; 0 at a bet"),
    _text("cards", "the hand's cards then; null at a bet", lambda row: _codes(row.cards)),
    _number("points", Unit.POINTS, "their best total; 0 at a bet"),
    _flag("soft", "whether an ace counted eleven in it"),
    _text(
        "up_card",
        "the dealer's card that lay face up; null at a bet",
        lambda row: _code(row.up_card),
    ),
    _number("up_points", Unit.POINTS, "its points, 1 for an ace; null at a bet"),
    _text(
        "cards_after",
        "the hand's cards when the next question was put, or the round was over; null at a bet",
        lambda row: _codes(row.cards_after),
    ),
    _number("points_after", Unit.POINTS, "their best total; 0 at a bet"),
    _text(
        "outcome",
        "how the bet on this hand was settled, as for a hand; null for a seat that sat out",
        lambda row: None if row.outcome is None else row.outcome.word,
    ),
    _number(
        "net_minor",
        Unit.AMOUNT,
        "what this hand brought in the end, with all split off from it later, and insurance",
    ),
)


CHANGES: Final[tuple[Column[RecordedChange], ...]] = (
    _number("seq", Unit.FROM_0, "the number of its line in the journal"),
    _number("round", Unit.FROM_1, "the round that was over last; 0 before the first"),
    _number("seat", Unit.FROM_0, "which seat"),
    _text("name", "who joined, or sat there before it; may be an empty text", plain=False),
    _text("kind", f"what was changed: {_one_of(ChangeKind)}", lambda row: row.kind.word),
    _number(
        "amount_minor",
        Unit.AMOUNT,
        "what was brought, taken away, deposited, withdrawn, awarded or charged; null for other "
        "kinds, and for one who joined with unlimited chips",
    ),
    _number(
        "balance_minor", Unit.AMOUNT, "the chips of the seat after it; null where they are hidden"
    ),
    _text("reason", "why the house awarded or charged; null for other kinds", plain=False),
    _text(
        "client_seed",
        "what the seat added to the seeds of the shoes to come; null for other kinds",
        plain=False,
    ),
    _text("by", f"who asked for it: {_one_of(AnsweredBy)}", lambda row: row.by.word),
    _text("command", "the id that the seat's client gave to it; null without one", plain=False),
)

HOST: Final[tuple[Column[RecordedHostLine], ...]] = (
    _number("seq", Unit.FROM_0, "the number of the line in the journal"),
    _number("round", Unit.FROM_1, "the round that was opened last; 0 before the first"),
    _flag("in_round", "whether that round was not over"),
    _text(
        "facts",
        "what the host wrote, as a JSON object in ASCII",
        lambda row: json.dumps(row.facts, separators=(",", ":")),
        plain=False,
    ),
)
