"""The worked example of a new rule option does what the document says, in a copy of the engine."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.project.readme.pages import blocks
from tests.tools.generated import PACKAGE, ROOT

from pitboss.rules.options import OPTIONS

PAGE = PACKAGE / "rules" / "ADDING_AN_OPTION.md"
MAX_FILES = 6
ROUND = """
from pitboss import (
    BasicStrategy, Event, RandomLegal, RefusedError, Rules, Table, play_rounds
)
from pitboss.diagrams import graph_of, markdown_of
from pitboss.machine.transition_table import TABLE
from pitboss.story import explain_refusal
from pitboss.table.shoes import ArrangedShoes, parse_cards

def table(**options):
    shoes = ArrangedShoes([parse_cards("Ac6c9hTd5c5d5h")])
    table = Table(Rules.of(**options), seats=["Ann"], shoes=shoes)
    table.open_round()
    table.apply(table.offer().bet(100))
    return table

print([event.kind.value for event in table().legal()])
print([event.kind.value for event in table(double_aces=False).legal()])
try:
    table(double_aces=False).apply(Event.double(0, 0))
except RefusedError as refused:
    print(explain_refusal(refused, Rules.of(double_aces=False)).sentence)
row = next(row for row in TABLE if row.name == "filling-double")
words = [guard.words for guard in row.hand_guards if "double_aces" in guard.options]
print(words)
print(words[0] in markdown_of(graph_of()))
print("double_aces" in Rules.from_toml("double_aces = false").changes())
rules = Rules.of(double_aces=False)
table = Table(rules, seats=["Ann", "Ben"], seed=7)
print(play_rounds(table, [BasicStrategy(rules), RandomLegal(7, 1)], 200).rounds)
"""


def edited(text: str, change: str) -> str:
    """Return a text with a change made in it, which is written as in a patch without places."""
    lines = change.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    assert text.count(before) == 1, before
    return text.replace(before, after)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project in which all is done that the document says."""
    folder = tmp_path_factory.mktemp("project")
    for tree in ("engine", "fixtures", "tests", "diagrams"):
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / tree, folder / tree, ignore=unwanted)
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    for block in blocks("diff", PAGE):
        heading, _, change = block.code.partition("\n")
        path = folder / heading.removeprefix("--- ")
        path.write_text(edited(path.read_text("utf-8"), change), "utf-8")
    for command in commands():
        run_in(folder, *command.split())
    return folder


def commands() -> list[str]:
    """Return what the commands of the document give Python to do."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^ {4}make (\w+)", PAGE.read_text("utf-8"), re.MULTILINE)
    made = [
        found[1]
        for target in targets
        if (found := re.search(rf"^{target}:.*\n\t\$\(BIN\)/python (.*)$", makefile, re.MULTILINE))
    ]
    assert len(made) == len(targets)
    run = re.findall(r"^ {4}\.venv/bin/python (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    return [*made, *run]


def run_in(folder: Path, *arguments: str) -> str:
    """Run Python on the engine in a folder and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "engine"), str(folder)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def changed(folder: Path) -> set[str]:
    """Return the files of the copy that are not as they are here."""
    return {
        path.relative_to(folder).as_posix()
        for tree in ("engine", "fixtures", "diagrams")
        for path in (folder / tree).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if path.read_bytes() != (ROOT / path.relative_to(folder)).read_bytes()
    }


def test_at_most_six_files_are_edited_by_hand() -> None:
    """The test of the new option comes on top."""
    edits = [each.code.partition("\n")[0] for each in blocks("diff", PAGE)]
    assert len(set(edits)) <= MAX_FILES


def test_the_commands_write_all_the_rest(project: Path) -> None:
    """The dispatch, the table of options, and only drawings that show the row."""
    by_hand = {each.code.partition("\n")[0].removeprefix("--- ") for each in blocks("diff", PAGE)}
    rest = changed(project) - by_hand
    drawings = {name for name in rest if name.startswith("diagrams/")}
    assert rest - drawings == {
        "engine/pitboss/machine/dispatch.py",
        "engine/pitboss/rules/README.md",
    }
    assert {"diagrams/machine.svg", "diagrams/machine.mmd", "diagrams/machine.md"} <= drawings
    # Under these rules nothing can be doubled.
    assert "diagrams/presets/spring.svg" not in drawings


def test_the_row_the_refusal_and_the_drawing_follow(project: Path) -> None:
    """A double is legal by default, and refused with the option's name where it is forbidden.

    Bots play on under it.
    """
    legal, forbidden, refusal, words, drawn, changes, rounds = run_in(
        project, "-c", ROUND
    ).splitlines()
    assert legal == "['hit', 'stand', 'double']"
    assert forbidden == "['hit', 'stand']"
    assert refusal in {line.strip() for line in PAGE.read_text("utf-8").splitlines()}
    assert words == "['the hand holds no ace, or hands with an ace may be doubled']"
    assert (drawn, changes, rounds) == ("True", "True", "200")


READERS = """
from attrs import evolve
from pitboss import PitbossError, Rules
from pitboss.environments.vector import PitbossVectorEnv
from pitboss.exact import value
from pitboss.players import chart
from pitboss.rules import rules as rules_module
from pitboss.simulation import simulate

def without_readers():
    known = rules_module.OPTIONS["double_aces"]
    rules_module.OPTIONS = {**rules_module.OPTIONS, "double_aces": evolve(known, readers="")}
    chart(Rules.of(double_aces=False, decks=2))

rules = Rules.of(double_aces=False)
kernel = lambda: simulate(rules, rounds=1)
vector = lambda: PitbossVectorEnv(1, rules)
for read in (kernel, vector, lambda: value(rules), without_readers):
    try:
        print(read())
    except PitbossError as error:
        print(f"{type(error).__name__}, {error.options}, {error}")
"""


def test_what_does_not_ask_the_machine_refuses_the_option_by_name(project: Path) -> None:
    """The simulation, the vector environment and exact values never ignore it in silence.

    Nor do charts, if they are not said to know it.
    """
    kernel, vector, exact, charts = run_in(project, "-c", READERS).splitlines()
    assert kernel == vector
    assert kernel.startswith("UncoveredError, ('double_aces',), ")
    assert exact.startswith("NotCoveredError, {'double_aces': False}, ")
    assert charts.startswith("UnchartedError, {'double_aces': False}, ")
    shown = [line.strip() for line in PAGE.read_text("utf-8").splitlines()]
    for said in (kernel, exact, charts):
        assert any(line and f", {line}" in said for line in shown), said


def test_the_schema_of_journals_names_the_option(project: Path) -> None:
    """As it names every other option, so that a journal with the option is valid."""
    schema = json.loads((project / "fixtures/journals/schema-2.json").read_text("utf-8"))
    listed = schema["$defs"]["rules"]["properties"]
    assert set(listed) == {*OPTIONS, "double_aces"}
    assert listed["double_aces"] == {"const": False}


def test_the_documentation_follows(project: Path) -> None:
    """The table of options has a row more."""
    page = (project / "engine" / "pitboss" / "rules" / "README.md").read_text("utf-8")
    assert re.search(r"^\| `double_aces` \| true, false \| `true` \| ", page, re.MULTILINE)


def test_the_edited_engine_is_laid_out_and_typed(project: Path) -> None:
    """The edits that the document shows pass the linter and its formatter."""
    run_in(project, "-m", "ruff", "check", "--no-cache", "engine")
    run_in(project, "-m", "ruff", "format", "--no-cache", "--check", "engine")
