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


SMALL = """
[[side_bets]]
name = "small"
title = "Small"
source = "ours"
decided_by = "first_two"
stake_min = 5
stake_max = 25
classes = [{ name = "pair", title = "Pair", pays = "10:1", same_rank = true }]
"""


@pytest.mark.parametrize("command", ["run", "simulate"])
def test_a_stake_that_the_pay_table_forbids_is_refused(rules: Path, command: str) -> None:
    """Before anything is played; a bot would never place it."""
    rules.write_text(SMALL, "utf-8")
    said = refused(command, "--rules", rules, "--side-bet", "small=30", code=2)
    assert said.startswith("the rules do not allow 30 on small: give 5 to 25 (see ")


def test_a_stake_that_cannot_be_paid_exactly_is_refused(rules: Path) -> None:
    """The refusal names the unit of which a stake is a multiple."""
    rules.write_text(f'rounding = "exact"\n{SMALL.replace("10:1", "3:2")}', "utf-8")
    said = refused("run", "--rules", rules, "--side-bet", "small=7", code=2)
    assert said.startswith("the rules do not allow 7 on small: give 5 to 25 in multiples of 2 (")


def test_exact_values_name_the_side_bets_that_they_do_not_play(rules: Path) -> None:
    """By their names, without their pay tables."""
    result = run("exact", "--rules", rules)
    assert result.exit_code
    assert "side_bets = 21+3, perfect_pairs, super_sevens: exact" in result.stderr


def test_simulated_side_bets_are_shown_with_their_edges(rules: Path) -> None:
    """To people and programs, and one that the rules do not have is refused."""
    command = ("simulate", "--rules", rules, "--rounds", "2000", "--seed", "3", "--seats", "2")
    placed = ("--side-bet", "21+3=100", "--side-bet", "super_sevens=5")
    told = run(*command, *placed)
    assert told.exit_code == 0, told.stderr
    for name in ("0 21+3", "0 super_sevens", "1 21+3", "1 super_sevens"):
        assert f"\n  {name}  " in told.stdout
    lines = run(*command, *placed, "--json").stdout.splitlines()
    found = [each for line in lines if (each := json.loads(line))["kind"] == "side_bet"]
    assert [(each["seat"], each["side_bet"]) for each in found] == [
        *((0, "21+3"), (0, "super_sevens"), (1, "21+3"), (1, "super_sevens"))
    ]
    for each in found:
        times = [*each["classes"].values(), each["lost"], each["returned"]]
        assert sum(times) == each["rounds"] >= 2000
        assert each["edge"] == each["net"] / each["stakes"]
        assert each["standard_error"] > 0
    assert "side bet" not in run(*command).stdout
    assert "the rules have no side bet 'x'" in refused(*command, "--side-bet", "x=1", code=2)
