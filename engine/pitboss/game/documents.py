"""The protocol: the JSON documents that hosts and clients send each other.

A document is one JSON object. Its first two members are the version of the protocol and the type of
the document. It leaves out what its reader may not know. The schema is in `pitboss.live`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Final, cast

import orjson

from pitboss.errors import brief

PROTOCOL: Final = 1
"""The version of the protocol."""

MAX_DOCUMENT_BYTES: Final = 512
"""The most bytes of an event or an answer of a client."""


def document(kind: str, members: Mapping[str, object]) -> str:
    """Return a document of the protocol.

    Args:
        kind: the type of the document.
        members: its other members, as JSON values, or as documents made by `within`.
    """
    return orjson.dumps({"protocol": PROTOCOL, "type": kind, **members}).decode()


def within(text: str) -> object:
    """Return the text of a document as a value that can be a member of another document."""
    return orjson.Fragment(text)


def is_longer(text: str | bytes, most_bytes: int) -> bool:
    """Say whether a text has more bytes, as UTF-8, than a limit."""
    if len(text) > most_bytes or isinstance(text, bytes) or text.isascii():
        return len(text) > most_bytes
    return len(text.encode("utf-8", "surrogatepass")) > most_bytes


def members_of(
    text: object, kind: str, known: Collection[str], most_bytes: int = MAX_DOCUMENT_BYTES
) -> dict[str, object]:
    """Return the members of a document from outside, without its version and its type.

    Args:
        text: the document, as text or as UTF-8.
        kind: the type that the document must have.
        known: the names of the allowed members.
        most_bytes: the most bytes of the document, as UTF-8.

    Raises:
        ValueError: the text is not such a document; the message says why.
    """
    if not isinstance(text, (str, bytes)) or is_longer(text, most_bytes):
        raise ValueError(f"it must be text of at most {most_bytes} bytes")
    members = _read_plain(text)
    if members is None:
        members = _read(text)
    version, found = members.pop("protocol", None), members.pop("type", None)
    if type(version) is not int or version != PROTOCOL:
        raise ValueError(f"protocol {brief(version)} in place of {PROTOCOL}")
    if found != kind:
        raise ValueError(f"type {brief(found)} in place of {kind!r}")
    for name in members:
        if name not in known:
            raise ValueError(f"an unknown member {brief(name)}")
    return members


def _read_plain(text: str | bytes) -> dict[str, object] | None:
    """Read an object quickly; return `None` for anything else, or if a name may be duplicated.

    No name is duplicated if there are as many colons as names, as in nearly all objects.
    """
    try:
        held: object = orjson.loads(text)
    except ValueError:
        return None
    if not isinstance(held, dict):
        return None
    members = cast("dict[str, object]", held)
    colons = text.count(":") if isinstance(text, str) else text.count(b":")
    return members if colons == len(members) else None


def _read(text: str | bytes) -> dict[str, object]:
    """Read an object, and refuse duplicate names.

    Raises:
        ValueError: the text is not an object, or a name is duplicated; the message says why.
    """
    try:
        # Objects become tuples of pairs here, so that duplicate names can be found.
        written = text.decode() if isinstance(text, bytes) else text
        held: object = json.loads(written, object_pairs_hook=tuple)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"no JSON ({brief(str(error))})") from error
    if not isinstance(held, tuple):
        raise ValueError("no JSON object")
    pairs = cast("tuple[tuple[str, object], ...]", held)
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a name stands twice")
    return members
