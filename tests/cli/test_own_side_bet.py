"""A side bet takes one file: everything that plays side bets plays it, and by no other change."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command_line import run
from tests.live.host import a_host

from pitboss import Rules
from pitboss.game.results import side_bet_results

FILE = """
[[side_bets]]
name = "red_bust"
title = "Red bust"
source = "ours"
decided_by = "dealers_hand"
[[side_bets.classes]]
name = "with_natural"
title = "Bust in four cards, against a natural"
pays = "40:1"
count = 4
bust = true
hand = { natural = true }
[[side_bets.classes]]
name = "red"
title = "Bust in three red cards"
pays = "15:1"
count = 3
colour = ["red"]
bust = true
[[side_bets.classes]]
name = "ends_red"
title = "Bust by a court card"
pays = "5:2"
last_rank = ["J", "Q", "K"]
bust = true
"""
STAKED = ("--side-bet", "red_bust=100")


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Return the file."""
    path = tmp_path / "red.toml"
    path.write_text(FILE, "utf-8")
    return path


def records(*command: str | Path) -> list[dict[str, Any]]:
    """Return what a command writes for programs."""
    result = run(*command)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_table_and_kernel_play_the_bet_of_a_file_alike_and_it_is_replayed_and_exported(
    rules: Path,
) -> None:
    """The same shoe at a table and in the kernel: the same rounds, classes and net."""
    seeded = ("--rules", rules, "--seed", "6", "--seats", "1", *STAKED)
    told = records("simulate", *seeded, "--rounds", "1", "--json")
    (counted,) = [each for each in told if each["kind"] == "side_bet"]
    rounds, journal = told[0]["rounds"], rules.with_name("game.jsonl")
    basic = ("--players", "basic", "--rounds", str(rounds), "--journal", journal)
    assert run("run", *seeded, *basic).exit_code == 0
    assert run("replay", journal).exit_code == 0
    rows = records("export", journal, "--table", "side_bets", "--format", "jsonl")
    assert [row["bet"] for row in rows] == ["red_bust"] * rounds
    assert sum(row["net_minor"] for row in rows) == counted["net"]
    for name, times in counted["classes"].items():
        assert [row["pay_class"] for row in rows].count(name) == times
    assert sum(counted["classes"].values())
    assert "Red bust" in run("show", journal, "--why").stdout


def test_exact_values_know_the_edge_of_the_bet_of_a_file(rules: Path) -> None:
    """Which the kernel finds as well, within four standard errors."""
    exact = records("exact", "--rules", rules, "--side-bet", "red_bust", "--json")[0]
    often = ("--rounds", "300000", "--seed", "1", "--json")
    told = records("simulate", "--rules", rules, *STAKED, *often)
    (counted,) = [each for each in told if each["kind"] == "side_bet"]
    assert abs(counted["edge"] - float(exact["edge"])) < 4 * counted["standard_error"]


def test_a_client_of_a_live_table_places_the_bet_of_a_file() -> None:
    """By its name, and the dealer draws to the end for it."""
    host = a_host(rules=Rules.from_toml(FILE))
    for seat, client in enumerate(("ann", "ben")):
        host.connect(client, seat)
    assert host.send("ann", "side_bet", 25, bet="red_bust")["type"] == "applied"
    for client, word in (("ann", "bet"), ("ben", "bet")):
        assert host.send(client, word)["type"] == "applied"
    while (question := host.table.round.question) is not None:
        client = ("ann", "ben")[host.table.round.asked_seat]
        word = "stand" if question.value == "play" else "decline"
        assert host.send(client, word)["type"] == "applied"
    (settled,) = side_bet_results(host.table.round)
    assert (settled.bet.name, settled.bet.stake_minor) == ("red_bust", 25)
    assert host.table.round.dealer.points >= 17
