"""What a sentence tells a user to do can be done: by commands and options that there are."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from tests.cli.command_line import journal_of, refused, run

import pitboss
from pitboss.cli import main

SOURCES = sorted(Path(pitboss.__file__).parent.rglob("*.py"))
DIES = f'exec:"{sys.executable} -c exit(3)"'


def commands(group: click.Group) -> Iterator[click.Command]:
    """Give every command, with those of groups."""
    for command in group.commands.values():
        yield command
        if isinstance(command, click.Group):
            yield from commands(command)


def test_every_command_and_option_that_is_named_is_there() -> None:
    """In help, in errors and in docstrings."""
    every = [main, *commands(main)]
    known = {f"pitboss {command.name}" for command in every}
    options = [each for command in every for each in command.params]
    known |= {name for each in options for name in (*each.opts, *each.secondary_opts)}
    known |= {"--help", "--version"}
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                # A variable of a style sheet, as in `var(--pb-line)`, is no option.
                named = re.findall(r"(?<![\w(-])--[a-z][a-z-]*|\bpitboss [a-z]+", node.value)
                assert set(named) <= known, source


def test_help_calls_a_line_of_the_host_by_its_name() -> None:
    """As the description of journals does; nothing there is a note."""
    every = [run(*name.split(), "--help").stdout for name in main.commands]
    assert not [told for told in every if re.search(r"\bnotes?\b", told, re.IGNORECASE)]
    assert "Lines of the host are" in " ".join(run("replay", "--help").stdout.split())


def test_who_has_a_damaged_journal_is_told_to_replay_it(tmp_path: Path) -> None:
    """No command has the name of a function of the library."""
    path = journal_of(tmp_path / "game")
    path.write_bytes(path.read_bytes().replace(b'"end","round":3', b'"end"\n"round":3'))
    told = refused("diagram", "--journal", path, "--coverage")
    assert told.endswith("; replay the journal: the verdict names the first wrong line")
    assert run("replay", path).stdout.startswith("DAMAGED")


def test_who_has_a_player_that_fails_is_told_how_to_go_on(tmp_path: Path) -> None:
    """With the same journal, and another player; where nothing is kept, nothing is promised."""
    path = tmp_path / "game"
    told = refused("run", "--players", DIES, "--rounds", "3", "--journal", path)
    assert told.endswith(f"fix the player, and continue with --resume {path}")
    assert run("run", "--resume", path, "--players", "mimic", "--rounds", "3").exit_code == 0
    assert run("replay", path).exit_code == 0
    assert "--resume" not in run("run", "--players", DIES, "--rounds", "3").stderr
