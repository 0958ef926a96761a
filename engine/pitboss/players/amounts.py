"""Amounts of money as people write them."""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 24
"""Letters of the longest text that is read as an amount."""

# A comma that stands anywhere else may be meant as a point: 7,50 is not 750.
_AMOUNT: Final = re.compile(r"([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]+))?")


def read_minor(text: str, minor_per_unit: int) -> int | None:
    """Read an amount that a person wrote; the reverse of `pitboss.game.money.format_minor`.

    Commas between thousands and zeros at the end may be left out: at a hundred minor units a unit
    ``12``, ``12.5`` and ``1,200.50`` are amounts, ``12.505``, ``7,50`` and ``-12`` are none.

    Args:
        text: what was written.
        minor_per_unit: minor units in one unit, at least 1.

    Returns:
        Minor units; none if the text is no amount.
    """
    found = _AMOUNT.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    whole, rest = int(found[1].replace(",", "")), found[2] or ""
    places = len(str(minor_per_unit - 1)) if minor_per_unit > 1 else 0
    minor = int(rest.ljust(places, "0") or 0)
    if len(rest) > places or minor >= minor_per_unit:
        return None
    return whole * minor_per_unit + minor
