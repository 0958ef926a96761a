"""The README is short, and what it shows first works."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.project.readme.pages import PAGES, arguments_of, blocks, commands
from tests.tools.generated import README, ROOT

from pitboss.cli import main
from pitboss.rules.options import OPTIONS

TEXT = README.read_text("utf-8")
MAX_LINES = 250
MAX_LINES_OF_FIRST_CODE = 10
FIGURES = 4
SPEED = ROOT / "tests/tools/benchmarks/README.md"
EDGES = ROOT / "fixtures/expected_value/README.md"

ORDER = (
    "make demo",
    "round.svg",
    "## Ten lines that are a test",
    "## One round",
    "## Embed it",
    "## Write a player",
    "## Replay",
    "## Rules",
    "## Diagrams and research",
    "## How it works",
    "machine.svg",
    "## Where to go on",
)


def test_the_readme_is_short() -> None:
    """Everything else stands beside what it describes."""
    assert len(TEXT.splitlines()) <= MAX_LINES


def test_the_readme_comes_in_the_order_of_a_newcomer() -> None:
    """From what it is to where to go on."""
    places = [TEXT.index(each) for each in ORDER]
    assert places == sorted(places)


def test_the_first_code_is_ten_lines_and_a_test_that_passes(tmp_path: Path) -> None:
    """Saved as the README says, it is run by pytest and passes."""
    first = blocks("python", README)[0].code
    assert len([line for line in first.splitlines() if line]) <= MAX_LINES_OF_FIRST_CODE
    (tmp_path / "test_game.py").write_text(first, "utf-8")
    # The folder may lie inside the project, whose settings are not those of a reader.
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_game.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in done.stdout, done.stdout


def test_every_command_is_shown() -> None:
    """Whoever reads the README has met all that there are."""
    assert {arguments_of(each)[0] for each in commands(README)} == set(main.commands)


@pytest.mark.parametrize("target", re.findall(r"^ {4}make (\w+)", TEXT, re.MULTILINE))
def test_make_knows_its_targets(target: str) -> None:
    """The three commands at the top stand in the Makefile."""
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


def linked_in(page: Path) -> set[Path]:
    """Return the pages to which a page has links."""
    targets = re.findall(r"\]\(([^)#:]+\.md)[)#]", page.read_text("utf-8"))
    return {(page.parent / target).resolve() for target in targets}


def test_every_document_is_reached_from_the_readme() -> None:
    """A link leads to each page, or one on the page of the engine, which lists its packages."""
    beside = {README, ROOT / "diagrams/machine.md"}
    linked = linked_in(README) | linked_in(ROOT / "engine/pitboss/README.md")
    assert linked - beside == set(PAGES) - beside


def test_the_number_of_options_is_right() -> None:
    """The README counts the options."""
    assert f"A rule set has {len(OPTIONS)} options" in TEXT


def test_the_figures_at_the_top_stand_on_the_pages_that_they_name() -> None:
    """Each figure is linked to a page that has it, or counts what the program has."""
    rows = re.findall(r"^\| ([\d,.]+(?: %)?) \| (.+) \|$", TEXT.partition("## ")[0], re.MULTILINE)
    assert len(rows) == FIGURES
    assert rows[0][0] == str(len(OPTIONS))
    for (figure, told), page in zip(rows[1:], (SPEED, EDGES, EDGES), strict=True):
        assert figure in page.read_text("utf-8"), told


def test_help_tells_a_newcomer_where_to_begin() -> None:
    """Each command has an example, and the command alone says how to begin."""
    overview = CliRunner().invoke(main, []).stdout
    assert "Begin with: pitboss run" in overview
    for name in main.commands:
        told = CliRunner().invoke(main, [name, "--help"]).stdout
        assert f"pitboss {name}" in told.partition("Options:")[2], name
        assert "Example" in told, name
