"""A small canvas: the few shapes that the drawings need, written as SVG text.

Coordinates are whole numbers, so that no version of Python writes them otherwise. Colours are
classes of one style sheet with a light and a dark half; a reader's browser chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Final

from pitboss.text.terminal import printable

SIZE: Final = 12
"""Of ordinary letters, in pixels."""

LINE_HEIGHT: Final = 16
TITLE_SIZE: Final = 17
NAME_SIZE: Final = 14
MARK_SIZE: Final = 10

FONTS: Final = '"DejaVu Sans", Verdana, "Segoe UI", sans-serif'

_SHADES: Final = {
    "ground": ("#ffffff", "#0d1117"),
    "box": ("#f6f8fa", "#161b22"),
    "frame": ("#57606a", "#8b949e"),
    "head": ("#1f2328", "#3d444d"),
    "title": ("#1f2328", "#e6edf3"),
    "note": ("#57606a", "#9da7b1"),
    "quiet": ("#8c959f", "#6e7681"),
    "player": ("#9a5700", "#f0b35c"),
    "house": ("#0550ae", "#79c0ff"),
    "host": ("#116329", "#7ee787"),
    "both": ("#57606a", "#9da7b1"),
    "first": ("#bc4c00", "#ffa657"),
    "second": ("#6639ba", "#d2a8ff"),
    "card": ("#1f2328", "#e6edf3"),
    "payment": ("#8250df", "#d2a8ff"),
    "step": ("#cf222e", "#f85149"),
    "on_step": ("#ffffff", "#0d1117"),
}
"""Every colour, for light ground and for dark."""

_DASHES: Final = {
    "player": "2 3",
    "host": "7 4",
    "first": "7 3",
    "second": "2 3",
    "quiet": "4 4",
}
"""Lines that are not drawn through, so that colour is never the only difference."""

_INKS: Final = (
    "player",
    "house",
    "host",
    "both",
    "first",
    "second",
    "card",
    "payment",
    "step",
    "quiet",
)
"""Colours in which words, lines and dots are drawn alike."""


def _style_sheet() -> str:
    plain = [
        f"svg {{ font: {SIZE}px {FONTS}; }}",
        f".title {{ font-size: {TITLE_SIZE}px; font-weight: bold; }}",
        f".name {{ font-size: {NAME_SIZE}px; font-weight: bold; fill: #ffffff; }}",
        f".mark {{ font-size: {MARK_SIZE}px; font-weight: bold; }}",
        f".heading {{ font-size: {NAME_SIZE}px; font-weight: bold; }}",
        ".stereotype { fill: #d0d7de; }",
        ".bold { font-weight: bold; }",
        ".line { fill: none; stroke-width: 1.5; }",
        ".line-payment { stroke-width: 2.5; }",
        ".final { fill: none; }",
        ".bar { opacity: 0.22; }",
        ".faded { opacity: 0.38; }",
    ]
    plain += [f".line-{ink} {{ stroke-dasharray: {dash}; }}" for ink, dash in _DASHES.items()]
    light = _coloured(lambda name: _SHADES[name][0])
    dark = _coloured(lambda name: _SHADES[name][1])
    indented = "\n".join(f"  {line}" for line in dark)
    return "\n".join([*plain, *light, "@media (prefers-color-scheme: dark) {", indented, "}"])


def _coloured(shade: Callable[[str], str]) -> list[str]:
    """Return the rules of the style sheet that name a colour."""
    rules = [
        f".ground {{ fill: {shade('ground')}; }}",
        f".box {{ fill: {shade('box')}; stroke: {shade('frame')}; }}",
        f".head {{ fill: {shade('head')}; }}",
        f".final {{ stroke: {shade('frame')}; }}",
        f".title, .heading {{ fill: {shade('title')}; }}",
        f".note {{ fill: {shade('note')}; }}",
        f".bar {{ fill: {shade('house')}; }}",
        f".on-step {{ fill: {shade('on_step')}; }}",
    ]
    for ink in _INKS:
        colour = shade(ink)
        rules.append(f".text-{ink}, .dot-{ink} {{ fill: {colour}; }}")
        rules.append(f".line-{ink} {{ stroke: {colour}; }}")
    return rules


_STYLE: Final = _style_sheet()

Point = tuple[int, int]


class Canvas:
    """An SVG drawing in the making; shapes lie in the order in which they are added.

    Args:
        title: what the drawing shows, also for those who cannot see it.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._shapes: list[str] = []

    def text(self, x: int, y: int, text: str, style: str, anchor: str = "start") -> None:
        """Write a line of text.

        Args:
            x: where it starts, has its middle or ends, as `anchor` says.
            y: its base line.
            text: the line.
            style: its classes.
            anchor: ``start``, ``middle`` or ``end``.
        """
        where = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self._shapes.append(f'<text x="{x}" y="{y}" class="{style}"{where}>{_written(text)}</text>')

    def box(
        self, x: int, y: int, width: int, height: int, style: str, *, round_by: int = 6
    ) -> None:
        """Draw a box with round corners."""
        self._shapes.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_by}" '
            f'class="{style}"/>'
        )

    def line(self, points: Sequence[Point], ink: str, *, arrow: bool = False) -> None:
        """Draw a line through some points, with an arrow at its end if wanted.

        The last piece of a line with an arrow runs across.
        """
        way = " ".join(f"{x},{y}" for x, y in points)
        self._shapes.append(f'<polyline points="{way}" class="line line-{ink}"/>')
        if arrow:
            self._arrow(points[-2], points[-1], ink)

    def _arrow(self, before: Point, tip: Point, ink: str) -> None:
        x, y = tip
        back = -7 if before[0] < x else 7
        corners = f"{x},{y} {x + back},{y - 4} {x + back},{y + 4}"
        self._shapes.append(f'<polygon points="{corners}" class="dot-{ink}"/>')

    def dot(self, x: int, y: int, radius: int, style: str) -> None:
        """Draw a filled circle."""
        self._shapes.append(f'<circle cx="{x}" cy="{y}" r="{radius}" class="{style}"/>')

    @contextmanager
    def group(self, *, named: str = "", told: str = "", faded: bool = False) -> Generator[None]:
        """Hold what is drawn inside together.

        Args:
            named: the group's name in the drawing, once in each.
            told: what a browser tells of it when it is pointed at.
            faded: it stands back.
        """
        name = f' id="{escape(named)}"' if named else ""
        look = ' class="faded"' if faded else ""
        self._shapes.append(f"<g{name}{look}>")
        if told:
            self._shapes.append(f"<title>{_written(told)}</title>")
        yield
        self._shapes.append("</g>")

    def svg(self, width: int, height: int) -> str:
        """Return the drawing as the text of an SVG file."""
        body = "\n".join(self._shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">\n'
            f"<title>{_written(self._title)}</title>\n<style>\n{_STYLE}\n</style>\n"
            f'<rect class="ground" width="{width}" height="{height}"/>\n{body}\n</svg>\n'
        )


def _written(text: str) -> str:
    return escape(printable(text))
