"""SVG drawings as PNG pictures; they need the extra ``diagrams``, and nothing else here does."""

from __future__ import annotations

from typing import Final

from pitboss.diagrams.canvas import FONTS, Canvas
from pitboss.diagrams.errors import DiagramError

ZOOM: Final = 2
"""Pixels of the picture for one of the drawing, so that letters stay sharp when it is shrunk."""


def png_of(svg: str) -> bytes:
    """Return an SVG drawing as a PNG picture, on light ground.

    Args:
        svg: the text of a drawing that was made here.

    Raises:
        DiagramError: the library that it takes is not installed, or none of the drawings' fonts is.
    """
    try:
        # Imported here, because it is an extra: nothing else may need it.
        from resvg_py import svg_to_bytes  # noqa: PLC0415
    except ImportError as error:
        raise DiagramError(
            "PNG pictures need the library resvg_py",
            "install it with: pip install 'pitboss[diagrams]'",
        ) from error
    if svg_to_bytes(_drawing_of("x")) == svg_to_bytes(_drawing_of("")):
        raise DiagramError(
            f"none of the fonts that a PNG picture is written with is installed: {FONTS}",
            "install DejaVu Sans, or draw the picture as svg",
        )
    return bytes(svg_to_bytes(svg, zoom=ZOOM))


def _drawing_of(word: str) -> str:
    """Return a small drawing of a word, in the fonts of all drawings."""
    canvas = Canvas("")
    canvas.text(2, 16, word, "title")
    return canvas.svg(20, 20)
