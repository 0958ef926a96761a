"""The basic strategy of a rule set, from the published charts, with corrections.

`published_chart` chooses the chart by the number of decks and by what the dealer does with a soft
17. Then it applies the other rules: doubling after a split, surrender, and whether a dealer natural
that is found after play takes every stake. If a play is not allowed for every hand, the chart
has a substitute. `chart` adds our corrections. ``charts.toml`` has the charts and the corrections,
with their sources. ``variant_charts.toml`` has published charts of variants such as Spanish 21;
``made_charts.toml`` has our own charts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from pitboss.arguments import check_fields, takes
from pitboss.game.arithmetic import ACE
from pitboss.game.cards import TEN_POINTS
from pitboss.machine.flags import Flags, flags_for
from pitboss.players.answers import PlayerError, UnchartedError
from pitboss.rules import Rules

UP_CARDS: Final = tuple("23456789TA")
"""The symbols of the columns, in their order; `POINTS_OF` has the points of each."""

POINTS_OF: Final[Mapping[str, int]] = dict(zip("A23456789T", range(1, 11), strict=True))
"""The points of a card, by the symbol of a column or a pair; an ace has 1."""

CHART_LABEL_COLUMNS: Final = 9
"""How many characters the name of a row takes in a written chart."""

_FILE: Final = tomllib.loads(Path(__file__).with_name("charts.toml").read_text("utf-8"))
_VARIANTS: Final = [
    variant
    for file in ("variant_charts.toml", "made_charts.toml")
    for variant in tomllib.loads(Path(__file__).with_name(file).read_text("utf-8"))["variants"]
]
_DECKS: Final = ("one_deck", "two_decks", "four_decks")
"""The charts for one deck, for two, and for three or more."""


@frozen
class Correction:
    """A correction of one cell of the published charts.

    Attributes:
        hand: the row, such as ``hard 16``.
        up: the up card, one of `UP_CARDS`.
        printed: the code in the published charts; the correction replaces only this code.
        played: the code that replaces `printed`.
        most_decks: the greatest number of decks for which the correction holds.
        least_decks: the least number of decks for which the correction holds.
        soft_17: what the dealer must do with a soft 17; `None` if it does not matter.
        surrender: the kind of surrender that the rules must have; `None` if it does not matter.
        split_aces_hit: whether the rules must allow split aces to be hit.
        when_21_ties: whether the correction also holds if a dealer natural that is found after play
            takes every stake but ties any 21. Hits are then worth more, because they may make 21.
    """

    hand: str
    up: str
    printed: str
    played: str
    most_decks: int
    least_decks: int = 1
    soft_17: str | None = None
    surrender: str | None = None
    split_aces_hit: bool = False
    when_21_ties: bool = False


CORRECTIONS: Final = tuple(Correction(**entry) for entry in _FILE["corrections"])


class Move(Enum):
    """A play of the chart; the value is its code."""

    HIT = "H"
    STAND = "S"
    SPLIT = "P"
    DOUBLE_ELSE_HIT = "Dh"
    DOUBLE_ELSE_STAND = "Ds"
    DOUBLE_ELSE_SURRENDER = "Dr"
    SURRENDER_ELSE_HIT = "Rh"
    SURRENDER_ELSE_STAND = "Rs"
    SURRENDER_ELSE_SPLIT = "Rp"


SPLITS: Final = frozenset({Move.SPLIT, Move.SURRENDER_ELSE_SPLIT})
DOUBLES: Final = frozenset(move for move in Move if move.value[0] == "D")
SURRENDERS: Final = frozenset(move for move in Move if move.value[0] == "R")


class HandKind(Enum):
    """The kind of row for a hand; the value is the word in the chart."""

    HARD = "hard"
    SOFT = "soft"
    PAIR = "pair"


@frozen
class ChartRow:
    """A row of the chart.

    Attributes:
        kind: hard or soft total, or a pair.
        points: the total; for a pair, the points of one of its cards, 1 for an ace.
    """

    kind: HandKind
    points: int

    def __str__(self) -> str:
        symbol = {1: "A", 10: "T"}.get(self.points, str(self.points))
        return f"{self.kind.value} {symbol if self.kind is HandKind.PAIR else self.points}"

    @property
    def as_total(self) -> ChartRow:
        """The row of this pair's total, which is used if the pair is not split."""
        return (
            ChartRow(HandKind.SOFT, 12)
            if self.points == 1
            else ChartRow(HandKind.HARD, 2 * self.points)
        )

    @property
    def as_pair(self) -> ChartRow | None:
        """The row of the pair with this total; `None` if no pair has it."""
        if self == ChartRow(HandKind.SOFT, 12):
            return ChartRow(HandKind.PAIR, 1)
        even = self.kind is HandKind.HARD and self.points % 2 == 0
        return ChartRow(HandKind.PAIR, self.points // 2) if even else None


def row_of(one: int, other: int) -> ChartRow:
    """Return the row in which a hand of two cards is looked up, by the points of the cards."""
    if one == other:
        return ChartRow(HandKind.PAIR, one)
    if 1 in {one, other}:
        return ChartRow(HandKind.SOFT, one + other + 10)
    return ChartRow(HandKind.HARD, one + other)


ROWS: Final = (
    *(ChartRow(HandKind.HARD, points) for points in range(4, 22)),
    *(ChartRow(HandKind.SOFT, points) for points in range(12, 22)),
    *(ChartRow(HandKind.PAIR, POINTS_OF[symbol]) for symbol in UP_CARDS),
)
"""Every row of a chart, in the order in which a chart is written."""

_ROW_NAMED: Final[Mapping[str, ChartRow]] = {str(row): row for row in ROWS}


class ChartBy(Enum):
    """What decides which of several charts to play; the value says it in words."""

    NOTHING = "nothing"
    CARDS = "the number of cards"
    STAKE = "who staked the hand"
    HOLE_CARD = "the dealer's second card"


MANY_CARDS: Final = 6
"""Charts by number of cards do not distinguish hands with this number of cards or more."""

_CHARTS_BY: Final[Mapping[ChartBy, tuple[str, ...]]] = {
    ChartBy.NOTHING: ("",),
    ChartBy.CARDS: (*(f"{number} cards" for number in range(2, MANY_CARDS + 1)), "doubled"),
    ChartBy.STAKE: ("staked by the seat", "staked by the house"),
    ChartBy.HOLE_CARD: tuple(f"beside {symbol}" for symbol in POINTS_OF),
}
"""For each `ChartBy`, the names of its charts: first the chart itself, then its `others`."""


def _in_order(moves: Mapping[ChartRow, tuple[Move, ...]]) -> tuple[tuple[Move, ...], ...]:
    return tuple(moves[row] for row in ROWS)


@frozen(cache_hash=True)
class Chart:
    """A strategy by the hand's total and the up card, such as the basic strategy of a rule set.

    Attributes:
        moves: for each row the play against each up card, in the order of `UP_CARDS`.
        by: what decides which of several charts to play.
        others: the other charts. By number of cards: the charts for three, four and so on up to
            `MANY_CARDS`, then the chart for doubled hands. By who staked the hand: the chart for
            hands that the house staked. By the dealer's second card: the charts for a two, a three
            and so on; this chart itself is for an ace.

    Raises:
        PlayerError: a row lacks a play for an up card, a total is split, or the number of other
            charts is wrong.
    """

    moves: Mapping[ChartRow, tuple[Move, ...]] = field(eq=_in_order)
    by: ChartBy = ChartBy.NOTHING
    others: tuple[Chart, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse a chart that lacks the play of some hand."""
        check_fields(self, PlayerError)
        alone = all(other.by is ChartBy.NOTHING for other in self.others)
        if len(self.others) != len(_CHARTS_BY[self.by]) - 1 or not alone:
            expected = f"give {len(_CHARTS_BY[self.by]) - 1}, each without others"
            raise PlayerError(
                f"`others` does not fit charts that depend on {self.by.value}",
                expected,
            )
        rows_and_columns = set(self.moves) == set(ROWS) and all(
            len(moves) == len(UP_CARDS) for moves in self.moves.values()
        )
        if not rows_and_columns:
            raise PlayerError("a chart must have one play for each row and up card", _WHOLE_CHART)
        for row, moves in self.moves.items():
            if row.kind is not HandKind.PAIR and not SPLITS.isdisjoint(moves):
                raise PlayerError(f"a chart splits {row}", "split only in the rows of pairs")

    def move(self, row: ChartRow, up_points: int) -> Move:
        """Return the play of a hand.

        Args:
            row: the row of the hand.
            up_points: points of the dealer's up card, 1 for an ace.
        """
        return self.moves[row][_COLUMN_OF[up_points]]

    @cached_property
    def named(self) -> Mapping[str, Chart]:
        """All charts by their names, each without others; a single chart has an empty name."""
        alone = evolve(self, by=ChartBy.NOTHING, others=()) if self.others else self
        return dict(zip(_CHARTS_BY[self.by], (alone, *self.others), strict=True))

    def __str__(self) -> str:
        """Write the chart, one line for each row; several charts have their names above them."""
        lines: list[str] = []
        for name, each in self.named.items():
            lines += [*([name] if name else []), _line("", UP_CARDS)]
            for row, moves in each.moves.items():
                lines.append(_line(str(row), [move.value for move in moves]))
        return "\n".join(lines) + "\n"


_WHOLE_CHART: Final = "begin with chart(rules), and change some of its cells"

_COLUMN_OF: Final = {POINTS_OF[symbol]: column for column, symbol in enumerate(UP_CARDS)}

_WITHOUT_SURRENDER: Final = {"Rh": "H", "Rs": "S", "Rp": "P", "Dr": "Ds"}
"""For each code that surrenders: the code of the play under rules without surrender."""

_WITHOUT_DOUBLE: Final[Mapping[str, str]] = {"Ph": "H", "Pd": "Dh", "Ps": "S"}
"""For each code that splits only if split hands may be doubled: the code if they may not."""

_SURRENDERED: Final = {Move(_WITHOUT_SURRENDER[move.value]): move for move in SURRENDERS}


@takes(PlayerError)
@lru_cache(maxsize=256)
def chart(rules: Rules) -> Chart:
    """Return the basic strategy of a rule set; a cache keeps the last 256 charts.

    If the rules are those of a variant such as Spanish 21, return the chart of this variant.
    """
    published = published_chart(rules)
    if published.by is not ChartBy.NOTHING:
        return published
    moves = dict(published.moves)
    for correction in CORRECTIONS:
        row, column = _ROW_NAMED[correction.hand], UP_CARDS.index(correction.up)
        printed = moves[row]
        if printed[column].value == correction.printed and _holds(correction, rules):
            moves[row] = (*printed[:column], Move(correction.played), *printed[column + 1 :])
    return Chart(moves)


@takes(PlayerError)
def published_chart(rules: Rules) -> Chart:
    """Return the published chart for a rule set, without our corrections.

    Raises:
        UnchartedError: the rules change an option that the charts do not know.
    """
    if rules.unknown_to("charts"):
        raise UnchartedError(rules)
    flags, written = flags_for(rules), rules.to_dict()
    for variant in _VARIANTS:
        if all(written.get(name) in values for name, values in variant["rules"].items()):
            return _chart_of(variant["by"], variant["charts"], flags)
    reader = _Reader(rules, flags, _published(_DECKS[min(rules.decks, 3) - 1], _soft_17(flags)))
    return Chart({row: tuple(reader.move(row, up) for up in UP_CARDS) for row in ROWS})


def _chart_of(by: str, texts: Sequence[str], flags: Flags) -> Chart:
    """Return the charts of a variant; the same chart may be used for several numbers of cards."""
    printed = [(text, MANY_CARDS, flags.surrenders) for text in texts]
    if ChartBy[by] is ChartBy.CARDS:
        printed = [(texts[0], cards, flags.surrenders) for cards in range(2, MANY_CARDS + 1)]
        printed.append((texts[1], 2, flags.rescues))
    first, *others = [
        Chart(_moves_printed(text, cards, surrenders=gives_up)) for text, cards, gives_up in printed
    ]
    return evolve(first, by=ChartBy[by], others=tuple(others))


def _moves_printed(text: str, cards: int, *, surrenders: bool) -> dict[ChartRow, tuple[Move, ...]]:
    """Read the chart of a variant for hands with this number of cards."""
    moves: dict[ChartRow, tuple[Move, ...]] = {}
    for line in text.strip().splitlines():
        kind, label, *codes = line.split()
        plays = ["H" if code[-1] in "3456"[: cards - 2] else code.rstrip("3456") for code in codes]
        if not surrenders:
            plays = [_WITHOUT_SURRENDER.get(play, play) for play in plays]
        for points in _labelled(label):
            moves[ChartRow(HandKind(kind), points)] = tuple(map(Move, plays))
    return {row: moves[row] for row in ROWS}


def _holds(correction: Correction, rules: Rules) -> bool:
    """Say whether a correction holds under a rule set."""
    flags = flags_for(rules)
    if flags.charlie_cards:
        return False
    ties = not flags.natural_beats_21 and natural_takes_all(rules, POINTS_OF[correction.up])
    return (
        correction.least_decks <= rules.decks <= correction.most_decks
        and correction.soft_17 in {None, _soft_17(flags)}
        and correction.surrender in {None, _surrender(flags)}
        and not (flags.split_aces_stand and correction.split_aces_hit)
        and (correction.when_21_ties or not ties)
    )


@frozen
class _Cell:
    """The printed codes of one hand against one up card.

    Attributes:
        seen: the code if a dealer natural is excluded before play, or takes only one bet.
        unseen: the code if a dealer natural may be found after play, and then takes every stake.
    """

    seen: str
    unseen: str


Published = Mapping[tuple[ChartRow, str], _Cell]


@frozen
class _Reader:
    """Chooses the plays of a printed chart for a rule set."""

    rules: Rules
    flags: Flags
    published: Published

    def move(self, row: ChartRow, up: str) -> Move:
        cell = self.published[row, up]
        risky = natural_takes_all(self.rules, POINTS_OF[up])
        play = self._played(cell.unseen if risky else cell.seen)
        return _SURRENDERED[play] if self._surrenders(row, up, play) else play

    def _played(self, code: str) -> Move:
        if code in _WITHOUT_DOUBLE:
            return Move.SPLIT if self._doubles_split else Move(_WITHOUT_DOUBLE[code])
        return Move(_WITHOUT_SURRENDER.get(code, code))

    def _surrenders(self, row: ChartRow, up: str, play: Move) -> bool:
        if not self.flags.surrenders:
            return False
        eights = row == ChartRow(HandKind.PAIR, 8) and play is Move.SPLIT
        case = {"surrender": _surrender(self.flags), "decks": self.rules.decks, "up": up}
        spared = eights and case in _FILE["eights_split_after_all"]
        if spared and self._doubles_split:
            return False
        if self.flags.surrenders_early and up in {"T", "A"}:
            return self.published[row, up].unseen.startswith("R")
        # If the dealer has a natural, a late surrender loses the whole bet, like any play that adds
        # no stake. So a hand is surrendered as at a table where the natural is excluded. A pair
        # that is split only at such a table is looked up by its total.
        looked_up = row if play is Move.SPLIT else self._unsplit(row, up)
        return self.published[looked_up, up].seen.startswith("R")

    @property
    def _doubles_split(self) -> bool:
        return self.flags.doubles and self.flags.doubles_after_split

    def _unsplit(self, row: ChartRow, up: str) -> ChartRow:
        split_elsewhere = self._played(self.published[row, up].seen) is Move.SPLIT
        return row.as_total if split_elsewhere else row


def _soft_17(flags: Flags) -> str:
    """Return the word in ``charts.toml`` for what the dealer does with a soft 17."""
    return "hit" if flags.hits_soft_17 else "stand"


def _surrender(flags: Flags) -> str:
    """Return the word in ``charts.toml`` for the kind of surrender."""
    if flags.surrenders_early:
        return "early"
    return "late" if flags.surrenders else "off"


def natural_takes_all(rules: Rules, up_points: int) -> bool:
    """Say whether a dealer natural can be found after play and take more than the opening bet.

    Args:
        rules: the rule set.
        up_points: points of the dealer's up card, 1 for an ace.
    """
    flags = flags_for(rules)
    # Basic strategy never insures, so a peek that only an insurance bet causes does not count.
    unseen = up_points in {ACE, TEN_POINTS} and up_points not in flags.peek_points
    return flags.blackjack_takes_all and unseen


@cache
def _published(decks: str, soft_17: str) -> Published:
    """Read a printed chart."""
    cells: dict[tuple[ChartRow, str], _Cell] = {}
    for line in _FILE["charts"][decks][soft_17].strip().splitlines():
        kind, label, *codes = line.replace("|", "").split()
        seen, (unseen_ten, unseen_ace) = codes[: len(UP_CARDS)], codes[len(UP_CARDS) :]
        unseen = [*seen[:-2], unseen_ten, unseen_ace]
        for points in _labelled(label):
            for up, *pair_of_codes in zip(UP_CARDS, seen, unseen, strict=True):
                cells[ChartRow(HandKind(kind), points), up] = _Cell(*pair_of_codes)
    return cells


def _labelled(label: str) -> range:
    """Read the label of a row: one total, one symbol, or the first and the last total."""
    first, dash, last = label.partition("-")
    low = POINTS_OF.get(first) or int(first)
    return range(low, (int(last) if dash else low) + 1)


def _line(label: str, codes: list[str] | tuple[str, ...]) -> str:
    return f"{label:<{CHART_LABEL_COLUMNS}}{' '.join(f'{code:<2}' for code in codes)}".rstrip()
