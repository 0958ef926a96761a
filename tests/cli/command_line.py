"""Running the command line, in this process or in one of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from click.testing import CliRunner, Result

from pitboss.cli import main


def run(*arguments: str | Path, written: str | bytes = "") -> Result:
    """Run a command in this process; `written` is its standard input."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=written)


def refused(*arguments: str | Path, code: int = 1, written: str | bytes = "") -> str:
    """Run a command that is to be refused, and return the one sentence that says why."""
    result = run(*arguments, written=written)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    assert result.stderr.startswith("pitboss: ")
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr.removeprefix("pitboss: ").rstrip("\n")


def start(
    *arguments: str | Path,
    environment: Mapping[str, str] | None = None,
    stdin: int | None = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
) -> subprocess.Popen[bytes]:
    """Start a command in a process of its own, whose errors can be read."""
    return subprocess.Popen(
        [sys.executable, "-m", "pitboss", *map(str, arguments)],
        env={**os.environ, **(environment or {})},
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )


def journal_of(path: Path, *arguments: str) -> Path:
    """Let bots play a game with a seed, and return its journal."""
    result = run("run", "--seed", "7", "--rounds", "20", *arguments, "--journal", path)
    assert result.exit_code == 0, result.output
    return path
