"""The layers of the engine: a package imports only from layers below its own."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "engine" / "pitboss"

# From the lowest up. A package is a folder of the engine, or a module beside those folders.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "notebooks", "processes", "unchecked", "version"),
    ("arguments", "game"),
    ("text",),
    ("rules",),
    ("machine",),
    ("table",),
    ("journal",),
    ("players", "replay"),
    ("bank", "exact", "live", "records", "simulation", "story", "teaching"),
    ("diagrams", "environments", "notebook_pages", "plots", "web"),
    ("cli",),
    ("__init__", "__main__"),
)

LAYER_OF: Mapping[str, int] = {
    package: number for number, layer in enumerate(LAYERS) for package in layer
}

# A library whose ways must not spread is imported by what is named here alone.
SOLE_IMPORTERS: Mapping[str, tuple[str, ...]] = {
    # An executor like any other: whoever wants it hands it in.
    "distributed": (),
    "gymnasium": ("environments",),
    "matplotlib": ("plots",),
    "numba": ("simulation",),
    "numpy": ("environments", "exact", "plots", "simulation"),
    "pettingzoo": ("environments",),
    "pyarrow": ("records",),
    "resvg_py": ("diagrams",),
    "segno": ("web",),
    "starlette": ("web",),
    "structlog": ("journal/lines.py",),
    "transitions": ("machine",),
    "uvicorn": ("web",),
    "websockets": ("web",),
}

# Import names that are not the name of their distribution.
OTHER_NAMES: Mapping[str, str] = {"attr": "attrs"}


@frozen
class Import:
    """One name that a module imports.

    Attributes:
        package: the package that the module belongs to.
        place: file and line, for the reader of a complaint.
        target: what is imported, absolute and dotted.
    """

    package: str
    place: str
    target: str


def imports_under(package: Path) -> list[Import]:
    """Find every import in a package's source, at the top of a module or deep inside it."""
    return [
        Import(
            package=path.relative_to(package).with_suffix("").parts[0],
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


def packages_of(engine: Path) -> frozenset[str]:
    """Name every package of an engine."""
    return frozenset(
        path.relative_to(engine).with_suffix("").parts[0] for path in engine.rglob("*.py")
    )


def complaints_about(engine: Path, dependencies: frozenset[str]) -> list[str]:
    """Say where an engine breaks the order of its layers; an empty list says that it keeps it."""
    packages = packages_of(engine)
    unknown = [f"{package} has no layer" for package in sorted(packages - LAYER_OF.keys())]
    verdicts = (
        about_a_package(each, packages)
        if each.target.partition(".")[0] == engine.name
        else about_a_library(each, dependencies)
        for each in imports_under(engine)
        if each.package in LAYER_OF
    )
    return unknown + list(dict.fromkeys(verdict for verdict in verdicts if verdict))


def about_a_package(each: Import, packages: frozenset[str]) -> str | None:
    """Judge an import from within the engine."""
    name = [*each.target.split("."), ""][1]
    # `from pitboss import Card` imports the whole engine, whichever package Card is from.
    target = name if name in packages else "__init__"
    if target == each.package:
        return None
    if target in LAYER_OF and LAYER_OF[target] < LAYER_OF[each.package]:
        return None
    return f"{each.place} imports {target}: {target} is not below {each.package}"


def about_a_library(each: Import, dependencies: frozenset[str]) -> str | None:
    """Judge an import from outside the engine."""
    name = each.target.partition(".")[0]
    if each.target in {"importlib", "importlib.import_module"}:
        return f"{each.place} imports {each.target}: an import must be seen to be judged"
    if name in sys.stdlib_module_names:
        return None
    if OTHER_NAMES.get(name, name) not in dependencies:
        return f"{each.place} imports {each.target}: {name} is not a dependency"
    if name in SOLE_IMPORTERS and not each.place.startswith(SOLE_IMPORTERS[name]):
        who = " and ".join(SOLE_IMPORTERS[name]) or "nobody"
        return f"{each.place} imports {each.target}: only {who} may"
    return None


def circles_in(engine: Path) -> list[str]:
    """Return the modules of the first circle of imports, or nothing."""
    modules = {
        ".".join([engine.name, *path.relative_to(engine).with_suffix("").parts]).removesuffix(
            ".__init__"
        ): path
        for path in engine.rglob("*.py")
    }
    graph: TopologicalSorter[str] = TopologicalSorter()
    for name, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                home = [engine.name, *path.relative_to(engine).parent.parts]
                for target in targets_of(node, home):
                    source = target if target in modules else target.rpartition(".")[0]
                    if source in modules:
                        graph.add(name, source)
    try:
        graph.prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


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
    """Write a small engine with the given files in it, and return its folder."""
    engine = folder / "pitboss"
    ground = {"__init__.py": "", "errors.py": "", "game/cards.py": "", "cli/app.py": ""}
    for name, source in {**ground, "machine/stakes.py": "", **files}.items():
        (engine / name).parent.mkdir(parents=True, exist_ok=True)
        (engine / name).write_text(source, "utf-8")
    return engine


def test_every_package_imports_only_from_the_layers_below() -> None:
    """The engine as it stands gives no reason to complain, and no module imports in a circle."""
    inner = [each for each in imports_under(PACKAGE) if each.target.startswith("pitboss.")]
    assert inner, f"no import within the package was found under {PACKAGE}"
    libraries = dependencies_of_the_project() | extras_of_the_project()
    assert complaints_about(PACKAGE, libraries) == []
    assert circles_in(PACKAGE) == []


def test_the_core_needs_exactly_five_libraries() -> None:
    """A sixth dependency is a decision, and is taken here first."""
    assert dependencies_of_the_project() == {"attrs", "click", "orjson", "structlog", "transitions"}


def test_what_an_extra_brings_is_imported_by_few_packages() -> None:
    """An extra is never needed by the core, and does not spread."""
    assert extras_of_the_project() <= SOLE_IMPORTERS.keys()


def test_a_package_stands_in_one_layer_of_twelve() -> None:
    """No package is named twice in the map."""
    assert len(LAYER_OF) == sum(len(layer) for layer in LAYERS)
    assert len(LAYERS) <= 12


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("game/cards.py", "import pitboss.machine", "machine is not below game"),
        ("game/cards.py", "import pitboss", "__init__ is not below game"),
        ("game/cards.py", "import os, pitboss.machine as it", "machine is not below game"),
        ("game/cards.py", "from pitboss.machine import Machine", "machine is not below game"),
        ("game/cards.py", "from pitboss import machine", "machine is not below game"),
        ("game/cards.py", "from pitboss import Card", "__init__ is not below game"),
        ("game/cards.py", "from pitboss import *", "__init__ is not below game"),
        ("errors.py", "from . import machine", "machine is not below errors"),
        ("game/cards.py", "from ..machine import Machine", "machine is not below game"),
        ("game/cards.py", "def late():\n    import pitboss.cli", "cli is not below game"),
        ("game/cards.py", "if TYPE_CHECKING:\n    from ..cli import main", "cli is not below game"),
        ("unchecked.py", "import pitboss.errors", "errors is not below unchecked"),
        ("players/basic.py", "from ..cli import main", "cli is not below players"),
        ("players/bots/basic.py", "from ...cli import main", "cli is not below players"),
        ("players/__init__.py", "from .. import cli", "cli is not below players"),
        ("players/__init__.py", "import pitboss.replay", "not below players"),
        ("other.py", "", "other has no layer"),
        ("other/__init__.py", "", "other has no layer"),
        ("cli/app.py", "from pitboss.other import run", "__init__ is not below cli"),
        ("table/offer.py", "import transitions", "only machine may"),
        ("journal/writer.py", "import structlog", "only journal/lines.py may"),
        ("game/cards.py", "import numpy", "numpy is not a dependency"),
        ("game/cards.py", "import importlib", "must be seen to be judged"),
        ("game/cards.py", "from importlib import import_module", "must be seen to be judged"),
    ],
)
def test_a_planted_import_is_caught(file: str, source: str, complaint: str, tmp_path: Path) -> None:
    """One bad import in an orderly engine gives one complaint, which says what is wrong."""
    ground = {"replay/__init__.py": ""} if "replay" in source else {}
    engine = planted(tmp_path, {**ground, file: source})
    complaints = complaints_about(engine, dependencies_of_the_project())
    assert len(complaints) == 1
    assert complaint in complaints[0]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        (
            "machine/transitions_machine.py",
            "from pitboss.game import Card\nimport transitions.core",
        ),
        ("journal/lines.py", "import structlog\nfrom .reader import read\nfrom ..game import A"),
        ("game/money.py", "from pitboss.errors import MoneyError"),
        ("players/basic.py", "from pitboss.players.chart import chart\nfrom . import chart"),
        ("cli/app.py", "import click\nimport json\nfrom pitboss import machine\nimport attr"),
        ("__init__.py", "from pitboss.game import Card as Card"),
        ("__main__.py", "from pitboss.cli import main"),
    ],
)
def test_an_orderly_import_is_let_pass(file: str, source: str, tmp_path: Path) -> None:
    """The checker complains of disorder only."""
    ground = {"players/chart.py": "", "journal/reader.py": ""}
    engine = planted(tmp_path, {**ground, file: source})
    assert complaints_about(engine, dependencies_of_the_project()) == []
    assert circles_in(engine) == []


def test_a_module_that_imports_from_its_own_package_is_found(tmp_path: Path) -> None:
    """What a package offers is for other packages; its own modules import each other."""
    face = "from .cards import Card\nfrom .totals import Total"
    files = {"game/__init__.py": face, "game/totals.py": "from pitboss.game import Card"}
    assert set(circles_in(planted(tmp_path, files))) == {"pitboss.game", "pitboss.game.totals"}


def test_a_circle_of_imports_within_a_package_is_found(tmp_path: Path) -> None:
    """Two modules of one package that import each other are named, however late they do."""
    late = "def late():\n    from pitboss.game.cards import Card"
    engine = planted(tmp_path, {"game/cards.py": "from . import totals", "game/totals.py": late})
    assert set(circles_in(engine)) == {"pitboss.game.cards", "pitboss.game.totals"}
