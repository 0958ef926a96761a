"""Measure pitboss and its peers in one run, on one core: ``python -m tests.benchmarks``.

From the root of the repository. What is measured is kept as JSON Lines; the tables made from it are
printed. ``make bench`` installs the peers first. By hand::

    python3.11 -m venv .cache/peers/python
    .cache/peers/python/bin/pip install --editable '.[benchmarks]'
    npm install --prefix .cache/peers engine-blackjack@0.9.2 boardgame.io@0.50.2
    .cache/peers/python/bin/python -m tests.benchmarks

A peer that is not installed is reported as missing, and the others are measured. What the README
shows is the record in this folder, ``--results tests/benchmarks/results.jsonl``.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
from tests.benchmarks.contenders import ALL
from tests.benchmarks.fresh import first_tables, imports, lengths, weights
from tests.benchmarks.interleaving import FULL, QUICK, ROOT, Plan, interleave
from tests.benchmarks.machine import cores, keep_to, one_of, setting
from tests.benchmarks.parallel import parallel
from tests.benchmarks.record import Line, Record, read, write
from tests.benchmarks.report import report

RESULTS = ROOT / ".cache" / "benchmarks.jsonl"
WIDTH = 76


def tell(what: str) -> None:
    """Say what is being done, on one line of a terminal; elsewhere say nothing."""
    if sys.stderr.isatty():
        click.echo(f"\r{what[:WIDTH]:{WIDTH}}", nl=False, err=True)


def measured(plan: Plan, *, quick: bool, only: str) -> Iterator[Line]:
    """Measure everything, one core at a time but for the parallel replay."""
    available = cores()
    yield setting(quick=quick, date=f"{datetime.now(UTC):%Y-%m-%d}")
    keep_to(one_of(available))
    yield from interleave([each for each in ALL if only in each.key], plan, tell)
    if only:
        return
    yield from imports(plan, tell)
    yield from first_tables(plan, tell)
    yield from lengths(plan, tell)
    yield from weights(plan, tell)
    keep_to(available)
    yield from parallel(plan, tell)


@click.command(help=(__doc__ or "").partition(" By hand")[0])
@click.option("--quick", is_flag=True, help="A short run, to see that everything works.")
@click.option("--only", default="", help="Measure only contenders with this text in their key.")
@click.option(
    "--results",
    default=RESULTS,
    show_default=".cache/benchmarks.jsonl",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the record is written.",
)
@click.option("--show", is_flag=True, help="Measure nothing; print the tables of the record.")
def main(*, quick: bool, only: str, results: Path, show: bool) -> None:
    """Measure, keep the record and print the tables."""
    if show:
        click.echo(report(read(results)), nl=False)
        return
    lines: list[Line] = []
    for line in measured(QUICK if quick else FULL, quick=quick, only=only):
        lines.append(line)
        write(results, lines)
    tell("")
    click.echo(report(Record(lines)), nl=False)


if __name__ == "__main__":
    main()
