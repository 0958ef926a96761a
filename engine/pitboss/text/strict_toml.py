"""TOML read within limits, which are held before the parser does any work.

The standard library's parser needs time and memory that grow with the square of the parts of a
dotted key, and calls itself for every level of nesting. Its lexical grammar is followed here as far
as it takes to tell strings and comments from what lies between them. Where a text is no TOML, the
two may part behind the first fault, at which the parser stops.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final

from pitboss.text.strict_json import MAX_DEPTH, MAX_DIGITS

MAX_PARTS: Final = 16
"""Most parts of a dotted key."""

_TOKEN: Final = re.compile(
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


def strict_toml(text: str, *, most: int) -> dict[str, object]:
    """Return what a TOML document holds.

    Args:
        text: the document.
        most: how many letters are read.

    Raises:
        ValueError: it is longer than `most`, not TOML, nested deeper than `MAX_DEPTH`, or has a
            dotted key of more than `MAX_PARTS` parts, or a number or a key without quotes of more
            than `MAX_DIGITS` letters.
        TypeError: it is no text.
    """
    if len(text) > most:
        raise ValueError(f"it is longer than {most} bytes")
    _check_limits(text)
    return tomllib.loads(text)


def _check_limits(text: str) -> None:
    """See that a text can be parsed without much work; whether it is TOML is not looked at."""
    depth, dots = 0, 0
    for token in _TOKEN.finditer(text):
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
