"""JSON read strictly: what the format leaves open is refused, and limits come before the parser.

The standard library's reader is used because, unlike `orjson`, it lets a key that stands twice be
refused and keeps whole numbers of any size whole.
"""

from __future__ import annotations

import json
import re
import reprlib
from typing import Final, NoReturn

MAX_DEPTH: Final = 32
"""Deepest nesting of objects and lists in a text from outside; a snapshot needs eight."""

MAX_DIGITS: Final = 100
"""Most digits of a number in a text from outside, far beyond any amount or count."""

# Possessive, and with an end that may be missing, so that each letter is looked at once.
_TOKEN: Final = re.compile(
    rf'"(?:[^"\\]++|\\.)*+"?|[\[{{]|[\]}}]|[0-9]{{{MAX_DIGITS + 1}}}', re.DOTALL
)
_DIGITS: Final = re.compile(rf"[0-9]{{{MAX_DIGITS + 1}}}")


def strict_json(text: str | bytes, *, most: int) -> object:
    """Return what a JSON text holds.

    Args:
        text: the JSON; bytes are read as UTF-8.
        most: how many bytes, or letters of a text, are read.

    Raises:
        ValueError: it is longer than `most`, not JSON, a key stands twice in one object, a number
            is not finite or of more than `MAX_DIGITS` digits, or it is nested deeper than
            `MAX_DEPTH`.
    """
    if len(text) > most:
        raise ValueError(f"it is longer than {most} bytes")
    written = text.decode("utf-8") if isinstance(text, bytes) else text
    _check_limits(written)
    held: object = json.loads(
        written, object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant
    )
    return held


def _check_limits(text: str) -> None:
    """See that a text can be parsed without much work; whether it is JSON is not looked at."""
    # Most texts are flat, which is seen faster than their tokens are.
    if text.count("[") + text.count("{") <= MAX_DEPTH and not _DIGITS.search(text):
        return
    depth = 0
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError(f"it is nested too deep, beyond {MAX_DEPTH}")
        elif first in "]}":
            depth -= 1
        elif first != '"':
            raise ValueError(f"a number has more than {MAX_DIGITS} digits")


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the members of a JSON object.

    Raises:
        ValueError: a key stands twice.
    """
    members: dict[str, object] = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f"the key {reprlib.repr(key)} stands twice")
        members[key] = value
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
