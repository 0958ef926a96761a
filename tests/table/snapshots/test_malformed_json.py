"""JSON that is damaged or of another version is refused with one error, which says where."""

import json
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.scale import scaled
from tests.table.snapshots.known_tables import MISSING, Json, damaged, mid_round, places, sealed
from tests.table.snapshots.random_play import play_on

from pitboss.errors import ArgumentError, SnapshotError
from pitboss.table import Table
from pitboss.table.snapshot import MAX_SNAPSHOT_BYTES, Snapshot

KNOWN = ["mid_round", "settled", "fresh_shoe", "emptied_shoe"]

ANN = "round.seats[0]"
SPLIT = "round.seats[0].hands[1]"
SHOE = "house.shoe"
BIG = 2**63

# What stands where another type belongs, and the beginning of what is said of it.
WRONG_TYPES: list[tuple[str, Json, str]] = [
    ("seed", "7", "expected a text of pairs of hex digits, not '7'"),
    ("seed", 7.0, "expected a whole number, not 7.0"),
    ("seed", True, "expected a whole number, not True"),
    ("seed", BIG, "the number does not fit into 64 bits"),
    ("house.balance_minor", -BIG, "the number does not fit into 64 bits"),
    ("house.balance_minor", None, "expected a whole number, not None"),
    ("rules", None, "expected an object, not None"),
    ("rules.decks", "6", "must be written 6 in a snapshot"),
    ("rules.decks", True, "decks = True is not allowed"),
    ("rules.decks", 0, "decks = 0 is not allowed"),
    ("rules.peek", "sometimes", "peek = 'sometimes' is not allowed"),
    ("rules.soft_17", [], "soft_17 = [] is not allowed"),
    ("rules.blackjack_pays", "6:4", "must be written '3:2' in a snapshot"),
    ("rules.side_bets", [], "must be left out if it is the default"),
    ("plans", {}, "expected a list, not an object"),
    ("plans[1]", "Bob", "expected an object, not 'Bob'"),
    ("plans[1].name", None, "expected a text, not None"),
    ("plans[1].name", ["Bob"], "expected a text, not a list"),
    ("plans[1].balance_minor", "none", "expected a whole number, not 'none'"),
    ("round", [], "expected an object, not a list"),
    ("round.phase", "Waiting", "expected one of Betting, Dealt, "),
    ("round.phase", None, "expected a text, not None"),
    ("round.phase", "x" * 1_000, "expected one of Betting, Dealt, "),
    ("round.question", "", "expected one of bet, even_money, "),
    ("round.up_card", "1s", "expected a card such as 'Th', not '1s'"),
    ("round.up_card", 39, "expected a text, not 39"),
    ("round.void", 0, "expected true or false, not 0"),
    ("round.void", None, "expected true or false, not None"),
    (f"{SPLIT}.cards", "8d2s", "expected a list, not '8d2s'"),
    (f"{SPLIT}.cards[0]", "8D", "expected a card such as 'Th', not '8D'"),
    (f"{SHOE}.seed", "0", "expected a text of pairs of hex digits, not '0'"),
    (f"{SHOE}.seed", "AA", "expected a text of pairs of hex digits, not 'AA'"),
    (f"{SHOE}.seed", "0 0", "expected a text of pairs of hex digits, not '0 0'"),
    (f"{SHOE}.seed", 0, "expected a text, not 0"),
    ("house.shoes.seeded.table_seed", None, "expected a whole number, not None"),
]


def refusal_of(text: str) -> SnapshotError:
    """Return the error with which a snapshot in JSON is refused."""
    with pytest.raises(SnapshotError) as refused:
        Snapshot.from_json(text)
    return refused.value


@pytest.mark.parametrize(("where", "value", "problem"), WRONG_TYPES)
def test_a_value_of_another_type_is_refused(where: str, value: Json, problem: str) -> None:
    """Nothing is taken for something else, however alike they look."""
    error = refusal_of(damaged("mid_round", {where: value}))
    assert where.startswith(error.where)
    assert error.flaw.startswith(problem)
    assert len(error.flaw) < 200


OBJECTS = [
    "",
    "rules",
    "plans[0]",
    "round",
    ANN,
    SPLIT,
    "round.dealer",
    "house",
    SHOE,
    "house.shoes",
    "house.shoes.arranged[0]",
    "house.shoes.seeded",
]


@pytest.mark.parametrize("where", OBJECTS)
def test_no_field_may_be_missing(where: str) -> None:
    """Each field of each object is needed."""
    held = json.loads(damaged("mid_round", {}))
    for place in places(where):
        held = held[place]
    for name in held:
        field = f"{where}.{name}" if where else name
        error = refusal_of(damaged("mid_round", {field: MISSING}))
        assert (error.where, error.flaw) == (field, "is missing")


@pytest.mark.parametrize("where", OBJECTS)
def test_no_field_may_be_added(where: str) -> None:
    """What is not known could mean anything."""
    prefix = f"{where}." if where else ""
    error = refusal_of(damaged("mid_round", {f"{prefix}luck": 1}))
    assert (error.where, error.flaw) == (f"{prefix}'luck'", "is not known")


@pytest.mark.parametrize(
    ("where", "value", "problem"),
    [
        ("schema", 1, "is not 2, the only schema that this engine reads"),
        ("schema", True, "is not 2, the only schema that this engine reads"),
        ("schema", "1", "is not 2, the only schema that this engine reads"),
        ("schema", None, "is not 2, the only schema that this engine reads"),
        ("digest", "0" * 64, "does not match the contents: something was changed"),
        ("digest", None, "does not match the contents: something was changed"),
        ("shuffle", "mt19937", "is not 'shake256-fy/2', the only shuffle that this engine reads"),
    ],
)
def test_another_version_is_refused(where: str, value: Json, problem: str) -> None:
    """A snapshot of another form, or with shoes made by another algorithm, is not guessed at."""
    error = refusal_of(damaged("mid_round", {where: value}))
    assert (error.where, error.flaw) == (where, problem)


def test_the_digest_covers_what_the_page_says() -> None:
    """Other programs can compute it."""
    members = json.loads(mid_round().snapshot().to_json())
    digest = members.pop("digest")
    covered = json.dumps(members, sort_keys=True, separators=(",", ":"))
    assert digest == sha256(covered.encode("ascii")).hexdigest()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "this is not JSON: "),
        ("{", "this is not JSON: "),
        (b"\xff", "this is not JSON: "),
        ("[" * 100_000, "this is not JSON: it is nested too deep, beyond 32"),
        ('{"a":' * 991 + "0" + "}" * 991, "this is not JSON: it is nested too deep, beyond 32"),
        ("9" * 5_000, "this is not JSON: a number has more than 100 digits"),
        ('["' + "9" * 5_000 + '", ' + "9" * 101 + "]", "this is not JSON: a number has more"),
        ('["' + "9" * 5_000 + '"]', "expected an object, not a list"),
        ('{"' + "[" * 5_000 + '": 1}', "is missing"),
        (" " * (MAX_SNAPSHOT_BYTES + 1), "this is not JSON: it is longer than 4194304 bytes"),
        ('{"schema": 1, "schema": 1}', "this is not JSON: the key 'schema' stands twice"),
        ("NaN", "this is not JSON: NaN is no JSON number"),
        ("null", "expected an object, not None"),
        ("[]", "expected an object, not a list"),
        ('"' + "x" * 1_000 + '"', "expected an object, not 'xxx"),
    ],
)
def test_what_is_no_object_of_json_is_refused(text: str | bytes, problem: str) -> None:
    """The whole is refused with one sentence."""
    with pytest.raises(SnapshotError) as refused:
        Snapshot.from_json(text)
    assert refused.value.where in {"the top", "schema"}
    assert refused.value.flaw.startswith(problem)


def test_a_key_that_stands_twice_far_inside_is_refused() -> None:
    """Readers disagree about which of the two counts."""
    text = damaged("mid_round", {}).replace('"points": 10', '"points": 9, "points": 10')
    assert "the key 'points' stands twice" in refusal_of(text).flaw


def holders(held: Json) -> list[dict[str, Json] | list[Json]]:
    """List every object and list inside JSON that holds something, the whole included."""
    if not isinstance(held, dict | list) or not held:
        return []
    inner = held.values() if isinstance(held, dict) else held
    return [held, *(holder for value in inner for holder in holders(value))]


SCRAPS: st.SearchStrategy[Json] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["As", "Th", "win", "seen", "Filling", "play", "off", "6:5"]),
    st.just([]),
    st.just({}),
)


@st.composite
def damaged_at_random(draw: st.DrawFn) -> str:
    """Draw the snapshot of a known table in JSON with a few random changes anywhere inside."""
    whole: Json = json.loads(damaged(draw(st.sampled_from(KNOWN)), {}))
    for _ in range(draw(st.integers(1, 3))):
        holder = draw(st.sampled_from(holders(whole)))
        scrap = draw(SCRAPS)
        if isinstance(holder, dict):
            name = draw(st.sampled_from(sorted(holder)))
            holder.update({name: scrap})
        else:
            place = draw(st.integers(0, len(holder) - 1))
            holder[place : place + draw(st.integers(0, 1))] = draw(
                st.sampled_from([[], [scrap], holder[place : place + 2]])
            )
    return sealed(whole)


@settings(max_examples=scaled(300, least=30))
@given(damaged_at_random())
def test_a_damaged_snapshot_is_refused_or_plays_on(text: str) -> None:
    """Whatever is changed, nothing but the one error comes of it, now or in later play."""
    try:
        snapshot = Snapshot.from_json(text)
    except SnapshotError:
        return
    play_on(Random(0), Table.restore(snapshot), 30)


@settings(max_examples=scaled(300, least=30))
@given(name=st.sampled_from(KNOWN), data=st.data())
def test_a_snapshot_with_changed_bytes_is_refused_or_plays_on(
    name: str, data: st.DataObject
) -> None:
    """Bytes replaced, cut out or put in anywhere bring nothing but the one error."""
    text = damaged(name, {}).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 4, len(text))))
    try:
        snapshot = Snapshot.from_json(text[:start] + data.draw(st.binary(max_size=4)) + text[end:])
    except SnapshotError:
        return
    play_on(Random(0), Table.restore(snapshot), 30)


@given(st.one_of(st.binary(), st.text()))
def test_what_is_no_snapshot_at_all_is_refused(text: str | bytes) -> None:
    """Bytes and texts from anywhere bring nothing but the one error."""
    with pytest.raises(SnapshotError):
        Snapshot.from_json(text)


@pytest.mark.parametrize("text", [None, 5, {}])
def test_only_text_or_bytes_are_read(text: Any) -> None:  # noqa: ANN401  the wrong types
    """The error names the argument."""
    with pytest.raises(ArgumentError, match="text must be text or bytes, got "):
        Snapshot.from_json(text)
