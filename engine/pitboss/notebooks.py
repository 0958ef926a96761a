"""How a notebook shows values: it calls their method `_repr_html_`.

The module that draws these values is in a higher layer, and is imported when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO, Final

Draw = Callable[[object, BinaryIO | None], str | None]

_DRAW: Final[list[Draw]] = []


def drawn_by(draw: Draw) -> None:
    """Set the function that draws values for notebooks."""
    _DRAW[:] = [draw]


def in_notebook(value: object, held: BinaryIO | None = None) -> str | None:
    """Return a value as HTML for a notebook; for `None`, the notebook shows the value as text.

    Args:
        value: the value.
        held: a file with the text of the journal so far, if the value is a journal that can be
            read; `None` for any other value.
    """
    return _DRAW[0](value, held)
