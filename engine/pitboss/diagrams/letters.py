"""How wide a text is drawn: drawings are laid out before any browser has seen them.

The widths are the advances of DejaVu Sans, the widest of the fonts that the drawings name (Verdana
was its measure); a narrower font leaves some room and never lacks any.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from pitboss.text.terminal import NO_BREAK

_FIRST: Final = " "
# Thousandths of the size, for the letters from the blank to the tilde in the order of their codes.
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
"""Letters beyond these are as wide as the font is high, such as the widest arrows and suits."""


def width_of(text: str, size: int, *, bold: bool = False) -> int:
    """Return the width of a line of text in whole pixels, rounded up.

    Args:
        text: the line.
        size: of the font, in pixels.
        bold: it is drawn in bold letters.
    """
    widths = _widths(bold=bold)
    return -(-size * sum(widths.get(letter, _ANY_OTHER) for letter in text) // 1000)


@cache
def _widths(*, bold: bool) -> dict[str, int]:
    advances = (_BOLD if bold else _PLAIN).split()
    widths = {chr(ord(_FIRST) + place): int(width) for place, width in enumerate(advances)}
    return widths | {NO_BREAK: widths[" "], "\N{MIDDLE DOT}": widths["."]}


def wrapped(text: str, width: int, size: int, *, bold: bool = False) -> tuple[str, ...]:
    """Break a text between its words into lines that are no wider than some pixels.

    A word that is too wide for a line is broken as well.
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        for piece in _pieces(word, width, size, bold=bold):
            longer = f"{line} {piece}" if line else piece
            if line and width_of(longer, size, bold=bold) > width:
                lines.append(line)
                line = piece
            else:
                line = longer
    return (*lines, line) if line else tuple(lines)


def _pieces(word: str, width: int, size: int, *, bold: bool) -> Iterator[str]:
    """Break a word that does not fit a line; most do."""
    piece = ""
    for letter in word:
        if piece and width_of(piece + letter, size, bold=bold) > width:
            yield piece
            piece = letter
        else:
            piece += letter
    yield piece


def shortened(text: str, width: int, size: int, *, bold: bool = False) -> str:
    """Return a text that is cut to some pixels, with dots where it was cut."""
    if width_of(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and width_of(f"{kept}...", size, bold=bold) > width:
        kept = kept[:-1]
    return f"{kept}..."
