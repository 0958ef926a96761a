"""A host's own lines: what is read is what was given, or nothing was written."""

import json
import math
from collections import UserDict
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.replay.recorded import play_round, verdict_of

from pitboss.errors import JournalError
from pitboss.journal import Journal
from pitboss.journal.lines import JsonValue
from pitboss.table import Table


@dataclass
class Point:
    """Something that some writers of JSON take for an object."""

    x: int = 1


class Colour(Enum):
    """Something that some take for its value."""

    RED = "red"


NOT_JSON: tuple[object, ...] = (
    math.nan,
    -math.nan,
    math.inf,
    -math.inf,
    float("1e999"),
    {1, 2},
    frozenset[int](),
    b"bytes",
    bytearray(b"bytes"),
    memoryview(b"bytes"),
    2**64,
    -(2**63) - 1,
    10**5_000,
    1j,
    Decimal("0.1"),
    Fraction(1, 3),
    {1: 2},
    {None: 2},
    {True: 2},
    {"a": 1, 2: 3},
    {date(2026, 1, 1): 1},
    date(2026, 1, 1),
    datetime(2026, 1, 1, tzinfo=UTC),
    UUID(int=7),
    Point(),
    Colour.RED,
    Colour,
    object(),
    print,
    Path("game"),
    UserDict({"a": 1}),
    MappingProxyType({"a": 1}),
    range(3),
    iter([1]),
    "\ud800",
    {"\ud800": 1},
    ...,
    NotImplemented,
)


def wrapped(value: object, depth: int) -> object:
    """Put a value into others."""
    for level in range(depth):
        value = [value, level] if level % 2 else {"in": value}
    return value


@pytest.mark.parametrize("depth", [0, 1, 4])
@pytest.mark.parametrize("value", NOT_JSON, ids=type)
def test_what_json_cannot_say_is_refused(value: object, depth: int) -> None:
    """Wherever it stands in a note; nothing is written, and the journal goes on."""
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(seats=["Ann"], seed=7, recorder=journal)
    before = sink.getvalue()
    with pytest.raises(JournalError, match="a note that is not JSON"):
        journal.host({"value": cast("JsonValue", wrapped(value, depth))})
    assert sink.getvalue() == before
    play_round(table)
    table.close()
    assert verdict_of(sink.getvalue()).matches


def test_what_contains_itself_or_goes_too_deep_is_refused() -> None:
    """There is no end to it."""
    endless: list[Any] = []
    endless.append(endless)
    for value in (endless, wrapped(1, 100_000)):
        with pytest.raises(JournalError, match="a note that is not JSON"):
            Journal(BytesIO()).host({"value": cast("JsonValue", value)})


SAID = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("a♠"), inner, max_size=3),
    max_leaves=6,
)
SHOWN = [value for value in NOT_JSON if value != 10**5_000]
"""Without what no example could be told of."""

ANYTHING = st.recursive(
    SAID | st.floats() | st.integers() | st.sampled_from(SHOWN),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abc"), inner, max_size=3)
        | st.tuples(inner, inner)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.text("abc"), SAID, max_size=3))
def test_what_json_says_is_read_as_it_was_given(note: dict[str, Any]) -> None:
    """Numbers with a point included, to the last digit."""
    sink = BytesIO()
    Journal(sink).host(note)
    assert json.loads(sink.getvalue())["note"] == note


def as_lists(value: Any) -> Any:  # noqa: ANN401  of any kind
    """Return a value with lists for its tuples."""
    if isinstance(value, dict):
        return {key: as_lists(each) for key, each in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [as_lists(each) for each in cast("list[Any]", value)]
    return value


@given(st.dictionaries(st.text("abc"), ANYTHING, max_size=3))
def test_a_note_is_read_as_it_was_given_or_refused(note: dict[str, Any]) -> None:
    """There is nothing between."""
    sink = BytesIO()
    try:
        Journal(sink).host(note)
    except JournalError:
        assert sink.getvalue() == b""
    else:
        assert json.loads(sink.getvalue())["note"] == as_lists(note)
