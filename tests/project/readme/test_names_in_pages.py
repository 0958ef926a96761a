"""Names that pages and docstrings show in code exist, and have the members that are named."""

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import Factory, frozen
from tests.project.readme.pages import CURRENT, name_of
from tests.tools.generated import PACKAGE, ROOT

from pitboss import View
from pitboss.table.view_parts import HandView, SeatView

ENGINE = ROOT / "engine"
DATA = {".css", ".js", ".json", ".jsonl", ".sql", ".toml", ".txt"}

ELSEWHERE = {
    *dir(builtins),
    *("G", "LE8", "zsh_source"),
    *("call_soon_threadsafe", "concurrent", "dask", "get_executor"),
    *("b", "double_aces", "my_rules", "test_game"),
}
"""What a format, a shell, other libraries and readers of the pages name."""

NAME = re.compile(r"`{1,2}([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(([^`]*)\))?`{1,2}")
CLASS = re.compile(r"[A-Z][a-z]{2}\w*")
MODULES = re.compile(r"^\| module .*\n.*\n((?:\|.*\n)+)", re.MULTILINE)
FILE = re.compile(r".*\.(?:checkpoint|html|json|jsonl|md|py|svg|toml|txt)")


@frozen
class Known:
    """What the code defines.

    Attributes:
        names: of classes, functions, arguments, attributes and variables.
        words: what stands in its texts and files of data.
        modules: the names of modules and packages.
        members: of each class, by its name.
        bases: of each class.
    """

    names: set[str] = Factory(set[str])
    words: set[str] = Factory(set[str])
    modules: set[str] = Factory(set[str])
    members: dict[str, set[str]] = Factory(dict[str, set[str]])
    bases: dict[str, set[str]] = Factory(dict[str, set[str]])

    def read(self, source: str) -> None:
        """Add what a module defines."""
        module = ast.parse(source)
        told = set(docstrings_in(module))
        for node in ast.walk(module):
            match node:
                case ast.ClassDef(name=name):
                    self.names.add(name)
                    self.members.setdefault(name, set()).update(members_of(node))
                    self.bases.setdefault(name, set()).update(
                        re.findall(r"\w+", " ".join(map(ast.unparse, node.bases)))
                    )
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    self.names.add(name)
                case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                    self.names.add(name)
                case ast.alias(name=name):
                    self.names.update(name.split("."))
                case ast.Constant(value=str() as text) if text not in told:
                    self.words.update(re.findall(r"\w+", text))
                case _:
                    pass

    def has(self, owner: str, member: str) -> bool:
        """Return whether a class, or a class that it is made from, has a member."""
        if owner not in self.members:
            return member in self.names or member in self.modules
        return member in self.members[owner] or any(
            self.has(base, member) for base in self.bases[owner] if base in self.members
        )

    def lacks(self, shown: str, *, called: bool) -> bool:
        """Return whether a name that is shown does not exist."""
        first, *rest = shown.split(".")
        of_class = CLASS.fullmatch(first) is not None
        if not (rest or called or of_class or "_" in first):
            return False
        if first not in self.names and first not in ELSEWHERE:
            return called or of_class or first not in self.words
        return not all(
            self.has(owner, member) or member in ELSEWHERE
            for owner, member in zip([first, *rest], rest, strict=False)
        )


def members_of(node: ast.ClassDef) -> Iterator[str]:
    """Yield the names of the methods and attributes of a class."""
    for each in ast.walk(node):
        match each:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case _:
                pass


def docstrings_in(module: ast.Module) -> Iterator[str]:
    """Yield the texts of a module that stand alone."""
    for node in ast.walk(module):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)):
                yield text
            case _:
                pass


@cache
def known() -> Known:
    """Return what the code of the project defines."""
    found = Known(modules={path.stem for path in ENGINE.rglob("*")})
    found.words.update(found.modules)
    for folder in (ENGINE, ROOT / "tests", ROOT / "fixtures"):
        for path in folder.rglob("*.*"):
            if path.suffix == ".py":
                found.read(path.read_text("utf-8"))
            elif path.suffix in DATA:
                found.words.update({path.stem, *re.findall(r"\w+", path.read_text("utf-8"))})
    return found


def missing_in(text: str, there: Known) -> set[str]:
    """Return the names in a text that do not exist."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return {
        match[1]
        for match in NAME.finditer(prose)
        if not FILE.fullmatch(match[1]) and there.lacks(match[1], called=match[2] is not None)
    }


@pytest.mark.parametrize("page", CURRENT, ids=name_of)
def test_names_in_pages_exist(page: Path) -> None:
    """A class, a function, a member or a word of a file that is shown in code is there."""
    assert missing_in(page.read_text("utf-8"), known()) == set()


@pytest.mark.parametrize("page", CURRENT, ids=name_of)
def test_modules_in_tables_exist(page: Path) -> None:
    """The first column of a table of modules names what lies beside the page."""
    named = {
        name.rstrip("/")
        for rows in MODULES.findall(page.read_text("utf-8"))
        for row in rows.splitlines()
        for name in re.findall(r"`([^`]+)`", row.split("|")[1])
    }
    assert named <= {path.stem for path in page.parent.iterdir()}


def test_the_page_on_tables_lists_what_a_view_shows() -> None:
    """Each value of a view, of its seats and of their hands."""
    _, _, views = (PACKAGE / "table" / "README.md").read_text("utf-8").partition("## Views\n")
    shown = {
        name
        for kind in (View, SeatView, HandView)
        for name, member in vars(kind).items()
        if not name.startswith("_") and not callable(member)
    }
    assert {name for name in shown if f"`{name}`" not in views.partition("\n## ")[0]} == set()


def test_names_in_docstrings_exist() -> None:
    """The same holds for what stands beside the code."""
    found = {
        path.relative_to(ROOT).as_posix(): missing
        for path in sorted(ENGINE.rglob("*.py"))
        for text in ["\n".join(docstrings_in(ast.parse(path.read_text("utf-8"))))]
        if (missing := missing_in(text, known()))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`Hand`, `Hand.cards` and `Pair.cards`; `deal(2)`; `no_hints`", ""),
        ("`Fist`, `Hand.chips` and `no_clues`", "Fist Hand.chips no_clues"),
        ("`deal_out` and `give()` in `game.2.jsonl`; ``Handful``", "deal_out give Handful"),
        ("plain words, `hit`, `--json` and `tests/deal.py`", ""),
    ],
)
def test_a_name_that_does_not_exist_is_found(text: str, missing: str) -> None:
    """Members may be inherited; words in texts of the code are no functions."""
    there = Known()
    there.read('"""Say `Fist`."""\nclass Hand:\n    cards: int\nclass Pair(Hand): ...\n')
    there.read('def deal(count):\n    return "no_hints give deal_out_of"\n')
    assert missing_in(text, there) == set(missing.split())
