"""Amounts of money as people write them."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 24
"""Letters of the longest text that is read as an amount."""


def read_minor(text: str, minor_per_unit: int) -> int | None:
    """Read an amount that a person wrote; the reverse of `pitboss.money.format_minor`.

    Commas between thousands and zeros at the end may be left out: at a hundred minor units a unit
    ``12``, ``12.5`` and ``12.50`` are amounts, ``12.505`` and ``-12`` are none.

    Args:
        text: what was written.
        minor_per_unit: minor units in one unit, at least 1.

    Returns:
        Minor units; none if the text is no amount.
    """
    whole, point, rest = text.replace(",", "").partition(".")
    places = len(str(minor_per_unit - 1)) if minor_per_unit > 1 else 0
    if not _digits(whole) or len(text) > LONGEST:
        return None
    if not point:
        return int(whole) * minor_per_unit
    if not _digits(rest) or len(rest) > places:
        return None
    minor = int(rest.ljust(places, "0"))
    return int(whole) * minor_per_unit + minor if minor < minor_per_unit else None


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()
