"""``pitboss run`` with side bets, and what the other commands say of them."""

import json
from pathlib import Path

import pytest
from tests.cli.command_line import refused, run

TABLE = 'preset = "six_deck_s17"\nside_bets = ["21+3", "perfect_pairs", "super_sevens"]\n'
STAKES = ("21+3=100", "perfect_pairs=50", "super_sevens=5")
PLACED = tuple(word for stake in STAKES for word in ("--side-bet", stake))


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Return a file of rules with side bets."""
    path = tmp_path / "rules.toml"
    path.write_text(TABLE, "utf-8")
    return path


def test_a_game_with_side_bets_is_played_replayed_told_and_exported(rules: Path) -> None:
    """And taken up again, by players who remember nothing of it."""
    path, again = rules.with_name("game.jsonl"), rules.with_name("again.jsonl")
    game: tuple[str | Path, ...] = ("run", "--rules", rules, "--seed", "4", *PLACED, "--journal")
    assert run(*game, path, "--rounds", "60").exit_code == 0
    assert run("replay", path).exit_code == 0
    assert run(*game, again, "--rounds", "25").exit_code == 0
    again.write_bytes(b"".join(again.read_bytes().splitlines(keepends=True)[:-20]))
    assert run("run", "--resume", again, "--rounds", "60", *PLACED).exit_code == 0
    assert again.read_bytes() == path.read_bytes()
    told = run("show", path, "--why").stdout
    assert "on 21+3" in told
    assert "21+3 loses 1.00" in told
    assert "(Flush)" in told
    exported = run("export", path, "--table", "side_bets", "--format", "jsonl").stdout
    rows = [json.loads(line) for line in exported.splitlines()]
    assert {row["bet"] for row in rows} == {"21+3", "perfect_pairs", "super_sevens"}
    page = rules.with_name("page.html")
    assert run("show", path, "--round", "1..60", "--output", page).exit_code == 0
    text = page.read_text("utf-8")
    assert "bets 1.00 on 21+3" in text
    assert "Super Sevens" in text
    drawn = [
        run("diagram", "--journal", path, "--round", str(number), "--sequence").stdout
        for number in range(1, 61)
    ]
    assert any("21+3 wins" in each for each in drawn)
    standing = [json.loads(run("show", path, "--at", str(at), "--json").stdout) for at in (6, 12)]
    assert any("side_bets" in seat for each in standing for seat in each["seats"])


@pytest.mark.parametrize(
    ("side_bet", "problem"),
    [
        ("hot_3=5", "no side bet 'hot_3'; they have 21+3, perfect_pairs and super_sevens"),
        ("21+3", "must be a name and an amount"),
        ("21+3=0", "is not a whole number from 1"),
        ("21+3=5", "names the same side bet twice"),
    ],
)
def test_a_side_bet_that_cannot_be_placed_is_refused(
    rules: Path, side_bet: str, problem: str
) -> None:
    """Before anything is written."""
    path = rules.with_name("game.jsonl")
    options = ("--side-bet", "21+3=100", "--side-bet", side_bet, "--journal", path)
    assert problem in refused("run", "--rules", rules, *options, code=2)
    assert not path.exists()
    assert "the rules have no side bet 'x'" in refused("run", "--side-bet", "x=1", code=2)


def test_the_simulation_and_exact_values_name_the_side_bets_that_they_do_not_play(
    rules: Path,
) -> None:
    """By their names, without their pay tables."""
    for command in (("simulate", "--rounds", "10"), ("exact",)):
        result = run(*command, "--rules", rules)
        assert result.exit_code
        assert "side_bets = ['21+3', 'perfect_pairs', 'super_sevens']" in result.stderr
