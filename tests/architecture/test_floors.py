"""The floors of the engine: a module imports only from floors below its own."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "engine" / "pitboss"

# From the ground up. A room is a module of the package, or a package inside it with all it holds.
FLOORS: tuple[str, ...] = (
    (
        "cards enumerations errors exit_codes limits money names round_fields strict_json "
        "strict_toml trace version"
    ),
    "events hand option_kinds options presets reasons rule_checks rule_values rules shoe",
    "round",
    "machine",
    (
        "dealt_cards freshness invariants journal journal_chain journal_files journal_lines "
        "journal_logger journal_reader legality offers replayable seating settled_bets snapshot "
        "snapshot_json views"
    ),
    "arranged bank driver explain replay seeds table",
    "diagrams evening narration players terminal value_game",
    "__init__ cli",
    "__main__",
)

# Rooms that look at neighbours on their own floor, and at whom.
NEIGHBOURS: Mapping[str, str] = {
    "cards": "errors trace",
    "limits": "cards",
    "money": "errors",
    "strict_toml": "strict_json",
    "option_kinds": "rule_values",
    "options": "option_kinds rule_values",
    "presets": "option_kinds options",
    "rule_checks": "rule_values",
    "rules": "option_kinds options presets rule_checks rule_values",
    "shoe": "rules",
    "journal": "journal_chain journal_files journal_lines journal_logger replayable",
    "journal_logger": "journal_lines",
    "offers": "freshness legality",
    "views": "freshness",
    "journal_reader": "journal journal_files",
    "invariants": "dealt_cards settled_bets",
    "settled_bets": "dealt_cards",
    "snapshot": "invariants snapshot_json",
    "arranged": "table",
    "driver": "table",
    "explain": "table",
    "replay": "table",
    "diagrams": "narration players terminal",
    "narration": "terminal",
    "players": "terminal",
}

# A library whose ways must not spread is imported by one room alone.
SOLE_IMPORTERS: Mapping[str, str] = {
    "resvg_py": "diagrams",
    "structlog": "journal_logger",
    "transitions": "machine",
}

# Import names that are not the name of their distribution.
OTHER_NAMES: Mapping[str, str] = {"attr": "attrs"}

FLOOR_OF: Mapping[str, int] = {
    room: number for number, floor in enumerate(FLOORS) for room in floor.split()
}


@frozen
class Import:
    """One name that a module imports.

    Attributes:
        room: the room that the module belongs to.
        place: file and line, for the reader of a complaint.
        target: what is imported, absolute and dotted.
    """

    room: str
    place: str
    target: str


def imports_under(package: Path) -> list[Import]:
    """Find every import in a package's source, at the top of a module or deep inside it."""
    return [
        Import(
            room=path.relative_to(package).with_suffix("").parts[0],
            place=f"{path.relative_to(package).as_posix()}:{node.lineno}",
            target=target,
        )
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path)))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for target in targets_of(node, [package.name, *path.relative_to(package).parent.parts])
    ]


def targets_of(node: ast.Import | ast.ImportFrom, home: list[str]) -> Iterator[str]:
    """Name what a statement imports; `home` is the package that the statement stands in."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    above = home[: len(home) + 1 - node.level] if node.level else []
    source = [*above, *([node.module] if node.module else [])]
    yield from (".".join([*source, alias.name]) for alias in node.names)


def rooms_of(package: Path) -> frozenset[str]:
    """Name every room that stands in a package."""
    return frozenset(
        path.relative_to(package).with_suffix("").parts[0] for path in package.rglob("*.py")
    )


def complaints_about(package: Path, dependencies: frozenset[str]) -> list[str]:
    """Say where a package breaks the order of the floors; an empty list says that it keeps it."""
    rooms = rooms_of(package)
    homeless = [f"{room} has no floor" for room in sorted(rooms - FLOOR_OF.keys())]
    verdicts = (
        about_a_room(each, rooms)
        if each.target.partition(".")[0] == package.name
        else about_a_library(each, dependencies)
        for each in imports_under(package)
        if each.room in FLOOR_OF
    )
    return homeless + list(dict.fromkeys(verdict for verdict in verdicts if verdict))


def about_a_room(each: Import, rooms: frozenset[str]) -> str | None:
    """Judge an import from within the package."""
    name = [*each.target.split("."), ""][1]
    # `from pitboss import Card` goes through the front door, whichever room Card is from.
    target = name if name in rooms else "__init__"
    if target == each.room or target in NEIGHBOURS.get(each.room, "").split():
        return None
    if target in FLOOR_OF and FLOOR_OF[target] < FLOOR_OF[each.room]:
        return None
    return f"{each.place} imports {target}: {target} is not below {each.room}"


def about_a_library(each: Import, dependencies: frozenset[str]) -> str | None:
    """Judge an import from outside the package."""
    name = each.target.partition(".")[0]
    if each.target in {"importlib", "importlib.import_module"}:
        return f"{each.place} imports {each.target}: an import must be seen to be judged"
    if name in sys.stdlib_module_names:
        return None
    if OTHER_NAMES.get(name, name) not in dependencies:
        return f"{each.place} imports {each.target}: {name} is not a dependency"
    if SOLE_IMPORTERS.get(name, each.room) != each.room:
        return f"{each.place} imports {each.target}: only {SOLE_IMPORTERS[name]} may"
    return None


def dependencies_of_the_project() -> frozenset[str]:
    """Read the names of the distributions that an installed pitboss needs."""
    return frozenset(_name_of(text) for text in _project()["dependencies"])


def extras_of_the_project() -> frozenset[str]:
    """Read the names of the distributions that some part of it can use and none needs.

    The engines that it is measured beside are not among them.
    """
    extras = _project()["optional-dependencies"]
    used = [texts for name, texts in extras.items() if name != "benchmarks"]
    return frozenset(_name_of(text) for texts in used for text in texts)


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project


def _name_of(requirement: str) -> str:
    return re.split(r"[^\w-]", requirement, maxsplit=1)[0]


def planted(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a small package with the given files in it, and return its folder."""
    package = folder / "pitboss"
    ground = {"__init__.py": "", "cards.py": "", "hand.py": "", "machine.py": "", "cli.py": ""}
    for name, source in {**ground, **files}.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(source, "utf-8")
    return package


def test_every_module_imports_only_from_the_floors_below() -> None:
    """The engine as it stands gives no reason to complain."""
    inner = [each for each in imports_under(PACKAGE) if each.target.startswith("pitboss.")]
    assert inner, f"no import within the package was found under {PACKAGE}"
    libraries = dependencies_of_the_project() | extras_of_the_project()
    assert complaints_about(PACKAGE, libraries) == []


def test_the_core_needs_exactly_five_libraries() -> None:
    """A sixth dependency is a decision, and is taken here first."""
    assert dependencies_of_the_project() == {"attrs", "click", "orjson", "structlog", "transitions"}


def test_what_an_extra_brings_is_imported_by_one_room_alone() -> None:
    """An extra is never needed by the core, and does not spread."""
    assert extras_of_the_project() == {"resvg_py"}
    assert extras_of_the_project() <= SOLE_IMPORTERS.keys()


def test_a_room_stands_on_one_floor() -> None:
    """No room is named twice in the map."""
    assert len(FLOOR_OF) == sum(len(floor.split()) for floor in FLOORS)


def test_neighbours_share_a_floor_and_never_look_at_each_other_in_a_circle() -> None:
    """An exception for neighbours can neither lead upwards nor round."""
    sight: TopologicalSorter[str] = TopologicalSorter()
    for room, neighbours in NEIGHBOURS.items():
        assert {FLOOR_OF[each] for each in neighbours.split()} == {FLOOR_OF[room]}, room
        sight.add(room, *neighbours.split())
    sight.prepare()


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("cards.py", "import pitboss.machine", "machine is not below cards"),
        ("cards.py", "import pitboss", "__init__ is not below cards"),
        ("cards.py", "import os, pitboss.machine as engine", "machine is not below cards"),
        ("cards.py", "from pitboss.machine import Machine", "machine is not below cards"),
        ("cards.py", "from pitboss import machine", "machine is not below cards"),
        ("cards.py", "from pitboss import Card", "__init__ is not below cards"),
        ("cards.py", "from pitboss import *", "__init__ is not below cards"),
        ("cards.py", "from . import machine", "machine is not below cards"),
        ("cards.py", "from .machine import Machine", "machine is not below cards"),
        ("cards.py", "def late():\n    import pitboss.machine", "machine is not below cards"),
        ("cards.py", "if TYPE_CHECKING:\n    from .cli import main", "cli is not below cards"),
        ("cards.py", "from pitboss.hand import total", "hand is not below cards"),
        ("shoe.py", "from pitboss.hand import total", "hand is not below shoe"),
        ("players/basic.py", "from ..cli import main", "cli is not below players"),
        ("players/bots/basic.py", "from ...cli import main", "cli is not below players"),
        ("players/__init__.py", "from .. import cli", "cli is not below players"),
        ("gossip.py", "", "gossip has no floor"),
        ("gossip/__init__.py", "", "gossip has no floor"),
        ("cli.py", "from pitboss.gossip import talk", "__init__ is not below cli"),
        ("views.py", "import transitions", "only machine may"),
        ("views.py", "from transitions.core import State", "only machine may"),
        ("driver.py", "import structlog", "only journal_logger may"),
        ("cards.py", "import numpy", "numpy is not a dependency"),
        ("cards.py", "import importlib", "must be seen to be judged"),
        ("cards.py", "from importlib import import_module", "must be seen to be judged"),
    ],
)
def test_a_planted_import_is_caught(file: str, source: str, complaint: str, tmp_path: Path) -> None:
    """One bad import in an orderly package gives one complaint, which says what is wrong."""
    package = planted(tmp_path, {file: source})
    complaints = complaints_about(package, dependencies_of_the_project())
    assert len(complaints) == 1
    assert complaint in complaints[0]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("machine.py", "from pitboss.cards import Card\nfrom transitions.core import State"),
        (
            "journal_logger/lines.py",
            "import structlog\nfrom .reader import read\nfrom ..cards import Card",
        ),
        ("money.py", "from pitboss.errors import MoneyError"),
        ("players/basic.py", "from pitboss.players.chart import chart\nfrom . import chart"),
        ("cli.py", "import click\nimport json\nfrom pitboss import machine\nimport attr"),
        ("__init__.py", "from pitboss.cards import Card as Card"),
        ("__main__.py", "from pitboss.cli import main"),
    ],
)
def test_an_orderly_import_is_let_pass(file: str, source: str, tmp_path: Path) -> None:
    """The checker complains of disorder only."""
    ground = {"errors.py": "", "players/chart.py": "", "journal_logger/reader.py": ""}
    package = planted(tmp_path, {**ground, file: source})
    assert complaints_about(package, dependencies_of_the_project()) == []
