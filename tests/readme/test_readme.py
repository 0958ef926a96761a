"""The README says nothing that is not true: its code runs, its commands exist, its tables hold."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.readme.generated import BLOCKS, README, ROOT, with_current_blocks

import pitboss
from pitboss.cli import main
from pitboss.rules import Rules

TEXT = README.read_text("utf-8")
MOST_LINES_OF_QUICK_START = 10

PROSE = [
    *ROOT.glob("*.md"),
    *ROOT.glob("diagrams/*.md"),
    *ROOT.glob("fixtures/**/*.md"),
    *ROOT.glob("engine/pitboss/**/*.py"),
]
# A replay compares lines; who spoke and what was left out it cannot know.
TOO_MUCH = (
    r"prov(e|es|en|ing|able)|(is|are|be|been) proved|proofs?|tamper\w*|guarantee\w*|forg(e|er|ery)"
)


def blocks(language: str) -> list[str]:
    """Return the blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def commands() -> list[list[str]]:
    """Return every pitboss command that is shown, with its arguments."""
    lines = re.findall(r"^(?:\$ | {4}uv run )pitboss (.*?)(?: <.*)?$", TEXT, re.MULTILINE)
    return [shlex.split(line) for line in lines]


@pytest.mark.parametrize("code", blocks("python"))
def test_code_runs_as_it_stands(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each block is a whole program, and prints something."""
    monkeypatch.chdir(tmp_path)
    exec(compile(code, str(README), "exec"), {"__name__": "readme"})  # noqa: S102  it is ours
    assert capsys.readouterr().out


def test_the_quick_start_is_short_and_comes_first() -> None:
    """At most ten lines take an embedder from nothing to a verified journal."""
    quick_start = blocks("python")[0]
    assert len([line for line in quick_start.splitlines() if line]) <= MOST_LINES_OF_QUICK_START
    assert TEXT.index("## Quick start") < TEXT.index(quick_start)


def test_the_quick_start_ends_in_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it prints is what it promises."""
    monkeypatch.chdir(tmp_path)
    exec(blocks("python")[0], {})  # noqa: S102  it is ours
    assert capsys.readouterr().out.startswith("MATCH ")


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_commands_and_their_options_exist(arguments: list[str]) -> None:
    """Whatever is shown at a prompt is understood, up to the files that it names."""
    name, *others = arguments
    command = main.commands[name]
    command.make_context(name, others, parent=click.Context(main, info_name="pitboss"))


def test_every_command_is_shown() -> None:
    """Whoever reads the README has met all that there are."""
    assert {arguments[0] for arguments in commands()} == set(main.commands)


@pytest.mark.parametrize("target", re.findall(r"^ {4}make (\w+)", TEXT, re.MULTILINE))
def test_make_knows_its_targets(target: str) -> None:
    """The two commands at the top stand in the Makefile."""
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


def test_nothing_is_said_to_be_proved() -> None:
    """Documents and docstrings promise no more than a replay finds."""
    found = {
        path.relative_to(ROOT).as_posix(): [match[0] for match in matches]
        for path in PROSE
        if (
            matches := list(
                re.finditer(rf"\b({TOO_MUCH})\b", path.read_text("utf-8"), re.IGNORECASE)
            )
        )
    }
    assert found == {}


def test_the_tables_are_current() -> None:
    """If this fails, run ``python -m tests.readme.generated`` and read what changed."""
    assert with_current_blocks(TEXT) == TEXT
    assert len(BLOCKS) == TEXT.count("<!-- begin ")


@pytest.mark.parametrize("text", blocks("toml"))
def test_rule_files_are_accepted(text: str) -> None:
    """The rules that are shown make a table."""
    assert Rules.from_toml(text).changes()


def test_links_lead_somewhere() -> None:
    """Every relative link is a file of the project."""
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    for link in links:
        assert link.startswith("https://") or (ROOT / link).exists(), link


def test_names_of_the_library_exist() -> None:
    """A dotted name that is shown can be imported."""
    for dotted in set(re.findall(r"`(pitboss(?:\.\w+)+)`", TEXT)):
        if dotted.removeprefix("pitboss.") not in pitboss.__all__:
            __import__(dotted)
    for name in re.findall(r"^from pitboss import (.*)$", TEXT, re.MULTILINE):
        assert set(name.split(", ")) <= set(pitboss.__all__)


def test_help_tells_a_newcomer_where_to_begin() -> None:
    """Each command has an example, and the command alone says how to begin."""
    overview = CliRunner().invoke(main, []).stdout
    assert "Begin with: pitboss run" in overview
    for name in main.commands:
        told = CliRunner().invoke(main, [name, "--help"]).stdout
        assert f"pitboss {name}" in told.partition("Options:")[2], name
        assert "Example" in told, name
