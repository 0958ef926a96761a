"""SVG drawings as PNG pictures; they need the extra ``diagrams``, and nothing else here does."""

from __future__ import annotations

from typing import Final

from pitboss.diagrams.errors import DiagramError

ZOOM: Final = 2
"""Pixels of the picture for one of the drawing, so that letters stay sharp when it is shrunk."""

_ONE_LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="2" y="16" font-family="sans-serif">{letter}</text></svg>'
)


def png_of(svg: str) -> bytes:
    """Return an SVG drawing as a PNG picture, on light ground.

    Args:
        svg: the text of a drawing that was made here.

    Raises:
        DiagramError: the library that it takes is not installed, or it finds no font.
    """
    try:
        # Imported here, because it is an extra: nothing else may need it.
        from resvg_py import svg_to_bytes  # noqa: PLC0415
    except ImportError as error:
        raise DiagramError(
            "PNG pictures need the library resvg_py",
            "install it with: pip install 'pitboss[diagrams]'",
        ) from error
    letter, nothing = (svg_to_bytes(_ONE_LETTER.format(letter=text)) for text in ("x", ""))
    if letter == nothing:
        raise DiagramError(
            "there is no font to write the words of a PNG picture with",
            "install one, such as DejaVu Sans, or draw the picture as svg",
        )
    return bytes(svg_to_bytes(svg, zoom=ZOOM))
