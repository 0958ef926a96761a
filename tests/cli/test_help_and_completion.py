"""The help groups the commands, and a shell can complete names of values."""

import os
import subprocess
import sys

import pytest
from tests.cli.command_line import run

from pitboss.cli import main
from pitboss.players import PLAYER_NAMES
from pitboss.rules.presets import PRESETS


def completed(*words: str) -> list[str]:
    """Return what bash is told that the last word may become."""
    asked = {
        "_PITBOSS_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["pitboss", *words]),
        "COMP_CWORD": str(len(words)),
    }
    program = "from pitboss.__main__ import run; run()"
    told = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.partition(",")[2] for line in told.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("si",), ["simulate"]),
        (("run", "--rules", "six"), [name for name in PRESETS if name.startswith("six")]),
        (("run", "--players", "basic,m"), ["basic,mimic"]),
        (("serve", "--bots", ""), list(PLAYER_NAMES)),
        (("exact", "--chart", "b"), ["best", "basic"]),
        (("simulate", "--strategy", "ko,hi"), ["ko,hi-lo"]),
    ],
    ids=" ".join,
)
def test_a_shell_completes_commands_and_names(words: tuple[str, ...], names: list[str]) -> None:
    """Of several names the last one; a rule set may be a file, too."""
    assert [name for name in completed(*words) if name not in words] == names


def test_the_help_shows_every_command_below_one_title() -> None:
    """In the order of the commands, with the start of its sentence."""
    told = run("--help").stdout
    titles = [line for line in told.splitlines() if line.endswith(":") and line[0] != " "]
    assert titles == ["Options:", "Play:", "Journals:", "Rules:", "Research:"]
    below = told.partition("Play:")[2].splitlines()
    named = [line.split()[0] for line in below if line.startswith("  ") and line[2] != " "]
    assert [name for name in named if name in main.commands] == list(main.commands)
