"""A strategy chart as a picture: a coloured cell for each hand against each up card."""

from __future__ import annotations

from typing import Any, Final, cast

from pitboss.arguments import takes
from pitboss.players.chart import UP_CARDS, Chart, ChartBy, HandKind, Move
from pitboss.players.legend import legend_of
from pitboss.plots.matplotlib_imports import Axes, Figure
from pitboss.plots.plot import Palette, Plot, PlotError, drawing_style

_GROUNDS: Final = {
    Move.HIT: "won-ground",
    Move.STAND: "lost-ground",
    Move.SPLIT: "house-ground",
    Move.DOUBLE_ELSE_HIT: "player-ground",
    Move.DOUBLE_ELSE_STAND: "player-ground",
    Move.DOUBLE_ELSE_SURRENDER: "player-ground",
    Move.SURRENDER_ELSE_HIT: "even-ground",
    Move.SURRENDER_ELSE_STAND: "even-ground",
    Move.SURRENDER_ELSE_SPLIT: "even-ground",
}
_PLACES: Final = [[HandKind.HARD.value, kind.value] for kind in (HandKind.SOFT, HandKind.PAIR)]
_INCHES: Final = (9.0, 7.6)


@takes(PlotError)
def strategy_chart(chart: Chart, title: str = "Basic strategy", *, dark: bool = False) -> Plot:
    """Draw how each hand is played against each up card, with the codes in the cells.

    Args:
        chart: the chart.
        title: the title of the plot, such as the name of the chart.
        dark: whether it is drawn for a dark background.

    Raises:
        PlotError: `chart` consists of several charts, so that one plot cannot show it.
    """
    if chart.by is not ChartBy.NOTHING:
        raise PlotError(
            f"one plot cannot show several charts that depend on {chart.by.value}",
            "draw each of `chart.named`",
        )
    with drawing_style(dark=dark) as palette:
        figure = cast("Any", Figure(figsize=_INCHES, layout="constrained"))
        figure.suptitle(title, x=0.01, ha="left", fontsize=13)
        figure.supxlabel(legend_of(chart), fontsize=9, color=palette["quiet"])
        panels = figure.subplot_mosaic(_PLACES)
        for kind in HandKind:
            _draw(panels[kind.value], chart, kind, palette)
        return Plot(figure)


def _draw(axes: Axes, chart: Chart, kind: HandKind, palette: Palette) -> None:
    """Draw the rows of a kind of hand, the first at the top."""
    rows = {row: moves for row, moves in chart.moves.items() if row.kind is kind}
    grounds = [[palette[_GROUNDS[move]] for move in moves] for moves in rows.values()]
    axes.set_title(f"{kind.value} against the dealer's up card", fontsize=10, pad=8)
    for line, (moves, colours) in enumerate(zip(rows.values(), grounds, strict=True)):
        axes.barh([line] * len(moves), 1, 1, left=range(len(moves)), color=colours, linewidth=0)
        for column, move in enumerate(moves):
            axes.text(column + 0.5, line, move.value, ha="center", va="center", fontsize=9)
    axes.set_xlim(0, len(UP_CARDS))
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks([column + 0.5 for column in range(len(UP_CARDS))], UP_CARDS)
    axes.set_yticks(range(len(rows)), [str(row).partition(" ")[2] for row in rows])
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
