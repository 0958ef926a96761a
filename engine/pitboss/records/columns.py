"""The columns of exported tables: one list for each table.

They give CSV its header, JSON Lines its keys, Parquet its schema, and the documentation its tables.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from operator import attrgetter, index
from types import NoneType
from typing import Any, Final, Generic, SupportsIndex, TypeVar, cast

from attrs import frozen

from pitboss.arguments import check_fields
from pitboss.errors import brief, type_name, with_article
from pitboss.game.cards import Card
from pitboss.game.enumerations import Enumeration
from pitboss.game.events import SEAT_EVENTS
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
    RecordsError,
)
from pitboss.table.listeners import describe_error

Cell = int | str | bool | None
"""The value in one row and column of a table."""

_Row = TypeVar("_Row")


class ColumnType(Enumeration):
    """The type of the values in a column."""

    NUMBER = "number"
    """A signed whole number of 64 bits."""

    TEXT = "text"
    YES_OR_NO = "yes or no"


class Unit(Enumeration):
    """The unit of the numbers in a column."""

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
    """A running or a true count of a counting system."""


_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ENCODABLE: Final = "text without lone surrogates"


def _is_encodable(text: str) -> bool:
    """Say whether a text can be written in UTF-8."""
    return text.isascii() or _SURROGATE.search(text) is None


_HELD: Final = {
    ColumnType.NUMBER: "whole numbers of 64 bits",
    ColumnType.TEXT: "text",
    ColumnType.YES_OR_NO: "True or False",
}
_HOLDS: Final[dict[ColumnType, Callable[[object], bool]]] = {
    ColumnType.NUMBER: lambda cell: type(cell) is int and -(1 << 63) <= cell < 1 << 63,
    ColumnType.TEXT: lambda cell: isinstance(cell, str) and _is_encodable(cell),
    ColumnType.YES_OR_NO: lambda cell: isinstance(cell, bool),
}


@frozen
class Column(Generic[_Row]):
    """A column of a table.

    Attributes:
        name: the name of the column.
        kind: the type of its values.
        unit: the unit of its numbers.
        meaning: its description in the documentation.
        read: returns the value of the column for a record; for most columns, the field with the
            name of the column. It may return a whole number of another library, such as NumPy.
        plain: whether its texts consist only of cards and of words of the engine. Such texts need
            no quotes in CSV.

    Raises:
        RecordsError: an attribute is of another type, the name is empty, or the name or the meaning
            cannot be written in UTF-8.
    """

    name: str
    kind: ColumnType
    unit: Unit
    meaning: str
    read: Callable[[_Row], Cell | SupportsIndex]
    plain: bool = False

    def __attrs_post_init__(self) -> None:
        """Check the attributes, as the class says."""
        check_fields(self, RecordsError)
        if not self.name:
            raise RecordsError("name must not be empty, got ''", "see help(Column)")
        for part, text in (("name", self.name), ("meaning", self.meaning)):
            if not _is_encodable(text):
                problem = f"{part} must be {_ENCODABLE}, got {brief(text)}"
                raise RecordsError(problem, "see help(Column)")

    @property
    def nullable(self) -> bool:
        """Whether a cell may be null; `meaning` says when."""
        return "; null " in self.meaning

    def cell(self, record: _Row) -> Cell:
        """Return the cell of the column for a record, after a check that the cell fits the column.

        Raises:
            RecordsError: the cell is of another type, or is `None` although the column is not
                nullable; or `read` fails.
        """
        try:
            cell = self.read(record)
        except Exception as error:
            what = with_article(type_name(record))
            raise RecordsError(
                f"column {brief(self.name)} cannot read {what}: {describe_error(error)}",
                "correct its `read`, or choose from columns_of(table)",
            ) from error
        if self.kind is ColumnType.NUMBER and type(cell) not in {int, bool, NoneType}:
            # The cell may be a whole number of another library, such as NumPy.
            with suppress(TypeError):
                cell = index(cast("SupportsIndex", cell))
        if self.nullable if cell is None else _HOLDS[self.kind](cell):
            return cast("Cell", cell)
        is_text = self.kind is ColumnType.TEXT and isinstance(cell, str)
        held = _ENCODABLE if is_text else _HELD[self.kind]
        words = f"{held}{' or None' if self.nullable else ''}"
        step = "let `read` return such a value"
        if cell is None:
            step += ", or end `meaning` with '; null if ...'"
        raise RecordsError(f"column {brief(self.name)} must hold {words}, got {brief(cell)}", step)


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
    _number("round", Unit.FROM_1, "the number of the round", lambda row: row.number),
    _number("shoe", Unit.FROM_1, "the shoe in use when the round was opened"),
    _number("shoe_part", Unit.FROM_0, "how often that shoe had run out in mid-round by then"),
    _number(
        "position",
        Unit.CARDS,
        "how many cards of that shoe had been drawn by then, including burned cards",
    ),
    _number(
        "cards_used",
        Unit.CARDS,
        "how many cards were on the table at the end, including the hole card",
    ),
    _number(
        "seats", Unit.SEATS, "how many seats played", lambda row: len({h.seat for h in row.hands})
    ),
    _number("hands", Unit.HANDS, "how many hands there were", lambda row: len(row.hands)),
    _number(
        "decisions", Unit.ANSWERS, "how many answers there were", lambda row: len(row.decisions)
    ),
    _number(
        "stake_minor",
        Unit.AMOUNT,
        "the total stake of all seats, including insurance and side bets",
    ),
    _number(
        "net_minor",
        Unit.AMOUNT,
        "the total net result of these stakes; the house lost as much",
    ),
    _text(
        "up_card",
        "the dealer's card that was dealt face up; null if no card was dealt face up",
        lambda row: _code(row.up_card),
    ),
    _text(
        "hole_card",
        "the dealer's card that was dealt face down, even if it was turned up later; null if no "
        "card was dealt face down",
        lambda row: _code(row.hole_card),
    ),
    _text(
        "dealer_cards",
        "the dealer's cards face up at the end, in the order drawn; null if there was no such card",
        lambda row: _codes(row.dealer_cards),
    ),
    _number("dealer_points", Unit.POINTS, "the best total of `dealer_cards`"),
    _flag("dealer_soft", "whether an ace counts eleven in `dealer_points`"),
    _flag("dealer_natural", "whether the dealer showed a natural"),
    _flag("void", "whether the cards ran out, so that every bet was returned"),
)

HANDS: Final[tuple[Column[RecordedHand], ...]] = (
    _number("round", Unit.FROM_1, "the round of the hand"),
    _number("shoe", Unit.FROM_1, "the shoe in use when the round was opened"),
    _number("seat", Unit.FROM_0, "the seat of the hand"),
    _text("name", "the name of the player; may be an empty text", plain=False),
    _number("hand", Unit.FROM_0, "the number of the hand at its seat"),
    _text(
        "cards",
        "the cards of the hand, in the order in which they came; null if it got no cards",
        lambda row: _codes(row.cards),
    ),
    _number("points", Unit.POINTS, "the best total of `cards`"),
    _flag("soft", "whether an ace counts eleven in `points`"),
    _flag("natural", "whether the hand counted as a natural"),
    _flag("split", "whether a split made the hand"),
    _flag("doubled", "whether the bet on the hand was doubled"),
    _flag("surrendered", "whether the hand was surrendered"),
    _number(
        "up_points",
        Unit.POINTS,
        "the points of the dealer's up card, 1 for an ace; null if there was no up card",
    ),
    _number(
        "ante_minor",
        Unit.AMOUNT,
        "the seat's bet before the deal, the same for each of its hands",
    ),
    _number(
        "bet_minor",
        Unit.AMOUNT,
        "the seat's whole stake on the hand, including doubles, without free doubles and splits, "
        "which the house stakes",
    ),
    _text("outcome", f"how the bet was settled: {_one_of(Outcome)}", lambda row: row.outcome.word),
    _number(
        "net_minor",
        Unit.AMOUNT,
        "the net result of the bet for the seat, including wins on the house's stake, without "
        "insurance and side bets",
    ),
    _number("insurance_minor", Unit.AMOUNT, "the insurance stake; 0 if the hand was not insured"),
    _number("insurance_net_minor", Unit.AMOUNT, "the net result of the insurance"),
    _text(
        "bonus",
        "the bonus that paid the bet, by its name in the rules; null if no bonus paid it",
        lambda row: row.bonus or None,
    ),
    _text(
        "pay_class",
        "the class of that bonus; null if no bonus paid the bet",
        lambda row: row.pay_class or None,
    ),
)

SIDE_BETS: Final[tuple[Column[RecordedSideBet], ...]] = (
    _number("round", Unit.FROM_1, "the round of the side bet"),
    _number("shoe", Unit.FROM_1, "the shoe in use when the round was opened"),
    _number("seat", Unit.FROM_0, "the seat that placed the side bet"),
    _text("name", "the name of the player; may be an empty text", plain=False),
    _text("bet", "the name of the side bet in the rules"),
    _number("stake_minor", Unit.AMOUNT, "the stake"),
    _text(
        "outcome",
        "how the side bet was settled, in the same words as for a hand",
        lambda row: row.outcome.word,
    ),
    _text(
        "pay_class",
        "the class of the pay table that paid the bet or returned its stake; null if no class did",
        lambda row: row.pay_class or None,
    ),
    _number("net_minor", Unit.AMOUNT, "the net result of the side bet"),
)

DECISIONS: Final[tuple[Column[RecordedDecision], ...]] = (
    _number("round", Unit.FROM_1, "the round of the question"),
    _number(
        "decision", Unit.FROM_0, "the number of the question in the round", lambda row: row.number
    ),
    _number("seat", Unit.FROM_0, "the seat that was asked"),
    _text("name", "the name of the player; may be an empty text", plain=False),
    _text("by", f"who answered: {_one_of(AnsweredBy)}", lambda row: row.by.word),
    _text(
        "command",
        "the id that the seat's client gave to the answer; null if it gave no id",
        plain=False,
    ),
    _text("question", f"the question: {_one_of(Question)}", lambda row: row.question.word),
    _text("legal", "the legal answers, with spaces between them", lambda row: _words(row.legal)),
    _number(
        "least_minor", Unit.AMOUNT, "the smallest allowed stake; null if no stake was possible"
    ),
    _number(
        "most_minor",
        Unit.AMOUNT,
        "the largest allowed stake; null if no stake was possible, or if there was no limit",
    ),
    _text("answer", f"the answer: {_one_of(SEAT_EVENTS.values())}", lambda row: row.answer.word),
    _number(
        "amount_minor", Unit.AMOUNT, "the stake in the answer; null if the answer has no stake"
    ),
    _number("hand", Unit.FROM_0, "the number of the hand at its seat when the seat was asked"),
    _number("hands", Unit.HANDS, "how many hands the seat had then; 0 for a bet"),
    _number("bet_minor", Unit.AMOUNT, "the stake on the hand then; 0 for a bet"),
    _text("cards", "the hand's cards then; null for a bet", lambda row: _codes(row.cards)),
    _number("points", Unit.POINTS, "the best total of `cards`; 0 for a bet"),
    _flag("soft", "whether an ace counted eleven in `points`"),
    _text(
        "up_card",
        "the dealer's card that lay face up; null for a bet",
        lambda row: _code(row.up_card),
    ),
    _number("up_points", Unit.POINTS, "the points of the up card, 1 for an ace; null for a bet"),
    _text(
        "cards_after",
        "the hand's cards at the next question or the end of the round; null for a bet",
        lambda row: _codes(row.cards_after),
    ),
    _number("points_after", Unit.POINTS, "the best total of `cards_after`; 0 for a bet"),
    _text(
        "outcome",
        "how the bet on this hand, or the side bet in the answer, was settled, in the same words "
        "as for a hand; null for a seat that sat out",
        lambda row: None if row.outcome is None else row.outcome.word,
    ),
    _number(
        "net_minor",
        Unit.AMOUNT,
        "the net result of this hand, of its insurance, and of all hands split off from it later, "
        "without side bets; if the answer is a side bet, only the net result of that side bet",
    ),
)


CHANGES: Final[tuple[Column[RecordedChange], ...]] = (
    _number("seq", Unit.FROM_0, "the number of the change's line in the journal"),
    _number("round", Unit.FROM_1, "the last finished round; 0 before the first"),
    _number("seat", Unit.FROM_0, "the seat"),
    _text(
        "name",
        "the player who joined, or who sat there before the change; may be an empty text",
        plain=False,
    ),
    _text("kind", f"the kind of change: {_one_of(ChangeKind)}", lambda row: row.kind.word),
    _number(
        "amount_minor",
        Unit.AMOUNT,
        "the chips brought, taken away, deposited, withdrawn, awarded or charged; null for other "
        "kinds, and if a player joined with unlimited chips",
    ),
    _number(
        "balance_minor",
        Unit.AMOUNT,
        "the chips of the seat after the change; null if the journal hides them",
    ),
    _text("reason", "why the house awarded or charged; null for other kinds", plain=False),
    _text(
        "client_seed",
        "the seed that the seat added to the seeds of later shoes; null for other kinds",
        plain=False,
    ),
    _text(
        "by",
        f"who asked for the change: {_one_of(AnsweredBy)}; if the journal does not say, house for "
        "award, charge and close_seeds, and player for other kinds",
        lambda row: row.by.word,
    ),
    _text(
        "command",
        "the id that the seat's client gave to the change; null if it gave no id",
        plain=False,
    ),
)

HOST: Final[tuple[Column[RecordedHostLine], ...]] = (
    _number("seq", Unit.FROM_0, "the number of the line in the journal"),
    _number("round", Unit.FROM_1, "the round that was opened last; 0 before the first"),
    _flag("in_round", "whether that round was still open"),
    _text(
        "facts",
        "what the host wrote, as a JSON object in ASCII",
        lambda row: json.dumps(row.facts, separators=(",", ":")),
        plain=False,
    ),
)
