"""Measure pitboss and its peers in one run, on one core: ``python -m tests.tools.benchmarks``.

From the root of the repository. What is measured is kept as JSON Lines; the tables made from it are
printed. ``make bench`` compiles the package and installs the peers, each in an environment of its
own, and names their Pythons: ``--compiled`` and ``--peers``.

A peer that is not installed is reported as missing, and the others are measured. What the README
shows is the record in this folder, ``--results tests/tools/benchmarks/results.jsonl``.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
from attrs import evolve
from tests.tools.benchmarks.contenders import ALL, Contender, Home
from tests.tools.benchmarks.fresh import first_tables, imports, lengths, weights
from tests.tools.benchmarks.instructions import instructions
from tests.tools.benchmarks.interleaving import FULL, HERE, QUICK, ROOT, Place, Plan, interleave
from tests.tools.benchmarks.machine import cores, keep_to, one_of, setting
from tests.tools.benchmarks.parallel import parallel
from tests.tools.benchmarks.record import Line, Record, read, write
from tests.tools.benchmarks.report import report

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
    chosen = [each for each in ALL if only in each.key and _asked_for(each, plan)]
    keep_to(one_of(available))
    yield from interleave(chosen, plan, tell)
    if only:
        return
    yield from imports(plan, tell)
    yield from first_tables(plan, tell)
    yield from lengths(plan, tell)
    yield from weights(plan, tell)
    keep_to(available)
    yield from parallel(plan, tell)
    yield from instructions(chosen, plan, tell)


def _asked_for(contender: Contender, plan: Plan) -> bool:
    return contender.home is not Home.BEFORE or contender.home in plan.places


@click.command(help=(__doc__ or "").partition("\n\nA peer")[0])
@click.option("--quick", is_flag=True, help="A short run, to see that everything works.")
@click.option("--only", default="", help="Measure only contenders with this text in their key.")
@click.option("--compiled", help="The Python of an environment with a compiled pitboss.")
@click.option("--peers", help="The Python of the environment with the peers; else this one.")
@click.option(
    "--before",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    help="The folder `engine` of another checkout, to compare with.",
)
@click.option(
    "--results",
    default=RESULTS,
    show_default=".cache/benchmarks.jsonl",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the record is written.",
)
@click.option("--show", is_flag=True, help="Measure nothing; print the tables of the record.")
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Measure nothing; draw what simulates into this file, as SVG.",
)
def main(
    *,
    quick: bool,
    only: str,
    compiled: str | None,
    peers: str | None,
    before: Path | None,
    results: Path,
    show: bool,
    chart: Path | None,
) -> None:
    """Measure, keep the record and print the tables."""
    if chart is not None:
        # Nothing else needs the extra that draws.
        from tests.tools.benchmarks.chart import simulations_chart  # noqa: PLC0415

        simulations_chart(read(results)).write(chart)
        return
    if show:
        click.echo(report(read(results)), nl=False)
        return
    places = {
        **HERE,
        **({} if compiled is None else {Home.COMPILED: Place(compiled)}),
        **({} if peers is None else {Home.PYTHON: Place(peers)}),
        **({} if before is None else {Home.BEFORE: Place(engine=before)}),
    }
    lines: list[Line] = []
    for line in measured(evolve(QUICK if quick else FULL, places=places), quick=quick, only=only):
        lines.append(line)
        write(results, lines)
    tell("")
    click.echo(report(Record(lines)), nl=False)


if __name__ == "__main__":
    main()
