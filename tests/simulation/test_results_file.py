"""Results as JSON: what is read is what was written, and anything else is refused by one error."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import Rules
from pitboss.game.limits import MAX_CARDS
from pitboss.simulation import (
    Bankroll,
    MergeError,
    ResultsError,
    Run,
    SimulationResult,
    results_from_json,
    results_to_json,
    run_of,
    simulate,
)
from pitboss.simulation.results_file import MAX_RESULTS_BYTES
from pitboss.table.snapshot_json import digest_of

RULES = Rules.preset("double_deck_h17")
BANKROLL = Bankroll(5_000, 4)
Tree = dict[str, Any]
Path = tuple[Any, ...]


@cache
def run_of_two() -> Run:
    """Return a run of two seats."""
    return run_of(RULES, ["hi-lo", "basic"], seed=5)


@pytest.fixture(scope="module")
def found() -> SimulationResult:
    """Play two ranges, with parts of sessions at three of their ends."""
    return run_of_two().shoes(1, 6, bankroll=BANKROLL) + run_of_two().shoes(
        11, 15, bankroll=BANKROLL
    )


def tree_of(found: SimulationResult) -> Tree:
    """Return what the JSON of a result holds."""
    tree: Tree = json.loads(results_to_json(found))
    return tree


def with_digest(tree: Tree) -> str:
    """Write JSON with the digest of what it holds, as somebody could who means it."""
    held = {name: value for name, value in tree.items() if name != "digest"}
    return json.dumps({**held, "digest": digest_of(held)})


def refused_at(text: Any) -> str:  # noqa: ANN401  of any wrong type
    """Return the place at which a text is refused."""
    with pytest.raises(ResultsError, match=r"results refused at .*: give them as") as caught:
        results_from_json(text)
    assert len(str(caught.value)) < 400
    return caught.value.where


def check_round_trip(found: SimulationResult) -> None:
    """See that a result is read as it was written, from text and from UTF-8."""
    text = results_to_json(found)
    again = results_from_json(text)
    assert again == found
    assert results_to_json(again) == text == results_to_json(results_from_json(text.encode()))
    assert "\n" not in text
    assert "." not in text


@pytest.mark.parametrize(
    "run",
    [
        run_of_two,
        lambda: run_of(Rules.preset("six_deck_s17"), "ko", seed=bytes(32), seats=7),
        lambda: run_of(Rules.preset("single_deck_6to5", shuffle="every_round"), seed=2),
        lambda: run_of(RULES, ["mimic", "random"], seed=1),
    ],
    ids=["two seats", "seven seats", "fresh shoes", "players in Python"],
)
@pytest.mark.parametrize("bankroll", [None, Bankroll(3_000, 3), Bankroll(10**6, 100)], ids=str)
def test_what_is_written_is_read(run: Callable[[], Run], bankroll: Bankroll | None) -> None:
    """To the last minor unit, with or without what may be left out."""
    for hands in (True, False):
        part = run().shoes(2, 9, hands=hands, bankroll=bankroll)
        check_round_trip(part)
        check_round_trip(part + run().shoes(11, 13, hands=hands, bankroll=bankroll))
        check_round_trip(run().nothing(hands=hands, bankroll=bankroll))


@given(
    ends=st.lists(st.integers(1, 40), min_size=2, max_size=8, unique=True).map(sorted),
    length=st.integers(1, 12),
)
def test_any_shoes_are_read_as_they_were_written(ends: list[int], length: int) -> None:
    """Whatever sessions their ranges cut."""
    bankroll = Bankroll(4_000, length)
    found = run_of_two().nothing(bankroll=bankroll)
    for first, last in zip(ends[::2], ends[1::2], strict=False):
        found += run_of_two().shoes(first, last, bankroll=bankroll)
    check_round_trip(found)


def test_what_is_read_is_added_like_any_other(found: SimulationResult) -> None:
    """Sums and sessions are those of all shoes at once."""
    middle = results_from_json(results_to_json(run_of_two().shoes(7, 10, bankroll=BANKROLL)))
    assert results_from_json(results_to_json(found)) + middle == run_of_two().shoes(
        1, 15, bankroll=BANKROLL
    )


def test_equal_results_give_the_same_text() -> None:
    """In whatever order they were added."""
    one, other = run_of_two().shoes(1, 3), run_of_two().shoes(4, 30)
    assert results_to_json(one + other) == results_to_json(other + one)


def test_results_of_many_rounds_are_read() -> None:
    """With every count and nearly every hand."""
    check_round_trip(simulate(RULES, "hi-lo", rounds=300_000, seed=7, seats=7))


def places_in(tree: Any, path: Path = ()) -> Iterator[Path]:  # noqa: ANN401  any JSON
    """Give the way to everything in a tree; of rows that are alike, to two."""
    if path:
        yield path
    held: Any = tree
    names: list[Any] = []
    if isinstance(tree, dict):
        names = [*cast("Tree", tree)]
    elif isinstance(tree, list):
        many = len(cast("list[object]", tree))
        names = [*range(many)] if many < 12 else [0, many - 1]
    for name in names:
        yield from places_in(held[name], (*path, name))


def without(holder: Any, at: Any) -> None:  # noqa: ANN401  a list or an object
    """Take something away."""
    del holder[at]


def twice(holder: Any, at: Any) -> None:  # noqa: ANN401  a list or an object
    """Put something beside what is like it."""
    if isinstance(at, int):
        holder.insert(at, holder[at])
    else:
        holder[f"{at} "] = holder[at]


def put(value: object) -> Callable[[Any, Any], None]:
    """Return what puts a value in the place of another."""

    def change(holder: Any, at: Any) -> None:  # noqa: ANN401  a list or an object
        holder[at] = value

    return change


EMPTY: tuple[list[object], Tree] = ([], {})
WRONG: tuple[object, ...] = (-1, 1.5, 1e400, "1", "", True, None, *EMPTY, [[1, 2]], 2**63, 10**90)
OTHER = (0, 1, 2, 40, 2**62, 2**100, -(2**100))


def mutated(tree: Tree, path: Path, change: Callable[[Any, Any], None]) -> Tree:
    """Return a tree in which one thing is changed."""
    copy: Tree = json.loads(json.dumps(tree))
    holder: Any = copy
    for at in path[:-1]:
        holder = holder[at]
    change(holder, path[-1])
    return copy


def figures_of(found: SimulationResult) -> list[float]:
    """Return every figure that is made of a result."""
    rows = [sums for seat in found.by_hand for sums in seat.values()]
    rows += [sums for seat in found.by_count for sums in seat.values()]
    seats = [
        each
        for sums in (*found.seats, *rows)
        for each in (sums.edge, sums.mean_minor, sums.standard_error_minor, sums.n0)
    ]
    shoes = [found.standard_error_minor, found.rounds_per_shoe, found.hands_per_shoe]
    sessions = [found.sessions.standard_error] if found.sessions else []
    return [*seats, *shoes, *sessions, found.penetration, found.cards_per_round]


@pytest.mark.untraced
def test_anything_that_is_changed_is_refused_or_can_be_used() -> None:
    """Whatever stands wherever: no other error comes, then or when the result is used."""
    found = run_of_two().shoes(1, 3, bankroll=BANKROLL)
    other = run_of_two().shoes(4, 4, bankroll=BANKROLL)
    tree = tree_of(found)
    refused = used = 0
    for path in places_in(tree):
        for change in (without, twice, *map(put, WRONG), *map(put, OTHER)):
            changed = mutated(tree, path, change)
            try:
                again = results_from_json(with_digest(changed))
            except ResultsError:
                refused += 1
                continue
            used += 1
            assert figures_of(again)
            check_round_trip(again)
            # Of another run, say, it may not be added.
            with suppress(MergeError):
                assert figures_of(again + other)
    assert refused > 9 * used > 0


def test_every_change_without_a_new_digest_is_refused(found: SimulationResult) -> None:
    """A digit that was damaged is found, whatever it counts."""
    tree = tree_of(found)
    for path in places_in(tree):
        for change in (without, twice, put(7)):
            assert refused_at(json.dumps(mutated(tree, path, change)))


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe",
        "",
        "nothing",
        "[]",
        "3",
        "null",
        "{}",
        '{"schema":1',
        '{"schema":1,"schema":1}',
        '{"schema":NaN}',
        f'{{"schema":{"9" * 200}}}',
        "[" * 100_000,
        " " * (MAX_RESULTS_BYTES + 1),
        3,
        None,
        {"schema": 1},
    ],
    ids=lambda text: repr(text)[:20],
)
def test_what_is_no_json_of_results_is_refused(text: object) -> None:
    """Before anything in it is used."""
    assert refused_at(text) in {"the top", "schema"}


@pytest.mark.parametrize("schema", [0, 2, 1.0, True, "1", None])
def test_another_version_is_refused(found: SimulationResult, schema: object) -> None:
    """Whatever else it holds."""
    assert refused_at(with_digest({**tree_of(found), "schema": schema})) == "schema"


FLAWS: list[tuple[str, Path, object]] = [
    ("run", ("run",), "abc"),
    ("run", ("run",), 5),
    ("whole_shoe", ("whole_shoe",), MAX_CARDS + 1),
    ("whole_shoe", ("whole_shoe",), -1),
    ("shoes", ("shoes",), {}),
    ("shoes", ("shoes",), [[1, 6], [7, 11]]),
    ("shoes", ("shoes",), [[11, 15], [1, 6]]),
    ("shoes", ("shoes",), [[1, 6], [5, 9]]),
    ("shoes", ("shoes",), [[6, 1]]),
    ("shoes", ("shoes",), [[0, 10]]),
    ("shoes", ("shoes",), [[1, 2**63]]),
    ("shoes", ("shoes",), [[1, 6, 7]]),
    ("of_shoes", ("shoes",), [[1, 6]]),
    ("of_shoes", ("of_shoes", 1), 10),
    ("of_shoes", ("of_shoes", 1), 2**62),
    ("of_shoes", ("of_shoes", 2), 0),
    ("of_shoes", ("of_shoes", 4), -5),
    ("of_shoes", ("of_shoes", 5), 0),
    ("of_shoes", ("of_shoes", 6), 2**150),
    ("by_count", ("of_shoes", 3), 1),
    ("by_count", ("by_count",), []),
    ("by_count", ("by_count", 0, 0, 0), 3),
    ("by_count", ("by_count", 0, 0, 0), -41),
    ("by_count", ("by_count", 1, 0, 1), 0),
    ("by_count", ("by_count", 1, 0, 2), 0),
    ("by_count", ("by_count", 1, 0, 3), -1),
    ("by_count", ("by_count", 1, 0, 4), -1),
    ("by_count", ("by_count", 1, 0, 6), 1),
    ("by_hand", ("by_hand",), [[]]),
    ("by_hand", ("by_hand", 0, 0, 0), 0),
    ("by_hand", ("by_hand", 0, 0, 0), 5),
    ("by_hand", ("by_hand", 0, 0, 1), 10),
    ("by_hand", ("by_hand", 0, -1, 2), 1),
    ("by_hand", ("by_hand", 0, 0, 3), 2),
    ("sessions", ("sessions",), []),
    ("sessions", ("sessions",), {"bankroll": 5}),
    ("sessions", ("sessions", "bankroll"), 0),
    ("sessions", ("sessions", "shoes"), 2**41),
    ("sessions", ("sessions", "shoes"), 5),
    ("sessions", ("sessions", "played"), 2),
    ("sessions", ("sessions", "played"), 1.0),
    ("sessions", ("sessions", "ruined"), 3),
    ("sessions", ("sessions", "parts"), []),
    ("sessions", ("sessions", "parts", 0, 3), 1),
    ("worst_shoes", ("worst_shoes",), [[-1, 7]]),
    ("worst_shoes", ("worst_shoes",), [[0, 1]]),
    ("worst_shoes", ("worst_shoes",), [[-5, 1], [-6, 2]]),
    ("worst_shoes", ("worst_shoes",), [[-6, 1], [-5, 1]]),
]


@pytest.mark.parametrize(
    ("where", "path", "value"), FLAWS, ids=[f"{path} = {value!r}"[:60] for _, path, value in FLAWS]
)
def test_what_does_not_agree_with_itself_is_refused(
    where: str, path: Path, value: object, found: SimulationResult
) -> None:
    """Even with a digest; the error names the place."""
    assert refused_at(with_digest(mutated(tree_of(found), path, put(value)))) == where


def test_no_limit_hides_behind_another() -> None:
    """Too many seats, shoes or rounds are refused where all else agrees."""
    nothing = tree_of(run_of_two().nothing(hands=False))
    assert refused_at(with_digest({**nothing, "by_count": [[]] * 8})) == "by_count"
    assert refused_at(with_digest({**nothing, "of_shoes": [0, 0, 0, 0, -1, -1, 0]})) == "of_shoes"
    tree = tree_of(run_of_two().shoes(1, 150, hands=False))
    worst = [[shoe - 500, shoe] for shoe in range(1, 102)]
    assert refused_at(with_digest({**tree, "worst_shoes": worst})) == "worst_shoes"
    check_round_trip(results_from_json(with_digest({**tree, "worst_shoes": worst[:-1]})))
    more = mutated(tree, ("by_count", 1, 0, 1), put(tree["of_shoes"][1] + 1))
    more["by_count"][1][0][2] *= 2
    assert refused_at(with_digest(more)) == "by_count"


def test_a_member_that_is_missing_or_unknown_is_named(found: SimulationResult) -> None:
    """Nothing is passed over."""
    tree = tree_of(found)
    with pytest.raises(ResultsError, match="the member 'sessions' is missing"):
        results_from_json(with_digest(mutated(tree, ("sessions",), without)))
    with pytest.raises(ResultsError, match="the member 'more' is unknown"):
        results_from_json(with_digest({**tree, "more": 1}))


def test_results_with_other_seats_are_not_added(found: SimulationResult) -> None:
    """Not even if they state the same run."""
    tree = tree_of(run_of(RULES, seed=1).shoes(20, 20, bankroll=BANKROLL))
    lying = results_from_json(with_digest({**tree, "run": run_of_two().digest}))
    with pytest.raises(MergeError, match="two runs"):
        _ = found + lying


def test_results_that_are_too_long_are_not_written(
    found: SimulationResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rather than what could not be read again."""
    monkeypatch.setattr("pitboss.simulation.results_file.MAX_RESULTS_BYTES", 1_000)
    with pytest.raises(ResultsError, match="longer than 1000 bytes: play the shoes between"):
        results_to_json(found)
