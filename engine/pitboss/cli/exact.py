"""``pitboss exact``: work out what a chart, the best play or a side bet wins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click
from attrs import frozen

from pitboss.cli.console import json_line, look_of, write_lines
from pitboss.cli.exact_side_bet import (
    decks_option,
    percent,
    read_side_bet,
    side_bet_option,
    tell_side_bet,
    without_option,
)
from pitboss.cli.parameters import OneOf, json_option, rules_option
from pitboss.players.chart import (
    CHART_LABEL_COLUMNS,
    DOUBLES,
    POINTS_OF,
    SPLITS,
    SURRENDERS,
    UP_CARDS,
    Chart,
    Move,
    published_chart,
)
from pitboss.players.chart import chart as basic_chart
from pitboss.players.legend import legend_of
from pitboss.rules import Rules
from pitboss.text.terminal import Look, Paint, count_text, wrap

if TYPE_CHECKING:
    from pitboss.exact import Change, ExactValue

_BEST: Final = "best"
_BASIC: Final = "basic"
_TITLES: Final = {_BEST: "The best chart", _BASIC: "Basic strategy"}
_SYMBOL_OF: Final = {points: symbol for symbol, points in POINTS_OF.items()}
_PAINTS: Final = {
    Move.HIT: Paint.HIT,
    Move.STAND: Paint.STAND,
    **dict.fromkeys(SPLITS, Paint.SPLIT),
    **dict.fromkeys(DOUBLES, Paint.DOUBLE),
    **dict.fromkeys(SURRENDERS, Paint.SURRENDER),
}


@frozen
class _Results:
    """What was worked out for a chart.

    Attributes:
        title: the title of the chart.
        chart: the chart that is played.
        played: what the chart wins.
        best: what the best play wins.
        changes: the cells in which the chart differs from the published chart.
    """

    title: str
    chart: Chart
    played: ExactValue
    best: ExactValue
    changes: list[Change]


@click.command("exact", epilog="Example: pitboss exact --side-bet 21+3 --decks 8")
@rules_option
@decks_option
@click.option(
    "--chart",
    "which",
    type=OneOf("chart", _TITLES),
    metavar="best|basic",
    help="The chart to work out: the best one, or that of basic strategy.  [default: best]",
)
@side_bet_option
@without_option
@json_option
def exact(
    *,
    rules: Rules,
    decks: int | None,
    which: str | None,
    side_bet: str | None,
    without: str,
    as_json: bool,
) -> None:
    """Work out what a chart, or a side bet, wins in a round from a fresh shoe.

    No round is played and nothing is sampled. The output shows the chart, the cells in which it
    differs from the published one, and how much each of these cells gains. This may take half a
    minute.

    For a side bet, the output shows the edge, the standard deviation, and how often each class is
    paid. It also shows how the edge changes if one card is removed from the shoe.

    With --json, the first line has the values. Each further line is a row of the chart or a cell
    that differs; for a side bet, it is a class or a card. Values are multiples of the opening bet,
    or of a side bet's stake.
    """
    if decks is not None:
        rules = Rules.of(**{**rules.changes(), "decks": decks})
    if side_bet is not None:
        if which is not None:
            raise click.UsageError("--chart cannot be used with --side-bet, which needs no chart")
        bet = read_side_bet(side_bet, rules)
        write_lines(tell_side_bet(bet, rules, without, as_json=as_json))
        return
    if without:
        raise click.UsageError("--without is for side bets: add --side-bet")
    which = which or _BEST
    found = _work_out(rules, which)
    if as_json:
        write_lines([json_line(record) for record in _records(found, which)])
    else:
        write_lines(list(_lines(found)))


def _work_out(rules: Rules, which: str) -> _Results:
    from pitboss import exact as values  # noqa: PLC0415  only this command needs the extra

    chart = values.chart(rules) if which == _BEST else basic_chart(rules)
    return _Results(
        title=_TITLES[which],
        chart=chart,
        played=values.value(rules, chart),
        best=values.value(rules),
        changes=values.changes(rules, published_chart(rules), chart),
    )


def _records(found: _Results, which: str) -> Iterator[dict[str, object]]:
    """Yield the results as records, for programs."""
    yield {
        "kind": "value",
        "chart": which,
        "value": found.played.value,
        "estimated_error": found.played.estimated_error,
        "best_play": found.best.value,
        "best_play_estimated_error": found.best.estimated_error,
    }
    for name, chart in found.chart.named.items():
        for row, moves in chart.moves.items():
            codes = dict(zip(UP_CARDS, [move.value for move in moves], strict=True))
            beside = {"hole": name[-1]} if name else {}
            yield {"kind": "row", "hand": str(row), **beside, "moves": codes}
    for change in found.changes:
        hole = _SYMBOL_OF.get(change.hole_points)
        yield {
            "kind": "change",
            "hand": str(change.row),
            "up": _SYMBOL_OF[change.up_points],
            **({} if hole is None else {"hole": hole}),
            "published": change.before.value,
            "played": change.after.value,
            "gain": change.gain,
        }


def _lines(found: _Results) -> Iterator[str]:
    """Yield the results as lines to read."""
    look = look_of(sys.stdout)
    yield look.line(found.title)
    more = percent(found.best.estimated_error)
    for sentence in (
        f"It wins {percent(found.played.value)} of the opening bet a round, on average.",
        f"The best play wins {percent(found.best.value)} if each hand is played by its own cards.",
        f"A player who also uses the cards of other hands of a split wins about {more} more.",
    ):
        yield from wrap(sentence, look.columns)
    yield ""
    yield from _chart_lines(look, found.chart)
    yield ""
    yield from (look.faint(line) for line in wrap(legend_of(found.chart), look.columns))
    yield ""
    if not found.changes:
        yield "It is the published chart, without changes."
        return
    cells = count_text(len(found.changes), "cell")
    yield f"{cells} of the published chart changed:"
    for change in found.changes:
        dealer = _SYMBOL_OF[change.up_points] + _SYMBOL_OF.get(change.hole_points, "")
        cell = f"{change.row} v {dealer}"
        moves = f"{change.before.value} to {change.after.value}"
        yield f"  {cell:<13}{moves:<10}gains {percent(change.gain)}"


def _chart_lines(look: Look, chart: Chart) -> Iterator[str]:
    """Yield the lines of the chart, each move in its colour."""
    for name, each in chart.named.items():
        heading, *lines = str(each).splitlines()
        yield from [look.strong(line) for line in (name, heading) if line.strip()]
        for line, moves in zip(lines, each.moves.values(), strict=True):
            cells = [look.paint(_PAINTS[move], f"{move.value:<2}") for move in moves]
            yield f"{line[:CHART_LABEL_COLUMNS]}{' '.join(cells)}".rstrip()
