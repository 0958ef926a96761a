"""A small canvas: the few shapes that the drawings need, written as SVG text.

Coordinates are whole numbers, so that no version of Python writes them otherwise. Colours are
classes of one style sheet with a light and a dark half; a reader's browser chooses.
"""

from __future__ import annotations

from html import escape
from typing import Final

LINE_HEIGHT: Final = 16
CHARACTERS_WIDE: Final = 7
"""No character of the drawings' font is wider on average, in pixels at 12 points."""

STYLE: Final = """
svg { font: 12px "DejaVu Sans", Verdana, "Segoe UI", sans-serif; }
.ground { fill: #ffffff; }
.box { fill: #f6f8fa; stroke: #57606a; }
.head { fill: #1f2328; }
.final { fill: none; stroke: #57606a; }
.title { font-size: 17px; font-weight: bold; fill: #1f2328; }
.name { font-size: 14px; font-weight: bold; fill: #ffffff; }
.note { fill: #57606a; }
.player { fill: #9a5700; font-weight: bold; }
.house { fill: #0550ae; font-weight: bold; }
.host { fill: #116329; font-weight: bold; }
.line { fill: none; stroke-width: 1.5; }
.line.player { stroke: #9a5700; stroke-dasharray: 2 3; }
.line.house { stroke: #0550ae; }
.line.host { stroke: #116329; stroke-dasharray: 7 4; }
.dot { stroke: none; }
.bar { fill: #0550ae; opacity: 0.22; }
.faded { opacity: 0.28; }
.step { fill: #cf222e; }
.step-text { fill: #ffffff; font-size: 10px; font-weight: bold; }
.only_first { fill: #b35900; font-weight: bold; }
.only_second { fill: #6639ba; font-weight: bold; }
.line.only_first { stroke: #b35900; stroke-dasharray: 6 3; }
.line.only_second { stroke: #6639ba; stroke-dasharray: 2 3; }
.lane { stroke: #8c959f; stroke-width: 1; stroke-dasharray: 4 4; }
@media (prefers-color-scheme: dark) {
  .ground { fill: #0d1117; }
  .box { fill: #161b22; stroke: #8b949e; }
  .head { fill: #30363d; }
  .final { stroke: #8b949e; }
  .title { fill: #e6edf3; }
  .note { fill: #9da7b1; }
  .player { fill: #f0b35c; }
  .house { fill: #79c0ff; }
  .host { fill: #7ee787; }
  .line.player { stroke: #f0b35c; }
  .line.house { stroke: #79c0ff; }
  .line.host { stroke: #7ee787; }
  .bar { fill: #79c0ff; }
  .step { fill: #f85149; }
  .only_first { fill: #ffa657; }
  .only_second { fill: #d2a8ff; }
  .line.only_first { stroke: #ffa657; }
  .line.only_second { stroke: #d2a8ff; }
  .lane { stroke: #6e7681; }
}
"""


class Canvas:
    """An SVG drawing in the making; shapes lie in the order in which they are added.

    Args:
        title: what the drawing shows, also for those who cannot see it.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._shapes: list[str] = []

    def text(self, x: int, y: int, text: str, style: str, anchor: str = "start") -> None:
        """Write a line of text; `y` is its base line."""
        where = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self._shapes.append(f'<text x="{x}" y="{y}" class="{style}"{where}>{escape(text)}</text>')

    def box(self, x: int, y: int, width: int, height: int, style: str, round_by: int = 6) -> None:
        """Draw a box with round corners."""
        self._shapes.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_by}" '
            f'class="{style}"/>'
        )

    def line(self, points: list[tuple[int, int]], style: str, *, arrow: bool = False) -> None:
        """Draw a line through some points, with an arrow at its end if wanted."""
        way = " ".join(f"{x},{y}" for x, y in points)
        self._shapes.append(f'<polyline points="{way}" class="line {style}"/>')
        if arrow:
            self._arrow(points[-2], points[-1], style)

    def _arrow(self, before: tuple[int, int], tip: tuple[int, int], style: str) -> None:
        x, y = tip
        if before[0] == x:
            back = -8 if before[1] < y else 8
            corners = f"{x},{y} {x - 4},{y + back} {x + 4},{y + back}"
        else:
            back = -8 if before[0] < x else 8
            corners = f"{x},{y} {x + back},{y - 4} {x + back},{y + 4}"
        self._shapes.append(f'<polygon points="{corners}" class="dot {style}"/>')

    def dot(self, x: int, y: int, radius: int, style: str) -> None:
        """Draw a filled circle."""
        self._shapes.append(f'<circle cx="{x}" cy="{y}" r="{radius}" class="{style}"/>')

    def begin_faded(self) -> None:
        """Fade what follows."""
        self._shapes.append('<g class="faded">')

    def end_faded(self) -> None:
        """Fade no more."""
        self._shapes.append("</g>")

    def svg(self, width: int, height: int) -> str:
        """Return the drawing as the text of an SVG file."""
        body = "\n".join(self._shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">\n'
            f"<title>{escape(self._title)}</title>\n<style>{STYLE}</style>\n"
            f'<rect class="ground" width="{width}" height="{height}"/>\n{body}\n</svg>\n'
        )


def wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines that are no wider than some pixels."""
    most = max(1, width // CHARACTERS_WIDE)
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > most:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]
