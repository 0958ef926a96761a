"""What the linters do not see: size, chance, clocks, floats near money, what an import does."""

import ast
import random
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pitboss

ROOT = Path(__file__).parents[3]
ENGINE = ROOT / "engine" / "pitboss"

MAX_FILE_LINES = 450
MAX_FUNCTION_LINES = 55

# Written by a program: what grows with the table of transitions, a case for each of its rows.
GENERATED = ENGINE / "machine" / "dispatch.py"

# Where nothing is computed that a round, an amount or a journal could hold.
INEXACT_PACKAGES = frozenset(
    {"cli", "diagrams", "environments", "exact", "plots", "simulation", "web"}
)

# Where a clock is read; a test that passes on one machine passes on a slower one.
CLOCKS_ALLOWED = {
    "tests/tools/benchmarks": "measures speed; its tests assert that time passes, not how much",
    "tests/cli/command_line.py": "looks again and again whether something has happened",
    "tests/tools/diagrams/rendering.py": "a program for which other programs draw",
    "tests/tools/environments": "measures speed",
    "tests/tools/expected_value/__main__.py": "a program that tells how far it is",
    "tests/tools/fuzz/__main__.py": "a program that is told for how many minutes to go on",
    "tests/tools/kernel": "says how long a comparison took",
    "tests/tools/live": "measures what live tables cost",
    "tests/tools/records_cost.py": "measures what records cost beside a replay",
    "tests/tools/mutants.py": "a program that breaks the engine, so that tests may hang",
}
CLOCKS = {
    "asyncio": frozenset({"sleep", "timeout", "timeout_at", "wait_for"}),
    "datetime": frozenset({"now", "today", "utcnow"}),
    "os": frozenset({"times"}),
    "signal": frozenset({"alarm", "setitimer"}),
    "threading": frozenset({"Timer"}),
    "time": frozenset(dir(time)),
    "timeit": frozenset(dir(timeit)),
}

SHARED_CHANCE = frozenset(random.__all__) - {"Random", "SystemRandom"}

# A rule reads one source and gives line and complaint for each place that breaks it.
Finding = tuple[int, str]
Rule = Callable[[str], Iterator[Finding]]


def long_file(source: str) -> Iterator[Finding]:
    """Find a file that no longer fits a head."""
    lines = len(source.splitlines())
    if lines > MAX_FILE_LINES:
        yield lines, f"{lines} lines in one file, of at most {MAX_FILE_LINES}"


def long_function(source: str) -> Iterator[Finding]:
    """Find functions that no longer fit a screen."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > MAX_FUNCTION_LINES:
                yield node.lineno, f"{lines} lines in {node.name}, of at most {MAX_FUNCTION_LINES}"


def shared_chance(source: str) -> Iterator[Finding]:
    """Find uses of the random module's own generator, which every caller in the process shares."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="random"), attr=name):
                used = {name}
            case ast.ImportFrom(module="random", names=aliases):
                used = {alias.name for alias in aliases}
            case _:
                continue
        for name in sorted(used & SHARED_CHANCE):
            yield node.lineno, f"random.{name} draws from a generator that is not ours alone"


def clock(source: str) -> Iterator[Finding]:
    """Find clocks that are read, and waits that end after some time whatever has happened."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                used = {name}
            case ast.ImportFrom(module=str(module), names=aliases):
                used = {alias.name for alias in aliases}
            case (
                ast.keyword(
                    arg="timeout",
                    value=ast.Constant(value=0) | ast.Name(id="HANGS_AFTER_S" | "timeout"),
                )
                | ast.keyword(arg="deadline", value=ast.Constant(value=None))
            ):
                continue
            case ast.keyword(arg="timeout" | "deadline" as limit, value=value):
                yield value.lineno, f"{limit} is met by a machine that is slow enough"
                continue
            case _:
                continue
        for name in sorted(used & CLOCKS.get(module, frozenset())):
            yield node.lineno, f"{module}.{name} tells how fast a machine is"


def inexact(source: str) -> Iterator[Finding]:
    """Find floats, and divisions that make them."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float(amount)):
                yield node.lineno, f"{amount} is a float"
            case ast.Call(func=ast.Name(id="float")):
                yield node.lineno, "float() makes a float"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield node.lineno, "/ makes a float; // says which way it rounds"
            case _:
                pass


def package_of(path: Path) -> str:
    """Name the package of the engine that a file belongs to."""
    return path.relative_to(ENGINE).with_suffix("").parts[0]


def engine_files() -> list[Path]:
    """List the engine's source; there is no engine without any."""
    files = sorted(ENGINE.rglob("*.py"))
    assert files, f"no source was found under {ENGINE}"
    return files


def all_files() -> list[Path]:
    """List the source of the engine and of its tests."""
    return engine_files() + sorted((ROOT / "tests").rglob("*.py"))


def findings(rule: Rule, files: list[Path]) -> list[str]:
    """Apply a rule to files and name each place that breaks it."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{line}: {complaint}"
        for path in files
        for line, complaint in rule(path.read_text("utf-8"))
    ]


@pytest.mark.parametrize("rule", [long_file, long_function])
def test_engine_and_tests_stay_small(rule: Rule) -> None:
    """A file fits a head and a function fits a screen."""
    assert findings(rule, [path for path in all_files() if path != GENERATED]) == []


def test_nobody_draws_from_the_shared_generator() -> None:
    """No round depends on a generator that another part of the program may seed or use up."""
    assert findings(shared_chance, engine_files()) == []


def test_no_test_asserts_a_time() -> None:
    """Tests wait for what is to happen, however long it takes; `make bench` measures speed."""
    files = [
        path
        for path in all_files()
        if path.is_relative_to(ROOT / "tests")
        and not any(path.is_relative_to(ROOT / allowed) for allowed in CLOCKS_ALLOWED)
    ]
    assert findings(clock, files) == []


@pytest.mark.parametrize("allowed", CLOCKS_ALLOWED)
def test_whoever_may_read_a_clock_reads_one(allowed: str) -> None:
    """Else it needs no leave."""
    files = [path for path in all_files() if path.is_relative_to(ROOT / allowed)]
    assert findings(clock, files)


def test_the_engine_counts_in_whole_numbers() -> None:
    """No float comes near an amount, a shoe or a journal."""
    files = [path for path in engine_files() if package_of(path) not in INEXACT_PACKAGES]
    assert findings(inexact, files) == []


@pytest.mark.parametrize(
    ("rule", "source", "count"),
    [
        (long_file, "\n" * MAX_FILE_LINES, 0),
        (long_file, "\n" * (MAX_FILE_LINES + 1), 1),
        (long_function, "def play():\n" + "    pass\n" * (MAX_FUNCTION_LINES - 1), 0),
        (long_function, "def play():\n" + "    pass\n" * MAX_FUNCTION_LINES, 1),
        (long_function, "async def play():\n" + "    pass\n" * MAX_FUNCTION_LINES, 1),
        (shared_chance, "import random\nrandom.shuffle(cards)", 1),
        (shared_chance, "import random\nrandom.seed(1)", 1),
        (shared_chance, "from random import Random, choice, shuffle", 2),
        (shared_chance, "import random\nown = random.Random(1)\nown.shuffle(cards)", 0),
        (clock, "import time\nassert time.monotonic() - begun < 2", 1),
        (clock, "from time import perf_counter, sleep", 2),
        (clock, "spent = os.times()", 1),
        (clock, "process.wait(timeout=60)", 1),
        (clock, "settings(deadline=200)", 1),
        (clock, "wait(timeout=HANGS_AFTER_S)\nconnect(timeout=timeout)\nconnect(timeout=0)", 0),
        (clock, "settings(deadline=None)\nos.kill(child, SIGKILL)\nprocess.wait()", 0),
        (inexact, "half = bet * 0.5", 1),
        (inexact, "half = bet / 2", 1),
        (inexact, "bet /= 2", 1),
        (inexact, "half = float(bet)", 1),
        (inexact, "half = bet // 2\nassert isinstance(half, int)", 0),
    ],
)
def test_a_planted_fault_is_found(rule: Rule, source: str, count: int) -> None:
    """Each rule finds the fault it is for, and lets its harmless likeness pass."""
    assert len(list(rule(source))) == count


# Runs in a process of its own. Source, bytecode and shared objects are what an import must open.
WATCHED_IMPORT = """
import sys
import threading

def watch(event, arguments):
    if event == "open" and not str(arguments[0]).endswith((".py", ".pyc", ".so", ".pyd")):
        seen.append((event, arguments[0]))
    elif event.startswith(("socket.", "subprocess.", "os.mkdir", "os.putenv", "os.system")):
        seen.append((event, *arguments))

seen = []
sys.addaudithook(watch)
import pitboss
while_importing = list(seen)
import structlog

assert list(pitboss.__path__) == [sys.argv[1]], pitboss.__path__
assert not while_importing, while_importing
assert not structlog.is_configured(), "structlog was configured"
assert threading.active_count() == 1, threading.enumerate()
"""


def test_importing_pitboss_does_nothing_by_itself() -> None:
    """Import prints nothing, configures nothing, opens nothing, starts nothing."""
    result = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED_IMPORT, *pitboss.__path__],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_no_two_modules_define_a_public_class_of_one_name() -> None:
    """Whoever reads a name knows which type is meant."""
    modules: dict[str, list[str]] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules.setdefault(node.name, []).append(path.relative_to(ENGINE).as_posix())
    assert {name: where for name, where in modules.items() if len(where) > 1} == {}
