"""The record of what was measured: one JSON object a line, and a table for people."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypedDict, cast

from tests.tools.expected_value.measuring import Estimate
from tests.tools.expected_value.playing import BET_MINOR

from pitboss.version import VERSION


class Result(TypedDict):
    """One line of the record.

    The sums are over samples of the minor units that the house won, or won more after a change
    than before, one sample a shuffle; every figure in percent follows from them.
    """

    name: str
    date: str
    engine: str
    rules: list[str]
    rounds: int
    bet_minor: int
    samples: int
    total_minor: int
    squares: int
    percent: float
    standard_error_percent: float
    published_percent: str
    source: str
    standard_errors_off: float


def result(estimate: Estimate, date: str) -> Result:
    """Return the line of a measurement.

    Args:
        estimate: what was measured.
        date: when, as YYYY-MM-DD.
    """
    return {
        "name": estimate.name,
        "date": date,
        "engine": VERSION,
        "rules": [rules.digest for rules in estimate.rules],
        "rounds": estimate.rounds,
        "bet_minor": BET_MINOR,
        "samples": estimate.sums.samples,
        "total_minor": estimate.sums.total_minor,
        "squares": estimate.sums.squares,
        "percent": round(estimate.percent, 5),
        "standard_error_percent": round(estimate.standard_error_percent, 5),
        "published_percent": str(estimate.published.percent),
        "source": estimate.published.source,
        "standard_errors_off": round(estimate.standard_errors_off, 2),
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
    lines = [
        "| rules | rounds | measured | standard error | published | off by | engine, date |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    lines += [
        f"| {each['name']} | {each['rounds']:,} | {each['percent']:.4f} % "
        f"| {each['standard_error_percent']:.4f} % | {each['published_percent']} % "
        f"| {each['standard_errors_off']:+.2f} | {each['engine']}, {each['date']} |"
        for each in results
    ]
    return "\n".join(lines)
