"""Index plays: at some counts, a player that counts cards departs from basic strategy.

``index_plays.toml`` holds the published index plays, with their sources and the rules for which
they were made.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from pitboss.arguments import check_fields, takes
from pitboss.errors import brief
from pitboss.machine.flags import flags_for
from pitboss.players.answers import PlayerError
from pitboss.players.chart import (
    DOUBLES,
    POINTS_OF,
    ROWS,
    SPLITS,
    SURRENDERS,
    UP_CARDS,
    Chart,
    ChartRow,
    HandKind,
    Move,
    chart,
    natural_takes_all,
)
from pitboss.rules import Rules

_ROW_NAMED: Final[Mapping[str, ChartRow]] = {str(row): row for row in ROWS}


def _known_move(given: Move | str) -> Move:
    """Return a play by its code in a chart.

    Raises:
        PlayerError: the code is unknown.
    """
    try:
        return Move(given)
    except ValueError:
        signs = ", ".join(move.value for move in Move)
        raise PlayerError(f"play must be a Move, got {brief(given)}", f"write {signs}") from None


@frozen(kw_only=True)
class IndexPlay:
    """A play that replaces the chart's play at a count and above, or below a count.

    Attributes:
        hand: the row of the chart, such as ``hard 16``.
        up: the up card, as in charts.
        play: what is played instead of the chart's play.
        instead_of: the chart's play. If the chart of the rules has another play, the index play was
            published for other rules, and the chart's play stays.
        at_least: `play` is played at this count and above; `None` if `below` is given.
        below: `play` is played below this count; `None` if `at_least` is given.

    Raises:
        PlayerError: there is no such row or up card, a total is split, or `at_least` and `below`
            are both given or both missing.
    """

    hand: str
    up: str
    play: Move = field(converter=_known_move)
    instead_of: Move = field(converter=_known_move)
    at_least: int | None = None
    below: int | None = None

    def __attrs_post_init__(self) -> None:
        check_fields(self, PlayerError)
        row = _ROW_NAMED.get(self.hand)
        if row is None or self.up not in UP_CARDS:
            raise PlayerError(
                f"there is no play of {brief(self.hand)} against {brief(self.up)}",
                "name them as a chart does, such as hard 16 and T",
            )
        if row.kind is not HandKind.PAIR and self.play in SPLITS:
            raise PlayerError(f"a play cannot split {self.hand}", "name a pair, such as pair T")
        if (self.at_least is None) is (self.below is None):
            raise PlayerError("a play must begin or end at a count", "give at_least or below")

    @property
    def row(self) -> ChartRow:
        """The row of the chart."""
        return _ROW_NAMED[self.hand]

    @property
    def index(self) -> int:
        """The count at which the play begins or ends."""
        return (self.at_least or 0) + (self.below or 0)

    def holds_at(self, count: int) -> bool:
        """Say whether this play is made at a count."""
        return (count >= self.index) is (self.below is None)


@takes(PlayerError)
def charts_by_count(
    rules: Rules, plays: Iterable[IndexPlay]
) -> tuple[Chart, tuple[tuple[int, Chart], ...]]:
    """Return the chart for each count.

    A play of a total also applies to the pair with this total, if the chart plays both alike. A
    play is left out if the rules change its meaning. If both of the dealer's cards lie face up,
    every play is left out. If surrender is not late, plays that surrender or replace a surrender
    are left out. If a dealer natural that is found after play takes all stakes, plays that double
    against a ten or an ace are left out.

    Args:
        rules: the rule set of the table.
        plays: the plays. If two are for the same cell at the same count, the second one is applied
            to the result of the first.

    Returns:
        First the chart for all counts below the first change. Then, in rising order, each count
        from which another chart is played, with that chart.
    """
    basic = chart(rules)
    fitting = [play for play in plays if _fits(rules, play)]
    counts = sorted({play.index for play in fitting})
    lowest = _changed(basic, [play for play in fitting if play.at_least is None])
    steps = [
        (count, _changed(basic, [play for play in fitting if play.holds_at(count)]))
        for count in counts
    ]
    return lowest, tuple(steps)


def _fits(rules: Rules, play: IndexPlay) -> bool:
    """Say whether a play keeps its meaning under the rules."""
    if flags_for(rules).shows_hole_card:
        return False
    if {play.play, play.instead_of} & SURRENDERS:
        flags = flags_for(rules)
        return flags.surrenders and not flags.surrenders_early
    return play.play not in DOUBLES or not natural_takes_all(rules, POINTS_OF[play.up])


def _changed(basic: Chart, plays: list[IndexPlay]) -> Chart:
    """Return a chart in which some plays are replaced."""
    moves = dict(basic.moves)
    for play in plays:
        column = UP_CARDS.index(play.up)
        pair = play.row.as_pair
        alike = pair is not None and basic.moves[pair][column] is basic.moves[play.row][column]
        for row in (play.row, pair) if pair is not None and alike else (play.row,):
            cells = moves[row]
            changed = _played_instead(cells[column], play)
            moves[row] = (*cells[:column], changed, *cells[column + 1 :])
    return evolve(basic, moves=moves)


_OR_ELSE: Final = {Move.SURRENDER_ELSE_HIT: Move.HIT, Move.SURRENDER_ELSE_STAND: Move.STAND}
_SURRENDERS_OR: Final = {played: move for move, played in _OR_ELSE.items()}


def _played_instead(move: Move, play: IndexPlay) -> Move:
    """Return the move of a cell after an index play.

    If the index play replaces the substitute of a surrender, the cell still surrenders if allowed.
    """
    if move is play.instead_of:
        return play.play
    if _OR_ELSE.get(move) is play.instead_of:
        return _SURRENDERS_OR.get(play.play, move)
    return move


@frozen
class KnockOutCounts:
    """The counts that the Knock-Out system names for a number of decks.

    Attributes:
        key: the lowest running count at which the player has the advantage.
        pivot: the running count that means the same for any number of decks.
    """

    key: int
    pivot: int


_FILE: Final = tomllib.loads(Path(__file__).with_name("index_plays.toml").read_text("utf-8"))

HI_LO_PLAYS: Final = tuple(IndexPlay(**entry) for entry in _FILE["hi_lo"]["plays"])
"""The Illustrious 18 without insurance, and the Fab 4; by the true count."""

HI_LO_INSURES_FROM: Final[int] = _FILE["hi_lo"]["insures_from"]
"""The lowest true count at which insurance is taken: the first of the Illustrious 18."""

KO_INSURES_FROM: Final[int] = _FILE["ko"]["insures_from"]
"""The lowest running count at which the Knock-Out system takes insurance."""


def knock_out_counts(decks: int) -> KnockOutCounts:
    """Return the counts that the Knock-Out system names.

    Args:
        decks: the decks of the rules. If no key count is published for this number, the key count
            for the next smaller number is used.

    Raises:
        PlayerError: there is no deck.
    """
    if decks < 1:
        raise PlayerError(f"{decks} decks cannot be counted", "give 1 or more")
    keys = {int(number): key for number, key in _FILE["ko"]["key_counts"].items()}
    return KnockOutCounts(keys[max(n for n in keys if n <= decks)], _FILE["ko"]["pivot"])


def knock_out_plays(decks: int) -> tuple[IndexPlay, ...]:
    """Return the plays of the Knock-Out system, by the running count.

    Args:
        decks: the decks of the rules.
    """
    counts = knock_out_counts(decks)
    return (
        *(IndexPlay(**entry, at_least=counts.key) for entry in _FILE["ko"]["at_key_count"]),
        *(IndexPlay(**entry, at_least=counts.pivot) for entry in _FILE["ko"]["at_pivot"]),
    )
