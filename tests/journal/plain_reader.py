"""A second reader of journals, written from their description with the standard library alone.

It knows nothing of the engine: what it finds in a journal is there for any other reader too.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import cast

from attrs import frozen

Fields = dict[str, object]


@frozen
class Line:
    """One line of a journal.

    Attributes:
        data: as it lies in the file, line feed included.
        fields: what stands in it, in its order.
    """

    data: bytes
    fields: Fields

    @property
    def kind(self) -> str:
        """Which kind of line it is."""
        return self.text("line")

    def text(self, name: str) -> str:
        """Return a field that holds text."""
        value = self.fields[name]
        assert isinstance(value, str)
        return value

    def count(self, name: str) -> int:
        """Return a field that holds a whole number."""
        value = self.fields[name]
        assert type(value) is int
        return value

    def counts(self, name: str) -> list[int]:
        """Return a field that holds whole numbers."""
        items = self.items(name)
        assert all(type(item) is int for item in items)
        return cast("list[int]", items)

    def texts(self, name: str) -> list[str]:
        """Return a field that holds texts."""
        items = self.items(name)
        assert all(isinstance(item, str) for item in items)
        return cast("list[str]", items)

    def objects(self, name: str) -> list[Fields]:
        """Return a field that holds objects."""
        items = self.items(name)
        assert all(isinstance(item, dict) for item in items)
        return cast("list[Fields]", items)

    def items(self, name: str) -> list[object]:
        """Return a field that holds a list."""
        value = self.fields[name]
        assert isinstance(value, list)
        return cast("list[object]", value)


def number_in(fields: Fields, name: str) -> int:
    """Return a whole number out of an object; 0 if it is not there."""
    value = fields.get(name, 0)
    assert type(value) is int
    return value


def plain_lines(data: bytes) -> list[Line]:
    """Read every line of a journal."""
    assert data.endswith(b"\n")
    return [_plain_line(line + b"\n") for line in data[:-1].split(b"\n")]


def _plain_line(data: bytes) -> Line:
    fields: object = json.loads(data, object_pairs_hook=_each_key_once, parse_float=_no_float)
    assert isinstance(fields, dict)
    return Line(data, cast("Fields", fields))


def _each_key_once(pairs: list[tuple[str, object]]) -> Fields:
    fields = dict(pairs)
    assert len(fields) == len(pairs), "a key stands twice"
    return fields


def _no_float(text: str) -> float:
    raise AssertionError(f"{text} is not a whole number")


def proved_digests(data: bytes) -> Iterator[tuple[str, str]]:
    """Give, for each digest in a journal, what it says and what it must be.

    A digest is a SHA-256. It covers the digest before it (64 characters; none before the first),
    then every whole line since, then its own line up to the comma before it.
    """
    covered = b""
    for line in plain_lines(data):
        if "digest" not in line.fields:
            covered += line.data
            continue
        stated = line.text("digest")
        before, _, behind = line.data.rpartition(b',"digest":')
        assert behind == b'"%s"}\n' % stated.encode()
        yield stated, sha256(covered + before).hexdigest()
        covered = stated.encode()
