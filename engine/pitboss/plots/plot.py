"""A plot, how all plots look, and how they become files: the same plot has the same bytes."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final, cast

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import PitbossError, brief
from pitboss.plots.borrowed import Axes, Figure, FuncFormatter, style
from pitboss.text.tokens import SERIES, light

BLUE: Final = light("house")
ORANGE: Final = light("first")
GREY: Final = light("quiet")
COLOURS: Final = (BLUE, ORANGE, *SERIES)
"""Colours that can be told apart with any sight of colours, and are seen well on white."""

_LOOK: Final = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 13,
    "axes.titlepad": 12,
    "axes.unicode_minus": True,
    "figure.dpi": 100,
    "font.size": 11,
    "grid.color": light("line"),
    "legend.frameon": False,
    "savefig.dpi": 150,
    "svg.fonttype": "none",
    "svg.hashsalt": "pitboss",
    "xtick.color": GREY,
    "xtick.labelcolor": "black",
    "ytick.color": GREY,
    "ytick.labelcolor": "black",
}
# What tells when and by what a file was written is left out.
_METADATA: Final = {"svg": {"Creator": None, "Date": None}, "png": {"Software": None}}


@contextmanager
def alike() -> Generator[None]:
    """Let plots look alike that are drawn within, whatever Matplotlib was told before."""
    with style.context(["default", _LOOK]):
        yield


class PlotError(PitbossError):
    """There is nothing to draw, or no such format."""


@frozen
class Plot:
    """A plot, which becomes the same bytes whenever it is written with the same libraries.

    Attributes:
        figure: of Matplotlib, in which anything can still be changed.
    """

    figure: Figure

    def to_bytes(self, kind: str = "svg") -> bytes:
        """Return the plot as a file; text stays text in SVG.

        Args:
            kind: ``svg`` or ``png``.

        Raises:
            PlotError: it is another kind.
        """
        if kind not in _METADATA:
            raise PlotError(f"a plot as {brief(kind)}", "give svg or png")
        file = BytesIO()
        figure = cast("Any", self.figure)
        with alike():
            figure.savefig(file, format=kind, metadata=_METADATA[kind])
        return file.getvalue()

    @takes(PlotError)
    def write(self, path: Path | str) -> None:
        """Write the plot to a file.

        Args:
            path: its suffix, ``.svg`` or ``.png``, says what is written.

        Raises:
            PlotError: it has another suffix.
            OSError: the file cannot be written.
        """
        path = Path(path)
        path.write_bytes(self.to_bytes(path.suffix.lower().removeprefix(".")))


def empty_plot(title: str, across: str, up: str) -> tuple[Plot, Axes]:
    """Return a plot without data, and its axes.

    Args:
        title: of the plot.
        across: what the horizontal axis measures, with its unit.
        up: what the vertical axis measures, with its unit.
    """
    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = cast("Any", figure).add_subplot(title=title, xlabel=across, ylabel=up)
    return Plot(figure), axes


def percent(share: float) -> str:
    """Write a share, such as an edge, with its sign."""
    return f"{100 * share:+.3f} %".replace("-", "\N{MINUS SIGN}")


def _with_commas(number: float, _: object) -> str:
    return f"{number:,.10g}".replace("-", "\N{MINUS SIGN}")


def with_commas() -> FuncFormatter:
    """Return what writes the numbers of an axis out, thousands apart."""
    return FuncFormatter(_with_commas)
