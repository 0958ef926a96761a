"""Look over the charts for cells in which another play wins more.

From the root of the repository: ``python -m tests.tools.cell_values``. Every preset and a grid of
rule sets is looked over, which takes ten minutes or more; what is found is printed with its gain in
opening bets a round, and a gain of a millionth or more fails.
"""

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import click
from tests.tools.cell_values.optimum import optimum, record_of

from pitboss.players.chart import chart, published_chart
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

MIN_WORTH = 1e-6


def rule_sets() -> Iterator[Rules]:
    """Give every preset that exact values know, and a grid of the rules that change charts."""
    presets = map(Rules.preset, PRESETS)
    yield from (rules for rules in presets if not rules.unknown_to("exact"))
    # By decks and soft 17 first: the dealer's chances are remembered for a few shoes only.
    for decks, soft_17, surrender, hole_card, doubles in product(
        (1, 2, 6, 8), ("stand", "hit"), ("off", "late", "early"), ("dealt", "none"), (True, False)
    ):
        yield Rules.of(
            decks=decks,
            soft_17=soft_17,
            surrender=surrender,
            hole_card=hole_card,
            double_after_split=doubles,
        )


@click.command(help=__doc__)
@click.option("--printed", is_flag=True, help="Look over the charts as they are printed.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record of the printed charts, fixtures/basic_strategy/optimum.jsonl, instead.",
)
def main(*, printed: bool, record: Path | None) -> None:
    """Print what is found under each rule set, and fail if it is worth a correction."""
    if record is not None:
        record.write_text(record_of(click.echo), "utf-8")
        return
    worst = 0.0
    for rules in rule_sets():
        found = optimum(rules, published_chart(rules) if printed else chart(rules))
        click.echo(f"{rules}: {found['lost']}")
        for cell in found["cells"]:
            click.echo(f"    {cell}")
            worst = max(worst, float(cell["gain"]))
    if worst >= MIN_WORTH:
        sys.exit("a cell loses a millionth of a bet or more")


if __name__ == "__main__":
    main()
