"""The record of the full measurement: complete, of today's rules, and at the exact figures."""

from datetime import date
from pathlib import Path

import numpy as np
from tests.tools.expected_value.measuring import Estimate, Exact, summed
from tests.tools.expected_value.published import FIXTURES, Figure, published
from tests.tools.expected_value.results import Result, markdown, read, record, result

from pitboss.simulation import Sums

RECORD = FIXTURES / "results.jsonl"
MIN_ROUNDS = 1_000_000_000
MAX_STANDARD_ERRORS_OFF = 4

Expected = dict[str, tuple[tuple[str, ...], int, Figure]]
"""By the name of a result the digests of the rules played, the seed, and the published figure."""


def expected() -> Expected:
    """List what the record has to hold, in its order."""
    found: Expected = {}
    for rule_set in published().values():
        found[rule_set.name] = (rule_set.rules.digest,), rule_set.seed, rule_set.published
        for each in rule_set.differences:
            digests = each.before.digest, each.after.digest
            found[each.name] = digests, rule_set.seed, each.published
    return found


def small_result(name: str, samples: list[int], day: str) -> Result:
    """Return the result of a measurement of very few rounds."""
    rule_set = published()["single_deck_6to5"]
    sums, exact = summed(np.array(samples)), Exact(1.5, 0.0)
    return result(Estimate(name, (rule_set.rules,), 1, sums, exact, rule_set.published), day)


def test_a_new_result_takes_the_place_of_the_old(tmp_path: Path) -> None:
    """A record holds one result of each name, the latest, in the order of the names."""
    path = tmp_path / "results.jsonl"
    early = [small_result("b", [1, 2], "2001-01-01"), small_result("c", [3, 4], "2001-01-01")]
    late = [small_result("a", [5, 6], "2002-02-02"), small_result("b", [7, 8], "2002-02-02")]
    record(path, early, ["a", "b", "c"])
    assert read(path) == early
    record(path, late, ["a", "b", "c"])
    assert read(path) == [*late, early[1]]


def test_a_table_of_results_has_a_line_for_each() -> None:
    """Rules, figures, and with which version and when they were measured."""
    line = markdown([small_result("a", [5, 6], "2002-02-02")]).splitlines()[-1]
    assert line.startswith("| a | 2 | 0.55000 % | 0.05000 % | 1.50000 % | -19.00 | +0.08524 % | ")
    assert line.endswith(", 2002-02-02 |")


def test_the_record_meets_every_exact_figure() -> None:
    """A billion rounds of each rule set, computed anew from the sums, at most four off."""
    results = read(RECORD)
    assert [each["name"] for each in results] == list(expected())
    for each in results:
        digests, seed, figure = expected()[each["name"]]
        assert each["rules"] == list(digests), "the rules have changed since: measure them anew"
        assert date.fromisoformat(each["date"]).isoformat() == each["date"]
        assert each["rounds"] >= MIN_ROUNDS
        sums = Sums(each["rounds"], net_minor=each["total_minor"], squares=each["squares"])
        exact = Exact(each["exact_percent"], each["bound_percent"])
        estimate = Estimate(each["name"], (), seed, sums, exact, figure)
        told = result(estimate, each["date"])
        assert each == told | {"rules": list(digests), "engine": each["engine"]}
        least = MAX_STANDARD_ERRORS_OFF * estimate.standard_error_percent + exact.bound_percent
        assert abs(estimate.percent - exact.percent) <= least
