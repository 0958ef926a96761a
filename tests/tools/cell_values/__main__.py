"""Look over the charts for cells in which another play wins more.

From the root of the repository: ``python -m tests.tools.cell_values``. Every preset and a grid of
rule sets is looked over, which takes ten minutes or more; what is found is printed with its gain in
opening bets a round, and a gain of a millionth or more fails.
"""

import sys
from collections.abc import Iterator
from itertools import product

import click
from tests.tools.cell_values.gains import UP_POINTS, Change, changes

from pitboss.players.chart import chart, published_chart
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

LEAST_WORTH = 1e-6


def rule_sets() -> Iterator[Rules]:
    """Give every preset, and a grid of the rules on which a chart depends."""
    yield from (Rules.preset(name) for name in PRESETS)
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


def found(rules: Rules, *, printed: bool) -> list[Change]:
    """List the changes of a chart by which it would win more."""
    strategy = published_chart(rules) if printed else chart(rules)
    return [change for up_points in UP_POINTS for change in changes(rules, strategy, up_points)]


@click.command(help=__doc__)
@click.option("--printed", is_flag=True, help="Look over the charts as they are printed.")
def main(*, printed: bool) -> None:
    """Print what is found under each rule set, and fail if it is worth a correction."""
    worst = 0.0
    for rules in rule_sets():
        changed = found(rules, printed=printed)
        click.echo(f"{rules}: {sum(change.gain for change in changed):.7f}")
        for change in changed:
            click.echo(f"    {change}")
            worst = max(worst, change.gain)
    if worst >= LEAST_WORTH:
        sys.exit("a cell loses a millionth of a bet or more")


if __name__ == "__main__":
    main()
