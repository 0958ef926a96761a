"""Strict readers of JSON and TOML: limits are checked before parsing, and JSON keys must differ.

This module parses JSON with Python's `json`, not `orjson`, because `json` can refuse duplicate keys
and reads integers of any size exactly.

If a dotted key has n parts, Python's TOML parser needs time and memory of the order of n squared.
It also needs a recursive call for each level of nesting. So this module checks TOML before the
parser reads it. The check knows only enough of the grammar to separate strings and comments from
the rest. If a text is not valid TOML, the check may misread what follows the first error, but the
parser stops at that error.
"""

from __future__ import annotations

import json
import re
import reprlib
import tomllib
from collections.abc import Mapping, Sequence, Sized
from types import UnionType
from typing import Final, NoReturn

JsonValue = None | bool | int | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"]
"""A value of JSON in which no number is a float."""

MAX_DEPTH: Final = 32
"""The deepest nesting of objects and lists in a text from outside; a snapshot has eight levels."""

MAX_DIGITS: Final = 100
"""The most digits of a number in a text from outside; no amount or count has so many."""

MAX_PARTS: Final = 16
"""The most parts of a dotted key."""

# With possessive quantifiers and an optional closing quote, each letter is read only once.
_JSON_TOKEN: Final = re.compile(
    rf'"(?:[^"\\]++|\\.)*+"?|[\[{{]|[\]}}]|[0-9]{{{MAX_DIGITS + 1}}}', re.DOTALL
)
_DIGITS: Final = re.compile(rf"[0-9]{{{MAX_DIGITS + 1}}}")


def strict_json(text: str | bytes, most: int) -> object:
    """Return the content of a JSON text.

    Args:
        text: the JSON; bytes are read as UTF-8.
        most: the greatest length, in bytes or, if `text` is a string, in letters.

    Raises:
        ValueError: the text is longer than `most`, is not JSON, or is nested deeper than
            `MAX_DEPTH`; an object has a key twice; or a number is not finite, or has more than
            `MAX_DIGITS` digits.
        TypeError: the JSON is not text.
    """
    _check_text(text, str | bytes, most)
    written = text.decode("utf-8") if isinstance(text, bytes) else text
    check_json(written)
    held: object = json.loads(
        written, object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant
    )
    return held


def _check_text(text: Sized, kind: type | UnionType, most: int) -> None:
    if not isinstance(text, kind):
        raise TypeError("it is not text")
    if len(text) > most:
        raise ValueError(f"it is longer than {most} bytes")


def check_json(text: str) -> None:
    """Check that a text costs a parser little time and memory; it need not be JSON.

    Raises:
        ValueError: it is nested deeper than `MAX_DEPTH`, or a number has more than `MAX_DIGITS`
            digits.
    """
    # Most texts have little nesting; counting brackets is faster than reading tokens.
    if text.count("[") + text.count("{") <= MAX_DEPTH and not _DIGITS.search(text):
        return
    depth = 0
    for token in _JSON_TOKEN.finditer(text):
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
        ValueError: a key appears twice.
    """
    members: dict[str, object] = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f"the key {reprlib.repr(key)} stands twice")
        members[key] = value
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


_TOML_TOKEN: Final = re.compile(
    rf"""
    \#[^\n]*+                                     # a comment
    | \"{{3}}(?:[^"\\]++|\\.|"(?!""))*+(?:"{{3,5}})?  # strings of several lines
    | '{{3}}(?:[^']++|'(?!''))*+(?:'{{3,5}})?
    | "(?:[^"\\\n]++|\\[^\n])*+"?                 # strings of one line
    | '[^'\n]*+'?
    | [\[{{] | [\]}}] | \. | [\n,=]
    | [A-Za-z0-9_-]{{{MAX_DIGITS + 1}}}                        # a number, or a key without quotes
    """,
    re.DOTALL | re.VERBOSE,
)


def strict_toml(text: str, most: int) -> dict[str, object]:
    """Return the content of a TOML document.

    Args:
        text: the document.
        most: the greatest length, in letters.

    Raises:
        ValueError: the document is longer than `most`, is not TOML, or is nested deeper than
            `MAX_DEPTH`; a dotted key has more than `MAX_PARTS` parts; or a number, or a key without
            quotes, has more than `MAX_DIGITS` letters.
        TypeError: the document is not text.
    """
    _check_text(text, str, most)
    _check_toml(text)
    return tomllib.loads(text)


def _check_toml(text: str) -> None:
    """Check that a text costs the parser little time and memory; it need not be TOML."""
    depth, dots = 0, 0
    for token in _TOML_TOKEN.finditer(text):
        match token[0][0]:
            case "[" | "{":
                depth += 1
                if depth > MAX_DEPTH:
                    raise ValueError(f"it is nested too deep, beyond {MAX_DEPTH}")
            case "]" | "}":
                depth -= 1
            case ".":
                dots += 1
                if dots >= MAX_PARTS:
                    raise ValueError(f"a key has more than {MAX_PARTS} parts")
            case "\n" | "," | "=":
                dots = 0
            case "#" | '"' | "'":
                pass
            case _:
                raise ValueError(f"a number or a key has more than {MAX_DIGITS} letters")
