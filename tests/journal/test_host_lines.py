"""A host's own lines: what is read is what was given, or nothing was written."""

import json
import math
from collections import UserDict
from collections.abc import Iterator
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
from tests.journal.plain_reader import plain_lines, proved_digests
from tests.replay.recorded import play_on, play_round, verdict_of

from pitboss import Event, Journal, Table
from pitboss.errors import JournalError
from pitboss.game.seat_changes import SeatChange
from pitboss.journal.writer import MAX_LINE_BYTES
from pitboss.text.strict import MAX_DEPTH, JsonValue, strict_json


@dataclass
class Point:
    """Something that some writers of JSON take for an object."""

    x: int = 1


class Colour(Enum):
    """Something that some take for its value."""

    RED = "red"


NOT_JSON: tuple[object, ...] = (
    0.5,
    2**63,
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
    """Wherever it stands among the facts; nothing is written, and the journal goes on."""
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(seats=["Ann"], seed=7, recorder=journal)
    before = sink.getvalue()
    with pytest.raises(JournalError, match="the host's facts are not plain JSON"):
        journal.host({"value": cast("JsonValue", wrapped(value, depth))})
    assert sink.getvalue() == before
    play_round(table)
    table.close()
    assert verdict_of(sink.getvalue()).matches


def test_what_contains_itself_or_goes_too_deep_is_refused() -> None:
    """A line is nested as deep as any text may be, and no deeper."""
    endless: list[Any] = []
    endless.append(endless)
    around = len(["line", "facts"])
    sink, journal = begun()
    journal.host({"value": cast("JsonValue", wrapped(1, MAX_DEPTH - around))})
    assert strict_json(sink.getvalue().splitlines()[-1], MAX_LINE_BYTES)
    for value in (endless, wrapped(1, MAX_DEPTH - around + 1), wrapped(1, 100_000)):
        with pytest.raises(JournalError, match="the host's facts are not plain JSON"):
            begun()[1].host({"value": cast("JsonValue", value)})


class Endless(dict[str, Any]):
    """Says that it holds itself, but a writer of JSON reads what it holds."""

    def values(self) -> Any:  # noqa: ANN401  of another type than the method that it replaces
        """Return itself."""
        return [self]


class EndlessList(list[Any]):
    """Also says that it holds itself."""

    def __iter__(self) -> Iterator[Any]:
        return iter([self])


def test_facts_that_say_that_they_hold_themselves_are_read_as_they_are_written() -> None:
    """Compiled functions that call themselves without end would exceed the stack."""
    sink, journal = begun()
    journal.host(Endless({"value": Endless({"one": 1}), "values": EndlessList([2])}))
    assert last_facts(sink) == {"value": {"one": 1}, "values": [2]}
    for facts in (Endless({"value": 0.5}), Endless({"value": EndlessList([0.5])})):
        with pytest.raises(JournalError, match="the host's facts are not plain JSON"):
            journal.host(facts)


SAID = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
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


def begun() -> tuple[BytesIO, Journal]:
    """Return a journal that a table has begun, and its sink."""
    sink = BytesIO()
    journal = Journal(sink)
    Table(seats=["Ann"], seed=7, recorder=journal)
    return sink, journal


def last_facts(sink: BytesIO) -> object:
    """Return the facts of the last line."""
    return json.loads(sink.getvalue().splitlines()[-1])["host"]


@given(st.dictionaries(st.text("abc"), SAID, max_size=3))
def test_what_json_says_is_read_as_it_was_given(facts: dict[str, Any]) -> None:
    """To the last digit."""
    sink, journal = begun()
    journal.host(facts)
    assert last_facts(sink) == facts


def as_lists(value: Any) -> Any:  # noqa: ANN401  of any kind
    """Return a value with lists for its tuples."""
    if isinstance(value, dict):
        return {key: as_lists(each) for key, each in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [as_lists(each) for each in cast("list[Any]", value)]
    return value


@given(st.dictionaries(st.text("abc"), ANYTHING, max_size=3))
def test_facts_are_read_as_they_were_given_or_refused(facts: dict[str, Any]) -> None:
    """There is nothing between."""
    sink, journal = begun()
    before = sink.getvalue()
    try:
        journal.host(facts)
    except JournalError:
        assert sink.getvalue() == before
    else:
        assert last_facts(sink) == as_lists(facts)


def test_a_line_of_the_host_is_numbered_and_stands_where_it_was_written() -> None:
    """What the journal held back is written before it, and a digest covers all."""
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(seats=["Ann"], seed=7, recorder=journal)
    table.open_round()
    journal.host({"time": "20:00"})
    lines = plain_lines(sink.getvalue())
    assert [line.kind for line in lines] == ["journal", "shoe", "round", "host"]
    assert lines[-1].data == b'{"seq":3,"line":"host","host":{"time":"20:00"}}\n'
    play_on(table)
    table.close()
    assert verdict_of(sink.getvalue()).matches
    assert all(stated == due for stated, due in proved_digests(sink.getvalue()))


def test_a_line_of_the_host_makes_no_offer_stale() -> None:
    """It is no event: the table's own sequence number stays."""
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(seats=["Ann"], seed=7, recorder=journal)
    table.open_round()
    offer = table.offer()
    assert offer is not None
    journal.host({"time": "20:00"})
    table.apply(offer.bet(1000), at=offer.seq)


def test_a_line_of_the_host_needs_a_journal_that_is_begun_and_not_ended() -> None:
    """The first line is the header, and the last the trailer."""
    sink = BytesIO()
    journal = Journal(sink)
    with pytest.raises(JournalError, match="before the first line"):
        journal.host({})
    table = Table(seats=["Ann"], seed=7, recorder=journal)
    table.close()
    with pytest.raises(JournalError, match="after the last line"):
        journal.host({})
    assert verdict_of(sink.getvalue()).matches


class Early:
    """A recorder that writes a host's line before the line of the event.

    Args:
        journal: that it writes.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def opened(self, table: Table) -> None:
        """Begin the journal."""
        self._journal.opened(table)

    def joined(self, table: Table) -> None:
        """Go on with the journal."""
        self._journal.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Say something of an event that has no line yet."""
        with pytest.raises(JournalError, match="an event is under way, or was cut short"):
            self._journal.host({"kind": event.kind.value})
        self._journal.applied(table, event)
        self._journal.host({"kind": event.kind.value})

    def changed(self, table: Table, change: SeatChange) -> None:
        """Write the change of a seat."""
        self._journal.changed(table, change)

    def closed(self, table: Table) -> None:
        """Write the last line."""
        self._journal.closed(table)


def test_a_line_of_the_host_stands_behind_the_event_that_it_follows() -> None:
    """Between an event and its line it would stand at the wrong place."""
    sink = BytesIO()
    table = Table(seats=["Ann"], seed=7, recorder=Early(Journal(sink)))
    play_round(table)
    table.close()
    kinds = [line.kind for line in plain_lines(sink.getvalue()) if line.kind in {"event", "host"}]
    assert kinds[:2] == ["host", "event"]
    assert kinds.count("host") == table.round.event_count
    assert verdict_of(sink.getvalue()).matches


@pytest.mark.parametrize("facts", ["ab", None, [1], {1: 2}])
def test_facts_that_are_no_object_are_refused(facts: object) -> None:
    """Whatever else they are."""
    with pytest.raises(JournalError, match="the host's facts are not plain JSON"):
        begun()[1].host(cast("dict[str, JsonValue]", facts))


def length_of_line(text: str) -> int:
    """Return how long the line of a host with a text is."""
    sink, journal = begun()
    journal.host({"text": text})
    return len(plain_lines(sink.getvalue())[-1].data)


def test_a_line_of_the_host_may_be_as_long_as_a_line_and_no_longer() -> None:
    """What may be written may be read; a line that no reader would take is not written."""
    free = MAX_LINE_BYTES - length_of_line("")
    assert length_of_line("x" * free) == MAX_LINE_BYTES
    with pytest.raises(JournalError, match=f"{MAX_LINE_BYTES + 1} bytes"):
        length_of_line("x" * (free + 1))
    sink = BytesIO()
    journal = Journal(sink)
    table = Table(seats=["Ann"], seed=7, recorder=journal)
    journal.host({"text": "x" * free})
    play_round(table)
    table.close()
    assert verdict_of(sink.getvalue()).matches
