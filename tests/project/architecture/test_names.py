"""Names follow one scheme: bounds begin with MAX or MIN, and functions say what they do."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ENGINE = ROOT / "engine" / "pitboss"

OTHER_BOUND = re.compile(
    r"_?(?:MOST|LEAST|LONGEST|SHORTEST|FEWEST|LARGEST|SMALLEST|GREATEST|HIGHEST|LOWEST"
    r"|WIDEST|NARROWEST|DEEPEST|ENOUGH)(?:_[A-Z_]+)?"
    r"|[A-Z_]+_(?:MAX|MIN|MAXIMUM|MINIMUM)"
)


def constants_in(source: str) -> Iterator[str]:
    """Name what a module sets to a value, wherever it does."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(targets=targets):
                yield from (each.id for each in targets if isinstance(each, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def odd_bounds(source: str) -> list[str]:
    """Name the bounds of a module that begin with neither MAX nor MIN."""
    return [name for name in constants_in(source) if OTHER_BOUND.fullmatch(name)]


def test_bounds_begin_with_max_or_min() -> None:
    """Whoever looks for a limit looks for one word."""
    files = sorted([*ENGINE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")])
    assert files
    odd = {path.relative_to(ROOT).as_posix(): odd_bounds(path.read_text("utf-8")) for path in files}
    assert {path: names for path, names in odd.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "odd"),
    [
        ("MOST_SEATS: Final = 7", ["MOST_SEATS"]),
        ("class A:\n    _LONGEST = 3", ["_LONGEST"]),
        ("SEATS_MAX = WIDEST = 7", ["SEATS_MAX", "WIDEST"]),
        ("MAX_SEATS = 7\n_MIN_SEATS: int = 1\nmost_seats = ALMOST = 2", []),
    ],
)
def test_a_bound_of_another_scheme_is_found(source: str, odd: list[str]) -> None:
    """It is found at any depth; a name that only resembles one is not."""
    assert odd_bounds(source) == odd


PARTICIPLE = re.compile(
    r"[a-z]+ed|begun|drawn|found|given|held|kept|known|left|said|seen|shown|taken|told|written"
)


def named_by_participles(source: str) -> list[str]:
    """Name the public functions of a module whose name is a participle and nothing else."""
    return [
        node.name
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and PARTICIPLE.fullmatch(node.name)
    ]


def test_no_public_function_is_named_by_a_participle_alone() -> None:
    """A function is named by what it does, or by what it returns."""
    found = {
        path.relative_to(ROOT).as_posix(): named_by_participles(path.read_text("utf-8"))
        for path in sorted(ENGINE.rglob("*.py"))
    }
    assert found
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def scaled(x): ...", ["scaled"]),
        ("async def written(): ...", ["written"]),
        (
            "def _told(): ...\ndef write_seat(): ...\nclass A:\n    def told(): ...",
            [],
        ),
    ],
)
def test_a_function_named_by_a_participle_is_found(source: str, names: list[str]) -> None:
    """A private function, a method or a longer name is not."""
    assert named_by_participles(source) == names
