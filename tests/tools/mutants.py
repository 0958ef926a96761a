"""Mutants: small mistakes planted one after another, to see that some test finds each.

python -m tests.tools.mutants [--only settlement.py] [--part 0/2] [--tests tests/table ...]

Each mutant is a copy of the engine that differs in one operator, one constant or one statement.
The tests run against the copy until the first fails. What survives is listed: either a test is
missing, or the mutant does the same as the original. This takes long and is no part of the tests.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

ROOT: Final = Path(__file__).parents[2]
ENGINE: Final = ROOT / "engine"
MODULES: Final = (
    "machine/settlement.py",
    "machine/effects/answers.py",
    "machine/effects/betting.py",
    "machine/effects/dealer.py",
    "machine/effects/drawing.py",
    "machine/effects/filling.py",
    "machine/guards.py",
    "machine/house_guards.py",
    "table/legality.py",
)
TESTS: Final = (
    "tests/settlement",
    "tests/table/test_void_rounds.py",
    "tests/table/test_shoes_in_play.py",
    "tests/table/test_table.py",
    "tests/legality",
    "tests/views/test_views.py",
    "tests/snapshots/test_snapshot.py",
    "tests/differential",
    "tests/table/test_any_play.py",
)
LONGEST_SECONDS: Final = 300

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATIONS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}

Change = Callable[[], None]


@frozen
class Mutant:
    """One planted mistake.

    Attributes:
        module: the file, relative to the package.
        line: where.
        was: the code there.
        source: the whole file with the mistake.
    """

    module: str
    line: int
    was: str
    source: str


def mutants_of(module: str) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    text = (ENGINE / "pitboss" / module).read_text("utf-8")
    lines = text.splitlines()
    number = 0
    while True:
        tree = ast.parse(text)
        changes = list(changes_of(tree))
        if number == len(changes):
            return
        line, change = changes[number]
        change()
        yield Mutant(module, line, lines[line - 1].strip(), ast.unparse(tree))
        number += 1


def changes_of(tree: ast.Module) -> Iterator[tuple[int, Change]]:
    """Yield, for each place where a mistake can be planted, its line and what plants it."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in own_nodes(function):
                yield from ((node.lineno, change) for change in changes_at(node))


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.expr | ast.stmt]:
    """Yield the statements and expressions of a function, those of functions in it left out."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.expr | ast.stmt):
            yield node
        waiting += ast.iter_child_nodes(node)


def changes_at(node: ast.AST) -> Iterator[Change]:
    """Yield the changes that make a mistake of one node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield setting(node.ops, 0, COMPARISONS[type(node.ops[0])]())
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATIONS:
        yield giving(node, "op", OPERATIONS[type(node.op)]())
    if isinstance(node, ast.BoolOp):
        yield giving(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield giving(node, "op", ast.UAdd())
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield giving(node, "value", not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield giving(node, "value", node.value + 1)
    if isinstance(node, ast.IfExp):
        yield exchanging(node)
    if isinstance(node, ast.Assign | ast.AugAssign) or is_call(node):
        yield emptying(node)


def is_call(node: ast.AST) -> bool:
    """Say whether a node is a statement that only calls something."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def setting(items: list[ast.cmpop], place: int, value: ast.cmpop) -> Change:
    """Make the change of one item of a list."""

    def change() -> None:
        items[place] = value

    return change


def giving(node: ast.AST, name: str, value: object) -> Change:
    """Make the change of one field of a node."""
    return lambda: setattr(node, name, value)


def exchanging(node: ast.IfExp) -> Change:
    """Make the change of a choice into its opposite."""

    def change() -> None:
        node.body, node.orelse = node.orelse, node.body

    return change


def emptying(node: ast.AST) -> Change:
    """Make the change of a statement into one that does nothing."""

    def change() -> None:
        place = copy.copy(node)
        node.__class__ = ast.Expr
        node.__dict__.clear()
        ast.copy_location(node, place)
        vars(node)["value"] = ast.Constant(None)

    return change


def is_killed(mutant: Mutant, engine: Path, tests: tuple[str, ...]) -> bool:
    """Run the tests against a copy of the engine; a test that hangs has found the mutant, too."""
    path = engine / "pitboss" / mutant.module
    whole = path.read_text("utf-8")
    path.write_text(mutant.source, "utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", *tests]
    settings = [f"--rootdir={ROOT}", "-o", "addopts=--import-mode=importlib"]
    environment = {**os.environ, "PYTHONPATH": str(engine), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"DIFFERENTIAL_ROUNDS": "1200", "HYPOTHESIS_STORAGE_DIRECTORY": str(engine)}
    try:
        ran = subprocess.run(
            [*command, *settings],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            timeout=LONGEST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(whole, "utf-8")
    return ran.returncode != 0


def main() -> None:
    """Plant every mutant of the chosen files and list those that no test finds."""
    parser = argparse.ArgumentParser(description="Plant mistakes and see that tests find them.")
    parser.add_argument("--only", nargs="*", default=list(MODULES), help="files of the package")
    parser.add_argument("--tests", nargs="*", default=list(TESTS), help="tests to run")
    parser.add_argument("--part", default="0/1", help="every n-th mutant only, such as 1/3")
    chosen = parser.parse_args()
    part, parts = map(int, chosen.part.split("/"))
    planted = [mutant for module in chosen.only for mutant in mutants_of(module)][part::parts]
    with tempfile.TemporaryDirectory() as folder:
        engine = Path(folder) / "engine"
        shutil.copytree(ENGINE, engine, ignore=shutil.ignore_patterns("__pycache__"))
        survivors = 0
        for mutant in planted:
            if not is_killed(mutant, engine, tuple(chosen.tests)):
                survivors += 1
                sys.stdout.write(f"survived: {mutant.module}:{mutant.line}: {mutant.was}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{len(planted) - survivors} of {len(planted)} mutants were found\n")


if __name__ == "__main__":
    main()
