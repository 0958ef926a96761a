"""Draws the shapes of all pictures, measures words, and makes PNG from SVG.

Coordinates are whole numbers, so that every version of Python writes the same text. Each colour is
a class of one style sheet, which defines it for a light and for a dark background. If
`on_ground` has not chosen one of the two, the reader's browser does. The style sheet applies only
within its own drawing, and drawings have no ids, so a page can have any number of drawings. Words
are laid out without a browser, with the widths of DejaVu Sans. This is the widest font in the style
sheet, so words in the other fonts fit, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from html import escape
from math import hypot
from pathlib import Path
from typing import Final

from pitboss.arguments import takes
from pitboss.errors import PitbossError, require_extra
from pitboss.text.terminal import NO_BREAK, fill_lines, printable
from pitboss.text.tokens import Ground, paint_rules

SIZE: Final = 12
"""The size of normal letters, in pixels."""

LINE_HEIGHT: Final = 16
TITLE_SIZE: Final = 17
NAME_SIZE: Final = 14
MARK_SIZE: Final = 10

ZOOM: Final = 2
"""Pixels of a PNG picture per pixel of the drawing.

With more than one pixel, letters stay sharp when the picture is shown smaller.
"""

MARGIN: Final = 24
"""The empty pixels on all sides of a drawing."""

_RULES: Final = Path(__file__).with_name("style.css").read_text("utf-8")
_STYLE: Final = paint_rules(_RULES)
_FONTS: Final = '"DejaVu Sans", Verdana, "Segoe UI", sans-serif'

Point = tuple[int, int]


class Canvas:
    """An unfinished SVG drawing; later shapes cover earlier ones.

    Args:
        title: what the drawing shows; screen readers read it, too.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._shapes: list[str] = []

    def text(self, x: int, y: int, text: str, style: str, anchor: str = "start") -> None:
        """Write a line of text.

        Args:
            x: the start, the middle or the end of the line, depending on `anchor`.
            y: its base line.
            text: the line.
            style: its classes in the style sheet.
            anchor: ``start``, ``middle`` or ``end``.
        """
        where = f' text-anchor="{anchor}"' if anchor != "start" else ""
        words = _RED.sub(r'<tspan class="red">\g<0></tspan>', _written(text))
        self._shapes.append(f'<text x="{x}" y="{y}" class="{style}"{where}>{words}</text>')

    def lines(self, x: int, y: int, lines: Sequence[str], style: str, anchor: str = "start") -> int:
        """Write lines of normal size below one another, and return the next base line."""
        for line in lines:
            self.text(x, y, line, style, anchor)
            y += LINE_HEIGHT
        return y

    def title(self, x: int, width: int) -> int:
        """Write the title at the top, and return the y of its end.

        Args:
            x: the start of its lines.
            width: the greatest width of a line, in pixels.
        """
        y = MARGIN + 14
        for line in wrap_pixels(self._title, width, TITLE_SIZE, bold=True):
            self.text(x, y, line, "title")
            y += 22
        return y

    def legend(self, x: int, y: int, entries: Iterable[tuple[str, str]]) -> int:
        """Draw a legend that explains the colours of lines; return the next base line.

        Args:
            x: the start of the legend.
            y: its first base line.
            entries: the colours, each with its meaning.
        """
        for ink, words in entries:
            self.line([(x, y - 4), (x + 30, y - 4)], ink, arrow=True)
            self.text(x + 40, y, words, f"text-{ink}")
            y += LINE_HEIGHT
        return y

    def box(
        self, x: int, y: int, width: int, height: int, style: str, *, round_by: int = 6
    ) -> None:
        """Draw a box with round corners."""
        self._shapes.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_by}" '
            f'class="{style}"/>'
        )

    def line(
        self, points: Sequence[Point], ink: str, *, arrow: bool = False, wide: bool = False
    ) -> None:
        """Draw a line through points, with or without an arrow at its end.

        `wide` makes the line thicker and the arrow larger, for slides.
        """
        size = 13 if wide else 7
        (from_x, from_y), (x, y) = points[-2:]
        # The length of the arrow and half of its width.
        far = size / hypot(x - from_x, y - from_y)
        across, down = (x - from_x) * far, (y - from_y) * far
        base = (round(x - across), round(y - down))
        drawn = [*points[:-1], base] if arrow and wide else points
        way = " ".join(f"{x},{y}" for x, y in drawn)
        look = " wide" if wide else ""
        self._shapes.append(f'<polyline points="{way}" class="line line-{ink}{look}"/>')
        if arrow:
            aside, along = round(down * 4 / 7), round(across * 4 / 7)
            corners = [base[0] - aside, base[1] + along, base[0] + aside, base[1] - along]
            written = "{},{} {},{} {},{}".format(x, y, *corners)
            self._shapes.append(f'<polygon points="{written}" class="dot-{ink}"/>')

    def dot(self, x: int, y: int, radius: int, style: str) -> None:
        """Draw a filled circle."""
        self._shapes.append(f'<circle cx="{x}" cy="{y}" r="{radius}" class="{style}"/>')

    @contextmanager
    def group(self, *, named: str = "", told: str = "", faded: bool = False) -> Generator[None]:
        """Put everything that is drawn inside the `with` block into one group.

        Args:
            named: the names of the machine's rows that the group shows, with blanks between them;
                no two groups of a drawing show the same row.
            told: the text that a browser shows when the pointer is over the group.
            faded: whether the group is drawn pale.
        """
        name = f' data-row="{escape(named)}"' if named else ""
        look = ' class="faded"' if faded else ""
        self._shapes.append(f"<g{name}{look}>")
        if told:
            self._shapes.append(f"<title>{_written(told)}</title>")
        yield
        self._shapes.append("</g>")

    def svg(self, width: int, y: int) -> str:
        """Return the drawing as the text of an SVG file.

        Args:
            width: the width of the drawing.
            y: the base line that one more line of text would have; this decides the height.
        """
        height = y - LINE_HEIGHT + MARGIN + 4
        body = "\n".join(self._shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="pb-d" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">\n'
            f"<title>{_written(self._title)}</title>\n<style>\n{_STYLE}</style>\n"
            f'<rect class="ground" width="{width}" height="{height}"/>\n{body}\n</svg>\n'
        )


_RED: Final = re.compile("(?:10|[2-9AJQK])?[\N{BLACK HEART SUIT}\N{BLACK DIAMOND SUIT}]")
"""A card of a red suit in a text."""


def _written(text: str) -> str:
    return escape(printable(text))


# The widths of the letters from the space to the tilde, in thousandths of the font size.
_PLAIN: Final = (
    "318 401 460 838 637 951 780 275 391 391 500 838 318 361 318 337 637 637 637 637 637 637 "
    "637 637 637 637 337 337 838 838 838 531 1000 685 687 699 771 632 576 775 752 295 295 656 "
    "558 863 749 788 604 788 695 635 611 732 685 989 686 611 686 391 337 391 838 500 500 613 "
    "635 550 635 616 353 635 634 278 278 580 278 975 634 612 635 635 412 521 393 634 592 818 "
    "592 592 525 637 337 637 838"
)
_BOLD: Final = (
    "349 457 521 838 696 1002 873 307 458 458 523 838 380 416 380 366 696 696 696 696 696 696 "
    "696 696 696 696 400 400 838 838 838 581 1000 774 763 734 831 684 684 821 837 373 373 775 "
    "638 996 837 851 733 851 771 721 683 813 774 1104 771 725 726 458 366 458 838 500 500 675 "
    "716 593 716 679 436 716 712 343 343 666 343 1042 712 688 716 716 494 596 479 712 652 924 "
    "646 652 583 712 366 712 838"
)
_ANY_OTHER: Final = 1000
"""The width of any other letter: the font size, which the widest arrows and suits fill."""


def width_of(text: str, size: int, *, bold: bool = False) -> int:
    """Return the width of a line of text in whole pixels, rounded up.

    Args:
        text: the line.
        size: the size of the font, in pixels.
        bold: whether it is drawn in bold letters.
    """
    widths = _widths(bold=bold)
    return -(-size * sum(widths.get(letter, _ANY_OTHER) for letter in text) // 1000)


@cache
def _widths(*, bold: bool) -> dict[str, int]:
    advances = (_BOLD if bold else _PLAIN).split()
    widths = {chr(ord(" ") + place): int(width) for place, width in enumerate(advances)}
    return widths | {NO_BREAK: widths[" "], "\N{MIDDLE DOT}": widths["."]}


def wrap_pixels(text: str, width: int, size: int, *, bold: bool = False) -> tuple[str, ...]:
    """Break a text between words into lines that are no wider than `width`.

    A word that is too wide for a line is broken, too.
    """
    measure = partial(width_of, size=size, bold=bold)
    pieces = (piece for word in text.split(" ") for piece in _pieces(word, width, measure))
    return tuple(line for line in fill_lines(pieces, width, measure) if line)


def _pieces(word: str, width: int, measure: Callable[[str], int]) -> Iterator[str]:
    """Break a word that is too wide for a line."""
    piece = ""
    for letter in word:
        if piece and measure(piece + letter) > width:
            yield piece
            piece = letter
        else:
            piece += letter
    yield piece


def shorten_pixels(text: str, width: int, size: int, *, bold: bool = False) -> str:
    """Return a text cut to a width in pixels; if it is cut, dots follow it."""
    measure = partial(width_of, size=size, bold=bold)
    if measure(text) <= width:
        return text
    return f"{next(_pieces(text, width - measure('...'), measure))}..."


class DiagramError(PitbossError):
    """A drawing cannot be made with these arguments."""


@takes(DiagramError)
def on_ground(svg: str, ground: Ground) -> str:
    """Return a drawing whose colours are fixed for a light or a dark background.

    Args:
        svg: the text of a drawing of this package.
        ground: light or dark.
    """
    return svg.replace(_STYLE, paint_rules(_RULES, ground), 1)


@takes(DiagramError)
def png_of(svg: str) -> bytes:
    """Return an SVG drawing as a PNG picture; it is dark only if `on_ground` made it dark.

    Args:
        svg: the text of a drawing of this package.

    Raises:
        MissingExtraError: the extra `diagrams` is not installed.
        DiagramError: none of the drawings' fonts is installed.
    """
    # Import the extra only here, because everything else must work without it.
    with require_extra("diagrams", "a PNG picture"):
        from resvg_py import svg_to_bytes  # noqa: PLC0415
    if svg_to_bytes(_drawing_of("x")) == svg_to_bytes(_drawing_of("")):
        raise DiagramError(
            f"a PNG picture needs one of these fonts, and none is installed: {_FONTS}",
            "install DejaVu Sans, or draw the picture as svg",
        )
    return bytes(svg_to_bytes(svg, zoom=ZOOM))


def _drawing_of(word: str) -> str:
    """Return a small drawing of a word, in the fonts of all drawings."""
    canvas = Canvas("")
    canvas.text(2, 16, word, "title")
    return canvas.svg(20, 8)
