"""Text: strict JSON and TOML, names of people, and output for terminals."""

from __future__ import annotations

from unicodedata import normalize


def normalise(name: str) -> str:
    """Return a name in Unicode's normalization form C: one text for all ways to encode its letters.

    Normalise a name before you look it up or store it. A table and its journal do not normalise the
    names of seats, because they identify a seat by its number.
    """
    return normalize("NFC", name)
