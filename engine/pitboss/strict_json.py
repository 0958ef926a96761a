"""JSON read strictly: what the format leaves open is refused.

The standard library's reader is used because, unlike `orjson`, it lets a key that stands twice be
refused and keeps whole numbers of any size whole.
"""

from __future__ import annotations

import json
import reprlib
from typing import NoReturn


def strict_json(text: str | bytes) -> object:
    """Return what a JSON text holds.

    Args:
        text: the JSON; bytes are read as UTF-8.

    Raises:
        ValueError: it is not JSON, a key stands twice in one object, a number is not finite, or it
            is nested too deep.
    """
    written = text.decode("utf-8") if isinstance(text, bytes) else text
    try:
        held: object = json.loads(
            written, object_pairs_hook=without_duplicates, parse_constant=_refuse_constant
        )
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    return held


def without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
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
