"""The columns of the tables that rounds are exported as: one list of data for each table.

From it come the header of CSV, the keys of JSON Lines, the schema of Parquet and the tables of the
documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, Generic, TypeVar

from attrs import frozen

from pitboss.game.cards import Card
from pitboss.game.enumerations import Enumeration
from pitboss.game.events import ANSWERS
from pitboss.game.reasons import Outcome
from pitboss.game.round import Question
from pitboss.records.values import AnsweredBy, RecordedDecision, RecordedHand, RecordedRound

Cell = int | str | bool | None
"""What stands in one place of a table."""

_Row = TypeVar("_Row")


class ColumnType(Enumeration):
    """What stands in a column."""

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


@frozen
class Column(Generic[_Row]):
    """A column of a table.

    Attributes:
        name: of the column.
        kind: what stands in it.
        unit: what its numbers count.
        meaning: for the documentation.
        read: reads its cell from a record.
    """

    name: str
    kind: ColumnType
    unit: Unit
    meaning: str
    read: Callable[[_Row], Cell]

    @property
    def nullable(self) -> bool:
        """Whether a cell may be empty; the meaning says when."""
        return "; null " in self.meaning


def _number(
    name: str, unit: Unit, meaning: str, read: Callable[[_Row], int | None]
) -> Column[_Row]:
    return Column(name, ColumnType.NUMBER, unit, meaning, read)


def _text(name: str, meaning: str, read: Callable[[_Row], str | None]) -> Column[_Row]:
    return Column(name, ColumnType.TEXT, Unit.NONE, meaning, read)


def _flag(name: str, meaning: str, read: Callable[[_Row], bool]) -> Column[_Row]:
    return Column(name, ColumnType.YES_OR_NO, Unit.NONE, meaning, read)


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
    """List the words that may stand in a column."""
    *others, last = [kind.word for kind in kinds]
    return f"{', '.join(others)} or {last}"


ROUNDS: Final[tuple[Column[RecordedRound], ...]] = (
    _number("round", Unit.FROM_1, "the round", lambda row: row.number),
    _number("shoe", Unit.FROM_1, "the shoe in use when it was opened", lambda row: row.shoe),
    _number(
        "shoe_part",
        Unit.FROM_0,
        "how often that shoe had been used up in mid-round",
        lambda row: row.shoe_part,
    ),
    _number(
        "position",
        Unit.CARDS,
        "how many of its cards were gone by then, burned ones included",
        lambda row: row.position,
    ),
    _number(
        "cards_used",
        Unit.CARDS,
        "how many lay on the table in the end, the hole card included",
        lambda row: row.cards_used,
    ),
    _number("seats", Unit.SEATS, "how many played", lambda row: len({h.seat for h in row.hands})),
    _number("hands", Unit.HANDS, "how many there were in the end", lambda row: len(row.hands)),
    _number("decisions", Unit.ANSWERS, "how many there were", lambda row: len(row.decisions)),
    _number(
        "stake_minor", Unit.AMOUNT, "what all seats staked together", lambda row: row.stake_minor
    ),
    _number(
        "net_minor",
        Unit.AMOUNT,
        "what all bets brought the seats together; the house lost as much",
        lambda row: row.net_minor,
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
    _number("dealer_points", Unit.POINTS, "their best total", lambda row: row.dealer_points),
    _flag("dealer_soft", "whether an ace counts eleven in it", lambda row: row.dealer_soft),
    _flag("dealer_natural", "whether the dealer showed a natural", lambda row: row.dealer_natural),
    _flag(
        "void",
        "whether no card was left to play it with; every bet went back",
        lambda row: row.void,
    ),
)

HANDS: Final[tuple[Column[RecordedHand], ...]] = (
    _number("round", Unit.FROM_1, "its round", lambda row: row.round),
    _number("seat", Unit.FROM_0, "whose", lambda row: row.seat),
    _text("name", "who sat there; may be an empty text", lambda row: row.name),
    _number("hand", Unit.FROM_0, "which of the seat's hands", lambda row: row.hand),
    _text("cards", "in the order taken; null if it never got one", lambda row: _codes(row.cards)),
    _number("points", Unit.POINTS, "their best total", lambda row: row.points),
    _flag("soft", "whether an ace counts eleven in it", lambda row: row.soft),
    _flag("natural", "whether it counted as a natural", lambda row: row.natural),
    _flag("split", "whether it was made by a split", lambda row: row.split),
    _flag("doubled", "whether its bet was doubled", lambda row: row.doubled),
    _flag("surrendered", "whether it was given up", lambda row: row.surrendered),
    _number(
        "bet_minor", Unit.AMOUNT, "the whole stake, doubling included", lambda row: row.bet_minor
    ),
    _text("outcome", f"how the bet was settled: {_one_of(Outcome)}", lambda row: row.outcome.word),
    _number("net_minor", Unit.AMOUNT, "what the bet brought", lambda row: row.net_minor),
    _number(
        "insurance_minor",
        Unit.AMOUNT,
        "the insurance stake; 0 without one",
        lambda row: row.insurance_minor,
    ),
    _number(
        "insurance_net_minor", Unit.AMOUNT, "what that brought", lambda row: row.insurance_net_minor
    ),
)

DECISIONS: Final[tuple[Column[RecordedDecision], ...]] = (
    _number("round", Unit.FROM_1, "its round", lambda row: row.round),
    _number("decision", Unit.FROM_0, "which of the round", lambda row: row.number),
    _number("seat", Unit.FROM_0, "who was asked", lambda row: row.seat),
    _text("name", "who sat there; may be an empty text", lambda row: row.name),
    _text("by", f"who answered: {_one_of(AnsweredBy)}", lambda row: row.by.word),
    _text(
        "command",
        "the id that the seat's client gave to the answer; null without one",
        lambda row: row.command,
    ),
    _text("question", f"what was asked: {_one_of(Question)}", lambda row: row.question.word),
    _text("legal", "the legal answers, with spaces between them", lambda row: _words(row.legal)),
    _number(
        "least_minor",
        Unit.AMOUNT,
        "the smallest stake that might be given; null where none might",
        lambda row: row.least_minor,
    ),
    _number(
        "most_minor",
        Unit.AMOUNT,
        "the largest; null also where there was no largest",
        lambda row: row.most_minor,
    ),
    _text("answer", f"what was answered: {_one_of(ANSWERS.values())}", lambda row: row.answer.word),
    _number(
        "amount_minor",
        Unit.AMOUNT,
        "the stake that was given; null if the answer names none",
        lambda row: row.amount_minor,
    ),
    _number(
        "hand", Unit.FROM_0, "which of the seat's hands, as they lay then", lambda row: row.hand
    ),
    _number("hands", Unit.HANDS, "how many the seat had then; 0 at a bet", lambda row: row.hands),
    _number(
        "bet_minor",
        Unit.AMOUNT,
        "the stake on the hand then; 0 at a bet",
        lambda row: row.bet_minor,
    ),
    _text("cards", "the hand's cards then; null at a bet", lambda row: _codes(row.cards)),
    _number("points", Unit.POINTS, "their best total; 0 at a bet", lambda row: row.points),
    _flag("soft", "whether an ace counted eleven in it", lambda row: row.soft),
    _text(
        "up_card",
        "the dealer's card that lay face up; null at a bet",
        lambda row: _code(row.up_card),
    ),
    _text(
        "cards_after",
        "the hand's cards when the next question was put, or the round was over; null at a bet",
        lambda row: _codes(row.cards_after),
    ),
    _number(
        "points_after", Unit.POINTS, "their best total; 0 at a bet", lambda row: row.points_after
    ),
    _text(
        "outcome",
        "how the bet on this hand was settled, as for a hand; null for a seat that sat out",
        lambda row: None if row.outcome is None else row.outcome.word,
    ),
    _number(
        "net_minor",
        Unit.AMOUNT,
        "what this hand brought in the end, with all split off from it later, and insurance",
        lambda row: row.net_minor,
    ),
)


AnyColumn = Column[RecordedRound] | Column[RecordedHand] | Column[RecordedDecision]


class RecordTable(Enumeration):
    """The tables that rounds are exported as."""

    ROUNDS = "rounds"
    HANDS = "hands"
    DECISIONS = "decisions"


_COLUMNS: Final[dict[RecordTable, Sequence[AnyColumn]]] = {
    RecordTable.ROUNDS: ROUNDS,
    RecordTable.HANDS: HANDS,
    RecordTable.DECISIONS: DECISIONS,
}


def columns_of(table: RecordTable) -> Sequence[AnyColumn]:
    """Return the columns of a table, from left to right."""
    return _COLUMNS[table]


def rows_of(table: RecordTable, rounds: Iterable[RecordedRound]) -> Iterator[list[Cell]]:
    """Give the rows of a table, each with a cell for each column."""
    if table is RecordTable.ROUNDS:
        return _rows(ROUNDS, rounds)
    if table is RecordTable.HANDS:
        return _rows(HANDS, chain.from_iterable(each.hands for each in rounds))
    return _rows(DECISIONS, chain.from_iterable(each.decisions for each in rounds))


def _rows(columns: Sequence[Column[_Row]], records: Iterable[_Row]) -> Iterator[list[Cell]]:
    reads = [column.read for column in columns]
    return ([read(record) for read in reads] for record in records)


def in_lots(rows: Iterator[list[Cell]], most: int) -> Iterator[list[list[Cell]]]:
    """Give rows in lists of at most so many; before an error that ends them, those before it."""
    some: list[list[Cell]] = []
    try:
        for row in rows:
            some.append(row)
            if len(some) == most:
                yield some
                some = []
    except Exception:
        yield some
        raise
    yield some
