"""The record of what was measured: one JSON object a line, and a table for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

from pitboss.version import VERSION

if TYPE_CHECKING:
    # The table can be written where nothing that measures is installed.
    from tests.tools.expected_value.measuring import Estimate


class Result(TypedDict):
    """One line of the record.

    The sums are over rounds of the minor units that the house won, or won more after a change than
    before, of a bet of 1,000; every measured figure follows from them.
    """

    name: str
    date: str
    engine: str
    rules: list[str]
    seed: int
    rounds: int
    total_minor: int
    squares: int
    percent: float
    standard_error_percent: float
    exact_percent: float
    bound_percent: float
    standard_errors_off: float
    published_percent: str
    published_off_percent: float
    cause: str
    source: str


def result(estimate: Estimate, date: str) -> Result:
    """Return the line of a measurement.

    Args:
        estimate: what was measured.
        date: when, as YYYY-MM-DD.
    """
    exact, published = estimate.exact, estimate.published
    return {
        "name": estimate.name,
        "date": date,
        "engine": VERSION,
        "rules": [rules.digest for rules in estimate.rules],
        "seed": estimate.seed,
        "rounds": estimate.sums.rounds,
        "total_minor": estimate.sums.net_minor,
        "squares": estimate.sums.squares,
        "percent": round(estimate.percent, 5),
        "standard_error_percent": round(estimate.standard_error_percent, 5),
        "exact_percent": round(exact.percent, 7),
        "bound_percent": exact.bound_percent,
        "standard_errors_off": round(estimate.standard_errors_off, 2),
        "published_percent": str(published.percent),
        "published_off_percent": round(float(published.percent) - exact.percent, 5),
        "cause": published.cause,
        "source": published.source,
    }


def read(path: Path) -> list[Result]:
    """Read a record; there may be none yet."""
    if not path.exists():
        return []
    return [cast("Result", json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def record(path: Path, results: Iterable[Result], order: Sequence[str]) -> None:
    """Write results into a record, each in place of an earlier one of the same name.

    Args:
        path: of the record.
        results: what was measured.
        order: the names in the order in which they are recorded.
    """
    known = {each["name"]: each for each in [*read(path), *results]}
    lines = [json.dumps(known[name]) for name in order if name in known]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def markdown(results: Iterable[Result]) -> str:
    """Return a table of results."""
    titles = "rules | rounds | measured | standard error | exact | off by | published"
    lines = [f"| {titles} | engine, date |", "|---|---:|---:|---:|---:|---:|---:|---|"]
    lines += [
        f"| {each['name']} | {each['rounds']:,} | {each['percent']:.5f} % "
        f"| {each['standard_error_percent']:.5f} % | {each['exact_percent']:.5f} % "
        f"| {each['standard_errors_off']:+.2f} | {each['published_off_percent']:+.5f} % "
        f"| {each['engine']}, {each['date']} |"
        for each in results
    ]
    return "\n".join(lines)
