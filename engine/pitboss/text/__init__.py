"""Text: strict JSON and TOML, names that are compared, and what a terminal shows."""

from __future__ import annotations

from unicodedata import normalize


def normalise(name: str) -> str:
    """Return a name in Unicode's normalization form C, in which equal names are equal texts.

    Normalise a name before you look it up or keep it. A table and its journal keep the names of
    seats as they were given, and identify a seat by its number.
    """
    return normalize("NFC", name)
