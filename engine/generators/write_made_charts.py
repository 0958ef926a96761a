"""Make charts from exact values, for games for which nobody published a chart.

From the root of the repository, in a minute or two:
``python engine/generators/write_made_charts.py > engine/pitboss/players/made_charts.toml``.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import click

from pitboss import Rules, exact
from pitboss.players import Chart, chart
from pitboss.players.chart import ROWS

RULES: Final = Rules.preset("double_exposure")

BEGIN: Final = chart(Rules.of(decks=RULES.decks, soft_17=RULES.soft_17.value))
"""The chart to begin with, for the usual game; its moves stay in cells that no hand reaches."""

HEAD: Final = """\
# Basic strategy of games for which no chart is published, in the form of `variant_charts.toml`.
#
# Source: made from exact values by `generators/write_made_charts.py`; do not edit. Double Exposure
# has one chart for each second card of the dealer: an ace, a two and so on. These charts are the
# best under the preset `double_exposure`. Other rules use them, too, if both cards of the dealer
# lie face up and ties lose.

[[variants]]
rules = { hole_card_shown = [true], ties = ["lose"] }
by = "HOLE_CARD"
charts = ["""


def lines_of(moves: Chart) -> Iterator[str]:
    """Yield the lines of a chart; neighbouring rows with the same moves become one line."""
    alike = groupby(ROWS, lambda row: (row.kind, row.points in {1, 10}, moves.moves[row]))
    for (kind, _, played), group in alike:
        first, *_, last = [str(row).split()[1] for row in group] * 2
        label = first if first == last else f"{first}-{last}"
        yield f"{kind.value} {label:<6} {' '.join(f'{move.value:<2}' for move in played)}".rstrip()


@click.command(help=__doc__)
def main() -> None:
    """Print the text of the file ``made_charts.toml``."""
    made = exact.chart(RULES, begin=BEGIN)
    texts = ["\n".join(lines_of(each)) for each in made.named.values()]
    click.echo(HEAD + ", ".join(f'"""\n{text}\n"""' for text in texts) + "]")


if __name__ == "__main__":
    main()
