"""Measure what basic strategy loses, and hold it against exact figures.

From the root of the repository: ``python -m tests.tools.expected_value --rounds 20000000``.
"""

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import click
from tests.tools.expected_value.measuring import ROUNDS_IN_A_CHUNK, measure
from tests.tools.expected_value.published import published
from tests.tools.expected_value.results import Result, markdown, record, result

MAX_STANDARD_ERRORS_OFF = 4
SECONDS_BETWEEN_REPORTS = 10


class Progress:
    """Says on standard error how far a measurement is, now and then.

    Args:
        name: what is measured.
        rounds: how many are to be played.
    """

    def __init__(self, name: str, rounds: int) -> None:
        self._name = name
        self._rounds = -(-rounds // ROUNDS_IN_A_CHUNK) * ROUNDS_IN_A_CHUNK
        self._began = self._said = time.monotonic()

    def __call__(self, played: int) -> None:
        """Hear how many rounds have been played."""
        now = time.monotonic()
        if played < self._rounds and now < self._said + SECONDS_BETWEEN_REPORTS:
            return
        self._said = now
        pace = played / max(now - self._began, 1e-9)
        click.echo(
            f"{self._name}: {played:,} of {self._rounds:,} rounds, {pace:,.0f} a second", err=True
        )


@click.command(help=__doc__)
@click.option(
    "--rules",
    "names",
    multiple=True,
    type=click.Choice(list(published())),
    help="What is measured, with its differences; may be given again. Without it: everything.",
)
@click.option("--rounds", default=1_000_000_000, show_default=True, type=click.IntRange(1))
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1))
@click.option("--date", default=f"{datetime.now(UTC):%Y-%m-%d}", show_default=True)
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A record to be brought up to date, such as fixtures/expected_value/results.jsonl.",
)
def main(names: tuple[str, ...], rounds: int, jobs: int, date: str, results: Path | None) -> None:
    """Measure, write the record and a table, and fail if a figure is missed."""
    rule_sets = published()
    order = [name for rule_set in rule_sets.values() for name in rule_set.names]
    measured: list[Result] = []
    for name in names or rule_sets:
        estimates = measure(rule_sets[name], rounds, jobs, Progress(name, rounds))
        fresh = [result(estimate, date) for estimate in estimates]
        measured += fresh
        if results is not None:
            record(results, fresh, order)
    click.echo(markdown(measured))
    if any(abs(each["standard_errors_off"]) > MAX_STANDARD_ERRORS_OFF for each in measured):
        sys.exit("an exact figure was missed by more than four standard errors")


if __name__ == "__main__":
    main()
