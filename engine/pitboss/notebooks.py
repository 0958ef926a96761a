"""How a notebook shows values: it calls their method `_repr_html_`.

The module that draws them is in a higher layer, and is imported when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO, Final

Draw = Callable[[object, BinaryIO | None], str | None]

_DRAW: Final[list[Draw]] = []


def drawn_by(draw: Draw) -> None:
    """Set the function that draws all of these values."""
    _DRAW[:] = [draw]


def in_notebook(value: object, held: BinaryIO | None = None) -> str | None:
    """Return a value as HTML for a notebook; after `None`, the notebook writes it as text.

    Args:
        value: the value.
        held: the file of a journal that the value has written.
    """
    return _DRAW[0](value, held)
