"""The corrections of `fixtures/basic_strategy`, read for the tests that hold to them."""

import tomllib
from typing import Final, NotRequired, TypedDict, cast

from tests.players.published import FIXTURES, POINTS, row

from pitboss import Rules
from pitboss.exact import changes
from pitboss.players import Chart, published_chart
from pitboss.players.chart import UP_CARDS, ChartRow, Move, natural_takes_all
from pitboss.rules.pay_words import PlainValue


class Figure(TypedDict):
    """What a correction gains in opening bets a round, and under which rules."""

    gain: str
    rules: dict[str, PlainValue]


class Correction(TypedDict):
    """A cell that is not played as it is printed."""

    hand: str
    up: str
    printed: str
    played: str
    reason: str
    where: dict[str, list[PlainValue]]
    ties_too: NotRequired[bool]
    gains: list[Figure]
    losses: list[Figure]


Cell = tuple[ChartRow, str]


def read() -> list[Correction]:
    """Read the corrections."""
    text = (FIXTURES / "corrections.toml").read_text(encoding="utf-8")
    return cast("list[Correction]", tomllib.loads(text)["correction"])


def cell_of(correction: Correction) -> Cell:
    """Return the row and the column of a correction."""
    return row(*correction["hand"].split()), correction["up"]


def code_at(strategy: Chart, cell: Cell) -> str:
    """Return the code of a cell."""
    where, up = cell
    return strategy.move(where, POINTS[up]).value


def holds(correction: Correction, rules: Rules, printed: Chart) -> bool:
    """Say whether a correction is stated for a rule set, as it is printed for it."""
    where, up = cell_of(correction)
    if code_at(printed, (where, up)) != correction["printed"]:
        return False
    ties = natural_takes_all(rules, POINTS[up]) and not rules.natural_beats_21
    options = rules.to_dict()
    return (correction.get("ties_too", False) or not ties) and all(
        ("none" if options[name] is None else options[name]) in allowed
        for name, allowed in correction["where"].items()
    )


def worked_out(correction: Correction, figure: Figure) -> float:
    """Return what a correction gains under the rules of a figure."""
    rules = Rules.from_dict(figure["rules"])
    printed = published_chart(rules)
    played = with_cell(printed, cell_of(correction), Move(correction["played"]))
    (change,) = changes(rules, printed, played)
    return change.gain


def with_cell(strategy: Chart, cell: Cell, move: Move) -> Chart:
    """Return a chart with another play in one cell."""
    where, up = cell
    plays = list(strategy.moves[where])
    plays[UP_CARDS.index(up)] = move
    return Chart({**strategy.moves, where: tuple(plays)})


CORRECTIONS: Final = read()
