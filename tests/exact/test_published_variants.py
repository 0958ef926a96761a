"""Edges of games that are sold under names of their own, beside those that others published."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from tests.scale import scaled, share_of

from pitboss import Rules
from pitboss.exact import ExactValue, value
from pitboss.simulation import ByCount, simulate

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "fixtures" / "variants" / "published.json"
PUBLISHED: Final[list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))
EXACT: Final = [row for row in PUBLISHED if "simulated" not in row]
# A value of Double Exposure takes as long as five others.
CHEAP: Final = [row for row in EXACT if "preset" not in row["rules"]]
SLOW: Final = [row for row in EXACT if "preset" in row["rules"]]
SIMULATED: Final = [row for row in PUBLISHED if "simulated" in row]
VARIANTS: Final = {"spanish_21", "double_exposure", "free_bet", "super_fun_21"}
BET_MINOR: Final = 1000


@cache
def best_play(rules: Rules) -> ExactValue:
    """Return what the best play wins."""
    return value(rules)


def off_by_at_most(row: dict[str, Any], exact: float, error: float) -> bool:
    """Say whether an edge is the printed one, or else what is said to be instead."""
    printed = row["differs"].partition(":")[0] if "differs" in row else row["percent"]
    half_a_digit: float = 0.5 * 10 ** -len(printed.partition(".")[2])
    off: float = abs(exact - float(printed))
    return off <= half_a_digit + error


@pytest.mark.untraced
@pytest.mark.parametrize("row", [*CHEAP, *share_of(SLOW)], ids=lambda row: row["game"])
def test_an_edge_or_what_a_rule_adds_to_it_is_the_published_one(row: dict[str, Any]) -> None:
    """By the best play, to the last digit; where it is not, the record says what it is instead."""
    before = best_play(Rules.from_dict(row["rules"]))
    edge, error = -100 * before.value, 100 * before.estimated_error
    if "after" in row:
        after = best_play(Rules.from_dict({**row["rules"], **row["after"]}))
        # Both leave out the same of what can be seen after a split.
        edge, error = -100 * after.value - edge, 0.001
    assert off_by_at_most(row, edge, error), (edge, row)


@pytest.mark.untraced
@pytest.mark.parametrize("row", SIMULATED, ids=lambda row: row["game"])
def test_a_simulated_edge_is_near_the_published_one(row: dict[str, Any]) -> None:
    """So is that of the long run which is recorded, and a short run is near that one."""
    long = row["simulated"]
    assert off_by_at_most(row, long["percent"], 4 * long["standard_error"])
    rounds = scaled(2_000_000, 100_000)
    edge = simulated_edge(row["rules"], rounds)
    if "after" in row:
        # Both play the same shoes.
        edge = simulated_edge({**row["rules"], **row["after"]}, rounds) - edge
    error = long["standard_error"] * (long["rounds"] / rounds) ** 0.5
    assert abs(edge - long["percent"]) <= 4 * error


def simulated_edge(plain: dict[str, Any], rounds: int) -> float:
    """Return the house edge in percent, over rounds from fresh shoes."""
    rules = Rules.from_dict({**plain, "shuffle": "every_round"})
    found = simulate(rules, ByCount.basic(rules, BET_MINOR), rounds=rounds, seed=2).of_shoes
    return -100 * found.net_minor / found.rounds / BET_MINOR


def test_ten_edges_of_variants_and_more_are_held_to_published_ones() -> None:
    """Of each that is not, it is said what it is and why; and each has its source."""
    held = [row for row in PUBLISHED if "differs" not in row]
    variants = [row for row in held if "preset" in row["rules"]]
    assert len(variants) >= 10
    assert {row["rules"]["preset"] for row in variants} < VARIANTS
    assert {row["rules"].get("preset") for row in PUBLISHED} == {*VARIANTS, None}
    assert all(row["source"] for row in PUBLISHED)
    page = (ROOT / "engine" / "pitboss" / "rules" / "README.md").read_text("utf-8")
    said = (
        f"has {len(variants)} published edges of these variants, and {len(held) - len(variants)} of"
    )
    assert said in " ".join(page.split())
