"""Mutants: small mistakes planted one after another, to see that some test finds each.

python -m tests.tools.mutants [--only machine/settlement.py] [--part 0/2] [--sample 100]

Each mutant is a copy of the engine that differs in one operator, one constant or one statement.
What found other mutants runs against the copy first, then the tests of the subject, then those of
play in general, until one fails.
What survives is listed: either a test is missing, or the mutant does the same as the original.
Each mutant runs in a fork of this process, which has imported everything but the engine.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from resource import RLIMIT_CPU, RLIMIT_DATA, setrlimit
from signal import SIGKILL
from time import monotonic, sleep
from typing import Final

import pytest
from attrs import field, frozen

ROOT: Final = Path(__file__).parents[2]
ENGINE: Final = ROOT / "engine"

SETTLEMENT: Final = (
    "tests/machine/settlement",
    "tests/story/test_explained_settlements.py",
    "tests/table/test_bonuses_at_tables.py",
    "tests/table/test_facts.py",
    "tests/table/test_player_21.py",
)
ROUNDS: Final = (
    "tests/machine/test_effects.py",
    "tests/machine/test_machine.py",
    "tests/table/test_table.py",
)
MENUS: Final = ("tests/table/legality", "tests/table/test_row_options.py")
SIDE_BETS: Final = (
    "tests/machine/settlement/test_side_bets.py",
    "tests/table/legality/test_side_bets.py",
    "tests/table/test_side_bets_at_tables.py",
    "tests/rules/side_bets",
    "tests/play/differential/test_side_bets_against_referee.py",
)

SUBJECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "machine/settlement.py": SETTLEMENT,
    "machine/effects.py": (*ROUNDS, *SETTLEMENT, *MENUS, "tests/table"),
    "machine/guards.py": MENUS,
    "machine/house_guards.py": (*SETTLEMENT, *ROUNDS, "tests/table"),
    "machine/insurance.py": (*SETTLEMENT, *ROUNDS, *MENUS),
    "machine/side_bets.py": SIDE_BETS,
    "machine/stakes.py": (*MENUS, *SIDE_BETS),
    "rules/side_bets.py": SIDE_BETS,
    "table/legality.py": MENUS,
}
"""The modules in which mistakes are planted, and the tests of their subject.

In other modules, the tests of the package are those of the subject.
"""

OTHERS: Final = (
    "tests/table/test_facts.py",
    "tests/story/test_explained_settlements.py",
    "tests/story/test_story.py",
    "tests/story/test_told_events.py",
    "tests/play/requirements",
    "tests/table/views/test_views.py",
    "tests/play/differential/test_worked_rounds.py",
    "tests/play/differential/test_engine_against_referee.py",
    "tests/table/test_any_play.py",
)
"""What runs against a mutant that the tests of its subject have not found."""

SLOW: Final = ("test_any_play", "test_threads", "test_greatest_totals")
"""Left out of the tests of a subject."""

PRELOADED: Final = ("hypothesis.stateful", "jsonschema", "orjson", "structlog", "transitions")
OPTIONS: Final = (
    "-x",
    "-q",
    "-W",
    "ignore:Module already imported:pytest.PytestAssertRewriteWarning",
    f"--rootdir={ROOT}",
)
MAX_CPU_S: Final = 150
MAX_BYTES: Final = 2 << 30
MAX_S: Final = 1800
MAX_FINDERS: Final = 30

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
        became: the same place with the mistake.
        source: the whole file with the mistake.
    """

    module: str
    line: int
    was: str
    became: str
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
        before = ast.unparse(tree).splitlines()
        change()
        source = ast.unparse(tree)
        became = next(
            now for was, now in zip(before, source.splitlines(), strict=False) if was != now
        )
        yield Mutant(module, line, lines[line - 1].strip(), became.strip(), source)
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


@frozen
class Laboratory:
    """A copy of the engine in which mistakes are planted.

    Attributes:
        folder: what holds it, and what the tests write.
        finders: the tests that found mutants, the last one in front.
    """

    folder: Path
    finders: list[str] = field(factory=list[str])

    @classmethod
    def at(cls, folder: Path) -> Laboratory:
        """Copy the engine into a folder."""
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ENGINE, folder / "engine", ignore=unwanted)
        return cls(folder)

    def finds(self, mutant: Mutant, number: int, *stages: tuple[str, ...]) -> bool:
        """Run tests against a mutant until one fails; one that never ends has found it, too.

        What found mutants before runs first, the last one in front.

        Args:
            mutant: the mistake.
            number: of the mutant, counted from 1.
            stages: files, folders and options of pytest: what runs, and what runs if all of it
                passes.
        """
        path = self.folder / "engine" / "pitboss" / mutant.module
        failed = self.folder / "v" / "cache" / "lastfailed"
        failed.unlink(missing_ok=True)
        whole = path.read_text("utf-8")
        path.write_text(mutant.source, "utf-8")
        # What Python has compiled is told apart by the second in which its source was written.
        os.utime(path, (number, number))
        try:
            # A mistake may also change what tests are called, which finds nothing.
            ended = self.ended(*self.finders) if self.finders else pytest.ExitCode.OK
            if ended == pytest.ExitCode.TESTS_FAILED or ended < 0:
                return True
            return any(self.ended(*stage) != pytest.ExitCode.OK for stage in stages)
        finally:
            path.write_text(whole, "utf-8")
            found = json.loads(failed.read_text("utf-8")) if failed.exists() else ()
            # Hypothesis looks for the shortest example of each mistake again, which takes minutes.
            found = [name for name in found if not any(slow in name for slow in SLOW)]
            self.finders[:] = [*dict.fromkeys([*found, *self.finders])][:MAX_FINDERS]

    def ended(self, *arguments: str) -> int:
        """Return how tests end against the engine as it stands here, in a process of their own."""
        child = os.fork()
        if child == 0:
            os.setsid()
            setrlimit(RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
            setrlimit(RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))
            self._test(arguments)
        end = monotonic() + MAX_S
        while monotonic() < end:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            sleep(0.02)
        os.killpg(child, SIGKILL)
        os.waitpid(child, 0)
        return -SIGKILL

    def _test(self, arguments: tuple[str, ...]) -> None:
        """Run tests in this process, and end it."""
        os.environ["PYTHONPATH"] = str(self.folder / "engine")
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(self.folder)
        sys.path.insert(0, str(self.folder / "engine"))
        sys.pycache_prefix = str(self.folder / "pycache")
        sys.dont_write_bytecode = False
        ended = int(pytest.ExitCode.INTERNAL_ERROR)
        try:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(nowhere, descriptor)
            os.chdir(ROOT)
            ended = int(pytest.main([*OPTIONS, f"-ocache_dir={self.folder}", *arguments]))
        finally:
            os._exit(ended)


def chosen_mutants(module: str, sample: int | None) -> list[Mutant]:
    """Return the mutants of a file, or so many of them, the same whenever they are drawn."""
    all_of_them = list(mutants_of(module))
    if sample is None or sample >= len(all_of_them):
        return all_of_them
    return Random(module).sample(all_of_them, sample)


def tests_of(module: str) -> tuple[str, ...]:
    """Return the tests of the subject of a file."""
    return SUBJECTS.get(module, (f"tests/{module.partition('/')[0]}",))


def examined(laboratory: Laboratory, module: str, mutants: list[Mutant], first: int) -> str:
    """Plant the mutants of a file, list those that survive, and say how many were found.

    Args:
        laboratory: where they are planted.
        module: the file.
        mutants: those of it that are planted.
        first: number of the first, which tells it from those of files before.
    """
    tests = (*tests_of(module), *[f"--deselect=tests/table/{name}.py" for name in SLOW])
    if laboratory.ended(*tests):
        raise SystemExit(f"the tests of {module} fail without a mistake")
    survived = 0
    for number, mutant in enumerate(mutants, first):
        if not laboratory.finds(mutant, number, tests, OTHERS):
            survived += 1
            sys.stdout.write(f"{module}:{mutant.line}: {mutant.was} -> {mutant.became}\n")
            sys.stdout.flush()
    return f"{module}: {len(mutants) - survived} of {len(mutants)} mutants were found\n"


def main() -> None:
    """Plant every mutant of the chosen files and say which are found."""
    parser = argparse.ArgumentParser(description="Plant mistakes and see that tests find them.")
    parser.add_argument("--only", nargs="*", default=list(SUBJECTS), help="files of the package")
    parser.add_argument("--part", default="0/1", help="every n-th mutant only, such as 1/3")
    parser.add_argument("--sample", type=int, help="so many mutants of each file, drawn by chance")
    arguments = parser.parse_args()
    for module in PRELOADED:
        import_module(module)
    part, parts = map(int, arguments.part.split("/"))
    number = 1
    with tempfile.TemporaryDirectory() as folder:
        laboratory = Laboratory.at(Path(folder))
        if laboratory.ended(*OTHERS):
            raise SystemExit("the tests of play in general fail without a mistake")
        for module in arguments.only:
            mutants = chosen_mutants(module, arguments.sample)[part::parts]
            sys.stdout.write(examined(laboratory, module, mutants, number))
            sys.stdout.flush()
            number += len(mutants)


if __name__ == "__main__":
    main()
