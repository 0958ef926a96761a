"""The command ``pitboss exact``."""

import json
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from tests.cli.command_line import refused, run
from tests.tools.generated import PACKAGE

from pitboss import exact
from pitboss.cli import main
from pitboss.errors import ExitCode
from pitboss.game.money import MINUS
from pitboss.players.chart import ROWS, Chart, ChartBy, Move, chart, published_chart
from pitboss.rules import Rules
from pitboss.text.terminal import Look, Paint

NAME = "six_deck_h17_ls"


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Return what is told of the best chart."""
    return run("exact", "--rules", NAME).stdout.splitlines()


def test_the_chart_stands_with_its_value_and_that_of_the_best_play(lines: list[str]) -> None:
    """As percentages of the opening bet."""
    rules = Rules.preset(NAME)
    best, play = exact.chart(rules), exact.value(rules)
    assert str(best) in "\n".join(lines)
    assert (
        f"wins {100 * exact.value(rules, best).value:.5f} % of the opening bet".replace("-", MINUS)
        in lines[1]
    )
    assert re.findall(r"−?[\d.]+ %", " ".join(lines[2:4])) == [
        f"−{-100 * play.value:.5f} %",
        f"{100 * play.estimated_error:.5f} %",
    ]
    page = (PACKAGE / "exact" / "README.md").read_text("utf-8")
    assert f"{play.estimated_error:.5f} with six" in page


def test_on_a_terminal_each_play_has_its_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letters are the same, so nothing is told by colour alone."""
    monkeypatch.setattr("pitboss.cli.exact.look_of", Mock(return_value=Look(colour=True)))
    told = CliRunner().invoke(main, ["exact", "--rules", NAME, "--chart", "basic"]).stdout
    plain = re.sub(r"\x1b\[[0-9;]*m", "", told).splitlines()
    assert str(chart(Rules.preset(NAME))) in "".join(f"{line.rstrip()}\n" for line in plain)
    for paint, code in ((Paint.HIT, "H "), (Paint.SURRENDER, "Rp"), (Paint.SPLIT, "P ")):
        assert f"\x1b[{paint.value}m{code}\x1b[0m" in told


def test_the_cells_that_differ_from_the_published_chart_are_told(lines: list[str]) -> None:
    """Each with the codes of both and what it gains."""
    rules = Rules.preset(NAME)
    (change,) = exact.changes(rules, published_chart(rules), exact.chart(rules))
    assert lines[-2:] == [
        "1 cell of the published chart changed:",
        f"  hard 16 v T  Rh to Rs  gains {100 * change.gain:.5f} %",
    ]


def test_a_published_chart_that_is_best_is_told_to_be(tmp_path: Path) -> None:
    """Without surrender, nothing differs."""
    file = tmp_path / "rules.toml"
    file.write_text('soft_17 = "hit"', "utf-8")
    told = run("exact", "--rules", file).stdout
    assert told.splitlines()[-1] == "It is the published chart, without changes."


def test_json_has_a_line_for_the_values_each_row_and_each_cell_that_differs() -> None:
    """Values are not rounded."""
    rules = Rules.preset(NAME)
    told = run("exact", "--rules", NAME, "--chart", "basic", "--json").stdout
    values, *rest = map(json.loads, told.splitlines())
    played, play = exact.value(rules, chart(rules)), exact.value(rules)
    assert values == {
        "kind": "value",
        "chart": "basic",
        "value": played.value,
        "estimated_error": played.estimated_error,
        "best_play": play.value,
        "best_play_estimated_error": play.estimated_error,
    }
    rows = {each["hand"]: list(each["moves"].values()) for each in rest if each["kind"] == "row"}
    moves = chart(rules).moves
    assert rows == {str(row): [move.value for move in codes] for row, codes in moves.items()}
    (changed,) = [each for each in rest if each["kind"] == "change"]
    (change,) = exact.changes(rules, published_chart(rules), chart(rules))
    assert changed == {
        "kind": "change",
        "hand": "hard 16",
        "up": "T",
        "published": "Rh",
        "played": "Rs",
        "gain": change.gain,
    }


def test_charts_by_both_cards_of_the_dealer_stand_under_their_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And so do the cells that differ."""
    file = tmp_path / "rules.toml"
    file.write_text("hole_card_shown = true", "utf-8")
    one = chart(Rules())
    several = Chart(one.moves, ChartBy.HOLE_CARD, (one,) * 9)
    change = exact.Change(next(iter(ROWS)), 6, 10, Move.HIT, Move.STAND, 0.5)
    won = exact.value(Rules.of(decks=1), one)
    for name, given in {"chart": several, "value": won, "changes": [change]}.items():
        monkeypatch.setattr(exact, name, Mock(return_value=given))
    told = CliRunner().invoke(main, ["exact", "--rules", str(file)]).stdout
    assert str(several) in told
    assert told.endswith("hard 4 v 6T  H to S    gains 50.00000 %\n")
    lines = CliRunner().invoke(main, ["exact", "--rules", str(file), "--json"]).stdout.splitlines()
    _, *rows, changed = map(json.loads, lines)
    assert {row["hole"] for row in rows} == set("A23456789T")
    assert (changed["up"], changed["hole"]) == ("6", "T")


def test_what_cannot_be_worked_out_is_refused(tmp_path: Path) -> None:
    """In one sentence that names the options, or the charts there are."""
    file = tmp_path / "rules.toml"
    lines = 'hole_card = "none"', 'dealer_blackjack_takes = "original_and_busted"'
    file.write_text("\n".join(lines), "utf-8")
    told = refused("exact", "--rules", file)
    assert "dealer_blackjack_takes = original_and_busted" in told
    assert "did you mean best?" in refused("exact", "--chart", "bet", code=ExitCode.WRONG_USAGE)


def test_without_the_extra_it_says_what_to_install() -> None:
    """No other command needs it."""
    lacking = "import sys; sys.modules['numpy'] = None; import pitboss.__main__ as it; it.run()"
    command = [sys.executable, "-c", lacking]
    told = subprocess.run([*command, "exact"], capture_output=True, text=True, check=False)
    assert told.returncode == ExitCode.FAILED
    assert told.stderr == (
        'pitboss: pitboss.exact needs numpy, which is not installed: pip install "pitboss[exact]"\n'
    )
    subprocess.run([*command, "rules", "list"], capture_output=True, check=True)
