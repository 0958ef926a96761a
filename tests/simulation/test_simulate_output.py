"""What ``pitboss simulate`` shows beside its figures: a plot, and a list where columns lack."""

from pathlib import Path

import pytest
from tests.cli.command_line import run

SEEDED = ("simulate", "--seed", "7")


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (("--strategy", "hi-lo"), "Edge by count in"),
        (("--strategy", "basic"), "What is won of a unit bet"),
        (("--strategy", "basic", "--bankroll", "9000", "--session", "2"), "Bankroll in sessions"),
    ],
    ids=["by count", "level", "bankroll"],
)
def test_what_was_found_is_drawn(arguments: tuple[str, ...], title: str, tmp_path: Path) -> None:
    """By the plot that suits it; an older file is replaced, and the text is the same."""
    path = tmp_path / "plot.svg"
    path.write_text("older", "utf-8")
    told = run(*SEEDED, *arguments, "--rounds", "20000", "--plot", path).stdout
    assert title in path.read_text("utf-8")
    assert told.startswith("20,0")


def test_on_a_narrow_terminal_each_seat_is_a_list_of_its_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No line of the tables is wider than the terminal, and no figure is lost."""
    told: list[list[str]] = []
    for columns in ("100", "40"):
        monkeypatch.setenv("COLUMNS", columns)
        told.append(run(*SEEDED, "--rounds", "9000", "--strategy", "hi-lo").stdout.splitlines())
    wide, narrow = told
    begins = narrow.index("  seat 0 hi-lo")
    assert max(map(len, narrow[begins:])) <= 40
    (row,) = [line for line in wide if line.startswith("  0 hi-lo")]
    assert [line.split()[-1] for line in narrow[begins + 1 : begins + 8]] == row.split()[2:]
