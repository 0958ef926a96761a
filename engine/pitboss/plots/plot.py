"""A plot, the style of all plots, and how they are written; equal plots give equal bytes."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final, cast

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import PitbossError, brief
from pitboss.plots.matplotlib_imports import Axes, Figure, FuncFormatter, style
from pitboss.text.tokens import COLOURS, SERIES


@frozen
class Palette:
    """The colours of a plot on a light or a dark background.

    Attributes:
        dark: whether the background is dark.
    """

    dark: bool

    def __getitem__(self, token: str) -> str:
        """Return the colour of a token, see `pitboss.text.tokens`."""
        return COLOURS[token][self.dark]

    @property
    def series(self) -> tuple[str, ...]:
        """Colours of lines that colour-blind people can distinguish."""
        return (self["house"], self["player"], *SERIES[self.dark])

    @property
    def settings(self) -> dict[str, object]:
        """The settings of Matplotlib for these colours."""
        return {
            "axes.edgecolor": self["quiet"],
            "axes.facecolor": self["panel"],
            "axes.labelcolor": self["ink"],
            "axes.titlecolor": self["ink"],
            "figure.facecolor": self["panel"],
            "grid.color": self["line"],
            "text.color": self["ink"],
            "xtick.color": self["quiet"],
            "xtick.labelcolor": self["ink"],
            "ytick.color": self["quiet"],
            "ytick.labelcolor": self["ink"],
        }


_LOOK: Final = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 28,
    "axes.titlesize": 13,
    "axes.unicode_minus": True,
    # A margin of 12 pixels.
    "figure.constrained_layout.h_pad": 12 / 72,
    "figure.constrained_layout.w_pad": 12 / 72,
    "figure.dpi": 100,
    "font.size": 11,
    "legend.frameon": False,
    "savefig.dpi": 150,
    "svg.fonttype": "none",
    "svg.hashsalt": "pitboss",
}
# Leave out the time and the program that wrote the file.
_METADATA: Final = {"svg": {"Creator": None, "Date": None}, "png": {"Software": None}}


@contextmanager
def drawing_style(*, dark: bool = False) -> Generator[Palette]:
    """Draw all plots of a `with` block in one style, whatever the settings of Matplotlib are.

    Args:
        dark: whether the plots are shown on a dark background.
    """
    palette = Palette(dark)
    with style.context(["default", _LOOK | palette.settings]):
        yield palette


class PlotError(PitbossError):
    """A plot cannot be made or written with these arguments."""


@frozen
class Plot:
    """A plot; the same versions of its libraries always write it as the same bytes.

    Attributes:
        figure: the figure of Matplotlib, in which you can still change anything.
    """

    figure: Figure

    def to_bytes(self, kind: str = "svg") -> bytes:
        """Return the bytes of the plot as a file; text stays text in SVG.

        Args:
            kind: ``svg`` or ``png``.

        Raises:
            PlotError: the kind is unknown.
        """
        if kind not in _METADATA:
            raise PlotError(f"cannot write a plot as {brief(kind)}", "give svg or png")
        file = BytesIO()
        figure = cast("Any", self.figure)
        with drawing_style():
            figure.savefig(file, format=kind, metadata=_METADATA[kind])
        return file.getvalue()

    @takes(PlotError)
    def write(self, path: Path | str) -> None:
        """Write the plot to a file.

        Args:
            path: the path; its suffix, ``.svg`` or ``.png``, decides the format.

        Raises:
            PlotError: the path has another suffix.
            OSError: the file cannot be written.
        """
        path = Path(path)
        path.write_bytes(self.to_bytes(path.suffix.lower().removeprefix(".")))


def empty_plot(title: str, described: str, across: str, up: str) -> tuple[Plot, Axes]:
    """Return a plot without data, and its axes.

    Args:
        title: the title of the plot.
        described: a second line of the title, which says what was played.
        across: what the horizontal axis measures, with its unit.
        up: what the vertical axis measures, with its unit.
    """
    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = cast("Any", figure).add_subplot(title=title, xlabel=across, ylabel=up)
    above = {"xycoords": "axes fraction", "textcoords": "offset points"}
    axes.annotate(described, (0, 1), (0, 10), fontsize=10, **above)
    return Plot(figure), axes


def percent(share: float) -> str:
    """Write a share, such as an edge, with its sign."""
    return f"{100 * share:+.3f} %".replace("-", "\N{MINUS SIGN}")


def with_commas(minor_per_unit: int = 1) -> FuncFormatter:
    """Return a formatter that writes the numbers of an axis in full, with thousands separated.

    Args:
        minor_per_unit: amounts in minor units are divided by this, to write them in units.
    """

    def written(number: float, _: object) -> str:
        return f"{number / minor_per_unit:,.10g}".replace("-", "\N{MINUS SIGN}")

    return FuncFormatter(written)
