"""What is printed on a terminal of 40 columns: no table is wider."""

import shutil
from pathlib import Path

import pytest
from tests.cli.command_line import run
from tests.processes import COLUMNS

from pitboss.text.terminal import columns_of

NARROW = 40


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a journal of some rounds, on a terminal that is narrow from then on."""
    monkeypatch.setenv("COLUMNS", str(NARROW))
    path = tmp_path / "game.jsonl"
    seats = ("--seats", "2", "--players", "basic,random", "--balance", "100000")
    assert run("run", "--seed", "7", "--rounds", "12", *seats, "--journal", path).exit_code == 0
    return path


def test_tables_fold_on_a_narrow_terminal(journal: Path) -> None:
    """Of rounds, of two rule sets, and of what a side bet pays."""
    for command in (
        ("show", journal),
        ("rules", "diff", "lott", "spring"),
        ("exact", "--side-bet", "21+3"),
    ):
        lines = run(*command).stdout.splitlines()
        assert len(lines) > 10
        assert [line for line in lines if columns_of(line) > NARROW] == [], command


def test_other_terminals_are_not_as_wide_as_that_of_the_tests() -> None:
    """Somebody may run them in any."""
    assert shutil.get_terminal_size().columns == COLUMNS
